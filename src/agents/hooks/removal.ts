import { placeInside, readWhole } from '../../yaml/files.js';
import type { Removal } from '../../yaml/removal.js';
import type { HookProgram } from './programs.js';
import { inFile, ownItems, taken } from './setup.js';

/**
 * The settings of a program without our hooks; undefined where none of them are ours.
 *
 * @throws BeadloomError `usage` with its place where the file is broken, `not_readable`, `outside_root`
 */
export function hooksRemoval(root: string, program: HookProgram): Removal | undefined {
  const { path } = program;
  const place = placeInside(root, path);
  const text = readWhole(place, path);
  // What does not name it has nothing of ours, whatever is wrong in it.
  if (text === undefined || !text.includes('agent-hook')) {
    return undefined;
  }
  return inFile(path, text, () =>
    ownItems(text, program).length === 0 ? undefined : { path, place, text, next: taken(text, program) },
  );
}
