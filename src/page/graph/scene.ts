import type { ZoomTransform } from 'd3-zoom';

import { boxAround, type Rectangle } from './camera.js';
import { holds, Room, shortened, type Box } from './labels.js';
import { HEADER, LINE } from './layout.js';
import { areasAround, downwards, PART_OF, type MapEdge, type MapNode } from './model.js';
import type { State } from './state.js';
import { ends, head, outline, trace, widthOf } from './strokes.js';
import type { Hues, Theme } from './theme.js';

/** The font of labels, of so many pixels. */
export function labelFont(points: number, strong: boolean): string {
  return `${strong ? '600 ' : ''}${points}px system-ui, sans-serif`;
}

/** Of edges that nobody looks at: the more, the fainter. */
const FAINTEST = 0.05;
const STRONGEST = 0.75;

/** So many edges are curved, have arrow heads, and are drawn while the map moves. */
const MAX_CURVED_EDGES = 3_000;
const MAX_POINTED_EDGES = 160;
const MAX_MOVING_EDGES = 4_000;

/** What is not looked at, while something is. */
const DIMMED = 0.16;

/** Pixels below which a label cannot be read, and above which it need not grow. */
const SMALLEST = 5;
const MAX_FONT_PIXELS = 22;

/** Corners of nodes and areas. */
const CORNER = 7;

