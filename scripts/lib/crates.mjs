// The crates that are compiled into the addon, by platform. What is made of them is committed, because the sources of other
// platforms' crates need not be on the machine that packs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { platforms } from './platforms.mjs';
import { Failure, output, root } from './process.mjs';
import { cargoPurl, sbom } from './sbom.mjs';

/** Which crates these are, with their licences. */
export const CRATES = 'crates/beadloom-napi/third-party/crates.json';
/** The texts of their licences. */
export const CRATE_NOTICES = 'crates/beadloom-napi/third-party/NOTICES.txt';

/** What a platform's package calls the texts, */
export const NOTICES = 'THIRD_PARTY_NOTICES.txt';
/** and the list of what its addon is made of. */
export const SBOM = 'sbom.cdx.json';

/** Code in C that crates bring along, which has no version of its own that cargo knows. */
export const IN_CRATES = [
  {
    crate: 'libsqlite3-sys',
    title: 'SQLite (in libsqlite3-sys; public domain)',
    text: 'All of the code and documentation in SQLite has been dedicated to the public domain by the authors.',
  },
];

/** What every program in Rust has in it. */
export const STANDARD_LIBRARY = {
  title: "Rust's standard library (MIT OR Apache-2.0)",
  licence: 'MIT OR Apache-2.0',
  holders: 'The Rust Project Contributors',
};

/**
 * A crate, and on which platforms it is part of the addon; without `platforms`: on all.
 * @typedef {{ name: string, version: string, licence: string, checksum: string, platforms?: string[] }} Crate
 */

/** The committed list. @returns {Crate[]} */
export function listedCrates() {
  return JSON.parse(readFileSync(join(root, CRATES), 'utf8'));
}

/** Those of the committed list that are part of a platform's addon. */
export function cratesOn(platform) {
  return listedCrates().filter((crate) => crate.platforms?.includes(platform.name) ?? true);
}

/** The crates whose C sources beadloom-grammars compiles without depending on them. */
function packedGrammars() {
  const table = readFileSync(join(root, 'crates/beadloom-grammars/build/main.rs'), 'utf8');
  const names = [...table.matchAll(/\bpackage: "([\w-]+)"/g)].map(([, name]) => name);
  if (names.length === 0) throw new Failure('beadloom-grammars has no table of grammars');
  return names.map((name) => {
    const [version, ...others] = [...checksums().keys()].filter((key) => key.startsWith(`${name} `));
    if (version === undefined || others.length > 0) throw new Failure(`Cargo.lock has not one ${name}`);
    return version;
  });
}

/**
 * Names and versions of the crates that are compiled into a platform's addon, `name version`, sorted. Needs the sources
 * of that platform's crates, and no network where they are there.
 */
export function compiledCrates(platform) {
  const lines = output('cargo', [
    'tree',
    '--locked',
    '--package=beadloom-napi',
    '--edges=normal',
    `--target=${platform.triple}`,
    '--prefix=none',
    '--format={p}',
  ]).split('\n');
  // Our own name the folder that they lie in.
  const crates = lines.filter((line) => line !== '' && !/^beadloom-[\w-]+ v/.test(line));
  const names = crates.map((line) => line.split(' ').slice(0, 2).join(' ').replace(' v', ' '));
  return [...new Set([...names, ...packedGrammars()])].toSorted();
}

/** The same of every platform: `name version` with the names of the platforms. */
export function compiledEverywhere() {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const platform of platforms) {
    for (const crate of compiledCrates(platform)) {
      found.set(crate, [...(found.get(crate) ?? []), platform.name]);
    }
  }
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The checksums of `Cargo.lock`, by `name version`. @returns {Map<string, string>} */
export function checksums() {
  const text = readFileSync(join(root, 'Cargo.lock'), 'utf8').replaceAll('\r\n', '\n');
  const value = (entry, key) => new RegExp(`^${key} = "(.+)"$`, 'm').exec(entry)?.[1];
  const entries = text.split('[[package]]').slice(1);
  return new Map(
    entries.flatMap((entry) => {
      const checksum = value(entry, 'checksum');
      return checksum ? [[`${value(entry, 'name')} ${value(entry, 'version')}`, checksum]] : [];
    }),
  );
}

/** The list of what a platform's addon is made of; `main`: its package's manifest. */
export function addonSbom(platform, main) {
  const parts = cratesOn(platform).map(({ name, version, licence, checksum }) => ({
    name,
    version,
    licence,
    purl: cargoPurl(name, version),
    hash: { alg: 'SHA-256', content: checksum },
  }));
  return sbom(main, parts);
}

/** Fails where the committed list is not what `Cargo.lock` says. */
export function checkCrates() {
  const locked = checksums();
  const wrong = listedCrates().filter(
    ({ name, version, checksum }) => locked.get(`${name} ${version}`) !== checksum,
  );
  if (wrong.length > 0) {
    throw new Failure(
      `${CRATES} is not current: ${wrong.map(({ name }) => name).join(', ')}; run \`npm run generate\``,
    );
  }
}
