import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { BeadloomError } from '../model/error.js';
import { loadNative } from '../native/load.js';
import type { NativeFileLock } from '../native/native.js';
import { changedMeanwhile, placeInside, readBytes, replaceText, textOf } from './files.js';

/** How often a change is made anew for a file that somebody else changes meanwhile. */
export const RETRIES = 3;

/** How long a writer waits for another one; each needs milliseconds. */
const WAIT_MS = 20_000;

/** Beside the index, and named like it: ignore lines and those who clean up know that name. */
const LOCK = 'beadloom.db-lock-';

/** Writers of this process that wait for each other, by file. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Changes a file that a person keeps: one writer at a time, of this process and of others, and never over a change that
 * came after the reading.
 *
 * @param change from the text to the new one; the same text, or undefined, for none
 * @returns whether it was written
 * @throws BeadloomError `file_changed` where others keep changing it, `not_text`, `not_readable`, `not_writable`,
 *   `disk_full`, `outside_root`, and what `change` throws
 */
export function rewrite(
  root: string,
  path: string,
  change: (text: string) => string | undefined,
): Promise<boolean> {
  const place = placeInside(root, path);
  const turn = (queues.get(place) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => locked(root, place, path, () => attempt(root, path, change)));
  queues.set(place, turn);
  return turn.finally(() => {
    if (queues.get(place) === turn) {
      queues.delete(place);
    }
  });
}

/** For a change that finds its node gone from the file. */
export function noLongerDefined(path: string, ref: string): BeadloomError {
  return new BeadloomError({
    code: 'file_changed',
    message: `the file no longer defines ${ref}`,
    path,
    hint: 'nothing was written; run again',
  });
}

function attempt(root: string, path: string, change: (text: string) => string | undefined): boolean {
  for (let tries = 0; tries <= RETRIES; tries++) {
    const before = readBytes(root, path);
    const text = textOf(before, path);
    const next = change(text);
    if (next === undefined || next === text) {
      return false;
    }
    if (replaceText(root, path, next, before)) {
      return true;
    }
  }
  throw changedMeanwhile(path);
}

/** Does something while nobody else does the same for those files. `paths`: relative to the root. */
export async function lockedAll<T>(root: string, paths: readonly string[], work: () => T): Promise<T> {
  const places = new Map(paths.map((path) => [placeInside(root, path), path]));
  // All take them in one order: two of whom each waits for the other would wait for ever.
  const ordered = [...places].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const from = async (at: number): Promise<T> => {
    const next = ordered[at];
    return next === undefined ? work() : locked(root, ...next, () => from(at + 1));
  };
  return from(0);
}

/** Does something while nobody else does the same for that file or folder. `path`: as messages name it. */
export async function locked<T>(
  root: string,
  place: string,
  path: string,
  work: () => T | Promise<T>,
): Promise<T> {
  const name = createHash('sha256').update(place).digest('hex').slice(0, 16);
  const lock = join(placeInside(root, '.beadloom'), LOCK + name);
  const until = Date.now() + WAIT_MS;
  let held = taken(lock, path);
  while (held === null) {
    if (Date.now() > until) {
      throw changedMeanwhile(path);
    }
    // Not all at the same moments.
    await sleep(2 + Math.random() * 10);
    held = taken(lock, path);
  }
  try {
    return await work();
  } finally {
    held.release();
  }
}

/** The lock, which ends with its process; null where another has it. */
function taken(lock: string, path: string): NativeFileLock | null {
  try {
    return loadNative().NativeFileLock.tryAcquire(lock);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const code = reason === 'ENOSPC' || reason === 'EDQUOT' ? 'disk_full' : 'not_writable';
    throw new BeadloomError({ code, message: `cannot lock the file (${reason})`, path }, { cause });
  }
}
