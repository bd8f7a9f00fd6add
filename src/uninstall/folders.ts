import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { BeadloomError } from '../model/error.js';
import { readRegular } from '../model/reading.js';
import { cacheFolder, dataFolder, isOurs, runtimeFolders } from '../native/user-folders.js';
import { deleteFile, removeFolder } from '../yaml/files.js';
import { removeEmptyFolders } from '../yaml/removal.js';

/** What lies in our folder of the user's cache: fetched models, what trials of them said, sessions, what files parse to, indexes that
 * lie there, logs of daemons, and the list and the key that earlier versions kept there. */
const CACHED = /^(?:models|trials|sessions.*|parse|indexes|daemon|memory-projects\..*|\..*)$/;

/** The key that memories, indexes and gateways are sealed with. */
export const KEY = 'seal.key';

/** Other keys that were found elsewhere, kept beside it. */
const OTHER_KEYS = 'seal-others.key';

/** Files of the folder with logins. */
const LOGINS = /^(?:tokens\..*|\.gitignore)$/;

/** What the files in `.beadloom` are, by their names: a class has a flag of its own, or goes with the graph. */
const CLASSES: ReadonlyArray<readonly [ProjectPart, RegExp]> = [
  ['receipts', /^beadloom\.db-receipts/],
  ['memories', /^memory\.db/],
  ['gateway_data', /^gateway\.db/],
  ['index', /^\.?beadloom(?:\.db.*|-.*\.tmp)$|^(?:CONTEXT\.md|\.gitignore)$/],
];

/** What a file in `.beadloom` is a part of. */
export type ProjectPart = 'index' | 'receipts' | 'memories' | 'gateway_data' | 'graph';

const PRIVATE: ReadonlySet<ProjectPart> = new Set(['memories', 'gateway_data']);

function partOf(name: string): ProjectPart {
  return CLASSES.find(([, names]) => names.test(name))?.[0] ?? 'graph';
}

/** A folder of ours, with what goes of it. */
export interface OwnFolder {
  /** Absolute. */
  place: string;
  /** Names in it, sorted. */
  names: string[];
  /** Names in it that stay. */
  others: string[];
}

/** Our folder in the user's cache; undefined where there is none. A key goes with it where it is a copy of that among the data. */
export function ownCache(): OwnFolder | undefined {
  const place = cacheFolder();
  return place === undefined
    ? undefined
    : folder(place, (name) => CACHED.test(name) || (name === KEY && isCopy(join(place, KEY))));
}

function isCopy(key: string): boolean {
  const data = dataFolder();
  try {
    return data !== undefined && readRegular(join(data, KEY), KEY).equals(readRegular(key, KEY));
  } catch {
    return false;
  }
}

/** The keys of this user, absolute; with `passing`, also copies, and those that end with the next restart. */
export function ownKeys(passing: boolean): string[] {
  const temporary = passing ? runtimeFolders().filter((one) => isOurs(one) === true) : [];
  return [dataFolder(), cacheFolder(), ...temporary]
    .flatMap((one) =>
      one === undefined ? [] : [KEY, ...(passing ? [OTHER_KEYS] : [])].map((name) => join(one, name)),
    )
    .filter((key) => lstatSync(key, { throwIfNoEntry: false })?.isFile() === true);
}

/** The folders with logins of the gateway, also where earlier versions kept them. */
export function ownLogins(): OwnFolder[] {
  return [dataFolder(), cacheFolder()].flatMap((one) => {
    const own = one === undefined ? undefined : folder(join(one, 'gateway'), (name) => LOGINS.test(name));
    return own?.names.some((name) => name !== '.gitignore') === true ? [own] : [];
  });
}

/** Of `.beadloom` of a project, what belongs to these parts. */
export function ownProject(root: string, parts: readonly ProjectPart[]): OwnFolder | undefined {
  const own = folder(join(root, '.beadloom'), (name) => parts.includes(partOf(name)));
  // It keeps from Git what stays.
  const isNeeded = own?.others.some((name) => PRIVATE.has(partOf(name))) === true;
  return own && isNeeded ? { ...own, names: own.names.filter((name) => name !== '.gitignore') } : own;
}

function folder(place: string, ours: (name: string) => boolean): OwnFolder | undefined {
  const there = lstatSync(place, { throwIfNoEntry: false });
  if (there === undefined) {
    return undefined;
  }
  if (!there.isDirectory()) {
    throw new BeadloomError({
      code: 'usage',
      message: `${place} is ${there.isSymbolicLink() ? 'a link' : 'no folder'}, which beadloom did not make`,
      path: place,
      hint: 'remove it by hand if nothing needs it',
    });
  }
  const all = readdirSync(place).toSorted();
  return { place, names: all.filter(ours), others: all.filter((name) => !ours(name)) };
}

/**
 * Takes away what goes of a folder, and the folder where nothing else is in it, with those above it that are empty then, below
 * `top`. Links are taken away, not followed.
 */
export function emptyOut({ place, names }: OwnFolder, top: string): void {
  for (const name of names) {
    removeTree(join(place, name));
  }
  removeEmptyFolders(place, top);
}

function removeTree(place: string): void {
  const there = lstatSync(place, { throwIfNoEntry: false });
  if (there?.isDirectory()) {
    for (const name of readdirSync(place)) {
      removeTree(join(place, name));
    }
    removeFolder(place);
  } else if (there !== undefined) {
    deleteFile(place);
  }
}
