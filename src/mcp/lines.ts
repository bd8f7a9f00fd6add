import type { Readable, Writable } from 'node:stream';

import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';

import { plainJson } from '../model/harmless.js';

/** Bytes of a message at most. */
const MAX_MESSAGE_BYTES = 10 << 20;

/** How much of a message that is too long is searched for its id. */
const HEAD = 4096;

const NEWLINE = 0x0a;

/** Who is told of what happens on the streams. */
export interface LineObserver {
  /** Of every message that was sent. */
  sent?: (message: JSONRPCMessage) => void;
  /** Of what is no message, instead of answering it with an error: a client answers nothing but requests. */
  refused?: (id: string | number | null, code: number, message: string) => void;
}

/**
 * Messages as lines of JSON on a pair of streams.
 *
 * Whatever a line holds, the next one is read: what is no message is answered with an error, what is too long is skipped
 * without being held. Nothing more is read while the client does not take what was written, so that memory stays bounded.
 */
export class Lines implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];

  #pieces: Buffer[] = [];
  #length = 0;
  #closed = false;

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    private readonly told: LineObserver = {},
  ) {}

  start(): Promise<void> {
    this.input.on('data', this.#take);
    this.input.on('error', this.#broken);
    this.input.once('end', this.#end);
    this.input.once('close', this.#end);
    this.output.on('error', this.#broken);
    this.output.on('drain', this.#resume);
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    let line: string;
    try {
      line = JSON.stringify(message);
    } catch (error) {
      // An answer may be nested too deep to be written down, where it holds what the client sent.
      this.#refuse(idOf(message), INTERNAL_ERROR, 'the answer cannot be written as JSON');
      return Promise.reject(error as Error);
    }
    this.#write(line);
    this.told.sent?.(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    if (!this.#closed) {
      this.#closed = true;
      this.input.off('data', this.#take);
      this.input.off('end', this.#end);
      this.input.off('close', this.#end);
      this.input.pause();
      this.#pieces = [];
      this.onclose?.();
    }
    return Promise.resolve();
  }

  readonly #end = (): void => void this.close();

  readonly #broken = (error: Error): void => {
    if (!this.#closed) {
      this.#say(error);
      void this.close();
    }
  };

  readonly #resume = (): void => {
    if (!this.#closed) {
      this.input.resume();
    }
  };

  readonly #take = (chunk: Buffer): void => {
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(NEWLINE, from);
      this.#keep(chunk.subarray(from, at < 0 ? chunk.length : at));
      if (at < 0 || this.#closed) {
        return;
      }
      this.#line();
      from = at + 1;
    }
  };

  /** Keeps a part of a line; of one that is too long, its head. */
  #keep(piece: Buffer): void {
    const before = this.#length;
    this.#length += piece.length;
    if (this.#length <= MAX_MESSAGE_BYTES) {
      this.#pieces.push(piece);
    } else if (before <= MAX_MESSAGE_BYTES) {
      this.#pieces = [Buffer.concat([...this.#pieces, piece]).subarray(0, HEAD)];
      // What a slice is of would stay too.
      this.#pieces = [Buffer.from(this.#pieces[0] as Buffer)];
    }
  }

  #line(): void {
    const text = (this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces))
      .toString('utf8')
      .trim();
    const isTooLong = this.#length > MAX_MESSAGE_BYTES;
    this.#pieces = [];
    this.#length = 0;
    if (isTooLong) {
      this.#refuse(idIn(text), INVALID_REQUEST, `the message is longer than ${MAX_MESSAGE_BYTES} bytes`);
    } else if (text !== '') {
      this.#message(text);
    }
  }

  #message(text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#refuse(null, PARSE_ERROR, 'a line is not JSON');
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      this.#refuse(idOf(value), INVALID_REQUEST, 'a line is not a JSON-RPC 2.0 message');
      return;
    }
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.#say(error as Error);
      if ('method' in message && 'id' in message) {
        this.#refuse(message.id, INTERNAL_ERROR, 'the request could not be taken');
      }
    }
  }

  #refuse(id: string | number | null, code: number, message: string): void {
    this.#say(new Error(message));
    if (this.told.refused === undefined) {
      this.#write(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
    } else {
      this.told.refused(id, code, message);
    }
  }

  /** Tells the log. Whoever keeps it must not keep the next line from being read. */
  #say(error: Error): void {
    try {
      this.onerror?.(error);
    } catch {
      // There is nobody else to tell.
    }
  }

  #write(line: string): void {
    if (!this.#closed && !this.output.write(`${plainJson(line)}\n`)) {
      this.input.pause();
    }
  }
}

/** The id of what might have been a request. */
function idOf(value: unknown): string | number | null {
  const id = value !== null && typeof value === 'object' ? (value as { id?: unknown }).id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** The id of a request of which only the beginning is there: where it stands before the parameters. */
function idIn(head: string): string | number | null {
  const [outer = ''] = head.split('"params"', 1);
  const found = /"id"\s*:\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|"(?:[^"\\]|\\.)*")/.exec(outer)?.[1];
  try {
    return found === undefined ? null : (JSON.parse(found) as string | number);
  } catch {
    return null; // `007`, or a text with an escape or a sign that JSON does not have
  }
}
