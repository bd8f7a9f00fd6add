/** What an element gets: properties, and `aria-*`, `data-*` and the like as attributes. */
type Given = Record<string, unknown>;

/** Makes an element. Text is only ever set as text, so that nothing of a project becomes markup. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  given: Given = {},
  ...children: Array<Node | string | undefined>
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) {
      continue;
    }
    if (name.includes('-') || name === 'role') {
      element.setAttribute(name, String(value));
    } else {
      (element as unknown as Given)[name] = value;
    }
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** A patch of a kind's colour. */
export function patch(hue: number, shape: 'dot' | 'line'): HTMLElement {
  return h('span', { className: `patch ${shape} hue-${hue}`, 'aria-hidden': 'true' });
}

/** `1 node`, `1,234 nodes` */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;
}
