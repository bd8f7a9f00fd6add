import type { Pair } from './answers.js';
import { BeadloomError } from './error.js';

/** How a project is opened. */
export interface OpenOptions {
  /**
   * Watch the files between calls (default false), so that an answer need not look at all of them first. For programs
   * that ask often. Answers are the same; `close()` ends it. Where the system cannot tell of every change – it can on
   * Linux, on file systems of this machine – every call looks at all files, as without.
   */
  watch?: boolean | undefined;
  /**
   * The folder, absolute, that paths may be relative to beside the root (default: the root): for programs that are started
   * somewhere in a project.
   */
  from?: string | undefined;
}

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
}

/** Options of {@link Beadloom.reindex}. */
export interface ReindexOptions extends WorkOptions {
  /** Read and parse every file again (default false: only what changed). */
  full?: boolean | undefined;
}

/** Options of {@link Beadloom.ctx}. What is left out comes from `config.yml`. */
export interface ContextOptions extends ReadOptions {
  /** Steps along edges from the focus. */
  depth?: number | undefined;
  /** Most nodes in the bundle. */
  maxNodes?: number | undefined;
  /** Most pieces of documents. */
  maxChunks?: number | undefined;
  /** Most tokens of the rendered answer (with a task 2000). */
  budget?: number | undefined;
  /** Put it together anew, though it is the same that was answered before (default false); a task always is. */
  force?: boolean | undefined;
  /** What is to be done: the answer has the code that it needs, and `depth` plays no part. */
  task?: string | undefined;
  /** Of a task: leaves out what the session of that name was given in the last 24 hours. */
  session?: string | undefined;
}

/** Options of {@link Beadloom.nextFile}. */
export interface NextFileOptions extends ReadOptions {
  /** Globs of files that are not wanted, for example because they were seen. */
  exclude?: string | readonly string[] | undefined;
}

/** Where the page about the project is written, relative to the root. */
export const CONTEXT_FILE = '.beadloom/CONTEXT.md';

/** Where the lock of doc sync is, relative to the root. */
export const LOCK_FILE = '.beadloom/sync.lock';

/** Options of {@link Beadloom.generateContext}. */
export interface GenerateContextOptions extends ReadOptions {
  /** Most tokens of the file (default 4000). */
  budget?: number | undefined;
  /** Where it is written, relative to the root (default `.beadloom/CONTEXT.md`); null: nowhere. */
  out?: string | null | undefined;
}

/** Options of {@link Beadloom.graph}. */
export interface GraphOptions extends ReadOptions {
  /** Nodes to start from; the whole graph without any. */
  refs?: readonly string[] | undefined;
  /** Steps along edges from them (default 2). */
  depth?: number | undefined;
  /** Only this node and all its parts. */
  scope?: string | undefined;
}

/** Options of {@link Beadloom.listNodes}. */
export interface ListNodesOptions extends ReadOptions {
  /** Only nodes of this kind. */
  kind?: string | undefined;
}

/** Options of {@link Beadloom.updateNode}; at least one of both. */
export interface UpdateNodeOptions extends WorkOptions {
  /** What the node is, in one sentence. */
  summary?: string | undefined;
  /** The folder (ending in `/`) or file of its code, relative to the root; empty for none. */
  source?: string | undefined;
}

/** What a graph can be drawn as. */
export const GRAPH_PICTURES = ['mermaid', 'dot', 'c4', 'c4-plantuml', 'html'] as const;

/** How deep a C4 diagram looks. */
export const C4_LEVELS = ['context', 'container', 'component'] as const;

/** Options of {@link Beadloom.graphPicture}. */
export interface GraphPictureOptions extends GraphOptions {
  /** Of `c4` and `c4-plantuml` (default `container`). */
  level?: (typeof C4_LEVELS)[number] | undefined;
}

/** Options of {@link Beadloom.why}. */
export interface WhyOptions extends ReadOptions {
  /** Steps that are followed (default 3). */
  depth?: number | undefined;
  /** Most entries of each list (default 30); all are counted. */
  limit?: number | undefined;
  /** List what it needs, and nothing that needs it (default false). */
  reverse?: boolean | undefined;
}

/** What a reference does. */
export const REFERENCE_KINDS = ['call', 'type', 'inherit', 'override'] as const;

/** How sure it is what a reference means, the surest first. */
export const CONFIDENCES = ['exact', 'unique', 'ambiguous'] as const;

