import { plainLine } from '../../model/harmless.js';
import { paint } from '../../print/colour.js';
import type { AnswerMeta } from '../answer.js';

/** Texts for a model have no colours. */
export const PLAIN = paint(false);

/** Wide enough that nothing is cut. */
export const COLUMNS = 240;

/** What stands above a text: why it may be behind, and which files are. */
export function warned(answer: AnswerMeta, text: string): string {
  const { warning = null, stale_paths: paths = [] } = answer;
  if (warning === null) {
    return text;
  }
  const stale = paths.map((path) => `> - ${plainLine(path)}\n`).join('');
  return `> ${plainLine(warning)}\n${stale}\n${text}`;
}
