import { count, h, patch } from './dom.js';
import { byRole, type MapNode, type Neighbour } from './model.js';
import type { State } from './state.js';
import type { Hues } from './theme.js';

/** Neighbours listed at once; the rest comes on demand. */
const AT_ONCE = 40;

const FRESHNESS = {
  fresh: 'documents up to date',
  stale: 'stale documents',
  undocumented: 'no documents',
} as const;

/** What is known of the selected node: every neighbour is a button that selects it. */
export function details(state: State, hues: Hues): HTMLElement {
  const panel = h('aside', {
    id: 'details',
    hidden: true,
    'aria-live': 'polite',
    'aria-label': 'Selected node',
  });
  state.listen((what) => {
    if (what === 'selection') {
      const { selected } = state;
      panel.hidden = selected === undefined;
      panel.replaceChildren(...(selected === undefined ? [] : contents(selected, state, hues)));
      panel.scrollTop = 0;
    }
  });
  return panel;
}

function contents(node: MapNode, state: State, hues: Hues): Node[] {
  const { summary, source, docs, stale_docs: stale, tags, extra } = node.data;
  const close = h(
    'button',
    { type: 'button', className: 'close', 'aria-label': 'Close', title: 'Close (Esc)' },
    '×',
  );
  close.addEventListener('click', () => state.select(undefined));
  const facts: Node[] = [];
  const fact = (name: string, ...value: Array<Node | string>) =>
    facts.push(h('dt', {}, name), h('dd', {}, ...value));
  if (source) {
    fact('Source', h('code', {}, source));
  }
  if (docs.length > 0) {
    const items = docs.map((path) =>
      h(
        'li',
        {},
        h('code', {}, path),
        stale.includes(path) ? h('span', { className: 'badge stale' }, 'behind') : undefined,
      ),
    );
    fact('Documents', h('ul', {}, ...items));
  }
  if (tags.length > 0) {
    fact('Tags', tags.join(', '));
  }
  for (const [name, value] of Object.entries(extra)) {
    fact(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return [
    h(
      'header',
      {},
      h('p', { className: 'kind' }, patch(hues.node(node.kind), 'dot'), node.kind),
      close,
      h('h2', {}, node.id),
      h('p', { className: `badge ${node.freshness}` }, FRESHNESS[node.freshness]),
    ),
    h('p', { className: summary ? 'summary' : 'summary none' }, summary || 'No summary.'),
    ...(facts.length > 0 ? [h('dl', {}, ...facts)] : []),
    ...byRole(node).map(([title, neighbours]) => group(title, neighbours, state, hues)),
  ];
}

function group(title: string, neighbours: Neighbour[], state: State, hues: Hues): HTMLElement {
  const list = h('ul', { className: 'neighbours' });
  const show = (from: number, to: number) =>
    list.append(...neighbours.slice(from, to).map((one) => h('li', {}, neighbour(one, title, state, hues))));
  show(0, AT_ONCE);
  const section = h(
    'section',
    {},
    h('h3', {}, title, h('span', { className: 'count' }, neighbours.length.toLocaleString('en-US'))),
    list,
  );
  if (neighbours.length > AT_ONCE) {
    const more = h('button', { type: 'button', className: 'more' }, `Show all ${neighbours.length}`);
    more.addEventListener('click', () => {
      show(AT_ONCE, neighbours.length);
      more.remove();
    });
    section.append(more);
  }
  return section;
}

function neighbour(
  { node, kind, imports, crossing }: Neighbour,
  title: string,
  state: State,
  hues: Hues,
): HTMLElement {
  const says = title === 'Part of' || title === 'Parts' ? node.kind : kind.replaceAll('_', ' ');
  const how = [
    ...(crossing.length > 0 ? crossing : [says]),
    ...(imports === undefined ? [] : [count(imports, 'import')]),
  ].join(' · ');
  const button = h(
    'button',
    { type: 'button', className: 'node', title: node.data.summary },
    patch(hues.node(node.kind), 'dot'),
    h('span', { className: 'name' }, node.id),
    h('span', { className: 'how' }, how),
  );
  button.addEventListener('click', () => state.select(node));
  hovers(button, node, state);
  return button;
}

/** Shows on the map which node a button means. */
export function hovers(button: HTMLElement, node: MapNode, state: State): void {
  for (const [enter, leave] of [
    ['pointerenter', 'pointerleave'],
    ['focus', 'blur'],
  ] as const) {
    button.addEventListener(enter, () => state.hover(node));
    button.addEventListener(leave, () => state.hover(undefined));
  }
}
