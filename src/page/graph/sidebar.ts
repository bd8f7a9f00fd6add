import type { GraphAnswer } from '../../model/answers.js';
import { hovers } from './details.js';
import { count, h, patch } from './dom.js';
import type { Freshness, MapNode } from './model.js';
import { FIRST_EDGES, type State } from './state.js';
import type { Hues } from './theme.js';

/** Nodes listed at once. */
const AT_ONCE = 300;

/** Title, search, filters, and the list of nodes: everything that the map does can be done here by keyboard. */
export function sidebar(title: string, graph: GraphAnswer, state: State, hues: Hues): HTMLElement {
  const { model } = state;
  const input = h('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Search nodes  ( / )',
    autocomplete: 'off',
    spellcheck: false,
    'aria-label': 'Search nodes',
    'aria-controls': 'list',
  });
  input.addEventListener('input', () => state.search(input.value));
  const list = h('ul', { id: 'list', 'aria-label': 'Nodes' });
  const found = h('p', { className: 'found', role: 'status' });
  const fill = () => {
    found.textContent =
      state.hits.length === model.nodes.length
        ? count(state.hits.length, 'node')
        : `${state.hits.length.toLocaleString('en-US')} of ${count(model.nodes.length, 'node')}`;
    const items = state.hits.slice(0, AT_ONCE).map((node) => h('li', {}, item(node, state, hues)));
    const rest = state.hits.length - items.length;
    if (rest > 0) {
      items.push(
        h('li', { className: 'rest' }, `${rest.toLocaleString('en-US')} more; search to narrow down`),
      );
    }
    list.replaceChildren(...items);
    mark();
  };
  const mark = () => {
    for (const button of list.querySelectorAll('button')) {
      const current = button.dataset['ref'] === state.selected?.id;
      button.setAttribute('aria-current', String(current));
    }
  };
  state.listen((what) => {
    if (what === 'query' || what === 'filter') {
      fill();
    } else if (what === 'selection') {
      mark();
    }
  });
  fill();
  walk(input, list, state);
  return h(
    'nav',
    { id: 'sidebar', 'aria-label': 'Nodes and filters' },
    h(
      'header',
      {},
      h('h1', {}, title),
      h('p', {}, `${count(model.nodes.length, 'node')}, ${count(graph.edges.length, 'edge')}`),
    ),
    ...notices(graph).map((text) => h('p', { className: 'notice' }, text)),
    input,
    ...strongest(state),
    filters(state, hues),
    found,
    list,
  );
}

/** Arrow keys go from the search into the list and along it. */
function walk(input: HTMLInputElement, list: HTMLElement, state: State): void {
  const buttons = () => [...list.querySelectorAll('button')];
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && state.hits[0] !== undefined && input.value.trim() !== '') {
      state.select(state.hits[0]);
    } else if (event.key === 'ArrowDown') {
      buttons()[0]?.focus();
      event.preventDefault();
    }
  });
  list.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const all = buttons();
      const next = all[all.indexOf(document.activeElement as HTMLButtonElement) + step];
      (next ?? (step < 0 ? input : undefined))?.focus();
      event.preventDefault();
    }
  });
}

function item(node: MapNode, state: State, hues: Hues): HTMLElement {
  const button = h(
    'button',
    { type: 'button', className: 'node', title: node.data.summary, 'data-ref': node.id },
    patch(hues.node(node.kind), 'dot'),
    h('span', { className: 'name' }, node.id),
    node.freshness === 'stale' ? h('span', { className: 'badge stale' }, 'behind') : undefined,
  );
  button.addEventListener('click', () => state.select(node));
  hovers(button, node, state);
  return button;
}

/** How many edges are drawn, and whether all shall be. */
function strongest(state: State): HTMLElement[] {
  const all = state.model.edges.length;
  if (all <= FIRST_EDGES) {
    return [];
  }
  const says = h('p', { id: 'drawn', role: 'status' });
  const tell = () => {
    const { edges, possibleEdges, allEdges } = state;
    const which = allEdges || edges.length === possibleEdges ? '' : 'strongest ';
    const of = edges.length === possibleEdges ? '' : ` of ${possibleEdges.toLocaleString('en-US')}`;
    says.textContent = `${edges.length.toLocaleString('en-US')} ${which}edges drawn${of}`;
  };
  const box = h('input', { type: 'checkbox', id: 'all-edges' });
  box.addEventListener('change', () => state.showAllEdges(box.checked));
  state.listen((what) => {
    if (what === 'filter') {
      tell();
    }
  });
  tell();
  const name = `Draw all ${all.toLocaleString('en-US')} edges`;
  return [h('div', { id: 'strongest' }, h('label', {}, box, h('span', { className: 'name' }, name)), says)];
}

function filters(state: State, hues: Hues): HTMLElement {
  const { model } = state;
  const nodes = model.nodeKinds.map(([kind, number]) =>
    choice(kind, number, patch(hues.node(kind), 'dot'), () => state.toggle(state.hiddenNodeKinds, kind)),
  );
  const edges = model.edgeKinds.map(([kind, number]) =>
    choice(kind.replaceAll('_', ' '), number, patch(hues.edge(kind), 'line'), () =>
      state.toggle(state.hiddenEdgeKinds, kind),
    ),
  );
  const names: Array<[Freshness, string]> = [
    ['fresh', 'up to date'],
    ['stale', 'behind'],
    ['undocumented', 'none'],
  ];
  const documents = names.map(([freshness, name]) => {
    const number = model.nodes.filter((node) => node.freshness === freshness).length;
    const sign = h('span', { className: `patch dot ${freshness}`, 'aria-hidden': 'true' });
    return choice(name, number, sign, () => state.toggle(state.hiddenFreshness, freshness));
  });
  const groups: Array<[string, HTMLElement[]]> = [
    ['Nodes', nodes],
    ['Edges', edges],
    ['Documents', documents],
  ];
  return h(
    'details',
    // Where there is little room they would take all of it.
    { id: 'filters', open: innerWidth > 760 },
    h('summary', {}, 'Show'),
    ...groups
      .filter(([, choices]) => choices.length > 0)
      .map(([title, choices]) => h('fieldset', {}, h('legend', {}, title), ...choices)),
  );
}

function choice(name: string, number: number, sign: HTMLElement, onChange: () => void): HTMLElement {
  const box = h('input', { type: 'checkbox', checked: true });
  box.addEventListener('change', onChange);
  const amount = h('span', { className: 'count' }, number.toLocaleString('en-US'));
  return h('label', {}, box, sign, h('span', { className: 'name' }, name), amount);
}

/** What the reader must know before trusting the map. */
function notices({ warning, stale_paths: paths, derived }: GraphAnswer): string[] {
  const all: string[] = [];
  if (warning !== null) {
    all.push(paths.length > 0 ? `${warning}: ${paths.join(', ')}` : warning);
  }
  if (derived) {
    all.push('Derived from the code; nobody keeps this graph yet.');
  }
  return all;
}
