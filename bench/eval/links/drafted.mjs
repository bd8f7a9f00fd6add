// Projects with the graph that `init` drafts of them, at the commits whose documents were read.

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { withCheckout } from '../context/checkouts.mjs';
import { hasCommit, mirrorOf } from '../mirrors.mjs';

/**
 * Lets `use` ask a project whose graph was drafted. Undefined where the project, or its commit, is not there.
 * @template T
 * @param {string} repo
 * @param {string} commit
 * @param {{ repos?: string, work?: string }} options
 * @param {(opened: { beadloom: import('../../../dist/index.js').Beadloom, root: string }) => T | Promise<T>} use
 * @returns {Promise<T | undefined>}
 */
export async function withDraft(repo, commit, { repos, work }, use) {
  const mirror = mirrorOf(repo, repos);
  if (mirror === undefined || !hasCommit(mirror, commit)) return undefined;
  return withCheckout(repo, mirror, { work }, async ({ beadloom, root, move }) => {
    await move(commit);
    // What an earlier run drafted is drafted again.
    const graph = join(root, '.beadloom/_graph');
    if (existsSync(graph)) rmSync(graph, { recursive: true });
    await beadloom.init({});
    return use({ beadloom, root });
  });
}
