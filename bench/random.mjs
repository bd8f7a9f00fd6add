// Numbers that follow from a seed, for whatever must be repeated: tests, samples, attacks.

/** Numbers that follow from a seed (mulberry32). */
export class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.seed = seed;
    this.#state = seed >>> 0;
  }

  /** From 0 to 1, exclusive. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /**
   * A whole number from 0 to `bound`, exclusive.
   * @param {number} bound
   */
  below(bound) {
    return Math.floor(this.next() * bound);
  }

  /**
   * One of a list.
   * @template T
   * @param {readonly T[]} from
   * @returns {T}
   */
  pick(from) {
    return /** @type {T} */ (from[this.below(from.length)]);
  }
}
