// Projects at the commits that tasks ask for: one checkout for each project, moved from commit to commit, so that the index
// is brought up to date in steps, as it is in use.

import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { capture, Failure, output } from '../../../scripts/lib/process.mjs';

/**
 * The Git directory of a project; undefined where there is none.
 * @param {string} repo
 * @param {string} [repos] the folder of all
 */
export function mirrorOf(repo, repos) {
  if (!repos) throw new Failure('--repos is needed: the Git directories of the projects');
  const flat = repo.replace('/', '+');
  // Sets do not all write owners as they call themselves.
  const written = readdirSync(repos).find((name) => name.toLowerCase() === flat.toLowerCase()) ?? flat;
  return [join(written, 'repo'), written, `${flat}.git`, repo, repo.split('/').at(-1)]
    .map((place) => join(repos, place))
    .find((place) => existsSync(join(place, 'HEAD')) || existsSync(join(place, '.git')));
}

/** Whether a Git directory has a commit. */
export function hasCommit(mirror, commit) {
  return capture('git', ['-C', mirror, 'cat-file', '-e', `${commit}^{tree}`]).status === 0;
}

/**
 * Opens a checkout of a project at `mirror`, lets `use` ask, and removes it, unless `--work` names where checkouts are kept with
 * their indexes.
 * @template T
 * @param {string} repo
 * @param {string} mirror its Git directory
 * @param {{ work?: string, config?: string }} options
 * @param {(opened: { beadloom: import('../../../dist/index.js').Beadloom, root: string, move: (commit: string) => Promise<void> }) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withCheckout(repo, mirror, { work, config }, use) {
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
