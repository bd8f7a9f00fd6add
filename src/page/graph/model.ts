import type { FullEdge, FullNode, GraphAnswer } from '../../model/answers.js';

/** What is known of a node's documents. */
export type Freshness = 'fresh' | 'stale' | 'undocumented';

/** An edge, from the point of view of one of its ends. */
export interface Neighbour {
  node: MapNode;
  /** Of the edge. */
  kind: string;
  /** Imports behind it; undefined where none were counted. */
  imports: number | undefined;
  /** What crosses the contracts behind it: `gRPC Carts`. */
  crossing: string[];
}

/** A node of the map, with the place that the layout gave it. */
export interface MapNode {
  data: FullNode;
  id: string;
  kind: string;
  freshness: Freshness;
  /** In lower case, what a search looks through: the id, then the rest. */
  words: [id: string, rest: string];
  parent: MapNode | undefined;
  children: MapNode[];
  /** Levels of areas around it. */
  depth: number;
  out: Neighbour[];
  in: Neighbour[];
  /** The middle, in the map's units. */
  x: number;
  y: number;
  /** Of the shape that has its name inside, or of the area where it has children. */
  width: number;
  height: number;
  /** Its name, as it stands inside. */
  lines: string[];
}

/** An edge of the map. */
export interface MapEdge {
  from: MapNode;
  to: MapNode;
  kind: string;
  /** What stands behind it: so many imports, else 1. */
  weight: number;
  /** Whether a contract does. */
  contract: boolean;
}

/** The graph, joined up. */
export interface MapModel {
  /** By id. */
  nodes: MapNode[];
  byId: Map<string, MapNode>;
  /** Outside all areas. */
  tops: MapNode[];
  /** The node that nearly everything is part of, such as the project itself: the frame around all. */
  root: MapNode | undefined;
  /** Without those that areas show; the strongest first: of contracts, of many imports, of telling kinds. */
  edges: MapEdge[];
  /** Names with numbers, in the order in which they are shown. */
  nodeKinds: [kind: string, count: number][];
  edgeKinds: [kind: string, count: number][];
}

/** The edge kind that areas show. */
export const PART_OF = 'part_of';

const NODE_KINDS = ['domain', 'service', 'feature', 'entity', 'adr'];
const TELLING = ['touches_entity', 'uses', 'implements', 'depends_on', 'touches_code'];
const EDGE_KINDS = [PART_OF, 'depends_on', 'uses', 'implements', 'touches_entity', 'touches_code'];

/** Joins the answer's lists. Of several parents the first by id holds a node; the other edges stay edges. */
export function join(graph: GraphAnswer): MapModel {
  const nodes = graph.nodes.map(mapNode).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  nest(graph.edges, byId);
  const edges: MapEdge[] = [];
  for (const edge of graph.edges) {
    const from = byId.get(edge.src);
    const to = byId.get(edge.dst);
    if (from === undefined || to === undefined) {
      continue;
    }
    const [imports, crossing] = [importsOf(edge), crossingOf(edge)];
    from.out.push({ node: to, kind: edge.kind, imports, crossing });
    to.in.push({ node: from, kind: edge.kind, imports, crossing });
    const shown = edge.kind === PART_OF && from.parent === to;
    if (!shown && from !== to) {
      const contract = crossing.length > 0;
      edges.push({ from, to, kind: edge.kind, weight: Math.max(1, imports ?? crossing.length), contract });
    }
  }
  const tops = nodes.filter((node) => node.parent === undefined);
  for (const { node, depth } of downwards(tops)) {
    node.depth = depth;
  }
  return {
    nodes,
    byId,
    tops,
    root: tops.find((one) => one.children.length > 0 && [...downwards([one])].length >= 0.9 * nodes.length),
    edges: edges.toSorted(byStrength),
    nodeKinds: counted(
      nodes.map(({ kind }) => kind),
      NODE_KINDS,
    ),
    edgeKinds: counted(
      graph.edges.map(({ kind }) => kind),
      EDGE_KINDS,
    ),
  };
}

/** Nodes with their depth, each before what is in it. */
export function* downwards(tops: readonly MapNode[]): Generator<{ node: MapNode; depth: number }> {
  const stack = tops.map((node) => ({ node, depth: 0 })).toReversed();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next;
    const depth = next.depth + 1;
    for (const node of next.node.children.toReversed()) {
      stack.push({ node, depth });
    }
  }
}

/** The areas around a node, innermost first. */
export function* areasAround(node: MapNode): Generator<MapNode> {
  for (let area = node.parent; area !== undefined; area = area.parent) {
    yield area;
  }
}

