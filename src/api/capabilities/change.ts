import type { AffectedAnswer, DiffAnswer, SnapshotListAnswer, SnapshotSaveAnswer } from '../answers.js';
import { defined, list, optionalString, refreshOf, string } from '../arguments.js';
import { Connection } from '../connection.js';
import type { Rendered, Work } from '../connection.js';
import { BOUNDS, wholeNumber } from '../options.js';
import type {
  AffectedOptions,
  DiffOptions,
  SnapshotCompareOptions,
  SnapshotSaveOptions,
  WorkOptions,
} from '../options.js';
import { saved, snapshotId, type Snapshot } from '../snapshot.js';

/** What differs between two states of the project, and what a change reaches. */
export abstract class Change extends Connection {
  /**
   * What changed in the graph and in the public symbols of code since a revision, up to another one or the working tree.
   *
   * @throws BeadloomError `bad_revision`, `no_repository`
   */
  async diff(options: DiffOptions = {}): Promise<DiffAnswer> {
    return (await this.diffText(options)).answer;
  }

  /** @internal */
  async diffText(options: DiffOptions = {}): Promise<Rendered<DiffAnswer>> {
    const { since, to } = options;
    const native = defined({
      since: optionalString('since', since),
      to: optionalString('to', to),
      refresh: refreshOf(options),
    });
    return this.answer(options, (engine, ...work) => engine.diff(native, ...work));
  }

  /**
   * What changed files reach, through imports and references: files, nodes, symbols, tests, documents, owners. Without
   * files: what differs from the base.
   */
  async affected(
    files: string | readonly string[] = [],
    options: AffectedOptions = {},
  ): Promise<AffectedAnswer> {
    return (await this.affectedText(files, options)).answer;
  }

  /** @internal */
  async affectedText(
    files: string | readonly string[] = [],
    options: AffectedOptions = {},
  ): Promise<Rendered<AffectedAnswer>> {
    const native = defined({
      files: list('file', files).map((one) => this.placeOf(one)),
      base: optionalString('base', options.base),
      depth: wholeNumber('depth', options.depth, BOUNDS.depth),
      limit: wholeNumber('limit', options.limit, BOUNDS.limit),
      refresh: refreshOf(options),
    });
    return this.answer(options, (engine, ...work) => engine.affected(native, ...work));
  }

  /** Writes the architecture down, in `.beadloom/snapshots/`, where it outlives the index. */
  async snapshotSave(options: SnapshotSaveOptions = {}): Promise<SnapshotSaveAnswer> {
    // Commands that only read shall not load what writes.
    const { snapshotNames, writeSnapshot } = await import('../../yaml/snapshots.js');
    for (;;) {
      const names = snapshotNames(this.root);
      const now = new Date();
      const native = defined({
        id: snapshotId(now, names),
        label: optionalString('label', options.label),
        createdAt: now.toISOString().replace(/\.\d+Z$/, 'Z'),
        names,
        refresh: refreshOf(options),
      });
      const run: Work = (engine, ...work) => engine.snapshot(native, ...work);
      const { answer } = await this.answer<Snapshot>(options, run);
      // Another process may save one at the same time, under the same name.
      const path = await writeSnapshot(this.root, answer, names);
      if (path !== undefined) {
        return saved(answer, path);
      }
    }
  }

  /** The snapshots of this project, by time. */
  async snapshotList(options: WorkOptions = {}): Promise<SnapshotListAnswer> {
    return (await this.snapshotListText(options)).answer;
  }

  /** @internal */
  async snapshotListText(options: WorkOptions = {}): Promise<Rendered<SnapshotListAnswer>> {
    const { snapshotNames } = await import('../../yaml/snapshots.js');
    const names = snapshotNames(this.root);
    return this.answer(options, (engine, ...work) => engine.snapshots(names, ...work));
  }

  /**
   * What differs between a snapshot and a later one, or the working tree. A snapshot is named by id or label.
   *
   * @throws BeadloomError `not_found`, `foreign_snapshot`
   */
  async snapshotCompare(since: string, options: SnapshotCompareOptions = {}): Promise<DiffAnswer> {
    return (await this.snapshotCompareText(since, options)).answer;
  }

  /** @internal */
  async snapshotCompareText(
    since: string,
    options: SnapshotCompareOptions = {},
  ): Promise<Rendered<DiffAnswer>> {
    const { snapshotNames } = await import('../../yaml/snapshots.js');
    const native = defined({
      since: string('since', since),
      to: optionalString('to', options.to),
      names: snapshotNames(this.root),
      refresh: refreshOf(options),
    });
    return this.answer(options, (engine, ...work) => engine.compareSnapshots(native, ...work));
  }
}
