import { BusyError, CLOCK, type Clock } from './limiter.js';

/** A process that may be ended to make room for another one. */
export interface Member {
  name: string;
  /** Calls that it answers now; while it starts, one. */
  busy: () => number;
  /** Whether it starts, and has answered nothing yet. */
  isStarting?: () => boolean;
  /** Whether nobody asks for it and it failed before: then it takes no place from one that answers. */
  isIdleTry?: () => boolean;
  /** Ends it; it is started again when it is needed. */
  rest: () => Promise<void>;
}

/** Milliseconds that a process has to start in while others wait for its place: one that never answers keeps nobody out. */
const START_MS = 2_000;

/** Processes at a time. */
export const MAX_PROCESSES = 32;

/** Requests for a place that wait, at most. */
const MOST_WAITING = 1_000;

/** Places for processes: so many at a time. Whoever was not used for longest, and answers nothing, makes room. */
export class Pool {
  /** The one that was used last stands last. */
  readonly #members = new Map<string, Member>();
  /** When each got its place. */
  readonly #since = new Map<string, number>();
  #isClosed = false;
  readonly #waiting: Array<() => void> = [];

  constructor(
    private readonly most: number = MAX_PROCESSES,
    private readonly clock: Clock = CLOCK,
  ) {}

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
      const idle = this.#idle(member) ?? this.#late();
      if (idle !== undefined) {
        this.#members.delete(idle.name);
        this.#since.delete(idle.name);
        // Its place is taken at once, and used when it is gone: a bound that is exceeded for a moment is none.
        this.#take(member);
        await idle.rest();
        // It starts from now on.
        this.#since.set(member.name, this.clock.now());
        return;
      }
      if (this.#waiting.length >= MOST_WAITING) {
        throw new BusyError(`all ${this.most} processes are busy`);
      }
      await this.#change();
      if (this.#isClosed) {
        throw new BusyError('the gateway is closing');
      }
    }
    this.#take(member);
  }

  /** Nobody gets a place any more, and nobody waits for one. */
  close(): void {
    this.#isClosed = true;
    this.#wakeAll();
  }

  #take(member: Member): void {
    this.#members.set(member.name, member);
    this.#since.set(member.name, this.clock.now());
  }

  #idle(member: Member): Member | undefined {
    return member.isIdleTry?.() === true
      ? undefined
      : [...this.#members.values()].find((one) => one.busy() === 0);
  }

  /** Whoever has been starting for longest, once that is too long. */
  #late(): Member | undefined {
    const before = this.clock.now() - START_MS;
    const starting = this.#starting().filter(({ since }) => since <= before);
    return starting.toSorted((a, b) => a.since - b.since)[0]?.member;
  }

  #starting(): Array<{ member: Member; since: number }> {
    return [...this.#members.values()].flatMap((member) => {
      const since = this.#since.get(member.name);
      return since === undefined || member.isStarting?.() !== true ? [] : [{ member, since }];
    });
  }

  /** Resolves when there may be a place: one may be idle, or has been starting for too long. */
  #change(): Promise<void> {
    const sinces = this.#starting().map(({ since }) => since);
    return new Promise((resolve) => {
      const wake = (): void => {
        takeBack?.();
        const at = this.#waiting.indexOf(wake);
        if (at >= 0) {
          this.#waiting.splice(at, 1);
        }
        resolve();
      };
      const takeBack =
        sinces.length === 0
          ? undefined
          : this.clock.later(Math.max(1, Math.min(...sinces) + START_MS - this.clock.now()), wake);
      this.#waiting.push(wake);
    });
  }

  /** It answers a call. */
  used(name: string): void {
    const member = this.#members.get(name);
    if (member !== undefined) {
      this.#members.delete(name);
      this.#members.set(name, member);
    }
  }

  /** It may be idle now. Of those that wait not everybody may have its place. */
  freed(): void {
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const wake of this.#waiting.splice(0)) {
      wake();
    }
  }

  /** It ended. */
  leave(name: string): void {
    this.#since.delete(name);
    if (this.#members.delete(name)) {
      this.freed();
    }
  }
}
