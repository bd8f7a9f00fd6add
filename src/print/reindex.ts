import type { FileCounts, ReindexAnswer, Totals } from '../api/answers.js';
import type { Paint } from './colour.js';
import { diagnosticsSummary } from './error.js';
import { counted, duration, grouped } from './text.js';

/** What a reindex did, in a few lines. */
export function reindexText(answer: ReindexAnswer, paint: Paint): string {
  const lines = [
    `${paint.bold(headline(answer))} in ${duration(answer.duration_ms)}`,
    `Index: ${totalsText(answer.totals)}`,
  ];
  const summary = diagnosticsSummary(answer.diagnostics);
  if (summary !== '') {
    lines.push(`Findings: ${summary}`);
  }
  return lines.join('\n');
}

function headline({ mode, files }: ReindexAnswer): string {
  if (mode === 'unchanged') {
    return `Nothing changed in ${counted(files.scanned, 'file')}`;
  }
  const verb = mode === 'full' ? 'Indexed' : 'Updated';
  const changes = changesText(files);
  return `${verb} ${counted(files.scanned, 'file')}, ${grouped(files.parsed)} parsed${changes === '' ? '' : ` (${changes})`}`;
}

function changesText({ added, changed, deleted, renamed, skipped }: FileCounts): string {
  return Object.entries({ added, changed, deleted, renamed, skipped })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${grouped(count)} ${what}`)
    .join(', ');
}

function totalsText(totals: Totals): string {
  return [
    counted(totals.nodes, 'node'),
    counted(totals.edges, 'edge'),
    counted(totals.docs, 'document'),
    counted(totals.chunks, 'chunk'),
    counted(totals.symbols, 'symbol'),
    counted(totals.imports, 'import'),
    counted(totals.references, 'reference'),
    counted(totals.routes, 'route'),
    counted(totals.code_chunks, 'code chunk'),
  ].join(', ');
}