/** Options of {@link Beadloom.refs}. */
export interface RefsOptions extends ReadOptions {
  /** Only references that do this. */
  kind?: (typeof REFERENCE_KINDS)[number] | undefined;
  /** Only references that are at least so sure (default `ambiguous`: all). */
  confidence?: (typeof CONFIDENCES)[number] | undefined;
  /** Most entries of each list (default 100); the surest are kept. */
  limit?: number | undefined;
}

/** Options of {@link Beadloom.related}. */
export interface RelatedOptions extends ReadOptions {
  /** Most entries of each list (default 30). */
  limit?: number | undefined;
}

/** Options of {@link Beadloom.signatures}. */
export interface SignaturesOptions extends ReadOptions {
  /** Most tokens of the answer as JSON. */
  budget?: number | undefined;
}

/** Options of {@link Beadloom.show}. */
export interface ShowOptions extends ReadOptions {
  /** With the lines that refer to each definition (default false). */
  callers?: boolean | undefined;
  /** Most tokens of the answer as JSON. */
  budget?: number | undefined;
}

/** What a search looks through. */
export const SEARCH_FIELDS = ['nodes', 'docs', 'code', 'all'] as const;

/** Options of {@link Beadloom.search}. */
export interface SearchOptions extends ReadOptions {
  /** Only hits of this node or symbol kind. */
  kind?: string | undefined;
  /** Where to look (default `all`). */
  in?: (typeof SEARCH_FIELDS)[number] | undefined;
  /** Only code in this language. */
  lang?: string | undefined;
  /** Only files that this glob matches. */
  path?: string | undefined;
  /** Most hits (default 10). */
  limit?: number | undefined;
  /** Every piece of a file that matches, not only the best. */
  allChunks?: boolean | undefined;
  /** Say of each hit why it stands where it does. */
  explain?: boolean | undefined;
}

/** Options of {@link Beadloom.searchExact} and {@link Beadloom.searchRegex}. */
export interface ExactOptions extends ReadOptions {
  /** Upper and lower case are the same (default false). */
  ignoreCase?: boolean | undefined;
  /** Only files that this glob matches. */
  path?: string | undefined;
  /** Only files in this language or format. */
  lang?: string | undefined;
  /** Only lines in a definition of this kind. */
  kind?: string | undefined;
  /** Lines around each line (default 0). */
  context?: number | undefined;
  /** Most lines (default 100); all are counted. */
  limit?: number | undefined;
}

/** Options of {@link Beadloom.path}. */
export type PathOptions = ReadOptions;

/** Which violations a lint shows. */
export const SEVERITIES = ['all', 'error', 'warn'] as const;

/** Options of {@link Beadloom.lint}. */
export interface LintOptions extends ReadOptions {
  /** Only violations of this severity (default `all`). */
  severity?: (typeof SEVERITIES)[number] | undefined;
}

/** Options of {@link Beadloom.diff}. */
export interface DiffOptions extends ReadOptions {
  /** The revision to compare with (default `HEAD`). */
  since?: string | undefined;
  /** The later revision (default: the working tree). */
  to?: string | undefined;
}

/** Options of {@link Beadloom.export}. */
export type ExportOptions = ReadOptions;

/** Options of {@link Beadloom.federate}. */
export type FederateOptions = WorkOptions;

/** Options of {@link Beadloom.doctor}. */
export interface DoctorOptions extends ReadOptions {
  /** Mend what can be mended without a risk, and say what (default false). */
  fix?: boolean | undefined;
}

/** Options of {@link Beadloom.ci}. */
export interface CiOptions extends WorkOptions {
  /** Only findings that are new since this revision (default: all). */
  base?: string | undefined;
}

/** Options of {@link Beadloom.affected}. */
export interface AffectedOptions extends ReadOptions {
  /** The revision that the working tree is compared with (default, where no files are named: `HEAD`). */
  base?: string | undefined;
  /** Steps that are followed (default 100). */
  depth?: number | undefined;
  /** Entries of the lists of files and symbols, at most (default 200); tests are always all. */
  limit?: number | undefined;
}

/** Options of {@link Beadloom.snapshotSave}. */
export interface SnapshotSaveOptions extends ReadOptions {
  /** What a person calls it. */
  label?: string | undefined;
}

/** Options of {@link Beadloom.snapshotCompare}. */
export interface SnapshotCompareOptions extends ReadOptions {
  /** Id or label of the later snapshot (default: the working tree). */
  to?: string | undefined;
}

/** Options of {@link Beadloom.debt}. */
export interface DebtOptions extends ReadOptions {
  /** A condition on the figures: `debt > 20`, `rules >= 3 or untested > 5`. */
  failIf?: string | undefined;
  /** With the figures of all snapshots (default false). */
  trend?: boolean | undefined;
}

