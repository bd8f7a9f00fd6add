import type { MapModel } from './model.js';

/** Hues of `page.css`: `--hue-0` to `--hue-7`. */
const HUES = 8;

/** Which hue a kind has; kinds of a graph's own share those that the built-in ones leave. */
const NODE_HUES: Record<string, number> = { domain: 0, service: 1, feature: 2, entity: 3, adr: 4 };
const EDGE_HUES: Record<string, number> = {
  part_of: 2,
  depends_on: 7,
  uses: 0,
  implements: 1,
  touches_entity: 3,
  touches_code: 5,
};

/** The number of the hue of each kind. */
export interface Hues {
  node: (kind: string) => number;
  edge: (kind: string) => number;
}

export function huesOf(model: MapModel): Hues {
  return {
    node: assign(NODE_HUES, model.nodeKinds, 5),
    edge: assign(EDGE_HUES, model.edgeKinds, 4),
  };
}

function assign(
  known: Record<string, number>,
  kinds: readonly [string, number][],
  first: number,
): (kind: string) => number {
  const own = kinds.map(([kind]) => kind).filter((kind) => !Object.hasOwn(known, kind));
  const hues = new Map(own.map((kind, at) => [kind, (first + at) % HUES]));
  return (kind) => hues.get(kind) ?? known[kind] ?? HUES - 1;
}

/** Colours as the canvas takes them. */
export interface Theme {
  hues: string[];
  text: string;
  muted: string;
  background: string;
  panel: string;
  warning: string;
  accent: string;
  dark: boolean;
}

/** The colours that the style sheet has in force: dark or light, as the reader's system says. */
export function themeOf(element: HTMLElement): Theme {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    hues: Array.from({ length: HUES }, (_, at) => value(`hue-${at}`)),
    text: value('text'),
    muted: value('muted'),
    background: value('background'),
    panel: value('panel'),
    warning: value('warning'),
    accent: value('accent'),
    dark: value('scheme') === 'dark',
  };
}
