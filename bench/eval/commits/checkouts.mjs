// Projects at the commits that tasks ask for: one checkout for each project, moved from commit to commit, so that the index
// is brought up to date in steps, as it is in use.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { capture, Failure, output } from '../../../scripts/lib/process.mjs';
import { mirrorOf } from './mirrors.mjs';

/** @typedef {import('./shown.mjs').Task} Task */

/**
 * The tasks of a file by project; with `tasks`, so many of all, as many of each project as can be.
 * @param {{ data?: string, only?: string, tasks?: number }} options
 * @returns {Map<string, Task[]>}
 */
export function tasksOf({ data, only, tasks }) {
  if (!data) throw new Failure('--data is needed: a file of JSON lines, a task each');
  if (!existsSync(data)) throw new Failure(`${data} is not there`);
  const all = new Map();
  for (const line of readFileSync(data, 'utf8').split('\n')) {
    if (line.trim() === '') continue;
    const task = JSON.parse(line);
    all.set(task.repo, [...(all.get(task.repo) ?? []), task]);
  }
  const wanted = only?.split(',') ?? [...all.keys()];
  const isWanted = (repo) => wanted.some((name) => name === repo || name === repo.split('/').at(-1));
  const chosen = new Map([...all].filter(([repo]) => isWanted(repo)));
  if (chosen.size === 0) throw new Failure(`${data} has none of ${wanted.join(', ')}`);
  const each = tasks === undefined ? Infinity : Math.ceil(tasks / chosen.size);
  return new Map([...chosen].map(([repo, list]) => [repo, list.slice(0, each)]));
}

/**
 * Opens the checkout of a project, lets `use` ask, and removes it, unless `--work` names where checkouts are kept with
 * their indexes.
 * @template T
 * @param {string} repo
 * @param {{ repos?: string, work?: string, config?: string }} options
 * @param {(opened: { beadloom: import('../../../dist/index.js').Beadloom, root: string, move: (commit: string) => Promise<void> }) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withCheckout(repo, { repos, work, config }, use) {
  const mirror = mirrorOf(repo, repos);
  if (work) mkdirSync(work, { recursive: true });
  const folder = work ?? mkdtempSync(join(tmpdir(), 'beadloom-commits-eval-'));
  try {
    const root = join(folder, repo.replace('/', '+'));
    if (!existsSync(root)) output('git', ['clone', '--quiet', '--shared', '--no-checkout', mirror, root]);
    if (config) {
      mkdirSync(join(root, '.beadloom'), { recursive: true });
      cpSync(config, join(root, '.beadloom', 'config.yml'));
    }
    const { Beadloom } = await import('../../../dist/index.js');
    const beadloom = Beadloom.open(root);
    try {
      return await use({ beadloom, root, move: (commit) => move(beadloom, root, commit) });
    } finally {
      beadloom.close();
    }
  } finally {
    if (!work) rmSync(folder, { recursive: true, force: true });
  }
}

/** A mirror may lack a few large files; what it has is checked out all the same. */
async function move(beadloom, root, commit) {
  output('git', ['-C', root, 'read-tree', commit]);
  for (const args of [
    ['checkout-index', '--force', '--all', '--quiet'],
    ['clean', '-fdqx', '-e', '.beadloom'],
  ]) {
    capture('git', ['-C', root, ...args]);
  }
  output('git', ['-C', root, 'update-ref', '--no-deref', 'HEAD', commit]);
  await beadloom.reindex({});
}
