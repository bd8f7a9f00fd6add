// `npm run bench [-- CORPUS…] [-- --rounds N]`: what beadloom takes, against the least that the same work could
// take or against a peer, on the same files in the same run. Prints a table and writes `bench/results/<time>.json`.

import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { cargoEnv, targetFolder } from '../scripts/lib/cargo.mjs';
import { ensureAddon, ensureInstalled, ensureShell } from '../scripts/lib/ensure.mjs';
import { capture, Failure, heading, root, run, script } from '../scripts/lib/process.mjs';
import { cacheFolder, corpora, missingPrograms, workTree } from './corpora.mjs';
import { interleaved, less, ratios, runOnce, spread } from './measure.mjs';
import { EDGES, generatedProject, NODES, CHUNKS } from './project.mjs';

const CLI = join(root, 'dist', 'cli.js');
const NOTHING = { name: 'node -e 0', program: process.execPath, args: ['-e', '0'] };

/** @typedef {{ corpus: string, what: string, against: string, unit: string, goal?: number, min: number, median: number, max: number, detail?: object }} Row */

await script((argv) => {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { rounds: { type: 'string', default: '7' } },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Failure('--rounds takes a whole number from 1');
  const chosen = choose(positionals);
  const commit = capture('git', ['describe', '--always', '--dirty', '--abbrev=10']).stdout.trim() || null;

  ensureInstalled();
  ensureAddon({ release: true });
  ensureShell();
  run('cargo', ['build', '--quiet', '--release', '--package', 'beadloom-bench'], {
    env: cargoEnv('release'),
  });

  /** @type {Row[]} */
  const rows = [];
  const skipped = [];
  console.log(`cache: ${cacheFolder()}`);
  heading('start and context');
  rows.push(...show(startRows(rounds)), ...show(contextRows(rounds)));
  for (const corpus of chosen) {
    heading(corpus.what);
    const missing = missingPrograms(corpus);
    if (missing.length > 0) {
      skipped.push({ corpus: corpus.name, reason: `no ${missing.join(', ')} on the path` });
      console.log(`skipped: ${skipped.at(-1).reason}`);
      continue;
    }
    rows.push(...show(corpusRows(corpus, rounds)));
  }
  write(rows, skipped, rounds, commit);
});

function choose(names) {
  const unknown = names.filter((name) => !corpora.some((corpus) => corpus.name === name));
  if (unknown.length > 0) {
    const known = corpora.map((corpus) => corpus.name).join(', ');
    throw new Failure(`no corpus is named ${unknown.join(', ')}; there are ${known}`);
  }
  return names.length === 0 ? corpora : corpora.filter((corpus) => names.includes(corpus.name));
}

/** How much of a run is Node's own start. */
function startRows(rounds) {
  const version = beadloom('beadloom --version', ['--version']);
  const times = interleaved([NOTHING, version], rounds * 3);
  return [
    row('', version.name, NOTHING.name, ratios(times[version.name], times[NOTHING.name]), {
      goal: 1.5,
      detail: { [NOTHING.name]: spread(times[NOTHING.name]) },
    }),
  ];
}

/** `ctx` on the generated project: in process, and as a command that brings the index up to date first. */
function contextRows(rounds) {
  const project = generatedProject();
  runOnce(beadloom('reindex', ['reindex', '--quiet', '--project', project]));
  const corpus = `${NODES} nodes, ${EDGES} edges, ${CHUNKS} chunks`;
  const inProcess = Array.from({ length: Math.min(rounds, 5) }, () =>
    JSON.parse(
      runOnce({
        name: 'ctx in process',
        program: process.execPath,
        args: [join(root, 'bench', 'context.mjs'), project],
      }),
    ),
  );
  const ctx = beadloom('ctx', ['ctx', 'N-17', '--project', project]);
  const times = interleaved([NOTHING, ctx], rounds * 3);
  const calls = inProcess[0].calls;
  return [
    row(
      corpus,
      'ctx in process, p50',
      `${calls} calls`,
      inProcess.map((answer) => answer.p50_ms),
      { unit: 'ms', goal: 2 },
    ),
    row(
      corpus,
      'ctx in process, p99',
      `${calls} calls`,
      inProcess.map((answer) => answer.p99_ms),
      { unit: 'ms', goal: 10 },
    ),
    row(corpus, 'ctx, whole process', NOTHING.name, ratios(times.ctx, times[NOTHING.name]), { goal: 2.5 }),
  ];
}

