/** How far long work has come. */
export interface Progress {
  /** What is being done: `scan`, `parse`, …; `download`, which counts the bytes of one file. */
  phase: string;
  /** Items done. */
  done: number;
  /** Items in all, 0 while unknown. */
  total: number;
  /** Items per second, over the phase so far. */
  rate: number;
  /** Milliseconds until the phase will be done; null while nothing can be said. */
  remaining_ms: number | null;
}

/** What every method takes. */
export interface WorkOptions {
  /** Cancels the work: the promise is rejected with code `cancelled`, the index stays as it was. */
  signal?: AbortSignal | undefined;
  /** Called a few times per second while long work runs. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** What every method that answers takes. */
export interface ReadOptions extends WorkOptions {
  /**
   * Bring the index up to date first (default true); `mcp`: as `mcp:` in `config.yml` says; `last`: not, because another
   * call is at it; `compare`: not. An answer that is behind says so in `warning`; with false the files are not looked at.
   */
  refresh?: boolean | 'mcp' | 'last' | 'compare' | undefined;
  /** @internal How long an answer may be, in bytes of its JSON, and how its reader gets parts of a longer one. */
  within?: { bytes: number; rest?: string | undefined } | undefined;
  /** @internal What an answer names where it says how to go on. */
  hints?: 'commands' | 'tools' | undefined;
}
