// Commits of public projects as tasks: does an answer show what people went on to change? docs/CONTEXT-EVAL.md has the
// protocol.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { Failure, heading, output } from '../../scripts/lib/process.mjs';
import { tasksOf, withCheckout } from './commits/checkouts.mjs';
import { COMMITS, difference, PARTS, report } from './commits/measures.mjs';
import {
  folderAround,
  isSource,
  namedIn,
  piecesOf,
  worthOfFile,
  worthOfFolder,
  worthOfList,
  worthOfTask,
} from './commits/shown.mjs';
import { headline, write } from './document.mjs';

const DOCUMENT = 'docs/CONTEXT-EVAL.md';
const BUDGETS = [1000, 4000];
/** Hits that are looked at for files. */
const HITS = 40;
/** A part has so many files of code. */
const PART = 15;

const SETS = {
  commits: { groups: COMMITS, ask: askTask },
  parts: { groups: PARTS, ask: askParts },
};

/**
 * Asks the tasks, prints the tables and puts them where the options say.
 * @param {'commits' | 'parts'} set
 * @param {Record<string, any>} values options of the command line
 */
export async function run(set, values) {
  const { groups, ask } = SETS[set];
  const number = values.tasks === undefined ? undefined : Number(values.tasks);
  if (number !== undefined && !(number >= 1)) throw new Failure('--tasks takes a number from 1');
  const rows = [];
  for (const [repo, tasks] of tasksOf({ ...values, tasks: number })) {
    const started = performance.now();
    await withCheckout(repo, values, async (opened) => {
      for (const task of tasks) {
        const begun = performance.now();
        await opened.move(task.parent);
        const index = performance.now() - begun;
        const { ms, ...row } = await ask(task, opened);
        rows.push({ repo, commit: task.commit, ...row, ms: { index, ...ms } });
        if (values.raw) writeFileSync(values.raw, rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
      }
    });
    console.log(`${repo}: ${tasks.length} tasks in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  const text = report(rows, groups);
  console.log(`\n${text}`);
  if (values.against) {
    if (!existsSync(values.against)) throw new Failure(`${values.against} is not there`);
    const before = readFileSync(values.against, 'utf8').split('\n').filter(Boolean).map(JSON.parse);
    heading(`against ${values.against}`);
    console.log(difference(before, rows, groups));
  }
  if (values.write) {
    const projects = new Set(rows.map(({ repo }) => repo)).size;
    const settings = values.config ? 'with settings' : 'default settings';
    write(set, `${headline({ projects, questions: rows.length, settings })}\n\n${text}`, DOCUMENT);
  }
}

async function askTask(task, { beadloom }) {
  const row = { ms: {} };
  for (const budget of BUDGETS) {
    const asked = { task: task.message, budget };
    const begun = performance.now();
    const markdown = await beadloom.ctxMarkdown([], asked);
    row.ms[`md${budget}`] = performance.now() - begun;
    // The first line repeats the task, which may itself name a file.
    row[`md${budget}`] = worthOfTask(task, namedIn(markdown.slice(markdown.indexOf('\n') + 1)));
    row[`json${budget}`] = worthOfTask(task, piecesOf(await beadloom.ctx([], asked)));
  }
  const begun = performance.now();
  const { hits } = await beadloom.search(task.message, { in: 'code', limit: HITS });
  row.ms.search = performance.now() - begun;
  const paths = hits.map(({ path }) => path).filter(Boolean);
  row.search = worthOfList(task, [...new Set(paths)]);
  return row;
}

async function askParts(task, { beadloom, root }) {
  const row = { ms: {} };
  const ask = async (name, ref) => {
    const begun = performance.now();
    try {
      return await beadloom.ctxMarkdown([ref], { budget: BUDGETS[1] });
    } catch (error) {
      // What the project's own ignore files leave out is not in the index, though Git has it.
      if (error.code !== 'not_found') throw error;
      return '';
    } finally {
      row.ms[name] = performance.now() - begun;
    }
  };
  const sources = output('git', ['-C', root, 'ls-files', '-z']).split('\0').filter(isSource);
  const [first] = task.files;
  const folder = folderAround(first, sources, PART);
  if (folder !== null) row.folder = worthOfFolder(task, folder, await ask('folder', folder));
  if (task.files.length > 1) row.file = worthOfFile(task, await ask('file', first));
  return row;
}
