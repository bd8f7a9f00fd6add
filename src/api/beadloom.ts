import { basename } from 'node:path';

import { loadNative, type Native } from '../native/load.js';
import type { Cancellation, McpRefresh, NativeEngine, Outcome } from '../native/native.js';
import type { AffectedAnswer, CiAnswer, DebtAnswer } from './answers.js';
import type { Bundle, ContextFileAnswer, DiffAnswer, DoctorAnswer } from './answers.js';
import type { Error as ErrorFields, GraphAnswer } from './answers.js';
import type { DocsAuditAnswer, DocsGenerateAnswer, GenerateDocsAnswer } from './answers.js';
import type { ExportAnswer, FederateAnswer } from './answers.js';
import type { InitAnswer, LinkAnswer, LintAnswer, ListNodesAnswer, NextFileAnswer } from './answers.js';
import type { RefsAnswer, ReindexAnswer, RelatedAnswer, SearchAnswer } from './answers.js';
import type { ModelListAnswer, ModelStatusAnswer, PrimeAnswer, RuleAnswer } from './answers.js';
import type { SignaturesAnswer, SnapshotListAnswer, SnapshotSaveAnswer, StatusAnswer } from './answers.js';
import type { SyncCheckAnswer, SyncUpdateAnswer, UpdateNodeAnswer, WhyAnswer } from './answers.js';
import type { BootstrapPlan, ImportPlan, MergePlan, PlannedDocument, Planner } from './bootstrap.js';
import { BeadloomError } from './error.js';
import {
  BOUNDS,
  C4_LEVELS,
  CONFIDENCES,
  CONTEXT_FILE,
  GRAPH_PICTURES,
  REFERENCE_KINDS,
  SEARCH_FIELDS,
  SEVERITIES,
  STRATEGIES,
  wholeNumber,
} from './options.js';
import type { AffectedOptions, CiOptions, DebtOptions } from './options.js';
import type { ContextOptions, DiffOptions, DoctorOptions } from './options.js';
import type { ExportOptions, FederateOptions } from './options.js';
import type { GenerateContextOptions, GraphOptions } from './options.js';
import type {
  GraphPictureOptions,
  InitOptions,
  LinkOptions,
  LintOptions,
  ListNodesOptions,
} from './options.js';
import type { DocsAuditOptions, DocsGenerateOptions, GenerateDocsOptions } from './options.js';
import type {
  NextFileOptions,
  Progress,
  ReadOptions,
  RefsOptions,
  ReindexOptions,
  RelatedOptions,
} from './options.js';
import type { SearchOptions, SignaturesOptions, SyncCheckOptions, SyncReview } from './options.js';
import type { SnapshotCompareOptions, SnapshotSaveOptions } from './options.js';
import type { SyncUpdateOptions, UpdateNodeOptions, WhyOptions, WorkOptions } from './options.js';
import { findProject } from './project.js';
import { finished, started } from './running.js';
import { saved, snapshotId, type Snapshot } from './snapshot.js';
import type { NodePlace } from './update-node.js';

/** A method of the engine, bound to its options. */
type Work = (
  cancellation: Cancellation,
  progress: ((error: Error | null, json: string) => void) | null,
) => Promise<Outcome>;

/** An answer, and the text it came as: the bytes that the command line prints and MCP sends. */
export interface Rendered<T> {
  answer: T;
  text: string;
}

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
export class Beadloom {
  /** The project's root, absolute. */
  readonly root: string;
  readonly #native: Native;
  readonly #engine: NativeEngine;
  #closed = false;

  private constructor(root: string) {
    this.root = root;
    this.#native = loadNative();
    try {
      this.#engine = new this.#native.NativeEngine(root);
    } catch (thrown) {
      throw fromNative(thrown);
    }
  }

  /**
   * Opens the project at `root`; without it, the one around the current directory.
   *
   * @throws BeadloomError `no_project`, `no_addon`
   */
  static open(root?: string): Beadloom {
    return new Beadloom(findProject(root).root);
  }

  /** Brings the index up to date. */
  async reindex(options: ReindexOptions = {}): Promise<ReindexAnswer> {
    return (await this.reindexText(options)).answer;
  }

  /**
   * The context bundle of one or more references: a node's id, a path or a symbol. With a `task` it has the code that the
   * task needs, from all of the project or, where there are references, from what they mean.
   */
  async ctx(refs: string | readonly string[], options: ContextOptions = {}): Promise<Bundle> {
    return (await this.ctxText(refs, options)).answer;
  }

