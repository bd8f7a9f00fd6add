// How cargo is called, so that tests and the addon share one target folder and compile everything once.

import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { needProgram, root } from './process.mjs';

/** Fails with what to install where there is no Rust. */
export function needCargo() {
  needProgram('cargo', 'install Rust from https://rustup.rs');
}

/** The target folder that cargo uses. */
export function targetFolder() {
  return resolve(root, process.env.CARGO_TARGET_DIR ?? 'target');
}

/**
 * The environment of every cargo call that may compile the addon: its macros note the TypeScript types in a folder
 * while they expand. A change of these variables would compile the addon again, so all calls set the same.
 * @param {'dev' | 'release'} profile
 */
export function cargoEnv(profile) {
  const folder = typesFolder(profile);
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, NAPI_TYPE_DEF_TMP_FOLDER: folder };
  if (profile === 'release' && process.platform !== 'win32') {
    // No panic passes through C: what C calls of ours ends it or the process. The tables for that are 150 KB.
    env.CFLAGS = [process.env.CFLAGS, '-fno-asynchronous-unwind-tables'].filter(Boolean).join(' ');
  }
  // The compiler's allocator asks for large pages, which Linux leaves to programs that do. On a guest whose host is slow to find
  // memory, beadloom-lang compiled in less than half of the time with them; elsewhere it was not measured.
  if (process.platform === 'linux') env.MALLOC_CONF ??= 'thp:always';
  if (process.env.CI) {
    // A machine that compiles everything once has no use for what would make the next time quicker, or a debugger happy.
    env.CARGO_INCREMENTAL ??= '0';
    env.CARGO_PROFILE_DEV_DEBUG ??= 'false';
  }
  // Compiled without the notes: once more, with them.
  if (!existsSync(join(folder, 'beadloom-napi'))) env.NAPI_FORCE_BUILD_BEADLOOM_NAPI = String(Date.now());
  return env;
}

/** Where the addon's macros note its types. */
export function typesFolder(profile) {
  return join(targetFolder(), 'napi-types', profile);
}
