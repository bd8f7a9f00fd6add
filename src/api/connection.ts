import { Relay } from '../daemon/relay.js';
import { loadNative } from '../native/load.js';
import type { NativeEngine } from '../native/native.js';
import type { Error as ErrorFields } from '../model/answers.js';
import { BeadloomError } from '../model/error.js';
import { parsed } from '../model/json.js';
import type { OpenOptions } from '../model/options.js';
import type { Progress, WorkOptions } from '../model/work.js';
import { placeOf } from './places.js';
import { requestJson } from './request.js';
import type { Pieces } from '../model/pieces.js';
import type { RequestName } from '../model/requests.js';
import { finished, started } from './running.js';

/** What a text says of itself: what it names and holds is for receipts, which read the text that it came in. */
export interface TextSummary {
  etag: string;
  warning: string | null;
}

/** @internal A text with what it says of itself, and both as the engine gave them. */
export interface SummedText {
  answer: TextSummary;
  text: string;
  json: string;
}

/** What was asked last, and how long the answer took. */
export interface LastAnswer {
  name: RequestName;
  ms: number;
  /** As the engine gave it. */
  text: string;
  /** Whether a daemon gave it. */
  relayed: boolean;
}

/** What is noted for `beadloom receipts`, as the core reads it. Names of sessions are kept as hashes. */
export type ReceiptNote =
  | {
      is: 'answer';
      channel: 'cli' | 'mcp' | 'hook' | 'library';
      program?: string | undefined;
      command: string;
      asked?: string | undefined;
      session?: string | undefined;
      ms: number;
      cached?: boolean;
      /** Of a text that was laid out here, where it is not all about one thing. */
      parts?: Pieces | undefined;
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
  | { is: 'asked'; session: string; program: string; channel: 'cli' | 'mcp' }
  | { is: 'listed'; session: string };

/** A project's engine in the addon, or the daemon that has one: what every capability asks, and what closes. */
export class Connection {
  /** The project's root, absolute. */
  readonly root: string;
  readonly #from: string;
  readonly #watch: boolean;
  readonly #relay: Relay | undefined;
  #engine: NativeEngine | undefined;
  readonly #records: boolean;
  #closed = false;
  #last: LastAnswer | undefined;

  /** @internal */
  constructor(root: string, options: OpenOptions = {}) {
    const { watch = false, from = root, daemon = false, receipts = false } = options;
    this.root = root;
    this.#from = from;
    this.#watch = watch;
    this.#records = receipts;
    this.#relay = daemon ? new Relay(root) : undefined;
    // Where a daemon may answer, nothing is loaded before it is known that it does not.
    if (!daemon) {
      this.#engine = this.#open();
    }
  }

  /** Gives the index back. Twice does no harm; work that runs is rejected with code `closed`. */
  close(): void {
    if (!this.#closed) {
      this.#closed = true;
      this.#relay?.close();
      this.#engine?.close();
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
    this.#engine ??= this.#open();
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
   * @param answer the answer as the engine gave it, where that is another text
   */
  note(note: ReceiptNote, sent: string = '', answer?: string): void {
    try {
      const json = JSON.stringify(note);
      const isKept = note.is === 'answer' && this.#last?.relayed && this.#relay?.note(json, sent, answer);
      if (!isKept) {
        // An engine that is closed still notes.
        this.#engine ??= this.#open();
        this.#engine.note(json, sent, answer);
      }
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
  async ask<T extends object>(name: RequestName, given: object, options: WorkOptions = given): Promise<T> {
    return parsed<T>(await this.askText(name, given, options));
  }

  /** @internal Asks the engine for an answer as it is: JSON or a picture. */
  async askText(name: RequestName, given: object, options: WorkOptions = given): Promise<string> {
    const { text, record } = await this.#asked(name, given, options);
    record(text);
    return text;
  }

  /** @internal Asks the engine for an answer as Markdown. */
  async askMarkdown(name: RequestName, given: object, options: WorkOptions = given): Promise<SummedText> {
    const { text: json, record } = await this.#asked(name, { ...given, format: 'markdown' }, options);
    const { text, ...answer } = JSON.parse(json) as TextSummary & { text: string };
    record(text, json);
    return { answer, text, json };
  }

  /** The answer of a daemon or of the engine here, and what notes that it was given. */
  async #asked(
    name: RequestName,
    given: object,
    options: WorkOptions,
  ): Promise<{ text: string; record: (sent: string, answer?: string) => void }> {
    this.checkOpen();
    throwIfAborted(options.signal);
    const request = requestJson(name, given, (text) => this.placeOf(text));
    let began = process.uptime() * 1000;
    const relayed = await this.#relayed(name, request, options);
    if (relayed !== undefined) {
      return this.#given(name, request, { text: relayed, began, relayed: true });
    }
    throwIfAborted(options.signal);
    began = process.uptime() * 1000;
    const text = await this.#answered(name, request, options);
    const answered = this.#given(name, request, { text, began, relayed: false });
    this.#relay?.answered(() => !this.#closed && this.engine.daemonWanted());
    return answered;
  }

  #given(
    name: RequestName,
    request: string,
    { text, began, relayed }: { text: string; began: number; relayed: boolean },
  ): { text: string; record: (sent: string, answer?: string) => void } {
    const ms = Math.round(process.uptime() * 1000 - began);
    this.#last = { name, ms, text, relayed };
    const record = (sent: string, answer?: string) => {
      if (this.#records) {
        this.note({ is: 'answer', channel: 'library', command: name, asked: request, ms }, sent, answer);
      }
    };
    return { text, record };
  }

  #open(): NativeEngine {
    try {
      return new (loadNative().NativeEngine)(this.root, this.#watch);
    } catch (thrown) {
      throw fromNative(thrown);
    }
  }

  /** The answer of a daemon; undefined where none answers. */
  async #relayed(
    name: RequestName,
    request: string,
    { signal, onProgress }: WorkOptions,
  ): Promise<string | undefined> {
    if (this.#relay === undefined) {
      return undefined;
    }
    let cancel = () => {};
    const cancelled = () => cancel();
    const work = { cancel: cancelled };
    signal?.addEventListener('abort', cancelled, { once: true });
    started(work);
    try {
      return await this.#relay.ask(name, request, {
        onProgress: onProgress && ((progress) => pass(onProgress, progress)),
        onCancel: (stop) => {
          cancel = stop;
        },
      });
    } finally {
      finished(work);
      signal?.removeEventListener('abort', cancelled);
    }
  }

  /** The answer of the engine in this process. */
  async #answered(name: RequestName, request: string, { signal, onProgress }: WorkOptions): Promise<string> {
    const { engine } = this;
    const cancellation = new (loadNative().Cancellation)();
    const cancel = () => cancellation.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    started(cancellation);
    let over = false;
    try {
      const report = onProgress && ((_: unknown, json: string) => over || passJson(onProgress, json));
      const outcome = await engine.call(name, request, cancellation, report ?? null);
      if (report !== undefined) {
        // Progress that was told before the work ended may come behind its answer, in the same turn of the loop.
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (outcome.error !== undefined) {
        throw fromJson(outcome.error);
      }
      return outcome.value ?? '';
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

function passJson(onProgress: (progress: Progress) => void, json: string): void {
  pass(onProgress, JSON.parse(json) as Progress);
}

/** A callback that throws would end the process: it is called from native code. */
function pass(onProgress: (progress: Progress) => void, progress: Progress): void {
  try {
    onProgress(progress);
  } catch (thrown) {
    process.emitWarning(`a progress callback threw: ${String(thrown)}`, 'BeadloomWarning');
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) {
    throw new BeadloomError(
      { code: 'cancelled', message: 'the work was cancelled' },
      { cause: signal.reason },
    );
  }
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
