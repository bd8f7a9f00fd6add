import type { Box } from './labels.js';
import type { MapNode } from './model.js';

/** A place of the map. */
export interface Point {
  x: number;
  y: number;
}

/** Where edges meet a node: a dot's middle, the top of an area's rim. */
export function anchor(node: MapNode): Point {
  return node.children.length > 0 ? { x: node.x, y: node.y - node.radius } : { x: node.x, y: node.y };
}

/** The point that bends an edge, so that the two directions between two nodes do not cover each other. */
function bend(a: Point, b: Point): Point {
  const part = 0.1;
  return { x: (a.x + b.x) / 2 - (b.y - a.y) * part, y: (a.y + b.y) / 2 + (b.x - a.x) * part };
}

/** The line of an edge. */
export function trace(path: Path2D, a: Point, b: Point, curved: boolean): void {
  path.moveTo(a.x, a.y);
  if (curved) {
    const middle = bend(a, b);
    path.quadraticCurveTo(middle.x, middle.y, b.x, b.y);
  } else {
    path.lineTo(b.x, b.y);
  }
}

/** The head of an arrow, at the rim of the node it points to. */
export function head(
  pen: CanvasRenderingContext2D,
  from: MapNode,
  to: MapNode,
  k: number,
  curved: boolean,
): void {
  const [a, b] = [anchor(from), anchor(to)];
  const before = curved ? bend(a, b) : a;
  const angle = Math.atan2(b.y - before.y, b.x - before.x);
  // An area's name stands around its anchor.
  const rim = to.children.length > 0 ? 11 / k : to.radius;
  const length = 7 / k;
  const tip = { x: b.x - rim * Math.cos(angle), y: b.y - rim * Math.sin(angle) };
  pen.beginPath();
  pen.moveTo(tip.x, tip.y);
  pen.lineTo(tip.x - length * Math.cos(angle - 0.42), tip.y - length * Math.sin(angle - 0.42));
  pen.lineTo(tip.x - length * Math.cos(angle + 0.42), tip.y - length * Math.sin(angle + 0.42));
  pen.closePath();
  pen.fill();
}

export function ring(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  width: number,
  colour: string,
): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}

/** Where a dot's label may stand: below, above, right, left. */
export function placesAround(x: number, y: number, gap: number, width: number, height: number): Box[] {
  return [
    { x: x - width / 2, y: y + gap, width, height },
    { x: x - width / 2, y: y - gap - height, width, height },
    { x: x + gap, y: y - height / 2, width, height },
    { x: x - gap - width, y: y - height / 2, width, height },
  ];
}