  /** The same bundle as Markdown; the budget caps this text. */
  async ctxMarkdown(refs: string | readonly string[], options: ContextOptions = {}): Promise<string> {
    return this.#text(options, this.#context(refs, options, 'markdown'));
  }

  /** The one most relevant file for a task that is not excluded. */
  async nextFile(task: string, options: NextFileOptions = {}): Promise<NextFileAnswer> {
    return (await this.nextFileText(task, options)).answer;
  }

  /**
   * Writes down what the project is, on a page: languages, parts, folders, what is used most, the last commits. The page
   * depends on the files and on HEAD alone.
   */
  async generateContext(options: GenerateContextOptions = {}): Promise<ContextFileAnswer> {
    const { out = CONTEXT_FILE } = options;
    const native = defined({
      budget: wholeNumber('budget', options.budget, BOUNDS.budget),
      refresh: refreshOf(options),
    });
    const place = out === null ? null : string('out', out);
    const run: Work = (...work) => this.#engine.overview(native, ...work);
    const { answer } = await this.#answer<ContextFileAnswer>(options, run);
    if (place === null) {
      return answer;
    }
    // Answers that write nothing shall not load what writes.
    const { writeIfChanged } = await import('../yaml/files.js');
    return { ...answer, path: place, changed: writeIfChanged(this.root, place, answer.content) };
  }

  /** The graph around some nodes, or all of it. */
  async graph(options: GraphOptions = {}): Promise<GraphAnswer> {
    return (await this.graphText(options)).answer;
  }

  /**
   * The same graph as a picture: a diagram in a text language, or `html`, a page of its own to look around in.
   *
   * @throws BeadloomError `usage` for a level where the picture has none
   */
  async graphPicture(
    picture: (typeof GRAPH_PICTURES)[number],
    options: GraphPictureOptions = {},
  ): Promise<string> {
    if (!GRAPH_PICTURES.includes(picture)) {
      throw usage(`picture must be one of ${GRAPH_PICTURES.join(', ')}, not ${String(picture)}`);
    }
    const { level } = options;
    if (level !== undefined && !C4_LEVELS.includes(level)) {
      throw usage(`level must be one of ${C4_LEVELS.join(', ')}, not ${String(level)}`);
    }
    if (level !== undefined && picture !== 'c4' && picture !== 'c4-plantuml') {
      throw usage(`${picture} has no levels; a level is for c4 and c4-plantuml`);
    }
    if (picture !== 'html') {
      return this.#text(options, this.#graph(options, picture));
    }
    const graph = await this.graph(options);
    // The page is large, and other pictures do without it.
    const { graphPage } = await import('./graph-page.js');
    return graphPage(basename(this.root) || this.root, graph);
  }

  /** The nodes of a kind, or all. */
  async listNodes(options: ListNodesOptions = {}): Promise<ListNodesAnswer> {
    return (await this.listNodesText(options)).answer;
  }

  /**
   * Writes summary or source of a node into its graph file: not a byte of anything else changes.
   *
   * @throws BeadloomError `not_found`; `yaml_anchor` and `yaml_shape` for a value that cannot be changed alone;
   *   `file_changed` where somebody else keeps changing the file; `outside_root`
   */
  async updateNode(ref: string, options: UpdateNodeOptions): Promise<UpdateNodeAnswer> {
    return (await this.updateNodeText(ref, options)).answer;
  }

  /** What a node, file or symbol needs, what needs it, and what a change of it concerns. */
  async why(ref: string, options: WhyOptions = {}): Promise<WhyAnswer> {
    return (await this.whyText(ref, options)).answer;
  }

  /** Every place that refers to a symbol, and what the symbol refers to. */
  async refs(symbol: string, options: RefsOptions = {}): Promise<RefsAnswer> {
    return (await this.refsText(symbol, options)).answer;
  }

  /** The files that have to do with a file, each with its reasons. */
  async related(path: string, options: RelatedOptions = {}): Promise<RelatedAnswer> {
    return (await this.relatedText(path, options)).answer;
  }

  /** The outline of one or more files: signatures without bodies. */
  async signatures(
    paths: string | readonly string[],
    options: SignaturesOptions = {},
  ): Promise<SignaturesAnswer> {
    return (await this.signaturesText(paths, options)).answer;
  }

  /** Nodes, documents and code that a query finds, best first. */
  async search(query: string, options: SearchOptions = {}): Promise<SearchAnswer> {
    return (await this.searchText(query, options)).answer;
  }

  /** What the index holds and how well the project is documented. */
  async status(options: ReadOptions = {}): Promise<StatusAnswer> {
    return (await this.statusText(options)).answer;
  }

