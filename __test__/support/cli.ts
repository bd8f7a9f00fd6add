import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { ErrorAnswer } from '../../src/api/index.js';
import type { TestProject } from './project.js';

/** The command line as it is published. */
export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** What a run left. */
export interface Run {
  /** Null where a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** How to run. */
export interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Called with each piece of stderr as it comes. */
  onStderr?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** The environment of tests: nothing of the developer's own choices of output. */
export function environment(more: Record<string, string> = {}): Record<string, string> {
  const { NO_COLOR: _1, FORCE_COLOR: _2, NODE_OPTIONS: _3, COLUMNS: _4, ...rest } = process.env;
  return { ...(rest as Record<string, string>), ...more };
}

/** Runs `beadloom` in a project. */
export function beadloom(
  where: TestProject | string,
  args: string[],
  options: RunOptions = {},
): Promise<Run> {
  const cwd = options.cwd ?? (typeof where === 'string' ? where : where.root);
  return run(process.execPath, [CLI, ...args], { ...options, cwd });
}

/** Runs a program to its end. */
export function run(program: string, args: string[], options: RunOptions): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: environment(options.env),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      options.onStderr?.(text, (signal) => child.kill(signal));
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Runs a command that succeeds and answers as JSON. */
export async function answer<T>(where: TestProject, args: string[]): Promise<T> {
  const { code, stdout, stderr } = await beadloom(where, [...args, '--json']);
  if (code !== 0) {
    throw new Error(`beadloom ${args.join(' ')} ended with ${code}: ${stderr}`);
  }
  return JSON.parse(stdout) as T;
}

/** Runs a command that fails, as JSON: the error of the answer. */
export async function failure(where: TestProject, args: string[]): Promise<ErrorAnswer['error']> {
  const { code, stdout, stderr } = await beadloom(where, [...args, '--json']);
  if (code !== 1) {
    throw new Error(`beadloom ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
  }
  return (JSON.parse(stdout) as ErrorAnswer).error;
}
