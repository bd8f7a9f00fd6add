import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { BeadloomError } from '../api/error.js';
import { cacheFolder } from '../native/places.js';
import { deleteFile, removeFolder } from '../yaml/files.js';
import { removeEmptyFolders } from '../yaml/removal.js';

/** What lies in our folder of the user's cache: fetched models, what trials of them said, sessions, what files parse to,
 * logs of daemons, the key that seals indexes, and what it says of accepted memories. */
const CACHED = /^(?:models|trials|sessions|parse|daemon|seal\.key|accepted-memories|gateway|\..*)$/;

/** What a project's index consists of: derived from files, and made anew at any time. */
const DERIVED = /^\.?(?:beadloom|memory|gateway)\.db.*|^(?:CONTEXT\.md|\.gitignore)$/;

/** A folder of ours, with what goes of it. */
export interface OwnFolder {
  /** Absolute. */
  place: string;
  /** Names in it, sorted. */
  names: string[];
  /** Names in it that stay. */
  others: string[];
}

/** Our folder in the user's cache; undefined where there is none. */
export function ownCache(): OwnFolder | undefined {
  const place = cacheFolder();
  return place === undefined ? undefined : folder(place, (name) => CACHED.test(name));
}

/** `.beadloom` of a project, or of it only what is derived. */
export function ownProject(root: string, all: boolean): OwnFolder | undefined {
  return folder(join(root, '.beadloom'), (name) => all || DERIVED.test(name));
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
