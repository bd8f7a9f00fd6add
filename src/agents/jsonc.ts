import { printParseErrorCode, visit } from 'jsonc-parser';

/** What a JSON text may have besides JSON. */
export interface Lenience {
  /** Comments, as in settings of editors. */
  comments: boolean;
  /** A comma behind the last item. */
  trailingCommas: boolean;
}

/** A value with its place in the text: offsets of its first character and of the one behind its last. */
export type JsonNode = { start: number; end: number } & (
  | { type: 'object'; members: JsonMember[]; trailingComma: number | undefined }
  | { type: 'array'; items: JsonNode[] }
  | { type: 'value'; value: string | number | boolean | null }
);

/** A key with its value. */
export interface JsonMember {
  key: string;
  /** Of the key. */
  start: number;
  value: JsonNode;
  /** Offset of the comma behind it. */
  comma: number | undefined;
}

/** Where a text is not JSON. */
export class JsonSyntaxError extends Error {
  /** @param offset of the character that does not fit */
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/** Deeper values are nobody's settings. */
const MAX_DEPTH = 200;

/**
 * Reads a JSON text with the places of everything in it.
 *
 * @throws JsonSyntaxError
 */
export function parseJson(text: string, lenience: Lenience): JsonNode {
  // Editors allow a byte order mark; the parser does not.
  const shift = text.startsWith('\uFEFF') ? 1 : 0;
  const open: Container[] = [];
  let root: JsonNode | undefined;
  let key: { key: string; start: number } | undefined;
  const fail = (message: string, offset: number): never => {
    throw new JsonSyntaxError(message, offset + shift);
  };
  const add = (value: JsonNode): void => {
    const parent = open.at(-1);
    if (parent === undefined) {
      root = value;
      return;
    }
    parent.comma = undefined;
    if (parent.node.type === 'array') {
      parent.node.items.push(value);
    } else if (key !== undefined) {
      parent.node.members.push({ ...key, value, comma: undefined });
    }
  };
  const begin = (node: Container['node'], offset: number): void => {
    if (open.length > MAX_DEPTH) {
      fail(`values are nested deeper than ${MAX_DEPTH}`, offset);
    }
    add(node);
    open.push({ node, comma: undefined });
  };
  const finish = (offset: number, length: number): void => {
    const { node, comma } = open.pop() as Container;
    node.end = offset + length + shift;
    if (comma !== undefined && !lenience.trailingCommas) {
      throw new JsonSyntaxError('this file allows no comma after the last item', comma);
    }
    if (node.type === 'object') {
      node.trailingComma = comma;
    }
  };
  visit(
    text.slice(shift),
    {
      onObjectBegin: (offset) =>
        begin(
          { type: 'object', start: offset + shift, end: 0, members: [], trailingComma: undefined },
          offset,
        ),
      onArrayBegin: (offset) => begin({ type: 'array', start: offset + shift, end: 0, items: [] }, offset),
      onObjectEnd: finish,
      onArrayEnd: finish,
      onObjectProperty: (name, offset) => {
        key = { key: name, start: offset + shift };
      },
      onLiteralValue: (value: string | number | boolean | null, offset, length) =>
        add({ type: 'value', start: offset + shift, end: offset + length + shift, value }),
      onSeparator: (sign, offset) => {
        const container = open.at(-1);
        if (sign !== ',' || container === undefined) {
          return;
        }
        container.comma = offset + shift;
        const last = container.node.type === 'object' ? container.node.members.at(-1) : undefined;
        if (last !== undefined) {
          last.comma = container.comma;
        }
      },
      onError: (code, offset) => {
        const [message, inList] = ERRORS[printParseErrorCode(code)] ?? ['this is not a JSON value'];
        fail((open.at(-1)?.node.type === 'array' && inList) || message, offset);
      },
    },
    { disallowComments: !lenience.comments, allowTrailingComma: true },
  );
  return root ?? fail('expected a value before the end', text.length - shift);
}

/** What a value says, without places. */
export function valueOf(node: JsonNode): unknown {
  if (node.type === 'object') {
    return Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)]));
  }
  return node.type === 'array' ? node.items.map(valueOf) : node.value;
}

/** 1-based line and column of an offset. */
export function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 };
}

/** An object or list whose end is still to come, with the comma behind its last item so far. */
interface Container {
  node: Exclude<JsonNode, { type: 'value' }>;
  comma: number | undefined;
}

/** What is said of the parser's errors, by its names of them: in an object, and where that differs in a list. */
const ERRORS: Readonly<Record<string, readonly [string, string?]>> = {
  InvalidCommentToken: ['this file may have no comments'],
  UnexpectedEndOfComment: ['the comment has no end'],
  UnexpectedEndOfString: ['the string has no end'],
  InvalidUnicode: ['the string has an escape that JSON does not know'],
  InvalidEscapeCharacter: ['the string has an escape that JSON does not know'],
  InvalidCharacter: ['the string has a character that JSON does not allow'],
  PropertyNameExpected: ['expected a key in double quotes'],
  ColonExpected: ['expected a colon'],
  CommaExpected: ['a comma or } is missing', 'a comma or ] is missing'],
  CloseBraceExpected: ['a comma or } is missing'],
  CloseBracketExpected: ['a comma or ] is missing'],
  ValueExpected: ['this is not a JSON value'],
  EndOfFileExpected: ['unexpected text after the value'],
};
