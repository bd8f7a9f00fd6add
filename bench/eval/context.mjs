// Tasks of public projects: does an answer show what people went on to change, or said that one needs? docs/internals/CONTEXT-EVAL.md has
// the protocol.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { Failure, heading, output } from '../../scripts/lib/process.mjs';
import { withCheckout } from './context/checkouts.mjs';
import { codeNamesIn, placed, quotedIn, shownLines, worthOfLines, worthOfNames } from './context/labels.mjs';
import { COMMITS, difference, HISTORIES, ISSUES, PARTS, QUESTIONS, report } from './context/measures.mjs';
import {
  folderAround,
  isSource,
  namedIn,
  piecesOf,
  worthOfFile,
  worthOfFolder,
  worthOfList,
  worthOfTask,
} from './context/shown.mjs';
import { byProject, changesIn, historiesIn, issuesIn, questionsIn } from './context/tasks.mjs';
import { headline, write } from './document.mjs';
import { hasCommit, mirrorOf } from './mirrors.mjs';

const DOCUMENT = 'docs/internals/CONTEXT-EVAL.md';
const BUDGETS = [1000, 4000];
const MORE_BUDGETS = [1000, 2000, 4000];
/** Hits that are looked at for files. */
const HITS = 40;
/** A part has so many files of code. */
const PART = 15;
/** Lines of an answer to an issue that are looked at. */
const LINES = [500, 1000];
/** Tokens of a line, about. */
const TOKENS_PER_LINE = 24;

const SETS = {
  commits: { groups: COMMITS, load: changesIn, ask: askTask },
  histories: {
    groups: HISTORIES,
    by: { language: 'language', known: 'known', english: 'message in' },
    load: historiesIn,
    ask: askHistory,
  },
  parts: { groups: PARTS, load: changesIn, ask: askParts },
  'swe-qa': { groups: QUESTIONS, load: questionsIn, ask: askQuestion },
  contextbench: { groups: ISSUES, load: issuesIn, ask: askIssue },
};

/**
 * Asks the tasks, prints the tables and puts them where the options say.
 * @param {keyof typeof SETS} set
 * @param {Record<string, any>} values options of the command line
 */
