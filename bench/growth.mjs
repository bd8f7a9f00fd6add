// How time and memory grow with the number of files: real sources of one large package, copied as often as it takes.

import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { cached, commitAll, corpora, missingPrograms, workTree } from './corpora.mjs';
import { peakOf } from './indexing.mjs';
import { interleaved, less, runOnce, spread } from './measure.mjs';
import { bootstrapRows } from './onboarding.mjs';
import { beadloom, NOTHING, row } from './rows.mjs';

const SIZES = [1_000, 10_000, 100_000];
const SOURCE = 'kubernetes';
/** More time per file than that with ten times the files is no longer linear. */
const GOAL = 1.3;

/** @returns {import('./rows.mjs').Row[]} */
export function growthRows(rounds) {
  const corpus = corpora.find(({ name }) => name === SOURCE);
  if (missingPrograms(corpus).length > 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'beadloom-growth-'));
  const rows = [];
  let smaller;
  try {
    for (const size of SIZES) {
      const project = copies(corpus, size);
      const reindex = ['reindex', '--quiet', '--json', '--project', project];
      const forget = () => rmSync(join(project, '.beadloom'), { recursive: true, force: true });
      const full = { ...beadloom('full reindex', reindex), before: forget };
      const times = interleaved([NOTHING, full], Math.max(1, Math.min(rounds, Math.round(30_000 / size))));
      const perFile = less(times[full.name], times[NOTHING.name]).map((value) => value / size);
      const name = `${size.toLocaleString('en')} files of ${SOURCE}`;
      rows.push(row(name, 'full reindex, per file', 'itself', perFile, { unit: 'ms' }));
      if (smaller) {
        const share = perFile.map((value) => value / smaller);
        rows.push(row(name, 'full reindex, per file', 'a tenth of the files', share, { goal: GOAL }));
      }
      smaller = spread(perFile).median;
      if (size === SIZES[0]) rows.push(fiveFiles(name, project, reindex, rounds, smaller * size));
      const peak = peakOf(full, folder);
      rows.push(row(name, 'full reindex, peak memory', 'Node included', [peak], { unit: 'MB', goal: 500 }));
      rows.push(...bootstrapRows(name, project, Math.max(1, Math.min(rounds, 3)), folder));
      if (size > SIZES[1]) rmSync(project, { recursive: true, force: true });
      else runOnce(beadloom('reindex', reindex));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
}

/** Five files of middle size get a function, another one in every round, and are as they were in the end. */
function fiveFiles(corpus, project, reindex, rounds, full) {
  const files = readdirSync(project, { recursive: true })
    .map((path) => join(project, String(path)))
    .filter((path) => path.endsWith('.go'))
    .map((path) => ({ path, size: statSync(path).size }))
    .toSorted((a, b) => a.size - b.size);
  const middle = Math.floor(files.length / 2);
  const edited = files.slice(middle, middle + 5);
  const restore = () => edited.forEach(({ path, size }) => truncateSync(path, size));
  let round = 0;
  const edit = () => {
    restore();
    round += 1;
    for (const { path } of edited) appendFileSync(path, `\nfunc change${round}() {}\n`);
  };
  try {
    runOnce(beadloom('reindex', reindex));
    const times = interleaved([NOTHING, { ...beadloom('five', reindex), before: edit }], rounds * 2);
    const own = less(times.five, times[NOTHING.name]);
    const shares = own.map((value) => value / full);
    return row(corpus, 'reindex, five files changed', 'full reindex (median)', shares, {
      goal: 1 / 50,
      detail: { own_ms: spread(own) },
    });
  } finally {
    restore();
  }
}

/** A work tree of that many Go files: the package's, whole folders first, then the package again beside itself. */
function copies(corpus, size) {
  const from = workTree(corpus);
  return cached(`growth-${size}`, (folder) => {
    const files = readdirSync(from, { recursive: true })
      .map((path) => String(path).replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.go') && !path.startsWith('.git/'))
      .toSorted();
    for (let copied = 0; copied < size; copied += files.length) {
      const copy = join(folder, `copy-${copied / files.length}`);
      for (const path of [...files.slice(0, size - copied), 'go.mod']) {
        const to = join(copy, path);
        if (!existsSync(dirname(to))) mkdirSync(dirname(to), { recursive: true });
        cpSync(join(from, path), to);
      }
    }
    commitAll(folder);
  });
}
