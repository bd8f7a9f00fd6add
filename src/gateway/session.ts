import { randomBytes } from 'node:crypto';

import type { Tool } from './catalogue.js';
import { Results, type ResultBounds } from './results/results.js';
import type { Mode } from './choices.js';
import type { Profile } from './config.js';

/** What somebody is about to do, as it was told by `set_context` or asked by a search. */
export interface Context {
  query: string;
  /** Tools that a search listed for it, with the question that found each, by the name shown. */
  found: Map<string, string>;
}

/** What a call teaches: the question, and how the tool came to be known. */
export interface Lesson {
  query: string;
  how: 'listed' | 'searched' | 'direct';
}

/** Contexts that are remembered by their ids, and questions by tools; the oldest go first. */
const MAX_CONTEXTS = 1_000;
const MAX_FOUND_TOOLS = 5_000;

/** Contexts by their ids, of all connections: an id says more than a connection does. */
export class Contexts {
  readonly #contexts = new Map<string, Context>();

  /** Remembers a context; its id cannot be guessed. */
  add(context: Context): string {
    const id = `ctx-${randomBytes(9).toString('base64url')}`;
    this.#contexts.set(id, context);
    const [oldest] = this.#contexts.keys();
    if (this.#contexts.size > MAX_CONTEXTS && oldest !== undefined) {
      this.#contexts.delete(oldest);
    }
    return id;
  }

  get(id: string): Context | undefined {
    return this.#contexts.get(id);
  }
}

/** One client: a connection over stdio, a session over HTTP; there, all that have the token and no session. */
export class Session {
  /** What it said it is about to do. */
  context: Context | undefined;
  /** Names in its last list; `all` where nothing was left out, undefined before it asked. */
  listed: ReadonlySet<string> | 'all' | undefined;
  /** Whether it asked for a filter where the mode leaves it the choice. */
  wantsFilter = false;

  /** What it was answered and may read again. */
  readonly results: Results;

  /** Which question found a tool last, by the name shown. */
  readonly #found = new Map<string, string>();

  /**
   * @param remembers whether lists may follow from what was said before: a connection over stdio, or a session over HTTP, of the era of `initialize`
   * @param mode as asked for; `auto` is decided by the list
   */
  constructor(
    readonly isModern: boolean,
    readonly remembers: boolean,
    readonly mode: Mode,
    readonly profile: Profile | undefined,
    readonly contexts: Contexts,
    bounds: Partial<ResultBounds> = {},
  ) {
    this.results = new Results(bounds);
  }

  /** Another task begins: what was found for the last one says nothing of it. */
  begin(context: Context): void {
    this.context = context;
    this.#found.clear();
  }

  /** Notes which question found which tools. */
  noteFound(found: ReadonlyMap<string, string>): void {
    for (const [name, query] of found) {
      this.#found.delete(name);
      this.#found.set(name, query);
      const [oldest] = this.#found.keys();
      if (this.#found.size > MAX_FOUND_TOOLS && oldest !== undefined) {
        this.#found.delete(oldest);
      }
    }
  }

  /** What a call of a tool teaches; undefined where nobody said what it is for. */
  lesson(tool: Tool, contextId: string | undefined): Lesson | undefined {
    const named = contextId === undefined ? undefined : this.contexts.get(contextId);
    const searched =
      named?.found.get(tool.shown) ?? (named === undefined ? this.#found.get(tool.shown) : undefined);
    if (searched !== undefined) {
      return { query: searched, how: 'searched' };
    }
    const context = named ?? this.context;
    return context === undefined
      ? undefined
      : {
          query: context.query,
          how: this.listed === 'all' || this.listed?.has(tool.shown) ? 'listed' : 'direct',
        };
  }
}
