import type { AffectedAnswer } from '../model/answers.js';
import type { Paint } from './colour.js';
import { counted, grouped, pad, plainLine } from './text.js';

/** Lines of each section; JSON has more. */
const SHOWN = 15;

interface Reached {
  distance: number;
  confidence: string;
}

/** What a change reaches, the nearest first. */
export function affectedText(answer: AffectedAnswer, paint: Paint): string {
  if (answer.files.length === 0) {
    // That nothing differs is no news of an index that is behind.
    if (answer.stale_paths.length > 0) {
      return '';
    }
    return `Nothing differs from ${plainLine(answer.base ?? 'HEAD')}`;
  }
  const { omitted } = answer;
  const code = answer.reached.filter(({ path }) => !answer.tests.some((test) => test.path === path));
  const lines = [
    `${counted(answer.files.length, 'changed file')} ${reachText(answer)}`,
    ...section('Changed', answer.files.map(plainLine), 0, paint),
    ...section(
      'Nodes',
      answer.nodes.map((one) => entry(one, plainLine(one.ref_id))),
      0,
      paint,
    ),
    ...section(
      'Code that needs it',
      code.map((one) => entry(one, plainLine(one.path))),
      omitted.reached,
      paint,
    ),
    ...section('Symbols', answer.symbols.map(symbol), omitted.symbols, paint),
    ...(answer.unseen === null ? [] : [paint.dim(`  ${plainLine(answer.unseen)}`)]),
    ...section(
      'Documents',
      answer.documents.map((one) => entry(one, plainLine(one.path))),
      0,
      paint,
    ),
    ...section(
      'Owners',
      answer.owners.map((one) => entry(one, `${plainLine(one.owner)}, ${counted(one.files, 'file')}`)),
      0,
      paint,
    ),
    ...section(
      'Tests',
      answer.tests.map((one) => entry(one, plainLine(one.path) + whyLikely(one))),
      0,
      paint,
    ),
    ...section('No test is known for', answer.unknown.map(plainLine), 0, paint),
  ];
  return lines.join('\n');
}

/** The tests of a change alone, and what no test is known for. */
export function testsText(answer: AffectedAnswer, paint: Paint): string {
  if (answer.files.length === 0) {
    return `Nothing differs from ${plainLine(answer.base ?? 'HEAD')}`;
  }
  const { tests, unknown } = answer;
  const all = `${counted(answer.files.length, 'changed file')}, ${counted(tests.length, 'test')} to run`;
  const unsure = answer.complete ? '' : '; there is more than can be followed: run all tests';
  return [
    all + unsure,
    ...tests.map((one) => entry(one, plainLine(one.path) + whyLikely(one))),
    ...(unknown.length === 0
      ? []
      : [
          paint.bold('No test is known for these: run all tests'),
          ...unknown.map((path) => `  ${plainLine(path)}`),
        ]),
  ].join('\n');
}

function reachText({ files, reached, omitted, nodes, tests }: AffectedAnswer): string {
  const others = reached.length + omitted.reached;
  const reach = files.length === 1 ? 'reaches' : 'reach';
  return `${reach} ${others === 0 ? 'no other file' : counted(others, 'other file')}, in ${counted(nodes.length, 'node')}; ${counted(tests.length, 'test')} to run`;
}

/** Why a test is to be run that no reference leads to. */
function whyLikely({ reason, of }: AffectedAnswer['tests'][number]): string {
  const what = {
    changed: undefined,
    reached: undefined,
    name: 'called like',
    route: 'holds a route of',
    schema: 'holds a name of',
    history: 'changes with',
  }[reason];
  return what === undefined || of === null ? '' : `  ${what} ${plainLine(of)}`;
}

function symbol(one: AffectedAnswer['symbols'][number]): string {
  const place = one.line === null ? plainLine(one.path) : `${plainLine(one.path)}:${one.line}`;
  return entry(one, one.name === one.path ? place : `${plainLine(one.name)}  ${place}`);
}

/** `2  unique  src/a.py`: what is exact needs no word. */
function entry({ distance, confidence }: Reached, text: string): string {
  return `${pad(String(distance), 3)} ${text}${confidence === 'exact' ? '' : `  (${confidence})`}`;
}

function section(title: string, entries: readonly string[], more: number, paint: Paint): string[] {
  if (entries.length === 0) {
    return [];
  }
  const hidden = entries.length - Math.min(entries.length, SHOWN) + more;
  const end = hidden > 0 ? [paint.dim(`  and ${grouped(hidden)} more; --json lists them`)] : [];
  return ['', paint.bold(title), ...entries.slice(0, SHOWN).map((line) => `  ${line}`), ...end];
}
