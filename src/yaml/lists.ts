import { isMap, isScalar, isSeq, parseDocument, type Document, type Node, type YAMLMap } from 'yaml';

/** Graph text with the place of every value. */
export function parsed(text: string): Document.Parsed {
  return parseDocument(text, { keepSourceTokens: true });
}

/** The node of an id. */
export function nodeIn({ contents, errors }: Document.Parsed, ref: string): YAMLMap | undefined {
  const nodes = errors.length === 0 && isMap(contents) ? contents.get('nodes', true) : undefined;
  const items: unknown[] = isSeq(nodes) ? nodes.items : [];
  return items.find((item): item is YAMLMap => isMap(item) && item.get('ref_id') === ref);
}

/** What to change of a list of a node. */
export interface ListChange {
  /** Of the list in the node. */
  key: string;
  /** The item that is changed or taken out; -1: one is added. */
  there: number;
  /** The item as YAML on one line; undefined: it is taken out. */
  wanted: string | undefined;
}

/** The text with a list of a node changed, and no other byte; undefined where the form leaves no place that is sure. */
export function withList(
  text: string,
  node: YAMLMap,
  { key, there, wanted }: ListChange,
): string | undefined {
  const list: unknown = node.get(key, true);
  if (list === undefined) {
    return wanted === undefined ? undefined : withKey(text, node, key, wanted);
  }
  if (!isSeq(list)) {
    return undefined;
  }
  const item = there === -1 ? undefined : (list.items[there] as Node | undefined);
  if (wanted !== undefined && item !== undefined) {
    const [start, end] = item.range ?? [0, 0];
    return text.slice(0, start) + wanted + text.slice(end).replace(/^(?=[^\s,\]}])/, '\n');
  }
  if (wanted !== undefined) {
    return withItem(text, list, wanted);
  }
  return list.items.length === 1 ? withoutKey(text, node, key) : withoutItem(text, list, there);
}

function withKey(text: string, node: YAMLMap, name: string, wanted: string): string | undefined {
  const [start, end] = node.range ?? [0, 0];
  if (node.flow === true) {
    const brace = text.lastIndexOf('}', end - 1);
    const inner = text.slice(start, brace).trimEnd();
    return `${inner === '' ? '' : text.slice(0, start) + inner}${inner.endsWith(',') ? '' : ','} ${name}: [${wanted}]${text.slice(start + inner.length)}`;
  }
  const last = node.items.at(-1);
  const column = columnOf(text, start);
  const value = last?.value as Node | null | undefined;
  const key = last?.key as Node | undefined;
  const valueEnd = value?.range?.[1] ?? key?.range?.[1] ?? end;
  const at = lineEndAfter(text, valueEnd);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const added = `${' '.repeat(column)}${name}:${eol}${' '.repeat(column + 2)}- ${wanted}`;
  return at === text.length && !text.endsWith('\n')
    ? `${text}${eol}${added}`
    : `${text.slice(0, at)}${added}${eol}${text.slice(at)}`;
}

function withItem(
  text: string,
  list: { flow?: boolean; items: unknown[]; range?: [number, number, number] | null },
  wanted: string,
): string | undefined {
  const [start, end] = list.range ?? [0, 0];
  if (list.flow === true) {
    const bracket = text.lastIndexOf(']', end - 1);
    const inner = text.slice(start, bracket).trimEnd();
    const comma = list.items.length === 0 || inner.endsWith(',') ? '' : ',';
    const gap = list.items.length === 0 ? '' : ' ';
    return `${text.slice(0, start)}${inner}${comma}${gap}${wanted}${text.slice(start + inner.length)}`;
  }
  const last = list.items.at(-1) as Node | undefined;
  const at = lineEndAfter(text, last?.range?.[1] ?? end);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const added = `${' '.repeat(columnOf(text, start))}- ${wanted}`;
  return at === text.length && !text.endsWith('\n')
    ? `${text}${eol}${added}`
    : `${text.slice(0, at)}${added}${eol}${text.slice(at)}`;
}

function withoutItem(
  text: string,
  list: { flow?: boolean; items: unknown[] },
  index: number,
): string | undefined {
  const item = list.items[index] as Node;
  const [start, end] = item.range ?? [0, 0];
  if (list.flow === true) {
    const before = list.items[index - 1] as Node | undefined;
    const next = list.items[index + 1] as Node | undefined;
    return before === undefined
      ? text.slice(0, start) + text.slice(next?.range?.[0] ?? end)
      : text.slice(0, before.range?.[1] ?? start) + text.slice(end);
  }
  const dash = text.lastIndexOf('-', start - 1);
  return withoutLines(text, text.lastIndexOf('\n', dash) + 1, lineEndAfter(text, end));
}

function withoutKey(text: string, node: YAMLMap, name: string): string | undefined {
  const index = node.items.findIndex(({ key }) => isScalar(key) && key.value === name);
  const pair = node.items[index];
  const key = pair?.key as Node | undefined;
  const value = pair?.value as Node | undefined;
  const [start] = key?.range ?? [0];
  const [, end] = value?.range ?? [0, 0];
  if (node.flow === true) {
    const before = node.items[index - 1];
    const behind = (before?.value as Node | null | undefined)?.range?.[1];
    return behind === undefined ? undefined : text.slice(0, behind) + text.slice(end);
  }
  if (index === 0) {
    return undefined;
  }
  return withoutLines(text, text.lastIndexOf('\n', start) + 1, lineEndAfter(text, end));
}

/** A file that had no line end at its end has none again. */
function withoutLines(text: string, from: number, to: number): string {
  const before = text.slice(0, from);
  return to === text.length && !text.endsWith('\n') ? before.replace(/\r?\n$/, '') : before + text.slice(to);
}

/** The offset behind the line on which something ends. */
function lineEndAfter(text: string, offset: number): number {
  if (text[offset - 1] === '\n') {
    return offset;
  }
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
