import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { BeadloomError } from './error.js';

/** A project's root and what made it one. */
export interface Project {
  /** Absolute. */
  root: string;
  /** The caller, a `.beadloom/` folder, a `.git`, or nothing but the current directory. */
  by: 'given' | 'beadloom' | 'git' | 'directory';
}

/**
 * Finds the project: the folder given, else the nearest folder upwards with `.beadloom/`, else the nearest with
 * `.git` (a folder, or the file of a worktree), else the start itself.
 *
 * @throws BeadloomError `no_project` where the folder given is none
 */
export function findProject(given?: string, start: string = process.cwd()): Project {
  if (given !== undefined) {
    const root = resolve(start, given);
    if (!isFolder(root)) {
      throw new BeadloomError({
        code: 'no_project',
        message: `${given} is not a folder`,
        hint: 'give the root of a project, or leave it out to use the one around the current directory',
      });
    }
    return { root, by: 'given' };
  }
  const beadloom = nearest(start, (folder) => isFolder(join(folder, '.beadloom')));
  if (beadloom !== undefined) {
    return { root: beadloom, by: 'beadloom' };
  }
  const git = nearest(start, (folder) => existsSync(join(folder, '.git')));
  if (git !== undefined) {
    return { root: git, by: 'git' };
  }
  return { root: resolve(start), by: 'directory' };
}

function nearest(start: string, test: (folder: string) => boolean): string | undefined {
  let folder = resolve(start);
  for (;;) {
    if (test(folder)) {
      return folder;
    }
    const parent = dirname(folder);
    if (parent === folder) {
      return undefined;
    }
    folder = parent;
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
