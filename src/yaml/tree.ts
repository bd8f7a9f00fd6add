import { stripComments } from 'jsonc-parser';
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
} from 'yaml';

import { BeadloomError } from '../model/error.js';

/** Where something stands: 1-based. */
export interface Spot {
  line: number;
  column: number;
}

/** A value of a settings file with its place. */
export type Tree = Spot &
  (
    | { kind: 'map'; entries: TreeEntry[] }
    | { kind: 'list'; items: Tree[] }
    | { kind: 'value'; value: string | number | boolean | null }
  );

/** A key of a map. */
export interface TreeEntry extends Spot {
  key: string;
  value: Tree;
}

/** Deeper values, and more of them, are nobody's settings. */
const MAX_VALUE_DEPTH = 32;
const MAX_NODES = 50_000;

/**
 * Reads a settings file, YAML or JSON (with comments, as editors have it), with the place of every value.
 *
 * @param path as messages name it
 * @returns undefined for a file that says nothing
 * @throws BeadloomError `yaml_syntax`, `yaml_limit`
 */
export function readTree(path: string, text: string): Tree | undefined {
  const isJson = path.endsWith('.json') || path.endsWith('.jsonc');
  const counter = new LineCounter();
  // Blanks in place of comments: lines and columns stay.
  const document = parseDocument(isJson ? stripComments(text.replace(/^\uFEFF/, ' '), ' ') : text, {
    lineCounter: counter,
    uniqueKeys: true,
    merge: false,
    prettyErrors: false,
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = counter.linePos(error.pos[0]);
    throw new BeadloomError({
      code: 'yaml_syntax',
      message: error.message.split('\n', 1)[0] ?? 'it does not parse',
      path,
      line,
      column: col,
      hint: isJson ? 'correct the JSON' : 'correct the YAML',
    });
  }
  let left = MAX_NODES;
  const read = (node: Node | null | undefined, depth: number, near: Spot): Tree => {
    left -= 1;
    const spot = spotOf(node, near);
    if (left < 0 || depth > MAX_VALUE_DEPTH) {
      throw new BeadloomError({
        code: 'yaml_limit',
        message: left < 0 ? `more than ${MAX_NODES} values` : `values nested deeper than ${MAX_VALUE_DEPTH}`,
        path,
        ...spot,
      });
    }
    if (isAlias(node)) {
      return { ...read(node.resolve(document), depth + 1, spot), ...spot };
    }
    if (isMap(node)) {
      const entries = node.items.map(({ key, value }) => {
        const at = spotOf(key as Node, spot);
        const name = isScalar(key) ? String(key.value) : String(key);
        return { key: name, ...at, value: read(value as Node | null, depth + 1, at) };
      });
      return { kind: 'map', entries, ...spot };
    }
    if (isSeq(node)) {
      return {
        kind: 'list',
        items: node.items.map((item) => read(item as Node | null, depth + 1, spot)),
        ...spot,
      };
    }
    const value = isScalar(node) ? node.value : null;
    const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value);
    return {
      kind: 'value',
      value: isPlain ? (value as string | number | boolean | null) : String(value),
      ...spot,
    };
  };
  const spotOf = (node: unknown, near: Spot): Spot => {
    const start = (node as ParsedNode | null | undefined)?.range?.[0];
    if (start === undefined) {
      return { line: near.line, column: near.column };
    }
    const { line, col } = counter.linePos(start);
    return { line, column: col };
  };
  return document.contents === null ? undefined : read(document.contents, 0, { line: 1, column: 1 });
}
