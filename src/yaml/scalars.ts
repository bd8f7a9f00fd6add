import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  Scalar,
  stringify,
  type YAMLMap,
} from 'yaml';

import { BeadloomError } from '../model/error.js';

/** New values of a node, by key. */
export type NodeFields = Partial<Record<'summary' | 'source', string>>;

/** A text with a node changed. */
export interface ChangedNode {
  /** The same text where the node says all of it already. */
  text: string;
  /** The keys whose value is another now. */
  changed: ReadonlySet<string>;
}

/** The key behind which a new one goes, the best first. */
const AFTER: Record<keyof NodeFields, readonly string[]> = {
  summary: ['kind', 'ref_id'],
  source: ['summary', 'kind', 'ref_id'],
};

/**
 * Gives a node of a graph file other values, and changes no other byte: comments, order, quoting, anchors, flow style and
 * line ends stay.
 *
 * @param path of the file, for errors
 * @returns undefined where the file has no such node
 * @throws BeadloomError `yaml_syntax`; `yaml_anchor` where a value carries an anchor, which other places may refer to;
 *   `yaml_shape` where it is written in a way that cannot be changed alone
 */
export function changeNode(
  path: string,
  text: string,
  ref: string,
  fields: NodeFields,
): ChangedNode | undefined {
  let now = text;
  const changed = new Set<string>();
  for (const key of ['summary', 'source'] as const) {
    const value = fields[key];
    if (value === undefined) {
      continue;
    }
    const next = changeField(path, now, ref, key, value);
    if (next === undefined) {
      return undefined;
    }
    if (next !== now) {
      changed.add(key);
    }
    now = next;
  }
  return { text: now, changed };
}

function changeField(
  path: string,
  text: string,
  ref: string,
  key: keyof NodeFields,
  value: string,
): string | undefined {
  const document = parse(path, text);
  const list = isMap(document.contents) ? document.contents.get('nodes', true) : undefined;
  const nodes = isSeq(list) ? list.items : [];
  const at = nodes.findIndex((one) => isMap(one) && one.get('ref_id') === ref);
  const node = nodes[at];
  if (!isMap(node)) {
    return undefined;
  }
  const pair = pairOf(node, key);
  if (pair !== undefined && isScalar(pair.value) && pair.value.value === value) {
    return text;
  }
  const candidates = pair === undefined ? added(text, node, key, value) : replaced(path, text, pair, value);
  // Of two ways to write it, the first that says exactly what it should, and nothing else.
  const expected = expectation(path, document, at, key, value);
  const right = candidates.find((candidate) => said(candidate) === expected);
  if (right === undefined) {
    throw shape(path, ref, key, lineOf(text, node.range?.[0] ?? 0));
  }
  return right;
}

