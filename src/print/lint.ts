import type { LintAnswer, Violation } from '../api/answers.js';
import type { Paint } from './colour.js';
import type { Finding, FindingReport } from './findings/finding.js';
import { counted, plainLine, wrap } from './text.js';

/** Violations by file, and how many rules were evaluated. */
export function lintText(answer: LintAnswer, paint: Paint, columns: number | undefined): string {
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

/** Violations for other programs. */
export function lintReport({ violations, summary, rules_path: path }: LintAnswer): FindingReport {
  const group = {
    name: 'lint',
    skipped: path === null ? 'there are no rules' : undefined,
    checked: counted(summary.rules_evaluated, 'rule'),
    findings: violations.map(finding),
  };
  return { command: 'lint', groups: [group] };
}

function finding(one: Violation): Finding {
  return {
    step: 'lint',
    rule: one.rule,
    code: one.rule_type,
    level: one.severity,
    path: one.file_path,
    line: one.line_number,
    column: null,
    message: one.message,
    hint: one.suggestion,
    porcelain: porcelain(one),
  };
}

/** Rule, type, severity, file, line, from, to; what is not known is empty. */
function porcelain(one: Violation): string[] {
  return [
    one.rule,
    one.rule_type,
    one.severity,
    one.file_path ?? '',
    String(one.line_number ?? ''),
    one.from_ref_id ?? '',
    one.to_ref_id ?? '',
  ].map(plainLine);
}
