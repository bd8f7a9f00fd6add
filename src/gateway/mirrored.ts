import type { Json } from './wire.js';

/** The keyword by which a tool says that an argument goes into a header too, so that what routes requests need not read them. */
const KEYWORD = 'x-mcp-header';

/** What the name of a header may be made of. */
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/;

/** A value that a header can have as it is. */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;

/** Deeper arguments go into no header, and so many do at most. */
const MAX_ARGUMENT_DEPTH = 8;
const MAX_HEADERS = 32;

/** The headers that go with the arguments of a call over HTTP since 2026-07-28; undefined where the schema asks for none. */
export function mirroredHeaders(schema: unknown, args: unknown): Record<string, string> | undefined {
  const headers = new Map<string, string>();
  visit(schema, args, 0, headers);
  return headers.size === 0 ? undefined : Object.fromEntries(headers);
}

function visit(schema: unknown, value: unknown, depth: number, headers: Map<string, string>): void {
  if (
    typeof schema !== 'object' ||
    schema === null ||
    depth > MAX_ARGUMENT_DEPTH ||
    headers.size >= MAX_HEADERS
  ) {
    return;
  }
  const name = (schema as Json)[KEYWORD];
  const text = textOf(value);
  if (typeof name === 'string' && TOKEN.test(name) && text !== undefined) {
    headers.set(`Mcp-Param-${name}`, encoded(text));
  }
  const { properties } = schema as Json;
  if (typeof properties === 'object' && properties !== null && typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(properties)) {
      if (Object.hasOwn(value, key)) {
        visit(one, (value as Json)[key], depth + 1, headers);
      }
    }
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') {
    return String(value);
  }
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

function encoded(text: string): string {
  return PLAIN.test(text) && !/^=\?base64\?.*\?=$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
