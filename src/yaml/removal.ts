import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, sep } from 'node:path';

import { BeadloomError } from '../model/error.js';
import { loadNative } from '../native/load.js';
import { check, deleteFile, readWhole } from './files.js';

/** A file with something of ours in it, and the same file without. */
export interface Removal {
  /** As it is shown. */
  path: string;
  /** Absolute; it may be a link. */
  place: string;
  /** What it says now. */
  text: string;
  /** What it says without; null where the whole file was ours. */
  next: string | null;
}

/**
 * Carries a removal out, unless the file says something else by now. Folders that are empty then go too, below `top`.
 *
 * @throws BeadloomError `file_changed`, `not_writable`, `disk_full`, or `usage` where a link stands for a file of ours
 */
export function takeAway({ path, place, text, next }: Removal, top: string): void {
  if (next === null) {
    if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new BeadloomError({
        code: 'usage',
        message: `${path} is a link, which beadloom did not make`,
        path,
        hint: 'delete it and its target by hand: it contains nothing else',
      });
    }
    if (readWhole(place, path) !== text) {
      throw changed(path);
    }
    deleteFile(place);
    removeEmptyFolders(dirname(place), top);
    return;
  }
  const { written, failure } = loadNative().replaceFile(realpathSync(place), next, Buffer.from(text));
  check(failure, path);
  if (!written) {
    throw changed(path);
  }
}

/** Takes away a folder that is empty, and the folders above it that are empty then, up to `top`, which stays. */
export function removeEmptyFolders(folder: string, top: string): void {
  for (let at = folder; isBelow(top, at) && loadNative().removeEmptyFolder(at); at = dirname(at)) {
    // Its parent is next.
  }
}

function isBelow(top: string, folder: string): boolean {
  const way = relative(top, folder);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function changed(path: string): BeadloomError {
  return new BeadloomError({
    code: 'file_changed',
    message: `${path} was changed by another process meanwhile`,
    path,
    hint: 'nothing was written to it; run this again when that has ended',
  });
}
