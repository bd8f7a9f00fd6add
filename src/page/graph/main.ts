// The page of `beadloom graph --format html`. It runs in a browser, alone: its data is part of the page, and the
// page's policy forbids every connection.
import type { GraphAnswer } from '../../model/answers.js';
import { boxAround, Camera, type Shape } from './camera.js';
import { details } from './details.js';
import { count, h } from './dom.js';
import { arrange, type Measure } from './layout.js';
import { areasAround, join, type MapNode } from './model.js';
import { labelFont, Scene } from './scene.js';
import { sidebar } from './sidebar.js';
import { State } from './state.js';
import { huesOf, themeOf } from './theme.js';

/** What the page was made with. */
interface Data {
  title: string;
  graph: GraphAnswer;
}

function start({ title, graph }: Data): void {
  const model = join(graph);
  const state = new State(model);
  const hues = huesOf(model);
  const canvas = h('canvas', {
    id: 'map',
    tabIndex: 0,
    role: 'img',
    'aria-label': `Map of ${count(model.nodes.length, 'node')}. Arrow keys move it, plus and minus zoom. The list beside it holds every node.`,
  });
  const tip = h('div', { id: 'tip', hidden: true });
  const busy = h('p', { id: 'busy', role: 'status' }, `Arranging ${count(model.nodes.length, 'node')} …`);
  const stage = h('main', {}, canvas, tip, busy);
  document.body.replaceChildren(sidebar(title, graph, state, hues), stage, details(state, hues));

  const work = arrange(model, measureWith(canvas), stage.clientWidth / Math.max(1, stage.clientHeight));
  const slice = () => {
    const until = performance.now() + 40;
    while (performance.now() < until) {
      if (work.next().done === true) {
        if (model.nodes.length > 0) {
          busy.remove();
        } else {
          busy.textContent = 'There are no nodes to show.';
        }
        show(state, new Scene(canvas, state, hues, themeOf(document.documentElement)), stage, tip);
        document.body.dataset['state'] = 'ready';
        return;
      }
    }
    setTimeout(slice);
  };
  slice();
}

/** How wide labels are; each name of a graph is asked for once or twice. */
function measureWith(canvas: HTMLCanvasElement): Measure {
  const pen = canvas.getContext('2d');
  return (text, strong) => {
    if (pen === null) {
      return 7 * text.length;
    }
    pen.font = labelFont(strong ? 13 : 12, strong);
    return pen.measureText(text).width;
  };
}

/** Connects the arranged map with the reader. */
function show(state: State, scene: Scene, stage: HTMLElement, tip: HTMLElement): void {
  const { canvas } = scene;
  let settled: ReturnType<typeof setTimeout> | undefined;
  let moving = false;
  let asked = false;
  const redraw = () => {
    if (!asked) {
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        scene.draw(camera.at, moving);
      });
    }
  };
  const camera = new Camera(canvas, () => {
    moving = true;
    clearTimeout(settled);
    settled = setTimeout(() => {
      moving = false;
      redraw();
    }, 120);
    redraw();
  });
  const fit = (still = false) => camera.frame(...scene.bounds(), 24, still);
  stage.append(buttons(camera, fit));

  let follows = true;
  state.listen((what) => {
    if (what === 'filter') {
      scene.filtered();
    }
    if (what === 'selection') {
      const { selected } = state;
      const hash = selected === undefined ? '' : `#${encodeURIComponent(selected.id)}`;
      if (location.hash !== hash) {
        history.replaceState(null, '', hash === '' ? location.pathname + location.search : hash);
      }
      if (selected !== undefined && follows) {
        // The panel beside the map may just have taken some of its width.
        requestAnimationFrame(() => look(camera, state, selected));
      }
    }
    redraw();
  });

  new ResizeObserver(redraw).observe(canvas);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    scene.theme = themeOf(document.documentElement);
    redraw();
  });
  addEventListener('hashchange', () => state.select(fromHash(state)));
  pointer(scene, state, camera, tip, (node) => {
    // What was clicked on the map is in sight already.
    follows = false;
    state.select(node);
    follows = true;
  });
  keys(canvas, state, camera, fit);

  fit(true);
  const first = fromHash(state);
  if (first !== undefined) {
    state.select(first);
  }
  redraw();
}

