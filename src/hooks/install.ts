import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

import type { InstalledHook } from '../model/answers.js';
import { BeadloomError, usage } from '../model/error.js';
import type { HookPlaces } from '../native/native.js';
import { deleteFile, writeOutput, writeProgram } from '../yaml/files.js';
import {
  hasBlock,
  hookBlock,
  isShell,
  lefthookCommand,
  RECORD,
  recordScript,
  withBlock,
  withLefthook,
  type HookCall,
  type HookCommand,
} from './block.js';
import { hookRemoval } from './removal.js';
import {
  everyPlace,
  isInside,
  notedPlaces,
  PLACES,
  placesOf,
  readHook,
  type HookName,
  type HookPlace,
} from './places.js';

/** What to do. */
export interface HookChange {
  /** The project. */
  root: string;
  /** Where its hooks are, as the engine found them. */
  git: HookPlaces;
  hooks: readonly HookName[];
  /** Take the block out. */
  remove: boolean;
  /** What hooks call. */
  command: HookCommand;
  /** Whether the user wants hooks to run what the project brings. */
  project: boolean;
  /** Whether the user wants hooks outside the repository to be written. */
  outside: boolean;
}

/**
 * Puts our block into hooks, or takes it out.
 *
 * @throws BeadloomError `usage` where there is no repository, a hook is of a form that nothing can be added to, or the user did
 *   not say what has to be said: that a hook outside is meant, that a hook may call what the repository brings
 */
export function changeHooks(change: HookChange): InstalledHook[] {
  const { root, git, hooks, remove } = change;
  if (git.top === undefined) {
    throw usage(git.problem ?? '', git.hint ?? null);
  }
  const places = placesOf(root, git, hooks);
  for (const place of places) {
    checkPlace(place, git, change);
  }
  const record = join(git.commonDir, RECORD);
  const noted = join(git.commonDir, PLACES);
  [record, noted].forEach(checkRecord);
  if (remove) {
    const left = hooks.flatMap((hook) => leftBehind(root, git, hook, places));
    left.forEach((place) => checkPlace(place, git, change));
    const removed = [...places, ...left].map((place) => outcomeOf(place, takeOut(place)));
    if (hooks.length === 2) {
      deleteFile(record);
      deleteFile(noted);
    }
    return removed;
  }
  const changed = places.map((place) => {
    note(place, git, noted);
    return outcomeOf(place, putIn(place, callFor(place, git, change)));
  });
  if (!change.project && places.some(({ lies }) => lies === 'in_tree')) {
    writeProgram(record, recordScript(change.command));
  }
  return changed;
}

function outcomeOf({ hook, path }: HookPlace, outcome: string): InstalledHook {
  return { hook, path, outcome };
}

/** Hooks with a block of ours in places where Git does not look any more. */
function leftBehind(
  root: string,
  git: HookPlaces,
  hook: HookName,
  places: readonly HookPlace[],
): HookPlace[] {
  return everyPlace(root, git, hook).filter(
    (place) => !places.some(({ file }) => file === place.file) && hasBlockOfOurs(place),
  );
}

function hasBlockOfOurs(place: HookPlace): boolean {
  try {
    return hasBlock(readHook(place) ?? '');
  } catch {
    return false; // no hook that could have one
  }
}

/** Notes a hook that only a setting leads to, so that it is found when the setting changed. */
function note({ file, lefthook }: HookPlace, git: HookPlaces, noted: string): void {
  if (lefthook || !git.isSet) {
    return;
  }
  const all = notedPlaces(git);
  if (!all.includes(file) && !file.includes('\n')) {
    writeOutput(noted, `${[...all, file].join('\n')}\n`);
  }
}

/** That the record is written beside Git's files, wherever a link of its name leads. */
function checkRecord(record: string): void {
  if (lstatSync(record, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new BeadloomError({
      code: 'outside_root',
      message: `${record} is a link, which beadloom did not make`,
      path: record,
      hint: 'remove the link, then run the command again',
    });
  }
}

/** What the block in a hook of that place calls. */
export function callFor(
  { lies }: HookPlace,
  git: HookPlaces,
  { command, project }: Pick<HookChange, 'command' | 'project'>,
): HookCall {
  // What is committed names no machine.
  return { folder: git.folder, command: lies === 'in_tree' ? undefined : command, project };
}

/** That the user said what this place needs to be said. */
function checkPlace(place: HookPlace, git: HookPlaces, change: HookChange): void {
  const { remove, command, project, outside } = change;
  if (place.lies === 'outside' && !outside) {
    const why = git.isSet && !place.lefthook ? ' (core.hooksPath)' : '';
    throw usage(
      `${place.file}${why} is outside the repository${place.real === place.file ? '' : `, to ${place.real}`}`,
      '--allow-outside changes it there, for all repositories that share it',
    );
  }
  if (remove) {
    return;
  }
  if (project && place.lies === 'outside') {
    throw usage(
      `${place.real} may run in every repository, and --project-command would have it run what each of them brings`,
      'leave --project-command out: the hook calls the beadloom that installs it',
    );
  }
  const inTree = [command.file, command.program].find((path) => isInside(git.top ?? '', realpathSync(path)));
  if (inTree !== undefined && !project) {
    throw usage(
      `this beadloom is installed inside the work tree (${inTree}), so any commit could replace what the hook runs`,
      'install beadloom globally (npm install --global beadloom), or pass --project-command to run the one of the project',
    );
  }
}

function putIn(place: HookPlace, call: HookCall): string {
  const text = readHook(place);
  const wanted = wantedText(place, text, call);
  if (wanted === text) {
    return 'unchanged';
  }
  (place.lefthook ? writeOutput : writeProgram)(place.real, wanted);
  return 'installed';
}

/**
 * The text of a hook, or of lefthook's configuration, with the block for a call.
 *
 * @throws BeadloomError `usage` where nothing can be added to it
 */
export function wantedText(place: HookPlace, text: string | undefined, call: HookCall): string {
  return place.lefthook ? ofLefthook(place, text ?? '', call) : ofShell(place, text, call);
}

function ofShell({ file }: HookPlace, text: string | undefined, call: HookCall): string {
  if (text !== undefined && !isShell(text)) {
    throw usage(
      `${file} is not a shell script, so nothing can be added to it`,
      'make it run `beadloom sync-check --hook`, which exits with 2 if the commit must stop',
    );
  }
  return withBlock(text, hookBlock(call));
}

function ofLefthook({ file, hook }: HookPlace, text: string, call: HookCall): string {
  const run = lefthookCommand(call);
  const wanted = withLefthook(text, hook, run);
  if (wanted === undefined) {
    throw usage(
      `${file} has a ${hook} without \`commands\`, and beadloom does not guess where its own would go`,
      `add a command or job to it that runs: ${run}`,
    );
  }
  return wanted;
}

function takeOut(place: HookPlace): string {
  const removal = hookRemoval(place);
  if (removal === undefined) {
    return 'absent';
  }
  if (removal.next === null) {
    deleteFile(place.file);
  } else {
    writeOutput(place.real, removal.next);
  }
  return 'removed';
}
