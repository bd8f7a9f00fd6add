import type { Hit, HitType, SearchAnswer } from '../model/answers.js';
import type { Paint } from './colour.js';
import type { Piece } from './pieces.js';
import { fit, plain, plainLine } from './text.js';

/** How to lay hits out. */
export interface SearchLayout {
  columns: number;
  /** Whole snippets, not their first lines. */
  whole: boolean;
}

const HEADINGS: Record<HitType, string> = { node: 'Nodes', doc: 'Documents', code: 'Code' };
const SNIPPET_LINES = 3;
const INDENT = '    ';

/** Hits in groups by what they are; the group of the best hit stands first. Numbers go on from group to group. */
export function searchPieces(answer: SearchAnswer, paint: Paint, layout: SearchLayout): Piece[] {
  if (answer.hits.length === 0) {
    return [['frame', nothingText(answer)]];
  }
  const types = [...new Set(answer.hits.map(({ type }) => type))];
  let number = 0;
  const groups = types.map((type): Piece => {
    const hits = answer.hits.filter((hit) => hit.type === type);
    const entries = hits.map((hit) => hitText(hit, (number += 1), paint, layout));
    return [type, `${paint.bold(HEADINGS[type])}\n${entries.join('\n')}\n\n`];
  });
  return [...groups, ['frame', plainLine(answer.next.says)]];
}

function nothingText({ query, suggestions, next }: SearchAnswer): string {
  const found = `Nothing found for "${plainLine(query)}".`;
  const meant = suggestions.length === 0 ? [] : [`Did you mean: ${suggestions.map(plainLine).join(', ')}?`];
  return [found, ...meant, plainLine(next.says)].join('\n');
}

function hitText(hit: Hit, number: number, paint: Paint, { columns, whole }: SearchLayout): string {
  const room = columns - INDENT.length;
  const head = `${String(number).padStart(2)}. ${paint.cyan(fit(plainLine(hit.name), room))} ${paint.dim(labelOf(hit))}`;
  const lines = [head];
  const place = placeOf(hit);
  if (place !== '') {
    lines.push(INDENT + paint.green(place));
  }
  const says = hit.signature ?? '';
  for (const text of [says, hit.summary ?? '']) {
    if (text !== '') {
      lines.push(INDENT + fit(plainLine(text), room));
    }
  }
  for (const line of snippetLines(hit, whole)) {
    lines.push(`${INDENT}${paint.dim(`| ${fit(line, room - 2)}`)}`);
  }
  const reasons = (hit.explain ?? []).map(({ feature, gives }) => `${feature} ${gives.toFixed(2)}`);
  if (reasons.length > 0) {
    lines.push(INDENT + paint.dim(fit(`why: ${reasons.join(', ')}`, room)));
  }
  return lines.join('\n');
}

function labelOf(hit: Hit): string {
  const owner = hit.type !== 'node' && hit.ref_id !== null ? ` of ${plainLine(hit.ref_id)}` : '';
  return `(${plainLine(hit.kind)}${owner})`;
}

/** `path:first-last`, which editors and terminals open. */
function placeOf({ path, line_start: first, line_end: last }: Hit): string {
  const lines = first === null ? '' : last === null || last === first ? `:${first}` : `:${first}-${last}`;
  return path === null ? '' : plainLine(path) + lines;
}

function snippetLines({ snippet, signature, summary }: Hit, whole: boolean): string[] {
  if (snippet === null) {
    return [];
  }
  const lines = plain(snippet).replaceAll('\t', '  ').split(/\r?\n/);
  // Shared indentation says nothing.
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const common = indents.length === 0 ? 0 : Math.min(...indents);
  const cut = lines.map((line) => line.slice(common).trimEnd());
  if (whole) {
    return cut;
  }
  // Signature and summary stand above already.
  const said = [signature, summary].filter((text) => text !== null && text !== '') as string[];
  return cut
    .filter((line) => line !== '' && !said.some((text) => line.includes(text)))
    .slice(0, SNIPPET_LINES);
}
