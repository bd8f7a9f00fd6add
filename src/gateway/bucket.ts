/** How much of something passes: a burst, and then so much a second. */
export class Bucket {
  #left: number;
  #at: number;

  constructor(
    private readonly burst: number,
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#left = burst;
    this.#at = now();
  }

  /** Takes one; false where there is none. */
  take(): boolean {
    const now = this.now();
    this.#left = Math.min(this.burst, this.#left + ((now - this.#at) / 1000) * this.perSecond);
    this.#at = now;
    if (this.#left < 1) {
      return false;
    }
    this.#left -= 1;
    return true;
  }
}
