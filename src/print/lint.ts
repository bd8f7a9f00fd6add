import type { KnownFinding, LintAnswer, LintBaseline, Violation } from '../model/answers.js';
import type { Paint } from './colour.js';
import type { Finding, FindingReport } from './findings/finding.js';
import { counted, plainLine, wrap } from './text.js';

/** Violations by file, then what the baseline says, and how many rules were evaluated. */
export function lintText(answer: LintAnswer, paint: Paint, columns: number | undefined): string {
  const { violations, baseline } = answer;
  const known = baseline?.known_violations ?? [];
  const blocks = [
    ...byFile(violations, paint, columns),
    ...(known.length > 0 ? [[paint.bold('Known by the baseline')], ...byFile(known, paint, columns)] : []),
    ...(baseline === null ? [] : changeBlocks(baseline, paint)),
    [summaryLine(answer)],
  ];
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
}

/** Findings that the baseline lists although they are fixed. */
export function leftInBaseline({ baseline }: LintAnswer): number {
  return baseline === null || baseline.written ? 0 : total(baseline.fixed);
}

function byFile(violations: readonly Violation[], paint: Paint, columns: number | undefined): string[][] {
  const blocks: string[][] = [];
  let file: string | null | undefined;
  for (const violation of violations) {
    if (violation.file_path !== file) {
      file = violation.file_path;
      blocks.push([paint.bold(plainLine(file ?? '(derived graph)'))]);
    }
    blocks.at(-1)?.push(...violationLines(violation, paint, columns));
  }
  return blocks;
}

/** Entries of the baseline that are shown of each sort. */
const ENTRIES_SHOWN = 20;

/** What was added to the baseline, and what is fixed. */
function changeBlocks({ path, fixed, added, written }: LintBaseline, paint: Paint): string[][] {
  const block = (head: string, found: readonly KnownFinding[]): string[][] => {
    const more = found.length - ENTRIES_SHOWN;
    const shown = found.slice(0, ENTRIES_SHOWN).map((one) => `  ${entryText(one)}`);
    const rest = more > 0 ? [paint.dim(`  and ${more} more; --json has all`)] : [];
    return found.length === 0 ? [] : [[paint.bold(`${head} (${total(found)})`), ...shown, ...rest]];
  };
  const left = `Fixed, but still in ${plainLine(path)}`;
  const blocks = [
    ...block(`Added to ${plainLine(path)}`, added),
    ...block(written ? `Taken out of ${plainLine(path)}` : left, fixed),
  ];
  if (fixed.length > 0 && !written) {
    blocks.at(-1)?.push(`    ${paint.cyan('hint')}: beadloom lint --baseline prune removes it`);
  }
  return blocks;
}

/** `no-ui: src/a.ts imports ../ui (a → b), 2 times`. */
function entryText(one: KnownFinding): string {
  const ends = [one.from_ref_id, one.to_ref_id].filter((end) => end !== null).join(' → ');
  const place = one.file_path ?? (one.members.length > 0 ? one.members.join(', ') : ends);
  const what = one.specifier === null ? place : `${place} imports ${one.specifier}`;
  const between = one.file_path === null || ends === '' ? '' : ` (${ends})`;
  const times = one.count > 1 ? `, ${one.count} times` : '';
  return plainLine(`${one.rule}: ${what === '' ? one.rule_type : what}${between}${times}`);
}

function total(found: readonly KnownFinding[]): number {
  return found.reduce((sum, { count }) => sum + count, 0);
}

function violationLines(one: Violation, paint: Paint, columns: number | undefined): string[] {
  const stroke = one.severity === 'error' ? paint.red : paint.yellow;
  const line = one.line_number === null ? '' : `${one.line_number}: `;
  const severity = one.severity === 'warn' ? 'warning' : one.severity;
  const head = `  ${line}${stroke(severity)} ${plainLine(one.message)} ${paint.dim(`(${plainLine(one.rule)}, ${one.rule_type})`)}`;
  const hint = `    ${paint.cyan('hint')}: ${plainLine(one.suggestion)}`;
  return [...wrap(head, columns, 4), ...wrap(hint, columns, 6)];
}

function summaryLine({ summary, rules_path: path, baseline }: LintAnswer): string {
  if (path === null) {
    return 'No rules: write .beadloom/_graph/rules.yml, or run beadloom init --bootstrap to draft it';
  }
  const evaluated = `${counted(summary.rules_evaluated, 'rule')} evaluated`;
  const known = baseline === null || baseline.known === 0 ? '' : `, ${baseline.known} known (baseline)`;
  if (summary.errors + summary.warnings === 0) {
    return known === '' ? `${evaluated}, none is broken` : `${evaluated}, nothing new${known}`;
  }
  return `${evaluated}: ${counted(summary.errors, 'error')}, ${counted(summary.warnings, 'warning')}${known}`;
}

/** Violations for other programs. */
export function lintReport(answer: LintAnswer): FindingReport {
  const { violations, summary, rules_path: path, baseline } = answer;
  const fixed = leftInBaseline(answer) > 0 && baseline !== null ? baseline.fixed : [];
  const group = {
    name: 'lint',
    skipped: path === null ? 'there are no rules' : undefined,
    checked: counted(summary.rules_evaluated, 'rule'),
    findings: [...violations.map(finding), ...fixed.map((one) => fixedFinding(baseline?.path ?? null, one))],
  };
  const known = baseline === null ? {} : { known: baseline.known_violations.map(finding) };
  return { command: 'lint', groups: [group], ...known };
}

/** An entry of the baseline that has to go. */
function fixedFinding(path: string | null, one: KnownFinding): Finding {
  const place = [path ?? '', String(one.line_number ?? ''), one.from_ref_id ?? '', one.to_ref_id ?? ''];
  return {
    step: 'lint',
    rule: one.rule,
    code: 'baseline_fixed',
    level: 'warn',
    path,
    line: one.line_number,
    column: null,
    message: `Fixed, but still in the baseline: ${entryText(one)}`,
    hint: 'Run `beadloom lint --baseline prune`',
    porcelain: [one.rule, 'baseline_fixed', 'warn', ...place].map(plainLine),
  };
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
