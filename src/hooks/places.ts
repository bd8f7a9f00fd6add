import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

import { BeadloomError } from '../api/error.js';
import type { HookPlaces } from '../api/connection.js';
import { readRegularText } from '../api/reading.js';

/** The hooks that can check documents. */
export type HookName = 'pre-commit' | 'pre-push';

/** The file that Git, or who runs its hooks, reads for a hook. */
export interface HookPlace {
  hook: HookName;
  /** Absolute. */
  file: string;
  /** The same with all links resolved, also where nothing is there yet. */
  real: string;
  /** As it is shown: relative to the project where it is inside. */
  path: string;
  /** Whether it is a configuration of lefthook, which writes the hooks itself. */
  lefthook: boolean;
  /** Beside Git's own files; in the work tree, from where it is committed; or in neither, where others may share it. */
  lies: 'with_git' | 'in_tree' | 'outside';
}

const LEFTHOOK = ['lefthook.yml', '.lefthook.yml', 'lefthook.yaml', '.lefthook.yaml'];

/** Bytes of a hook; more is none. */
const MOST = 1 << 20;

/** Links on the way to a file; the system follows as many. */
const LINKS = 40;

/** Where the hooks are that can check documents. */
export function placesOf(root: string, git: HookPlaces, hooks: readonly HookName[]): HookPlace[] {
  const { top } = git;
  if (top === undefined) {
    return [];
  }
  return hooks.map((hook) => {
    const { file, lefthook } = placeOf(top, git, hook);
    return placed(root, git, hook, file, lefthook);
  });
}

function placed(root: string, git: HookPlaces, hook: HookName, file: string, lefthook: boolean): HookPlace {
  const real = resolved(file);
  const lies =
    isInside(git.commonDir, real) || isInside(git.gitDir, real)
      ? 'with_git'
      : isInside(git.top ?? '', real)
        ? 'in_tree'
        : 'outside';
  return { hook, file, real, path: shownPath(root, file), lefthook, lies };
}

/** Every file that may have a block for a hook, wherever it is looked for today: husky or lefthook may have come later. */
export function everyPlace(root: string, git: HookPlaces, hook: HookName): HookPlace[] {
  const { top } = git;
  if (top === undefined) {
    return [];
  }
  const files = [
    ...LEFTHOOK.map((name) => ({ file: join(top, name), lefthook: true })),
    ...[join(top, '.husky'), git.hooks, join(git.commonDir, 'hooks')].map((folder) => ({
      file: join(folder, hook),
      lefthook: false,
    })),
  ];
  return files
    .filter(({ file }, at) => isThere(file) && files.findIndex((one) => one.file === file) === at)
    .map(({ file, lefthook }) => placed(root, git, hook, file, lefthook));
}

function placeOf(top: string, git: HookPlaces, hook: HookName): { file: string; lefthook: boolean } {
  const lefthook = LEFTHOOK.map((name) => join(top, name)).find((path) => isThere(path));
  if (lefthook !== undefined) {
    return { file: lefthook, lefthook: true };
  }
  const husky = join(top, '.husky');
  if (isFolder(husky)) {
    return { file: join(husky, hook), lefthook: false };
  }
  // Worktrees share the hooks of their repository, and core.hooksPath leads elsewhere.
  return { file: join(git.hooks, hook), lefthook: false };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // also for a circular link
  }
}

/** Also where a link leads to nothing. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Where what is written to a path ends up. */
export function resolved(path: string): string {
  let place = path;
  for (let links = 0; links < LINKS; links += 1) {
    try {
      return realpathSync(place);
    } catch {
      const parent = dirname(place);
      if (parent === place) {
        return place;
      }
      place = join(resolved(parent), basename(place));
      if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() !== true) {
        return place;
      }
      place = resolve(dirname(place), readlinkSync(place));
    }
  }
  throw new BeadloomError({ code: 'usage', message: `${path} is a circular link` });
}

/**
 * The text of a hook; undefined where there is none.
 *
 * @throws BeadloomError `not_readable` where it is not a regular file of at most 1 MiB
 */
export function readHook({ file, path }: HookPlace): string | undefined {
  const there = statSync(file, { throwIfNoEntry: false });
  return there === undefined ? undefined : readRegularText(file, path, MOST);
}

function shownPath(root: string, path: string): string {
  const shown = relative(realpathSync(root), path);
  return isInside(root, path) || isInside(realpathSync(root), path) ? shown.split(sep).join('/') : path;
}

/** Whether a path lies in a folder, or is it. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}