function parse(path: string, text: string) {
  const document = parseDocument(text, { keepSourceTokens: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const [position] = error.linePos ?? [];
    throw new BeadloomError({
      code: 'yaml_syntax',
      message: error.message.split('\n', 1)[0] ?? 'does not parse',
      path,
      line: position?.line ?? null,
      column: position?.col ?? null,
      hint: 'correct the file first; nothing was written',
    });
  }
  return document;
}

function pairOf(node: YAMLMap, key: string): Pair | undefined {
  return node.items.find((pair) => isScalar(pair.key) && pair.key.value === key);
}

/** The text with the value of a key that is there replaced. */
function replaced(path: string, text: string, pair: Pair, value: string): string[] {
  const old = pair.value;
  if (old !== null && (isScalar(old) || isMap(old) || isSeq(old)) && old.anchor !== undefined) {
    throw new BeadloomError({
      code: 'yaml_anchor',
      message: `the value carries the anchor &${old.anchor}, and other places may refer to it`,
      path,
      line: lineOf(text, old.range?.[0] ?? 0),
      hint: 'change it by hand; nothing was written',
    });
  }
  if (!(isScalar(old) || isAlias(old)) || old.range == null) {
    return [];
  }
  const [from, to] = old.range;
  if (from === to) {
    // Nothing stands there: the value goes behind the colon.
    const colon = text.indexOf(':', (pair.key as Scalar).range?.[1] ?? from);
    return colon < 0
      ? []
      : styles(undefined, value).map((one) => splice(text, colon + 1, colon + 1, ` ${one}`));
  }
  const type = isScalar(old) ? old.type : undefined;
  if (type === Scalar.BLOCK_FOLDED || type === Scalar.BLOCK_LITERAL) {
    const block = text.slice(from, to);
    const comment = /^[^\n#]*?(\s+#[^\r\n]*)/.exec(block)?.[1] ?? '';
    // Blank lines behind a block are the file's, not the value's.
    const tail = /(?:\r?\n[ \t]*)*$/.exec(block)?.[0] ?? '';
    return styles(Scalar.QUOTE_DOUBLE, value).map((one) => splice(text, from, to, one + comment + tail));
  }
  return styles(type, value).map((one) => splice(text, from, to, one));
}

/** The text with a key that is new. */
function added(text: string, node: YAMLMap, key: keyof NodeFields, value: string): string[] {
  const before = AFTER[key].map((name) => pairOf(node, name)).find((pair) => pair !== undefined);
  const name = before?.key;
  if (before === undefined || !isScalar(name) || name.range == null) {
    return [];
  }
  const end = endOf(before);
  if (node.flow === true) {
    return styles(Scalar.QUOTE_DOUBLE, value).map((one) => splice(text, end, end, `, ${key}: ${one}`));
  }
  const column = name.range[0] - (text.lastIndexOf('\n', name.range[0] - 1) + 1);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const isBlock = text[end - 1] === '\n';
  const newline = isBlock ? end - 1 : text.indexOf('\n', end);
  const line = `${' '.repeat(column)}${key}: `;
  return styles(Scalar.QUOTE_DOUBLE, value).map((one) =>
    newline < 0
      ? `${text}${eol}${line}${one}`
      : splice(text, newline + 1, newline + 1, `${line}${one}${eol}`),
  );
}

function endOf(pair: Pair): number {
  const of = (node: unknown) => (node as { range?: [number, number, number] | null } | null)?.range?.[1] ?? 0;
  return Math.max(of(pair.key), of(pair.value));
}

/** A text as a scalar: as the old one was written if that can be, else in double quotes. */
function styles(type: Scalar.Type | undefined, value: string): string[] {
  // JSON's strings are YAML's; what a terminal would act on is escaped too.
  const double = JSON.stringify(value).replaceAll(/[\u007f-\u009f\u2028\u2029\ufeff]/g, escaped);
  const isOneLine = !/[\p{Cc}\u2028\u2029\ufeff]/u.test(value);
  if (isOneLine && type === Scalar.QUOTE_SINGLE) {
    return [`'${value.replaceAll("'", "''")}'`, double];
  }
  const isPlain = isOneLine && stringify(value, { lineWidth: 0 }).trimEnd() === value;
  return isPlain && (type === Scalar.PLAIN || type === undefined) ? [value, double] : [double];
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function splice(text: string, from: number, to: number, by: string): string {
  return text.slice(0, from) + by + text.slice(to);
}

/** What the file should say then, as JSON. */
function expectation(
  path: string,
  document: ReturnType<typeof parseDocument>,
  at: number,
  key: string,
  value: string,
): string {
  let content: { nodes: Array<Record<string, unknown>> };
  try {
    // A copy without shared parts: a change of one node must not be one of another.
    content = JSON.parse(JSON.stringify(document.toJS())) as typeof content;
  } catch (cause) {
    const hint = 'it has more aliases than beadloom reads';
    throw new BeadloomError(
      { code: 'yaml_limit', message: 'the file cannot be read whole', path, hint },
      { cause },
    );
  }
  content.nodes[at] = { ...content.nodes[at], [key]: value };
  return JSON.stringify(sorted(content));
}

function said(text: string): string | undefined {
  try {
    const document = parseDocument(text);
    return document.errors.length > 0 ? undefined : JSON.stringify(sorted(document.toJS()));
  } catch {
    return undefined;
  }
}

/** With the keys of nodes in one order: where a new one stands does not matter. */
function sorted(content: unknown): unknown {
  if (Array.isArray(content)) {
    return content.map(sorted);
  }
  if (content === null || typeof content !== 'object') {
    return content;
  }
  const entries = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, sorted(value)]));
}

function shape(path: string, ref: string, key: string, line: number): BeadloomError {
  return new BeadloomError({
    code: 'yaml_shape',
    message: `the ${key} of ${ref} is written in a way that cannot be changed alone`,
    path,
    line,
    hint: 'change it by hand; nothing was written',
  });
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
