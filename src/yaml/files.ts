import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

import { BeadloomError, usage } from '../model/error.js';
import { readRegular, readRegularText } from '../model/reading.js';
import { loadNative } from '../native/load.js';
import type { WriteFailure } from '../native/native.js';

/**
 * The absolute place of a project's file, links resolved.
 *
 * @param path relative to the root, `/`-separated
 * @throws BeadloomError `outside_root` where the path, or a link on the way, leads out of the project
 */
export function placeInside(root: string, path: string): string {
  const top = realpathSync(root);
  const place = resolve(top, path);
  const real = resolved(place);
  if (!isInside(top, place) || !isInside(top, real)) {
    throw new BeadloomError({
      code: 'outside_root',
      message: `${path} is outside the project`,
      path,
      ...(isInside(top, place) && {
        hint: `a link leads to ${real}; put the file or folder itself there, or remove the link`,
      }),
    });
  }
  return real;
}

/** With every link that exists resolved; what does not exist yet is kept as it is. */
function resolved(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    if (isLink(place)) {
      throw new BeadloomError({ code: 'not_writable', message: `${place} is a link to nothing`, path: null });
    }
    const parent = dirname(place);
    return parent === place ? place : join(resolved(parent), basename(place));
  }
}

function isLink(place: string): boolean {
  try {
    return lstatSync(place).isSymbolicLink();
  } catch {
    return false; // nothing is there, or a file stands where a folder would be
  }
}

function isInside(top: string, place: string): boolean {
  const way = relative(top, place);
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}

/**
 * A folder that a person named, relative to the root and `/`-separated; the root itself is `.`.
 *
 * @throws BeadloomError `outside_root`, or `usage` where it is no folder
 */
export function folderInside(root: string, folder: string): string {
  const place = placeInside(root, folder);
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) {
    throw usage(
      `${folder} is not a folder of the project`,
      "folders are given relative to the project's root",
    );
  }
  return relative(realpathSync(root), place).split(sep).join('/') || '.';
}

/** Whether a person named a folder of the project. */
export function isFolder(root: string, folder: string): boolean {
  try {
    folderInside(root, folder);
    return true;
  } catch {
    return false;
  }
}

/** A file's text, or undefined where there is none. */
export function readText(root: string, path: string): string | undefined {
  try {
    return readRegularText(placeInside(root, path), path);
  } catch (error) {
    if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return undefined;
    }
    throw fromSystem(error, path, 'not_readable');
  }
}

/**
 * A file's bytes.
 *
 * @throws BeadloomError `not_readable`, `outside_root`
 */
export function readBytes(root: string, path: string): Buffer {
  try {
    return readRegular(placeInside(root, path), path);
  } catch (error) {
    throw fromSystem(error, path, 'not_readable');
  }
}

/**
 * The text of a file of which every byte matters.
 *
 * @throws BeadloomError `not_text` where it is no UTF-8: written again it would have other bytes
 */
export function textOf(bytes: Buffer, path: string): string {
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes)) {
    const hint = 'save it as UTF-8; nothing was written';
    throw new BeadloomError({ code: 'not_text', message: 'the file is not UTF-8', path, hint });
  }
  return text;
}

/**
 * That nothing is written in place of a file that Git has and the work tree leaves out: what it says would be lost.
 *
 * @throws BeadloomError `not_writable`
 */
export function checkNotLeftOut(root: string, path: string): void {
  if (!existsSync(join(root, path)) && loadNative().isLeftOut(root, path)) {
    throw new BeadloomError({
      code: 'not_writable',
      message: `${path} is not checked out, so it is not created`,
      path,
      hint: 'check it out first, for example with `git sparse-checkout add .beadloom`',
    });
  }
}

/** Whether something is at that path. */
export function isThere(root: string, path: string): boolean {
  return existsSync(placeInside(root, path));
}

/**
 * Writes a file as a whole: a reader, or a crash, meets the old text or the new, never a part.
 *
 * @throws BeadloomError `not_writable`, `disk_full`, `outside_root`
 */
export function writeText(root: string, path: string, text: string): void {
  const place = placeInside(root, path);
  checkNotLeftOut(root, path);
  const native = loadNative();
  const missing = missingFolders(place);
  const failure = native.makeFolders(dirname(place)) ?? native.writeFile(place, text);
  if (failure !== null && failure !== undefined) {
    missing.forEach((folder) => native.removeEmptyFolder(folder));
  }
  check(failure, path);
}

/**
 * Writes a file as {@link writeText} does, for this user's eyes only.
 *
 * @throws BeadloomError as {@link writeText}
 */
