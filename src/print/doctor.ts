import type { DoctorAnswer, Finding } from '../model/answers.js';
import type { Paint } from './colour.js';
import type { FindingGroup, FindingReport } from './findings/finding.js';
import { counted, grouped, plainLine, wrap } from './text.js';

/** Findings of one check and level that are shown. */
const SHOWN = 5;

const LEVELS = ['error', 'warn', 'info', 'ok'] as const;

/** Findings, the worst first; what is well only where `all` is wanted. */
export function doctorText(
  answer: DoctorAnswer,
  paint: Paint,
  columns: number | undefined,
  all: boolean,
): string {
  const { findings, summary } = answer;
  const lines = answer.fixed.map((what) => `${paint.green('fixed')}: ${plainLine(what)}`);
  for (const level of LEVELS) {
    if (level === 'ok' && !all) {
      continue;
    }
    const ofLevel = findings.filter((finding) => finding.level === level);
    for (const check of new Set(ofLevel.map((finding) => finding.check))) {
      const ofCheck = ofLevel.filter((finding) => finding.check === check);
      const shown = all ? ofCheck : ofCheck.slice(0, SHOWN);
      lines.push(
        ...shown.flatMap((finding, index) => findingLines(finding, shown[index + 1], paint, columns)),
      );
      if (ofCheck.length > shown.length) {
        lines.push(
          paint.dim(`  and ${ofCheck.length - shown.length} more of ${check}; --verbose lists them`),
        );
      }
    }
  }
  const worse = [
    ...(summary.error > 0 ? [counted(summary.error, 'error')] : []),
    ...(summary.warn > 0 ? [counted(summary.warn, 'warning')] : []),
    ...(summary.info > 0 ? [`${grouped(summary.info)} to know`] : []),
  ];
  const looked = new Set(findings.map(({ check }) => check)).size;
  if (worse.length === 0 && answer.stale_paths.length > 0) {
    // That all is well is no news of an index that is behind.
    return lines.join('\n');
  }
  const end =
    worse.length === 0 ? `All ${looked} checks are well` : `${counted(looked, 'check')}: ${worse.join(', ')}`;
  return [...lines, ...(lines.length > 0 ? [''] : []), end].join('\n');
}

/** A hint that the next finding repeats is left to it. */
function findingLines(
  finding: Finding,
  next: Finding | undefined,
  paint: Paint,
  columns: number | undefined,
): string[] {
  const { check, level, message, path, line, hint } = finding;
  const stroke = { error: paint.red, warn: paint.yellow, info: paint.cyan, ok: paint.green }[level];
  const name = level === 'warn' ? 'warning' : level;
  const place = path === null ? '' : `${plainLine(path)}${line === null ? '' : `:${line}`}: `;
  const head = `${stroke(paint.bold(`${name}[${check}]`))}: ${place}${plainLine(message)}`;
  const repeated = next !== undefined && next.hint === hint;
  return [
    ...wrap(head, columns, 2),
    ...(hint === null || repeated ? [] : wrap(`${paint.cyan('hint')}: ${plainLine(hint)}`, columns, 2)),
  ];
}

/** What is not well, for other programs, by check. */
export function doctorReport({ findings }: DoctorAnswer): FindingReport {
  const checks = [...new Set(findings.map(({ check }) => check))];
  const groups = checks.map((name) =>
    group(
      name,
      findings.filter(({ check }) => check === name),
    ),
  );
  return { command: 'doctor', groups };
}

function group(name: string, ofCheck: readonly Finding[]): FindingGroup {
  const well = ofCheck.find(({ level }) => level === 'ok');
  const findings = ofCheck.flatMap(({ check, level, path, line, message, hint }) =>
    level === 'ok'
      ? []
      : [{ step: 'doctor', rule: null, code: check, level, path, line, column: null, message, hint }],
  );
  return { name, checked: plainLine(well?.message ?? ''), findings };
}
