import type { Callee, Caller, Certainty, RefsAnswer, Symbol } from '../model/answers.js';
import type { Paint } from './colour.js';
import { counted, fit, grouped, pad, plainLine } from './text.js';

const DEFINITIONS_SHOWN = 3;

/** Where a symbol is defined, the places that refer to it by file, and what it refers to. */
export function refsText(answer: RefsAnswer, paint: Paint, columns: number): string {
  const sure = answer.callers.filter(({ confidence }) => confidence !== 'ambiguous');
  const unsure = answer.callers.filter(({ confidence }) => confidence === 'ambiguous');
  const blocks = [
    headText(answer, paint, columns),
    ...(answer.callers.length === 0 ? ['Nothing in the project is known to refer to it.'] : []),
    ...(sure.length > 0 ? [`${paint.bold('Refer to it')}\n${placesText(sure, paint)}`] : []),
    ...(unsure.length > 0 ? [`${paint.bold('May refer to it')}\n${placesText(unsure, paint)}`] : []),
    ...(answer.omitted.callers > 0
      ? [paint.dim(`… and ${counted(answer.omitted.callers, 'place')} more`)]
      : []),
    ...calleesText(answer, paint),
    plainLine(answer.next.says),
  ];
  return blocks.join('\n\n');
}

function headText(answer: RefsAnswer, paint: Paint, columns: number): string {
  const { symbol, definitions, other_definitions: others, counts } = answer;
  const shown = definitions.slice(0, DEFINITIONS_SHOWN).map((one) => definitionText(one, paint, columns));
  const more = definitions.length - shown.length;
  const least = counts.complete ? '' : 'at least ';
  const all = counts.exact + counts.unique + counts.ambiguous;
  const parts = (['exact', 'unique', 'ambiguous'] as const)
    .filter((one) => counts[one] > 0)
    .map((one) => `${grouped(counts[one])} ${one}`);
  const total =
    all === 0
      ? []
      : [`${least}${counted(all, 'place')} in ${counted(counts.files, 'file')}: ${parts.join(', ')}`];
  const unknown =
    counts.left_out === 0
      ? []
      : [
          paint.yellow(
            `${counted(counts.left_out, 'call')} of that name on values of unknown type left out: too many definitions have it`,
          ),
        ];
  return [
    paint.bold(plainLine(symbol)),
    ...shown,
    ...(more > 0 ? [paint.dim(`  … and ${counted(more, 'definition')} more; FILE:NAME takes one`)] : []),
    ...(others.length > 0 ? [paint.dim(`  not meant: ${others.map(plainLine).join(', ')}`)] : []),
    ...total,
    ...unknown,
  ].join('\n');
}

function definitionText(
  { kind, file_path: path, line_start: line, signature }: Symbol,
  paint: Paint,
  columns: number,
) {
  const place = `${plainLine(path)}:${line}`;
  return `  ${kind} ${paint.green(place)}\n  ${paint.dim(fit(plainLine(signature), columns - 2))}`;
}

/** A heading per file, a line per place. */
function placesText(callers: readonly Caller[], paint: Paint): string {
  const files = byFile(callers);
  return [...files]
    .map(([path, places]) => {
      const digits = Math.max(4, ...places.map(({ line }) => String(line).length));
      const wide = widest(places);
      const rows = places.map(({ line, kind, confidence, symbol, candidates, reason }) => {
        const where = symbol === null ? 'at the top of the file' : plainLine(symbol);
        const label = paint.dim(pad(kind, wide));
        const names = [...new Set(candidates.map((one) => one.replace(/^.* /, '')))];
        const or = names.length > 0 ? paint.dim(`  or ${plainLine(names.join(', '))}`) : '';
        const sure = reason === null ? sureText(confidence, paint) : reasonText(reason, paint);
        return `${String(line).padStart(digits + 2)}  ${label} ${where}${sure}${or}`;
      });
      return [`  ${paint.green(plainLine(path))}`, ...rows].join('\n');
    })
    .join('\n');
}

/** Characters of the longest kind, of the usual ones at least. */
function widest(uses: ReadonlyArray<{ kind: string }>): number {
  return Math.max('inherit'.length, ...uses.map(({ kind }) => kind.length));
}

function byFile(callers: readonly Caller[]): Map<string, Caller[]> {
  const files = new Map<string, Caller[]>();
  for (const caller of callers) {
    const known = files.get(caller.path);
    if (known === undefined) {
      files.set(caller.path, [caller]);
    } else {
      known.push(caller);
    }
  }
  return files;
}

function sureText(confidence: Certainty, paint: Paint): string {
  return confidence === 'unique' ? paint.yellow(' (the only one within reach)') : '';
}

function reasonText(reason: string, paint: Paint): string {
  return paint.yellow(`  ${plainLine(reason)}`);
}

function calleesText({ callees, counts, omitted }: RefsAnswer, paint: Paint): string[] {
  const outside = counts.external_callees;
  const outsideText =
    outside === 0 ? [] : [paint.dim(`  and ${counted(outside, 'reference')} out of the project`)];
  if (callees.length === 0 && outside === 0) {
    return [];
  }
  const wide = widest(callees);
  const rows = callees.map((callee) => calleeText(callee, wide, paint));
  const more = omitted.callees > 0 ? [paint.dim(`  … and ${counted(omitted.callees, 'symbol')} more`)] : [];
  return [[paint.bold('Refers to'), ...rows, ...more, ...outsideText].join('\n')];
}

function calleeText(callee: Callee, wide: number, paint: Paint): string {
  const { symbol, kind, path, line, confidence, reason } = callee;
  const name = plainLine(symbol);
  const unsure = confidence === 'ambiguous' ? paint.yellow(' (one of several)') : '';
  // A path is to be copied: it is never cut.
  const place = `${plainLine(path)}:${line}`;
  return `  ${paint.dim(pad(kind, wide))} ${name}  ${paint.green(place)}${unsure}${reason === null ? '' : reasonText(reason, paint)}`;
}
