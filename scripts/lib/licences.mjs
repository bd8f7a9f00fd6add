// Which licences may be part of what is published, and the texts of those that a package names without carrying them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** By their SPDX identifiers. All ask for their text to be passed on at most. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSL-1.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
]);

/** Exceptions only ever allow more. */
const EXCEPTIONS = new Set(['LLVM-exception']);

/** Files of a package that say under which licence it is, and what it has from others. */
const LICENCE_FILE = /^(?:licen[cs]e|copying|copyright|notice|unlicense)(?:$|[-_.])/i;

/** Files of a licence that is offered beside one that is taken. */
const NOT_TAKEN = /gpl/i;

/** Folders whose content becomes no part of what is built. */
const NOT_BUILT = new Set([
  'node_modules',
  'target',
  'tests',
  'test',
  'benches',
  'examples',
  'fuzz',
  '.git',
  '.github',
]);

/**
 * The alternatives of a licence expression that may be taken: for `(MIT OR GPL-2.0-only) AND Zlib`, `MIT AND Zlib`. Empty
 * where there is none, or the expression is none.
 * @param {string | undefined} expression in SPDX's form; `/`, which crates used to write, is `OR`
 * @returns {string[]}
 */
export function allowed(expression) {
  const tokens = (expression ?? '').replaceAll('/', ' OR ').match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const either = () => {
    const found = all();
    while (tokens[at] === 'OR') {
      at += 1;
      found.push(...all());
    }
    return found;
  };
  const all = () => {
    let found = one();
    while (tokens[at] === 'AND') {
      at += 1;
      const more = one();
      found = found.flatMap((a) => more.map((b) => `${a} AND ${b}`));
    }
    return found;
  };
  const one = () => {
    const token = tokens[at];
    at += 1;
    if (token === '(') {
      const found = either();
      if (tokens[at] !== ')') return [];
      at += 1;
      return found;
    }
    if (tokens[at] !== 'WITH') return ALLOWED.has(token ?? '') ? [token ?? ''] : [];
    const exception = tokens[at + 1] ?? '';
    at += 2;
    return ALLOWED.has(token ?? '') && EXCEPTIONS.has(exception) ? [`${token} WITH ${exception}`] : [];
  };
  const found = either();
  return at === tokens.length ? found : [];
}

/** A licence expression as SPDX writes it today. */
export function spdx(licence) {
  return licence.replaceAll(/\s*\/\s*/g, ' OR ');
}

/**
 * The texts of the licences that lie in a package's folder, sorted by path.
 * @param {string} folder
 * @param {{ deep?: boolean }} [options] `deep`: also of what it has from others, in folders of its own
 * @returns {string[]}
 */
export function licenceTexts(folder, { deep = false } = {}) {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return deep && !NOT_BUILT.has(entry.name) ? licenceTexts(path, { deep }) : [];
    const isText = LICENCE_FILE.test(entry.name) && !/\.(?:rs|js|ts|json|html|c|h)$/i.test(entry.name);
    return isText && !NOT_TAKEN.test(entry.name) ? [tidy(readFileSync(path, 'utf8'))] : [];
  });
}

/**
 * The text of a licence that a package names and does not carry.
 * @param {string} licence an SPDX identifier
 * @param {string} holders who has the copyright
 */
export function standardText(licence, holders) {
  if (!allowed(licence).includes('MIT')) {
    throw new Error(`there is no standard text of ${licence} in scripts/lib/licences.mjs`);
  }
  return `The MIT License (MIT)

Copyright (c) ${holders}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
}

/** A text without what no reader sees: line ends of other systems, blanks at the ends of lines. */
export function tidy(text) {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[ \t\f]+$/gm, '')
    .trim();
}

/**
 * Notices as one text: all titles, then every text once, under the titles that it is of.
 * @param {string} head
 * @param {{ title: string, texts: string[] }[]} parts
 */
export function notices(head, parts) {
  /** @type {Map<string, string[]>} */
  const titles = new Map();
  for (const { title, texts } of parts) {
    for (const text of new Set(texts)) titles.set(text, [...(titles.get(text) ?? []), title]);
  }
  const line = '-'.repeat(80);
  const list = parts.map(({ title }) => `- ${title}`).join('\n');
  const bodies = [...titles].map(([text, of]) => `${line}\n${of.join('\n')}\n\n${text}\n`);
  return [`${head}\n\n${list}\n`, ...bodies].join('\n');
}