/** Options of {@link Beadloom.syncCheck}. */
export interface SyncCheckOptions extends ReadOptions {
  /** Only the documents of this node. */
  ref?: string | undefined;
  /** Only pairs of which the next commit touches the document or the code (default false). */
  staged?: boolean | undefined;
  /** Count pairs that are in step, and do not list them (default false). */
  behind?: boolean | undefined;
  /** All pairs, as the next commit holds them (default false). */
  nextCommit?: boolean | undefined;
  /** Compare with this Git revision instead of the lock. */
  since?: string | undefined;
}

/** Options of {@link Beadloom.syncUpdate}. */
export interface SyncUpdateOptions extends WorkOptions {
  /** The node whose documents are in step; without it, every pair that is stale or untracked. */
  ref?: string | undefined;
  /** Only pairs of nodes that the lock does not know yet (default false). */
  newOnly?: boolean | undefined;
}

/** Options of {@link Beadloom.docsGenerate}. */
export interface DocsGenerateOptions extends WorkOptions {
  /** A node; without it, every node that has no document. */
  ref?: string | undefined;
  /** Write nothing, and say what would be written. */
  dryRun?: boolean | undefined;
}

/** Options of {@link Beadloom.docsAudit}. */
export interface DocsAuditOptions extends ReadOptions {
  /** A condition on the numbers of findings: `findings > 0`, `links >= 3 or paths > 5`. */
  failIf?: string | undefined;
}

/** Options of {@link Beadloom.link}. */
export interface LinkOptions extends WorkOptions {
  /** An address of the web to add, or whose label is to change. */
  url?: string | undefined;
  /** What it is. */
  label?: string | undefined;
  /** An address to take out. */
  remove?: string | undefined;
}

/** Options of {@link Beadloom.generateDocs}. */
export interface GenerateDocsOptions extends ReadOptions {
  /** A node; without it, all of them. */
  ref?: string | undefined;
}

/** What a person looks at before saying that documents are in step. */
export interface SyncReview {
  /** Those that are not in step, by document and code. */
  pairs: Pair[];
  /** Code that changed, by path; `diff` is null where its text at the baseline is not known. */
  files: Array<{ path: string; diff: string | null }>;
}
/** What an import does with documents. */
export const STRATEGIES = ['map', 'restructure'] as const;

/** Which domains and services without a document `init` writes a stub for. */
export const STUBS = ['all', 'first', 'none'] as const;

/** Options of {@link Beadloom.init}. */
export interface InitOptions extends WorkOptions {
  /** Folders to look at, relative to the root; the whole project without any. */
  scopes?: readonly string[] | undefined;
  /** Replace a graph that is there; it is kept beside as `_graph.bak-<time>/`. */
  force?: boolean | undefined;
  /** Add to a graph that is there what it lacks, and list where it and the code disagree. */
  merge?: boolean | undefined;
  /** Instead of looking at the code: the Markdown files of this folder, relative to the root, become nodes. */
  import?: string | undefined;
  /** Of an import: name documents where they are (`map`, the default), or copy them into the usual layout. */
  strategy?: (typeof STRATEGIES)[number] | undefined;
  /**
   * Stub documents for all domains and services that have no document, for those of the first level (`first`, the default), or
   * for none; never in a folder that a documentation build publishes.
   */
  docs?: (typeof STUBS)[number] | undefined;
  /** Write nothing, and say what would be written. */
  dryRun?: boolean | undefined;
}

/** Inclusive bounds of every whole number that a caller may give. */
export const BOUNDS = {
  depth: [0, 100],
  maxNodes: [1, 100_000],
  maxChunks: [0, 100_000],
  budget: [1, 10_000_000],
  limit: [1, 10_000],
  /** Of a search. */
  hits: [1, 1_000],
  /** Of lines around a line. */
  context: [0, 100],
} as const satisfies Record<string, readonly [number, number]>;

/**
 * Checks a number before it reaches the core, where 32 bits would wrap it.
 *
 * @param name what the caller calls the option, for the sentence
 * @throws BeadloomError `usage`
 */
export function wholeNumber(
  name: string,
  value: number | undefined,
  bounds: readonly [number, number],
): number | undefined {
  if (value === undefined) {
    return undefined;
  }
  const [least, most] = bounds;
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new BeadloomError({
      code: 'usage',
      message: `${name} must be a whole number from ${least} to ${most}, not ${String(value)}`,
    });
  }
  return value;
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
