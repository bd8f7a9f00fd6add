// The client's side is written out: a library for it takes longer to load than the daemon takes to answer.
import { connect, type Socket } from 'node:net';

import { BeadloomError } from '../model/error.js';
import type { Error as ErrorFields } from '../model/answers.js';
import type { Progress } from '../model/work.js';
import { readRegularText } from '../model/reading.js';
import { VERSION } from '../model/version.js';
import { deciding } from './environment.js';
import { HAS_PIPES } from '../native/user-folders.js';
import type { DaemonPlaces } from './places.js';
import {
  ALIVE,
  Frames,
  framed,
  LIMITS,
  METHODS,
  PROTOCOL,
  REFUSALS,
  type DaemonRecord,
  type Hello,
  type Welcome,
} from './protocol.js';

/** Milliseconds within which a daemon has said who it is, and after which one that gives no sign of life is given up. */
const HELLO_MS = 500;

/** Bytes of a long answer that are a sign of life by themselves: one that comes drop by drop is none. */
const PIECE_BYTES = 64 << 10;

/** How often it is looked for one within that time. */
const LOOKS = 10;

/** Milliseconds that a connection which is left stays for receipts that are being kept. */
const NOTE_MS = 500;

/** Bytes of a message beside its parameters, at most. */
const ENVELOPE_BYTES = 256;

/** Why a daemon does not answer. */
export class Unanswered extends Error {}

/** It is there, and gives no sign of life. */
export class Silent extends Unanswered {}

/** What is to be heard of a request. */
interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  onProgress: ((progress: Progress) => void) | undefined;
}

/** Milliseconds of a clock that nobody sets. Node loads another one only where it is asked for. */
function now(): number {
  return process.uptime() * 1000;
}

interface Message {
  id?: unknown;
  method?: unknown;
  params?: { token?: unknown; value?: unknown };
  result?: unknown;
  error?: { code?: unknown; message?: unknown; data?: unknown };
}

/** A connection to a daemon. */
export class DaemonClient {
  readonly #socket: Socket;
  readonly #frames = new Frames(2 * LIMITS.result_bytes);
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;
  /** Milliseconds of the first request that hello took. */
  #spent = 0;
  #failure: Unanswered | undefined;
  /** When it gave its last sign of life, and bytes since then. */
  #heard = now();
  #bytes = 0;
  /** When that was looked at last. */
  #looked = now();
  #watcher: NodeJS.Timeout | undefined;
  /** Receipts that are being kept. */
  #notes = 0;
  #leaving: NodeJS.Timeout | undefined;

  private constructor(
    socket: Socket,
    /** Milliseconds without a sign of life after which it is given up. */
    private readonly patience: number,
  ) {
    this.#socket = socket;
    socket.on('data', (piece) => this.#take(piece));
    socket.on('error', (error) => this.#fail(new Unanswered(`it is not reached: ${error.message}`)));
    socket.on('close', () => this.#fail(new Unanswered('it ended')));
  }

  /**
   * Reaches a daemon and makes sure that it is the one.
   *
   * @throws Unanswered
   */
  static async connect(
    places: DaemonPlaces,
    { asks = true, within = HELLO_MS }: { asks?: boolean; within?: number } = {},
  ): Promise<{ client: DaemonClient; welcome: Welcome }> {
    const client = new DaemonClient(connect(addressOf(places)), within);
    const began = now();
    const timer = setTimeout(() => client.#fail(new Silent(`it said nothing within ${within} ms`)), within);
    try {
      const hello: Hello = {
        protocol: PROTOCOL,
        version: VERSION,
        root: places.root,
        ...(asks ? { environment: deciding() } : {}),
      };
      const welcome = (await client.ask(METHODS.hello, hello)) as Partial<Welcome> | null;
      if (
        welcome?.protocol !== PROTOCOL ||
        welcome.version !== VERSION ||
        welcome.root !== places.root ||
        typeof welcome.pid !== 'number'
      ) {
        throw new Unanswered('it is another one');
      }
      // What hello took of its time, it has no more of.
      client.#spent = now() - began;
      return { client, welcome: welcome as Welcome };
    } catch (error) {
      client.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether it can be asked. */
  get isOpen(): boolean {
    return this.#failure === undefined;
  }

  /**
   * What the library answers, as text.
   *
   * @param request as JSON
   * @throws BeadloomError which is the answer; Unanswered where there is none
   */
  async request(
    name: string,
    request: string,
    {
      onCancel,
      onProgress,
    }: {
      onCancel?: (cancel: () => void) => void;
      onProgress?: ((progress: Progress) => void) | undefined;
    } = {},
  ): Promise<string> {
    const id = this.#next;
    onCancel?.(() => this.#send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":${id}}}`));
    const token = onProgress === undefined ? '' : `,"progressToken":${id}`;
    const answer = await this.#call(name, `{"request":${request}${token}}`, onProgress);
    if (typeof answer !== 'string') {
      throw new Unanswered('it answered something else');
    }
    return answer;
  }

  /** @throws Unanswered */
  ask(method: string, params: object = {}): Promise<unknown> {
    return this.#call(method, JSON.stringify(params));
  }

  /**
   * Has it keep a receipt of what it answered; false where that cannot be sent.
   *
   * @param note as JSON
   */
  note(note: string, sent: string, answer: string | undefined): boolean {
    const told = answer === undefined ? '' : `,"answer":${JSON.stringify(answer)}`;
    const params = `{"note":${note},"sent":${JSON.stringify(sent)}${told}}`;
    if (!this.isOpen || Buffer.byteLength(params) > LIMITS.request_bytes - ENVELOPE_BYTES) {
      return false;
    }
    this.#notes += 1;
    const isOver = () => {
      this.#notes -= 1;
      if (this.#leaving !== undefined) {
        this.close();
      }
    };
    // An answer without a receipt is an answer.
    void this.#call(METHODS.note, params).then(isOver, isOver);
    return true;
  }

  /** Leaves it; receipts that are being kept have a moment for that. */
  close(): void {
    if (this.#notes === 0) {
      this.#fail(new Unanswered('it was left'));
    } else {
      this.#leaving ??= setTimeout(() => this.#fail(new Unanswered('it was left')), NOTE_MS);
    }
  }

  #call(method: string, params: string, onProgress?: (progress: Progress) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure);
        return;
      }
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject, onProgress });
      this.#lives();
      this.#heard -= this.#spent;
      this.#spent = 0;
      this.#watcher ??= setInterval(() => this.#watch(), this.patience / LOOKS);
      this.#send(`{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}}`);
    });
  }

  #send(message: string): void {
    if (this.#failure === undefined) {
      this.#socket.write(framed(message));
    }
  }

