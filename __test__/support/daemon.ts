import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';

import type { ExecutionContext } from 'ava';

import type { DaemonAnswer } from '../../src/api/index.js';
import { beadloom, type Run, type RunOptions } from './cli.js';
import type { TestProject } from './project.js';

/** A user of a test's own, who has daemons; they end with the test. */
export interface DaemonUser {
  env: Record<string, string>;
  /** The folder of sockets. */
  runtime: string;
  /** In a process that goes on, unless `own` asks for one: what a client does at its start is the same in each. */
  run: (args: string[], options?: RunOptions) => Promise<Run>;
  /** What a command that succeeds prints; with variables in a process of its own. */
  text: (args: string[], env?: Record<string, string>) => Promise<string>;
  status: () => Promise<DaemonAnswer>;
  /** Waits until a daemon answers. */
  running: () => Promise<DaemonAnswer>;
  /** Waits until none is there, and nothing of one. */
  gone: () => Promise<void>;
}

export function daemonUser(t: ExecutionContext, where: TestProject): DaemonUser {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'bd-')));
  const [runtime, cache] = [join(home, 'run'), join(home, 'cache')];
  mkdirSync(runtime, { mode: 0o700 });
  mkdirSync(cache);
  const env = {
    XDG_RUNTIME_DIR: runtime,
    XDG_CACHE_HOME: cache,
    XDG_DATA_HOME: join(home, 'data'),
    BEADLOOM_DAEMON: 'auto',
    CI: '',
  };
  const run = (args: string[], options: RunOptions = {}) =>
    beadloom(where, args, { warm: true, ...options, env: { ...env, ...options.env } });
  const text = async (args: string[], more?: Record<string, string>) => {
    // How far it is goes to stderr where a machine is slow.
    const options = more === undefined ? {} : { env: more, own: true };
    const { code, stdout, stderr } = await run([...args, '--no-progress'], options);
    t.is(code, 0, `${args.join(' ')}: ${stderr}`);
    t.is(stderr, '', args.join(' '));
    return stdout;
  };
  const status = async () => JSON.parse(await text(['daemon', 'status', '--json'])) as DaemonAnswer;
  const user: DaemonUser = {
    env,
    runtime,
    run,
    text,
    status,
    running: () =>
      until('the daemon', async () => {
        const now = await status();
        return now.running && now.reason === null ? now : undefined;
      }),
    gone: () =>
      until('the end of the daemon', async () => {
        const left = leftovers(runtime).filter((name) => !name.endsWith('.lock'));
        return left.length === 0 && daemonsOf(where.root).length === 0 ? true : undefined;
      }).then(() => undefined),
  };
  t.teardown(async () => {
    for (const pid of daemonsOf(where.root)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended meanwhile.
      }
    }
    // What ends now may write its last line first.
    rmSync(home, { recursive: true, force: true, maxRetries: 10 });
  });
  return user;
}

/** Names in our folder for sockets. */
export function leftovers(runtime: string): string[] {
  try {
    return readdirSync(join(runtime, 'beadloom')).toSorted();
  } catch {
    return [];
  }
}

/** The processes that serve a project, as the system tells. */
export function daemonsOf(root: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return words.includes('daemon-serve') && words.includes(root);
      } catch {
        return false;
      }
    });
}

/** Asks again and again, as long as it takes. */
export async function until<T>(what: string, ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const found = await ask();
    if (found !== undefined) {
      return found;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`${what} never came`);
}
