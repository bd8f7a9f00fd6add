import { existsSync } from 'node:fs';

import type { DaemonAnswer, DaemonLogsAnswer } from '../model/answers.js';
import { BeadloomError } from '../model/error.js';
import { readRegularText } from '../model/reading.js';
import { loadNative } from '../native/load.js';
import { DaemonClient, readRecord } from './client.js';
import { daemonPlaces, logFile, mayListen, type DaemonPlaces } from './places.js';
import { METHODS } from './protocol.js';
import { isHeld, spawnDaemon } from './start.js';

/** Milliseconds within which a daemon has started, or ended. */
const PATIENCE_MS = 15_000;

/** Milliseconds that one which does not answer has to end by itself. */
const TERM_MS = 2_000;

/** Milliseconds that a person waits for its answer. */
const ANSWER_MS = 2_000;

/** Whether there is a daemon, and how it is. */
export async function daemonStatus(root: string): Promise<DaemonAnswer> {
  const places = daemonPlaces(root);
  if (places === undefined) {
    return without('none', root, null, 'this user has no folder for its socket that is private');
  }
  return statusAt(places, 'none');
}

/** Starts one, and waits until it answers. @throws BeadloomError `usage`, `no_daemon` */
export async function startDaemon(root: string): Promise<DaemonAnswer> {
  const places = placesOf(root);
  const before = await statusAt(places, 'unchanged');
  if (before.running) {
    return before;
  }
  await noWatch(places);
  const engine = new (loadNative().NativeEngine)(places.root);
  const isWanted = engine.daemonWanted();
  engine.close();
  if (!isWanted) {
    throw new BeadloomError({
      code: 'usage',
      message: 'the settings allow no daemon',
      path: '.beadloom/config.yml',
      hint: 'set daemon.mode to auto, or remove it',
    });
  }
  spawnDaemon(places.root);
  const started = await until(async () => {
    const now = await statusAt(places, 'started');
    return now.running && now.reason === null ? now : undefined;
  });
  if (started === undefined) {
    throw new BeadloomError({
      code: 'no_daemon',
      message: 'the daemon did not start',
      hint: daemonLogs(root).lines.at(-1) ?? 'everything works without it; --debug says more',
    });
  }
  return started;
}

/** Ends the one that runs, if one does. @throws BeadloomError `no_daemon` */
export async function stopDaemon(root: string): Promise<DaemonAnswer> {
  const places = daemonPlaces(root);
  if (places === undefined || !isHeld(places.lock)) {
    if (places !== undefined) {
      tidy(places);
    }
    return { ...(await daemonStatus(root)), outcome: 'unchanged' };
  }
  await noWatch(places);
  const pid = readRecord(places.record)?.pid;
  try {
    const { client } = await DaemonClient.connect(places, { asks: false, within: ANSWER_MS });
    await client.ask(METHODS.stop).finally(() => client.close());
  } catch {
    await terminate(places, pid);
  }
  if ((await until(async () => (isHeld(places.lock) ? undefined : true))) === undefined) {
    throw new BeadloomError({
      code: 'no_daemon',
      message: `the daemon${pid === undefined ? '' : `, process ${pid},`} does not end`,
      hint: 'end its process',
    });
  }
  tidy(places);
  return { ...(await daemonStatus(root)), outcome: 'stopped' };
}

/** @throws BeadloomError `no_daemon` where something has the lock that is no daemon, and none that starts or ends */
async function noWatch({ lock, record }: DaemonPlaces): Promise<void> {
  const isDaemon = async () => readRecord(record) !== undefined || !isHeld(lock) || undefined;
  if ((await until(isDaemon, TERM_MS)) === undefined) {
    throw new BeadloomError({
      code: 'no_daemon',
      message: 'beadloom watch runs in the place of the daemon',
      hint: 'end it with Ctrl-C in its terminal',
    });
  }
}

/** What daemons of this project wrote last. */
export function daemonLogs(root: string): DaemonLogsAnswer {
  const place = logFile(root);
  const lines = [`${place}.old`, place].flatMap((file) => {
    if (file === undefined || place === undefined || !existsSync(file)) {
      return [];
    }
    return readRegularText(file, file).split('\n').filter(Boolean);
  });
  return { version: 1, path: place ?? null, lines };
}

function placesOf(root: string): DaemonPlaces {
  const places = daemonPlaces(root);
  if (places === undefined) {
    throw new BeadloomError({
      code: 'no_daemon',
      message: 'this user has no private folder for a socket',
      hint: 'set XDG_RUNTIME_DIR to a folder that is yours alone, with a short path',
    });
  }
  return places;
}

async function statusAt(places: DaemonPlaces, outcome: string): Promise<DaemonAnswer> {
  if (mayListen(places)) {
    try {
      const { client } = await DaemonClient.connect(places, { asks: false, within: ANSWER_MS });
      try {
        const living = (await client.ask(METHODS.status)) as Omit<DaemonAnswer, 'version'>;
        return { ...without(outcome, places.root, places.socket, null), ...living };
      } finally {
        client.close();
      }
    } catch (error) {
      if (isHeld(places.lock)) {
        const reason = `it does not answer: ${error instanceof Error ? error.message : String(error)}`;
        const pid = readRecord(places.record)?.pid ?? null;
        return { ...without(outcome, places.root, places.socket, reason), running: true, pid };
      }
    }
  }
  const reason = isHeld(places.lock) ? 'it is starting or ending, or beadloom watch runs in its place' : null;
  return without(outcome, places.root, places.socket, reason);
}

function without(outcome: string, root: string, socket: string | null, reason: string | null): DaemonAnswer {
  return {
    version: 1,
    outcome,
    running: false,
    reason,
    pid: null,
    socket,
    root,
    beadloom_version: null,
    uptime_s: null,
    idle_s: null,
    idle_limit_s: null,
    requests: null,
    running_requests: null,
    connections: null,
    rss_bytes: null,
    limits: null,
    watching: null,
    index_generation: null,
  };
}

/** Ends a process that does not answer. Its lock is held, so that the record is its own. */
async function terminate(places: DaemonPlaces, pid: number | undefined): Promise<void> {
  if (pid === undefined) {
    return;
  }
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if ((await until(async () => (isHeld(places.lock) ? undefined : true), TERM_MS)) !== undefined) {
      return;
    }
  }
}

/** What one leaves that was killed. Nobody serves while the lock is held here. */
function tidy(places: DaemonPlaces): void {
  const native = loadNative();
  let lock;
  try {
    lock = native.NativeFileLock.tryAcquire(places.lock);
  } catch {
    return; // there is no folder
  }
  if (lock !== null) {
    if (mayListen(places)) {
      native.removeFile(places.socket);
    }
    native.removeFile(places.record);
    lock.release();
  }
}

async function until<T>(ask: () => Promise<T | undefined>, ms = PATIENCE_MS): Promise<T | undefined> {
  const end = performance.now() + ms;
  for (;;) {
    const found = await ask();
    if (found !== undefined || performance.now() > end) {
      return found;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
