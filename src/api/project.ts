import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { BeadloomError } from '../model/error.js';

/** A project's root and what made it one. */
export interface Project {
  /** Absolute. */
  root: string;
  /** The caller, a `.beadloom/` folder, a `.git`, or nothing but the current directory. */
  by: 'given' | 'beadloom' | 'git' | 'directory';
  /** The top of the Git checkout around a root that `.beadloom/` marks. */
  git?: string;
}

/**
 * Finds the project: the folder given, else the nearest folder upwards with `.beadloom/`, no further than the nearest with
 * `.git` (a folder, or the file of a worktree), else that one. Without Git around it, the start itself.
 *
 * @throws BeadloomError `no_project` where the folder given is none, and where nothing is given and the folder found is the
 *   user's home, the root of the file system or the folder for temporary files
 */
export function findProject(given?: string, start: string = process.cwd()): Project {
  if (given !== undefined) {
    const root = resolve(start, given);
    if (!isFolder(root)) {
      throw new BeadloomError({
        code: 'no_project',
        message: `${given} is not a folder`,
        hint: 'give the root of a project, or omit it to use the project around the current folder',
      });
    }
    return { root, by: 'given' };
  }
  const found = findAround(resolve(start));
  const what = tooWide(found.root);
  if (what !== undefined) {
    throw new BeadloomError({
      code: 'no_project',
      message: `${found.root} is ${what}, not a project`,
      hint: `change into a project or pass --project FOLDER; pass --project ${found.root} if you mean this folder`,
    });
  }
  return found;
}

function findAround(start: string): Project {
  let beadloom: string | undefined;
  for (let folder = start; ; folder = dirname(folder)) {
    if (isFolder(join(folder, '.beadloom'))) {
      beadloom ??= folder;
    }
    if (existsSync(join(folder, '.git'))) {
      return beadloom === undefined
        ? { root: folder, by: 'git' }
        : { root: beadloom, by: 'beadloom', git: folder };
    }
    if (dirname(folder) === folder) {
      break;
    }
  }
  // A stray `.beadloom/` far above, such as one in a home, must not take over what lies below.
  return { root: start, by: beadloom === start ? 'beadloom' : 'directory' };
}

/** What a folder is that holds much more than a project; undefined for any other. */
function tooWide(folder: string): string | undefined {
  const real = realPath(folder);
  if (dirname(real) === real) {
    return 'the root of the file system';
  }
  if (real === realPath(home() ?? '')) {
    return 'your home folder';
  }
  return [tmpdir(), '/tmp', '/var/tmp'].some((temporary) => real === realPath(temporary))
    ? 'the folder for temporary files'
    : undefined;
}

function home(): string | undefined {
  try {
    return process.env['HOME'] || homedir();
  } catch {
    return undefined;
  }
}

/** Without links; what is not there stays as it is. */
function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // Not allowed to look, or a file where a folder should be on the way.
    return false;
  }
}
