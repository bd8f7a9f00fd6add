/** What one connection was given, by etag: the same again need not be sent again. */
export class Given {
  readonly #etags = new Set<string>();

  has(etag: string): boolean {
    return this.#etags.has(etag);
  }

  add(etag: string): void {
    this.#etags.add(etag);
  }
}

/** When answers were first given by this process, by etag, to whomever: a bounded memory, the oldest out. */
export class FirstGiven {
  static readonly #MOST = 1000;
  readonly #times = new Map<string, string>();

  note(etag: string): void {
    if (this.#times.has(etag)) {
      return;
    }
    this.#times.set(etag, new Date().toISOString());
    const [oldest] = this.#times.keys();
    if (this.#times.size > FirstGiven.#MOST && oldest !== undefined) {
      this.#times.delete(oldest);
    }
  }

  /** ISO 8601 UTC, or null where it is not known. */
  since(etag: string): string | null {
    return this.#times.get(etag) ?? null;
  }
}
