import type { SimulationNodeDatum } from 'd3-force';

import type { MapNode } from './model.js';

/** A node among those that stand in the same area: a rectangle around its middle. */
export interface Body extends SimulationNodeDatum {
  node: MapNode;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Free space between two bodies: edges go there, and their heads have to be seen. */
const GAP = 34;

/** Less than that is too near. */
const MIN_GAP = 10;

/** In rows nothing goes between. */
const ROW_GAP = 14;

/** Rounds of pushing bodies apart, after which rows have to do. */
const MAX_ROUNDS = 400;

/** Two bodies that are nearer than the gap allows, and by how much on each axis. */
type Meet = (a: Body, b: Body, x: number, y: number) => void;

/** Calls `meet` for every two bodies that come nearer than `gap` where they are about to be, from left to right. */
export function overlaps(bodies: readonly Body[], meet: Meet, gap = GAP): void {
  const at = (body: Body) => body.x + (body.vx ?? 0);
  const order = bodies.toSorted((a, b) => at(a) - a.width / 2 - (at(b) - b.width / 2));
  order.forEach((a, first) => {
    for (let second = first + 1; second < order.length; second++) {
      const b = order[second] as Body;
      if (at(b) - b.width / 2 >= at(a) + a.width / 2 + gap) {
        break;
      }
      const x = (a.width + b.width) / 2 + gap - Math.abs(at(b) - at(a));
      const y = (a.height + b.height) / 2 + gap - Math.abs(b.y + (b.vy ?? 0) - (a.y + (a.vy ?? 0)));
      if (x > 0.01 && y > 0.01) {
        meet(a, b, x, y);
      }
    }
  });
}

/**
 * Lets two bodies that overlap drift apart, along the way that is shorter for their size: names are wide, and would all
 * end above each other. The smaller one gives way.
 */
export function push(a: Body, b: Body, x: number, y: number): void {
  drift(a, b, x, y, x / (a.width + b.width) < y / (a.height + b.height));
}

function drift(a: Body, b: Body, x: number, y: number, across: boolean): void {
  const share = (b.width * b.height) / (a.width * a.height + b.width * b.height);
  if (across) {
    const sign = b.x + (b.vx ?? 0) >= a.x + (a.vx ?? 0) ? 1 : -1;
    a.vx = (a.vx ?? 0) - sign * x * 0.6 * share;
    b.vx = (b.vx ?? 0) + sign * x * 0.6 * (1 - share);
  } else {
    const sign = b.y + (b.vy ?? 0) >= a.y + (a.vy ?? 0) ? 1 : -1;
    a.vy = (a.vy ?? 0) - sign * y * 0.6 * share;
    b.vy = (b.vy ?? 0) + sign * y * 0.6 * (1 - share);
  }
}

/** Moves bodies until each has its gap. Says whether none is nearer to another one than may be. */
export function separate(bodies: readonly Body[]): boolean {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let any = false;
    for (const body of bodies) {
      [body.vx, body.vy] = [0, 0];
    }
    // What does not come apart by its size comes apart the short way.
    overlaps(bodies, (a, b, x, y) => {
      any = true;
      drift(a, b, x, y, round < MAX_ROUNDS / 4 ? x / (a.width + b.width) < y / (a.height + b.height) : x < y);
    });
    for (const body of bodies) {
      body.x += body.vx ?? 0;
      body.y += body.vy ?? 0;
      [body.vx, body.vy] = [0, 0];
    }
    if (!any) {
      return true;
    }
  }
  let near = false;
  overlaps(
    bodies,
    () => {
      near = true;
    },
    MIN_GAP,
  );
  return !near;
}

/**
 * Puts the loose bodies in rows below those that have their places, and moves all so that their middle is at zero.
 * Returns width and height.
 */
export function shelve(
  placed: readonly Body[],
  loose: readonly Body[],
  wide: number,
): [width: number, height: number] {
  const box = around(placed);
  const area = loose.reduce((sum, { width, height }) => sum + (width + ROW_GAP) * (height + ROW_GAP), 0);
  const most = Math.max(
    box.right - box.left,
    Math.sqrt(area * wide) * 1.05,
    ...loose.map(({ width }) => width),
  );
  // High ones first, so that rows are full; else in their order.
  const order = loose.toSorted((a, b) => b.height - a.height);
  const from = (box.left + box.right) / 2 - most / 2;
  let [left, top, row] = [from, placed.length > 0 ? box.bottom + GAP : 0, 0];
  for (const body of order) {
    if (left > from && left + body.width > from + most + 0.01) {
      [left, top, row] = [from, top + row + ROW_GAP, 0];
    }
    body.x = left + body.width / 2;
    body.y = top + body.height / 2;
    left += body.width + ROW_GAP;
    row = Math.max(row, body.height);
  }
  const all = [...placed, ...loose];
  const whole = around(all);
  for (const body of all) {
    body.x -= (whole.left + whole.right) / 2;
    body.y -= (whole.top + whole.bottom) / 2;
  }
  return [whole.right - whole.left, whole.bottom - whole.top];
}

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function around(bodies: readonly Body[]): Edges {
  if (bodies.length === 0) {
    return { left: 0, top: 0, right: 0, bottom: 0 };
  }
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y, width, height } of bodies) {
    box.left = Math.min(box.left, x - width / 2);
    box.top = Math.min(box.top, y - height / 2);
    box.right = Math.max(box.right, x + width / 2);
    box.bottom = Math.max(box.bottom, y + height / 2);
  }
  return box;
}
