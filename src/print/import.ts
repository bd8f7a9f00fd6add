import type { ImportedDocument, InitAnswer } from '../model/answers.js';
import type { Paint } from './colour.js';
import { counted, duration, pad, plainLine, width } from './text.js';

/** Lines of a list that a terminal shows; `--json` has all. */
const SHOWN = 12;

/** Each class: what to call its documents, and where their copies go. */
const CLASSES: ReadonlyArray<readonly [name: string, one: string, many: string, place: string]> = [
  ['feature', 'feature', 'features', 'docs/domains/*/features/'],
  ['domain', 'domain', 'domains', 'docs/domains/*/'],
  ['service', 'service', 'services', 'docs/services/*/'],
  ['adr', 'decision record', 'decision records', 'docs/decisions/'],
  ['architecture', 'page on architecture', 'pages on architecture', 'docs/architecture.md'],
  ['other', 'unclassified', 'unclassified', 'docs/_imported/'],
];

/** What an import made of the documents, and what to do next. */
export function importText(answer: InitAnswer, paint: Paint): string {
  const { found } = answer;
  const parts = [
    counted(found.features, 'feature'),
    counted(found.domains, 'domain'),
    counted(found.services, 'service'),
    counted(found.entities, 'entity', 'entities'),
    counted(found.adrs, 'decision'),
  ].filter((part) => !part.startsWith('0 '));
  return [
    `Scanned ${counted(answer.documents.length, 'Markdown file')} in ${duration(answer.duration_ms)}`,
    '',
    ...classLines(answer, paint),
    parts.length > 0 ? `New in the graph: ${parts.join(', ')}` : 'Nothing new for the graph',
    edgesLine(answer),
    '',
    ...listed(paint.bold('Not read:'), answer.documents.flatMap(skippedLine)),
    ...listed(
      paint.bold('Copied:'),
      answer.documents.flatMap((one) => copyLine(one, paint)),
    ),
    ...listed(
      paint.bold('Review these relations, which no edge was made for:'),
      answer.review.map(
        ({ path, line, src, dst, kind, reason }) =>
          `  ${paint.cyan(`${plainLine(path)}:${line}`)}  ${plainLine(`${src} ${kind} ${dst ?? '?'}`)} (${plainLine(reason)})`,
      ),
    ),
    ...listed(
      paint.bold('Nodes with documents that they do not name (the graph was not changed):'),
      answer.conflicts.map(
        ({ ref_id, found: path }) => `  ${paint.cyan(plainLine(ref_id))}  ${plainLine(path)}`,
      ),
    ),
    ...listed(
      paint.bold(answer.dry_run ? 'Would write:' : 'Written:'),
      answer.written
        .filter(({ path }) => !answer.documents.some(({ copy }) => copy === path))
        .map(({ path, nodes, edges }) => `  ${paint.cyan(plainLine(path))}${counts(nodes, edges)}`),
    ),
    next(answer),
  ].join('\n');
}

function classLines({ classified, documents }: InitAnswer, paint: Paint): string[] {
  const copied = new Set(documents.filter(({ copy }) => copy !== null).map((one) => one.class));
  const rows = CLASSES.flatMap(([name, one, many, place]): Array<[string, string]> => {
    const count = classified[name] ?? 0;
    return count === 0 ? [] : [[`${count} ${count === 1 ? one : many}`, copied.has(name) ? place : '']];
  });
  if (rows.length === 0) {
    return [];
  }
  const columns = Math.max(...rows.map(([what]) => width(what)));
  const lines = rows.map(([what, place]) =>
    place === '' ? `  ${what}` : `  ${pad(what, columns)}  → ${place}`,
  );
  return [paint.bold('Classified:'), ...lines, ''];
}

function edgesLine({ edges_detected: made, edges_to_review: open }: InitAnswer): string {
  const all = made + open;
  if (all === 0) {
    return 'Edges: none';
  }
  const share = Math.round((made * 100) / all);
  return `Edges: ${share} % found (${made}), ${100 - share} % need review (${open})`;
}

function skippedLine({ path, skipped }: ImportedDocument): string[] {
  return skipped === null ? [] : [`  ${plainLine(path)}  ${plainLine(skipped)}`];
}

function copyLine(
  { path, copy, links_changed: changed, links_broken: broken }: ImportedDocument,
  paint: Paint,
) {
  if (copy === null) {
    return [];
  }
  const links = [
    ...(changed > 0 ? [`${counted(changed, 'link')} rewritten`] : []),
    ...(broken > 0 ? [`${counted(broken, 'link')} to nothing`] : []),
  ];
  const note = links.length > 0 ? `  (${links.join(', ')})` : '';
  return [`  ${plainLine(path)} → ${paint.cyan(plainLine(copy))}${note}`];
}

function counts(nodes: number, edges: number): string {
  const parts = [
    ...(nodes > 0 ? [counted(nodes, 'node')] : []),
    ...(edges > 0 ? [counted(edges, 'edge')] : []),
  ];
  return parts.length > 0 ? `  (${parts.join(', ')})` : '';
}

/** A heading with its lines and a blank one; nothing without lines. */
function listed(heading: string, lines: readonly string[]): string[] {
  if (lines.length === 0) {
    return [];
  }
  const more = lines.length - SHOWN;
  const shown = more > 1 ? [...lines.slice(0, SHOWN), `  … and ${more} more: --json lists all`] : lines;
  return [heading, ...shown, ''];
}

function next({ dry_run: dryRun, written }: InitAnswer): string {
  if (dryRun) {
    return 'Nothing was written. Without --dry-run, it is.';
  }
  const review = written.find(({ nodes }) => nodes > 0)?.path.replace(/[^/]+$/, '*.yml');
  return review === undefined
    ? 'The graph contains everything that these documents say'
    : `Next: review ${plainLine(review)}, then try beadloom status and beadloom ctx <ref_id>`;
}
