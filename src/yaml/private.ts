import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { BeadloomError } from '../model/error.js';
import { readRegularText } from '../model/reading.js';
import { loadNative } from '../native/load.js';
import { check, deleteFile, removeFolder } from './files.js';

/** Bytes of a private file at most. */
const MAX_FILE_BYTES = 8 << 20;

/** What keeps Git from the folder whatever else a repository ignores. */
const IGNORE = '*\n';

/** The folder for what only this user may read, beside a configuration of the gateway. */
export function privateFolder(config: string): string {
  return join(dirname(config), 'gateway');
}

/** Where the values stand that `${NAME}` in a configuration of the gateway may name before the environment. */
export function secretsFile(config: string): string {
  return join(privateFolder(config), 'secrets.json');
}

/**
 * The values that `${NAME}` in a configuration of the gateway may name before the environment.
 *
 * @throws BeadloomError `not_readable` where the file is broken, or others may read it
 */
export function readSecrets(config: string): Record<string, string> {
  const place = secretsFile(config);
  const value = readPrivateJson(place);
  if (value === undefined) {
    return {};
  }
  const entries = isRecord(value) ? Object.entries(value) : undefined;
  if (entries === undefined || entries.some(([, one]) => typeof one !== 'string')) {
    throw new BeadloomError({
      code: 'not_readable',
      message: `${place} does not map names to texts`,
      path: place,
      hint: 'write {"NAME": "value"} into it',
    });
  }
  return Object.fromEntries(entries as Array<[string, string]>);
}

/** Writes them, by name; without any, no file is left. */
export function writeSecrets(config: string, secrets: Readonly<Record<string, string>>): void {
  const names = Object.keys(secrets).toSorted();
  writePrivateJson(
    secretsFile(config),
    names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, secrets[name]])),
  );
}

/**
 * What a private file says; undefined where there is none. One that others may read, or that somebody else owns, was not
 * written by this user: a repository can bring it.
 *
 * @throws BeadloomError `not_readable`
 */
export function readPrivateJson(place: string): unknown {
  const there = lstatSync(place, { throwIfNoEntry: false });
  if (there === undefined) {
    return undefined;
  }
  const foreign =
    process.getuid !== undefined && (there.uid !== process.getuid() || (there.mode & 0o077) !== 0);
  if (!there.isFile() || foreign) {
    throw new BeadloomError({
      code: 'not_readable',
      message: `${place} was not read: ${there.isFile() ? 'others than you may read or own it' : 'it is not a regular file'}`,
      path: place,
      hint: `if you wrote it, run chmod 600 on it; otherwise remove it`,
    });
  }
  const text = readRegularText(place, place, MAX_FILE_BYTES);
  try {
    return JSON.parse(text);
  } catch {
    throw new BeadloomError({
      code: 'not_readable',
      message: `${place} is not JSON`,
      path: place,
      hint: 'correct it, or remove it',
    });
  }
}

/**
 * Writes a private file with its folder, which Git never sees; undefined takes it away, and the folder once it is empty.
 *
 * @throws BeadloomError `not_writable`, `disk_full`
 */
export function writePrivateJson(place: string, value: unknown): void {
  const folder = dirname(place);
  if (value === undefined) {
    deleteFile(place);
    removePrivateFolder(folder);
    return;
  }
  makePrivateFolder(folder);
  check(loadNative().writePrivate(place, `${JSON.stringify(value, null, 2)}\n`), place);
}

/** Makes a folder that only this user may enter, and that Git does not look into. */
export function makePrivateFolder(folder: string): void {
  const native = loadNative();
  const ignore = join(folder, '.gitignore');
  check(native.makePrivateFolders(folder), folder);
  const there = lstatSync(folder);
  if (!there.isDirectory()) {
    throw new BeadloomError({
      code: 'not_writable',
      message: `${folder} is a link, which beadloom did not make`,
      path: folder,
      hint: 'remove it by hand if nothing needs it',
    });
  }
  if (lstatSync(ignore, { throwIfNoEntry: false }) === undefined) {
    check(native.writeFile(ignore, IGNORE), ignore);
  }
}

/** Takes the folder away if nothing but our file for Git is in it. */
function removePrivateFolder(folder: string): void {
  const ignore = join(folder, '.gitignore');
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return;
  }
  const there = readdirSync(folder);
  // Of a run that was killed, the folder alone may be left.
  if (there.length === 1 && there[0] === '.gitignore' && isOurs(ignore)) {
    deleteFile(ignore);
    removeFolder(folder);
  } else if (there.length === 0) {
    removeFolder(folder);
  }
}

function isOurs(ignore: string): boolean {
  try {
    return readRegularText(ignore, ignore, MAX_FILE_BYTES) === IGNORE;
  } catch {
    return false;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
