import type { RelatedAnswer, RelatedReason, RelationKind } from '../model/answers.js';
import type { Paint } from './colour.js';
import { counted, grouped, plainLine } from './text.js';

const REASONS: Record<RelationKind, (count: number) => string> = {
  imports: () => 'imported',
  imported_by: () => 'imports it',
  refers_to: (count) => counted(count, 'reference'),
  referred_by: (count) => `${counted(count, 'reference')} back`,
  shares_references: (count) => `${counted(count, 'symbol')} in common`,
  tests: () => 'test',
  documents: () => 'document',
  documented: (count) => `${counted(count, 'name')} in it`,
};

/** Related files with their scores and reasons, then what comes from outside. */
export function relatedText(answer: RelatedAnswer, paint: Paint): string {
  const owners = answer.ref_ids.map(plainLine).join(', ');
  const head = `${paint.bold(plainLine(answer.path))}${owners === '' ? '' : paint.dim(` (${owners})`)}`;
  const rows = answer.related.map(
    ({ path, score, reasons }) =>
      `${score.toFixed(2).padStart(6)}  ${paint.cyan(plainLine(path))}  ${paint.dim(reasonsText(reasons))}`,
  );
  const outside = [
    ...new Set(
      answer.imports.filter(({ path }) => path === null).map(({ specifier }) => plainLine(specifier)),
    ),
  ];
  return [
    head,
    ...(rows.length === 0 ? ['Nothing in the project has to do with it, as far as the index knows.'] : rows),
    ...(answer.omitted.related > 0
      ? [paint.dim(`… and ${counted(answer.omitted.related, 'file')} more`)]
      : []),
    ...(outside.length > 0 ? [paint.dim(`from outside: ${listed(outside)}`)] : []),
  ].join('\n');
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 12);
  return (
    shown.join(', ') + (names.length > shown.length ? `, … ${grouped(names.length - shown.length)} more` : '')
  );
}

function reasonsText(reasons: readonly RelatedReason[]): string {
  return reasons.map(({ kind, count }) => REASONS[kind](count)).join(', ');
}
