import { fstatSync, writeSync } from 'node:fs';

import { plainJson, released } from '../model/harmless.js';

/** Where a command writes to. */
export interface Output {
  /** Whether a person reads it as it comes. */
  readonly isTTY: boolean;
  /** Of a terminal. */
  readonly columns: number | undefined;
  /** Writes text, made harmless; the strokes in it stay. */
  write: (text: string) => void;
  /** Writes JSON, made harmless without a change of what it says. */
  writeJson: (text: string) => void;
}

/**
 * A standard stream. To a file or a pipe it is written at once, without Node's streams, which take as long to load as a
 * small answer takes to be found; a terminal has them.
 */
class StandardOutput implements Output {
  #stream: NodeJS.WriteStream | undefined;
  #plain: boolean | undefined;

  constructor(
    private readonly descriptor: number,
    private readonly open: () => NodeJS.WriteStream,
  ) {}

  get isTTY(): boolean {
    return !this.#isPlain() && this.#opened().isTTY;
  }

  get columns(): number | undefined {
    return this.#isPlain() ? undefined : this.#opened().columns;
  }

  write(text: string): void {
    this.#put(released(text));
  }

  writeJson(text: string): void {
    this.#put(plainJson(text));
  }

  #put(text: string): void {
    if (!this.#isPlain()) {
      this.#opened().write(text);
      return;
    }
    const bytes = Buffer.from(text);
    let written = 0;
    try {
      while (written < bytes.length) {
        written += writeSync(this.descriptor, bytes, written);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
        ended(error as NodeJS.ErrnoException);
      }
      // Somebody made the pipe one that does not wait. Node's stream waits for it.
      this.#plain = false;
      this.#opened().write(bytes.subarray(written));
    }
  }

  #isPlain(): boolean {
    if (this.#plain === undefined) {
      try {
        const stat = fstatSync(this.descriptor);
        this.#plain = stat.isFile() || stat.isFIFO() || stat.isSocket();
      } catch {
        this.#plain = false;
      }
    }
    return this.#plain;
  }

  #opened(): NodeJS.WriteStream {
    if (this.#stream === undefined) {
      this.#stream = this.open();
      this.#stream.on('error', ended);
    }
    return this.#stream;
  }
}

/** Data. */
export const out: Output = new StandardOutput(1, () => process.stdout);

/** Everything else: progress, notes, warnings, errors. */
export const err: Output = new StandardOutput(2, () => process.stderr);

/** Narrower than this no table is read. */
const MIN_COLUMNS = 40;

/** Columns to lay text out in: those of the terminal, or `COLUMNS` where a program reads; undefined where neither says. */
export function widthOf(stream: Output): number | undefined {
  const asked = /^\d{1,4}$/.test(process.env['COLUMNS'] ?? '') ? Number(process.env['COLUMNS']) : undefined;
  const columns = stream.isTTY ? (stream.columns ?? asked ?? 80) : asked;
  return columns === undefined ? undefined : Math.max(MIN_COLUMNS, columns);
}

/** Nothing more can be written. With `beadloom graph | head` the reader has what it wanted; else it says why. */
function ended(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') {
    process.exit();
  }
  const code = error.code === 'ENOSPC' || error.code === 'EDQUOT' ? 'disk_full' : 'not_writable';
  try {
    writeSync(2, `error[${code}]: output cannot be written (${error.code})\n`);
  } catch {
    // Nobody hears it there either.
  }
  process.exit(1);
}
