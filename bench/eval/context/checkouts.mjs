// Projects at the commits that tasks ask for: one checkout for each project, moved from commit to commit, so that the index
// is brought up to date in steps, as it is in use.

import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { capture, output } from '../../../scripts/lib/process.mjs';

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
      let at;
      return await use({
        beadloom,
        root,
        move: async (commit) => {
          await move(beadloom, root, commit, at);
          at = commit;
        },
      });
    } finally {
      beadloom.close();
    }
  } finally {
    if (!work) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Moves the checkout, file by file that differs: a mirror may lack a few large files, and what it has is checked out all the same.
 * @param {import('../../../dist/index.js').Beadloom} beadloom
 * @param {string} root
 * @param {string} commit
 * @param {string} [before] the commit that is checked out
 */
async function move(beadloom, root, commit, before) {
  const git = (...args) => ['-C', root, ...args];
  output('git', git('read-tree', commit));
  if (before === undefined) {
    capture('git', git('checkout-index', '--force', '--all', '--quiet'));
  } else {
    const changed = capture(
      'git',
      git('diff', '--name-only', '--no-renames', '--diff-filter=d', '-z', before, commit),
    );
    capture('git', git('checkout-index', '--force', '--quiet', '-z', '--stdin'), {
      input: changed.stdout,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  }
  capture('git', git('clean', '-fdqx', '-e', '.beadloom'));
  output('git', git('update-ref', '--no-deref', 'HEAD', commit));
  await beadloom.reindex({});
}
