import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import type { InitAnswer, InitFound, SyncUpdateAnswer, Written } from '../model/answers.js';
import type { Connection } from './connection.js';
import { contextFile } from './context-file.js';
import { BeadloomError } from '../model/error.js';
import { CONTEXT_FILE, LOCK_FILE } from '../model/options.js';
import type { BootstrapPlan, ImportPlan, MergePlan } from '../model/plan.js';
import type { Progress } from '../model/work.js';
import type { InitOptions } from '../model/requests.js';
import { loadNative } from '../native/load.js';
import { finish, isUnfinished, writeBootstrap } from '../yaml/bootstrap.js';
import { graphFolder, hasGraph } from '../yaml/config.js';
import { folderInside, placeInside, removeFile } from '../yaml/files.js';
import { importInto, merge } from '../yaml/merge.js';

/** What the core finds in some folders, or in all where none is named. */
export interface Planner {
  bootstrap: (scopes: readonly string[]) => Promise<BootstrapPlan>;
  merge: (scopes: readonly string[]) => Promise<MergePlan>;
  /** Of the documents in one folder. */
  documents: (folder: string, restructure: boolean) => Promise<ImportPlan>;
}

/** Finds the parts, writes them, and indexes what was written. */
export async function initialise(
  connection: Connection,
  planner: Planner,
  options: InitOptions,
): Promise<InitAnswer> {
  const start = performance.now();
  const { root } = connection;
  const folder = graphFolder(root);
  // What a killed run left between two renames; the graph is looked for below.
  loadNative().recoverFolder(placeInside(root, folder));
  const dryRun = options.dryRun ?? false;
  const scopes = [options.scopes ?? []].flat().map((scope) => folderInside(root, scope));
  // Where there is no graph yet, all of it is missing.
  const merges = options.merge === true && hasGraph(root, folder);
  const { watches, ...outcome } =
    options.import !== undefined
      ? await importDocuments(root, folder, planner, options.import, options)
      : merges
        ? await mergeCode(root, folder, () => planner.merge(scopes), dryRun)
        : await bootstrap(root, folder, () => planner.bootstrap(scopes), options);
  const { written } = outcome;
  if (dryRun) {
    written.push(
      ...[...(watches ? [LOCK_FILE] : []), CONTEXT_FILE].map((path) => ({ path, nodes: 0, edges: 0 })),
    );
  } else {
    // The first pass has shown its phases; what follows takes in a few new files, as one phase more.
    const { signal, onProgress } = options;
    const work = {
      signal,
      onProgress: onProgress && ((progress: Progress) => onProgress({ ...progress, ...TAKING_IN })),
    };
    // New documents begin up to date with the code that they were written from; what is stale stays so.
    const synced = await connection.ask<SyncUpdateAnswer>('syncUpdate', { newOnly: true }, work);
    if (synced.pairs_synced > 0) {
      written.push({ path: LOCK_FILE, nodes: 0, edges: 0 });
    }
    const page = await contextFile(connection, { ...work, refresh: false });
    if (page.changed) {
      written.push({ path: CONTEXT_FILE, nodes: 0, edges: 0 });
    }
    finish(root, folder);
  }
  return {
    version: 1,
    ...outcome,
    dry_run: dryRun,
    duration_ms: Math.round(performance.now() - start),
  };
}

/** The passes over what was written, as one phase. */
const TAKING_IN = { phase: 'commit', done: 0, total: 0, rate: 0, remaining_ms: null };

/** What a run found and wrote. */
type Result = Omit<InitAnswer, 'version' | 'written' | 'dry_run' | 'duration_ms'> & {
  written: Written[];
  /** Whether new nodes have code and documents that people wrote, which are up to date as of now. */
  watches: boolean;
};

