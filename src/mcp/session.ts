import { randomUUID } from 'node:crypto';

import type { Beadloom } from '../api/beadloom.js';
import { Freshness } from './freshness.js';
import { FirstGiven, Given } from './given.js';

/** A project that is served: what all connections share. */
export class Served {
  /** What tells this connection from others in receipts; undefined where requests are all there is. */
  readonly session: string | undefined;
  readonly freshness: Freshness;
  readonly firstGiven = new FirstGiven();

  /**
   * @param structured whether answers have structured content beside the same as text; else they are a text, once
   * @param alone whether one client has this process to itself
   */
  constructor(
    readonly beadloom: Beadloom,
    readonly structured: boolean,
    alone: boolean,
  ) {
    this.session = alone ? randomUUID() : undefined;
    this.freshness = new Freshness(beadloom);
  }

  /**
   * One connection.
   *
   * @param client what the client calls itself; undefined before it said so
   * @param remembers what it was given counts as known: where one client has one connection, as in the era of `initialize`
   */
  connect(client: () => Client | undefined, remembers: boolean): Session {
    return { served: this, beadloom: this.beadloom, client, given: remembers ? new Given() : undefined };
  }
}

/** What a client says of itself. */
export interface Client {
  name: string;
  version: string;
}

/** One connection. */
export interface Session {
  served: Served;
  beadloom: Beadloom;
  client: () => Client | undefined;
  given: Given | undefined;
}
