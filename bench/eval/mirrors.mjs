// Git directories of projects, below one folder.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { capture, Failure } from '../../scripts/lib/process.mjs';

/**
 * The Git directory of a project; undefined where there is none.
 * @param {string} repo `owner/name`
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
