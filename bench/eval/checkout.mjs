// The code of a set's projects, at the revisions that the set names: only the part that is indexed.

import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { capture, Failure, needProgram, output } from '../../scripts/lib/process.mjs';

/** Where `owner/name` is looked for. */
export const ORIGIN = 'https://github.com';

/**
 * Brings what is not there yet; a project that cannot be brought does not keep the others back.
 * @param {import('./sets.mjs').Project[]} projects
 * @param {{ from?: string }} options `from`: where repositories are, an address or a folder with `owner/name`
 * @returns {{ name: string, reason: string }[]} what could not be brought
 */
export function checkout(projects, { from = ORIGIN }) {
  needProgram('git', 'install Git');
  const failed = [];
  for (const project of projects) {
    if (existsSync(project.folder)) continue;
    try {
      bring(project, from);
      console.log(`${project.name}: ${project.repository} at ${project.revision.slice(0, 10)}`);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failed.push({ name: project.name, reason: error.message });
      console.log(`${project.name}: ${error.message}`);
    }
  }
  return failed;
}

/** One commit without its history, and of its files those below the part that is indexed. */
function bring({ folder, prefix, repository, revision }, from) {
  mkdirSync(dirname(folder), { recursive: true });
  const half = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`));
  try {
    const address = /^[\w+]+:\/\//.test(repository) ? repository : `${from}/${repository}`;
    const git = (...args) => output('git', ['-C', half, ...args]);
    git('init', '--quiet');
    git('remote', 'add', 'origin', address);
    // Files that are not wanted need not come; a server that cannot leave them out sends them.
    git('fetch', '--quiet', '--depth', '1', '--filter=blob:none', 'origin', revision);
    if (prefix !== '') git('sparse-checkout', 'set', '--no-cone', `/${prefix}/`);
    git('checkout', '--quiet', '--detach', 'FETCH_HEAD');
    if (capture('git', ['-C', half, 'rev-parse', 'HEAD']).stdout.trim() !== revision) {
      throw new Failure(`${address} gave another commit than ${revision}`);
    }
    rmSync(join(half, '.git'), { recursive: true, force: true });
    renameSync(half, folder);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}
