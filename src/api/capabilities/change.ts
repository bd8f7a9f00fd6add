import type {
  AffectedAnswer,
  DiffAnswer,
  SnapshotListAnswer,
  SnapshotSaveAnswer,
} from '../../model/answers.js';
import { Connection } from '../connection.js';
import type { WorkOptions } from '../../model/work.js';
import type {
  AffectedOptions,
  DiffOptions,
  SnapshotCompareOptions,
  SnapshotSaveOptions,
} from '../../model/requests.js';
import { saved, snapshotId, type Snapshot } from '../../model/snapshot.js';

/** What differs between two states of the project, and what a change reaches. */
export abstract class Change extends Connection {
  /**
   * What changed in the graph and in the public symbols of code since a revision, up to another one or the working tree.
   *
   * @throws BeadloomError `bad_revision`, `no_repository`
   */
  async diff(options: DiffOptions = {}): Promise<DiffAnswer> {
    return this.ask('diff', options);
  }

  /**
   * What changed files reach, through imports and references: files, nodes, symbols, tests, documents, owners. Without
   * files: what differs from the base.
   */
  async affected(
    files: string | readonly string[] = [],
    options: AffectedOptions = {},
  ): Promise<AffectedAnswer> {
    return this.ask('affected', { ...options, files });
  }

  /** Writes the architecture down, in `.beadloom/snapshots/`, where it outlives the index. */
  async snapshotSave(options: SnapshotSaveOptions = {}): Promise<SnapshotSaveAnswer> {
    // Commands that only read shall not load what writes.
    const { snapshotNames, writeSnapshot } = await import('../../yaml/snapshots.js');
    for (;;) {
      const names = snapshotNames(this.root);
      const now = new Date();
      const createdAt = now.toISOString().replace(/\.\d+Z$/, 'Z');
      const request = { ...options, id: snapshotId(now, names), createdAt, names };
      const answer = await this.ask<Snapshot>('snapshotSave', request);
      // Another process may save one at the same time, under the same name.
      const path = await writeSnapshot(this.root, answer, names);
      if (path !== undefined) {
        return saved(answer, path);
      }
    }
  }

  /** The snapshots of this project, by time. */
  async snapshotList(options: WorkOptions = {}): Promise<SnapshotListAnswer> {
    const { snapshotNames } = await import('../../yaml/snapshots.js');
    return this.ask('snapshotList', { names: snapshotNames(this.root) }, options);
  }

  /**
   * What differs between a snapshot and a later one, or the working tree. A snapshot is named by id or label.
   *
   * @throws BeadloomError `not_found`, `foreign_snapshot`
   */
  async snapshotCompare(since: string, options: SnapshotCompareOptions = {}): Promise<DiffAnswer> {
    const { snapshotNames } = await import('../../yaml/snapshots.js');
    return this.ask('snapshotCompare', { ...options, since, names: snapshotNames(this.root) });
  }
}
