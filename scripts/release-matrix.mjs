// `node scripts/release-matrix.mjs`: the jobs of the release workflow, two lines for `$GITHUB_OUTPUT`: what builds each
// platform's addon, and what tries it on a machine of its own kind.

import { platforms } from './lib/platforms.mjs';
import { script } from './lib/process.mjs';

/** What builds. One machine per system builds for all processors. */
const BUILDERS = { linux: 'ubuntu-24.04', darwin: 'macos-15', win32: 'windows-2025' };

/** What `napi build` needs for a C library, and whether Zig must be there. */
const CROSS = {
  // napi's own sysroot links against an old glibc, so that the addon loads on old distributions.
  glibc: { extra: '--use-napi-cross' },
  // Zig brings a C compiler and a libc for musl.
  musl: { extra: '--cross-compile', zig: true },
};

/** What tries: by platform. A platform without a row is built only. */
const TRIALS = {
  'linux-x64-gnu': { os: 'ubuntu-24.04', container: 'node:20-bullseye' },
  'linux-x64-musl': { os: 'ubuntu-24.04', container: 'node:20-alpine' },
  'linux-arm64-gnu': { os: 'ubuntu-24.04-arm', container: 'node:20-bullseye' },
  // Not linux-arm64-musl: actions do not run in Alpine containers on arm64.
  'darwin-arm64': { os: 'macos-15' },
  'darwin-x64': { os: 'macos-15-intel' },
  'win32-x64-msvc': { os: 'windows-2025' },
  'win32-arm64-msvc': { os: 'windows-11-arm' },
};

await script(() => {
  const build = platforms.map(({ name, triple, os, libc }) => ({
    platform: name,
    target: triple,
    os: BUILDERS[os],
    ...CROSS[libc],
  }));
  const trials = platforms
    .filter(({ name }) => name in TRIALS)
    .map(({ name }) => ({ platform: name, ...TRIALS[name] }));
  console.log(`build=${JSON.stringify({ include: build })}`);
  console.log(`try=${JSON.stringify({ include: trials })}`);
});
