// Starting other programs, and saying what happens. Only Node built-ins.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

// Scripts try, measure and print what a command does by itself, in projects that they throw away.
process.env.BEADLOOM_DAEMON ??= 'off';

/** Ends the script with one sentence on stderr. */
export class Failure extends Error {}

/** Runs `main` and turns a Failure into exit code 1 without a stack trace. */
export async function script(main) {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  }
}

/** Prints a heading before a step. */
export function heading(text) {
  console.log(`\n== ${text}`);
}

/**
 * Runs a program with inherited output and fails where it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnSyncOptions} [options]
 */
export function run(program, args, options = {}) {
  const status = attempt(program, args, options);
  if (status !== 0) throw new Failure(`\`${[program, ...args].join(' ')}\` ended with ${status}`);
}

/** Runs a program with inherited output; its exit code, or the reason why it has none. */
export function attempt(program, args, options = {}) {
  const result = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options });
  return outcome(program, result);
}

/**
 * Runs a program and keeps its output.
 * @returns {{ status: number | string, stdout: string, stderr: string }}
 */
export function capture(program, args, options = {}) {
  const result = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  return { status: outcome(program, result), stdout: result.stdout ?? '', stderr: result.stderr ?? '' };
}

/** The standard output of a program that must succeed. */
export function output(program, args, options = {}) {
  const { status, stdout, stderr } = capture(program, args, options);
  if (status !== 0) {
    throw new Failure(`\`${[program, ...args].join(' ')}\` ended with ${status}\n${stderr || stdout}`);
  }
  return stdout;
}

/**
 * Program and arguments that run npm. `npm` itself is a script that Windows cannot start without a shell;
 * the JavaScript behind it runs everywhere.
 * @returns {[string, string[]]}
 */
export function npm(...args) {
  const candidates = [
    process.env.npm_execpath,
    join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const cli = candidates.find((path) => path?.endsWith('npm-cli.js') && existsSync(path));
  return cli ? [process.execPath, [cli, ...args]] : ['npm', args];
}

/** Program and arguments that run the JavaScript file of an installed package. */
export function tool(path, ...args) {
  return [process.execPath, [join(root, 'node_modules', ...path.split('/')), ...args]];
}

/** Whether a program is on the path. */
export function hasProgram(name) {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  return (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && suffixes.some((suffix) => existsSync(join(folder, name + suffix))));
}

/** Fails with what to install where a program is missing. */
export function needProgram(name, hint) {
  if (!hasProgram(name)) throw new Failure(`\`${name}\` is not on the path; ${hint}`);
}

function outcome(program, result) {
  if (result.error) {
    return result.error.code === 'ENOENT' ? `"${program}" is not installed` : result.error.message;
  }
  return result.status ?? `signal ${result.signal}`;
}
