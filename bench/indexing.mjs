// What bringing an index up to date takes.

import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { targetFolder } from '../scripts/lib/cargo.mjs';
import { Failure, root } from '../scripts/lib/process.mjs';
import { workTree } from './corpora.mjs';
import { interleaved, less, ratios, runOnce, spread } from './measure.mjs';
import { beadloom, NOTHING, row } from './rows.mjs';
import { worktreeRows } from './worktrees.mjs';

/** Indexing a published package. */
export function corpusRows(corpus, rounds) {
  const project = workTree(corpus);
  const folder = mkdtempSync(join(tmpdir(), 'beadloom-bench-'));
  try {
    return [
      ...indexRows(corpus.name, project, rounds, folder),
      ...searchRows(corpus.name, project, rounds),
      ...worktreeRows(corpus.name, project, rounds, folder),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Finding code in it. */
function searchRows(corpus, project, rounds) {
  const measure = {
    name: 'search in process',
    program: process.execPath,
    args: [join(root, 'bench', 'search.mjs'), project],
  };
  const found = Array.from({ length: Math.min(rounds, 3) }, () => JSON.parse(runOnce(measure)));
  const of = (what, key) => found.map((one) => one[what][key]);
  const against = `${found[0].calls} calls, ${found[0].chunks} chunks`;
  const ofFiles = `${found[0].calls} calls, ${found[0].files} files`;
  return [
    row(corpus, 'search in code, p50', against, of('search', 'p50_ms'), { unit: 'ms', goal: 5 }),
    row(corpus, 'search in code, p95', against, of('search', 'p95_ms'), { unit: 'ms', goal: 15 }),
    row(corpus, 'search --exact, p50', ofFiles, of('exact', 'p50_ms'), { unit: 'ms', goal: 10 }),
    row(corpus, 'search --exact, p95', ofFiles, of('exact', 'p95_ms'), { unit: 'ms' }),
    row(corpus, 'ctx --task, p50', against, of('task', 'p50_ms'), { unit: 'ms', goal: 20 }),
  ];
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
        goal: 1.5,
        detail: { ...size, limit, full_ms: spread(fullOwn), parse_ms: spread(fullTimes[parse.name]) },
      },
    ),
  ];

  const source = readFileSync(list, 'utf8')
    .trim()
    .split('\n')
    .reduce((sum, path) => sum + statSync(join(project, path)).size, 0);
  rows.push(row(corpus, 'index size', 'bytes of source in known languages', [size.index_bytes / source]));

  runOnce(beadloom('reindex', reindex));
  const unchanged = beadloom('nothing changed', reindex);
  const git = { name: 'git status', program: 'git', args: ['status', '--porcelain'], cwd: project };
  const idle = interleaved([NOTHING, unchanged, git], rounds * 2);
  const idleOwn = less(idle[unchanged.name], idle[NOTHING.name]);
  rows.push(
    row(corpus, 'reindex, nothing changed', 'git status', ratios(idleOwn, idle[git.name]), {
      goal: 1.5,
      detail: { own_ms: spread(idleOwn), git_ms: spread(idle[git.name]) },
    }),
    changedRow(corpus, project, reindex, list, rounds, fullOwn),
    freshRow(corpus, project, list, rounds),
    ...semanticRows(corpus, project, reindex, rounds, source),
    peakRow(corpus, full, rounds, folder),
  );
  return rows;
}

/** The file of middle size among those that are parsed. */
function middleFile(project, list) {
  const bySize = readFileSync(list, 'utf8')
    .trim()
    .split('\n')
    .map((file) => ({ file, path: join(project, file), size: statSync(join(project, file)).size }))
    .toSorted((a, b) => a.size - b.size);
  return bySize[Math.floor(bySize.length / 2)];
}

/** How long it takes until a search in process finds what was just written. */
function freshRow(corpus, project, list, rounds) {
  const { file } = middleFile(project, list);
  const measure = {
    name: 'changed and found',
    program: process.execPath,
    args: [join(root, 'bench', 'fresh.mjs'), project, file],
  };
  const found = Array.from({ length: Math.min(rounds, 3) }, () => JSON.parse(runOnce(measure)));
  return row(
    corpus,
    'one file changed, found, p50',
    `${found[0].rounds} changes`,
    found.map((one) => one.p50_ms),
    { unit: 'ms', goal: 50, detail: { p95_ms: found.map((one) => one.p95_ms) } },
  );
}

/** What vectors add to a full run, at most three parts in ten of the whole; and how large the index is without. */
function semanticRows(corpus, project, reindex, rounds, source) {
  const without = () => {
    rmSync(join(project, '.beadloom'), { recursive: true, force: true });
    mkdirSync(join(project, '.beadloom'));
  };
  const off = () => {
    without();
    writeFileSync(join(project, '.beadloom', 'config.yml'), 'search:\n  semantic: off\n');
  };
  const on = { ...beadloom('with vectors', reindex), before: without };
  const bare = { ...beadloom('without vectors', reindex), before: off };
  try {
    const times = interleaved([NOTHING, on, bare], rounds);
    const own = (measure) => less(times[measure.name], times[NOTHING.name]);
    off();
    runOnce(bare);
    const size = statSync(join(project, '.beadloom', 'beadloom.db')).size;
    return [
      row(corpus, 'full reindex, with vectors', 'without', ratios(own(on), own(bare)), { goal: 1 / 0.7 }),
      row(corpus, 'index size, without vectors', 'bytes of source in known languages', [size / source], {
        goal: 1,
      }),
    ];
  } finally {
    without();
    runOnce(beadloom('reindex', reindex));
  }
}

/** A file of middle size gets a comment, another one in every round, and is as it was in the end. */
function changedRow(corpus, project, reindex, list, rounds, fullOwn) {
  const { path, size } = middleFile(project, list);
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

/** The greatest resident size of the process that makes the index, Node included, in MB. */
export function peakOf(command, folder) {
  const file = join(folder, 'peak');
  command.before?.();
  runOnce({
    ...command,
    args: ['--import', join(root, 'bench', 'peak.mjs'), ...command.args],
    env: { BEADLOOM_PEAK_FILE: file },
  });
  return Number(readFileSync(file, 'utf8')) / 2 ** 20;
}

function peakRow(corpus, full, rounds, folder) {
  const peaks = Array.from({ length: Math.min(rounds, 3) }, () => peakOf(full, folder));
  return row(corpus, 'full reindex, peak memory', 'Node included', peaks, {
    unit: 'MB',
    goal: corpus === 'django' ? 250 : undefined,
  });
}
