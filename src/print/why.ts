import type { CoveringTest, Dependence, DocumentAtRisk, WhyAnswer } from '../model/answers.js';
import type { Paint } from './colour.js';
import { counted, grouped, pad, plainLine, width, wrap } from './text.js';

/** How to lay the answer out. */
export interface WhyLayout {
  /** Columns to wrap the paragraph at; undefined where a program reads it. */
  wrapAt: number | undefined;
  /** Whether only what it needs is listed. */
  reverse: boolean;
}

const NAME_MOST = 48;
const TESTS_SHOWN = 10;
const DOCUMENTS_SHOWN = 10;
const PARTS_SHOWN = 12;

/** What needs it, what it needs, tests and documents, and the paragraph to paste. */
export function whyText(answer: WhyAnswer, paint: Paint, { wrapAt, reverse }: WhyLayout): string {
  const { counts, omitted } = answer;
  const down: Side = {
    title: 'Needed by',
    none:
      answer.unseen === null
        ? 'Nothing is known to need it.'
        : `Nothing is known to need it; ${plainLine(answer.unseen)}.`,
    unseen: answer.unseen,
    items: answer.downstream,
    direct: counts.downstream_direct,
    transitive: counts.downstream_transitive,
    ambiguous: counts.downstream_ambiguous,
    omitted: omitted.downstream,
  };
  const up: Side = {
    title: 'Needs',
    none: 'It has no known dependencies within the project.',
    unseen: null,
    items: answer.upstream,
    direct: counts.upstream_direct,
    transitive: counts.upstream_transitive,
    ambiguous: counts.upstream_ambiguous,
    omitted: omitted.upstream,
  };
  const blocks = [
    headText(answer, paint),
    ...(reverse ? [] : [sideText(down, answer, paint)]),
    sideText(up, answer, paint),
    ...(reverse ? [] : [...testsText(answer, paint), ...documentsText(answer, paint)]),
    `${paint.bold('Impact')}\n${wrap(plainLine(answer.impact_summary), wrapAt, 0).join('\n')}`,
  ];
  return blocks.join('\n\n');
}

function headText(answer: WhyAnswer, paint: Paint): string {
  const { focus, part_of: wholes, parts } = answer;
  const name = answer.ref_id ?? answer.symbol ?? answer.file ?? focus.ref;
  const summary = focus.summary === '' ? '' : `: ${plainLine(focus.summary)}`;
  const lines = [`${paint.bold(plainLine(name))} ${paint.dim(`(${plainLine(focus.kind)})`)}${summary}`];
  if (answer.other_definitions.length > 0) {
    lines.push(paint.dim(`  not meant: ${answer.other_definitions.map(plainLine).join(', ')}`));
  }
  if (wholes.length > 0) {
    lines.push(`  part of ${wholes.map(({ ref_id }) => plainLine(ref_id)).join(' < ')}`);
  }
  if (parts.length > 0) {
    const shown = parts
      .slice(0, PARTS_SHOWN)
      .map(
        ({ ref_id, dependents }) => plainLine(ref_id) + (dependents > 0 ? ` (needed by ${dependents})` : ''),
      );
    const more = parts.length - shown.length + answer.omitted.parts;
    lines.push(`  parts: ${shown.join(', ')}${more > 0 ? `, … ${grouped(more)} more` : ''}`);
  }
  return lines.join('\n');
}

interface Side {
  title: string;
  none: string;
  /** Which uses are in none of the items. */
  unseen: string | null;
  items: readonly Dependence[];
  direct: number;
  transitive: number;
  ambiguous: number;
  omitted: number;
}

