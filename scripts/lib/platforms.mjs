// The platforms that beadloom is built for: one row here is one package under `npm/`, one job of the
// release workflow and one entry of the published `optionalDependencies`.
// Only Node built-ins: these scripts run before anything is installed.

import { join } from 'node:path';

import { root } from './process.mjs';

/** @typedef {{ name: string, triple: string, os: string, cpu: string, libc?: string, title: string }} Platform */

/** @type {readonly Platform[]} */
export const platforms = [
  {
    name: 'linux-x64-gnu',
    triple: 'x86_64-unknown-linux-gnu',
    os: 'linux',
    cpu: 'x64',
    libc: 'glibc',
    title: 'Linux on x64 with glibc',
  },
  {
    name: 'linux-x64-musl',
    triple: 'x86_64-unknown-linux-musl',
    os: 'linux',
    cpu: 'x64',
    libc: 'musl',
    title: 'Linux on x64 with musl',
  },
  {
    name: 'linux-arm64-gnu',
    triple: 'aarch64-unknown-linux-gnu',
    os: 'linux',
    cpu: 'arm64',
    libc: 'glibc',
    title: 'Linux on arm64 with glibc',
  },
  {
    name: 'linux-arm64-musl',
    triple: 'aarch64-unknown-linux-musl',
    os: 'linux',
    cpu: 'arm64',
    libc: 'musl',
    title: 'Linux on arm64 with musl',
  },
  { name: 'darwin-x64', triple: 'x86_64-apple-darwin', os: 'darwin', cpu: 'x64', title: 'macOS on x64' },
  {
    name: 'darwin-arm64',
    triple: 'aarch64-apple-darwin',
    os: 'darwin',
    cpu: 'arm64',
    title: 'macOS on arm64',
  },
  {
    name: 'win32-x64-msvc',
    triple: 'x86_64-pc-windows-msvc',
    os: 'win32',
    cpu: 'x64',
    title: 'Windows on x64',
  },
  {
    name: 'win32-arm64-msvc',
    triple: 'aarch64-pc-windows-msvc',
    os: 'win32',
    cpu: 'arm64',
    title: 'Windows on arm64',
  },
];

/** The row of the machine that runs this, or undefined where beadloom has no package for it. */
export function currentPlatform() {
  return platforms.find(
    (platform) =>
      platform.os === process.platform &&
      platform.cpu === process.arch &&
      (platform.libc === undefined || platform.libc === currentLibc()),
  );
}

/** The row of a Rust target triple. */
export function platformOf(triple) {
  return platforms.find((platform) => platform.triple === triple);
}

/** The name of a platform's npm package. */
export function packageName(platform) {
  return `beadloom-${platform.name}`;
}

/** The folder that holds a platform's package. */
export function packageFolder(platform) {
  return join(root, 'npm', platform.name);
}

/** The name of a platform's addon, the only file of weight in its package. */
export function addonFile(platform) {
  return `beadloom.${platform.name}.node`;
}

function currentLibc() {
  if (process.platform !== 'linux') return undefined;
  // The report asks the network for names of open sockets unless it is told not to.
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}
