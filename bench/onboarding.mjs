// What drafting a graph takes, and what it takes to say how much of one is documented.

import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../scripts/lib/process.mjs';
import { peakOf } from './indexing.mjs';
import { interleaved, less, ratios, runOnce, spread } from './measure.mjs';
import { generatedProject, MIDDLE } from './project.mjs';
import { beadloom, NOTHING, row } from './rows.mjs';

/**
 * `init --bootstrap` of a project that has no index yet, with all that it writes, against a full reindex of the same
 * tree. The work tree is as it was in the end.
 * @param {string} corpus
 * @param {string} project a Git work tree without changes
 * @param {string} folder for files of the measurement
 * @returns {import('./rows.mjs').Row[]}
 */
export function bootstrapRows(corpus, project, rounds, folder) {
  const forget = () => rmSync(join(project, '.beadloom'), { recursive: true, force: true });
  const restore = () => {
    forget();
    const git = (...args) => runOnce({ name: 'git', program: 'git', args, cwd: project });
    git('checkout', '--quiet', '--', '.');
    git('clean', '-d', '--force', '--quiet');
  };
  const work = ['--quiet', '--json', '--project', project];
  const full = { ...beadloom('full reindex', ['reindex', ...work]), before: forget };
  const init = { ...beadloom('bootstrap', ['init', '--bootstrap', '-y', ...work]), before: restore };
  restore();
  try {
    const times = interleaved([NOTHING, full, init], rounds);
    const own = (name) => less(times[name], times[NOTHING.name]);
    const peaks = [peakOf(init, folder), peakOf(full, folder)];
    return [
      row(corpus, 'init --bootstrap', 'full reindex', ratios(own(init.name), own(full.name)), {
        goal: 1.3,
        detail: { init_ms: spread(own(init.name)), full_ms: spread(own(full.name)) },
      }),
      row(corpus, 'init --bootstrap, peak memory', 'full reindex', [peaks[0] / peaks[1]], {
        goal: 1.1,
        detail: { init_mb: peaks[0], full_mb: peaks[1] },
      }),
    ];
  } finally {
    restore();
  }
}

/** `status` in process, with a graph of middle size. */
export function coverageRow(rounds) {
  const project = generatedProject(MIDDLE);
  runOnce(beadloom('reindex', ['reindex', '--quiet', '--project', project]));
  const measure = {
    name: 'status in process',
    program: process.execPath,
    args: [join(root, 'bench', 'status.mjs'), project],
  };
  const answers = Array.from({ length: Math.min(rounds, 5) }, () => JSON.parse(runOnce(measure)));
  return row(
    `${MIDDLE} nodes`,
    'status with coverage, p50',
    `${answers[0].calls} calls, ${answers[0].covered} bars`,
    answers.map((answer) => answer.p50_ms),
    { unit: 'ms', goal: 100, detail: { p99_ms: answers.map((answer) => answer.p99_ms) } },
  );
}
