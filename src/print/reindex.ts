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
    // What a project has none of is not worth a word.
    totals.references > 0 ? counted(totals.references, 'reference') : '',
    totals.routes > 0 ? counted(totals.routes, 'route') : '',
    totals.code_chunks > 0 ? counted(totals.code_chunks, 'code chunk') : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
