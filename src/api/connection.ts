import { loadNative, type Native } from '../native/load.js';
import type { NativeEngine } from '../native/native.js';
import type { Error as ErrorFields } from './answers.js';
import { BeadloomError } from './error.js';
import type { OpenOptions, Progress, WorkOptions } from './options.js';
import { placeOf } from './places.js';
import { requestJson } from './request.js';
import type { RequestName } from './requests.js';
import { finished, started } from './running.js';

/** @internal Where Git's hooks are. */
export type { HookPlaces } from '../native/native.js';

/** An answer, and the text it came as: the bytes that the command line prints and MCP sends. */
export interface Rendered<T> {
  answer: T;
  text: string;
}

/** What was asked last, and how long the answer took. */
export interface LastAnswer {
  name: RequestName;
  ms: number;
  /** As the engine gave it. */
  text: string;
}

/** What is noted for `beadloom receipts`, as the core reads it. Names of sessions are kept as hashes. */
export type ReceiptNote =
  | {
      is: 'answer';
      door: 'cli' | 'mcp' | 'hook' | 'library';
      program?: string | undefined;
      command: string;
      asked?: string | undefined;
      session?: string | undefined;
      ms: number;
      cached?: boolean;
    }
  | {
      is: 'opened';
      session: string;
      program: string;
      tool: 'read' | 'edit' | 'search' | 'shell';
      /** By path relative to the root, with lines; none where all of a file is meant. */
      files: Record<string, Array<[number, number]>>;
      characters: number;
    }
  | { is: 'asked'; session: string; program: string; door: 'cli' | 'mcp' }
  | { is: 'listed'; session: string };

/** A project's engine in the addon: what every capability asks, and what closes. */
export class Connection {
  /** The project's root, absolute. */
  readonly root: string;
  readonly #from: string;
  readonly #native: Native;
  readonly #engine: NativeEngine;
  readonly #records: boolean;
  #closed = false;
  #last: LastAnswer | undefined;

  /** @internal */
  constructor(root: string, { watch = false, from = root, receipts = false }: OpenOptions = {}) {
    this.root = root;
    this.#from = from;
    this.#records = receipts;
    this.#native = loadNative();
    try {
      this.#engine = new this.#native.NativeEngine(root, watch);
    } catch (thrown) {
      throw fromNative(thrown);
    }
  }

  /** Gives the index back. Twice does no harm; work that runs is rejected with code `closed`. */
  close(): void {
    if (!this.#closed) {
      this.#closed = true;
      this.#engine.close();
    }
  }

  /** `using beadloom = Beadloom.open()` closes it. */
  [Symbol.dispose](): void {
    this.close();
  }

  /** @internal A path or reference as the caller names it, as the index knows it. */
  placeOf(text: string): string {
    return placeOf(this.root, text, this.#from);
  }

  /** @internal What is asked without waiting. */
  get engine(): NativeEngine {
    this.checkOpen();
    return this.#engine;
  }

  /** @internal The last answer of the engine; where several are asked at once, any of them. */
  get last(): LastAnswer | undefined {
    return this.#last;
  }

  /**
   * @internal Notes a receipt, when its answer was given. Whatever goes wrong, nobody is told.
   *
   * @param sent the text that was given
   * @param answer the answer as JSON where the text is none
   */
  note(note: ReceiptNote, sent: string = '', answer?: string): void {
    try {
      this.#engine.note(JSON.stringify(note), sent, answer);
    } catch {
      // An answer without a receipt is an answer.
    }
  }

  /** @internal Before work that begins with files. @throws BeadloomError `closed` */
  checkOpen(): void {
    if (this.#closed) {
      throw new BeadloomError({ code: 'closed', message: 'the project was closed', hint: 'open it again' });
    }
  }

  /**
   * @internal Asks the engine for an answer in JSON.
   *
   * @param given the fields of the request; what it does not have is passed over
   */
  async ask<T>(name: RequestName, given: object, options: WorkOptions = given): Promise<Rendered<T>> {
    const text = await this.askText(name, given, options);
    return { answer: JSON.parse(text) as T, text };
  }

  /** @internal Asks the engine for an answer as it is: JSON, Markdown or a picture. */
  async askText(name: RequestName, given: object, options: WorkOptions = given): Promise<string> {
    const { engine } = this;
    const { signal, onProgress } = options;
    if (signal?.aborted) {
      throw cancelled(signal.reason);
    }
    const cancellation = new this.#native.Cancellation();
    const cancel = () => cancellation.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    started(cancellation);
    let over = false;
    const began = performance.now();
    try {
      const report = onProgress && ((_: unknown, json: string) => over || pass(onProgress, json));
      const request = requestJson(name, given, (text) => this.placeOf(text));
      const outcome = await engine.call(name, request, cancellation, report ?? null);
      if (outcome.error !== undefined) {
        throw fromJson(outcome.error);
      }
      const text = outcome.value ?? '';
      const ms = Math.round(performance.now() - began);
      this.#last = { name, ms, text };
      if (this.#records) {
        this.note({ is: 'answer', door: 'library', command: name, asked: request, ms }, text);
      }
      return text;
    } catch (thrown) {
      throw fromNative(thrown);
    } finally {
      // Native progress may still be queued when its work has ended.
      over = true;
      finished(cancellation);
      signal?.removeEventListener('abort', cancel);
    }
  }
}

/** A callback that throws would end the process: it is called from native code. */
function pass(onProgress: (progress: Progress) => void, json: string): void {
  try {
    onProgress(JSON.parse(json) as Progress);
  } catch (thrown) {
    process.emitWarning(`a progress callback threw: ${String(thrown)}`, 'BeadloomWarning');
  }
}

function cancelled(cause: unknown): BeadloomError {
  return new BeadloomError({ code: 'cancelled', message: 'the work was cancelled' }, { cause });
}

function fromJson(json: string): BeadloomError {
  return new BeadloomError(JSON.parse(json) as ErrorFields);
}

/** Synchronous failures of the addon carry the error's JSON as their message. */
function fromNative(thrown: unknown): BeadloomError {
  if (thrown instanceof Error && thrown.message.startsWith('{')) {
    try {
      return fromJson(thrown.message);
    } catch {
      // A message that only looks like JSON.
    }
  }
  return BeadloomError.from(thrown);
}
