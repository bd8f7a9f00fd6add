import { plain } from '../harmless.js';

/** A group of findings, as a test report has it. */
export interface Suite {
  name: string;
  /** Why nothing was looked at; undefined where something was. */
  skipped?: string | undefined;
  /** What was looked at. */
  checked: string;
  milliseconds: number;
  cases: readonly Case[];
}

/** A finding as a case of a test. */
export interface Case {
  name: string;
  /** Where it stands. */
  place: string;
  /** Whether it fails the suite; what does not is told all the same. */
  fails: boolean;
  type: string;
  message: string;
  text: string;
}

/** A JUnit report in the form that Jenkins describes: a suite for each group, a case for each finding. */
export function junitText(name: string, suites: readonly Suite[]): string {
  const all = suites.map(casesOf);
  const tests = all.flat();
  const failures = tests.filter(({ fails }) => fails).length;
  const time = suites.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const head = `name=${quoted(name)} tests="${tests.length}" failures="${failures}" errors="0" time="${seconds(time)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${head}>`,
    ...suites.flatMap((suite, at) => suiteLines(suite, all[at] ?? [])),
    '</testsuites>',
  ].join('\n');
}

/** A suite without findings has one case, which says that it was run. */
function casesOf({ name, checked, cases }: Suite): readonly Case[] {
  const whole = {
    name: checked === '' ? name : checked,
    place: '',
    fails: false,
    type: '',
    message: '',
    text: '',
  };
  return cases.length > 0 ? cases : [whole];
}

function suiteLines({ name, skipped, milliseconds }: Suite, cases: readonly Case[]): string[] {
  const failures = cases.filter(({ fails }) => fails).length;
  const left = skipped === undefined ? 0 : cases.length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${left}"`;
  return [
    `  <testsuite name=${quoted(name)} ${counts} time="${seconds(milliseconds)}">`,
    ...cases.flatMap((one) => caseLines(name, skipped, one)),
    '  </testsuite>',
  ];
}

function caseLines(suite: string, skipped: string | undefined, one: Case): string[] {
  const classname = one.place === '' ? suite : `${suite}.${one.place}`;
  const open = `    <testcase name=${quoted(one.name)} classname=${quoted(classname)} time="0"`;
  if (skipped !== undefined) {
    return [`${open}>`, `      <skipped message=${quoted(skipped)}/>`, '    </testcase>'];
  }
  if (one.type === '') {
    return [`${open}/>`];
  }
  const body = one.fails
    ? `      <failure message=${quoted(one.message)} type=${quoted(one.type)}>${escaped(one.text)}</failure>`
    : `      <system-out>${escaped(one.text)}</system-out>`;
  return [`${open}>`, body, '    </testcase>'];
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function quoted(text: string): string {
  return `"${escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`;
}

/** Text of a project may hold signs that XML does not have, escaped or not. */
function escaped(text: string): string {
  const valid = plain(text.toWellFormed()).replaceAll(/[\ufffe\uffff]/g, '\ufffd');
  return valid.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
