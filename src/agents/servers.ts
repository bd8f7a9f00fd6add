import { BeadloomError } from '../model/error.js';
import {
  JsonSyntaxError,
  parseJson,
  placeAt,
  valueOf,
  type JsonMember,
  type JsonNode,
  type Lenience,
} from './jsonc.js';

/** What is set where in a JSON file. */
export interface Entry {
  /** The object that holds all servers. */
  key: string;
  name: string;
  /** An object, or a list of objects. */
  value: Readonly<Record<string, unknown>> | ReadonlyArray<Readonly<Record<string, unknown>>>;
}

/** Where a file has something else than servers. */
export class ForeignError extends Error {
  /** @param offset of what is something else */
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/**
 * Does work on a file of a program.
 *
 * @param byHand what a person does where the file has something else than servers or hooks
 * @throws BeadloomError `usage` with its place where the file is broken, or has something else
 */
export function placed<T>(path: string, text: string | undefined, byHand: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof JsonSyntaxError) && !(thrown instanceof ForeignError)) {
      throw thrown;
    }
    const { line, column } = placeAt(text ?? '', thrown.offset);
    throw new BeadloomError({
      code: 'usage',
      message: `${path} was not changed: ${thrown.message}`,
      path,
      line,
      column,
      hint: thrown instanceof ForeignError ? byHand : 'correct it, then run this again',
    });
  }
}

/** An object with the places of its members. */
export type ObjectNode = Extract<JsonNode, { type: 'object' }>;

/** A file that holds nothing but the entry. */
export function freshText({ key, name, value }: Entry): string {
  return `${lines({ [key]: { [name]: value } }, '', '  ').join('\n')}\n`;
}

/** The entry that is there, with the offset of its name; undefined where there is none. */
export function findEntry(
  text: string,
  { key, name }: Entry,
  lenience: Lenience,
): { value: unknown; start: number } | undefined {
  if (text.trim() === '') {
    return undefined;
  }
  const servers = member(root(text, lenience), key);
  const entry = servers && member(objectOf(servers, `"${key}"`), name);
  return entry && { value: valueOf(entry.value), start: entry.start };
}

/**
 * The text with the entry at the end of its object. What is there stays byte for byte, and the form says how to take the
 * entry out again: {@link withoutEntry} gives back the very text.
 *
 * - Behind other members the entry stands on a line of its own; it has a comma behind it if the last one had.
 * - In an object that was empty it stands on the line of the brace; one that is made for it has lines of its own.
 * - A file that held white space alone has no line end behind the object; one that did not exist has.
 *
 * @throws JsonSyntaxError, ForeignError
 */
export function withEntry(text: string, entry: Entry, lenience: Lenience): string {
  if (text.trim() === '') {
    return text + freshText(entry).trimEnd();
  }
  const top = root(text, lenience);
  const servers = member(top, entry.key);
  if (servers === undefined) {
    return withMember(text, top, entry.key, { [entry.name]: entry.value });
  }
  const all = objectOf(servers, `"${entry.key}"`);
  const there = member(all, entry.name);
  if (there !== undefined) {
    return (
      text.slice(0, there.value.start) +
      written(entry.value, text, lineIndent(text, there.start)) +
      text.slice(there.value.end)
    );
  }
  return withMember(text, all, entry.name, entry.value);
}

/**
 * The text without the entry; null where no file is to be left, undefined where the entry is not there.
 *
 * @throws JsonSyntaxError, ForeignError
 */
export function withoutEntry(text: string, entry: Entry, lenience: Lenience): string | null | undefined {
  if (findEntry(text, entry, lenience) === undefined) {
    return undefined;
  }
  const top = root(text, lenience);
  const servers = member(top, entry.key) as JsonMember;
  const all = objectOf(servers, `"${entry.key}"`);
  // An object that held nothing else, and was made for it.
  const made = all.members.length === 1 && isOnOwnLine(text, all);
  if (!made) {
    return withoutMember(text, all, entry.name);
  }
  if (top.members.length === 1 && isOnOwnLine(text, top)) {
    const before = text.slice(0, top.start);
    const behind = text.slice(top.end);
    if (before === '' && behind === '\n') {
      return null;
    }
    if (`${before}${behind}`.trim() === '' && behind === '') {
      return before;
    }
  }
  return withoutMember(text, top, entry.key);
}

/** The object that a file is. @throws JsonSyntaxError, ForeignError */
export function root(text: string, lenience: Lenience): ObjectNode {
  const node = parseJson(text, lenience);
  if (node.type !== 'object') {
    throw new ForeignError('the file does not contain an object', node.start);
  }
  return node;
}

