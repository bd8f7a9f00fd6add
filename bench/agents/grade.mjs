// `node bench/agents/grade.mjs --work DIR`: what the runs that `prepare.mjs` laid out cost, and how right they were. Of commits an
// answer is as right as the changed places that it names; of questions as the files that the accepted answer names, and, where
// a judge who does not know the arms has written `NUMBER-ARM.judged.json` ({"score": 0 to 10}), as that says. Changes are judged by the
// project: what was asked for is there, no rule is broken, no document is behind.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Failure, output, root, script } from '../../scripts/lib/process.mjs';
import { CHANGES } from './changes.mjs';
import { worthOfNames } from '../eval/context/labels.mjs';
import { worthOfTask } from '../eval/context/shown.mjs';
import { mean } from '../eval/metrics.mjs';
import { clustered } from '../eval/statistics.mjs';
import { table, three } from '../eval/tables.mjs';

/** Beside the plain runs: those with beadloom, by the way in which the agent had it. */
const WAYS = ['cli', 'mcp', 'hooks'];

/** What changes are judged by: shares of runs, the more the better. */
const JUDGED = ['done', 'rules', 'documents'];

await script(async (argv) => {
  const { values } = parseArgs({ args: argv, options: { work: { type: 'string' } } });
  if (!values.work || !existsSync(values.work)) throw new Failure('--work is needed: where the runs are');
  const { runs, unfinished } = read(values.work);
  if (unfinished.length > 0) console.log(`without an answer: ${unfinished.join(', ')}`);
  for (const way of WAYS) {
    const pairs = pairsOf(runs, way);
    if (pairs.length > 0) console.log(`\n## ${way}\n\n${report(pairs, ['plain', way])}`);
  }
});

/** Every run with an answer, and the names of those without. */
function read(work) {
  const runs = [];
  const unfinished = [];
  for (const name of readdirSync(work).toSorted()) {
    const [, number, arm] = /^(\d+)-\d-(\w+)$/.exec(name) ?? [];
    if (number === undefined) continue;
    const answer = join(work, name, 'answer.json');
    if (!existsSync(answer)) {
      unfinished.push(name);
      continue;
    }
    const labels = JSON.parse(readFileSync(join(work, `${number}-${arm}.labels.json`), 'utf8'));
    const calls = linesOf(join(work, name, 'calls.jsonl'));
    const { places } = JSON.parse(readFileSync(answer, 'utf8'));
    runs.push({
      number,
      ...labels,
      calls: calls.length,
      characters: calls.reduce((sum, { characters }) => sum + characters, 0),
      own: calls.filter(isOwn).length,
      first: calls.length > 0 && isOwn(calls[0]) ? 'yes' : 'no',
      ...(labels.change ? judged(labels.change, join(work, name, 'project')) : worth(labels, places)),
      score: scoreOf(join(work, `${number}-${arm}.judged.json`)),
    });
  }
  return { runs, unfinished };
}

/** Whether a call asked beadloom. */
function isOwn({ command }) {
  return /^tool |\bbeadloom\b/.test(command);
}

function worth(labels, places) {
  if (labels.hunks) {
    const { files, lines } = worthOfTask(labels, places);
    return { files, places: lines };
  }
  const named = [...new Set(places.map(({ path }) => path))];
  return { files: labels.files.length > 0 ? worthOfNames(labels.files, named).files : null, places: null };
}

/** What a judge gave an answer, 0 to 1; null where none did. */
function scoreOf(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).score / 10 : null;
}

