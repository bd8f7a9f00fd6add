import { Change } from './capabilities/change.js';
import { Context } from './capabilities/context.js';
import { Documents } from './capabilities/documents.js';
import { Graph } from './capabilities/graph.js';
import { Health } from './capabilities/health.js';
import { Memory } from './capabilities/memory.js';
import { Onboarding } from './capabilities/onboarding.js';
import { Requested } from './capabilities/requested.js';
import { Rules } from './capabilities/rules.js';
import { Source } from './capabilities/source.js';
import { Sync } from './capabilities/sync.js';
import { compose } from './compose.js';
import type { OpenOptions } from '../model/options.js';
import { findProject } from './project.js';

export type { SummedText } from './connection.js';

/** What can be asked of a project: a module each. What only passes a request on is generated in `requested.ts`. */
const Capabilities = compose(
  Change,
  Context,
  Documents,
  Graph,
  Health,
  Memory,
  Onboarding,
  Requested,
  Rules,
  Source,
  Sync,
);

/**
 * A project, opened.
 *
 * ```ts
 * import { Beadloom } from 'beadloom';
 *
 * const beadloom = Beadloom.open('.');
 * const bundle = await beadloom.ctx('payments', { budget: 4000 });
 * beadloom.close();
 * ```
 *
 * Methods may run at the same time. Each brings the index up to date before it answers, unless `refresh` is
 * false. Everything that fails rejects with a {@link BeadloomError}.
 */
export class Beadloom extends Capabilities {
  private constructor(root: string, options: OpenOptions) {
    super(root, options);
  }

  /**
   * Opens the project at `root`; without it, the one around the current directory.
   *
   * @throws BeadloomError `no_project`, `no_addon`
   */
  static open(root?: string, options: OpenOptions = {}): Beadloom {
    return new Beadloom(findProject(root).root, options);
  }
}
