import { readdirSync } from 'node:fs';

import type { Written } from '../api/answers.js';
import type { Additions, MergePlan, PlannedEdge, PlannedNode } from '../api/bootstrap.js';
import { appendItems } from './append.js';
import { Changes } from './changes.js';
import { CONFIG, configText } from './config.js';
import { isThere, placeInside, readText } from './files.js';
import { edgeItem, FROM_CODE, FROM_DOCUMENTS, fileOfKind, graphText, nodeItem } from './graph.js';
import { gitFiles } from './ignore.js';
import { RULES_FILES, rulesText } from './rules.js';

/** What goes into one file of the graph. */
interface Addition {
  nodes: PlannedNode[];
  edges: PlannedEdge[];
}

/**
 * Adds what a kept graph lacks: nodes at the end of their kind's file, edges in the file of their source node, stub
 * documents where there are none, and rules that hold where the graph has no rules. No byte that is there changes.
 *
 * @param folder of the graph, relative to the root, ending in `/`
 * @param dryRun only say what would be written
 * @returns the files, in order of writing
 */
export function writeMerge(root: string, folder: string, plan: MergePlan, dryRun: boolean): Written[] {
  return write(root, folder, plan, dryRun, { header: FROM_CODE, settings: false });
}

/**
 * Adds what documents say in the same way, to a graph that is there or as a new one, with configuration where there is
 * none. Copies of documents come first: whatever happens in between, no node names one that is not there.
 */
export function writeImport(root: string, folder: string, plan: Additions, dryRun: boolean): Written[] {
  return write(root, folder, plan, dryRun, { header: FROM_DOCUMENTS, settings: true });
}

function write(
  root: string,
  folder: string,
  plan: Additions,
  dryRun: boolean,
  { header, settings }: { header: string; settings: boolean },
): Written[] {
  const changes = new Changes(root);
  const written: Written[] = [];
  if (settings && !isThere(root, CONFIG)) {
    changes.write(CONFIG, configText(plan.languages));
    written.push({ path: CONFIG, nodes: 0, edges: 0 });
  }
  for (const document of plan.documents.filter(({ path }) => !isThere(root, path))) {
    changes.write(document.path, document.content);
    written.push({ path: document.path, nodes: 0, edges: 0 });
  }
  for (const [path, addition] of additions(root, folder, plan)) {
    const [place, text] = added(root, folder, path, addition, header);
    changes.write(place, text);
    written.push({ path: place, nodes: addition.nodes.length, edges: addition.edges.length });
  }
  // Rules that are there are a person's, whatever they say.
  if (plan.rules.rules.length > 0 && !RULES_FILES.some((name) => isThere(root, folder + name))) {
    changes.write(`${folder}rules.yml`, rulesText(plan.rules));
    written.push({ path: `${folder}rules.yml`, nodes: 0, edges: 0 });
  }
  for (const { path, text } of gitFiles(root)) {
    changes.write(path, text);
    written.push({ path, nodes: 0, edges: 0 });
  }
  if (!dryRun) {
    changes.carryOut();
  }
  return written;
}

/** By file, sorted. */
function additions(root: string, folder: string, plan: Additions): Array<[path: string, Addition]> {
  const files = new Map<string, Addition>();
  const of = (path: string): Addition => {
    const addition = files.get(path) ?? { nodes: [], edges: [] };
    files.set(path, addition);
    return addition;
  };
  const homes = new Map(Object.entries(plan.homes));
  for (const node of plan.nodes) {
    const path = homeOfKind(root, folder, plan, node.kind);
    homes.set(node.ref_id, path);
    of(path).nodes.push(node);
  }
  for (const edge of plan.edges) {
    of(homes.get(edge.src) ?? homeOfKind(root, folder, plan, '')).edges.push(edge);
  }
  return [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Where nodes of a kind stand: the usual file if it is there, else the one with most of them, else the usual one. */
function homeOfKind(root: string, folder: string, plan: Additions, kind: string): string {
  const usual = folder + fileOfKind(kind);
  if (isThere(root, usual)) {
    return usual;
  }
  const known = plan.graph_files
    .filter((file) => file.kind === kind)
    .toSorted((a, b) => b.nodes - a.nodes || (a.path < b.path ? -1 : 1));
  return known[0]?.path ?? usual;
}

/** The text with the addition; in a new file where the old one cannot be added to. */
function added(
  root: string,
  folder: string,
  path: string,
  { nodes, edges }: Addition,
  header: string,
): [string, string] {
  const text = readText(root, path);
  if (text === undefined) {
    return [path, graphText(nodes, edges, header)];
  }
  const changed = appendItems(text, [
    ['nodes', nodes.map(nodeItem)],
    ['edges', edges.map(edgeItem)],
  ]);
  return changed === undefined
    ? [freeName(root, folder, path), graphText(nodes, edges, header)]
    : [path, changed];
}

/** A name that no file has yet: `domains.yml` → `domains-2.yml`. */
function freeName(root: string, folder: string, path: string): string {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.ya?ml$/, '');
  const taken = new Set(readdirSync(placeInside(root, folder)));
  let count = 2;
  while (taken.has(`${stem}-${count}.yml`)) {
    count++;
  }
  return `${folder}${stem}-${count}.yml`;
}
