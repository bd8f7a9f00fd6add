import { areasAround, type MapNode } from './model.js';

/** A place of the map. */
export interface Point {
  x: number;
  y: number;
}

/** Where an edge begins and ends: at the rims of what it joins, or at the name of the area that holds the other end. */
export function ends(from: MapNode, to: MapNode): [Point, Point] {
  const [a, b] = [anchor(from, to), anchor(to, from)];
  return [a.inside ? a.point : rim(from, b.point), b.inside ? b.point : rim(to, a.point)];
}

/** What an edge aims at, and whether the other end is inside of that. */
function anchor(node: MapNode, other: MapNode): { point: Point; inside: boolean } {
  for (const area of areasAround(other)) {
    if (area === node) {
      return { point: { x: node.x - node.width / 2 + 18, y: node.y - node.height / 2 + 26 }, inside: true };
    }
  }
  return { point: { x: node.x, y: node.y }, inside: false };
}

/** Where the line from a node's middle to a place leaves the node. */
function rim({ x, y, width, height }: MapNode, towards: Point): Point {
  const [dx, dy] = [towards.x - x, towards.y - y];
  const part = Math.min(
    dx === 0 ? Infinity : width / 2 / Math.abs(dx),
    dy === 0 ? Infinity : height / 2 / Math.abs(dy),
  );
  return Number.isFinite(part) ? { x: x + dx * part, y: y + dy * part } : { x, y };
}

/** The point that bends an edge, so that the two directions between two nodes do not cover each other. */
function bend(a: Point, b: Point): Point {
  const part = 0.1;
  return { x: (a.x + b.x) / 2 - (b.y - a.y) * part, y: (a.y + b.y) / 2 + (b.x - a.x) * part };
}

/** The line of an edge. */
export function trace(path: Path2D, [a, b]: [Point, Point], curved: boolean): void {
  path.moveTo(a.x, a.y);
  if (curved) {
    const middle = bend(a, b);
    path.quadraticCurveTo(middle.x, middle.y, b.x, b.y);
  } else {
    path.lineTo(b.x, b.y);
  }
}

/** The head of an arrow whose line is so wide. */
export function head(
  pen: CanvasRenderingContext2D,
  [a, b]: [Point, Point],
  width: number,
  curved: boolean,
): void {
  const before = curved ? bend(a, b) : a;
  const angle = Math.atan2(b.y - before.y, b.x - before.x);
  const length = 6 + 1.7 * width;
  pen.beginPath();
  pen.moveTo(b.x, b.y);
  pen.lineTo(b.x - length * Math.cos(angle - 0.42), b.y - length * Math.sin(angle - 0.42));
  pen.lineTo(b.x - length * Math.cos(angle + 0.42), b.y - length * Math.sin(angle + 0.42));
  pen.closePath();
  pen.fill();
}

/** How wide the line of an edge is: three more for every tenfold of what is behind it. */
export function widthOf(weight: number): number {
  return Math.round(2 * Math.min(8, 1.2 + 3 * Math.log10(weight))) / 2;
}

/** The outline of a node, so much larger than it is. */
export function outline(pen: CanvasRenderingContext2D, node: MapNode, by: number, corner: number): void {
  const { x, y, width, height } = node;
  pen.beginPath();
  pen.roundRect(x - width / 2 - by, y - height / 2 - by, width + 2 * by, height + 2 * by, corner + by);
}
