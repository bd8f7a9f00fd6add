// Where a daemon of this user for a project is found. What every query needs, so nothing is loaded for it.
import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

import { HAS_PIPES, cacheFolder, isOurs, runtimeFolders } from '../native/user-folders.js';
import { VERSION } from '../model/version.js';

/** Where the files of one daemon are. */
export interface DaemonPlaces {
  /** The project, absolute, without links. */
  root: string;
  /** The folder of this user, which nobody else may look into. */
  folder: string;
  /** What it listens at; on Windows a pipe, whose name stands in the record. */
  socket: string;
  /** Which process it is. */
  record: string;
  /** Held as long as it lives. */
  lock: string;
}

/** Bytes of a socket's name that every system takes; the longest that macOS does is 103. */
const MAX_SOCKET_BYTES = 103;

/**
 * Where the daemon of a project is, or would be; undefined where this user has no folder for it, or none that nobody else
 * can reach.
 */
export function daemonPlaces(root: string): DaemonPlaces | undefined {
  const real = realPath(root);
  if (real === undefined) {
    return undefined;
  }
  const name = nameOf(`${real}\0${VERSION}`);
  for (const folder of runtimeFolders()) {
    const socket = join(folder, `${name}.sock`);
    if (!HAS_PIPES && Buffer.byteLength(socket) > MAX_SOCKET_BYTES) {
      continue;
    }
    if (isOurs(folder) !== false) {
      return {
        root: real,
        folder,
        socket,
        record: join(folder, `${name}.json`),
        lock: join(folder, `${name}.lock`),
      };
    }
  }
  return undefined;
}

/** Where the daemon of a project writes down what it does; undefined where the user has no home. */
export function logFile(root: string): string | undefined {
  const cache = cacheFolder();
  const real = realPath(root);
  return cache === undefined || real === undefined
    ? undefined
    : join(cache, 'daemon', `${nameOf(`${real}\0${VERSION}`)}.log`);
}

function realPath(root: string): string | undefined {
  try {
    return realpathSync(root);
  } catch {
    return undefined;
  }
}

/** Whether a daemon may be listening there: cheap, for it is asked before every answer. */
export function mayListen({ socket, record, folder }: DaemonPlaces): boolean {
  try {
    if (HAS_PIPES) {
      return lstatSync(record, { throwIfNoEntry: false }) !== undefined;
    }
    const there = lstatSync(socket, { throwIfNoEntry: false });
    return (
      there !== undefined && there.isSocket() && there.uid === process.getuid?.() && isOurs(folder) === true
    );
  } catch {
    return false;
  }
}

/**
 * FNV-1a of 64 bits, in hexadecimal. It is no secret, and two projects of one name would only not share a daemon, because
 * it says which root it serves; Node's own hashes take longer to load than an answer takes.
 */
function nameOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
