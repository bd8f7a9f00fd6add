import type { ExactAnswer, ShowAnswer } from '../../model/answers.js';
import { usage } from '../../model/error.js';
import { Connection } from '../connection.js';
import type { ExactOptions, ShowOptions } from '../../model/requests.js';

/** Source as it stands in the files. */
export abstract class Source extends Connection {
  /** The source of symbols, of lines and of files, as it is now, with the numbers of its lines. */
  async show(refs: string | readonly string[], options: ShowOptions = {}): Promise<ShowAnswer> {
    const places = typeof refs === 'string' ? this.sourceOf(refs) : refs.map((one) => this.sourceOf(one));
    return this.ask('show', { ...options, refs: places });
  }

  /** The lines that hold a text, as a scan of all files would find them: definitions first, tests counted. */
  async searchExact(text: string, options: ExactOptions = {}): Promise<ExactAnswer> {
    return this.exact({ exact: text }, options);
  }

  /** The same for the lines that a regular expression matches. */
  async searchRegex(expression: string, options: ExactOptions = {}): Promise<ExactAnswer> {
    return this.exact({ regex: expression }, options);
  }

  /** @internal */
  async exact(
    { exact, regex }: { exact?: string | undefined; regex?: string | undefined },
    options: ExactOptions = {},
  ): Promise<ExactAnswer> {
    if ((exact === undefined) === (regex === undefined)) {
      throw usage('give either a text or a regular expression');
    }
    return this.ask('exact', { ...options, pattern: exact ?? regex, regex: regex !== undefined });
  }

  /** A reference whose path, before a colon or `#L`, is as the caller writes paths. */
  private sourceOf(reference: string): string {
    if (typeof reference !== 'string') {
      return reference; // which the core refuses
    }
    const [, path = '', rest = ''] = /^(.*?)((?::[^:/\\]*|#L\d+(?:-L?\d+)?)?)$/su.exec(reference) ?? [];
    return this.placeOf(path) + rest;
  }
}
