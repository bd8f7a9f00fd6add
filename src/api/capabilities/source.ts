import type { ShowAnswer } from '../answers.js';
import { defined, list, refreshOf } from '../arguments.js';
import { Connection } from '../connection.js';
import type { Rendered } from '../connection.js';
import { BOUNDS, wholeNumber } from '../options.js';
import type { ShowOptions } from '../options.js';

/** Source as it stands in the files. */
export abstract class Source extends Connection {
  /** The source of symbols, of lines and of files, as it is now, with the numbers of its lines. */
  async show(refs: string | readonly string[], options: ShowOptions = {}): Promise<ShowAnswer> {
    return (await this.showText(refs, options)).answer;
  }

  /** @internal */
  async showText(refs: string | readonly string[], options: ShowOptions = {}): Promise<Rendered<ShowAnswer>> {
    const native = defined({
      refs: list('ref', refs).map((one) => this.sourceOf(one)),
      callers: options.callers,
      budget: wholeNumber('budget', options.budget, BOUNDS.budget),
      refresh: refreshOf(options),
    });
    return this.answer(options, (engine, ...work) => engine.show(native, ...work));
  }

  /** A reference whose path, before a colon or `#L`, is as the caller writes paths. */
  private sourceOf(reference: string): string {
    const [, path = '', rest = ''] = /^(.*?)((?::[^:/\\]*|#L\d+(?:-L?\d+)?)?)$/su.exec(reference) ?? [];
    return this.placeOf(path) + rest;
  }
}
