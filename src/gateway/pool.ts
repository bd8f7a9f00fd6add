import { BusyError, CLOCK, type Clock } from './limiter.js';

/** A process that may be ended to make room for another one. */
export interface Member {
  name: string;
  /** Calls that it answers now; while it starts, one. */
  busy: () => number;
  /** Whether it starts, and has answered nothing yet. */
  isStarting?: () => boolean;
  /** Whether somebody calls it. */
  isWanted?: () => boolean;
  /** Whether it failed before: unless somebody calls it, it takes no place from one that answers. */
  hasFailed?: () => boolean;
  /** Ends it; it is started again when it is needed. One that starts waits for another place. */
  rest: () => Promise<void>;
}

/**
 * Milliseconds that a process has to start in while others wait for its place: one that never answers keeps nobody out. Each time that
 * it loses its place so, the next time is twice as long, so that slow ones get to answer too. One that is called waits no longer than
 * the first time for one that is not.
 */
const START_MS = 2_000;
const MAX_START_MS = 60_000;

/** Processes at a time. */
export const MAX_PROCESSES = 32;

/** Requests for a place that wait, at most. */
const MAX_WAITING_REQUESTS = 1_000;

/** Places for processes: so many at a time. Whoever was not used for longest, and answers nothing, makes room. */
export class Pool {
  /** The one that was used last stands last. */
  readonly #members = new Map<string, Member>();
  /** Since when each starts. */
  readonly #since = new Map<string, number>();
  /** How often each lost its place while it started. */
  readonly #losses = new Map<string, number>();
  #isClosed = false;
  readonly #waiting: Array<{ member: Member; wake: () => void }> = [];

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
      const idle = this.#idle(member);
      const leaves = idle ?? this.#late(member);
      if (leaves !== undefined) {
        this.#members.delete(leaves.name);
        this.#since.delete(leaves.name);
        if (idle === undefined) {
          this.#losses.set(leaves.name, (this.#losses.get(leaves.name) ?? 0) + 1);
        }
        // Its place is taken at once, and used when it is gone: a bound that is exceeded for a moment is none.
        this.#members.set(member.name, member);
        await leaves.rest();
        break;
      }
      if (this.#waiting.length >= MAX_WAITING_REQUESTS) {
        throw new BusyError(`all ${this.most} processes are busy`);
      }
      await this.#change(member);
      if (this.#isClosed) {
        throw new BusyError('the gateway is closing');
      }
    }
    this.#members.set(member.name, member);
    // It starts from now on.
    this.#since.set(member.name, this.clock.now());
  }

  /** Nobody gets a place any more, and nobody waits for one. */
  close(): void {
    this.#isClosed = true;
    this.#wakeAll();
  }

  #idle(member: Member): Member | undefined {
    return member.hasFailed?.() === true && !isWanted(member)
      ? undefined
      : [...this.#members.values()].find((one) => one.busy() === 0);
  }

  /** Whoever has had no time left to start in for longest. */
  #late(asks: Member): Member | undefined {
    const now = this.clock.now();
    const late = this.#starting(asks).filter(({ until }) => until <= now);
    return late.toSorted((a, b) => a.until - b.until)[0]?.member;
  }

  /** Who starts, and until when it may do so while that one waits. */
  #starting(asks: Member): Array<{ member: Member; until: number }> {
    return [...this.#members.values()].flatMap((member) => {
      const since = this.#since.get(member.name);
      if (since === undefined || member.isStarting?.() !== true) {
        return [];
      }
      const losses = isWanted(asks) && !isWanted(member) ? 0 : (this.#losses.get(member.name) ?? 0);
      return [{ member, until: since + Math.min(MAX_START_MS, START_MS * 2 ** losses) }];
    });
  }

  /** Resolves when there may be a place: one may be idle, or has been starting for too long. */
  #change(member: Member): Promise<void> {
    const until = Math.min(...this.#starting(member).map((one) => one.until));
    return new Promise((resolve) => {
      // Who comes first then is not who waits for that time, but who is called.
      const takeBack = Number.isFinite(until)
        ? this.clock.later(Math.max(1, until - this.clock.now()), () => this.#wakeAll())
        : undefined;
      const wake = (): void => {
        takeBack?.();
        resolve();
      };
      this.#waiting.push({ member, wake });
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

  /** One may be idle now, or called. Of those that wait not everybody may have its place: whoever is called comes first. */
  freed(): void {
    this.#wakeAll();
  }

  #wakeAll(): void {
    const all = this.#waiting.splice(0);
    const first = all.toSorted((a, b) => Number(isWanted(b.member)) - Number(isWanted(a.member)));
    first.forEach(({ wake }) => wake());
  }

  /** It ended. */
  leave(name: string): void {
    this.#since.delete(name);
    if (this.#members.delete(name)) {
      this.freed();
    }
  }
}

function isWanted(member: Member): boolean {
  return member.isWanted?.() === true;
}
