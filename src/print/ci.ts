import type { CiAnswer, CiFinding, CiStep } from '../model/answers.js';
import type { Paint } from './colour.js';
import { boundedByDocument } from './findings/bounded.js';
import type { FindingReport } from './findings/finding.js';
import { counted, duration, grouped, pad, plainLine, wrap } from './text.js';

/** Warnings of one step and kind that are shown; errors are all shown. */
const WARNINGS_SHOWN = 5;

/** Findings by step, then a row for each step. */
export function ciText(answer: CiAnswer, paint: Paint, columns: number | undefined): string {
  const lines: string[] = [];
  for (const { name } of answer.steps) {
    const found = boundedByDocument(answer.findings.filter(({ step }) => step === name));
    if (found.length > 0) {
      lines.push(paint.bold(name), ...stepLines(found, paint, columns), '');
    }
  }
  return [...lines, ...table(answer, paint)].join('\n');
}

/** Findings for other programs. */
export function ciReport(answer: CiAnswer, paint: Paint): FindingReport {
  const groups = answer.steps.map((step) => ({
    name: step.name,
    skipped: step.status === 'skipped' ? step.unchecked.join('; ') || 'nothing to look at' : undefined,
    checked: step.checked,
    milliseconds: step.duration_ms,
    findings: answer.findings.filter((one) => one.step === step.name),
  }));
  return { command: 'ci', groups, closing: table(answer, paint) };
}

function stepLines(found: readonly CiFinding[], paint: Paint, columns: number | undefined): string[] {
  const lines: string[] = [];
  const groups = new Map<string, CiFinding[]>();
  for (const one of found) {
    // Errors stand one by one; warnings that say the same stand together.
    const key = one.level === 'error' ? `${groups.size}` : JSON.stringify([one.level, one.code, one.message]);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [one]);
    } else {
      group.push(one);
    }
  }
  const shown = new Map<string, number>();
  let hidden = 0;
  const heads = [...groups.values()];
  heads.forEach((group, at) => {
    const [first] = group as [CiFinding, ...CiFinding[]];
    const count = (shown.get(first.code) ?? 0) + 1;
    shown.set(first.code, count);
    if (first.level !== 'error' && count > WARNINGS_SHOWN) {
      hidden += group.length;
      return;
    }
    const next = heads[at + 1]?.[0];
    const repeated = next?.hint === first.hint && next.level === first.level;
    lines.push(...findingLines(first, repeated, paint, columns));
    if (group.length > 1) {
      lines.push(paint.dim(`    and at ${counted(group.length - 1, 'more place')}`));
    }
  });
  return [
    ...lines,
    ...(hidden > 0 ? [paint.dim(`  and ${counted(hidden, 'more warning')}; --json has all`)] : []),
  ];
}

/** A hint that the next finding repeats is left to it. */
function findingLines(
  one: CiFinding,
  repeated: boolean,
  paint: Paint,
  columns: number | undefined,
): string[] {
  const stroke = one.level === 'error' ? paint.red : one.level === 'warn' ? paint.yellow : paint.cyan;
  const level = one.level === 'warn' ? 'warning' : one.level;
  const place = one.path === null ? '' : `${plainLine(one.path)}${one.line === null ? '' : `:${one.line}`}: `;
  const head = `  ${place}${stroke(level)} ${plainLine(one.message)} ${paint.dim(`(${plainLine(one.rule ?? one.code)})`)}`;
  const hint =
    repeated || one.hint === null
      ? []
      : wrap(`    ${paint.cyan('hint')}: ${plainLine(one.hint)}`, columns, 6);
  return [...wrap(head, columns, 4), ...hint];
}

/** A row for each step, what was not looked at, and the verdict. */
function table(answer: CiAnswer, paint: Paint): string[] {
  const compared = answer.base !== null;
  const head = ['step', 'result', 'findings', ...(compared ? ['in base'] : []), 'checked'];
  const rows = answer.steps.map((step) => [
    step.name,
    step.status,
    findings(step),
    ...(compared ? [step.known === 0 ? '–' : grouped(step.known)] : []),
    step.checked === '' ? '–' : step.checked,
  ]);
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[], stroke: (text: string) => string) =>
    row
      .map((cell, at) => {
        const padded = at === row.length - 1 ? cell : pad(cell, widths[at] ?? 0);
        return at === 1 ? stroke(padded) : padded;
      })
      .join('  ');
  const strokes = { passed: paint.green, failed: paint.red, skipped: paint.yellow };
  const total = answer.steps.reduce((sum, { duration_ms: ms }) => sum + ms, 0);
  const lines = [
    paint.dim(line(head, (text) => text)),
    ...rows.map((row, at) => line(row, strokes[answer.steps[at]?.status ?? 'passed'])),
  ];
  const left = answer.steps.flatMap(({ name, unchecked }) =>
    unchecked.map((what) => `  ${name}: ${plainLine(what)}`),
  );
  if (left.length > 0) {
    lines.push('', 'Not checked:', ...left);
  }
  const since = compared
    ? ` since ${plainLine(answer.base ?? '')} (${(answer.base_commit ?? '').slice(0, 10)})`
    : '';
  if (answer.passed && answer.stale_paths.length > 0) {
    return lines;
  }
  const verdict = answer.passed ? paint.green(`Passed${since}`) : paint.red(`Failed${since}`);
  return [...lines, '', `${verdict}, ${duration(total)}`];
}

function findings({ findings: all, errors }: CiStep): string {
  const warnings = all - errors;
  const parts = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : '–';
}