  /** Work may take long; a daemon that is at it says so all the time. */
  #watch(): void {
    const since = now() - this.#looked;
    this.#looked = now();
    // Who did not look for so long, because this process was stopped or busy, has not listened either.
    if (since <= (2 * this.patience) / LOOKS && now() - this.#heard > this.patience) {
      this.#fail(new Silent('it went silent'));
    }
  }

  #lives(): void {
    this.#heard = now();
    this.#bytes = 0;
    this.#looked = this.#watcher === undefined ? this.#heard : this.#looked;
  }

  #take(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes >= PIECE_BYTES) {
      this.#lives();
    }
    try {
      for (const text of this.#frames.add(piece)) {
        this.#hear(JSON.parse(text) as Message);
      }
    } catch {
      this.#fail(new Unanswered('its reply is not a message'));
    }
  }

  #hear(message: Message): void {
    if (message.method === ALIVE) {
      this.#lives();
      return;
    }
    if (message.method === '$/progress') {
      const waiting = this.#waiting.get(Number(message.params?.token));
      if (waiting !== undefined) {
        this.#lives();
      }
      waiting?.onProgress?.(message.params?.value as Progress);
      return;
    }
    const id = Number(message.id);
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) {
      // Of nothing that it was asked: no sign that it is at it.
      return;
    }
    this.#lives();
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) {
      clearInterval(this.#watcher);
      this.#watcher = undefined;
    }
    if (message.error === undefined) {
      waiting.resolve(message.result);
    } else if (message.error.code === REFUSALS.answered) {
      waiting.reject(new BeadloomError(message.error.data as ErrorFields));
    } else {
      waiting.reject(new Unanswered(String(message.error.message)));
    }
  }

  #fail(why: Unanswered): void {
    if (this.#failure !== undefined) {
      return;
    }
    this.#failure = why;
    clearInterval(this.#watcher);
    clearTimeout(this.#leaving);
    this.#socket.destroy();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    waiting.forEach(({ reject }) => reject(this.#failure as Unanswered));
  }
}

/** Where it listens. The name of a pipe cannot be known beforehand, so that no other user takes it first. */
function addressOf({ socket, record }: DaemonPlaces): string {
  return HAS_PIPES ? (readRecord(record)?.address ?? socket) : socket;
}

/** Which process serves, as it wrote it down; undefined where nothing sensible stands there. */
export function readRecord(place: string): DaemonRecord | undefined {
  try {
    const read = JSON.parse(readRegularText(place, place, 1 << 16)) as Partial<DaemonRecord> | null;
    const { pid, version, root, address } = read ?? {};
    return Number.isSafeInteger(pid) &&
      typeof version === 'string' &&
      typeof root === 'string' &&
      typeof address === 'string'
      ? (read as DaemonRecord)
      : undefined;
  } catch {
    return undefined;
  }
}
