import { plain } from '../../model/harmless.js';
import { plainLine } from '../text.js';
import { findingPlace, type Finding, type FindingGroup, type FindingReport } from './finding.js';

/** A suite of tests. */
interface Suite {
  name: string;
  skipped: string | undefined;
  milliseconds: number | undefined;
  cases: readonly Case[];
}

/** A finding as a case of a test. */
interface Case {
  name: string;
  /** Where it stands. */
  place: string;
  /** What came of it; undefined where all is well. */
  outcome?: {
    /** Whether it fails the suite; what does not is told all the same. */
    fails: boolean;
    type: string;
    text: string;
  };
}

/** A JUnit report in the form that Jenkins describes: a suite for each group, a case for each finding. */
export function junitText({ command, groups }: FindingReport): string {
  const suites = groups.map(suite);
  const cases = suites.flatMap((one) => one.cases);
  const times = suites.flatMap(({ milliseconds }) => milliseconds ?? []);
  const time = times.length === 0 ? undefined : times.reduce((sum, one) => sum + one, 0);
  const head = `name=${quoted(`beadloom ${command}`)} tests="${cases.length}" failures="${failuresOf(cases)}" errors="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${head}${timeOf(time)}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
  ].join('\n');
}

/** A suite without findings has one case, which says that it was run. */
function suite({ name, skipped, checked, milliseconds, findings }: FindingGroup): Suite {
  const whole = { name: checked === '' ? name : checked, place: '' };
  return { name, skipped, milliseconds, cases: findings.length > 0 ? findings.map(caseOf) : [whole] };
}

function caseOf(finding: Finding): Case {
  const { rule, code, level, message, path, hint } = finding;
  const [name, place] = [plainLine(message), findingPlace(finding)];
  const text = `${place === '' ? '' : `${place}: `}${name}${hint === null ? '' : `\n${plainLine(hint)}`}`;
  return {
    name,
    place: plainLine(path ?? ''),
    outcome: { fails: level === 'error', type: plainLine(rule ?? code), text },
  };
}

function failuresOf(cases: readonly Case[]): number {
  return cases.filter(({ outcome }) => outcome?.fails).length;
}

function suiteLines({ name, skipped, milliseconds, cases }: Suite): string[] {
  const left = skipped === undefined ? 0 : cases.length;
  const counts = `tests="${cases.length}" failures="${failuresOf(cases)}" errors="0" skipped="${left}"`;
  return [
    `  <testsuite name=${quoted(name)} ${counts}${timeOf(milliseconds)}>`,
    ...cases.flatMap((one) => caseLines(name, skipped, one)),
    '  </testsuite>',
  ];
}

function caseLines(suiteName: string, skipped: string | undefined, { name, place, outcome }: Case): string[] {
  const classname = place === '' ? suiteName : `${suiteName}.${place}`;
  const open = `    <testcase name=${quoted(name)} classname=${quoted(classname)} time="0"`;
  if (skipped !== undefined) {
    return [`${open}>`, `      <skipped message=${quoted(skipped)}/>`, '    </testcase>'];
  }
  if (outcome === undefined) {
    return [`${open}/>`];
  }
  const text = escaped(outcome.text);
  const body = outcome.fails
    ? `      <failure message=${quoted(name)} type=${quoted(outcome.type)}>${text}</failure>`
    : `      <system-out>${text}</system-out>`;
  return [`${open}>`, body, '    </testcase>'];
}

function timeOf(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '' : ` time="${(milliseconds / 1000).toFixed(3)}"`;
}

function quoted(text: string): string {
  return `"${escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`;
}

/** Text of a project may hold signs that XML does not have, escaped or not. */
function escaped(text: string): string {
  const valid = plain(text.toWellFormed()).replaceAll(/[\ufffe\uffff]/g, '\ufffd');
  return valid.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
