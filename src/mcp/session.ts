import type { Beadloom } from '../api/beadloom.js';
import { Freshness } from './freshness.js';
import { FirstGiven, Given } from './given.js';

/** A project that is served: what all connections share. */
export class Served {
  readonly freshness: Freshness;
  readonly firstGiven = new FirstGiven();

  /** @param structured whether answers have structured content beside the same as text; else they are a text, once */
  constructor(
    readonly beadloom: Beadloom,
    readonly structured: boolean,
  ) {
    this.freshness = new Freshness(beadloom);
  }

  /**
   * One connection.
   *
   * @param remembers what it was given counts as known: where one client has one connection, as in the era of `initialize`
   */
  connect(remembers: boolean): Session {
    return { served: this, beadloom: this.beadloom, given: remembers ? new Given() : undefined };
  }
}

/** One connection. */
export interface Session {
  served: Served;
  beadloom: Beadloom;
  given: Given | undefined;
}
