import type { BeadloomError } from '../model/error.js';
import type { Paint } from './colour.js';
import { plain, plainLine } from './text.js';

/** What errors and diagnostics share. */
interface Finding {
  code: string;
  message: string;
  path: string | null;
  line: number | null;
  column: number | null;
  hint: string | null;
}

/** `error[code]: path:line:column: sentence`, and the hint below. */
export function findingText(level: string, finding: Finding, paint: Paint): string {
  const stroke = level === 'error' ? paint.red : level === 'info' ? paint.cyan : paint.yellow;
  const head = stroke(paint.bold(`${level}[${finding.code}]`));
  // Multi-line messages are lists of suggestions; they keep their lines.
  const lines = [`${head}: ${placeText(finding)}${plain(finding.message)}`];
  if (finding.hint) {
    lines.push(`${paint.cyan('hint')}: ${plain(finding.hint)}`);
  }
  return lines.join('\n');
}

/** One sentence, for callers that get the error as data. */
export function errorSentence(error: BeadloomError): string {
  return `error[${error.code}]: ${placeText(error)}${plainLine(error.message)}`;
}

/** The chain of causes, for `--debug`. */
export function causesText(error: BeadloomError): string {
  const lines = error.causes.map((cause) => `caused by: ${plain(cause)}`);
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    lines.push(plain(cause.stack ?? cause.message));
  }
  return lines.join('\n');
}

/** `path:line:column: ` as far as they are known. */
export function placeText({ path, line, column }: Pick<Finding, 'path' | 'line' | 'column'>): string {
  if (path === null) {
    return '';
  }
  const parts = [plainLine(path), line, column].filter((part) => part !== null);
  return `${parts.join(':')}: `;
}
