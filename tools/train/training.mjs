// What all training has in common: the program that dumps, files that appear whole, and Python with its packages.

import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { targetFolder } from '../../scripts/lib/cargo.mjs';
import { needProgram, root, run } from '../../scripts/lib/process.mjs';

const REQUIREMENTS = ['lightgbm==4.7.0', 'numpy>=2,<3'];

/** Builds `beadloom-bench`, and says where it is. */
export function builtProgram() {
  run('cargo', ['build', '--release', '--package', 'beadloom-bench']);
  return join(targetFolder(), 'release', 'beadloom-bench');
}

/** Appears whole or not at all. */
export function keep(file, rows) {
  writeFileSync(`${file}.part`, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  renameSync(`${file}.part`, file);
}

/**
 * Runs a script of this folder, in a virtual environment that is made where it is missing.
 * @param {string} name
 * @param {{ dumps: string, venv?: string }} places
 * @param {string[]} args
 */
export function runPython(name, { dumps, venv = join(dumps, 'venv') }, args) {
  needProgram('python3', 'install Python with its module venv');
  const python = join(venv, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  if (!existsSync(python)) {
    run('python3', ['-m', 'venv', venv]);
    run(python, ['-m', 'pip', 'install', '--quiet', ...REQUIREMENTS]);
  }
  run(python, [join(root, 'tools/train', name), ...args]);
}
