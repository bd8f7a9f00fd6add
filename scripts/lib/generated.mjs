// Files that are made from others and committed. Every generator is run with `--check` by `npm run ready`.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { Failure, root } from './process.mjs';

/**
 * Writes the files, or with `check` fails where one differs from what stands on disk.
 * @param {Map<string, string>} files contents by path relative to the root
 * @param {{ check: boolean, command: string }} options `command` makes the files
 */
export function emit(files, { check, command }) {
  const different = [...files].filter(([path, text]) => current(path) !== text).map(([path]) => path);
  if (check && different.length > 0) {
    throw new Failure(`not current: ${different.join(', ')}; run \`${command}\` and commit the result`);
  }
  for (const path of different) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), files.get(path));
    console.log(`wrote ${path}`);
  }
}

/** Replaces what stands between two marker lines of a text. */
export function replaceBetween(text, name, body) {
  const begin = `<!-- begin generated: ${name} -->`;
  const end = `<!-- end generated: ${name} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Failure(`markers of "${name}" are missing`);
  return `${text.slice(0, from + begin.length)}\n${body}\n${text.slice(to)}`;
}

function current(path) {
  const file = join(root, path);
  // A checkout on Windows may have turned the line ends.
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : undefined;
}
