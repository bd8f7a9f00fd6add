import { randomBytes } from 'node:crypto';

import { weightOf, type ToolResult } from './item.js';

/** What is kept of results. */
export interface StoreBounds {
  /** Bytes of all of them, about. */
  bytes: number;
  results: number;
}

/** A result that is kept. */
export interface Saved {
  handle: string;
  /** The tool that gave it, as the client knows it. */
  tool: string;
  result: ToolResult;
}

/** The results of a connection that can be read again: in memory, the newest ones, and gone when it ends. */
export class ResultStore {
  readonly #bounds: StoreBounds;
  /** The one that was used last stands last. */
  readonly #saved = new Map<string, Saved & { weight: number }>();
  #weight = 0;
  #count = 0;

  constructor(bounds: StoreBounds) {
    this.#bounds = bounds;
  }

  /** Keeps a result; undefined where it is larger than all that may be kept. */
  save(tool: string, result: ToolResult): Saved | undefined {
    const weight = weightOf(result);
    if (weight > this.#bounds.bytes) {
      return undefined;
    }
    // Clients of one gateway may share a connection: nobody guesses another one's results.
    const handle = `r${++this.#count}-${randomBytes(4).toString('hex')}`;
    const saved = { handle, tool, result, weight };
    this.#saved.set(handle, saved);
    this.#weight += weight;
    for (const [oldest, { weight: gone }] of this.#saved) {
      if (this.#weight <= this.#bounds.bytes && this.#saved.size <= this.#bounds.results) {
        break;
      }
      this.#saved.delete(oldest);
      this.#weight -= gone;
    }
    return saved;
  }

  get(handle: string): Saved | undefined {
    const saved = this.#saved.get(handle);
    if (saved !== undefined) {
      this.#saved.delete(handle);
      this.#saved.set(handle, saved);
    }
    return saved;
  }

  /** Those that are there, the newest first. */
  handles(): string[] {
    return [...this.#saved.keys()].toReversed();
  }

  get size(): { results: number; bytes: number } {
    return { results: this.#saved.size, bytes: this.#weight };
  }

  clear(): void {
    this.#saved.clear();
    this.#weight = 0;
  }
}
