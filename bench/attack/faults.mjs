// A library that lets the calls of a process go wrong by which it changes files (faults.c), made where there is a compiler.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('faults.c', import.meta.url));

/**
 * Compiles it.
 * @param {string} folder where it is to lie
 * @returns {{ library: string } | { missing: string }}
 */
export function compileFaults(folder) {
  if (process.platform !== 'linux') {
    return { missing: 'calls are made to fail on Linux alone' };
  }
  const library = join(folder, 'faults.so');
  const { status, error, stderr } = spawnSync(
    'cc',
    ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl'],
    { encoding: 'utf8' },
  );
  if (error !== undefined) {
    return { missing: 'there is no C compiler' };
  }
  return status === 0 ? { library } : { missing: `the C compiler fails: ${stderr.split('\n', 1)[0] ?? ''}` };
}

/**
 * The environment in which something goes wrong at a call.
 * @param {string} library
 * @param {{ under: readonly string[], kind?: 'kill' | 'torn' | 'short' | 'again' | 'full', at?: number, count?: string, index?: boolean }} fault
 *   `under`: the folders of which calls count; `at`: from 1; `count`: a file that says how many there were;
 *   `index`: whether calls on the index count
 * @returns {Record<string, string>}
 */
export function faulty(library, { under, kind, at, count, index = true }) {
  return {
    LD_PRELOAD: library,
    FAULT_UNDER: under.join(':'),
    FAULT_INDEX: index ? '1' : '0',
    ...(kind === undefined ? {} : { FAULT_KIND: kind, FAULT_AT: String(at) }),
    ...(count === undefined ? {} : { FAULT_COUNT: count }),
  };
}

/**
 * How many calls a run made that came to its end.
 * @param {string} file
 */
export function counted(file) {
  const count = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  rmSync(file, { force: true });
  return count;
}
