/** How much one server is asked at a time. */
export interface Limits {
  /** Calls that run at once. */
  concurrency: number;
  /** Calls that wait, at most. */
  queue: number;
  /** Calls in a minute; 0: any number. */
  perMinute: number;
}

export const LIMITS: Limits = { concurrency: 16, queue: 256, perMinute: 0 };

/** Too much was asked at once. */
export class BusyError extends Error {}

/** A clock and an alarm, in milliseconds. */
export interface Clock {
  now: () => number;
  /** Calls later, once; what it returns takes that back. */
  later: (ms: number, what: () => void) => () => void;
}

export const CLOCK: Clock = {
  now: () => performance.now(),
  later: (ms, what) => {
    const timer = setTimeout(what, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

const MINUTE = 60_000;

/** Lets calls through in the order in which they came: so many at once, so many a minute. */
export class Limiter {
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #waiting: Array<() => void> = [];
  #running = 0;
  /** Calls that may begin now; it grows with time. */
  #allowed: number;
  #since: number;
  #alarm: (() => void) | undefined;

  constructor(limits: Limits = LIMITS, clock: Clock = CLOCK) {
    this.#limits = limits;
    this.#clock = clock;
    this.#allowed = limits.perMinute;
    this.#since = clock.now();
  }

  /** How many run, and how many wait. */
  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting.length };
  }

  /**
   * Runs something as soon as it may.
   *
   * @throws BusyError where too many wait; the signal's reason where it comes first
   */
  async run<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    if (this.#waiting.length > 0 || !this.#mayBegin()) {
      await this.#turn(signal);
    } else {
      this.#begin();
    }
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    const { queue, concurrency, perMinute } = this.#limits;
    if (this.#waiting.length >= queue) {
      const bounds = `${concurrency} at once${perMinute === 0 ? '' : `, ${perMinute} a minute`}`;
      return Promise.reject(new BusyError(`${queue} calls wait already (${bounds})`));
    }
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const abort = (): void => {
        const at = this.#waiting.indexOf(begin);
        if (at !== -1) {
          this.#waiting.splice(at, 1);
          reject(signal?.reason as Error);
        }
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.push(begin);
      this.#next();
    });
  }

  #begin(): void {
    this.#running += 1;
    if (this.#limits.perMinute > 0) {
      this.#allowed -= 1;
    }
  }

  #mayBegin(): boolean {
    this.#refill();
    const { concurrency, perMinute } = this.#limits;
    return this.#running < concurrency && (perMinute === 0 || this.#allowed >= 1);
  }

  #refill(): void {
    const { perMinute } = this.#limits;
    const now = this.#clock.now();
    this.#allowed = Math.min(this.#allowed + ((now - this.#since) * perMinute) / MINUTE, perMinute);
    this.#since = now;
  }

  #next(): void {
    while (this.#waiting.length > 0 && this.#mayBegin()) {
      this.#begin();
      this.#waiting.shift()?.();
    }
    const { concurrency, perMinute } = this.#limits;
    if (this.#waiting.length > 0 && this.#running < concurrency && this.#alarm === undefined) {
      // One more than is needed: the rest of a call would be waited for again.
      const ms = Math.ceil(((1 - this.#allowed) * MINUTE) / perMinute) + 1;
      this.#alarm = this.#clock.later(ms, () => {
        this.#alarm = undefined;
        this.#next();
      });
    }
  }
}