/** Nodes that a search for these words finds: ids that begin with them, ids that hold them, all else. */
export function found(model: MapModel, query: string): MapNode[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ words: [id, rest] }: MapNode): number => {
    let worst = 0;
    for (const word of words) {
      const at = id.startsWith(word) ? 0 : id.includes(word) ? 1 : rest.includes(word) ? 2 : 3;
      worst = Math.max(worst, at);
    }
    return worst;
  };
  return model.nodes
    .map((node) => ({ node, rank: rank(node) }))
    .filter((one) => one.rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map((one) => one.node);
}

/** Neighbours by what they are to a node: the order in which a reader asks. */
export function byRole(node: MapNode): Array<[title: string, neighbours: Neighbour[]]> {
  const isPart = ({ kind }: Neighbour) => kind === PART_OF;
  const sorted = (all: Neighbour[]) =>
    all.toSorted((a, b) => (b.imports ?? 0) - (a.imports ?? 0) || (a.node.id < b.node.id ? -1 : 1));
  const roles: Array<[string, Neighbour[]]> = [
    ['Part of', node.out.filter(isPart)],
    ['Needs', sorted(node.out.filter((one) => !isPart(one)))],
    ['Needed by', sorted(node.in.filter((one) => !isPart(one)))],
    ['Parts', node.in.filter(isPart)],
  ];
  return roles.filter(([, all]) => all.length > 0);
}

function mapNode(data: FullNode): MapNode {
  const { ref_id: id, kind, summary, source, docs, stale_docs: stale, tags } = data;
  return {
    data,
    id,
    kind,
    freshness: stale.length > 0 ? 'stale' : docs.length > 0 ? 'fresh' : 'undocumented',
    words: [id.toLowerCase(), [kind, summary, source ?? '', ...docs, ...tags].join('\n').toLowerCase()],
    parent: undefined,
    children: [],
    depth: 0,
    out: [],
    in: [],
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    lines: [],
  };
}

/** Areas are drawn inside each other only so deep; what lies deeper stands outside. */
const MAX_DEPTH = 24;

/** Sets parents and children. An edge that would close a circle, or nest too deep, stays an edge. */
function nest(edges: readonly FullEdge[], byId: Map<string, MapNode>): void {
  for (const { src, dst, kind } of edges) {
    const child = byId.get(src);
    const parent = byId.get(dst);
    if (kind === PART_OF && child !== undefined && child !== parent && child.parent === undefined) {
      child.parent = parent;
    }
  }
  const done = new Set<MapNode>();
  for (const node of byId.values()) {
    const path: MapNode[] = [];
    let above: MapNode | undefined = node;
    while (above !== undefined && !done.has(above) && !path.includes(above) && path.length <= MAX_DEPTH) {
      path.push(above);
      above = above.parent;
    }
    const last = path.at(-1);
    if (last !== undefined && above !== undefined && !done.has(above)) {
      last.parent = undefined;
    }
    for (const one of path.toReversed()) {
      one.depth = one.parent === undefined ? 0 : one.parent.depth + 1;
      if (one.depth > MAX_DEPTH) {
        one.parent = undefined;
        one.depth = 0;
      }
      done.add(one);
    }
  }
  for (const node of byId.values()) {
    node.parent?.children.push(node);
  }
}

/** Strong edges first; of those that are alike, as the graph has them. */
function byStrength(a: MapEdge, b: MapEdge): number {
  const rank = ({ kind }: MapEdge) => {
    const at = TELLING.indexOf(kind);
    return at < 0 ? TELLING.length : at;
  };
  return Number(b.contract) - Number(a.contract) || b.weight - a.weight || rank(a) - rank(b);
}

const PROTOCOLS: Record<string, string> = {
  protobuf: 'gRPC',
  graphql: 'GraphQL',
  openapi: 'HTTP',
  amqp: 'consumes AMQP',
  asyncapi: 'consumes',
};

/** What crosses contracts, as other pictures say it. */
function crossingOf({ extra }: FullEdge): string[] {
  const { contracts } = extra as { contracts?: unknown };
  return (Array.isArray(contracts) ? (contracts as unknown[]) : []).flatMap((one) => {
    const { protocol, name } = (one ?? {}) as { protocol?: unknown; name?: unknown };
    if (typeof protocol !== 'string' || typeof name !== 'string' || !Object.hasOwn(PROTOCOLS, protocol)) {
      return [];
    }
    return [`${PROTOCOLS[protocol]} ${protocol === 'protobuf' ? name.split('.').at(-1) : name}`];
  });
}

/** Imports behind an edge: those that were counted, whether the edge was found or a draft wrote it down. */
function importsOf({ extra }: FullEdge): number | undefined {
  const { origin, count } = extra as { origin?: unknown; count?: unknown };
  return typeof count === 'number' ? count : origin === 'code' ? 1 : undefined;
}

function counted(names: readonly string[], first: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const place = (name: string) => {
    const at = first.indexOf(name);
    return at < 0 ? first.length : at;
  };
  return [...counts].toSorted(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1));
}
