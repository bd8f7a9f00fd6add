import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * A path or reference as the index knows it: relative to the root, `/`-separated. What leads out of the project, and what is
 * no path, stays as it is.
 *
 * @param root of the project, absolute
 * @param from the folder that paths of the caller are relative to, where that may be another; absolute
 */
export function placeOf(root: string, text: string, from: string = root): string {
  if (isAbsolute(text)) {
    return inside(root, text) ?? text;
  }
  if (/^\.{1,2}(?:[/\\]|$)/.test(text)) {
    return inside(root, joined(from, text)) ?? text;
  }
  if (from !== root && isNear(from, text)) {
    return inside(root, joined(from, text)) ?? text;
  }
  return text;
}

/** Whether a path that says nothing of where it begins is one of that folder: a word alone may be the name of anything. */
function isNear(from: string, text: string): boolean {
  const place = join(from, text);
  return text.includes('/') ? existsSync(place) : (stat(place)?.isFile() ?? false);
}

function stat(place: string) {
  try {
    return statSync(place, { throwIfNoEntry: false });
  } catch {
    return undefined; // a name that no file can have, or nothing that one may look at
  }
}

/** The end is kept: `/` says that a folder is meant. */
function joined(from: string, text: string): string {
  return resolve(from, text) + (/[/\\]$/.test(text) ? sep : '');
}

/** Relative to the root, which may have been reached through links; undefined outside of it. */
function inside(root: string, place: string): string | undefined {
  for (const [top, path] of [
    [root, place],
    [real(root), place],
    [real(root), real(place)],
  ] as const) {
    const way = relative(top, path);
    if (way === '') {
      return '.';
    }
    if (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`)) {
      const end = /[/\\]$/.test(place) ? '/' : '';
      return way.split(sep).join('/') + end;
    }
  }
  return undefined;
}

/** Without links, as far as it exists. */
function real(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    const parent = dirname(place);
    return parent === place ? place : join(real(parent), basename(place));
  }
}