  /**
   * What an agent needs to know when a session starts: counts, parts, rules, health, and how to ask for more. Fewer than
   * 2,000 tokens, however large the project is.
   */
  async prime(options: ReadOptions = {}): Promise<PrimeAnswer> {
    return (await this.primeText(options)).answer;
  }

  /** The same as Markdown, as short. */
  async primeMarkdown(options: ReadOptions = {}): Promise<string> {
    const native = { format: 'markdown', refresh: refreshOf(options) };
    return this.#text(options, (...work) => this.#engine.prime(native, ...work));
  }

  /**
   * What breaks the project's architecture rules. The index is brought up to date first, however long that takes.
   *
   * @throws BeadloomError with its place, where the rules file is wrong
   */
  async lint(options: LintOptions = {}): Promise<LintAnswer> {
    return (await this.lintText(options)).answer;
  }

  /** What one architecture rule demands, and what it matches. */
  async explainRule(rule: string, options: ReadOptions = {}): Promise<RuleAnswer> {
    return (await this.explainRuleText(rule, options)).answer;
  }

  /**
   * What changed in the graph and in the public symbols of code since a revision, up to another one or the working tree.
   *
   * @throws BeadloomError `bad_revision`, `no_repository`
   */
  async diff(options: DiffOptions = {}): Promise<DiffAnswer> {
    return (await this.diffText(options)).answer;
  }

  /** What other repositories need to know of this one. */
  async export(options: ExportOptions = {}): Promise<ExportAnswer> {
    return (await this.exportText(options)).answer;
  }

  /** What the artifacts of many repositories say together; each is a file that holds the answer of `export`. */
  async federate(artifacts: readonly string[], options: FederateOptions = {}): Promise<FederateAnswer> {
    return (await this.federateText(artifacts, options)).answer;
  }

  /** What is wrong with project, index and machine, and how to mend it. */
  async doctor(options: DoctorOptions = {}): Promise<DoctorAnswer> {
    return (await this.doctorText(options)).answer;
  }

