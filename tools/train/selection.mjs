// Trains the models that choose what an answer to a task holds, from the histories of many projects.
//
//   npm run train -- selection --data FOLDER --repos MIRRORS --dumps FOLDER [--tasks N] [--only NAMES] [--without NAMES] [--no-dump]
//     [--queries FOLDER --code FOLDER] [--out FOLDER] [--samples FOLDER] [--program FILE] [--venv FOLDER]
//
// FOLDER of `--data` and MIRRORS are those of `npm run eval -- histories`. For every project, its index at the parent of each task is
// brought up to date, and the product dumps what its choice sees. A project whose dump is there is not dumped again, so a run that was
// interrupted goes on. `--queries` and `--code` are `--data` and `--repos` of `npm run eval -- semble`: the model of files learns from
// questions, too. Then `selection.py` trains, with LightGBM from a virtual environment (`--venv`, else beside the dumps), and writes the
// models to where the product is built with them, or to `--out`. `--samples` takes rows of values with what each model says of them. `--program` is a
// `beadloom-bench` that is built already.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { withCheckout } from '../../bench/eval/context/checkouts.mjs';
import { byProject, historiesIn } from '../../bench/eval/context/tasks.mjs';
import { hasCommit, mirrorOf } from '../../bench/eval/mirrors.mjs';
import { projectsOf } from '../../bench/eval/sets.mjs';
import { capture, Failure, root } from '../../scripts/lib/process.mjs';
import { builtProgram, keep, runPython } from './training.mjs';

/** @param {string[]} args */
export async function trainSelection(args) {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      repos: { type: 'string' },
      dumps: { type: 'string' },
      tasks: { type: 'string', default: '10' },
      only: { type: 'string' },
      without: { type: 'string' },
      'no-dump': { type: 'boolean' },
      queries: { type: 'string' },
      code: { type: 'string' },
      out: { type: 'string', default: join(root, 'crates/beadloom-query/data') },
      samples: { type: 'string' },
      program: { type: 'string' },
      venv: { type: 'string' },
    },
  });
  if (!values.dumps) {
    throw new Failure('usage: npm run train -- selection --data FOLDER --repos MIRRORS --dumps FOLDER');
  }
  mkdirSync(values.dumps, { recursive: true });
  if (!values['no-dump']) {
    const program = values.program ?? builtProgram();
    await dumpAll(values, program);
    if (values.queries) await dumpQueries(values, program);
  }
  train(values);
}

async function dumpAll({ data, repos, dumps, tasks, only }, program) {
  if (!data || !repos) throw new Failure('--data and --repos are needed, or --no-dump');
  for (const [repo, all] of byProject(historiesIn(data), { only })) {
    const file = join(dumps, `${repo.replace('/', '+')}.jsonl`);
    const mirror = mirrorOf(repo, repos);
    if (mirror === undefined || existsSync(file)) continue;
    const wanted = all.slice(0, Number(tasks)).filter(({ at }) => hasCommit(mirror, at));
    const started = performance.now();
    const rows = await withCheckout(repo, mirror, {}, async (opened) => {
      const found = [];
      for (const { repo: of, id, text, files, hunks, language, known, english, at } of oldestFirst(
        wanted,
        mirror,
      )) {
        await opened.move(at);
        // An answer brings the commits up to date that the index knows.
        await opened.beadloom.ctxMarkdown([], { task: text, budget: 500 });
        const [{ files: ranked, definitions }] = dumped([text], opened.root, dumps, program);
        found.push({ repo: of, id, language, known, english, files, hunks, ranked, definitions });
      }
      return found;
    });
    keep(file, rows);
    console.log(`${repo}: ${rows.length} tasks in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
}

/** Questions of a retrieval set: without commits, and without places that are to be changed. */
async function dumpQueries({ queries, code, dumps }, program) {
  if (!code) throw new Failure('--queries needs --code');
  const { indexed } = await import('../../bench/eval/workspace.mjs');
  for (const project of projectsOf('semble', { data: queries, repos: code })) {
    const file = join(dumps, `semble+${project.name}.jsonl`);
    if (existsSync(file) || !existsSync(project.folder)) continue;
    const rows = await indexed(project, {}, async ({ root: folder, pathOf }) =>
      dumped(
        project.queries.map(({ text }) => text),
        folder,
        dumps,
        program,
      ).map(({ files: ranked }, at) => {
        const { text: query, relevant } = project.queries[at];
        const of = ranked.map(([path, ...rest]) => [pathOf(path), ...rest]);
        const { language } = project;
        return {
          repo: `semble/${project.name}`,
          id: at,
          query,
          language,
          files: relevant,
          hunks: {},
          ranked: of,
          definitions: [],
        };
      }),
    );
    keep(file, rows);
    console.log(`${project.name}: ${rows.length} queries`);
  }
}

/** So that an index follows in small steps. */
function oldestFirst(tasks, mirror) {
  const timeOf = ({ at }) => Number(capture('git', ['-C', mirror, 'log', '-1', '--format=%ct', at]).stdout);
  return tasks
    .map((task) => ({ task, time: timeOf(task) }))
    .toSorted((a, b) => a.time - b.time)
    .map(({ task }) => task);
}

/** What the choice sees of each text. */
function dumped(texts, project, dumps, program) {
  const { status, stdout, stderr } = capture(
    program,
    ['selection', project, join(root, 'dist', 'data', 'code.embedding')],
    {
      input: texts.map((text) => `${JSON.stringify(text)}\n`).join(''),
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  if (status !== 0) throw new Failure(`${project}: ${stderr.trim()}`);
  const [names, ...lines] = stdout.trimEnd().split('\n');
  writeFileSync(join(dumps, 'names.json'), `${names}\n`);
  return lines.map((line) => JSON.parse(line));
}

function train({ dumps, without, out, samples, venv }) {
  runPython('selection.py', { dumps, venv }, [
    dumps,
    '--out',
    out,
    '--card',
    join(dumps, 'card.txt'),
    ...(without ? ['--without', without] : []),
    ...(samples ? ['--samples', samples] : []),
  ]);
}
