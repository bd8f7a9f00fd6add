import { accessSync, chmodSync, constants } from 'node:fs';

import { readRegularText } from '../api/reading.js';
import { hasBlock, hookBlock, isCurrent } from './block.js';
import { changeHooks, placesOf, type HookName } from './install.js';

/** A hook with a block of ours. */
export interface HookState {
  hook: HookName;
  /** Relative to the root; absolute where it lies outside. */
  path: string;
  /** `well`, `outdated` (another version wrote the block) or `not_executable` (Git passes it over). */
  state: 'well' | 'outdated' | 'not_executable';
}

/** The hooks that have a block of ours, and how they are. None without a repository. */
export function examineHooks(root: string): HookState[] {
  return placesOf(root).flatMap(({ hook, file, path, lefthook, folder }) => {
    const text = readIfThere(file);
    if (text === undefined || !hasBlock(text)) {
      return [];
    }
    if (lefthook) {
      return [{ hook, path, state: 'well' as const }];
    }
    const state = isCurrent(text, hookBlock(folder))
      ? isExecutable(file)
        ? ('well' as const)
        : ('not_executable' as const)
      : ('outdated' as const);
    return [{ hook, path, state }];
  });
}

/** Puts the block of this version into hooks that have another, and lets Git run them. One sentence for each. */
export function mendHooks(root: string, hooks: readonly HookState[]): string[] {
  return hooks
    .filter(({ state }) => state !== 'well')
    .map(({ hook, path, state }) => {
      if (state === 'not_executable') {
        const place = placesOf(root).find((of) => of.hook === hook);
        if (place !== undefined) {
          chmodSync(place.file, 0o755);
        }
        return `${path} can be run now`;
      }
      changeHooks({ root, hooks: [hook], remove: false, command: undefined });
      return `${path} has the block of this version now`;
    });
}

function readIfThere(path: string): string | undefined {
  try {
    return readRegularText(path, path);
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
