import { Document } from 'yaml';

import type { BootstrapPlan, PlannedEdge, PlannedNode } from '../model/plan.js';

/** One graph file to write. */
export interface GraphText {
  /** Inside the graph's folder. */
  name: string;
  nodes: number;
  edges: number;
  text: string;
}

/** The file of each kind, in the order in which they are written. Kinds of a project's own share one. */
const FILES: ReadonlyArray<readonly [kind: string, file: string]> = [
  ['domain', 'domains.yml'],
  ['service', 'services.yml'],
  ['feature', 'features.yml'],
  ['entity', 'entities.yml'],
  ['adr', 'adrs.yml'],
];
const OTHER = 'nodes.yml';

/** How a file begins whose nodes were found in the code. */
export const FROM_CODE = header('by `beadloom init --bootstrap`');

/** How a file begins whose nodes were found in documents. */
export const FROM_DOCUMENTS = header('in documents by `beadloom init --import`');

function header(how: string): string {
  return ` Found ${how}. This file is yours now: correct summaries, delete what is not a part
 of the architecture, add what is missing. \`confidence\` is a hint for the review; delete it when done.`;
}

/** The graph as files, those that have nodes; an edge stands in the file of its source node. */
export function graphTexts(plan: BootstrapPlan): GraphText[] {
  const fileOf = new Map(plan.nodes.map((node) => [node.ref_id, fileOfKind(node.kind)]));
  const names = [...FILES.map(([, file]) => file), OTHER];
  return names.flatMap((name) => {
    const nodes = plan.nodes.filter((node) => fileOf.get(node.ref_id) === name);
    const edges = plan.edges.filter((edge) => fileOf.get(edge.src) === name);
    return nodes.length === 0
      ? []
      : [{ name, nodes: nodes.length, edges: edges.length, text: graphText(nodes, edges) }];
  });
}

/** The file of a kind, inside the graph's folder. */
export function fileOfKind(kind: string): string {
  return FILES.find(([known]) => known === kind)?.[1] ?? OTHER;
}

/** A node as an item of `nodes`: YAML that begins with `- ` and ends in a newline. */
export function nodeItem({ ref_id, kind, summary, source, docs, confidence }: PlannedNode): string {
  const facts = flow({
    ref_id,
    kind,
    ...(source === null || (source === '' && OWNING_NOTHING.has(kind)) ? {} : { source }),
    ...(docs.length === 0 ? {} : { docs }),
    confidence,
  });
  // What a person has to read stands on a line of its own, in quotes. JSON is YAML, too.
  const said = summary === '' ? '}' : `,\n   summary: ${JSON.stringify(summary)}}`;
  return `- ${facts.slice(0, -1)}${said}\n`;
}

/** An edge as an item of `edges`. */
export function edgeItem({ src, dst, kind }: PlannedEdge): string {
  return `- ${flow({ src, dst, kind })}\n`;
}

/** A new file of the graph. */
export function graphText(
  nodes: readonly PlannedNode[],
  edges: readonly PlannedEdge[],
  comment: string = FROM_CODE,
): string {
  const head = comment
    .split('\n')
    .map((line) => `#${line}\n`)
    .join('');
  const lists = [list('nodes', nodes.map(nodeItem)), list('edges', edges.map(edgeItem))];
  const content = lists.filter((text) => text !== '').join('\n');
  return `${head}\n${content === '' ? '{}\n' : content}`;
}

function list(key: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${key}:\n${items.join('').replaceAll(/^(?=.)/gm, '  ')}`;
}

/** Kinds that are no place in the code: of others, an empty source says that they own nothing themselves. */
const OWNING_NOTHING: ReadonlySet<string> = new Set(['adr', 'entity', 'feature']);

/** On one line, however long: a review reads it as such, and diffs do too. */
function flow(value: unknown): string {
  const document = new Document(value, { flow: true });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd();
}
