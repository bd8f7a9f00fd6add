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
  /** Not in one, although it has an environment of its own: nothing of what is tested lies in how a process begins. */
  warm?: boolean;
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
  // What only a process has: most of its environment, its pieces of output, the fast ways of its entry.
  const needsProcess =
    options.own === true ||
    (options.warm !== true && Object.keys(options.env ?? {}).some((name) => !READ_ANEW.has(name))) ||
    options.onStderr !== undefined ||
    OF_PROCESS.has(args[0] ?? '');
  return needsProcess || process.env['BEADLOOM_TEST_PROCESSES'] === '1'
    ? run(process.execPath, [CLI, ...args], { ...options, cwd })
    : warm(args, cwd, options.env);
}

/** Variables that every command line reads anew, so that a process that has run others can be told them. */
const READ_ANEW = new Set(['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'CODEX_HOME']);

/** Commands that the entry runs by itself, or that run until they are ended. */
const OF_PROCESS = new Set(['mcp-serve', 'agent-hook', '--version']);

/** A process that runs one command line after the other. */
interface Warm {
  child: ChildProcess | undefined;
  last: Promise<unknown>;
  waiting: number;
}

/** By the variables that they were started with; the one that was asked last stands last. */
const warmProcesses = new Map<string, Warm>();
/** More are ended, unless they are at work. */
const MAX_WARM_PROCESSES = 4;

/** Runs a command line in a process that has run others with the same environment; one after the other. */
function warm(args: string[], cwd: string, given: Record<string, string> = {}): Promise<Run> {
  const part = (anew: boolean) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => READ_ANEW.has(name) === anew));
  const [env, fixed] = [part(true), part(false)];
  const key = JSON.stringify(fixed);
  const process = warmProcesses.get(key) ?? { child: undefined, last: Promise.resolve(), waiting: 0 };
  warmProcesses.delete(key);
  warmProcesses.set(key, process);
  process.waiting += 1;
  endIdle();
  const next = process.last
    .then(() => asked(process, { args, cwd, env }, fixed))
    .finally(() => (process.waiting -= 1));
  process.last = next.catch(() => {});
  return next;
}

function endIdle(): void {
  for (const [key, { child, waiting }] of warmProcesses) {
    if (warmProcesses.size <= MAX_WARM_PROCESSES) return;
    if (waiting === 0) {
      child?.disconnect();
      warmProcesses.delete(key);
    }
  }
}

function asked(
  process: Warm,
  asks: { args: string[]; cwd: string; env: Record<string, string> },
  fixed: Record<string, string>,
): Promise<Run> {
  process.child ??= started(fixed);
  const { child } = process;
  return new Promise((resolve, reject) => {
    const ended = (code: number | null, signal: string | null) => {
      process.child = undefined;
      reject(new Error(`beadloom ${asks.args.join(' ')} ended its process with ${code ?? signal}`));
    };
    child.once('exit', ended);
    child.channel?.ref();
    child.once('message', (left) => {
      child.off('exit', ended);
      // It ends with the one that asks, and keeps that one from nothing.
      child.channel?.unref();
      resolve(left as Run);
    });
    child.send(asks);
  });
}

function started(fixed: Record<string, string>): ChildProcess {
  const child = fork(fileURLToPath(new URL('warm.cjs', import.meta.url)), [dirname(CLI)], {
    env: environment(fixed),
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
