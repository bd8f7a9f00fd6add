import { type JsonNode, type Lenience, valueOf } from '../jsonc.js';
import {
  endOfLine,
  ForeignError,
  isOnOwnLine,
  lineEnd,
  lineIndent,
  member,
  objectOf,
  root,
  withEntry,
  withoutEntry,
  written,
} from '../servers.js';
import type { HookEvent } from './programs.js';

/** What the object of a settings file is called that holds the hooks, by all programs. */
const HOOKS = 'hooks';

/** What is to stand in the list of an event. */
export interface HookItem {
  /** Ours. Several may be one event of the program, for different tools of it. */
  event: HookEvent;
  /** The event, as the program calls it. */
  key: string;
  value: Readonly<Record<string, unknown>>;
}

/** An item of a list that is there, with the offsets of its first character and of the one behind its last. */
export interface FoundItem {
  key: string;
  value: unknown;
  start: number;
  end: number;
}

type ArrayNode = Extract<JsonNode, { type: 'array' }>;

/** A file that holds nothing but these hooks. What stands besides comes last, by which {@link withoutItem} knows the file. */
export function freshHooks(items: readonly HookItem[], besides: Readonly<Record<string, unknown>>): string {
  const hooks: Record<string, HookItem['value'][]> = {};
  for (const { key, value } of items) {
    (hooks[key] ??= []).push(value);
  }
  return `${written({ [HOOKS]: hooks, ...besides }, '', '')}\n`;
}

/** The items of an event. @throws JsonSyntaxError, ForeignError where something else than a list of hooks stands there */
export function itemsOf(text: string, key: string, lenience: Lenience): FoundItem[] {
  const list = listOf(text, key, lenience);
  return (list?.items ?? []).map((item) => ({ key, value: valueOf(item), start: item.start, end: item.end }));
}

/**
 * The text with an item at the end of its event's list. What is there stays byte for byte, and the form says how to take the item out
 * again: {@link withoutItem} gives back the very text.
 *
 * - Behind other items it begins a line. In a list that was empty it stands behind the bracket; in one that is made for it, on
 *   lines of its own.
 */
export function withItem(text: string, { key, value }: HookItem, lenience: Lenience): string {
  const list = listOf(text, key, lenience);
  if (list === undefined) {
    return withEntry(text, { key: HOOKS, name: key, value: [value] }, lenience);
  }
  const last = list.items.at(-1);
  if (last === undefined) {
    const item = written(value, text, lineIndent(text, list.start));
    return text.slice(0, list.start + 1) + item + text.slice(list.start + 1);
  }
  const first = list.items[0] as JsonNode;
  const indent = lineIndent(text, first.start) + (beginsLine(text, list) ? '' : step(text));
  // Comments behind the last item stay with it.
  const at = endOfLine(text, last.end, list.end - 1);
  const line = `${lineEnd(text)}${indent}${written(value, text, indent)}`;
  return `${text.slice(0, last.end)},${text.slice(last.end, at)}${line}${text.slice(at)}`;
}

/** The text with another value in the place of an item. */
export function withItemChanged(text: string, item: FoundItem, value: HookItem['value']): string {
  return (
    text.slice(0, item.start) + written(value, text, lineIndent(text, item.start)) + text.slice(item.end)
  );
}

/**
 * The text without an item of an event; null where no file is to be left.
 *
 * @param besides what a file that was made for hooks says besides
 */
export function withoutItem(
  text: string,
  { key, start, end }: FoundItem,
  lenience: Lenience,
  besides: Readonly<Record<string, unknown>>,
): string | null {
  const list = listOf(text, key, lenience) as ArrayNode;
  const index = list.items.findIndex((item) => item.start === start);
  if (list.items.length === 1) {
    if (!beginsLine(text, list)) {
      return text.slice(0, start) + text.slice(end);
    }
    // The list was made for it.
    const rest = withoutOthers(text, lenience, besides);
    return withoutEntry(rest, { key: HOOKS, name: key, value: [] }, lenience) ?? null;
  }
  const comma = commaBehind(text, end);
  const before = list.items[index - 1];
  if (before === undefined) {
    const from = comma === undefined ? end : comma + 1;
    return text.slice(0, start) + text.slice(from).replace(/^\s+/, '');
  }
  // From the end of the line before: what stands there is the other's.
  const from = text.slice(0, start).replace(/\s*$/, '').length;
  if (comma !== undefined) {
    return text.slice(0, from) + text.slice(comma + 1);
  }
  const own = commaBehind(text, before.end) ?? before.end;
  return text.slice(0, own) + text.slice(Math.min(own + 1, from), from) + text.slice(end);
}

/** The text without what stands besides the hooks, where the file was made for this last hook and for nothing else. */
function withoutOthers(text: string, lenience: Lenience, besides: Readonly<Record<string, unknown>>): string {
  const top = root(text, lenience);
  const keys = Object.keys(besides);
  const [hooks, ...rest] = top.members;
  const made =
    keys.length > 0 &&
    hooks?.key === HOOKS &&
    isOnOwnLine(text, top) &&
    hooks.value.type === 'object' &&
    hooks.value.members.length === 1 &&
    isOnOwnLine(text, hooks.value) &&
    JSON.stringify(rest.map((one) => [one.key, valueOf(one.value)])) ===
      JSON.stringify(keys.map((key) => [key, besides[key]]));
  const last = rest.at(-1);
  return made && last !== undefined ? text.slice(0, hooks.value.end) + text.slice(last.value.end) : text;
}

/** The list of an event; undefined where it is not there. @throws JsonSyntaxError, ForeignError */
function listOf(text: string, key: string, lenience: Lenience): ArrayNode | undefined {
  if (text.trim() === '') {
    return undefined;
  }
  const hooks = member(root(text, lenience), HOOKS);
  const event = hooks && member(objectOf(hooks, `"${HOOKS}"`), key);
  if (event !== undefined && event.value.type !== 'array') {
    throw new ForeignError(`"${key}" is not a list`, event.value.start);
  }
  return event?.value as ArrayNode | undefined;
}

/** The comma behind a place, if only comments and white space stand between. */
function commaBehind(text: string, from: number): number | undefined {
  const found = /^(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*\n)*,/.exec(text.slice(from));
  return found === null ? undefined : from + found[0].length - 1;
}

function beginsLine(text: string, list: ArrayNode): boolean {
  const first = list.items[0];
  return first !== undefined && text.slice(list.start + 1, first.start).includes('\n');
}

/** One step of indentation, as the file has it. */
function step(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}
