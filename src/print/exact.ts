import type { ExactAnswer, FoundFile, FoundLine, NotSearched } from '../model/answers.js';
import type { Paint } from './colour.js';
import { counted, plain, plainLine } from './text.js';

/** Lines by file: those that define first; tests as one line, and what is not there last. */
export function exactText(answer: ExactAnswer, paint: Paint): string {
  const {
    definitions,
    uses,
    tests = null,
    omitted = 0,
    omitted_files: files = 0,
    not_searched: left,
  } = answer;
  const rest = [
    ...(omitted > 0
      ? [`… ${counted(omitted, 'line')} more${files > 0 ? `, also in ${counted(files, 'other file')}` : ''}`]
      : []),
    ...(tests === null
      ? []
      : [
          `tests: ${counted(tests.lines, 'line')} in ${counted(tests.files, 'file')}, most in ${tests.most.map(plainLine).join(', ')}`,
        ]),
    ...(left === undefined || left === null ? [] : leftText(left)),
  ].map((line) => paint.dim(line));
  if (answer.lines === 0) {
    return [`No line has "${plainLine(answer.pattern)}".`, ...rest, plainLine(answer.next.says)].join('\n');
  }
  const blocks = [
    ...section('Definitions', definitions, paint),
    ...section(definitions.length > 0 ? 'Other lines' : 'Lines', uses, paint),
    ...(rest.length > 0 ? [rest.join('\n')] : []),
    plainLine(answer.next.says),
  ];
  return blocks.join('\n\n');
}

function section(heading: string, files: readonly FoundFile[], paint: Paint): string[] {
  return files.length === 0
    ? []
    : [[paint.bold(heading), ...files.map((file) => fileText(file, paint))].join('\n')];
}

function fileText({ path, lines, more = 0 }: FoundFile, paint: Paint): string {
  const digits = Math.max(...lines.map(({ line, after = [] }) => String(line + after.length).length));
  const rows = lines.flatMap((line) => lineRows(line, digits, paint));
  const rest = more > 0 ? [paint.dim(`  … ${counted(more, 'line')} more here`)] : [];
  return [paint.green(plainLine(path)), ...rows, ...rest].join('\n');
}

function lineRows(
  { line, text, symbol = null, before = [], after = [] }: FoundLine,
  digits: number,
  paint: Paint,
) {
  const row = (number: number, mark: string, content: string) =>
    `${String(number).padStart(digits + 2)}${mark} ${plain(content).replaceAll('\n', ' ')}`;
  const within = symbol === null ? '' : paint.dim(`  (in ${plainLine(symbol)})`);
  return [
    ...before.map((content, at) => paint.dim(row(line - before.length + at, '-', content))),
    row(line, ':', text) + within,
    ...after.map((content, at) => paint.dim(row(line + 1 + at, '-', content))),
  ];
}

function leftText({ binary = 0, large = [], secret = [], unreadable = [] }: NotSearched): string[] {
  const named = (what: string, paths: readonly string[]) =>
    paths.length > 0 ? [`${what}: ${paths.map(plainLine).join(', ')}`] : [];
  const parts = [
    ...(binary > 0 ? [counted(binary, 'binary file')] : []),
    ...named('over 8 MB', large),
    ...named('named like secrets', secret),
    ...named('not readable', unreadable),
  ];
  return parts.length > 0 ? [`not searched: ${parts.join('; ')}`] : [];
}
