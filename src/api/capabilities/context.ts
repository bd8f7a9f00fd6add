import type { Bundle, ContextFileAnswer, NextFileAnswer, PrimeAnswer } from '../answers.js';
import { defined, list, optionalString, refreshOf, string, usage } from '../arguments.js';
import { Connection } from '../connection.js';
import type { Rendered, Work } from '../connection.js';
import { contextFile } from '../context-file.js';
import { BOUNDS, wholeNumber } from '../options.js';
import type { ContextOptions, GenerateContextOptions, NextFileOptions, ReadOptions } from '../options.js';

/** What an agent is given: the bundle of a reference or a task, the next file, a page about the project. */
export abstract class Context extends Connection {
  /**
   * The context bundle of one or more references: a node's id, a path or a symbol. With a `task` it has the code that the
   * task needs, from all of the project or, where there are references, from what they mean.
   */
  async ctx(refs: string | readonly string[], options: ContextOptions = {}): Promise<Bundle> {
    return (await this.ctxText(refs, options)).answer;
  }

  /** @internal */
  async ctxText(refs: string | readonly string[], options: ContextOptions = {}): Promise<Rendered<Bundle>> {
    return this.answer(options, contextWork(this, refs, options, 'json'));
  }

  /** The same bundle as Markdown; the budget caps this text. */
  async ctxMarkdown(refs: string | readonly string[], options: ContextOptions = {}): Promise<string> {
    return this.text(options, contextWork(this, refs, options, 'markdown'));
  }

  /** The one most relevant file for a task that is not excluded. */
  async nextFile(task: string, options: NextFileOptions = {}): Promise<NextFileAnswer> {
    return (await this.nextFileText(task, options)).answer;
  }

  /** @internal */
  async nextFileText(task: string, options: NextFileOptions = {}): Promise<Rendered<NextFileAnswer>> {
    const native = defined({
      task: string('task', task),
      exclude: list('exclude', options.exclude ?? []).map((one) => this.placeOf(one)),
      refresh: refreshOf(options),
    });
    return this.answer(options, (engine, ...work) => engine.nextFile(native, ...work));
  }

  /**
   * What an agent needs to know when a session starts: counts, parts, rules, health, and how to ask for more. Fewer than
   * 2,000 tokens, however large the project is.
   */
  async prime(options: ReadOptions = {}): Promise<PrimeAnswer> {
    return (await this.primeText(options)).answer;
  }

  /** @internal */
  primeText(options: ReadOptions = {}): Promise<Rendered<PrimeAnswer>> {
    const native = { format: 'json', refresh: refreshOf(options) };
    return this.answer(options, (engine, ...work) => engine.prime(native, ...work));
  }

  /** The same as Markdown, as short. */
  async primeMarkdown(options: ReadOptions = {}): Promise<string> {
    const native = { format: 'markdown', refresh: refreshOf(options) };
    return this.text(options, (engine, ...work) => engine.prime(native, ...work));
  }

  /**
   * Writes down an overview of the project: languages, parts, folders, what is used most, the last commits. The page
   * depends on the files and on HEAD alone.
   */
  async generateContext(options: GenerateContextOptions = {}): Promise<ContextFileAnswer> {
    return contextFile(this, options);
  }
}

function contextWork(
  connection: Connection,
  refs: string | readonly string[],
  options: ContextOptions,
  format: string,
): Work {
  const { task, session } = options;
  const depth = wholeNumber('depth', options.depth, BOUNDS.depth);
  const native = defined({
    refs: list('ref', refs).map((one) => connection.placeOf(one)),
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
      session: optionalString('session', session),
    });
    return (engine, ...work) => engine.task(asked, ...work);
  }
  if (session !== undefined) {
    throw usage('a session belongs to a task, and there is none', 'give --task TEXT too');
  }
  if (native.refs.length === 0) {
    throw usage('ctx needs a reference or a task', 'beadloom ctx REF, beadloom ctx --task TEXT');
  }
  const asked = defined({ ...native, depth, force: options.force });
  return (engine, ...work) => engine.context(asked, ...work);
}
