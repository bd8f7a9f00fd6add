import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

import type { InstalledHook } from '../api/answers.js';
import { BeadloomError } from '../api/error.js';
import { deleteFile, writeOutput, writeProgram } from '../yaml/files.js';
import {
  commandSetting,
  hasBlock,
  hookBlock,
  isBare,
  isShell,
  withBlock,
  withLefthook,
  withoutBlock,
} from './block.js';

/** The hooks that can check documents. */
export type HookName = 'pre-commit' | 'pre-push';

/** What to do. */
export interface HookChange {
  /** The project. */
  root: string;
  hooks: readonly HookName[];
  /** Take the block out. */
  remove: boolean;
  /** The program and arguments that call this beadloom; undefined: the setting that names them stays as it is. */
  command: readonly string[] | undefined;
}

const LEFTHOOK = ['lefthook.yml', '.lefthook.yml', 'lefthook.yaml', '.lefthook.yaml'];

/** The setting of the repository with the command that hooks fall back on. It is in no commit. */
const SETTING = 'beadloom.command';

/**
 * Puts our block into hooks, or takes it out.
 *
 * @throws BeadloomError `usage` where there is no repository, or a hook is of a form that nothing can be added to
 */
export function changeHooks({ root, hooks, remove, command }: HookChange): InstalledHook[] {
  const top = git(root, 'rev-parse', '--show-toplevel');
  if (top === undefined || top === '') {
    throw new BeadloomError({
      code: 'usage',
      message: 'hooks belong to a Git repository, and there is none here',
      hint: 'run git init first',
    });
  }
  const folder = relative(realpathSync(top), realpathSync(root)).split(sep).join('/');
  const changed = hooks.map((hook) => {
    const { path, lefthook } = placeOf(top, hook);
    const outcome = remove ? takeOut(path) : putIn(path, hook, lefthook, folder);
    return { hook, path: shownPath(root, path), outcome };
  });
  if (!remove && command !== undefined) {
    git(root, 'config', '--local', SETTING, commandSetting(command));
  } else if (remove && hooks.length === 2) {
    git(root, 'config', '--local', '--unset-all', SETTING);
  }
  return changed;
}

/** Where a hook of a project is. */
export interface HookPlace {
  hook: HookName;
  /** Absolute. */
  file: string;
  /** As it is shown. */
  path: string;
  lefthook: boolean;
  /** The project, relative to the top of the work tree; empty where it is the top. */
  folder: string;
}

/** Where the hooks are that can check documents; none without a repository. */
export function placesOf(root: string): HookPlace[] {
  const top = git(root, 'rev-parse', '--show-toplevel');
  if (top === undefined || top === '') {
    return [];
  }
  const folder = relative(realpathSync(top), realpathSync(root)).split(sep).join('/');
  return (['pre-commit', 'pre-push'] as const).map((hook) => {
    const { path: file, lefthook } = placeOf(top, hook);
    return { hook, file, path: shownPath(root, file), lefthook, folder };
  });
}

function shownPath(root: string, path: string): string {
  const shown = relative(realpathSync(root), path);
  return isOutside(shown) ? path : shown.split(sep).join('/');
}

interface Place {
  path: string;
  /** Whether it is a configuration of lefthook, which writes the hooks itself. */
  lefthook: boolean;
}

/** The file that Git, or who runs its hooks, reads for a hook. */
function placeOf(top: string, hook: HookName): Place {
  const lefthook = LEFTHOOK.map((name) => join(top, name)).find((path) => existsSync(path));
  if (lefthook !== undefined) {
    return { path: lefthook, lefthook: true };
  }
  const husky = join(top, '.husky');
  if (statSync(husky, { throwIfNoEntry: false })?.isDirectory()) {
    return { path: join(husky, hook), lefthook: false };
  }
  // Worktrees share the hooks of their repository, and core.hooksPath leads elsewhere: Git knows.
  const folder = git(top, 'rev-parse', '--git-path', 'hooks');
  if (folder === undefined || folder === '') {
    throw new BeadloomError({ code: 'usage', message: 'Git does not say where its hooks are', hint: null });
  }
  return { path: join(isAbsolute(folder) ? folder : resolve(top, folder), hook), lefthook: false };
}

function putIn(path: string, hook: HookName, lefthook: boolean, folder: string): string {
  const text = read(path);
  const wanted = lefthook ? ofLefthook(path, text ?? '', hook, folder) : ofShell(path, text, folder);
  if (wanted === text) {
    return 'unchanged';
  }
  // Over what is there: a hook may be a link to where a team keeps it.
  (lefthook ? writeOutput : writeProgram)(path, wanted);
  return 'installed';
}

function ofShell(path: string, text: string | undefined, folder: string): string {
  if (text !== undefined && !isShell(text)) {
    throw new BeadloomError({
      code: 'usage',
      message: `${path} is no shell script, so nothing can be added to it`,
      hint: 'have it run `beadloom sync-check --hook`, which exits with 2 where the commit shall stop',
    });
  }
  return withBlock(text, hookBlock(folder));
}

function ofLefthook(path: string, text: string, hook: HookName, folder: string): string {
  const check = 'beadloom sync-check --hook --no-progress';
  const run = folder === '' ? check : `cd '${folder.replaceAll("'", String.raw`'\''`)}' && ${check}`;
  const wanted = withLefthook(text, hook, run);
  if (wanted === undefined) {
    throw new BeadloomError({
      code: 'usage',
      message: `${path} has a ${hook} without \`commands\`, and beadloom does not guess where its own would go`,
      hint: `add a command or job to it that runs: ${run}`,
    });
  }
  return wanted;
}

function takeOut(path: string): string {
  const text = read(path);
  if (text === undefined || !hasBlock(text)) {
    return 'absent';
  }
  let rest = text;
  while (hasBlock(rest)) {
    rest = withoutBlock(rest);
  }
  if (isBare(rest)) {
    deleteFile(path);
  } else {
    writeOutput(path, rest);
  }
  return 'removed';
}

function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function isOutside(way: string): boolean {
  return isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`);
}

/** What Git prints; undefined where it fails or is missing. */
function git(root: string, ...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
