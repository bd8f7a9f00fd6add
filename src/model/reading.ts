import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';

import { BeadloomError } from './error.js';

/** Bytes of a file that is read whole at most: more than any that people write, or programs for them. */
const MAX_FILE_BYTES = 64 << 20;

/** How much is asked for at a time where the size that the system names is not the file's. */
const STEP = 1 << 16;

/** Nothing is waited for, and no terminal becomes that of this process. Windows knows neither. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * The bytes of a regular file. A name in a project may lead to anything: to open a pipe means to wait for whoever writes
 * into it, to read a device is to read without end, and a file with holes holds more than any memory.
 *
 * @param path as messages name it
 * @throws BeadloomError `not_readable` where it is not a regular file, or a larger one; errors of the system as they are
 */
export function readRegular(place: string, path: string, most: number = MAX_FILE_BYTES): Buffer {
  // Looked at before, because it is opening that some devices act on; and after, because another may lie there by then.
  mustBeRegular(statSync(place), path, most);
  const file = openSync(place, FLAGS);
  try {
    return readOpened(file, mustBeRegular(fstatSync(file), path, most), path, most);
  } finally {
    closeSync(file);
  }
}

/** The same as text. */
export function readRegularText(place: string, path: string, most?: number): string {
  return readRegular(place, path, most).toString('utf8');
}

/** The size that the system names. */
function mustBeRegular(stat: Stats, path: string, most: number): number {
  if (!stat.isFile() && !stat.isDirectory()) {
    throw unfit(path, 'is not a regular file', 'put a file in its place, or remove it');
  }
  if (stat.isFile() && stat.size > most) {
    throw tooLarge(path, most);
  }
  return stat.size; // of a folder the system says what is wrong
}

function readOpened(file: number, size: number, path: string, most: number): Buffer {
  const pieces: Buffer[] = [];
  let length = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(length < size ? size - length : STEP);
    const read = readSync(file, piece);
    if (read === 0) {
      return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    }
    // It may grow while it is read, and what the system makes up when it is asked has no size before.
    length += read;
    if (length > most) {
      throw tooLarge(path, most);
    }
    pieces.push(piece.subarray(0, read));
  }
}

function tooLarge(path: string, most: number): BeadloomError {
  return unfit(path, `is larger than ${most} bytes`, 'make it smaller, or remove it');
}

function unfit(path: string, what: string, hint: string): BeadloomError {
  return new BeadloomError({ code: 'not_readable', message: `${path} ${what} and was not read`, path, hint });
}
