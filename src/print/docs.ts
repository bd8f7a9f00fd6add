import type { DocsGenerateAnswer, GenerateDocsAnswer, NodeFacts } from '../model/answers.js';
import type { Paint } from './colour.js';
import { counted, plainLine } from './text.js';

/** Which skeletons were written. */
export function docsGenerateText(answer: DocsGenerateAnswer, paint: Paint, dryRun: boolean): string {
  const { written, kept } = answer;
  if (written.length === 0) {
    const published = publishedLines(answer);
    return published.length > 0
      ? published.join('\n')
      : kept.length === 0
        ? 'Every node has a document'
        : `Nothing to write: ${kept.map(plainLine).join(', ')} exists, but belongs to no node`;
  }
  return [
    paint.bold(dryRun ? 'Would write:' : 'Wrote:'),
    ...written.map((path) => `  ${paint.cyan(plainLine(path))}`),
    '',
    ...publishedLines(answer),
    'Next: complete them, then record them as up to date with beadloom sync-update <ref_id>',
  ].join('\n');
}

/** What is left out, and what to do about it. */
function publishedLines({ left_out: count, published_by: by }: DocsGenerateAnswer): string[] {
  return by === null
    ? []
    : [
        `${counted(count, 'node')} without a document: ${plainLine(by)} publishes the folder that a skeleton goes to`,
        "Name another place under the node's docs, such as a README.md next to its code, then run this again",
      ];
}

/** What there is to write, in short; the whole is for programs. */
export function docsPolishText({ nodes, omitted }: GenerateDocsAnswer, paint: Paint): string {
  if (nodes.length === 0) {
    return 'The graph has no nodes';
  }
  const more = omitted === 0 ? [] : [paint.dim(`… and ${counted(omitted, 'node')} more; name one to see it`)];
  return [...nodes.map((node) => nodeText(node, paint)), ...more, 'The facts themselves: --json'].join(
    '\n\n',
  );
}

function nodeText(node: NodeFacts, paint: Paint): string {
  const state = node.existing_doc === null ? 'to be written' : 'is there';
  const counts = [
    counted(node.symbols.length, 'symbol'),
    ...(node.routes.length > 0 ? [counted(node.routes.length, 'route')] : []),
    counted(node.dependencies.length, 'dependency', 'dependencies'),
  ];
  const changes = node.symbol_changes.map(({ code_path: path, reason, symbols }) => {
    const names = symbols.length === 0 ? '' : `: ${symbols.slice(0, 8).map(plainLine).join(', ')}`;
    return `  ${paint.yellow('changed')} ${plainLine(path)} (${(reason ?? '').replaceAll('_', ' ')}${names})`;
  });
  return [
    `${paint.bold(plainLine(node.ref_id))} ${paint.dim(`(${plainLine(node.kind)})`)}: ${plainLine(node.summary)}`,
    `  ${paint.cyan(plainLine(node.doc_path))} ${paint.dim(`(${state})`)}`,
    `  ${counts.join(', ')}`,
    ...changes,
  ].join('\n');
}