/** Shows a node with its neighbours; where these are too far apart, the node alone. */
function look(camera: Camera, state: State, node: MapNode): void {
  const { root } = state.model;
  const near = [...(state.lit ?? [])].filter((one) => one !== root || one === node);
  const [left, top, right, bottom] = boxAround([roomy(node), ...near]);
  const { clientWidth: width, clientHeight: height } = camera.canvas;
  // Below that scale names cannot be read.
  if (Math.min(width / (right - left), height / (bottom - top)) < 0.5 && node !== root) {
    camera.show(roomy(node));
  } else {
    camera.frame(left, top, right, bottom, Math.min(50, 0.1 * width));
  }
}

/** A node with something around it. */
function roomy({ x, y, width, height }: MapNode): Shape {
  return { x, y, width: width + 60, height: height + 60 };
}

function fromHash(state: State): MapNode | undefined {
  try {
    return state.model.byId.get(decodeURIComponent(location.hash.slice(1)));
  } catch {
    return undefined;
  }
}

function buttons(camera: Camera, fit: () => void): HTMLElement {
  const button = (text: string, title: string, act: () => void) => {
    const made = h('button', { type: 'button', title, 'aria-label': title }, text);
    made.addEventListener('click', act);
    return made;
  };
  return h(
    'div',
    { id: 'zoom', role: 'group', 'aria-label': 'Zoom' },
    button('+', 'Zoom in (+)', () => camera.scale(1.4)),
    button('−', 'Zoom out (-)', () => camera.scale(1 / 1.4)),
    button('Fit', 'Show all (F)', () => fit()),
  );
}

function pointer(
  scene: Scene,
  state: State,
  camera: Camera,
  tip: HTMLElement,
  select: (node: MapNode | undefined) => void,
): void {
  const { canvas } = scene;
  const at = (event: MouseEvent) => scene.pick(camera.at, event.offsetX, event.offsetY);
  canvas.addEventListener('pointermove', (event) => {
    const node = event.buttons === 0 ? at(event) : undefined;
    state.hover(node);
    canvas.style.cursor = node === undefined ? 'grab' : 'pointer';
    tip.hidden = node === undefined || node === state.selected;
    if (node !== undefined) {
      const { summary } = node.data;
      const where = [...areasAround(node)].map(({ id }) => id).toReversed();
      tip.replaceChildren(
        h('strong', {}, node.id),
        h('span', {}, [node.kind, ...(where.length > 0 ? [`in ${where.join(' / ')}`] : [])].join(' ')),
        ...(summary ? [h('p', {}, summary)] : []),
      );
      const right = event.offsetX > canvas.clientWidth - 340;
      const low = event.offsetY > canvas.clientHeight - 140;
      tip.style.transform = `translate(${event.offsetX + (right ? -14 : 14)}px, ${event.offsetY + (low ? -14 : 18)}px) translate(${right ? '-100%' : '0'}, ${low ? '-100%' : '0'})`;
    }
  });
  canvas.addEventListener('pointerleave', () => {
    state.hover(undefined);
    tip.hidden = true;
  });
  canvas.addEventListener('click', (event) => {
    tip.hidden = true;
    select(at(event));
  });
  canvas.addEventListener('dblclick', (event) => {
    const node = at(event);
    if (node !== undefined) {
      camera.show(roomy(node));
    }
  });
}

function keys(canvas: HTMLCanvasElement, state: State, camera: Camera, fit: () => void): void {
  const search = document.querySelector<HTMLInputElement>('#search');
  const step = 80;
  const moves: Record<string, () => void> = {
    ArrowLeft: () => camera.pan(step, 0),
    ArrowRight: () => camera.pan(-step, 0),
    ArrowUp: () => camera.pan(0, step),
    ArrowDown: () => camera.pan(0, -step),
  };
  const commands: Record<string, () => void> = {
    '/': () => search?.select(),
    f: () => fit(),
    F: () => fit(),
    '+': () => camera.scale(1.4),
    '=': () => camera.scale(1.4),
    '-': () => camera.scale(1 / 1.4),
  };
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (event.key === 'Escape') {
      if (state.selected !== undefined) {
        state.select(undefined);
      } else if (search !== null && search.value !== '') {
        search.value = '';
        state.search('');
      }
      return;
    }
    const typing = event.target instanceof HTMLInputElement && event.target.type === 'search';
    const act = typing
      ? undefined
      : (commands[event.key] ?? (event.target === canvas ? moves[event.key] : undefined));
    if (act !== undefined) {
      event.preventDefault();
      act();
    }
  });
}

start(JSON.parse(document.querySelector('#data')?.textContent ?? '{}') as Data);
