import { accessSync, chmodSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';

import { BeadloomError } from '../model/error.js';
import type { HookPlaces } from '../native/native.js';
import { callOf, hasBlock, RECORD } from './block.js';
import { callFor, changeHooks, wantedText } from './install.js';
import { ownCommand } from './own.js';
import { callsLefthook, everyPlace, placesOf, readHook, type HookName, type HookPlace } from './places.js';

/** A hook with a block of ours. */
export interface HookState {
  hook: HookName;
  /** Relative to the root; absolute where it lies outside. */
  path: string;
  /**
   * `well`, `outdated` (another version wrote the block), `gone` (what the block calls is not there), `outside` (either, and the
   * hook lies outside the repository), `not_executable` (Git passes it over) or `unused` (Git, or who runs its hooks, looks
   * elsewhere).
   */
  state: 'well' | 'outdated' | 'gone' | 'outside' | 'not_executable' | 'unused';
}

const HOOKS = ['pre-commit', 'pre-push'] as const;

/** The hooks that have a block of ours, and how they are. None without a repository. */
export function examineHooks(root: string, git: HookPlaces): HookState[] {
  return HOOKS.flatMap((hook) => {
    const place = placeIfAny(root, git, hook);
    if (place === undefined) {
      return [];
    }
    const text = readIfThere(place);
    if (text === undefined || !hasBlock(text)) {
      return leftBehind(root, git, place);
    }
    const neverRuns = place.lefthook && !callsLefthook(git, hook);
    return [{ hook, path: place.path, state: neverRuns ? 'unused' : stateOf(place, git, text) }];
  });
}

/** Blocks of ours where Git does not look, where it finds none in its own place. */
function leftBehind(root: string, git: HookPlaces, { hook, file }: HookPlace): HookState[] {
  let places: HookPlace[];
  try {
    places = everyPlace(root, git, hook);
  } catch {
    return []; // a circular link is no hook
  }
  return places
    .filter((place) => place.file !== file && hasBlock(readIfThere(place) ?? ''))
    .map(({ path }) => ({ hook, path, state: 'unused' }));
}

/** A circular link is not a hook. */
function placeIfAny(root: string, git: HookPlaces, hook: HookName): HookPlace | undefined {
  try {
    return placesOf(root, git, [hook])[0];
  } catch {
    return undefined;
  }
}

function stateOf(place: HookPlace, git: HookPlaces, text: string): HookState['state'] {
  const { command, project } = callIn(place, text);
  // A block with another command than this one is as good, as long as that is there.
  const call = callFor(place, git, { command: command ?? { program: '', file: '' }, project });
  const names =
    place.lies === 'in_tree' ? project || existsSync(join(git.commonDir, RECORD)) : isThere(command);
  const fault = wantedOrNothing(place, text, call) !== text ? 'outdated' : names ? undefined : 'gone';
  if (fault !== undefined) {
    return place.lies === 'outside' ? 'outside' : fault;
  }
  return place.lefthook || isExecutable(place.file) ? 'well' : 'not_executable';
}

function callIn(place: HookPlace, text: string): NonNullable<ReturnType<typeof callOf>> {
  return (place.lefthook ? undefined : callOf(text)) ?? { command: undefined, project: isOfProject(text) };
}

/** Whether lefthook runs what the project brings. */
function isOfProject(text: string): boolean {
  return /-x node_modules\/\.bin\/beadloom /.test(text);
}

function isThere(command: { program: string; file: string } | undefined): boolean {
  return command !== undefined && existsSync(command.program) && existsSync(command.file);
}

function wantedOrNothing(...args: Parameters<typeof wantedText>): string | undefined {
  try {
    return wantedText(...args);
  } catch {
    return undefined; // of a form that nothing can be added to any more
  }
}

/**
 * Puts the block of this version into hooks that have another, and lets Git run them. One sentence for each. What lies outside
 * of the repository stays as it is.
 */
export function mendHooks(root: string, git: HookPlaces, hooks: readonly HookState[]): string[] {
  return hooks.flatMap(({ hook, path, state }) => {
    const [place] = placesOf(root, git, [hook]);
    // What never runs is moved by whoever says so: the place that Git looks at may be for other repositories too.
    if (
      state === 'well' ||
      state === 'outside' ||
      state === 'unused' ||
      place === undefined ||
      place.lies === 'outside'
    ) {
      return [];
    }
    if (state === 'not_executable') {
      chmodSync(place.real, 0o755);
      return [`${path} can be run now`];
    }
    const { project } = callIn(place, readIfThere(place) ?? '');
    try {
      const how = { remove: false, command: ownCommand(), project, outside: false };
      changeHooks({ root, git, hooks: [hook], ...how });
    } catch (error) {
      if (error instanceof BeadloomError && error.code === 'usage') {
        return []; // the finding stays, and says what to do
      }
      throw error;
    }
    return [`${path} has the block of this version now`];
  });
}

function readIfThere(place: HookPlace): string | undefined {
  try {
    return readHook(place);
  } catch {
    return undefined;
  }
}

/** Windows runs hooks whatever their mode. */
function isExecutable(path: string): boolean {
  if (process.platform === 'win32') {
    return true;
  }
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
