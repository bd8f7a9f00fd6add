import { fork, spawn, type ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
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
  /** In a process of its own, beside others. */
  own?: boolean;
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
  // What only a process has: its environment, its pieces of output, the fast ways of its entry.
  const needsProcess =
    options.own === true ||
    options.env !== undefined ||
    options.onStderr !== undefined ||
    OF_PROCESS.has(args[0] ?? '');
  return needsProcess || process.env['BEADLOOM_TEST_PROCESSES'] === '1'
    ? run(process.execPath, [CLI, ...args], { ...options, cwd })
    : warm(args, cwd);
}

/** Commands that the entry runs by itself, or that run until they are ended. */
const OF_PROCESS = new Set(['mcp-serve', 'agent-hook', '--version']);

let warmProcess: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs a command line in a process that has run others before; one after the other. */
function warm(args: string[], cwd: string): Promise<Run> {
  const next = last.then(() => asked(args, cwd));
  last = next.catch(() => {});
  return next;
}

function asked(args: string[], cwd: string): Promise<Run> {
  warmProcess ??= started();
  const child = warmProcess;
  return new Promise((resolve, reject) => {
    const ended = (code: number | null, signal: string | null) => {
      warmProcess = undefined;
      reject(new Error(`beadloom ${args.join(' ')} ended its process with ${code ?? signal}`));
    };
    child.once('exit', ended);
    child.channel?.ref();
    child.once('message', (left) => {
      child.off('exit', ended);
      // It ends with the one that asks, and keeps that one from nothing.
      child.channel?.unref();
      resolve(left as Run);
    });
    child.send({ args, cwd });
  });
}

function started(): ChildProcess {
  const child = fork(fileURLToPath(new URL('warm.cjs', import.meta.url)), [dirname(CLI)], {
    env: environment(),
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  for (const stream of [child.stdout, child.stderr]) {
    (stream as unknown as { unref?: () => void } | null)?.unref?.();
  }
  return child;
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
