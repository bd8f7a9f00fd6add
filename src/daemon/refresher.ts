import type { Error as ErrorFields, ReindexAnswer, StatusAnswer } from '../model/answers.js';
import type { Native } from '../native/load.js';
import type { NativeEngine } from '../native/native.js';

/** What came of bringing the index up to date. */
export type RefreshEvent =
  | {
      what: 'refreshed';
      answer: ReindexAnswer;
      /** The answer as it came. */
      text: string;
      /** Which files differed before, where that was asked for. */
      paths: readonly string[];
    }
  | { what: 'failed'; error: ErrorFields }
  /** Files are not watched, and why. */
  | { what: 'unwatched'; notice: string }
  /** Somebody took the index away. */
  | { what: 'gone' };

/** Milliseconds between two looks where files cannot be watched, and somebody wants to see what happens. */
const POLL_MS = 2_000;

/** How to keep an index fresh. */
export interface Keeping {
  /** Say which files differed, which takes a look of its own. */
  paths: boolean;
  /** Look now and then where files cannot be watched. */
  polls: boolean;
}

/** Brings the index up to date now, and whenever files change: what changes together, once. */
export class IndexRefresher {
  #refresh: Promise<void> | undefined;
  #isBehind = false;
  #hadIndex = false;
  #hasEnded = false;
  #cancel: (() => void) | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(
    private readonly native: Native,
    private readonly engine: NativeEngine,
    private readonly keeping: Keeping,
    private readonly tell: (news: RefreshEvent) => void,
  ) {}

  /** The work that is under way. */
  get refreshing(): Promise<void> | undefined {
    return this.#refresh;
  }

  start(): void {
    this.#look();
    const unwatched = (notice: string) => {
      this.tell({ what: 'unwatched', notice });
      if (this.keeping.polls && !this.#hasEnded) {
        this.#poll = setInterval(() => this.#look(), POLL_MS);
      }
    };
    const listens = this.engine.onChange((_, what) => {
      if (what === 'off') {
        unwatched(this.engine.mcpRefresh().notice ?? 'files cannot be watched here');
      } else {
        this.#look();
      }
    });
    if (!listens) {
      unwatched('there is no thread to watch with');
    }
  }

  /** Cancels what runs, and begins nothing more. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    clearInterval(this.#poll);
    this.#cancel?.();
    await this.#refresh;
  }

  #look(): void {
    if (this.#hasEnded) {
      return;
    }
    if (this.#refresh !== undefined) {
      this.#isBehind = true;
      return;
    }
    // Whoever took it away may not want another one.
    if (this.#hadIndex && this.engine.daemonFacts().generation === undefined) {
      this.#hasEnded = true;
      this.tell({ what: 'gone' });
      return;
    }
    this.#isBehind = false;
    this.#refresh = this.#reindex().finally(() => {
      this.#refresh = undefined;
      if (this.#isBehind) {
        this.#look();
      }
    });
  }

  async #reindex(): Promise<void> {
    const paths = this.keeping.paths && this.#hadIndex ? await this.#differing() : [];
    const { value, error } = await this.#call('reindex', {});
    if (value === undefined) {
      this.tell({ what: 'failed', error: JSON.parse(error ?? '{}') as ErrorFields });
      return;
    }
    this.#hadIndex = true;
    this.tell({ what: 'refreshed', answer: JSON.parse(value) as ReindexAnswer, text: value, paths });
  }

  async #differing(): Promise<readonly string[]> {
    const { value } = await this.#call('status', { refresh: 'compare' });
    return value === undefined ? [] : (JSON.parse(value) as StatusAnswer).stale_paths;
  }

  async #call(name: string, request: object): Promise<{ value?: string; error?: string }> {
    const cancellation = new this.native.Cancellation();
    this.#cancel = () => cancellation.cancel();
    try {
      return await this.engine.call(name, JSON.stringify(request), cancellation, null);
    } finally {
      this.#cancel = undefined;
    }
  }
}

/** What happened to the files, in one line; undefined where nothing did. */
export function changesOf({ files }: ReindexAnswer): string | undefined {
  const kinds = ['added', 'changed', 'deleted', 'renamed'] as const;
  const said = kinds.filter((kind) => files[kind] > 0).map((kind) => `${files[kind]} ${kind}`);
  return said.length === 0 ? undefined : said.join(', ');
}
