// What client and daemon say to each other: JSON-RPC 2.0, each message with its length before it, as language servers have it.

/** Goes up with every change that one side would misunderstand. */
export const PROTOCOL = 1;

/** What a daemon refuses and when it ends; `daemon status` shows it. */
export const LIMITS = {
  /** Bytes of a message to it. */
  request_bytes: 1 << 20,
  /** Bytes of an answer. */
  result_bytes: 32 << 20,
  /** Requests that are answered at once. */
  requests: 64,
  /** Clients at once. */
  connections: 64,
} as const;

/** Methods beside those that are requests to the library. */
export const METHODS = {
  hello: 'daemon/hello',
  status: 'daemon/status',
  stop: 'daemon/stop',
  /** Keeps a receipt of an answer. */
  note: 'daemon/note',
} as const;

/** What a daemon that is at a request sends every so often, in milliseconds, so that one which was stopped is told from one that works. */
export const ALIVE = '$/alive';
export const ALIVE_MS = 100;

/** Codes of what a daemon refuses; the client answers by itself then. */
export const REFUSALS = {
  /** An answer of the library that is an error, which stands in `data`. */
  answered: -32000,
  /** Another root, version, protocol or environment. */
  other: -32001,
  /** Nobody said hello. */
  unknown: -32002,
  busy: -32003,
  tooLarge: -32004,
  ending: -32005,
} as const;

/** Who asks. */
export interface Hello {
  protocol: number;
  version: string;
  root: string;
  /** See `deciding`; left out by whoever asks for no answers. */
  environment?: string;
}

/** Who answers. */
export interface Welcome {
  protocol: number;
  version: string;
  root: string;
  pid: number;
}

/** Parameters of a request to the library. */
export interface RequestParams {
  /** As `requestJson` makes it. */
  request: object;
  /** Progress is sent as `$/progress` with this token. */
  progressToken?: number;
}

/** Parameters of a note: a receipt of an answer, the text that was given, and the answer as JSON where that text is none. */
export interface NoteParams {
  note: { is: 'answer' };
  sent: string;
  answer?: string | undefined;
}

/** Which process serves a project. */
export interface DaemonRecord {
  pid: number;
  version: string;
  root: string;
  /** Of a socket or pipe. */
  address: string;
}

/** A message with its length before it. */
export function framed(json: string): Buffer {
  const body = Buffer.from(json);
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

/** Bytes of a head at most; ours has fewer than 40. */
const MAX_HEAD_BYTES = 1024;

/** Takes messages out of a stream. What is no message, or too long, is an error, after which nothing more is read. */
export class Frames {
  #pieces: Buffer[] = [];
  #length = 0;
  /** Of the message that is being read; undefined before its head is there. */
  #wanted: number | undefined;

  constructor(readonly most: number) {}

  /** Whether a message was begun and not ended. */
  get isPartial(): boolean {
    return this.#length > 0 || this.#wanted !== undefined;
  }

  /** @throws Error for what is no message */
  *add(piece: Buffer): Generator<string> {
    this.#pieces.push(piece);
    this.#length += piece.length;
    for (;;) {
      if (this.#wanted === undefined) {
        const bytes = this.#joined();
        const end = bytes.subarray(0, MAX_HEAD_BYTES).indexOf('\r\n\r\n');
        if (end === -1) {
          if (bytes.length >= MAX_HEAD_BYTES) {
            throw new Error('what came has no head of a message');
          }
          return;
        }
        this.#wanted = lengthIn(bytes.toString('latin1', 0, end), this.most);
        this.#keep(bytes.subarray(end + 4));
      }
      if (this.#length < this.#wanted) {
        return;
      }
      const bytes = this.#joined();
      const body = bytes.toString('utf8', 0, this.#wanted);
      this.#keep(bytes.subarray(this.#wanted));
      this.#wanted = undefined;
      yield body;
    }
  }

  #joined(): Buffer {
    const whole = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
    this.#pieces = [whole];
    return whole;
  }

  #keep(rest: Buffer): void {
    this.#pieces = [rest];
    this.#length = rest.length;
  }
}

function lengthIn(head: string, most: number): number {
  const digits = /^Content-Length: *(\d{1,10})$/im.exec(head)?.[1];
  if (digits === undefined) {
    throw new Error('a message without a length');
  }
  const length = Number(digits);
  if (length > most) {
    throw new Error(`a message of ${length} bytes, more than ${most}`);
  }
  return length;
}
