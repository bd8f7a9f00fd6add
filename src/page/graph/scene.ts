import type { ZoomTransform } from 'd3-zoom';

import { boxAround, type Rectangle } from './camera.js';
import { holds, Room, shortened, type Box } from './labels.js';
import { areasAround, downwards, PART_OF, type MapEdge, type MapNode } from './model.js';
import type { State } from './state.js';
import { anchor, head, placesAround, ring, trace } from './strokes.js';
import type { Hues, Theme } from './theme.js';

const FONT = 'system-ui, sans-serif';

/** Of edges that nobody looks at: the more, the fainter. */
const FAINTEST = 0.05;
const STRONGEST = 0.5;

/** So many edges are curved, have arrow heads, and are drawn while the map moves. */
const MOST_CURVED = 3_000;
const MOST_POINTED = 160;
const MOST_MOVING = 4_000;

/** What is not looked at, while something is. */
const DIMMED = 0.13;

/** Draws the map, and knows what is where on the screen. */
export class Scene {
  theme: Theme;
  #paths = new Map<string, Path2D>();
  #shown: MapEdge[] = [];
  /** Labels of the last drawing, for the pointer. */
  #labels: { box: Box; node: MapNode }[] = [];
  readonly #order: MapNode[];
  readonly #byDegree: MapNode[];
  readonly #widths = new Map<string, number>();

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly state: State,
    readonly hues: Hues,
    theme: Theme,
  ) {
    this.theme = theme;
    this.#order = [...downwards(state.model.tops)].map(({ node }) => node);
    const degree = (node: MapNode) => node.in.length + node.out.length;
    const isDot = (node: MapNode) => Number(node.children.length === 0);
    this.#byDegree = state.model.nodes.toSorted(
      (a, b) => isDot(a) - isDot(b) || a.depth - b.depth || degree(b) - degree(a),
    );
    this.filtered();
  }

  /** To be called when what is shown has changed. */
  filtered(): void {
    this.#shown = this.state.model.edges.filter((edge) => this.state.showsEdge(edge));
    this.#paths = new Map();
    const curved = this.#shown.length <= MOST_CURVED;
    for (const { from, to, kind } of this.#shown) {
      const path = this.#paths.get(kind) ?? new Path2D();
      this.#paths.set(kind, path);
      trace(path, anchor(from), anchor(to), curved);
    }
  }

  /** The rectangle of the map that holds everything shown. */
  bounds(): Rectangle {
    const shown = this.state.model.nodes.filter((node) => this.state.shows(node));
    const nodes = shown.length > 0 ? shown : this.state.model.nodes;
    // With room for the names of areas, above them, and of dots, below.
    return boxAround(nodes.map(({ x, y, radius }) => ({ x, y, radius: radius + 12 })));
  }

  draw(at: ZoomTransform, moving: boolean): void {
    const { canvas, theme, state } = this;
    const ratio = globalThis.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const pen = canvas.getContext('2d');
    if (pen === null) {
      return;
    }
    const world = () => pen.setTransform(ratio * at.k, 0, 0, ratio * at.k, ratio * at.x, ratio * at.y);
    const screen = () => pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    screen();
    pen.fillStyle = theme.background;
    pen.fillRect(0, 0, width, height);
    world();
    if (state.showsAreas()) {
      this.#areas(pen, at.k);
    }
    if (!(moving && this.#shown.length > MOST_MOVING)) {
      this.#edges(pen, at.k);
    }
    const { focus } = state;
    if (focus !== undefined) {
      this.#litEdges(pen, at.k, focus);
    }
    this.#dots(pen, at);
    screen();
    this.#names(pen, at, width, height);
  }

  /** The node at a place of the screen: its dot, its name, or else the area. */
  pick(at: ZoomTransform, px: number, py: number): MapNode | undefined {
    const { state } = this;
    const [x, y] = [at.invertX(px), at.invertY(py)];
    const slack = 5 / at.k;
    let best: MapNode | undefined;
    let nearest = Infinity;
    for (const node of this.#order) {
      if (state.shows(node)) {
        const place = anchor(node);
        const reach = (node.children.length > 0 ? 5 / at.k : node.radius) + slack;
        const distance = Math.hypot(place.x - x, place.y - y) - reach;
        if (distance < 0 && distance < nearest) {
          [best, nearest] = [node, distance];
        }
      }
    }
    best ??= this.#labels.findLast(({ box }) => holds(box, px, py))?.node;
    if (best === undefined && state.showsAreas()) {
      const around = this.#order.filter(
        (node) =>
          node.children.length > 0 && state.shows(node) && Math.hypot(node.x - x, node.y - y) <= node.radius,
      );
      best = around.at(-1);
    }
    return best;
  }

  #areas(pen: CanvasRenderingContext2D, k: number): void {
    const { theme, state } = this;
    for (const node of this.#order) {
      if (node.children.length === 0 || !state.shows(node)) {
        continue;
      }
      const chosen = node === state.focus;
      const hue = theme.hues[this.hues.node(node.kind)] ?? theme.muted;
      pen.beginPath();
      pen.arc(node.x, node.y, node.radius, 0, 2 * Math.PI);
      pen.fillStyle = hue;
      pen.globalAlpha = (theme.dark ? 0.09 : 0.06) * (chosen ? 2 : 1);
      pen.fill();
      pen.strokeStyle = hue;
      pen.lineWidth = (chosen ? 2.5 : 1) / k;
      pen.globalAlpha = chosen ? 1 : this.#isLit(node) ? 0.5 : 0.2;
      pen.stroke();
    }
    pen.globalAlpha = 1;
  }

  #edges(pen: CanvasRenderingContext2D, k: number): void {
    const { theme, state } = this;
    const looked = state.lit !== undefined || state.marked !== undefined;
    const plain = Math.min(STRONGEST, Math.max(FAINTEST, 5 / Math.sqrt(this.#shown.length)));
    pen.globalAlpha = looked ? plain * 0.3 : plain;
    pen.lineWidth = 1.1 / k;
    for (const [kind, path] of this.#paths) {
      pen.strokeStyle = theme.hues[this.hues.edge(kind)] ?? theme.muted;
      pen.stroke(path);
    }
    if (this.#shown.length <= MOST_POINTED && !looked) {
      for (const { from, to, kind } of this.#shown) {
        pen.fillStyle = theme.hues[this.hues.edge(kind)] ?? theme.muted;
        head(pen, from, to, k, true);
      }
    }
    pen.globalAlpha = 1;
  }

  #litEdges(pen: CanvasRenderingContext2D, k: number, focus: MapNode): void {
    const { theme, state } = this;
    const curved = this.#shown.length <= MOST_CURVED;
    const line = (from: MapNode, to: MapNode, kind: string, other: MapNode) => {
      if (state.hiddenEdgeKinds.has(kind) || !state.shows(other) || from === to) {
        return;
      }
      // What an area shows needs no line.
      if (kind === PART_OF && from.parent === to) {
        return;
      }
      const path = new Path2D();
      trace(path, anchor(from), anchor(to), curved);
      pen.strokeStyle = theme.hues[this.hues.edge(kind)] ?? theme.muted;
      pen.fillStyle = pen.strokeStyle;
      pen.stroke(path);
      head(pen, from, to, k, curved);
    };
    const many = focus.in.length + focus.out.length;
    pen.globalAlpha = many > 200 ? 0.35 : 0.95;
    pen.lineWidth = 1.8 / k;
    for (const { node, kind } of focus.out) {
      line(focus, node, kind, node);
    }
    for (const { node, kind } of focus.in) {
      line(node, focus, kind, node);
    }
    pen.globalAlpha = 1;
  }

  #dots(pen: CanvasRenderingContext2D, at: ZoomTransform): void {
    const { theme, state } = this;
    for (const node of this.#order) {
      if (!state.shows(node)) {
        continue;
      }
      const { x, y } = anchor(node);
      const radius = this.#dotRadius(node, at.k);
      pen.globalAlpha = this.#isLit(node) ? 1 : DIMMED;
      pen.beginPath();
      pen.arc(x, y, radius, 0, 2 * Math.PI);
      pen.fillStyle = theme.hues[this.hues.node(node.kind)] ?? theme.muted;
      pen.fill();
      pen.strokeStyle = theme.background;
      pen.lineWidth = Math.min(1.5 / at.k, radius * 0.4);
      pen.stroke();
      if (node.freshness === 'stale') {
        ring(pen, x, y, radius + 2.5 / at.k, 2 / at.k, theme.warning);
      }
      // The rim of an area shows that by itself.
      if ((node === state.selected || node === state.hovered) && node.children.length === 0) {
        pen.globalAlpha = 1;
        ring(pen, x, y, radius + 5 / at.k, 2 / at.k, theme.accent);
      }
    }
    pen.globalAlpha = 1;
  }

  /** In the map's units: never too small to be seen, and on the rim of a small area no larger than that. */
  #dotRadius(node: MapNode, k: number): number {
    const least = (this.state.marked?.has(node) === true ? 3 : 1.6) / k;
    const wanted = node.children.length > 0 ? Math.min(5 / k, node.radius * 0.3) : node.radius;
    return Math.max(wanted, least);
  }

  #names(pen: CanvasRenderingContext2D, at: ZoomTransform, width: number, height: number): void {
    const { state, theme } = this;
    const room = new Room();
    const dots = this.#dotsOnScreen(at, width, height);
    this.#labels = [];
    const first = [state.hovered, state.selected].filter((node) => node !== undefined);
    const lit = state.lit === undefined ? [] : [...state.lit];
    const rest = (state.marked === undefined ? this.#byDegree : [...state.marked]).filter((node) =>
      this.#isLit(node),
    );
    const done = new Set<MapNode>();
    pen.textBaseline = 'middle';
    pen.textAlign = 'left';
    for (const node of [...first, ...lit, ...rest]) {
      if (done.has(node) || !state.shows(node)) {
        continue;
      }
      done.add(node);
      const wanted =
        first.includes(node) || state.lit?.has(node) === true || state.marked?.has(node) === true;
      const isArea = node.children.length > 0;
      const size = node.radius * at.k;
      if (!wanted && (isArea ? size < 20 : size < 3.4)) {
        continue;
      }
      const place = anchor(node);
      const [x, y] = [at.applyX(place.x), at.applyY(place.y)];
      if (x < -200 || x > width + 200 || y < -40 || y > height + 40) {
        continue;
      }
      const points = isArea ? (node.depth === 0 ? 13 : 12) : 11.5;
      const font = `${isArea ? '600 ' : ''}${points}px ${FONT}`;
      const text = shortened(node.id, wanted ? 60 : 28);
      const length = this.#width(pen, font, text);
      const places: Box[] = isArea
        ? [{ x: x - length / 2 - 8, y: y - 9, width: length + 24, height: 18 }]
        : placesAround(x, y, Math.max(size, 2) + 2, length + 6, 15);
      const must = first.includes(node);
      // What is looked at is named even where its name covers a dot, and so are areas.
      let box = places.find((one) => room.take(one, wanted || isArea ? undefined : dots));
      box ??= must ? places[0] : undefined;
      if (box === undefined) {
        continue;
      }
      this.#labels.push({ box, node });
      pen.globalAlpha = isArea ? 0.92 : 0.72;
      pen.fillStyle = theme.background;
      pen.beginPath();
      pen.roundRect(box.x, box.y, box.width, box.height, 8);
      pen.fill();
      pen.globalAlpha = 1;
      if (isArea) {
        pen.fillStyle = theme.hues[this.hues.node(node.kind)] ?? theme.muted;
        pen.beginPath();
        pen.arc(box.x + 8, y, 4.5, 0, 2 * Math.PI);
        pen.fill();
        if (node.freshness === 'stale') {
          ring(pen, box.x + 8, y, 6.5, 2, theme.warning);
        }
      }
      pen.font = font;
      pen.fillStyle = isArea || wanted ? theme.text : theme.muted;
      pen.fillText(text, isArea ? box.x + 17 : box.x + 3, isArea ? y + 0.5 : box.y + 7.5);
    }
  }

  /** What labels should not cover. */
  #dotsOnScreen(at: ZoomTransform, width: number, height: number): Room {
    const dots = new Room();
    for (const node of this.#order) {
      const size = node.radius * at.k;
      if (node.children.length === 0 && size >= 2 && this.state.shows(node)) {
        const [x, y] = [at.applyX(node.x), at.applyY(node.y)];
        if (x > -20 && x < width + 20 && y > -20 && y < height + 20) {
          dots.add({ x: x - size, y: y - size, width: 2 * size, height: 2 * size });
        }
      }
    }
    return dots;
  }

  /** Whether a node is among what is looked at; everything is, while nothing is. */
  #isLit(node: MapNode): boolean {
    const { focus, lit, marked } = this.state;
    if (lit !== undefined && focus !== undefined) {
      if (lit.has(node)) {
        return true;
      }
      for (const area of areasAround(node)) {
        if (area === focus) {
          return true;
        }
      }
      return false;
    }
    return marked === undefined || marked.has(node);
  }

  #width(pen: CanvasRenderingContext2D, font: string, text: string): number {
    const key = `${font}|${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      pen.font = font;
      width = pen.measureText(text).width;
      this.#widths.set(key, width);
    }
    return width;
  }
}