export function writePrivateText(root: string, path: string, text: string): void {
  check(loadNative().writePrivate(placeInside(root, path), text), path);
}

/** The folders above a place that are not there, innermost first. */
function missingFolders(place: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(place); !existsSync(folder); folder = dirname(folder)) {
    missing.push(folder);
  }
  return missing;
}

/**
 * Writes a file as {@link writeText} does, unless it has other bytes than `before` when all but the last step is done.
 *
 * @returns whether it was written
 * @throws BeadloomError as {@link writeText}
 */
export function replaceText(root: string, path: string, text: string, before: Buffer): boolean {
  const { written, failure } = loadNative().replaceFile(placeInside(root, path), text, before);
  check(failure, path);
  return written;
}

/**
 * Writes a file that can be made anew at any time. One that says the same already keeps its time.
 *
 * @returns whether it says something else now
 * @throws BeadloomError as {@link writeText}
 */
export function writeIfChanged(root: string, path: string, text: string): boolean {
  if (readText(root, path) === text) {
    return false;
  }
  writeText(root, path, text);
  return true;
}

/**
 * Writes what a person asked to have in a file, wherever that is, over what is there. Folders are not made. A pipe or a
 * device is written to, not replaced.
 *
 * @throws BeadloomError `not_writable`, `disk_full`
 */
export function writeOutput(path: string, text: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  const place = there === undefined || there.isFile() ? resolved(resolve(path)) : path;
  check(loadNative().writeFile(place, text), path);
}

/**
 * Writes a program as {@link writeOutput} does a text, with the folder that it is in: a hook of Git's. It is never there
 * without the right to be run.
 *
 * @throws BeadloomError `not_writable`, `disk_full`
 */
export function writeProgram(path: string, text: string): void {
  const native = loadNative();
  const place = resolved(resolve(path));
  check(native.makeFolders(dirname(place)) ?? native.writeProgram(place, text), path);
}

/** @throws BeadloomError where something was not written. */
export function check(failure: WriteFailure | null | undefined, path: string): void {
  if (failure !== null && failure !== undefined) {
    if (failure.code === undefined) {
      throw changedMeanwhile(path);
    }
    throw fromSystem(Object.assign(new Error(failure.code), { code: failure.code }), path, 'not_writable');
  }
}

/** For a change that others are in the way of. */
export function changedMeanwhile(path: string): BeadloomError {
  return new BeadloomError({
    code: 'file_changed',
    message: 'another process is changing the file',
    path,
    hint: 'nothing was written; try again when that has ended',
  });
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}

function fromSystem(error: unknown, path: string, code: 'not_writable' | 'not_readable'): BeadloomError {
  if (!isSystemError(error) || error instanceof BeadloomError) {
    return BeadloomError.from(error);
  }
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    const hint = 'free some space and run the command again; existing files are unchanged';
    return new BeadloomError(
      { code: 'disk_full', message: 'the disk is full', path, hint },
      { cause: error },
    );
  }
  const what = code === 'not_writable' ? 'cannot be written' : 'cannot be read';
  const message = `${path} ${what} (${error.code})`;
  const hints: Record<string, string> = {
    ENOENT: 'the folder that it is in does not exist',
    EISDIR: 'it is a folder; name a file',
  };
  const hint = hints[error.code ?? ''] ?? 'check its permissions';
  return new BeadloomError({ code, message, path, hint }, { cause: error });
}

/**
 * The text of a file of which every byte matters; undefined where there is none.
 *
 * @param path as messages name it
 * @throws BeadloomError `not_readable`, also where it is no UTF-8: written again it would have other bytes
 */
export function readWhole(place: string, path: string = place): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readRegular(place, path);
  } catch (error) {
    if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return undefined;
    }
    throw fromSystem(error, path, 'not_readable');
  }
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) {
    throw new BeadloomError({
      code: 'not_readable',
      message: `${path} is not UTF-8 text`,
      path,
      hint: 'save it as UTF-8',
    });
  }
  return text;
}

/** Makes the folder of a file. */
export function makeFolder(place: string): void {
  check(loadNative().makeFolders(dirname(place)), place);
}

/** Takes a file away. */
export function deleteFile(place: string): void {
  check(loadNative().removeFile(place), place);
}

/** Takes an empty folder away; one that is not empty stays. */
export function removeFolder(place: string): void {
  loadNative().removeEmptyFolder(place);
}

/** Takes a file away that was made for something that goes, and a folder of settings that nothing else is in. */
export function removeFile(place: string): void {
  const native = loadNative();
  check(native.removeFile(place), place);
  if (basename(dirname(place)).startsWith('.')) {
    native.removeEmptyFolder(dirname(place));
  }
}
