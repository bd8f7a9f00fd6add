import type { Diagnostic } from '../model/answers.js';
import type { Paint } from './colour.js';
import { findingText, placeText } from './error.js';
import { counted, plain, wrap } from './text.js';

/** How findings are printed. */
export interface DiagnosticsStyle {
  paint: Paint;
  /** Every finding; otherwise the first few of each code. */
  all: boolean;
  /** Columns to wrap at; undefined: lines stay whole, for programs that read them. */
  columns: number | undefined;
}

const LEVELS = ['error', 'warn', 'info'];
const ERRORS_SHOWN = 10;
const OTHERS_SHOWN = 3;

/** Findings by code, errors first; of each code the first few places, and how many more there are. */
export function diagnosticsText(diagnostics: readonly Diagnostic[], style: DiagnosticsStyle): string {
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const key = `${LEVELS.indexOf(diagnostic.level)} ${diagnostic.code}`;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [diagnostic]);
    } else {
      group.push(diagnostic);
    }
  }
  const sorted = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
  const lines = sorted.flatMap((group) => groupLines(group, style));
  if (sorted.some((group) => group.length > shownOf(group, style))) {
    lines.push(style.paint.dim('reindex --verbose lists all of them'));
  }
  return lines.join('\n');
}

function shownOf(group: readonly Diagnostic[], { all }: DiagnosticsStyle): number {
  const most = group[0]?.level === 'error' ? ERRORS_SHOWN : OTHERS_SHOWN;
  return all ? group.length : Math.min(group.length, most);
}

function groupLines(group: readonly Diagnostic[], style: DiagnosticsStyle): string[] {
  const { paint, columns } = style;
  const [first] = group;
  if (first === undefined) {
    return [];
  }
  const level = first.level === 'warn' ? 'warning' : first.level;
  if (group.length === 1) {
    return findingText(level, first, paint)
      .split('\n')
      .flatMap((line) => wrap(line, columns, 2));
  }
  const stroke = level === 'error' ? paint.red : level === 'info' ? paint.cyan : paint.yellow;
  const head = `${stroke(paint.bold(`${level}[${first.code}]`))}, ${group.length} times:`;
  const shown = group.slice(0, shownOf(group, style));
  // What all have in common is said once.
  const message = group.every((one) => one.message === first.message);
  const hint = shown.every((one) => one.hint === first.hint);
  const lines = wrap(message ? `${head} ${plain(first.message)}` : head, columns, 2);
  for (const one of shown) {
    const place = placeText(one);
    lines.push(
      ...wrap(`  ${message && place !== '' ? place.slice(0, -2) : place + plain(one.message)}`, columns, 4),
    );
    if (!hint && one.hint !== null) {
      lines.push(...hintLines(one.hint, style, '    '));
    }
  }
  if (group.length > shown.length) {
    lines.push(paint.dim(`  and ${group.length - shown.length} more`));
  }
  if (hint && first.hint !== null) {
    lines.push(...hintLines(first.hint, style, ''));
  }
  return lines;
}

function hintLines(hint: string, { paint, columns }: DiagnosticsStyle, indent: string): string[] {
  return wrap(`${indent}${paint.cyan('hint')}: ${plain(hint)}`, columns, indent.length + 2);
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
