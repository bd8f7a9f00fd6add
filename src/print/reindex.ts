import type { ReindexAnswer, Totals } from '../model/answers.js';
import type { Paint } from './colour.js';
import { diagnosticsSummary } from './diagnostics.js';
import { counted, duration, grouped, wrap } from './text.js';

/** What a reindex did, in a few lines; wrapped at `columns`, or not at all. */
export function reindexText(answer: ReindexAnswer, paint: Paint, columns: number | undefined): string {
  const findings = diagnosticsSummary(answer.diagnostics);
  return [
    headline(answer, paint),
    `Index: ${totalsText(answer.totals)}`,
    ...(answer.embedded ? [`Embedded: ${counted(answer.embedded, 'text')}`] : []),
    ...(findings === '' ? [] : [`Findings: ${findings}`]),
  ]
    .flatMap((line) => wrap(line, columns, 2))
    .join('\n');
}

function headline({ mode, files, duration_ms: ms }: ReindexAnswer, paint: Paint): string {
  const all = counted(files.scanned, 'file');
  if (mode === 'unchanged') {
    return `${paint.bold('Nothing changed')} in ${all} (${duration(ms)})`;
  }
  const { added, changed, deleted, renamed, reused } = files;
  // In an index that is made anew everything came: not worth a word.
  const changes = mode === 'full' ? {} : { added, changed, deleted, renamed };
  const details = Object.entries({ ...changes, parsed: files.parsed, 'left out': files.skipped })
    .filter(([what, count]) => count > 0 || what === 'parsed')
    .map(([what, count]) => `${grouped(count)} ${what}`);
  if (reused > 0) {
    details.splice(1, 0, `${grouped(reused)} as another worktree has them`);
  }
  const done =
    mode === 'full' ? `Indexed ${all}` : `Updated ${grouped(added + changed + deleted + renamed)} of ${all}`;
  return `${paint.bold(done)} in ${duration(ms)}: ${details.join(', ')}`;
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