  /**
   * What a pipeline checks, under one verdict: index, rules, documents, health. Every step is run, whatever came of the
   * others; what a step cannot do is a finding of it.
   *
   * @throws BeadloomError `bad_revision`, `no_repository` for a base that cannot be compared with
   */
  async ci(options: CiOptions = {}): Promise<CiAnswer> {
    return (await this.ciText(options)).answer;
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

  /** Writes the architecture down, in `.beadloom/snapshots/`, where it outlives the index. */
  async snapshotSave(options: SnapshotSaveOptions = {}): Promise<SnapshotSaveAnswer> {
    // Commands that only read shall not load what writes.
    const { snapshotNames, writeSnapshot } = await import('../yaml/snapshots.js');
    const names = snapshotNames(this.root);
    const now = new Date();
    const native = defined({
      id: snapshotId(now, names),
      label: options.label === undefined ? undefined : string('label', options.label),
      createdAt: now.toISOString().replace(/\.\d+Z$/, 'Z'),
      names,
      refresh: refreshOf(options),
    });
    const run: Work = (...work) => this.#engine.snapshot(native, ...work);
    const { answer } = await this.#answer<Snapshot>(options, run);
    return saved(answer, writeSnapshot(this.root, answer));
  }

  /** The snapshots of this project, by time. */
  async snapshotList(options: WorkOptions = {}): Promise<SnapshotListAnswer> {
    return (await this.snapshotListText(options)).answer;
  }

  /**
   * What differs between a snapshot and a later one, or the working tree. A snapshot is named by id or label.
   *
   * @throws BeadloomError `not_found`, `foreign_snapshot`
   */
  async snapshotCompare(since: string, options: SnapshotCompareOptions = {}): Promise<DiffAnswer> {
    return (await this.snapshotCompareText(since, options)).answer;
  }

  /** What the architecture owes, in one figure with its parts and what they are made of. */
  async debt(options: DebtOptions = {}): Promise<DebtAnswer> {
    return (await this.debtText(options)).answer;
  }

  /** Which documents are behind their code. */
  async syncCheck(options: SyncCheckOptions = {}): Promise<SyncCheckAnswer> {
    return (await this.syncCheckText(options)).answer;
  }

  /** What changed in the code of a node since its documents were in step with it. */
  async syncReview(ref: string, options: WorkOptions = {}): Promise<SyncReview> {
    const asked = string('ref', ref);
    const run: Work = (...work) => this.#engine.syncReview(asked, ...work);
    return (await this.#answer<SyncReview>(options, run)).answer;
  }

  /** Says that the documents of a node are in step with its code, in `.beadloom/sync.lock`. */
  async syncUpdate(options: SyncUpdateOptions = {}): Promise<SyncUpdateAnswer> {
    return (await this.syncUpdateText(options)).answer;
  }

  /** What documents say about paths, links, symbols, commands, versions and counts that is not so. */
  async docsAudit(options: DocsAuditOptions = {}): Promise<DocsAuditAnswer> {
    return (await this.docsAuditText(options)).answer;
  }

  /**
   * The links of a node to where more about it stands: tickets, pull requests. With a `url` it is added, or taken out, in the
   * graph file that has the node; nothing else in that file changes.
   *
   * @throws BeadloomError `not_found` with suggestions; `usage` for an address that is none of the web, or a node that is written
   *   in a way that cannot be added to
   */
  async link(ref: string, options: LinkOptions = {}): Promise<LinkAnswer> {
    const asked = string('ref', ref);
    const { path } = await this.#nodePlace(asked, options);
    if (path === null) {
      const hint = '`beadloom init --bootstrap -y` writes it down';
      throw usage('the graph is derived from the code, and no file holds it', hint);
    }
    const { changeLinks } = await import('../yaml/links.js');
    return changeLinks(this.root, path, asked, options);
  }

  /** Writes skeletons of documents for nodes that have none. A file that is there stays as it is. */
  async docsGenerate(options: DocsGenerateOptions = {}): Promise<DocsGenerateAnswer> {
    const { reference } = nodeOf(options);
    const run: Work = (...work) => this.#engine.skeletons(reference, ...work);
    const drafts = (await this.#answer<PlannedDocument[]>(options, run)).answer;
    // Commands that only read shall not load what writes.
    const { isThere, writeText } = await import('../yaml/files.js');
    const answer: DocsGenerateAnswer = { version: 1, written: [], kept: [] };
    for (const { path, content } of drafts) {
      const there = isThere(this.root, path);
      (there ? answer.kept : answer.written).push(path);
      if (!there && !options.dryRun) {
        writeText(this.root, path, content);
      }
    }
    return answer;
  }

  /** What documents of a node, or of all, can be written from. */
  async generateDocs(options: GenerateDocsOptions = {}): Promise<GenerateDocsAnswer> {
    return (await this.generateDocsText(options)).answer;
  }

  /** The models that search can compare meaning with: those that are there, and those that are known by name. */
  async modelList(options: WorkOptions = {}): Promise<ModelListAnswer> {
    return (await this.modelListText(options)).answer;
  }

  /** The same, what serves a search with this project's settings, and how to get more. */
  async modelStatus(options: WorkOptions = {}): Promise<ModelStatusAnswer> {
    return (await this.modelStatusText(options)).answer;
  }

  /**
   * Finds the project's parts and writes them as a graph, with configuration and stub documents, then indexes.
   * No file that a person wrote is changed; `merge` adds to the ends of lists in graph files, and so does `import`, which
   * makes nodes of documents that are there.
   *
   * @throws BeadloomError `graph_exists` where there is a graph and neither `merge` nor `force` is set; the first error of
   *   a graph that is to be merged into
   */
  async init(options: InitOptions = {}): Promise<InitAnswer> {
    this.#checkOpen();
    choice('strategy', options.strategy, STRATEGIES);
    if (options.import === undefined && options.strategy !== undefined) {
      throw usage('a strategy is for an import', 'pass the folder of the documents too: --import PATH');
    }
    if (options.import !== undefined && (options.scopes !== undefined || options.merge || options.force)) {
      throw usage(
        'an import looks at documents, and adds to a graph that is there',
        'pass --import PATH without --bootstrap, --scope, --merge and --force',
      );
    }
    // Commands that only read shall not load the YAML writer.
    const { initialise, withoutTrace } = await import('./bootstrap.js');
    if (!options.dryRun) {
      return initialise(this, this.#planner(options), options);
    }
    return withoutTrace(this.root, async () => {
      // The index that the plan is made from may have to go again, and its files are free once it is closed.
      const planner = new Beadloom(this.root);
      try {
        return await initialise(planner, planner.#planner(options), options);
      } finally {
        planner.close();
      }
    });
  }

  /** Gives the index back. Twice does no harm; work that runs is rejected with code `closed`. */
  close(): void {
    if (!this.#closed) {
      this.#closed = true;
      this.#engine.close();
    }
  }

  /** `using beadloom = Beadloom.open()` closes it. */
  [Symbol.dispose](): void {
    this.close();
  }

  /** @internal */
  reindexText(options: ReindexOptions = {}): Promise<Rendered<ReindexAnswer>> {
    const native = { full: options.full ?? false };
    return this.#answer(options, (...work) => this.#engine.reindex(native, ...work));
  }

  /** @internal */
  async ctxText(refs: string | readonly string[], options: ContextOptions = {}): Promise<Rendered<Bundle>> {
    return this.#answer(options, this.#context(refs, options, 'json'));
  }

  /** @internal */
  async nextFileText(task: string, options: NextFileOptions = {}): Promise<Rendered<NextFileAnswer>> {
    const native = defined({
      task: string('task', task),
      exclude: list('exclude', options.exclude ?? []),
      refresh: refreshOf(options),
    });
    return this.#answer(options, (...work) => this.#engine.nextFile(native, ...work));
  }

  /** @internal */
  async graphText(options: GraphOptions = {}): Promise<Rendered<GraphAnswer>> {
    return this.#answer(options, this.#graph(options, 'json'));
  }

  /** @internal */
  async listNodesText(options: ListNodesOptions = {}): Promise<Rendered<ListNodesAnswer>> {
    const { kind } = options;
    const native = defined({
      kind: kind === undefined ? undefined : string('kind', kind),
      refresh: refreshOf(options),
    });
    return this.#answer(options, (...work) => this.#engine.listNodes(native, ...work));
  }

  /** @internal */
  async updateNodeText(ref: string, options: UpdateNodeOptions): Promise<Rendered<UpdateNodeAnswer>> {
    this.#checkOpen();
    const { summary, source } = options;
    const asked = {
      ...options,
      summary: summary === undefined ? undefined : string('summary', summary),
      source: source === undefined ? undefined : string('source', source),
    };
    // Commands that only read shall not load the YAML writer.
    const { updateNode } = await import('./update-node.js');
    const graph = {
      root: this.root,
      place: (node: string, work: WorkOptions) => this.#nodePlace(node, work),
      reindex: (work: WorkOptions) => this.reindex(work),
    };
    const answer = await updateNode(graph, string('ref', ref), asked);
    return { answer, text: JSON.stringify(answer) };
  }

  /** @internal A file of the project as text; empty where there is none. */
  async documentText(path: string): Promise<string> {
    const { readText } = await import('../yaml/files.js');
    return readText(this.root, path) ?? '';
  }

  /** @internal How the MCP server keeps its answers fresh, by the settings and the index of now. */
  mcpRefresh(): McpRefresh {
    this.#checkOpen();
    return this.#engine.mcpRefresh();
  }

  /** @internal */
  async whyText(ref: string, options: WhyOptions = {}): Promise<Rendered<WhyAnswer>> {
    const native = defined({
      reference: string('ref', ref),
      depth: wholeNumber('depth', options.depth, BOUNDS.depth),
      limit: wholeNumber('limit', options.limit, BOUNDS.limit),
      reverse: options.reverse,
      refresh: refreshOf(options),
    });
    return this.#answer(options, (...work) => this.#engine.why(native, ...work));
  }

  /** @internal */
  async refsText(symbol: string, options: RefsOptions = {}): Promise<Rendered<RefsAnswer>> {
    const native = defined({
      symbol: string('symbol', symbol),
      kind: choice('kind', options.kind, REFERENCE_KINDS),
      confidence: choice('confidence', options.confidence, CONFIDENCES),
      limit: wholeNumber('limit', options.limit, BOUNDS.limit),
      refresh: refreshOf(options),
    });
    return this.#answer(options, (...work) => this.#engine.refs(native, ...work));
  }

  /** @internal */
  async relatedText(path: string, options: RelatedOptions = {}): Promise<Rendered<RelatedAnswer>> {
    const native = defined({
      path: string('path', path),
      limit: wholeNumber('limit', options.limit, BOUNDS.limit),
      refresh: refreshOf(options),
    });
    return this.#answer(options, (...work) => this.#engine.related(native, ...work));
  }

  /** @internal */
  async signaturesText(
    paths: string | readonly string[],
    options: SignaturesOptions = {},
  ): Promise<Rendered<SignaturesAnswer>> {
    const native = defined({
      paths: list('path', paths),
      budget: wholeNumber('budget', options.budget, BOUNDS.budget),
      refresh: refreshOf(options),
    });
    return this.#answer(options, (...work) => this.#engine.signatures(native, ...work));
  }

  /** @internal */
  async searchText(query: string, options: SearchOptions = {}): Promise<Rendered<SearchAnswer>> {
    const within = choice('in', options.in, SEARCH_FIELDS);
    const native = defined({
      query: string('query', query),
      kind: options.kind,
      within,
      lang: options.lang,
      path: options.path,
      limit: wholeNumber('limit', options.limit, BOUNDS.limit),
      allChunks: options.allChunks,
      explain: options.explain,
      refresh: refreshOf(options),
    });
    return this.#answer(options, (...work) => this.#engine.search(native, ...work));
  }

  /** @internal */
  statusText(options: ReadOptions = {}): Promise<Rendered<StatusAnswer>> {
    const native = { refresh: refreshOf(options) };
    return this.#answer(options, (...work) => this.#engine.status(native, ...work));
  }

  /** @internal */
  primeText(options: ReadOptions = {}): Promise<Rendered<PrimeAnswer>> {
    const native = { format: 'json', refresh: refreshOf(options) };
    return this.#answer(options, (...work) => this.#engine.prime(native, ...work));
  }

  /** @internal */
  async lintText(options: LintOptions = {}): Promise<Rendered<LintAnswer>> {
    const native = defined({
      severity: choice('severity', options.severity, SEVERITIES),
      refresh: refreshOf(options),
    });
    return this.#answer(options, (...work) => this.#engine.lint(native, ...work));
  }

  /** @internal */
  async explainRuleText(rule: string, options: ReadOptions = {}): Promise<Rendered<RuleAnswer>> {
    const native = { rule: string('rule', rule), refresh: refreshOf(options) };
    return this.#answer(options, (...work) => this.#engine.explainRule(native, ...work));
  }

  /** @internal */
  async diffText(options: DiffOptions = {}): Promise<Rendered<DiffAnswer>> {
    const { since, to } = options;
    const native = defined({
      since: since === undefined ? undefined : string('since', since),
      to: to === undefined ? undefined : string('to', to),
      refresh: refreshOf(options),
    });
    return this.#answer(options, (...work) => this.#engine.diff(native, ...work));
  }

  /** @internal */
  async exportText(options: ExportOptions = {}): Promise<Rendered<ExportAnswer>> {
    const native = { refresh: refreshOf(options) };
    return this.#answer(options, (...work) => this.#engine.export(native, ...work));
  }

  /** @internal */
  async federateText(
    artifacts: readonly string[],
    options: FederateOptions = {},
  ): Promise<Rendered<FederateAnswer>> {
    const paths = list('artifact', artifacts);
    return this.#answer(options, (...work) => this.#engine.federate(paths, ...work));
  }

  /** @internal */
  async doctorText(options: DoctorOptions = {}): Promise<Rendered<DoctorAnswer>> {
    this.#checkOpen();
    const { ignoreText, unignoredLines } = await import('../yaml/ignore.js');
    const { agentsFindings } = await import('../agents/check.js');
    let missing = unignoredLines(this.root);
    const text = missing.length > 0 ? ignoreText(this.root) : undefined;
    const fixed: string[] = [];
    if (options.fix && text !== undefined) {
      const { writeText } = await import('../yaml/files.js');
      writeText(this.root, '.gitignore', text);
      fixed.push(`.gitignore has ${missing.join(', ')} now`);
      missing = [];
    }
    const { examineHooks, mendHooks } = await import('../hooks/examine.js');
    let hooks = examineHooks(this.root);
    if (options.fix && hooks.some(({ state }) => state !== 'well')) {
      fixed.push(...mendHooks(this.root, hooks));
      hooks = examineHooks(this.root);
    }
    const native = {
      fix: options.fix ?? false,
      fixed,
      hooks,
      missingIgnoreLines: missing,
      agents: agentsFindings(this.root),
      refresh: refreshOf(options),
    };
    return this.#answer(options, (...work) => this.#engine.doctor(native, ...work));
  }

  /** @internal */
  ciText(options: CiOptions = {}): Promise<Rendered<CiAnswer>> {
    const native = defined({ base: options.base === undefined ? undefined : string('base', options.base) });
    return this.#answer(options, (...work) => this.#engine.ci(native, ...work));
  }

  /** @internal */
  async affectedText(
    files: string | readonly string[] = [],
    options: AffectedOptions = {},
  ): Promise<Rendered<AffectedAnswer>> {
    const native = defined({
      files: list('file', files),
      base: options.base === undefined ? undefined : string('base', options.base),
      depth: wholeNumber('depth', options.depth, BOUNDS.depth),
      limit: wholeNumber('limit', options.limit, BOUNDS.limit),
      refresh: refreshOf(options),
    });
    return this.#answer(options, (...work) => this.#engine.affected(native, ...work));
  }

  /** @internal */
  async snapshotListText(options: WorkOptions = {}): Promise<Rendered<SnapshotListAnswer>> {
    const { snapshotNames } = await import('../yaml/snapshots.js');
    const names = snapshotNames(this.root);
    return this.#answer(options, (...work) => this.#engine.snapshots(names, ...work));
  }

  /** @internal */
  async snapshotCompareText(
    since: string,
    options: SnapshotCompareOptions = {},
  ): Promise<Rendered<DiffAnswer>> {
    const { snapshotNames } = await import('../yaml/snapshots.js');
    const native = defined({
      since: string('since', since),
      to: options.to === undefined ? undefined : string('to', options.to),
      names: snapshotNames(this.root),
      refresh: refreshOf(options),
    });
    return this.#answer(options, (...work) => this.#engine.compareSnapshots(native, ...work));
  }

  /** @internal */
  async debtText(options: DebtOptions = {}): Promise<Rendered<DebtAnswer>> {
    const names = options.trend ? (await import('../yaml/snapshots.js')).snapshotNames(this.root) : undefined;
    const native = defined({
      condition: options.failIf === undefined ? undefined : string('failIf', options.failIf),
      snapshots: names,
      refresh: refreshOf(options),
    });
    return this.#answer(options, (...work) => this.#engine.debt(native, ...work));
  }

  /** @internal */
  syncCheckText(options: SyncCheckOptions = {}): Promise<Rendered<SyncCheckAnswer>> {
    const { since } = options;
    const native = defined({
      ...nodeOf(options),
      staged: options.staged,
      nextCommit: options.nextCommit,
      behind: options.behind,
      since: since === undefined ? undefined : string('since', since),
      refresh: refreshOf(options),
    });
    return this.#answer(options, (...work) => this.#engine.syncCheck(native, ...work));
  }

  /** @internal */
  async syncUpdateText(options: SyncUpdateOptions = {}): Promise<Rendered<SyncUpdateAnswer>> {
    const native = { ...nodeOf(options), newOnly: options.newOnly ?? false };
    return this.#answer(options, (...work) => this.#engine.syncUpdate(native, ...work));
  }

  /** @internal */
  async docsAuditText(options: DocsAuditOptions = {}): Promise<Rendered<DocsAuditAnswer>> {
    const { failIf } = options;
    const native = defined({
      condition: failIf === undefined ? undefined : string('failIf', failIf),
      refresh: refreshOf(options),
    });
    return this.#answer(options, (...work) => this.#engine.auditDocuments(native, ...work));
  }

  /** @internal */
  generateDocsText(options: GenerateDocsOptions = {}): Promise<Rendered<GenerateDocsAnswer>> {
    const native = { ...nodeOf(options), refresh: refreshOf(options) };
    return this.#answer(options, (...work) => this.#engine.documentation(native, ...work));
  }

  /** @internal */
  modelListText(options: WorkOptions = {}): Promise<Rendered<ModelListAnswer>> {
    return this.#answer(options, (...work) => this.#engine.modelList(...work));
  }

  /** @internal */
  modelStatusText(options: WorkOptions = {}): Promise<Rendered<ModelStatusAnswer>> {
    return this.#answer(options, (...work) => this.#engine.modelStatus(...work));
  }

  #context(refs: string | readonly string[], options: ContextOptions, format: string): Work {
    const { task, session } = options;
    const depth = wholeNumber('depth', options.depth, BOUNDS.depth);
    const native = defined({
      refs: list('ref', refs),
      maxNodes: wholeNumber('maxNodes', options.maxNodes, BOUNDS.maxNodes),
      maxChunks: wholeNumber('maxChunks', options.maxChunks, BOUNDS.maxChunks),
      budget: wholeNumber('budget', options.budget, BOUNDS.budget),
      format,
      refresh: refreshOf(options),
    });
    if (task !== undefined) {
      const asked = defined({
        ...native,
        task: string('task', task),
        session: session === undefined ? undefined : string('session', session),
      });
      return (...work) => this.#engine.task(asked, ...work);
    }
    if (session !== undefined) {
      throw usage('a session belongs to a task, and there is none', 'give --task TEXT too');
    }
    if (native.refs.length === 0) {
      throw usage('ctx needs a reference or a task', 'beadloom ctx REF, beadloom ctx --task TEXT');
    }
    const asked = defined({ ...native, depth, force: options.force });
    return (...work) => this.#engine.context(asked, ...work);
  }

  #graph(options: GraphPictureOptions, format: string): Work {
    const { scope } = options;
    const native = defined({
      refs: list('ref', options.refs ?? []),
      depth: wholeNumber('depth', options.depth, BOUNDS.depth),
      scope: scope === undefined ? undefined : string('scope', scope),
      format,
      level: options.level,
      refresh: refreshOf(options),
    });
    return (...work) => this.#engine.graph(native, ...work);
  }

  #planner(options: InitOptions): Planner {
    const plan = async <T>(scopes: readonly string[], find: 'bootstrap' | 'merge'): Promise<T> => {
      const native = { scopes: list('scope', scopes) };
      const run: Work = (...work) => this.#engine[find](native, ...work);
      return (await this.#answer<T>(options, run)).answer;
    };
    return {
      bootstrap: (scopes) => plan<BootstrapPlan>(scopes, 'bootstrap'),
      merge: (scopes) => plan<MergePlan>(scopes, 'merge'),
      documents: async (folder, restructure) => {
        const run: Work = (...work) => this.#engine.importDocuments({ folder, restructure }, ...work);
        return (await this.#answer<ImportPlan>(options, run)).answer;
      },
    };
  }

  /** Which graph file has a node. */
  async #nodePlace(node: string, work: WorkOptions): Promise<NodePlace> {
    const native = { reference: node, refresh: refreshOf({}) };
    const run: Work = (...call) => this.#engine.nodePlace(native, ...call);
    return (await this.#answer<NodePlace>(work, run)).answer;
  }

  async #answer<T>(options: WorkOptions, work: Work): Promise<Rendered<T>> {
    const text = await this.#text(options, work);
    return { answer: JSON.parse(text) as T, text };
  }

  async #text(options: WorkOptions, work: Work): Promise<string> {
    this.#checkOpen();
    const { signal, onProgress } = options;
    if (signal?.aborted) {
      throw cancelled(signal.reason);
    }
    const cancellation = new this.#native.Cancellation();
    const cancel = () => cancellation.cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    started(cancellation);
    let over = false;
    try {
      const report = onProgress && ((_: unknown, json: string) => over || pass(onProgress, json));
      const outcome = await work(cancellation, report ?? null);
      if (outcome.error !== undefined) {
        throw fromJson(outcome.error);
      }
      return outcome.value ?? '';
    } catch (thrown) {
      throw fromNative(thrown);
    } finally {
      // Native progress may still be queued when its work has ended.
      over = true;
      finished(cancellation);
      signal?.removeEventListener('abort', cancel);
    }
  }

  #checkOpen(): void {
    if (this.#closed) {
      throw new BeadloomError({ code: 'closed', message: 'the project was closed', hint: 'open it again' });
    }
  }
}

/** A callback that throws would end the process: it is called from native code. */
function pass(onProgress: (progress: Progress) => void, json: string): void {
  try {
    onProgress(JSON.parse(json) as Progress);
  } catch (thrown) {
    process.emitWarning(`a progress callback threw: ${String(thrown)}`, 'BeadloomWarning');
  }
}

/** The node that is meant, where one is. */
function nodeOf({ ref }: { ref?: string | undefined }): { reference?: string } {
  return ref === undefined ? {} : { reference: string('ref', ref) };
}

function refreshOf({ refresh = true }: ReadOptions): { mode: string } {
  return { mode: refresh === true ? 'auto' : refresh === false ? 'off' : refresh };
}

function usage(message: string, hint: string | null = null): BeadloomError {
  return new BeadloomError({ code: 'usage', message, hint });
}

function cancelled(cause: unknown): BeadloomError {
  return new BeadloomError({ code: 'cancelled', message: 'the work was cancelled' }, { cause });
}

function fromJson(json: string): BeadloomError {
  return new BeadloomError(JSON.parse(json) as ErrorFields);
}

/** Synchronous failures of the addon carry the error's JSON as their message. */
function fromNative(thrown: unknown): BeadloomError {
  if (thrown instanceof Error && thrown.message.startsWith('{')) {
    try {
      return fromJson(thrown.message);
    } catch {
      // A message that only looks like JSON.
    }
  }
  return BeadloomError.from(thrown);
}

function string(name: string, value: unknown): string {
  if (typeof value !== 'string') {
    throw usage(`${name} must be a string, not ${value === null ? 'null' : typeof value}`);
  }
  return value;
}

function choice<T extends string>(name: string, value: T | undefined, known: readonly T[]): T | undefined {
  if (value !== undefined && !known.includes(value)) {
    throw usage(`${name} must be one of ${known.join(', ')}, not ${String(value)}`);
  }
  return value;
}

function list(name: string, value: string | readonly string[]): string[] {
  const values = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return values.map((one) => string(name, one));
}

/** Without the keys whose value is undefined: for the addon a key that is there has a value. */
function defined<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
