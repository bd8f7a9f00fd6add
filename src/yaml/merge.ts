import type { Written } from '../model/answers.js';
import type { Additions, ImportPlan, MergePlan, PlannedEdge, PlannedNode } from '../model/plan.js';
import { BeadloomError } from '../model/error.js';
import { appendItems } from './append.js';
import { Changes } from './changes.js';
import { CONFIG, configText, graphNames } from './config.js';
import { changedMeanwhile, isThere, readBytes, textOf } from './files.js';
import { edgeItem, FROM_CODE, FROM_DOCUMENTS, fileOfKind, graphText, nodeItem } from './graph.js';
import { gitFiles } from './ignore.js';
import { lockedAll, RETRIES } from './rewrite.js';
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
 * @param plan what is lacking; asked again where somebody changed the graph meanwhile
 * @param dryRun only say what would be written
 * @returns the plan, and the files in order of writing
 * @throws BeadloomError `file_changed` where others keep changing the graph, `not_text`, and as {@link Changes.carryOut}
 */
export function merge(
  root: string,
  folder: string,
  plan: () => Promise<MergePlan>,
  dryRun: boolean,
): Promise<[MergePlan, Written[]]> {
  return addTo(root, folder, plan, dryRun, { header: FROM_CODE, settings: false });
}

/**
 * Adds what documents say in the same way, to a graph that is there or as a new one, with configuration where there is
 * none. Copies of documents come first: whatever happens in between, no node names one that is not there.
 */
export function importInto(
  root: string,
  folder: string,
  plan: () => Promise<ImportPlan>,
  dryRun: boolean,
): Promise<[ImportPlan, Written[]]> {
  return addTo(root, folder, plan, dryRun, { header: FROM_DOCUMENTS, settings: true });
}

/** The bytes of the graph's files, by path. */
type Graph = ReadonlyMap<string, Buffer>;

async function addTo<Plan extends Additions>(
  root: string,
  folder: string,
  find: () => Promise<Plan>,
  dryRun: boolean,
  how: { header: string; settings: boolean },
): Promise<[Plan, Written[]]> {
  for (let tries = 0; ; tries++) {
    const graph = readGraph(root, folder);
    const plan = await find();
    const { changes, written } = lay(root, folder, plan, graph, how);
    if (dryRun) {
      return [plan, written];
    }
    const paths = [...additions(root, folder, plan)].map(([path]) => path);
    try {
      await lockedAll(root, paths, () => {
        // What was planned for another graph may be in this one by now.
        if (!sameGraph(graph, readGraph(root, folder))) {
          throw changedMeanwhile(folder);
        }
        changes.carryOut();
      });
      return [plan, written];
    } catch (error) {
      if (tries === RETRIES || BeadloomError.from(error).code !== 'file_changed') {
        throw error;
      }
    }
  }
}

function readGraph(root: string, folder: string): Graph {
  return new Map(graphNames(root, folder).map((name) => [folder + name, readBytes(root, folder + name)]));
}

function sameGraph(one: Graph, other: Graph): boolean {
  return (
    one.size === other.size && [...one].every(([path, bytes]) => other.get(path)?.equals(bytes) === true)
  );
}

/** What is to be written, and what it is. */
function lay(
  root: string,
  folder: string,
  plan: Additions,
  graph: Graph,
  { header, settings }: { header: string; settings: boolean },
): { changes: Changes; written: Written[] } {
  const changes = new Changes(root);
  const written: Written[] = [];
  if (settings && !isThere(root, CONFIG)) {
    changes.write(CONFIG, configText());
    written.push({ path: CONFIG, nodes: 0, edges: 0 });
  }
  for (const document of plan.documents.filter(({ path }) => !isThere(root, path))) {
    changes.write(document.path, document.content);
    written.push({ path: document.path, nodes: 0, edges: 0 });
  }
  for (const [path, addition] of additions(root, folder, plan)) {
    const [place, text] = added(graph, folder, path, addition, header);
    changes.write(place, text, graph.get(place));
    written.push({ path: place, nodes: addition.nodes.length, edges: addition.edges.length });
  }
  // Rules that are there are a person's, whatever they say.
  if (plan.rules.rules.length > 0 && !RULES_FILES.some((name) => isThere(root, folder + name))) {
    changes.write(`${folder}rules.yml`, rulesText(plan.rules));
    written.push({ path: `${folder}rules.yml`, nodes: 0, edges: 0 });
  }
  for (const { path, bytes, before } of gitFiles(root)) {
    changes.write(path, bytes, before);
    written.push({ path, nodes: 0, edges: 0 });
  }
  return { changes, written };
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
  graph: Graph,
  folder: string,
  path: string,
  { nodes, edges }: Addition,
  header: string,
): [string, string] {
  const before = graph.get(path);
  if (before === undefined) {
    return [path, graphText(nodes, edges, header)];
  }
  const changed = appendItems(textOf(before, path), [
    ['nodes', nodes.map(nodeItem)],
    ['edges', edges.map(edgeItem)],
  ]);
  return changed === undefined
    ? [freeName(graph, folder, path), graphText(nodes, edges, header)]
    : [path, changed];
}

/** A name that no file has yet: `domains.yml` → `domains-2.yml`. */
function freeName(graph: Graph, folder: string, path: string): string {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.ya?ml$/, '');
  let count = 2;
  while (graph.has(`${folder}${stem}-${count}.yml`)) {
    count++;
  }
  return `${folder}${stem}-${count}.yml`;
}
