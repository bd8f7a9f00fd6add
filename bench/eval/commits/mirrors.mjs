// Where the Git directory of a project lies below the folder of all of them.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from '../../../scripts/lib/process.mjs';

/** The Git directory of a project. */
export function mirrorOf(repo, repos) {
  if (!repos) throw new Failure('--repos is needed: the Git directories of the projects');
  const flat = repo.replace('/', '+');
  const places = [join(flat, 'repo'), flat, `${flat}.git`, repo, repo.split('/').at(-1)];
  const found = places
    .map((place) => join(repos, place))
    .find((place) => existsSync(join(place, 'HEAD')) || existsSync(join(place, '.git')));
  if (!found) throw new Failure(`${repos} has no ${repo}; looked for ${places.join(', ')}`);
  return found;
}
