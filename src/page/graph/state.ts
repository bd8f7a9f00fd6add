import { found, PART_OF, type Freshness, type MapEdge, type MapModel, type MapNode } from './model.js';

/** Edges that are drawn before a reader asks for all: what can be followed. */
export const FIRST_EDGES = 40;

/** What the reader chose. Views listen to it and never change the model. */
export class State {
  selected: MapNode | undefined;
  hovered: MapNode | undefined;
  query = '';
  /** What the query finds, in the list's order; every node for an empty one. */
  hits: readonly MapNode[];
  /** The hits, while there is a query. */
  marked: ReadonlySet<MapNode> | undefined;
  readonly hiddenNodeKinds = new Set<string>();
  readonly hiddenEdgeKinds = new Set<string>();
  readonly hiddenFreshness = new Set<Freshness>();
  /** Whether more than the strongest edges are drawn. */
  allEdges = false;
  /** Edges that are drawn, the strongest first. */
  edges: readonly MapEdge[] = [];
  /** How many edges the filters let through. */
  possibleEdges = 0;
  /** The node under the eye with its neighbours; undefined while none is. */
  lit: ReadonlySet<MapNode> | undefined;
  readonly #listeners: Array<(what: Change) => void> = [];

  constructor(readonly model: MapModel) {
    this.hits = model.nodes;
    this.#find();
  }

  listen(listener: (what: Change) => void): void {
    this.#listeners.push(listener);
  }

  select(node: MapNode | undefined): void {
    if (node !== this.selected) {
      this.selected = node;
      this.#tell('selection');
    }
  }

  hover(node: MapNode | undefined): void {
    if (node !== this.hovered) {
      this.hovered = node;
      this.#tell('hover');
    }
  }

  search(query: string): void {
    this.query = query;
    this.#find();
    this.#tell('query');
  }

  /** Shows a kind, or hides it. */
  toggle<T>(hidden: Set<T>, value: T): void {
    if (!hidden.delete(value)) {
      hidden.add(value);
    }
    this.#find();
    this.#tell('filter');
  }

  /** Draws all edges, or the strongest. */
  showAllEdges(all: boolean): void {
    this.allEdges = all;
    this.#find();
    this.#tell('filter');
  }

  shows(node: MapNode): boolean {
    return !this.hiddenNodeKinds.has(node.kind) && !this.hiddenFreshness.has(node.freshness);
  }

  showsEdge({ from, to, kind }: MapEdge): boolean {
    return !this.hiddenEdgeKinds.has(kind) && this.shows(from) && this.shows(to);
  }

  showsAreas(): boolean {
    return !this.hiddenEdgeKinds.has(PART_OF);
  }

  /** The node that is looked at. */
  get focus(): MapNode | undefined {
    return this.selected ?? this.hovered;
  }

  #find(): void {
    const hits = this.query.trim() === '' ? this.model.nodes : found(this.model, this.query);
    this.hits = hits.filter((node) => this.shows(node));
    const edges = this.model.edges.filter((edge) => this.showsEdge(edge));
    this.possibleEdges = edges.length;
    this.edges = this.allEdges ? edges : edges.slice(0, FIRST_EDGES);
    this.marked = this.query.trim() === '' ? undefined : new Set(this.hits);
  }

  #tell(what: Change): void {
    const { focus } = this;
    this.lit = focus === undefined ? undefined : this.#neighbourhood(focus);
    for (const listener of this.#listeners) {
      listener(what);
    }
  }

  #neighbourhood(node: MapNode): Set<MapNode> {
    const near = new Set([node]);
    for (const { node: other, kind } of [...node.out, ...node.in]) {
      if (!this.hiddenEdgeKinds.has(kind) && this.shows(other)) {
        near.add(other);
      }
    }
    return near;
  }
}

/** What has changed. */
export type Change = 'selection' | 'hover' | 'query' | 'filter';
