import type { AuditFinding, DocsAuditAnswer } from '../model/answers.js';
import type { Paint } from './colour.js';
import type { FindingReport } from './findings/finding.js';
import { counted, plainLine, wrap } from './text.js';

/** Findings by document, with what is nearest. */
export function auditText(answer: DocsAuditAnswer, paint: Paint, columns: number | undefined): string {
  const lines: string[] = [];
  let path: string | undefined;
  for (const finding of answer.findings) {
    if (finding.path !== path) {
      path = finding.path;
      lines.push(...(lines.length > 0 ? [''] : []), paint.bold(plainLine(path)));
    }
    lines.push(...findingLines(finding, paint, columns));
  }
  return [...lines, ...(lines.length > 0 ? [''] : []), end(answer)].join('\n');
}

function findingLines(finding: AuditFinding, paint: Paint, columns: number | undefined): string[] {
  const { line, kind, said, message, nearest } = finding;
  const head = `  ${line}: ${paint.yellow(kind)} ${plainLine(said)}: ${plainLine(message)}`;
  const near =
    nearest === null ? [] : wrap(`    ${paint.cyan('nearest')}: ${plainLine(nearest)}`, columns, 6);
  return [...wrap(head, columns, 4), ...near];
}

/** Findings for other programs: warnings, and errors where the condition holds that was asked. */
export function auditReport(answer: DocsAuditAnswer): FindingReport {
  const level = answer.condition_holds ? 'error' : 'warn';
  const findings = answer.findings.map(
    ({ kind, path, line, said, message, nearest }) =>
      ({
        step: 'docs-audit',
        rule: null,
        code: kind,
        level,
        path,
        line,
        column: null,
        message: `${said}: ${message}`,
        hint: nearest === null ? null : `The nearest is ${nearest}`,
      }) as const,
  );
  return { command: 'docs-audit', groups: [{ name: 'docs-audit', checked: looked(answer), findings }] };
}

function looked({ summary }: DocsAuditAnswer): string {
  const checked = Object.values(summary.checked).reduce((sum, count) => sum + count, 0);
  return `${counted(checked, 'claim')} in ${counted(summary.documents, 'document')}`;
}

function end(answer: DocsAuditAnswer): string {
  const { findings, summary } = answer;
  const out =
    summary.left_out === 0
      ? ''
      : `; ${counted(summary.left_out, 'document')} about other versions or projects skipped`;
  return findings.length === 0
    ? `${looked(answer)}, no problems${out}`
    : `${looked(answer)}, ${counted(findings.length, 'finding')}${out}`;
}
