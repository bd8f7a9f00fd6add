import type { Pair } from './answers.js';
import { REQUESTS, type OverviewOptions, type TaskOptions } from './requests.js';
import type { ContextOptions as BundleOptions } from './requests.js';

/** How a project is opened. */
export interface OpenOptions {
  /**
   * Watch the files between calls (default false), so that an answer need not look at all of them first. For programs
   * that ask often. Answers are the same; `close()` ends it. Where the system cannot tell of every change, as on file systems
   * that other machines write to, every call looks at all files, as without.
   */
  watch?: boolean | undefined;
  /**
   * Let a daemon answer (default false): one that runs for this project is asked, and one is started after the first answer
   * unless `CI` or `BEADLOOM_DAEMON=off` is set or the settings say otherwise. Answers are the same bytes. It ends by itself.
   */
  daemon?: boolean | undefined;
  /**
   * The folder, absolute, that paths may be relative to beside the root (default: the root): for programs that are started
   * somewhere in a project.
   */
  from?: string | undefined;
  /** Note a receipt of every answer (default false), which `beadloom receipts` shows. The settings can forbid it. */
  receipts?: boolean | undefined;
}

/** Options of {@link Beadloom.ctx}. What is left out comes from `config.yml`. */
export interface ContextOptions extends BundleOptions, Pick<TaskOptions, 'session'> {
  /** What is to be done: the answer has the code that it needs, and `depth` plays no part. */
  task?: string | undefined;
}

/** Where the page about the project is written, relative to the root. */
export const CONTEXT_FILE = '.beadloom/CONTEXT.md';

/** Where the lock of doc sync is, relative to the root. */
export const LOCK_FILE = '.beadloom/sync.lock';

/** Options of {@link Beadloom.generateContext}. */
export interface GenerateContextOptions extends OverviewOptions {
  /** Where it is written, relative to the root (default `.beadloom/CONTEXT.md`); null: nowhere. */
  out?: string | null | undefined;
}

/** What a graph can be drawn as. */
export const GRAPH_PICTURES = REQUESTS.graph.format.choices.filter((name) => name !== 'json');

/** One of {@link GRAPH_PICTURES}. */
export type GraphPicture = Exclude<(typeof REQUESTS)['graph']['format']['choices'][number], 'json'>;

/** What a person looks at before saying that documents are up to date. */
export interface SyncReview {
  /** Those that are not up to date, by document and code. */
  pairs: Pair[];
  /** Code that changed, by path; `diff` is null where its text at the baseline is not known. */
  files: Array<{ path: string; diff: string | null }>;
}

/** What may be found out about a contract, the worst first. */
export const VERDICTS = [
  'breaking',
  'orphaned_consumer',
  'undeclared_producer',
  'drift',
  'confirmed',
  'external',
] as const;