/** Indexing a published package. */
function corpusRows(corpus, rounds) {
  const project = workTree(corpus);
  const folder = mkdtempSync(join(tmpdir(), 'beadloom-bench-'));
  try {
    return indexRows(corpus.name, project, rounds, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function indexRows(corpus, project, rounds, folder) {
  const forget = () => rmSync(join(project, '.beadloom'), { recursive: true, force: true });
  const reindex = ['reindex', '--quiet', '--json', '--project', project];
  const full = { ...beadloom('full reindex', reindex), before: forget };
  forget();
  const answer = JSON.parse(runOnce(full));
  const size = {
    files: answer.files,
    totals: answer.totals,
    index_bytes: statSync(join(project, '.beadloom', 'beadloom.db')).size,
  };

  const limits = join(
    targetFolder(),
    'release',
    process.platform === 'win32' ? 'beadloom-bench.exe' : 'beadloom-bench',
  );
  const list = join(folder, 'files.txt');
  writeFileSync(list, runOnce({ name: 'list of files', program: limits, args: ['files', project] }));
  const parse = { name: 'read and parse', program: limits, args: ['parse', project, list] };
  const limit = JSON.parse(runOnce(parse));
  if (limit.trees < limit.files) throw new Failure(`only ${limit.trees} of ${limit.files} files were parsed`);

  const fullTimes = interleaved([NOTHING, full, parse], rounds);
  const fullOwn = less(fullTimes[full.name], fullTimes[NOTHING.name]);
  const rows = [
    row(
      corpus,
      'full reindex',
      `reading and parsing ${limit.files} files`,
      ratios(fullOwn, fullTimes[parse.name]),
      {
        goal: 2,
        detail: { ...size, limit, full_ms: spread(fullOwn), parse_ms: spread(fullTimes[parse.name]) },
      },
    ),
  ];

  runOnce(beadloom('reindex', reindex));
  const unchanged = beadloom('nothing changed', reindex);
  const git = { name: 'git status', program: 'git', args: ['status', '--porcelain'], cwd: project };
  const idle = interleaved([NOTHING, unchanged, git], rounds * 2);
  const idleOwn = less(idle[unchanged.name], idle[NOTHING.name]);
  rows.push(
    row(corpus, 'reindex, nothing changed', 'git status', ratios(idleOwn, idle[git.name]), {
      goal: 2,
      detail: { own_ms: spread(idleOwn), git_ms: spread(idle[git.name]) },
    }),
    changedRow(corpus, project, reindex, list, rounds, fullOwn),
    peakRow(corpus, full, rounds, folder),
  );
  return rows;
}

/** A file of middle size gets a comment, another one in every round, and is as it was in the end. */
function changedRow(corpus, project, reindex, list, rounds, fullOwn) {
  const files = readFileSync(list, 'utf8')
    .trim()
    .split('\n')
    .map((path) => join(project, path));
  const bySize = files
    .map((path) => ({ path, size: statSync(path).size }))
    .toSorted((a, b) => a.size - b.size);
  const { path, size } = bySize[Math.floor(bySize.length / 2)];
  const mark = path.endsWith('.py') ? '#' : '//';
  let round = 0;
  const edit = () => {
    truncateSync(path, size);
    round += 1;
    appendFileSync(path, `\n${mark} change ${round}\n`);
  };
  try {
    const changed = { ...beadloom('one file changed', reindex), before: edit };
    const times = interleaved([NOTHING, changed], rounds * 2);
    const own = less(times[changed.name], times[NOTHING.name]);
    const middle = spread(fullOwn).median;
    return row(
      corpus,
      'reindex, one file changed',
      'full reindex (median)',
      own.map((value) => value / middle),
      {
        goal: 1 / 20,
        detail: { own_ms: spread(own) },
      },
    );
  } finally {
    truncateSync(path, size);
  }
}

/** The greatest resident size of the process that makes the index, Node included. */
function peakRow(corpus, full, rounds, folder) {
  const file = join(folder, 'peak');
  const watched = {
    ...full,
    args: ['--import', join(root, 'bench', 'peak.mjs'), ...full.args],
    env: { BEADLOOM_PEAK_FILE: file },
  };
  const peaks = Array.from({ length: Math.min(rounds, 3) }, () => {
    full.before();
    runOnce(watched);
    return Number(readFileSync(file, 'utf8')) / 2 ** 20;
  });
  return row(corpus, 'full reindex, peak memory', 'Node included', peaks, {
    unit: 'MB',
    goal: corpus === 'django' ? 250 : undefined,
  });
}

function beadloom(name, args) {
  return { name, program: process.execPath, args: [CLI, ...args] };
}

/** @returns {Row} */
function row(corpus, what, against, values, { unit = '×', goal, detail } = {}) {
  return { corpus, what, against, unit, goal, ...spread(values), detail };
}

/** Prints rows as they come: a run takes minutes. */
function show(rows) {
  for (const { what, against, unit, goal, min, median, max } of rows) {
    const number = (value) => `${value < 0.1 ? value.toPrecision(2) : value.toFixed(2)} ${unit}`;
    const verdict =
      goal === undefined ? '' : median <= goal ? `goal ${number(goal)}: met` : `goal ${number(goal)}: MISSED`;
    console.log(
      `${what.padEnd(28)} ${number(median).padStart(10)}  (${number(min)} to ${number(max)})  against ${against}. ${verdict}`,
    );
  }
  return rows;
}

function write(rows, skipped, rounds, commit) {
  const time = new Date().toISOString();
  const machine = {
    platform: process.platform,
    arch: process.arch,
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: availableParallelism(),
    memory_bytes: totalmem(),
  };
  mkdirSync(join(root, 'bench', 'results'), { recursive: true });
  const file = join(root, 'bench', 'results', `${time.replaceAll(':', '')}.json`);
  writeFileSync(
    file,
    `${JSON.stringify({ version: 1, time, commit, machine, rounds, rows, skipped }, null, 2)}\n`,
  );
  heading(`written to ${file}`);
}
