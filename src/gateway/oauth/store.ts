import { join } from 'node:path';

import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

import { BeadloomError } from '../../model/error.js';
import { loadNative } from '../../native/load.js';
import type { NativeFileLock } from '../../native/native.js';
import { cacheFolder, dataFolder } from '../../native/user-folders.js';
import { makePrivateFolder, readPrivateJson, writePrivateJson } from '../../yaml/private.js';

/** The folder of logins in a folder of this user's, and the file in it. */
const FOLDER = 'gateway';
const FILE = 'tokens.json';

/** What is kept of a login. */
export interface Login {
  /** Who we are to the authorisation server. */
  client?: StoredOAuthClientInformation;
  /** Where the browser comes back to, which belongs to the client. */
  redirect?: string;
  tokens?: StoredOAuthTokens;
  /** When the access token ends, in milliseconds since 1970. */
  expires?: number;
  /** What was found out about the authorisation server. */
  discovery?: OAuthDiscoveryState;
  /** What the server said that a login has to ask for. */
  scope?: string;
}

/** How long is waited for another process that renews a token, and between two looks, in milliseconds. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;

/** The same for one that writes. */
const WRITING_MS = 5_000;

/**
 * The logins of this user, in one file that nobody else may read. They belong to a server's name and address together: another
 * project that calls another address by the same name gets none of them.
 */
export class Logins {
  readonly #place: string;
  readonly #lock: string;
  /** Where earlier versions kept them: they move with the next that is written. */
  readonly #earlier: string | undefined;

  /**
   * @param folder of this user's
   * @param earlier where earlier versions kept them
   */
  constructor(folder: string, earlier?: string) {
    this.#place = join(folder, FOLDER, FILE);
    this.#lock = join(folder, FOLDER, 'tokens.lock');
    this.#earlier = earlier === undefined ? undefined : join(earlier, FOLDER, FILE);
  }

  /** Those among the data of the user. */
  static ofUser(): Logins {
    const folder = dataFolder();
    if (folder === undefined) {
      throw new BeadloomError({
        code: 'not_writable',
        message: 'there is no home folder, so no login can be kept',
        hint: 'set HOME, or XDG_DATA_HOME to an absolute path',
      });
    }
    return new Logins(folder, cacheFolder());
  }

  /** @throws BeadloomError `not_readable` */
  get(name: string, url: string): Login | undefined {
    return this.#all()[keyOf(name, url)];
  }

  /** Changes one login; undefined takes it away. Those of other servers stay, also where another process changes them now. */
  set(name: string, url: string, login: Login | undefined): void {
    makePrivateFolder(join(this.#place, '..'));
    const lock = this.#writing();
    try {
      const { [keyOf(name, url)]: _, ...others } = this.#all();
      const all = login === undefined ? others : { ...others, [keyOf(name, url)]: login };
      const keys = Object.keys(all).toSorted();
      const logins = Object.fromEntries(keys.map((key) => [key, all[key]]));
      writePrivateJson(this.#place, keys.length === 0 ? undefined : { version: 1, logins });
      if (this.#earlier !== undefined) {
        writePrivateJson(this.#earlier, undefined);
      }
    } finally {
      lock.release();
    }
  }

  /**
   * Does something that no other process does at the same time: a token that may be used once is renewed once.
   *
   * @throws BeadloomError `not_writable` where another one does not end
   */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    makePrivateFolder(join(this.#place, '..'));
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const lock = loadNative().NativeFileLock.tryAcquire(this.#lock);
      if (lock !== null) {
        try {
          return await work();
        } finally {
          lock.release();
        }
      }
      if (performance.now() > until) {
        throw busy(this.#lock);
      }
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE_MS);
      });
    }
  }

  /** The lock of whoever writes the file, which takes a moment. */
  #writing(): NativeFileLock {
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    for (let waited = 0; waited < WRITING_MS; waited += PAUSE_MS / 10) {
      const lock = loadNative().NativeFileLock.tryAcquire(`${this.#lock}-write`);
      if (lock !== null) {
        return lock;
      }
      Atomics.wait(sleeper, 0, 0, PAUSE_MS / 10);
    }
    throw busy(this.#lock);
  }

  #all(): Record<string, Login> {
    return loginsIn(this.#place) ?? (this.#earlier === undefined ? undefined : loginsIn(this.#earlier)) ?? {};
  }
}

function loginsIn(place: string): Record<string, Login> | undefined {
  const value = readPrivateJson(place);
  if (value === undefined) {
    return undefined;
  }
  const { version, logins } = (value ?? {}) as { version?: unknown; logins?: unknown };
  if (version !== 1 || typeof logins !== 'object' || logins === null) {
    throw new BeadloomError({
      code: 'not_readable',
      message: `${place} is not a valid file of logins`,
      path: place,
      hint: 'remove it, then log in again',
    });
  }
  return logins as Record<string, Login>;
}

function busy(path: string): BeadloomError {
  return new BeadloomError({
    code: 'not_writable',
    message: 'another process does not end renewing or writing logins',
    path,
    hint: 'end it, then try again',
  });
}

function keyOf(name: string, url: string): string {
  return `${name} ${new URL(url).href}`;
}
