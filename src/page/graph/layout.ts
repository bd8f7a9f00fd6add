import { forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force';

import { wrapped } from './labels.js';
import { downwards, type MapModel, type MapNode } from './model.js';
import { overlaps, push, separate, shelve, type Body } from './packing.js';

/** Bodies that belong near each other. */
interface Link {
  source: number;
  target: number;
  weight: number;
}

/** Says how wide a text is in the font of labels, in the map's units; `strong` is that of an area's name. */
export type Measure = (text: string, strong: boolean) => number;

/** Heights in the map's units: of a line of a label, and of the strip at an area's top that has its name. */
export const LINE = 15;
export const HEADER = 30;

/** Between a label and the rim around it. */
const PADDING_X = 11;
const PADDING_Y = 8;

/** Between what stands in an area and its rim. */
const RIM = 16;

/** So many that are linked are arranged by their links; more would be a tangle, and take long. */
const MAX_ARRANGED_NODES = 400;

/** Ticks of the simulation per area: many where there is little to do. */
const TICKS = [
  [30, 200],
  [MAX_ARRANGED_NODES, 110],
] as const;

/**
 * Gives every node its place and size: its label stands inside of it, what is linked stands together, inside the area it
 * is part of. The same graph always gets the same places in a window of the same shape, for the simulation knows no chance
 * of its own.
 *
 * A generator, so that a large graph does not freeze the page: it yields after every area and every few ticks.
 *
 * @param aspect width by height of the window
 */
export function* arrange(model: MapModel, measure: Measure, aspect: number): Generator<void> {
  const links = linksByArea(model);
  const wide = Math.min(1.8, Math.max(0.55, aspect));
  // Areas before what holds them.
  const areas = [...downwards(model.tops)].map(({ node }) => node).toReversed();
  for (const node of areas) {
    if (node.children.length === 0) {
      node.lines = wrapped(node.id, (text) => measure(text, false));
      node.width = Math.max(46, ...node.lines.map((text) => measure(text, false) + 2 * PADDING_X));
      node.height = node.lines.length * LINE + 2 * PADDING_Y;
      continue;
    }
    const [width, height] = yield* settle(node.children, links.get(node) ?? [], wide);
    node.lines = [node.id];
    node.width = Math.max(width + 2 * RIM, Math.min(measure(node.id, true), 260) + 3 * PADDING_X);
    node.height = height + RIM + HEADER;
    for (const child of node.children) {
      child.y += (HEADER - RIM) / 2;
    }
  }
  yield* settle(model.tops, links.get(undefined) ?? [], wide);
  // So far places are relative to the area's middle.
  for (const { node } of downwards(model.tops)) {
    node.x += node.parent?.x ?? 0;
    node.y += node.parent?.y ?? 0;
  }
}

/** Places siblings around zero: the linked ones by their links, the others in rows below. Returns width and height. */
function* settle(
  nodes: readonly MapNode[],
  links: readonly Link[],
  wide: number,
): Generator<void, [width: number, height: number]> {
  const bodies: Body[] = nodes.map((node) => ({ node, x: 0, y: 0, width: node.width, height: node.height }));
  const linked = new Set(links.flatMap(({ source, target }) => [source, target]));
  let together = bodies.filter((_, at) => linked.has(at));
  if (together.length > MAX_ARRANGED_NODES) {
    together = [];
  }
  if (together.length > 1) {
    yield* simulate(together, bodies, links, wide);
    if (!separate(together)) {
      together = [];
    }
  }
  const placed = new Set(together);
  const size = shelve(
    together,
    bodies.filter((body) => !placed.has(body)),
    wide,
  );
  for (const { node, x, y } of bodies) {
    node.x = x;
    node.y = y;
  }
  return size;
}

function* simulate(
  together: Body[],
  bodies: readonly Body[],
  links: readonly Link[],
  wide: number,
): Generator<void> {
  spread(together, wide);
  const place = new Map(together.map((body, at) => [body, at]));
  const pulls = pullsOf(
    links.flatMap(({ source, target, weight }) => {
      const [from, to] = [bodies[source], bodies[target]].map((body) =>
        body === undefined ? undefined : place.get(body),
      );
      return from === undefined || to === undefined ? [] : [{ source: from, target: to, weight }];
    }),
  );
  const ticks = TICKS.find(([most]) => together.length <= most)?.[1] ?? 0;
  const reach = (body: Body) => Math.hypot(body.width, body.height) / 2;
  const shape = wide < 1 ? wide ** 3 : wide;
  const simulation = forceSimulation(together)
    .stop()
    .alphaDecay(1 - 0.001 ** (1 / ticks))
    .force(
      'link',
      forceLink<Body, Pull>(pulls)
        .distance(({ source, target }) => reach(source as Body) + reach(target as Body) + 26)
        .strength(({ strength }) => strength),
    )
    .force(
      'charge',
      forceManyBody<Body>()
        .strength((body) => -3.4 * reach(body))
        .distanceMax(1_200),
    )
    .force('apart', () => overlaps(together, push))
    // Wide windows are filled by wide maps, and narrow ones by high ones, though names are wide.
    .force('x', forceX<Body>(0).strength(0.1 / shape))
    .force('y', forceY<Body>(0).strength(0.12 * shape));
  for (let tick = 0; tick < ticks; tick++) {
    simulation.tick();
    if (tick % 8 === 0) {
      yield;
    }
  }
}

/** A link as d3 takes it, and changes it: positions become bodies. */
interface Pull {
  source: Body | number;
  target: Body | number;
  strength: number;
}

/** Heavy links pull more; those of a body that has many pull less each. */
function pullsOf(links: readonly Link[]): Pull[] {
  const fans = new Map<number, number>();
  for (const end of links.flatMap(({ source, target }) => [source, target])) {
    fans.set(end, (fans.get(end) ?? 0) + 1);
  }
  return links.map(({ source, target, weight }) => {
    const fan = Math.max(fans.get(source) ?? 1, fans.get(target) ?? 1);
    return { source, target, strength: Math.min(0.7, (0.3 * (1 + Math.log2(weight))) / Math.sqrt(fan)) };
  });
}

/** Bodies on a spiral, large ones in the middle. */
function spread(bodies: readonly Body[], wide: number): void {
  const area = (body: Body) => body.width * body.height;
  const order = bodies
    .map((body, at) => ({ body, at }))
    .toSorted((a, b) => area(b.body) - area(a.body) || a.at - b.at);
  let taken = 0;
  order.forEach(({ body }, turn) => {
    const distance = turn === 0 ? 0 : Math.sqrt(taken) * 0.8 + 20;
    const angle = turn * 2.399963229728653;
    body.x = distance * Math.cos(angle) * Math.sqrt(wide);
    body.y = (distance * Math.sin(angle)) / Math.sqrt(wide);
    taken += (body.width + 20) * (body.height + 20);
  });
}

/** For every area how strongly those in it are linked, what is inside them included. */
function linksByArea(model: MapModel): Map<MapNode | undefined, Link[]> {
  const index = new Map<MapNode, number>();
  for (const siblings of [model.tops, ...model.nodes.map(({ children }) => children)]) {
    siblings.forEach((node, at) => index.set(node, at));
  }
  const weights = new Map<MapNode | undefined, Map<string, Link>>();
  for (const { from, to, weight } of model.edges) {
    const ends = siblingsOf(from, to);
    if (ends === undefined) {
      continue;
    }
    const [a = 0, b = 0] = ends.map((node) => index.get(node) ?? 0).toSorted((one, other) => one - other);
    const area = ends[0].parent;
    const known = weights.get(area) ?? new Map<string, Link>();
    weights.set(area, known);
    const pull = 1 + Math.log2(weight);
    const link = known.get(`${a}-${b}`);
    if (link === undefined) {
      known.set(`${a}-${b}`, { source: a, target: b, weight: pull });
    } else {
      link.weight += pull;
    }
  }
  return new Map([...weights].map(([area, known]) => [area, [...known.values()]]));
}

/** The two that stand in the same area and hold, or are, the ends; undefined where one end holds the other. */
function siblingsOf(a: MapNode, b: MapNode): [MapNode, MapNode] | undefined {
  const above = new Map<MapNode | undefined, MapNode>();
  for (let node: MapNode | undefined = a; node !== undefined; node = node.parent) {
    above.set(node.parent, node);
  }
  for (let node: MapNode | undefined = b; node !== undefined; node = node.parent) {
    const other = above.get(node.parent);
    if (other !== undefined) {
      return other === node ? undefined : [other, node];
    }
  }
  return undefined;
}
