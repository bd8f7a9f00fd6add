/** Numbers that follow from a seed (mulberry32). */
export class Random {
  #state: number;

  constructor(readonly seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to 1, exclusive. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to `bound`, exclusive. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** One of a list. */
  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }
}

/** The seed that an environment variable gives, else a new one. */
export function seedOf(variable: string): number {
  const given = process.env[variable];
  return given === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(given);
}
