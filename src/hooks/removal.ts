import { readWhole } from '../yaml/files.js';
import type { Removal } from '../yaml/removal.js';
import { hasBlock, isFresh, withoutBlock, withoutLefthook } from './block.js';
import { readHook, type HookPlace } from './places.js';

/**
 * A hook, or lefthook's configuration, without our block; undefined where it has none.
 *
 * @throws BeadloomError `not_readable`
 */
export function hookRemoval(place: HookPlace): Removal | undefined {
  const { file, path, lefthook } = place;
  const read = readHook(place);
  if (read === undefined || !hasBlock(read)) {
    return undefined;
  }
  // A hook of other bytes than text may be read, but not written again.
  const text = readWhole(file, path) ?? '';
  if (lefthook) {
    return { path, place: file, text, next: withoutLefthook(text) };
  }
  let rest = text;
  while (hasBlock(rest)) {
    rest = withoutBlock(rest);
  }
  return { path, place: file, text, next: isFresh(text) ? null : rest };
}
