import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

import { usage } from '../model/error.js';
import type { HookPlaces } from '../native/native.js';
import { readRegularText } from '../model/reading.js';

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

/** The hooks that can check documents, by name. */
const HOOKS: readonly string[] = ['pre-commit', 'pre-push'] satisfies HookName[];

/** Beside Git's own files: the hooks with a block of ours that only a setting leads to, which may change. An absolute path a line. */
export const PLACES = 'beadloom-hooks';

/** Bytes of that list. */
const MAX_LIST_BYTES = 64 << 10;

/** Bytes of a hook; more is none. */
const MAX_HOOK_BYTES = 1 << 20;

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

/**
 * Every file that may have a block for a hook, wherever it is looked for today: the settings that say where may have changed since,
 * and husky or lefthook may have come or gone.
 */
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
    ...notedPlaces(git)
      .filter((file) => basename(file) === hook)
      .map((file) => ({ file, lefthook: false })),
  ];
  return files
    .filter(({ file }, at) => isThere(file) && files.findIndex((one) => one.file === file) === at)
    .map(({ file, lefthook }) => placed(root, git, hook, file, lefthook));
}

/** The hooks that a block was put into in places that only a setting names, as {@link PLACES} lists them. */
export function notedPlaces(git: HookPlaces): string[] {
  try {
    const place = join(git.commonDir, PLACES);
    const lines = readRegularText(place, place, MAX_LIST_BYTES).split('\n');
    return lines.filter((line) => isAbsolute(line) && HOOKS.includes(basename(line)));
  } catch {
    return []; // none were noted
  }
}

function placeOf(top: string, git: HookPlaces, hook: HookName): { file: string; lefthook: boolean } {
  const lefthook = lefthookFile(top);
  if (lefthook !== undefined && (!git.isSet || callsLefthook(git, hook))) {
    return { file: lefthook, lefthook: true };
  }
  // Worktrees share the hooks of their repository, and core.hooksPath leads elsewhere.
  const folder = isOfHusky(top, git) ? join(top, '.husky') : git.hooks;
  return { file: join(folder, hook), lefthook: false };
}

/** The configuration of lefthook; undefined where there is none. */
function lefthookFile(top: string): string | undefined {
  return LEFTHOOK.map((name) => join(top, name)).find((path) => isThere(path));
}

/**
 * Whether the hooks where Git looks call lefthook, which then runs what its configuration says. It puts `prepare-commit-msg` there
 * besides the hooks that are configured.
 */
export function callsLefthook(git: HookPlaces, hook: HookName): boolean {
  return [hook, 'prepare-commit-msg'].some((name) => {
    const file = join(git.hooks, name);
    try {
      return readRegularText(file, file, MAX_HOOK_BYTES).includes('lefthook');
    } catch {
      return false; // no hook, or none that can be read
    }
  });
}

/** Whether Git looks where husky puts what calls the hooks in `.husky/`. */
function isOfHusky(top: string, git: HookPlaces): boolean {
  const husky = join(top, '.husky');
  return git.isSet && [join(husky, '_'), husky].some((folder) => isSame(folder, git.hooks));
}

function isSame(one: string, other: string): boolean {
  try {
    return resolved(one) === resolved(other);
  } catch {
    return false; // a circular link
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
  throw usage(`${path} is a circular link`);
}

/**
 * The text of a hook; undefined where there is none.
 *
 * @throws BeadloomError `not_readable` where it is not a regular file of at most 1 MiB
 */
export function readHook({ file, path }: HookPlace): string | undefined {
  const there = statSync(file, { throwIfNoEntry: false });
  return there === undefined ? undefined : readRegularText(file, path, MAX_HOOK_BYTES);
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
