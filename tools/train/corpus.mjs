// The corpus of the static embeddings.
//
//   node tools/train/corpus.mjs fetch --into DIR               what repositories.tsv names
//   node tools/train/corpus.mjs pin --into DIR owner/name…     adds repositories, or newer commits of them
//
// A repository is fetched with its history (whose subjects are trained on), and without a work tree: beadloom-train reads it through Git. `pin` looks
// for the licence and refuses what is not permissive. A mirror is Git's own affair (`url.<base>.insteadOf`).

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const listFile = join(here, 'repositories.tsv');

/** What a licence's text must say. The first that fits counts. */
const LICENCES = [
  ['GPL', /gnu (lesser |affero )?general public license/],
  ['MPL-2.0', /mozilla public license/],
  ['EPL', /eclipse public license/],
  ['Apache-2.0', /apache license,? version 2\.0/],
  ['BSL-1.0', /boost software license/],
  [
    'Zlib',
    /altered source versions must be plainly marked|misrepresent the origin|must not claim that you wrote the original/,
  ],
  ['BSD-3-Clause', /redistribution and use in source and binary forms[^]*(endorse or promote|nor the names)/],
  ['BSD-2-Clause', /redistribution and use in source and binary forms/],
  ['MIT', /permission is hereby granted, free of charge/],
  ['ISC', /permission to use, copy, modify, and(\/or)? distribute this software for any purpose/],
  ['Unlicense', /free and unencumbered software released into the public domain/],
];
const PERMISSIVE = new Set([
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BSL-1.0',
  'ISC',
  'MIT',
  'Unlicense',
  'Zlib',
]);

/** @param {string} folder @param {string[]} args */
function git(folder, args) {
  return execFileSync('git', ['--git-dir', folder, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** @param {string} into @param {string} name */
const folderOf = (into, name) => join(into, `${name.replace('/', '+')}.git`);

/** Fetches one commit, or the newest. @param {string} into @param {string} name @param {string} commit */
function fetchCommit(into, name, commit) {
  const folder = folderOf(into, name);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    git(folder, ['init', '--quiet', '--bare']);
  }
  try {
    return git(folder, ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`]).trim();
  } catch {
    git(folder, ['fetch', '--quiet', '--no-tags', `https://github.com/${name}`, commit]);
    const fetched = git(folder, ['rev-parse', 'FETCH_HEAD']).trim();
    git(folder, ['update-ref', 'HEAD', fetched]);
    return fetched;
  }
}

/** The licences of a repository's own files, as its root has them. @param {string} folder @param {string} commit */
function licences(folder, commit) {
  const names = git(folder, ['ls-tree', '--name-only', '-r', '-z', commit])
    .split('\0')
    .filter((name) => /^(licen[cs]es?(\/|[-.]|$)|copying|unlicense|copyright)/i.test(name))
    .filter((name) => !/\.(rs|go|py|js|ts)$/.test(name));
  const found = names.map((name) => {
    const text = git(folder, ['show', `${commit}:${name}`])
      .toLowerCase()
      .replace(/[\s*]+/g, ' ');
    return LICENCES.find(([, says]) => says.test(text))?.[0];
  });
  return [...new Set(found.filter((name) => name !== undefined))].toSorted();
}

function readList() {
  if (!existsSync(listFile)) return [];
  return readFileSync(listFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}

/** @param {string[][]} rows */
function writeList(rows) {
  const sorted = rows.toSorted((a, b) => a[0].localeCompare(b[0], 'en', { sensitivity: 'base' }));
  const head = '# Repositories of GitHub, their commits and licences. `corpus.mjs pin` writes this list.\n';
  writeFileSync(listFile, head + sorted.map((row) => `${row.join('\t')}\n`).join(''));
}

const [command, ...rest] = process.argv.slice(2);
const at = rest.indexOf('--into');
const into = at >= 0 ? rest[at + 1] : undefined;
if ((command !== 'fetch' && command !== 'pin') || !into) {
  process.stderr.write('usage: node tools/train/corpus.mjs fetch|pin --into DIR [owner/name…]\n');
  process.exit(2);
}
const names = rest.filter((_, index) => index !== at && index !== at + 1);
if (command === 'fetch') {
  for (const [name, commit] of readList()) {
    fetchCommit(into, name, commit);
    process.stdout.write(`${name} ${commit}\n`);
  }
} else {
  const excluded = new Set(
    readFileSync(join(here, 'excluded.txt'), 'utf8')
      .split('\n')
      .map((line) => line.trim().toLowerCase()),
  );
  const rows = new Map(readList().map((row) => [row[0], row]));
  for (const name of names) {
    const commit = fetchCommit(into, name, 'HEAD');
    const found = licences(folderOf(into, name), commit);
    const refused = excluded.has(name.split('/')[1].toLowerCase())
      ? 'it is excluded'
      : found.length === 0
        ? 'no licence was recognised'
        : found.some((licence) => !PERMISSIVE.has(licence))
          ? found.join(', ')
          : undefined;
    if (refused) {
      process.stderr.write(`refused: ${name}: ${refused}\n`);
      rows.delete(name);
    } else {
      rows.set(name, [name, commit, found.join(' ')]);
    }
  }
  writeList([...rows.values()]);
}
