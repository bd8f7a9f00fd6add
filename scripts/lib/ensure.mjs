// Brings what a script needs up to date, and does nothing where it is: dependencies, the addon, the shell.

import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { addonFile, currentPlatform, packageFolder, platforms } from './platforms.mjs';
import { cargoEnv, needCargo, targetFolder } from './cargo.mjs';
import { Failure, heading, npm, root, run } from './process.mjs';

const ADDON_SOURCES = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', '.cargo', 'crates'];
const SHELL_SOURCES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'rolldown.config.mjs',
  'scripts/data-files.mjs',
  'scripts/lib/licences.mjs',
  'scripts/lib/sbom.mjs',
  'scripts/page-bundle.mjs',
  'scripts/third-party-notices.mjs',
  'crates/beadloom-tokens/data',
  'docs/schema',
  'src',
];

/** Installs the npm dependencies unless those of the lock file are there. */
export function ensureInstalled() {
  if (installed()) return;
  heading('npm ci');
  const [program, args] = npm('ci', '--no-audit', '--no-fund');
  run(program, args);
}

/**
 * Builds the addon unless it is newer than its sources.
 * @param {{ release?: boolean, withTests?: boolean }} [options] `release`: only an optimised build will do;
 *   `withTests`: if it is built, then together with the tests
 */
export function ensureAddon({ release = false, withTests = false } = {}) {
  const platform = thisPlatform();
  const built = builtProfile();
  const file = join(packageFolder(platform), addonFile(platform));
  const fresh = built !== undefined && newest(ADDON_SOURCES) < modified(file);
  if (fresh && (!release || built === 'release')) return;
  heading(`build the addon (${release ? 'release' : 'dev'} profile)`);
  needCargo();
  run(process.execPath, [
    join(root, 'scripts', 'build-addon.mjs'),
    ...(release ? ['--release'] : []),
    ...(withTests ? ['--with-tests'] : []),
  ]);
}

/**
 * Builds the program of benchmarks.
 * @param {{ release?: boolean }} [options] `release`: optimised, as what is measured must be
 * @returns {string} the program
 */
export function ensureBench({ release = true } = {}) {
  needCargo();
  const profile = release ? 'release' : 'debug';
  run('cargo', ['build', '--quiet', ...(release ? ['--release'] : []), '--package', 'beadloom-bench'], {
    env: cargoEnv(release ? 'release' : 'dev'),
  });
  return join(targetFolder(), profile, 'beadloom-bench');
}

/** Builds `dist/` unless it is newer than its sources. */
export function ensureShell() {
  const entry = join(root, 'dist', 'cli.js');
  if (existsSync(entry) && newest(SHELL_SOURCES) < modified(entry)) return;
  heading('build the shell');
  const [program, args] = npm('run', '--silent', 'build:dist');
  run(program, args);
}

/** The platform of this machine; fails where beadloom has none. */
export function thisPlatform() {
  const platform = currentPlatform();
  if (platform) return platform;
  throw new Failure(
    `beadloom has no package for ${process.platform}-${process.arch}; there are ${platforms.map((row) => row.name).join(', ')}`,
  );
}

/** Notes with which profile the addon in `npm/` was built: the file itself does not say. */
export function noteProfile(profile) {
  mkdirSync(targetFolder(), { recursive: true });
  writeFileSync(profileNote(), `${profile}\n`);
}

/** `dev` or `release`; undefined where no addon was built here. */
export function builtProfile() {
  const platform = thisPlatform();
  if (!existsSync(join(packageFolder(platform), addonFile(platform)))) return undefined;
  return existsSync(profileNote()) ? readFileSync(profileNote(), 'utf8').trim() : undefined;
}

function profileNote() {
  return join(targetFolder(), `addon-${thisPlatform().name}.profile`);
}

/**
 * Whether every package of the lock file that this machine needs stands in `node_modules` at its version.
 * Compares contents: a fresh checkout changes the times of files, not what they say.
 */
function installed() {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages;
  const present = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!present) return false;
  if (!wanted) return true;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      entry.devOptional ||
      entry.link ||
      entry.peer ||
      present[path]?.version === entry.version,
  );
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Newest modification time among files and folders of the checkout, in milliseconds. */
function newest(paths) {
  return paths.reduce((latest, path) => Math.max(latest, newestIn(join(root, path))), 0);
}

function newestIn(path) {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  // A folder's own time counts: it changes when a file in it is removed.
  return readdirSync(path).reduce(
    (latest, name) => Math.max(latest, newestIn(join(path, name))),
    stat.mtimeMs,
  );
}

function modified(file) {
  return existsSync(file) ? statSync(file).mtimeMs : 0;
}
