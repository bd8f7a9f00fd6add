import type { RefsAnswer, RelatedAnswer, SignaturesAnswer, WhyAnswer } from '../../model/answers.js';
import { Connection } from '../connection.js';
import type { RefsOptions, RelatedOptions, SignaturesOptions, WhyOptions } from '../../model/requests.js';

/** What depends on what in the code, and what its files hold. */
export abstract class Dependence extends Connection {
  /** What a node, file or symbol needs, what needs it, and what a change of it concerns. */
  async why(ref: string, options: WhyOptions = {}): Promise<WhyAnswer> {
    return this.ask('why', { ...options, ref });
  }

  /** Every place that refers to a symbol, and what the symbol refers to. */
  async refs(symbol: string, options: RefsOptions = {}): Promise<RefsAnswer> {
    return this.ask('refs', { ...options, symbol });
  }

  /** The files that have to do with a file, each with its reasons. */
  async related(path: string, options: RelatedOptions = {}): Promise<RelatedAnswer> {
    return this.ask('related', { ...options, path });
  }

  /** The outline of one or more files: signatures without bodies. */
  async signatures(
    paths: string | readonly string[],
    options: SignaturesOptions = {},
  ): Promise<SignaturesAnswer> {
    return this.ask('signatures', { ...options, paths });
  }
}
