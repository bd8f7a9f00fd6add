import type { LintAnswer, Violation } from '../api/answers.js';
import type { Paint } from './colour.js';
import { githubAnnotation } from './github.js';
import { sarifText } from './sarif.js';
import { counted, plainLine, wrap } from './text.js';

/** How violations may be printed; `json` is the answer as it came. */
export const LINT_FORMATS = ['pretty', 'json', 'porcelain', 'github', 'sarif'] as const;

/** One of {@link LINT_FORMATS}. */
export type LintFormat = (typeof LINT_FORMATS)[number];

/** Violations in a format other than JSON; without any, the formats for programs that read lines are empty. */
export function lintOutput(
  answer: LintAnswer,
  format: LintFormat,
  paint: Paint,
  columns: number | undefined,
): string {
  switch (format) {
    case 'porcelain':
      return answer.violations.map(porcelain).join('\n');
    case 'github':
      return answer.violations.map(github).join('\n');
    case 'sarif':
      return sarifText(answer.violations.map(finding), 'lint');
    default:
      return pretty(answer, paint, columns);
  }
}

function pretty(answer: LintAnswer, paint: Paint, columns: number | undefined): string {
  const lines: string[] = [];
  let file: string | null | undefined;
  for (const violation of answer.violations) {
    if (violation.file_path !== file) {
      file = violation.file_path;
      lines.push(...(lines.length > 0 ? [''] : []), paint.bold(plainLine(file ?? '(derived graph)')));
    }
    lines.push(...violationLines(violation, paint, columns));
  }
  return [...lines, ...(lines.length > 0 ? [''] : []), summaryLine(answer)].join('\n');
}

function violationLines(one: Violation, paint: Paint, columns: number | undefined): string[] {
  const stroke = one.severity === 'error' ? paint.red : paint.yellow;
  const line = one.line_number === null ? '' : `${one.line_number}: `;
  const severity = one.severity === 'warn' ? 'warning' : one.severity;
  const head = `  ${line}${stroke(severity)} ${plainLine(one.message)} ${paint.dim(`(${plainLine(one.rule)}, ${one.rule_type})`)}`;
  const hint = `    ${paint.cyan('hint')}: ${plainLine(one.suggestion)}`;
  return [...wrap(head, columns, 4), ...wrap(hint, columns, 6)];
}

function summaryLine({ summary, rules_path: path }: LintAnswer): string {
  if (path === null) {
    return 'No rules: write .beadloom/_graph/rules.yml, or run beadloom init --bootstrap to draft it';
  }
  const evaluated = `${counted(summary.rules_evaluated, 'rule')} evaluated`;
  if (summary.errors + summary.warnings === 0) {
    return `${evaluated}, none is broken`;
  }
  return `${evaluated}: ${counted(summary.errors, 'error')}, ${counted(summary.warnings, 'warning')}`;
}

/** `rule⇥type⇥severity⇥file⇥line⇥from⇥to`; what is not known is empty. */
function porcelain(one: Violation): string {
  const fields = [
    one.rule,
    one.rule_type,
    one.severity,
    one.file_path ?? '',
    one.line_number === null ? '' : String(one.line_number),
    one.from_ref_id ?? '',
    one.to_ref_id ?? '',
  ];
  return fields.map((field) => plainLine(field).replaceAll('\t', ' ')).join('\t');
}

/** What formats for other programs have in common with findings of other kinds. */
function finding(one: Violation) {
  return {
    rule: one.rule,
    level: one.severity,
    path: one.file_path,
    line: one.line_number,
    message: one.message,
    hint: one.suggestion,
  };
}

function github(one: Violation): string {
  return githubAnnotation(finding(one));
}
