import { BusyError } from './limiter.js';

/** A process that may be ended to make room for another one. */
export interface Member {
  name: string;
  /** Calls that it answers now; while it starts, one. */
  busy: () => number;
  /** Ends it; it is started again when it is needed. */
  rest: () => Promise<void>;
}

/** Processes at a time. */
export const MAX_PROCESSES = 32;

/** Requests for a place that wait, at most. */
const MOST_WAITING = 1_000;

/** Places for processes: so many at a time. Whoever was not used for longest, and answers nothing, makes room. */
export class Pool {
  /** The one that was used last stands last. */
  readonly #members = new Map<string, Member>();
  readonly #waiting: Array<() => void> = [];

  constructor(private readonly most: number = MAX_PROCESSES) {}

  get size(): number {
    return this.#members.size;
  }

  /**
   * A place for a process that is about to start. It is given back by {@link leave}.
   *
   * @throws BusyError where all are busy, and too many wait already
   */
  async enter(member: Member): Promise<void> {
    if (this.#members.has(member.name)) {
      this.used(member.name);
      return;
    }
    while (this.#members.size >= this.most) {
      const idle = [...this.#members.values()].find((one) => one.busy() === 0);
      if (idle !== undefined) {
        this.#members.delete(idle.name);
        // Its place is taken at once, and used when it is gone: a bound that is exceeded for a moment is none.
        this.#members.set(member.name, member);
        await idle.rest();
        return;
      }
      if (this.#waiting.length >= MOST_WAITING) {
        throw new BusyError(`all ${this.most} processes are busy`);
      }
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    this.#members.set(member.name, member);
  }

  /** It answers a call. */
  used(name: string): void {
    const member = this.#members.get(name);
    if (member !== undefined) {
      this.#members.delete(name);
      this.#members.set(name, member);
    }
  }

  /** It may be idle now. */
  freed(): void {
    this.#waiting.shift()?.();
  }

  /** It ended. */
  leave(name: string): void {
    if (this.#members.delete(name)) {
      this.freed();
    }
  }
}