/** A draft of a document says nothing yet that could be untrue. */
function hasWatched({ nodes, documents }: BootstrapPlan): boolean {
  const drafts = new Set(documents.map(({ path }) => path));
  return nodes.some(({ source, docs }) => (source ?? '') !== '' && docs.some((path) => !drafts.has(path)));
}

/** What only an import has. */
const NOTHING_IMPORTED = {
  strategy: null,
  classified: {},
  edges_detected: 0,
  edges_to_review: 0,
  documents: [],
  review: [],
};

async function bootstrap(
  root: string,
  folder: string,
  plan: () => Promise<BootstrapPlan>,
  { force = false, dryRun = false }: InitOptions,
): Promise<Result> {
  // A graph that a killed run left is not in the way of what that run was to do.
  const refuses = () => !force && !isUnfinished(root, folder);
  // Asked before the work too: on a large project the plan takes seconds.
  if (refuses() && hasGraph(root, folder)) {
    throw graphExists(folder);
  }
  const found = await plan();
  if (refuses() && found.graph_exists) {
    throw graphExists(folder);
  }
  const written = writeBootstrap(root, folder, found, { force, dryRun });
  return {
    mode: 'bootstrap',
    ...NOTHING_IMPORTED,
    files: found.files,
    found: count(found),
    written,
    ...remarksOf(found),
    conflicts: [],
    gone: [],
    watches: hasWatched(found),
  };
}

async function mergeCode(
  root: string,
  folder: string,
  find: () => Promise<MergePlan>,
  dryRun: boolean,
): Promise<Result> {
  const [plan, written] = await merge(root, folder, find, dryRun);
  return {
    mode: 'merge',
    ...NOTHING_IMPORTED,
    files: plan.files,
    found: count(plan),
    written,
    ...remarksOf(plan),
    conflicts: plan.conflicts,
    gone: plan.gone,
    watches: hasWatched(plan),
  };
}

async function importDocuments(
  root: string,
  folder: string,
  planner: Planner,
  path: string,
  options: InitOptions,
): Promise<Result> {
  const strategy = options.strategy ?? 'map';
  const find = () => planner.documents(folderInside(root, path), strategy === 'restructure');
  const [plan, written] = await importInto(root, folder, find, options.dryRun ?? false);
  return {
    mode: 'import',
    strategy,
    files: plan.files,
    found: count(plan),
    written,
    ...remarksOf(plan),
    conflicts: plan.conflicts,
    gone: [],
    classified: plan.classified,
    edges_detected: plan.edges.length,
    edges_to_review: plan.review.length,
    watches: plan.nodes.length > 0,
    documents: plan.imported,
    review: plan.review,
  };
}

/** Does work that leaves an index behind where there was none, and takes that index away again. */
export async function withoutTrace<T>(root: string, work: () => Promise<T>): Promise<T> {
  const folder = join(root, '.beadloom');
  const before = existsSync(folder);
  try {
    return await work();
  } finally {
    if (!before && existsSync(folder)) {
      for (const name of readdirSync(folder).filter(
        (one) => one === '.gitignore' || one.startsWith('beadloom.db'),
      )) {
        // The folder goes with the last of them.
        removeFile(join(folder, name));
      }
    }
  }
}

function remarksOf({ stubs_left_out, published_by, ignored_by }: BootstrapPlan) {
  return { stubs_left_out, published_by, ignored_by };
}

function count(plan: BootstrapPlan): InitFound {
  const of = (kind: string) => plan.nodes.filter((node) => node.kind === kind).length;
  return {
    services: of('service'),
    domains: of('domain'),
    features: of('feature'),
    entities: of('entity'),
    adrs: of('adr'),
    edges: plan.edges.length,
  };
}

function graphExists(folder: string): BeadloomError {
  return new BeadloomError({
    code: 'graph_exists',
    message: `the project already has a graph in ${folder}`,
    path: folder,
    hint: '--merge adds what is missing and changes nothing else; --force writes a new graph and keeps a copy of the old one in _graph.bak-<time>/',
  });
}
