import type { RefsAnswer, RelatedAnswer, SignaturesAnswer, WhyAnswer } from '../answers.js';
import { choice, defined, list, refreshOf, string } from '../arguments.js';
import { Connection } from '../connection.js';
import type { Rendered } from '../connection.js';
import { BOUNDS, CONFIDENCES, REFERENCE_KINDS, wholeNumber } from '../options.js';
import type { RefsOptions, RelatedOptions, SignaturesOptions, WhyOptions } from '../options.js';

/** What depends on what in the code, and what its files hold. */
export abstract class Dependence extends Connection {
  /** What a node, file or symbol needs, what needs it, and what a change of it concerns. */
  async why(ref: string, options: WhyOptions = {}): Promise<WhyAnswer> {
    return (await this.whyText(ref, options)).answer;
  }

  /** @internal */
  async whyText(ref: string, options: WhyOptions = {}): Promise<Rendered<WhyAnswer>> {
    const native = defined({
      reference: this.placeOf(string('ref', ref)),
      depth: wholeNumber('depth', options.depth, BOUNDS.depth),
      limit: wholeNumber('limit', options.limit, BOUNDS.limit),
      reverse: options.reverse,
      refresh: refreshOf(options),
    });
    return this.answer(options, (engine, ...work) => engine.why(native, ...work));
  }

  /** Every place that refers to a symbol, and what the symbol refers to. */
  async refs(symbol: string, options: RefsOptions = {}): Promise<RefsAnswer> {
    return (await this.refsText(symbol, options)).answer;
  }

  /** @internal */
  async refsText(symbol: string, options: RefsOptions = {}): Promise<Rendered<RefsAnswer>> {
    const native = defined({
      symbol: this.placeOf(string('symbol', symbol)),
      kind: choice('kind', options.kind, REFERENCE_KINDS),
      confidence: choice('confidence', options.confidence, CONFIDENCES),
      limit: wholeNumber('limit', options.limit, BOUNDS.limit),
      refresh: refreshOf(options),
    });
    return this.answer(options, (engine, ...work) => engine.refs(native, ...work));
  }

  /** The files that have to do with a file, each with its reasons. */
  async related(path: string, options: RelatedOptions = {}): Promise<RelatedAnswer> {
    return (await this.relatedText(path, options)).answer;
  }

  /** @internal */
  async relatedText(path: string, options: RelatedOptions = {}): Promise<Rendered<RelatedAnswer>> {
    const native = defined({
      path: this.placeOf(string('path', path)),
      limit: wholeNumber('limit', options.limit, BOUNDS.limit),
      refresh: refreshOf(options),
    });
    return this.answer(options, (engine, ...work) => engine.related(native, ...work));
  }

  /** The outline of one or more files: signatures without bodies. */
  async signatures(
    paths: string | readonly string[],
    options: SignaturesOptions = {},
  ): Promise<SignaturesAnswer> {
    return (await this.signaturesText(paths, options)).answer;
  }

  /** @internal */
  async signaturesText(
    paths: string | readonly string[],
    options: SignaturesOptions = {},
  ): Promise<Rendered<SignaturesAnswer>> {
    const native = defined({
      paths: list('path', paths).map((one) => this.placeOf(one)),
      budget: wholeNumber('budget', options.budget, BOUNDS.budget),
      refresh: refreshOf(options),
    });
    return this.answer(options, (engine, ...work) => engine.signatures(native, ...work));
  }
}
