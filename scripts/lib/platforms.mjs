// The platforms that beadloom is built for: the Rust targets under `napi.targets` in package.json. Each has one package
// under `npm/`, one job of the release workflow and one entry of the published `optionalDependencies`.
// Only Node built-ins: these scripts run before anything is installed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './process.mjs';

/** @typedef {{ name: string, triple: string, os: string, cpu: string, libc?: string, title: string }} Platform */

/** Per operating system of a target: what Node calls it, and what people do. */
const SYSTEMS = {
  linux: { os: 'linux', title: 'Linux' },
  darwin: { os: 'darwin', title: 'macOS' },
  windows: { os: 'win32', title: 'Windows' },
};
const CPUS = { x86_64: 'x64', aarch64: 'arm64' };
const LIBCS = { gnu: 'glibc', musl: 'musl' };

/** @type {readonly Platform[]} */
export const platforms = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).napi.targets.map(rowOf);

/** The row of a target: `<cpu>-<vendor>-<system>[-<abi>]`. */
function rowOf(triple) {
  const [arch, , system, abi] = triple.split('-');
  const { os, title } = SYSTEMS[system];
  const cpu = CPUS[arch];
  const libc = LIBCS[abi];
  return {
    name: [os, cpu, abi].filter(Boolean).join('-'),
    triple,
    os,
    cpu,
    ...(libc && { libc }),
    title: `${title} on ${cpu}${libc ? ` with ${libc}` : ''}`,
  };
}

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