export async function run(set, values) {
  const { groups, by, load, ask } = SETS[set];
  const number = values.tasks === undefined ? undefined : Number(values.tasks);
  if (number !== undefined && !(number >= 1)) throw new Failure('--tasks takes a number from 1');
  if (!values.data) throw new Failure('--data is needed: --help says what it holds');
  const rows = [];
  const missing = [];
  for (const [repo, tasks] of byProject(await load(values.data), { ...values, tasks: number })) {
    const started = performance.now();
    const mirror = mirrorOf(repo, values.repos);
    const had = tasks.filter(({ at }) => mirror !== undefined && hasCommit(mirror, at));
    if (had.length < tasks.length) missing.push(`${tasks.length - had.length} of ${repo}`);
    if (had.length === 0) continue;
    const asked = await withCheckout(repo, mirror, values, async (opened) => {
      let count = 0;
      let at;
      for (const task of had) {
        const begun = performance.now();
        if (task.at !== at) await opened.move(task.at);
        at = task.at;
        const index = performance.now() - begun;
        const answered = await ask(task, opened);
        if (answered === undefined) continue;
        count += 1;
        const { ms, ...row } = answered;
        rows.push({ repo, id: task.id, ...row, ms: { index, ...ms } });
        if (values.raw) writeFileSync(values.raw, rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
      }
      return count;
    });
    console.log(
      `${repo}: ${asked} of ${tasks.length} tasks in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
  }
  if (rows.length === 0)
    throw new Failure(`nothing could be asked; commits that are not there: ${missing.join(', ')}`);
  const text = report(rows, groups, by);
  console.log(`\n${text}`);
  if (missing.length > 0) console.log(`\nCommits that are not there: ${missing.join(', ')}`);
  if (values.against) {
    if (!existsSync(values.against)) throw new Failure(`${values.against} is not there`);
    const before = readFileSync(values.against, 'utf8').split('\n').filter(Boolean).map(JSON.parse);
    heading(`against ${values.against}`);
    console.log(difference(before, rows, groups));
  }
  if (values.write) {
    const projects = new Set(rows.map(({ repo }) => repo)).size;
    const settings = values.config ? 'with settings' : 'default settings';
    const left = missing.length > 0 ? `\n\nCommits that could not be had: ${missing.join(', ')}.` : '';
    write(set, `${headline({ projects, questions: rows.length, settings })}${left}\n\n${text}`, DOCUMENT);
  }
}

async function askTask(task, { beadloom }, budgets = BUDGETS) {
  const row = { ms: {} };
  for (const budget of budgets) {
    const asked = { task: task.text, budget };
    const begun = performance.now();
    const markdown = await beadloom.ctxMarkdown([], asked);
    row.ms[`md${budget}`] = performance.now() - begun;
    row[`md${budget}`] = worthOfTask(task, namedIn(answerOf(markdown)));
    const bundle = await beadloom.ctx([], asked);
    row[`json${budget}`] = worthOfTask(task, piecesOf(bundle));
    if (bundle.next.complete) row.complete = { right: row[`md${budget}`].lines === 1 ? 1 : 0 };
  }
  const begun = performance.now();
  const { hits } = await beadloom.search(task.text, { in: 'code', limit: HITS });
  row.ms.search = performance.now() - begun;
  const paths = hits.map(({ path }) => path).filter(Boolean);
  row.search = worthOfList(task, [...new Set(paths)]);
  return row;
}

/** As a task, with what is known of the project, and with everything that the commit touched. */
async function askHistory(task, opened) {
  const { language, known, english } = task;
  return { language, known, english, ...(await askTask(task, opened, MORE_BUDGETS)) };
}

/** A question whose answer names neither a file nor a definition has nothing to be measured by. */
async function askQuestion(task, opened) {
  const row = { ...(await askForFiles(task, opened)), brief: await askForDefinitions(task, opened) };
  if (!row.answer && !row.brief) return undefined;
  return { ...row, ms: row.ms ?? {} };
}

async function askForFiles(task, { beadloom, root }) {
  const files = filesOf(root);
  const labels = quotedIn(task.answer, files);
  if (labels.length === 0) return {};
  const begun = performance.now();
  const markdown = await beadloom.ctxMarkdown([], { task: task.text, budget: BUDGETS[1] });
  const ms = { answer: performance.now() - begun };
  // What looks like a path may be the name of a definition: `Ledger.post`.
  const named = [...new Set(namedIn(answerOf(markdown)).map(({ path }) => path))].filter((path) =>
    files.has(path),
  );
  return { answer: worthOfNames(labels, named), ms };
}

/** Definitions whose name the accepted answer has and no other definition: are they there as code? */
async function askForDefinitions(task, { beadloom }) {
  const needed = [];
  for (const name of codeNamesIn(task.answer)) {
    const place = await placeOf(beadloom, name);
    if (place !== undefined) needed.push(place);
  }
  if (needed.length === 0) return undefined;
  const markdown = await beadloom.ctxMarkdown([], { task: task.text });
  const begins =
    (places) =>
    ({ path, line_start: line }) =>
      places.some((place) => place.path === path && place.from <= line && line <= place.to);
  const named = namedIn(answerOf(markdown));
  const share = (places) => needed.filter(begins(places)).length / needed.length;
  return {
    code: share(named.filter(({ code }) => code)),
    named: share(named),
    characters: markdown.length,
  };
}

/** Where the one definition of a name is; undefined where there is none, or more. */
async function placeOf(beadloom, name) {
  try {
    const { shown } = await beadloom.show([name]);
    return shown.length === 1 && shown[0].symbol ? shown[0] : undefined;
  } catch (error) {
    if (error.code === 'not_found' || error.code === 'ambiguous') return undefined;
    throw error;
  }
}

async function askIssue(task, { beadloom, root }) {
  const needed = placed(task.spans, filesOf(root));
  if (needed.length === 0) return undefined;
  const row = { ms: {} };
  for (const lines of LINES) {
    const begun = performance.now();
    const { code } = await beadloom.ctx([], { task: task.text, budget: lines * TOKENS_PER_LINE });
    row.ms[`lines${lines}`] = performance.now() - begun;
    row[`lines${lines}`] = worthOfLines(needed, shownLines(code ?? [], lines));
  }
  return row;
}

/** All but the first line, which repeats the task, and the task may itself name a file. */
function answerOf(markdown) {
  return markdown.slice(markdown.indexOf('\n') + 1);
}

/** The paths of a checkout that Git has. */
function filesOf(root) {
  return new Set(output('git', ['-C', root, 'ls-files', '-z']).split('\0').filter(Boolean));
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
  const sources = [...filesOf(root)].filter(isSource);
  const [first] = task.files;
  const folder = folderAround(first, sources, PART);
  if (folder !== null) row.folder = worthOfFolder(task, folder, await ask('folder', folder));
  if (task.files.length > 1) row.file = worthOfFile(task, await ask('file', first));
  return row;
}
