import { chmodSync, lstatSync, mkdirSync, statSync, type Stats } from 'node:fs';

import { addonFile, loadNative, type Native } from '../native/load.js';
import type { NativeFileLock } from '../native/native.js';
import { VERSION } from '../model/version.js';
import { readRecord } from './client.js';
import { DaemonLog } from './log.js';
import { HAS_PIPES, isOurs } from '../native/user-folders.js';
import { daemonPlaces, logFile, type DaemonPlaces } from './places.js';
import { type DaemonRecord } from './protocol.js';
import { Daemon } from './server.js';

/** How often a daemon looks whether it still has a reason to be there, in milliseconds. */
const LOOK_MS = 5_000;

/** How often it tries to be the one. */
const TRIES = 8;

/**
 * What a process does that was started as a daemon: it serves the project until there is a reason to end. Where another one
 * does already, it ends at once.
 */
export async function daemonServe([root = '']: readonly string[]): Promise<void> {
  const places = daemonPlaces(root);
  if (places === undefined) {
    process.exitCode = 1;
    return;
  }
  const log = new DaemonLog(logFile(places.root));
  try {
    await serve(places, log);
  } catch (error) {
    log.line(`did not start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

async function serve(places: DaemonPlaces, log: DaemonLog): Promise<void> {
  mkdirSync(places.folder, { recursive: true, mode: 0o700 });
  if (isOurs(places.folder) !== true) {
    throw new Error(`${places.folder} belongs to somebody else, or others may look into it`);
  }
  const native = loadNative();
  const lock = await acquired(native, places.lock);
  if (lock === null) {
    return; // another one was quicker
  }
  const looked = new Looked(places.root);
  // From here on nobody else serves, so that what lies here is left over.
  takeAwaySocket(places.socket);
  native.removeFile(places.record);
  const engine = new native.NativeEngine(places.root, true);
  if (!engine.daemonFacts().wanted) {
    throw new Error('daemon.mode is off');
  }
  const address = HAS_PIPES ? await pipeName() : places.socket;
  const daemon = new Daemon(native, engine, places.root, log, () => {
    if (readRecord(places.record)?.pid === process.pid) {
      native.removeFile(places.record);
    }
    lock.release();
    // Nothing that still runs shall keep it.
    setTimeout(() => process.exit(), 50);
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void daemon.end(`${signal} came`));
  }
  process.on('uncaughtException', (error) => {
    log.line(`a bug: ${error.stack ?? error.message}`);
    void daemon.end('it met a bug in itself');
  });
  await daemon.listen(address);
  if (!HAS_PIPES) {
    chmodSync(places.socket, 0o600);
  }
  const record: DaemonRecord = { pid: process.pid, version: VERSION, root: places.root, address };
  const failure = native.writePrivate(places.record, JSON.stringify(record));
  if (failure !== null && failure !== undefined) {
    throw new Error(`${places.record} cannot be written (${failure.code})`);
  }
  looked.at(places);
  log.line(`serves ${places.root}, beadloom ${VERSION}`);
  daemon.watch();
  const memory = new Memory(log);
  const timer = setInterval(() => {
    const why = looked.reason(places, daemon) ?? memory.reason(daemon);
    if (why !== undefined) {
      clearInterval(timer);
      void daemon.end(why);
    }
  }, LOOK_MS);
}

/** The lock; null where another has it. Whoever looks whether it is held has it for a moment. */
async function acquired(native: Native, place: string): Promise<NativeFileLock | null> {
  for (let tries = 1; ; tries += 1) {
    const lock = native.NativeFileLock.tryAcquire(place);
    if (lock !== null || tries === TRIES) {
      return lock;
    }
    await new Promise((resolve) => setTimeout(resolve, 10 * tries));
  }
}

/** What a daemon stands on, as it was when it started. */
class Looked {
  readonly #root: Stats | undefined;
  readonly #program = programs();
  #socket: Stats | undefined;

  constructor(root: string) {
    this.#root = look(root);
  }

  at({ socket }: DaemonPlaces): void {
    this.#socket = look(socket);
  }

  /** Whether the socket is still the one that this process made. */
  isOwn({ socket }: DaemonPlaces): boolean {
    return HAS_PIPES || isSame(this.#socket, look(socket));
  }

  /** Why it should end; undefined as long as nothing speaks against it. */
  reason(places: DaemonPlaces, daemon: Daemon): string | undefined {
    const program = programs();
    if (!isSame(this.#root, look(places.root))) {
      return 'its project went away';
    }
    if (!this.#program.every((one, at) => isUnchanged(one, program[at]))) {
      return 'its version went away';
    }
    if (!this.isOwn(places)) {
      return 'its socket went away';
    }
    return daemon.idleLimit === undefined ? 'daemon.mode is off' : undefined;
  }
}

/** How much memory the process has, of what it may have. */
class Memory {
  /** What was left when it last gave something back. */
  #left = 0;
  #isOver = false;

  constructor(private readonly log: DaemonLog) {}

  /**
   * Gives memory back from half of the limit on, once for each tenth of it, and from four fifths on the index of memories too; why the
   * process should end, if that is not enough.
   */
  reason(daemon: Daemon): string | undefined {
    const limit = daemon.memoryLimit;
    let rss = process.memoryUsage.rss();
    if (rss > limit / 2 && rss > this.#left + limit / 10) {
      const before = rss;
      daemon.giveBack(false);
      rss = process.memoryUsage.rss();
      if (rss > (limit * 4) / 5) {
        daemon.giveBack(true);
        rss = process.memoryUsage.rss();
      }
      this.#left = rss;
      this.log.line(`gave back ${megabytes(before - rss)} of ${megabytes(before)} MB`);
    }
    // A large change takes memory for a moment.
    const wasOver = this.#isOver;
    this.#isOver = rss > limit;
    return wasOver && this.#isOver
      ? `it has ${megabytes(rss)} MB of memory, more than ${megabytes(limit)}`
      : undefined;
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / (1 << 20));
}

/** What this process runs. */
function programs(): (Stats | undefined)[] {
  return [process.argv[1] ?? '', addonFile() ?? ''].map(look);
}

function look(place: string): Stats | undefined {
  try {
    return statSync(place, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isSame(one: Stats | undefined, other: Stats | undefined): boolean {
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

/** What could not be seen at the start says nothing about a change. */
function isUnchanged(before: Stats | undefined, now: Stats | undefined): boolean {
  return before === undefined || (isSame(before, now) && before.mtimeMs === now?.mtimeMs);
}

/** @throws Error where something else lies there */
function takeAwaySocket(place: string): void {
  const there = lstatSync(place, { throwIfNoEntry: false });
  if (there === undefined) {
    return;
  }
  if (!there.isSocket()) {
    throw new Error(`${place} is not a socket`);
  }
  loadNative().removeFile(place);
}

/** A name that nobody can take first. */
async function pipeName(): Promise<string> {
  const { randomBytes } = await import('node:crypto');
  return `\\\\.\\pipe\\beadloom-${randomBytes(16).toString('hex')}`;
}
