import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';

import { downwards, type MapModel, type MapNode } from './model.js';

/** A node among those that stand in the same area. */
interface Body extends SimulationNodeDatum {
  node: MapNode;
  /** What it keeps free around it. */
  room: number;
}

/** Bodies that belong near each other. */
interface Link {
  source: number;
  target: number;
  weight: number;
}

/** Free space around a dot, for its label, and around an area. */
const DOT_ROOM = 16;
const AREA_ROOM = 12;

/** Between what stands in an area and its rim; the name of the area stands there. */
const RIM = 14;

/** Ticks of the simulation per area: many where there is little to do. */
const TICKS = [
  [30, 160],
  [400, 110],
  [2_500, 70],
  [10_000, 25],
] as const;

/**
 * Gives every node its place: what is linked stands together, inside the area it is part of. The same graph always
 * gets the same places, for the simulation knows no chance of its own.
 *
 * A generator, so that a large graph does not freeze the page: it yields after every area and every few ticks.
 */
export function* arrange(model: MapModel): Generator<void> {
  const links = linksByArea(model);
  // Areas before what holds them.
  const areas = [...downwards(model.tops)].map(({ node }) => node).toReversed();
  for (const node of areas) {
    if (node.children.length === 0) {
      node.radius = 4 + Math.min(9, 1.6 * Math.sqrt(node.in.length + node.out.length));
    } else {
      yield* settle(node.children, links.get(node) ?? [], false);
      node.radius = centre(node.children) + RIM;
    }
  }
  yield* settle(model.tops, links.get(undefined) ?? [], true);
  // So far places are relative to the area's middle.
  for (const { node } of downwards(model.tops)) {
    node.x += node.parent?.x ?? 0;
    node.y += node.parent?.y ?? 0;
  }
}

function* settle(nodes: readonly MapNode[], links: readonly Link[], wide: boolean): Generator<void> {
  const rooms = nodes.map((node) => node.radius + (node.children.length > 0 ? AREA_ROOM : DOT_ROOM));
  const bodies = start(nodes, rooms);
  const ticks = TICKS.find(([most]) => nodes.length <= most)?.[1] ?? 0;
  if (nodes.length > 1 && ticks > 0) {
    const pulls = pullsOf(links);
    const simulation = forceSimulation(bodies)
      .stop()
      .alphaDecay(1 - 0.001 ** (1 / ticks))
      .force(
        'link',
        forceLink<Body, Pull>(pulls)
          .distance(({ source, target }) => (source as Body).room + (target as Body).room + 8)
          .strength(({ strength }) => strength),
      )
      .force('collide', forceCollide<Body>((body) => body.room).iterations(nodes.length > 60 ? 1 : 2))
      .force('x', forceX<Body>(0).strength(wide ? 0.09 : 0.15))
      .force('y', forceY<Body>(0).strength(0.15));
    // What is not linked is only packed.
    if (links.length > 0) {
      const charge = forceManyBody<Body>().strength((body) => -1.4 * body.room);
      simulation.force('charge', charge.distanceMax(900).theta(1.2));
    }
    for (let tick = 0; tick < ticks; tick++) {
      simulation.tick();
      if (tick % 8 === 0) {
        yield;
      }
    }
  }
  for (const { node, x = 0, y = 0 } of bodies) {
    node.x = x;
    node.y = y;
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

/** Bodies on a spiral, large ones in the middle, without overlap on the whole. */
function start(nodes: readonly MapNode[], rooms: readonly number[]): Body[] {
  const order = nodes.map((_, index) => index).toSorted((a, b) => (rooms[b] ?? 0) - (rooms[a] ?? 0) || a - b);
  const bodies: Body[] = nodes.map((node, index) => ({ node, room: rooms[index] ?? 0 }));
  let area = 0;
  order.forEach((index, turn) => {
    const body = bodies[index] as Body;
    const distance = turn === 0 ? 0 : Math.sqrt(area) * 1.1 + body.room * 0.5;
    const angle = turn * 2.399963229728653;
    body.x = distance * Math.cos(angle);
    body.y = distance * Math.sin(angle);
    area += body.room ** 2;
  });
  return bodies;
}

/** Moves siblings so that the circle around them has its middle at zero. Returns its radius. */
function centre(nodes: readonly MapNode[]): number {
  const reach = (sign: number, axis: 'x' | 'y') =>
    nodes.reduce((most, node) => Math.max(most, sign * node[axis] + node.radius), -Infinity);
  const x = (reach(1, 'x') - reach(-1, 'x')) / 2;
  const y = (reach(1, 'y') - reach(-1, 'y')) / 2;
  let radius = 0;
  for (const node of nodes) {
    node.x -= x;
    node.y -= y;
    const room = node.children.length > 0 ? AREA_ROOM / 2 : DOT_ROOM / 2;
    radius = Math.max(radius, Math.hypot(node.x, node.y) + node.radius + room);
  }
  return radius;
}

/** For every area how strongly those in it are linked, what is inside them included. */
function linksByArea(model: MapModel): Map<MapNode | undefined, Link[]> {
  const index = new Map<MapNode, number>();
  for (const siblings of [model.tops, ...model.nodes.map(({ children }) => children)]) {
    siblings.forEach((node, at) => index.set(node, at));
  }
  const weights = new Map<MapNode | undefined, Map<string, Link>>();
  for (const { from, to } of model.edges) {
    const ends = siblingsOf(from, to);
    if (ends === undefined) {
      continue;
    }
    const [a = 0, b = 0] = ends.map((node) => index.get(node) ?? 0).toSorted((one, other) => one - other);
    const area = ends[0].parent;
    const known = weights.get(area) ?? new Map<string, Link>();
    weights.set(area, known);
    const link = known.get(`${a}-${b}`);
    if (link === undefined) {
      known.set(`${a}-${b}`, { source: a, target: b, weight: 1 });
    } else {
      link.weight++;
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
