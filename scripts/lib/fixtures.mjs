// The servers that tests of the gateway start, each bundled into one file: Node loads their libraries in half the time so,
// and the tests start hundreds of them.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './process.mjs';

const SOURCES = join(root, '__test__', 'fixtures', 'gateway');
const BUNDLES = join(root, 'node_modules', '.cache', 'beadloom-fixtures');

/** Bundles the servers unless the bundles are newer than their sources. */
export async function ensureFixtures() {
  const names = readdirSync(SOURCES).filter((name) => name.endsWith('.mjs'));
  if (names.every((name) => isCurrent(name))) return;
  // Loaded here: tests take this module for a path alone.
  const { build } = await import('rolldown');
  await build({
    input: names.map((name) => join(SOURCES, name)),
    platform: 'node',
    external: [/^node:/],
    transform: { target: 'node20.19' },
    output: { dir: BUNDLES, format: 'esm', entryFileNames: '[name].mjs', minify: true, cleanDir: true },
    logLevel: 'warn',
  });
}

/**
 * The file of a server: the bundle where it is current, as after `npm test`, else the source.
 * @param {string} name as `old.mjs`
 */
export function fixtureServer(name) {
  return join(isCurrent(name) ? BUNDLES : SOURCES, name);
}

/** @param {string} name */
function isCurrent(name) {
  const bundle = join(BUNDLES, name);
  const libraries = join(root, 'package-lock.json');
  return (
    existsSync(bundle) &&
    [join(SOURCES, name), libraries].every((source) => statSync(source).mtimeMs < statSync(bundle).mtimeMs)
  );
}