/** The object that a member holds. @throws ForeignError */
export function objectOf({ value }: JsonMember, what: string): ObjectNode {
  if (value.type !== 'object') {
    throw new ForeignError(`${what} is not an object`, value.start);
  }
  return value;
}

/** A member by its key. @throws ForeignError where two have it */
export function member({ members }: ObjectNode, key: string): JsonMember | undefined {
  const found = members.filter((one) => one.key === key);
  if (found.length > 1) {
    throw new ForeignError(`"${key}" is defined twice`, found[1]?.start ?? 0);
  }
  return found[0];
}

function withMember(text: string, object: ObjectNode, key: string, value: unknown): string {
  const last = object.members.at(-1);
  const end = lineEnd(text);
  if (last === undefined) {
    const inline = `${JSON.stringify(key)}: ${written(value, text, lineIndent(text, object.start))}`;
    return `${text.slice(0, object.start + 1)}${inline}${text.slice(object.start + 1)}`;
  }
  const indent = memberIndent(text, object);
  const line = `${end}${indent}${JSON.stringify(key)}: ${written(value, text, indent)}`;
  const comma = object.trailingComma;
  // Comments behind the last member stay with it.
  const at = endOfLine(text, (comma ?? last.value.end - 1) + 1, object.end - 1);
  if (comma !== undefined) {
    return `${text.slice(0, at)}${line},${text.slice(at)}`;
  }
  return `${text.slice(0, last.value.end)},${text.slice(last.value.end, at)}${line}${text.slice(at)}`;
}

function withoutMember(text: string, object: ObjectNode, key: string): string {
  const index = object.members.findIndex((one) => one.key === key);
  const gone = object.members[index] as JsonMember;
  const before = object.members[index - 1];
  const end = gone.comma === undefined ? gone.value.end : gone.comma + 1;
  if (object.members.length === 1) {
    return text.slice(0, object.start + 1) + text.slice(end);
  }
  if (before === undefined) {
    return text.slice(0, gone.start) + text.slice(end).replace(/^\s+/, '');
  }
  // From the end of the line before: what stands there is the other's.
  const start = text.slice(0, gone.start).replace(/\s*$/, '').length;
  if (gone.comma !== undefined) {
    return text.slice(0, start) + text.slice(end);
  }
  const comma = before.comma ?? before.value.end;
  return text.slice(0, comma) + text.slice(Math.min(comma + 1, start), start) + text.slice(end);
}

/** The end of a line if only comments and white space stand before it, else the place itself; never past `most`. */
export function endOfLine(text: string, from: number, most: number): number {
  const rest = /^[ \t]*(?:\/\*[^\n]*?\*\/[ \t]*)*(?:\/\/[^\r\n]*)?(?=\r?\n)/.exec(text.slice(from, most));
  return rest === null || rest[0].trim() === '' ? from : from + rest[0].length;
}

/** Whether the first member of an object begins a line. */
export function isOnOwnLine(text: string, object: ObjectNode): boolean {
  const first = object.members[0];
  return first !== undefined && text.slice(object.start + 1, first.start).includes('\n');
}

function memberIndent(text: string, object: ObjectNode): string {
  const first = object.members[0];
  return first !== undefined && isOnOwnLine(text, object)
    ? lineIndent(text, first.start)
    : lineIndent(text, object.start) + unit(text);
}

/** The white space that the line of an offset begins with. */
export function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** One step of indentation, as the file has it. */
function unit(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

/** How lines end in a text. */
export function lineEnd(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** A value as it is written at a place that is indented so far. */
export function written(value: unknown, text: string, indent: string): string {
  return lines(value, indent, unit(text)).join(lineEnd(text));
}

/** A value as people write it: objects and lists of objects on lines of their own, other lists on one. */
function lines(value: unknown, indent: string, step: string): string[] {
  if (typeof value !== 'object' || value === null) {
    return [JSON.stringify(value)];
  }
  const inner = indent + step;
  if (Array.isArray(value)) {
    const items = value as unknown[];
    if (!items.some((one) => typeof one === 'object' && one !== null)) {
      return [`[${items.map((one) => JSON.stringify(one)).join(', ')}]`];
    }
    const all = items.map((one) => `${inner}${lines(one, inner, step).join('\n')}`).join(',\n');
    return ['[', ...all.split('\n'), `${indent}]`];
  }
  const members = Object.entries(value).map(([key, one], at, all) => {
    const [first = '', ...rest] = lines(one, inner, step);
    const comma = at === all.length - 1 ? '' : ',';
    const whole = [`${inner}${JSON.stringify(key)}: ${first}`, ...rest];
    return [...whole.slice(0, -1), `${whole.at(-1) ?? ''}${comma}`];
  });
  return ['{', ...members.flat(), `${indent}}`];
}