/** Draws the map, and knows what is where on the screen. */
export class Scene {
  theme: Theme;
  #paths = new Map<string, { kind: string; width: number; path: Path2D }>();
  /** Names beside the map's own, of the last drawing, for the pointer. */
  #labels: { box: Box; node: MapNode }[] = [];
  readonly #order: MapNode[];
  readonly #widths = new Map<string, number>();

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly state: State,
    readonly hues: Hues,
    theme: Theme,
  ) {
    this.theme = theme;
    this.#order = [...downwards(state.model.tops)].map(({ node }) => node);
    this.filtered();
  }

  /** To be called when what is shown has changed. */
  filtered(): void {
    this.#paths = new Map();
    const curved = this.#curved();
    for (const { from, to, kind, weight } of this.state.edges) {
      const width = widthOf(weight);
      const key = `${width} ${kind}`;
      const known = this.#paths.get(key) ?? { kind, width, path: new Path2D() };
      this.#paths.set(key, known);
      trace(known.path, ends(from, to), curved);
    }
  }

  /** The rectangle of the map that holds everything shown. */
  bounds(): Rectangle {
    const shown = this.state.model.nodes.filter((node) => this.state.shows(node));
    return boxAround(shown.length > 0 ? shown : this.state.model.nodes);
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
    if (!(moving && state.edges.length > MAX_MOVING_EDGES)) {
      this.#edges(pen);
    }
    const { focus } = state;
    if (focus !== undefined) {
      this.#litEdges(pen, focus);
    }
    this.#shapes(pen, at.k);
    screen();
    this.#names(pen, at, width, height);
  }

  /** The node at a place of the screen: what has its name there, or else the innermost area. */
  pick(at: ZoomTransform, px: number, py: number): MapNode | undefined {
    const { state } = this;
    const [x, y] = [at.invertX(px), at.invertY(py)];
    const slack = 3 / at.k;
    const within = (node: MapNode, by: number) =>
      state.shows(node) &&
      Math.abs(node.x - x) <= node.width / 2 + by &&
      Math.abs(node.y - y) <= node.height / 2 + by;
    const isDrawn = (node: MapNode) => node.children.length === 0 && within(node, slack);
    return (
      this.#labels.findLast(({ box }) => holds(box, px, py))?.node ??
      this.#order.findLast(isDrawn) ??
      (state.showsAreas()
        ? this.#order.findLast((node) => node.children.length > 0 && within(node, 0))
        : undefined)
    );
  }

  #curved(): boolean {
    return this.state.edges.length <= MAX_CURVED_EDGES;
  }

  #hue(kind: string): string {
    return this.theme.hues[this.hues.node(kind)] ?? this.theme.muted;
  }

  #areas(pen: CanvasRenderingContext2D, k: number): void {
    const { theme, state } = this;
    for (const node of this.#order) {
      if (node.children.length === 0 || !state.shows(node)) {
        continue;
      }
      const chosen = node === state.selected || node === state.hovered;
      // The frame around all is a line; what is in it is not darker for that.
      const isFrame = node === state.model.root;
      outline(pen, node, 0, CORNER + 4);
      pen.fillStyle = this.#hue(node.kind);
      pen.globalAlpha = isFrame ? 0 : (theme.dark ? 0.1 : 0.06) * (chosen ? 2 : 1);
      pen.fill();
      pen.strokeStyle = isFrame ? theme.muted : this.#hue(node.kind);
      pen.lineWidth = (chosen ? 2.5 : isFrame ? 1.5 : 1) / Math.min(1, k);
      pen.globalAlpha = chosen ? 1 : this.#isLit(node) ? 0.6 : 0.25;
      pen.stroke();
      if (node.freshness === 'stale') {
        this.#warn(pen, node, k);
      }
    }
    pen.globalAlpha = 1;
  }

  #warn(pen: CanvasRenderingContext2D, node: MapNode, k: number): void {
    outline(pen, node, 2.5, CORNER);
    pen.strokeStyle = this.theme.warning;
    pen.lineWidth = 2 / Math.min(1, k);
    pen.stroke();
  }

  #edges(pen: CanvasRenderingContext2D): void {
    const { theme, state } = this;
    const looked = state.lit !== undefined || state.marked !== undefined;
    const plain = Math.min(STRONGEST, Math.max(FAINTEST, 9 / Math.sqrt(state.edges.length)));
    pen.globalAlpha = looked ? plain * 0.25 : plain;
    for (const { kind, width, path } of this.#paths.values()) {
      pen.strokeStyle = theme.hues[this.hues.edge(kind)] ?? theme.muted;
      pen.lineWidth = width;
      pen.stroke(path);
    }
    if (state.edges.length <= MAX_POINTED_EDGES) {
      for (const { from, to, kind, weight } of state.edges) {
        pen.fillStyle = theme.hues[this.hues.edge(kind)] ?? theme.muted;
        head(pen, ends(from, to), widthOf(weight), true);
      }
    }
    pen.globalAlpha = 1;
  }

  #litEdges(pen: CanvasRenderingContext2D, focus: MapNode): void {
    const { theme, state } = this;
    const curved = this.#curved();
    const line = ({ from, to, kind, weight }: Omit<MapEdge, 'contract'>, other: MapNode) => {
      if (state.hiddenEdgeKinds.has(kind) || !state.shows(other) || from === to) {
        return;
      }
      // What an area shows needs no line.
      if (kind === PART_OF && from.parent === to) {
        return;
      }
      const path = new Path2D();
      const places = ends(from, to);
      trace(path, places, curved);
      pen.strokeStyle = theme.hues[this.hues.edge(kind)] ?? theme.muted;
      pen.fillStyle = pen.strokeStyle;
      pen.lineWidth = widthOf(weight) + 0.7;
      pen.stroke(path);
      head(pen, places, widthOf(weight), curved);
    };
    const many = focus.in.length + focus.out.length;
    pen.globalAlpha = many > 200 ? 0.35 : 0.95;
    for (const { node, kind, imports, crossing } of focus.out) {
      line({ from: focus, to: node, kind, weight: imports ?? Math.max(1, crossing.length) }, node);
    }
    for (const { node, kind, imports, crossing } of focus.in) {
      line({ from: node, to: focus, kind, weight: imports ?? Math.max(1, crossing.length) }, node);
    }
    pen.globalAlpha = 1;
  }

  /** Nodes with their names inside, and the names of areas. */
  #shapes(pen: CanvasRenderingContext2D, k: number): void {
    const { theme, state } = this;
    pen.textBaseline = 'middle';
    for (const node of this.#order) {
      if (!state.shows(node)) {
        continue;
      }
      const alpha = this.#isLit(node) ? 1 : DIMMED;
      if (node.children.length > 0) {
        if (state.showsAreas()) {
          pen.globalAlpha = Math.max(alpha, 0.4);
          this.#header(pen, node, k);
        }
        continue;
      }
      outline(pen, node, 0, CORNER);
      // An edge that passes below can be followed, and the name above it read.
      pen.globalAlpha = 0.82;
      pen.fillStyle = theme.background;
      pen.fill();
      pen.fillStyle = this.#hue(node.kind);
      pen.globalAlpha = alpha * (theme.dark ? 0.24 : 0.14);
      pen.fill();
      pen.globalAlpha = alpha;
      pen.strokeStyle = this.#hue(node.kind);
      pen.lineWidth = 1.3 / Math.min(1, k);
      pen.stroke();
      if (node.freshness === 'stale') {
        this.#warn(pen, node, k);
      }
      if (node === state.selected || node === state.hovered) {
        pen.globalAlpha = 1;
        outline(pen, node, 4, CORNER);
        pen.strokeStyle = theme.accent;
        pen.lineWidth = 2 / Math.min(1, k);
        pen.stroke();
      }
      this.#label(pen, node, k);
    }
    pen.globalAlpha = 1;
  }

  #label(pen: CanvasRenderingContext2D, node: MapNode, k: number): void {
    if (12 * k < SMALLEST) {
      return;
    }
    pen.font = labelFont(Math.min(12, MAX_FONT_PIXELS / k), false);
    pen.fillStyle = this.theme.text;
    pen.textAlign = 'center';
    const first = node.y - ((node.lines.length - 1) * LINE) / 2;
    node.lines.forEach((text, at) => pen.fillText(text, node.x, first + at * LINE + 0.5));
  }

  /** Of an area's name. */
  #pointsOf(area: MapNode): number {
    return area === this.state.model.root ? 15 : 13;
  }

  #header(pen: CanvasRenderingContext2D, node: MapNode, k: number): void {
    const points = this.#pointsOf(node);
    if (points * k < SMALLEST) {
      return;
    }
    const [left, top] = [node.x - node.width / 2 + 12, node.y - node.height / 2 + HEADER / 2 + 2];
    pen.fillStyle = this.#hue(node.kind);
    pen.beginPath();
    pen.arc(left + 4, top, 4.5, 0, 2 * Math.PI);
    pen.fill();
    pen.font = labelFont(Math.min(points, MAX_FONT_PIXELS / k), true);
    pen.fillStyle = this.theme.text;
    pen.textAlign = 'left';
    pen.fillText(shortened(node.id, 40), left + 14, top + 0.5, node.width - 34);
  }

  /** Where names inside are too small to be read: those of areas, of what is looked at, and of what was searched for. */
  #names(pen: CanvasRenderingContext2D, at: ZoomTransform, width: number, height: number): void {
    const { state, theme } = this;
    const room = new Room();
    this.#labels = [];
    const first = [state.hovered, state.selected].filter((node) => node !== undefined);
    const looked = [...first, ...(state.lit ?? []), ...(state.marked ?? [])];
    const areas = state.showsAreas()
      ? this.#order.filter((node) => node.children.length > 0 && this.#isLit(node))
      : [];
    const done = new Set<MapNode>();
    pen.textAlign = 'left';
    for (const node of [...looked, ...areas.toSorted((a, b) => a.depth - b.depth)]) {
      const isArea = node.children.length > 0;
      const points = isArea ? this.#pointsOf(node) : 12;
      const inside = points * at.k >= SMALLEST && (!isArea || state.showsAreas());
      if (done.has(node) || inside || !state.shows(node)) {
        continue;
      }
      done.add(node);
      const wanted = looked.includes(node);
      const font = labelFont(12, isArea);
      const text = shortened(node.id, wanted ? 60 : 28);
      const length = this.#width(pen, font, text);
      if (!wanted && node.width * at.k < length + 10) {
        continue;
      }
      const y = at.applyY(isArea ? node.y - node.height / 2 : node.y) + (isArea ? 12 : 0);
      const box = { x: at.applyX(node.x) - length / 2 - 5, y: y - 9, width: length + 10, height: 18 };
      if (box.x + box.width < 0 || box.x > width || box.y + 18 < 0 || box.y > height) {
        continue;
      }
      if (!room.take(box) && !first.includes(node)) {
        continue;
      }
      this.#labels.push({ box, node });
      pen.globalAlpha = 0.92;
      pen.fillStyle = theme.background;
      pen.beginPath();
      pen.roundRect(box.x, box.y, box.width, box.height, 8);
      pen.fill();
      pen.globalAlpha = 1;
      pen.font = font;
      pen.fillStyle = theme.text;
      pen.fillText(text, box.x + 5, y + 0.5);
    }
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