function sideText(side: Side, answer: WhyAnswer, paint: Paint): string {
  const { title, none, unseen, items, direct, transitive, ambiguous, omitted } = side;
  if (direct + transitive + ambiguous === 0) {
    return `${paint.bold(title)}\n  ${none}`;
  }
  const least = answer.counts.complete ? '' : 'at least ';
  const numbers = [
    `${least}${grouped(direct)} directly`,
    ...(transitive > 0 ? [`${least}${grouped(transitive)} through them within ${answer.depth} steps`] : []),
    ...(ambiguous > 0 ? [`${grouped(ambiguous)} possibly`] : []),
  ];
  const room = Math.min(NAME_MOST, Math.max(0, ...items.map(({ name }) => width(plainLine(name)))));
  const rows = items.map((item) => itemText(item, room, paint));
  return [
    `${paint.bold(title)} ${paint.dim(`(${numbers.join(', ')})`)}`,
    ...rows,
    ...(omitted > 0 ? [paint.dim(`  … and ${grouped(omitted)} more; --limit lists more`)] : []),
    ...(unseen === null ? [] : [paint.dim(`  ${plainLine(unseen)}`)]),
  ].join('\n');
}

function itemText(item: Dependence, room: number, paint: Paint): string {
  const name = plainLine(item.name);
  const stroke = item.confidence === 'ambiguous' ? paint.dim : paint.cyan;
  const indent = '  '.repeat(Math.min(item.distance, 6));
  const padded = pad(name, Math.max(0, room - 2 * (Math.min(item.distance, 6) - 1)));
  const place =
    item.path === null || item.path === item.name
      ? ''
      : ` ${paint.green(plainLine(item.path) + (item.line === null ? '' : `:${item.line}`))}`;
  const via = item.via.length === 0 ? '' : paint.dim(`  via ${item.via.map(plainLine).join(' > ')}`);
  return `${indent}${stroke(padded)}  ${paint.dim(edgeText(item))}${place}${via}`;
}

/** `uses`, `depends_on, 3 imports`, `call × 2, unique`. */
function edgeText({ edge_kind: kind, origin, count, confidence, reason }: Dependence): string {
  if (reason !== null) {
    return `${plainLine(reason)}, ${confidence}`;
  }
  const behind =
    count === null || count < 2
      ? ''
      : kind === 'depends_on' && origin === 'import'
        ? `, ${counted(count, 'import')}`
        : ` × ${grouped(count)}`;
  return plainLine(kind) + behind + (confidence === 'exact' ? '' : `, ${confidence}`);
}

function testsText({ tests, likely_tests: likely, omitted }: WhyAnswer, paint: Paint): string[] {
  if (tests.length === 0) {
    return likely.length === 0
      ? []
      : [
          [
            paint.bold('Likely tests, by name or past commits'),
            ...likely.slice(0, TESTS_SHOWN).map(({ path }) => `  ${plainLine(path)}`),
          ].join('\n'),
        ];
  }
  const all = tests.length + omitted.tests;
  const rows = tests.slice(0, TESTS_SHOWN).map(({ path, distance }: CoveringTest) => {
    return `  ${paint.green(plainLine(path))}${distance > 1 ? paint.dim(`  in ${distance} steps`) : ''}`;
  });
  return [
    [
      `${paint.bold('Tests')} ${paint.dim(`(${grouped(all)})`)}`,
      ...rows,
      ...(all > rows.length ? [paint.dim(`  … and ${grouped(all - rows.length)} more`)] : []),
    ].join('\n'),
  ];
}

/** Why a change may make a document untrue. */
function riskText({ ref_id, distance, lines = [], derived = false }: DocumentAtRisk): string {
  const places =
    lines.length === 0 ? '' : `names it in ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`;
  const about = distance === 0 && !derived ? 'would go stale' : `describes ${plainLine(ref_id ?? '')}`;
  return ref_id === null ? places : [about, places].filter((part) => part !== '').join('; ');
}

function documentsText({ docs_at_risk: documents, omitted }: WhyAnswer, paint: Paint): string[] {
  if (documents.length === 0) {
    return [];
  }
  const all = documents.length + omitted.docs_at_risk;
  const rows = documents.slice(0, DOCUMENTS_SHOWN).map((document: DocumentAtRisk) => {
    const already = document.stale ? paint.yellow(' (stale already)') : '';
    return `  ${paint.green(plainLine(document.path))}  ${paint.dim(riskText(document))}${already}`;
  });
  return [
    [
      paint.bold('Documents'),
      ...rows,
      ...(all > rows.length ? [paint.dim(`  … and ${grouped(all - rows.length)} more`)] : []),
    ].join('\n'),
  ];
}
