import type { Bundle, ContextFileAnswer } from '../../model/answers.js';
import { usage } from '../../model/error.js';
import { Connection } from '../connection.js';
import type { SummedText } from '../connection.js';
import { contextFile } from '../context-file.js';
import type { ContextOptions, GenerateContextOptions } from '../../model/options.js';
import type { ReadOptions } from '../../model/work.js';
import type { RequestName } from '../../model/requests.js';

/** What an agent is given: the bundle of a reference or a task, a page about the project. */
export abstract class Context extends Connection {
  /**
   * The context bundle of one or more references: a node's id, a path or a symbol. With a `task` it has the code that the
   * task needs, from all of the project or, where there are references, from what they mean.
   */
  async ctx(refs: string | readonly string[], options: ContextOptions = {}): Promise<Bundle> {
    return this.ask(contextRequest(refs, options), { ...options, refs });
  }

  /** The same bundle as Markdown; the budget caps this text. */
  async ctxMarkdown(refs: string | readonly string[], options: ContextOptions = {}): Promise<string> {
    return (await this.ctxSummed(refs, options)).text;
  }

  /** @internal */
  async ctxSummed(refs: string | readonly string[], options: ContextOptions = {}): Promise<SummedText> {
    return this.askMarkdown(contextRequest(refs, options), { ...options, refs });
  }

  /** The answer of `prime` as Markdown, as short. */
  async primeMarkdown(options: ReadOptions = {}): Promise<string> {
    return (await this.primeSummed(options)).text;
  }

  /** @internal */
  async primeSummed(options: ReadOptions = {}): Promise<SummedText> {
    return this.askMarkdown('prime', options);
  }

  /**
   * Writes down an overview of the project: languages, parts, folders, what is used most, the last commits. The page
   * depends on the files and on HEAD alone.
   */
  async generateContext(options: GenerateContextOptions = {}): Promise<ContextFileAnswer> {
    return contextFile(this, options);
  }
}

/** Which request it is. */
function contextRequest(refs: string | readonly string[], { task, session }: ContextOptions): RequestName {
  if (task !== undefined) {
    return 'task';
  }
  if (session !== undefined) {
    throw usage('a session needs a task', 'give --task TEXT too');
  }
  if (Array.isArray(refs) && refs.length === 0) {
    throw usage('ctx needs a reference or a task', 'beadloom ctx REF, beadloom ctx --task TEXT');
  }
  return 'context';
}