/** Whether a change is there, keeps every rule, and leaves no document behind that nobody touched. */
function judged(id, project) {
  const { done, files } = CHANGES.find((change) => change.id === id);
  const own = (...words) => {
    const { stdout } = spawnSync(process.execPath, [join(root, 'dist', 'cli.js'), ...words, '--json'], {
      cwd: project,
      encoding: 'utf8',
    });
    return JSON.parse(stdout);
  };
  own('reindex');
  const written = output('git', ['-C', project, 'status', '--porcelain', '-z', '-uall', '--no-renames']);
  const touched = new Set(written.split('\0').map((line) => line.slice(3)));
  const behind = own('sync-check').pairs.filter(
    ({ status, doc_path: path }) => status !== 'ok' && !touched.has(path),
  );
  // Rules that the agent changed prove nothing.
  const kept = Object.entries(files).every(
    ([path, text]) => !path.endsWith('rules.yml') || readFileSync(join(project, path), 'utf8') === text,
  );
  return {
    files: null,
    places: null,
    done: done.every(({ path, holds }) => textsOf(project, path).some((text) => holds.test(text))) ? 1 : 0,
    rules: kept && own('lint').violations.length === 0 ? 1 : 0,
    documents: behind.length === 0 ? 1 : 0,
  };
}

/** The text of a file, or of all Python in a folder. */
function textsOf(project, path) {
  if (!path.endsWith('/')) return [readFileSync(join(project, path), 'utf8')];
  const names = readdirSync(join(project, path), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.py'))
    .map((name) => readFileSync(join(project, path, name), 'utf8'));
}

/** The runs of each task that has both. */
function pairsOf(runs, way) {
  return [...new Set(runs.map(({ number }) => number))]
    .map((number) =>
      ['plain', way].map((arm) => runs.find((run) => run.number === number && run.arm === arm)),
    )
    .filter((pair) => pair.every(Boolean));
}

/** The runs of each task, then each measure in both arms, and the ratio or difference with its interval. */
function report(pairs, arms) {
  const all = ['files', 'places', 'score', ...JUDGED];
  const measures = all.filter((key) => pairs.some((pair) => pair.some((run) => (run[key] ?? null) !== null)));
  const shown = pairs.map(([plain, own]) => [
    plain.number,
    plain.repo,
    plain.set,
    ...[plain, own].flatMap((run) => [run.calls, run.characters, ...measures.map((key) => two(run[key]))]),
    own.own,
    own.first,
  ]);
  const columns = arms.flatMap((arm) =>
    ['calls', 'characters', ...measures].map((name) => `${arm}: ${name}`),
  );
  return [
    table(['task', 'project', 'set', ...columns, 'calls of beadloom', 'first'], shown),
    table(
      ['measure', 'pairs', ...arms, 'beadloom against plain', '95 % interval'],
      [
        ratio(pairs, 'calls'),
        ratio(pairs, 'characters'),
        ...measures.map((key) => difference(pairs, key)),
      ].filter(Boolean),
    ),
  ].join('\n\n');
}

/** Costs: the mean of the logarithms, so that no long run outweighs the others. */
function ratio(pairs, key) {
  const logarithm = ([plain, own]) => Math.log(Math.max(1, own[key]) / Math.max(1, plain[key]));
  const { mean: middle, low, high } = clustered(pairs, ([{ number }]) => number, logarithm);
  const times = (value) => `${Math.exp(value).toFixed(2)} ×`;
  return [
    key,
    pairs.length,
    ...[0, 1].map((arm) => mean(pairs.map((pair) => pair[arm][key])).toFixed(0)),
    times(middle),
    `${times(low)} to ${times(high)}`,
  ];
}

function difference(pairs, key) {
  const having = pairs.filter((pair) => pair.every((run) => (run[key] ?? null) !== null));
  if (having.length === 0) return undefined;
  const {
    mean: middle,
    low,
    high,
  } = clustered(
    having,
    ([{ number }]) => number,
    ([plain, own]) => own[key] - plain[key],
  );
  return [
    `${key} right`,
    having.length,
    ...[0, 1].map((arm) => three(mean(having.map((pair) => pair[arm][key])))),
    three(middle),
    `${three(low)} to ${three(high)}`,
  ];
}

function two(value) {
  return (value ?? null) === null ? '–' : value.toFixed(2);
}

function linesOf(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
