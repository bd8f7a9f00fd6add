import type { CallingLine, Member, Missing, ShowAnswer, Source } from '../model/answers.js';
import type { Paint } from './colour.js';
import { counted, plain, plainLine } from './text.js';

/** Each piece under its place and name, every line with its number; what did not fit is listed behind, a line each. */
export function showText(answer: ShowAnswer, paint: Paint): string {
  const { shown, missing = [], omitted = 0 } = answer;
  const listed = shown.filter(
    (source) => (source.text ?? null) === null && (source.outline ?? []).length === 0,
  );
  const more = omitted > 0 ? [paint.dim(`… and ${counted(omitted, 'definition')} more of that name`)] : [];
  return [
    ...shown.filter((source) => !listed.includes(source)).map((source) => sourceText(source, paint)),
    ...(listed.length > 0
      ? [
          [
            paint.yellow('not shown, for the budget'),
            ...listed.map((source) => listedText(source, paint)),
            ...more,
          ].join('\n'),
        ]
      : more),
    ...missing.map((one) => missingText(one, paint)),
    plainLine(answer.next.says),
  ].join('\n\n');
}

function placeText({ path, line_start: first, line_end: last }: Source, paint: Paint): string {
  return paint.green(`${plainLine(path)}:${first}-${last}`);
}

function listedText(source: Source, paint: Paint): string {
  const text = plainLine(source.signature ?? '');
  return [
    `${placeText(source, paint)}  ${nameOf(source)}  ${paint.dim(text)}`,
    ...callerRows(source, paint),
  ].join('\n');
}

function nameOf({ symbol, kind }: Source): string {
  const name = plainLine(symbol ?? '');
  return (kind ?? null) === null ? name : `${kind} ${name}`;
}

function sourceText(source: Source, paint: Paint): string {
  const { line_start: first, symbol = null, kind = null, text = null, signature, rest = null } = source;
  const what = symbol === null ? '' : `  ${kind === null ? 'in ' : ''}${nameOf(source)}`;
  const rows = [`${placeText(source, paint)}${paint.bold(what)}`];
  if (text === null) {
    rows.push(paint.dim(`  ${plainLine(signature ?? '')}`));
  } else {
    rows.push(...numbered(text, first, paint));
  }
  rows.push(...memberRows(source.outline ?? [], paint));
  if (rest !== null) {
    rows.push(paint.yellow(`… the rest: ${plainLine(rest)}`));
  }
  if ((source.also ?? []).length > 0) {
    rows.push(paint.dim(`also in tests: ${(source.also ?? []).map(plainLine).join(', ')}`));
  }
  if ((source.members ?? []).length > 0) {
    rows.push(paint.dim('also its own:'), ...memberRows(source.members ?? [], paint));
  }
  return [...rows, ...callerRows(source, paint)].join('\n');
}

function numbered(text: string, first: number, paint: Paint): string[] {
  const lines = plain(text).split('\n');
  const digits = String(first + lines.length - 1).length;
  return lines.map((line, at) => `${paint.dim(String(first + at).padStart(digits))}\t${line}`);
}

function memberRows(members: readonly Member[], paint: Paint): string[] {
  return members.map(
    ({ line_start: first, line_end: last, signature }) =>
      `${paint.dim(`${first}-${last}`)}\t${plainLine(signature)}`,
  );
}

function callerRows({ callers = [], more_callers: more = 0, test_callers: tests = 0 }: Source, paint: Paint) {
  if (callers.length === 0 && more === 0 && tests === 0) {
    return [];
  }
  const rows = callers.map((caller) => callerText(caller, paint));
  const rest = [
    ...(more > 0 ? [`${more} more`] : []),
    ...(tests > 0 ? [`${counted(tests, 'line')} in tests`] : []),
  ];
  return [
    paint.bold('referred to by'),
    ...rows,
    ...(rest.length > 0 ? [paint.dim(`  … and ${rest.join(', ')}`)] : []),
  ];
}

function callerText({ path, line, text, symbol = null, confidence }: CallingLine, paint: Paint): string {
  const within = symbol === null ? '' : paint.dim(`  in ${plainLine(symbol)}`);
  const unsure = confidence === 'ambiguous' ? paint.yellow('  (may mean another)') : '';
  return `  ${paint.green(`${plainLine(path)}:${line}`)}\t${plainLine(text ?? '')}${within}${unsure}`;
}

function missingText({ ref, message, hint = null }: Missing, paint: Paint): string {
  const help = hint === null ? '' : `\n  ${plainLine(hint)}`;
  return `${paint.yellow(`${plainLine(ref)}: ${plainLine(message)}`)}${help}`;
}
