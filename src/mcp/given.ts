/** What one connection was given last, by request: the same again need not be sent again. A bounded memory, the oldest out. */
export class Given {
  static readonly #MOST = 1000;
  readonly #etags = new Map<string, string>();

  /** The etag of the last answer to a request. */
  last(request: string): string | undefined {
    return this.#etags.get(request);
  }

  note(request: string, etag: string): void {
    this.#etags.delete(request);
    this.#etags.set(request, etag);
    const [oldest] = this.#etags.keys();
    if (this.#etags.size > Given.#MOST && oldest !== undefined) {
      this.#etags.delete(oldest);
    }
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
