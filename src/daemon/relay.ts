// What stands between the library and a daemon. Loaded with every command, so whatever is large is imported when it is used.
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

import type { Progress } from '../model/work.js';
import { TRAITS, type RequestName } from '../model/requests.js';
import type { DaemonClient } from './client.js';
import { daemonPlaces, mayListen, type DaemonPlaces } from './places.js';

/** What is heard of a request, and how it is stopped. */
export interface Listening {
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Is given what cancels the work. */
  onCancel: (cancel: () => void) => void;
}

/** Whether this process may have anything to do with a daemon. A pipeline leaves no process behind. */
export function allowsDaemon(env: NodeJS.ProcessEnv = process.env): boolean {
  return !env['CI'] && env['BEADLOOM_DAEMON'] !== 'off';
}

/** Seconds that a daemon which gave no sign of life is not asked again. */
const SILENT_S = 30;

/** Asks a daemon for answers where there is one, and has one started where there shall be one. */
export class Relay {
  readonly #places: DaemonPlaces | undefined;
  #client: DaemonClient | undefined;
  #connecting: Promise<DaemonClient | undefined> | undefined;
  #isMissed = false;
  #isClosed = false;
  /** On the clock of the process. */
  #silentUntil = 0;

  constructor(root: string) {
    this.#places = allowsDaemon() ? daemonPlaces(root) : undefined;
  }

  /**
   * The answer of the daemon; undefined where the caller has to find it itself, for whatever reason.
   *
   * @throws BeadloomError which is the answer
   */
  async ask(name: RequestName, request: string, listening: Listening): Promise<string | undefined> {
    if (this.#places === undefined || !TRAITS[name]?.relayed || (name === 'task' && isOfSession(request))) {
      return undefined;
    }
    const client = await this.#reach(this.#places);
    if (client !== undefined) {
      const { Silent, Unanswered } = await import('./client.js');
      try {
        return await client.request(name, request, listening);
      } catch (error) {
        if (!(error instanceof Unanswered)) {
          throw error;
        }
        this.#noteSilence(error instanceof Silent);
      }
    }
    this.#isMissed ||= TRAITS[name]?.startsDaemon ?? false;
    return undefined;
  }

  /** After an answer that this process found. `wanted`: whether the settings allow a daemon. */
  answered(wanted: () => boolean): void {
    if (!this.#isMissed || this.#places === undefined) {
      return;
    }
    this.#isMissed = false;
    if (!wanted() || !isWritable(join(this.#places.root, '.beadloom'))) {
      return;
    }
    const { root, lock } = this.#places;
    // Once what was asked for has been printed.
    setImmediate(() => {
      void import('./start.js').then(({ startInBackground }) => startInBackground(root, lock));
    });
  }

  /**
   * Has the daemon that answered keep a receipt, and waits for nothing; false where the caller has to keep it.
   *
   * @param note as JSON
   */
  note(note: string, sent: string, answer: string | undefined): boolean {
    return this.#client?.note(note, sent, answer) ?? false;
  }

  /** Leaves the daemon, once it has the receipts. */
  close(): void {
    this.#isClosed = true;
    this.#client?.close();
  }

  /** One that hangs costs a command its time once. */
  #noteSilence(isSilent: boolean): void {
    if (isSilent) {
      this.#silentUntil = process.uptime() + SILENT_S;
    }
  }

  async #reach(places: DaemonPlaces): Promise<DaemonClient | undefined> {
    if (this.#client?.isOpen) {
      return this.#client;
    }
    if (process.uptime() < this.#silentUntil) {
      return undefined;
    }
    this.#connecting ??= connected(places, (isSilent) => this.#noteSilence(isSilent)).finally(() => {
      this.#connecting = undefined;
    });
    this.#client = await this.#connecting;
    if (this.#isClosed) {
      this.#client?.close();
    }
    return this.#client;
  }
}

async function connected(
  places: DaemonPlaces,
  failed: (isSilent: boolean) => void,
): Promise<DaemonClient | undefined> {
  if (!mayListen(places)) {
    return undefined;
  }
  const { DaemonClient, Silent } = await import('./client.js');
  try {
    return (await DaemonClient.connect(places)).client;
  } catch (error) {
    failed(error instanceof Silent);
    return undefined;
  }
}

/** What a session was given is noted with the answer: whoever asked must have it, and nobody may ask again. */
function isOfSession(request: string): boolean {
  return (JSON.parse(request) as { session?: unknown }).session !== undefined;
}

/** Whether the index can be kept fresh. */
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
