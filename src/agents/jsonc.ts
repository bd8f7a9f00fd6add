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

/** Where a text is no JSON. */
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
  return new Reader(text, lenience).whole();
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

class Reader {
  #at = 0;

  constructor(
    readonly text: string,
    readonly lenience: Lenience,
  ) {}

  whole(): JsonNode {
    if (this.text.startsWith('\uFEFF')) {
      this.#at = 1;
    }
    const value = this.#value(0);
    this.#space();
    if (this.#at < this.text.length) {
      this.#fail('unexpected text after the value');
    }
    return value;
  }

  #fail(message: string, offset = this.#at): never {
    throw new JsonSyntaxError(message, offset);
  }

  /** White space and, where they may be, comments. */
  #space(): void {
    for (;;) {
      while (/[ \t\r\n]/.test(this.text.charAt(this.#at))) {
        this.#at++;
      }
      const two = this.text.slice(this.#at, this.#at + 2);
      if (two !== '//' && two !== '/*') {
        return;
      }
      if (!this.lenience.comments) {
        this.#fail('this file may have no comments');
      }
      const end = two === '//' ? this.text.indexOf('\n', this.#at) : this.text.indexOf('*/', this.#at + 2);
      if (end === -1 && two === '/*') {
        this.#fail('the comment has no end');
      }
      this.#at = end === -1 ? this.text.length : end + (two === '/*' ? 2 : 0);
    }
  }

  #value(depth: number): JsonNode {
    this.#space();
    const start = this.#at;
    const first = this.text[start];
    if (first === undefined) {
      this.#fail('expected a value before the end');
    }
    if (depth > MAX_DEPTH) {
      this.#fail(`values are nested deeper than ${MAX_DEPTH}`);
    }
    if (first === '{') {
      return this.#object(depth);
    }
    if (first === '[') {
      return this.#array(depth);
    }
    if (first === '"') {
      const value = this.#string();
      return { type: 'value', start, end: this.#at, value };
    }
    const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/.exec(
      this.text.slice(start, start + 400),
    )?.[0];
    if (word === undefined) {
      this.#fail('this is not a JSON value');
    }
    this.#at += word.length;
    return { type: 'value', start, end: this.#at, value: JSON.parse(word) as number | boolean | null };
  }

  #string(): string {
    const start = this.#at;
    this.#at++;
    for (;;) {
      const c = this.text.charAt(this.#at);
      if (c === '' || c === '\n') {
        this.#fail('the string has no end', start);
      }
      this.#at += c === '\\' ? 2 : 1;
      if (c === '"') {
        break;
      }
    }
    try {
      return JSON.parse(this.text.slice(start, this.#at)) as string;
    } catch {
      return this.#fail('the string has an escape or a character that JSON does not know', start);
    }
  }

  #object(depth: number): JsonNode {
    const start = this.#at++;
    const members: JsonMember[] = [];
    let comma: number | undefined;
    for (;;) {
      this.#space();
      if (this.text[this.#at] === '}') {
        this.#checkTrailing(comma);
        this.#at++;
        return { type: 'object', start, end: this.#at, members, trailingComma: comma };
      }
      if (members.length > 0 && comma === undefined) {
        this.#fail('a comma or } is missing');
      }
      if (this.text[this.#at] !== '"') {
        this.#fail('expected a key in double quotes');
      }
      const from = this.#at;
      const key = this.#string();
      this.#space();
      if (this.text[this.#at] !== ':') {
        this.#fail('expected a colon');
      }
      this.#at++;
      const value = this.#value(depth + 1);
      comma = this.#comma();
      members.push({ key, start: from, value, comma });
    }
  }

  #array(depth: number): JsonNode {
    const start = this.#at++;
    const items: JsonNode[] = [];
    let comma: number | undefined;
    for (;;) {
      this.#space();
      if (this.text[this.#at] === ']') {
        this.#checkTrailing(comma);
        this.#at++;
        return { type: 'array', start, end: this.#at, items };
      }
      if (items.length > 0 && comma === undefined) {
        this.#fail('a comma or ] is missing');
      }
      items.push(this.#value(depth + 1));
      comma = this.#comma();
    }
  }

  #comma(): number | undefined {
    this.#space();
    return this.text[this.#at] === ',' ? this.#at++ : undefined;
  }

  #checkTrailing(comma: number | undefined): void {
    if (comma !== undefined && !this.lenience.trailingCommas) {
      this.#fail('this file allows no comma after the last item', comma);
    }
  }
}
