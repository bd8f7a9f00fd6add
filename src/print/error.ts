import type { Diagnostic } from '../api/answers.js';
import type { BeadloomError } from '../api/error.js';
import type { Paint } from './colour.js';
import { counted, plain, plainLine } from './text.js';

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

function placeText({ path, line, column }: Finding): string {
  if (path === null) {
    return '';
  }
  const parts = [plainLine(path), line, column].filter((part) => part !== null);
  return `${parts.join(':')}: `;
}

/** How many findings of one code are printed without `--verbose`, errors apart. */
const SHOWN_PER_CODE = 3;

/** Diagnostics, errors first, then by code; long runs of one code are cut unless `all`. */
export function diagnosticsText(diagnostics: readonly Diagnostic[], paint: Paint, all: boolean): string {
  const order = ['error', 'warn', 'info'];
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const key = `${order.indexOf(diagnostic.level)} ${diagnostic.code}`;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [diagnostic]);
    } else {
      group.push(diagnostic);
    }
  }
  const lines: string[] = [];
  for (const [, group] of [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const cut = all || group[0]?.level === 'error' ? group.length : SHOWN_PER_CODE;
    const shown = group.slice(0, cut);
    // The same advice is given once, after the findings that it is for.
    for (const [at, one] of shown.entries()) {
      const repeated = shown[at + 1]?.hint === one.hint;
      const finding = repeated ? { ...one, hint: null } : one;
      lines.push(findingText(one.level === 'warn' ? 'warning' : one.level, finding, paint));
    }
    if (group.length > cut) {
      lines.push(
        paint.dim(`… and ${group.length - cut} more of ${group[0]?.code}; reindex --verbose lists them`),
      );
    }
  }
  return lines.join('\n');
}

/** `2 errors, 1 warning`; empty where there is neither. */
export function diagnosticsSummary(diagnostics: readonly Diagnostic[]): string {
  const of = (level: string) => diagnostics.filter((one) => one.level === level).length;
  const parts = [
    of('error') > 0 ? counted(of('error'), 'error') : '',
    of('warn') > 0 ? counted(of('warn'), 'warning') : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}
