import type { Beadloom } from '../api/beadloom.js';
import { BeadloomError } from '../model/error.js';
import { FEWER_FILES, largeFirstIndex } from '../api/first-index.js';
import type { Progress, WorkOptions } from '../model/work.js';
import { log } from './log.js';

type Listener = (progress: Progress) => void;

/** Work that several calls wait for, and that none of them can end. */
interface Shared {
  done: Promise<void>;
  listeners: Set<Listener>;
}

/**
 * Keeps the index of a served project fresh where a single call cannot wait for it.
 *
 * Usually a call brings the index up to date itself, within the time that the settings allow. What takes longer – the first
 * index, a change of branch – is done once for all calls: each waits as long as it may, hears of the progress, and answers
 * from what there is. A call that is cancelled leaves it running.
 */
export class Freshness {
  readonly #beadloom: Beadloom;
  #shared: Shared | undefined;
  #healing: Promise<unknown> | undefined;

  constructor(beadloom: Beadloom) {
    this.#beadloom = beadloom;
  }

  /** Waits as a call may; says how the call is to be refreshed itself. */
  async before({ signal, onProgress }: WorkOptions): Promise<'mcp' | 'last'> {
    const { timeoutMs, indexed, notice } = this.#beadloom.mcpRefresh();
    if (notice !== undefined) {
      log(notice);
    }
    if (timeoutMs === undefined || (indexed && this.#shared === undefined)) {
      return 'mcp';
    }
    const shared = this.#start();
    if (onProgress !== undefined) {
      shared.listeners.add(onProgress);
    }
    try {
      return (await within(shared.done, timeoutMs, signal)) ? 'mcp' : 'last';
    } finally {
      if (onProgress !== undefined) {
        shared.listeners.delete(onProgress);
      }
    }
  }

  /** An answer, for which an index that turns out to be damaged is made anew, once: everything in it is derived. */
  async healed<T>({ onProgress }: WorkOptions, answer: () => Promise<T>): Promise<T> {
    try {
      return await answer();
    } catch (thrown) {
      const { code, message } = BeadloomError.from(thrown);
      if (code !== 'index_damaged' || this.#beadloom.mcpRefresh().timeoutMs === undefined) {
        throw thrown;
      }
      log(`${message}; it is being rebuilt`);
      // Calls come side by side, and one of them is enough.
      this.#healing ??= this.#beadloom.reindex({ full: true, onProgress }).finally(() => {
        this.#healing = undefined;
      });
      await this.#healing;
      return await answer();
    }
  }

  /** After an answer that came from an index which is behind: catches up, for the calls to come. */
  catchUp(): void {
    if (this.#beadloom.mcpRefresh().timeoutMs !== undefined) {
      this.#start();
    }
  }

  #start(): Shared {
    if (this.#shared !== undefined) {
      return this.#shared;
    }
    const listeners = new Set<Listener>();
    let isSaid = this.#beadloom.mcpRefresh().indexed;
    const onProgress: Listener = (progress) => {
      const warning = isSaid ? undefined : largeFirstIndex(progress);
      if (warning !== undefined) {
        isSaid = true;
        log(`${warning}; calls are answered meanwhile. Ending the server stops it; ${FEWER_FILES}`);
      }
      listeners.forEach((listener) => listener(progress));
    };
    // What it fails with, a call meets too, and tells its caller.
    const ended = () => {
      this.#shared = undefined;
    };
    this.#shared = { done: this.#beadloom.reindex({ onProgress }).then(ended, ended), listeners };
    return this.#shared;
  }
}

/** Whether it was done in time; false too where the caller gave up. */
async function within(done: Promise<void>, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  let abort: (() => void) | undefined;
  const early = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
    abort = () => resolve(false);
    signal?.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([done.then(() => true), early]);
  } finally {
    clearTimeout(timer);
    if (abort !== undefined) {
      signal?.removeEventListener('abort', abort);
    }
  }
}
