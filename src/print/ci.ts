import type { CiAnswer, CiFinding, CiStep } from '../api/answers.js';
import type { Paint } from './colour.js';
import { githubAnnotation, type Finding } from './github.js';
import { junitText } from './junit.js';
import { sarifText } from './sarif.js';
import { counted, duration, grouped, pad, plainLine, wrap } from './text.js';

/** How a pipeline's findings may be printed; `json` is the answer as it came. */
export const CI_FORMATS = ['pretty', 'json', 'github', 'sarif', 'junit'] as const;

/** One of {@link CI_FORMATS}. */
export type CiFormat = (typeof CI_FORMATS)[number];

/** Warnings of one step and kind that are shown; errors are all shown. */
const WARNINGS_SHOWN = 5;
/** Files that one document is behind of, as they are shown. */
const FILES_SHOWN = 5;

/** The answer in a format other than JSON. */
export function ciOutput(
  answer: CiAnswer,
  format: CiFormat,
  paint: Paint,
  columns: number | undefined,
): string {
  switch (format) {
    case 'github':
      return [
        ...bounded(answer.findings).map((one) => githubAnnotation(finding(one))),
        ...table(answer, paint),
      ].join('\n');
    case 'sarif':
      return sarifText(answer.findings.map(finding), 'ci');
    case 'junit':
      return junit(answer);
    default:
      return pretty(answer, paint, columns);
  }
}

/** One document that is behind many files is told of a few times, then with how many more there are. */
function bounded(found: readonly CiFinding[]): CiFinding[] {
  const documents = new Map<string, CiFinding[]>();
  for (const one of found.filter(({ step, path }) => step === 'sync-check' && path !== null)) {
    const path = one.path as string;
    documents.set(path, [...(documents.get(path) ?? []), one]);
  }
  return found.flatMap((one) => {
    const all = documents.get(one.path ?? '') ?? [];
    const at = one.step === 'sync-check' ? all.indexOf(one) : 0;
    // A line for the rest is worth it from two on.
    if (all.length <= FILES_SHOWN + 1 || at < FILES_SHOWN) {
      return [one];
    }
    const more = counted(all.length - FILES_SHOWN, 'more file');
    return at === FILES_SHOWN
      ? [
          {
            ...one,
            message: `${one.path} is stale: ${more} changed`,
            hint: 'beadloom sync-check --verbose lists them',
          },
        ]
      : [];
  });
}

/** What formats for other programs have in common with findings of other kinds. */
function finding(one: CiFinding): Finding {
  return {
    rule: one.rule ?? `${one.step}/${one.code}`,
    level: one.level,
    path: one.path,
    line: one.line,
    message: one.message,
    hint: one.hint,
  };
}

function pretty(answer: CiAnswer, paint: Paint, columns: number | undefined): string {
  const lines: string[] = [];
  for (const { name } of answer.steps) {
    const found = bounded(answer.findings.filter(({ step }) => step === name));
    if (found.length > 0) {
      lines.push(paint.bold(name), ...stepLines(found, paint, columns), '');
    }
  }
  return [...lines, ...table(answer, paint)].join('\n');
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

function junit(answer: CiAnswer): string {
  const suites = answer.steps.map((step) => ({
    name: step.name,
    skipped: step.status === 'skipped' ? step.unchecked.join('; ') || 'nothing to look at' : undefined,
    checked: step.checked,
    milliseconds: step.duration_ms,
    cases: answer.findings
      .filter((one) => one.step === step.name)
      .map((one) => {
        const [message, path] = [plainLine(one.message), plainLine(one.path ?? '')];
        const place = path === '' ? '' : `${path}${one.line === null ? '' : `:${one.line}`}: `;
        const hint = one.hint === null ? '' : `\n${plainLine(one.hint)}`;
        return {
          name: message,
          place: path,
          fails: one.level === 'error',
          type: plainLine(one.rule ?? one.code),
          message,
          text: place + message + hint,
        };
      }),
  }));
  return junitText('beadloom ci', suites);
}
