import { parse, TomlError } from 'smol-toml';

import { JsonSyntaxError } from '../jsonc.js';
import { ForeignError } from '../servers.js';

const TABLE = 'mcp_servers';

/** A server in a TOML file. */
export interface TomlServer {
  name: string;
  value: unknown;
  /** Offset of its first header. */
  start: number;
  /** The lines of its tables. */
  ranges: Array<[start: number, end: number]>;
}

/**
 * The servers of a TOML file, in its order, with the lines of their tables.
 *
 * @throws JsonSyntaxError where it is no TOML, ForeignError where servers are written as values or keys with dots
 */
export function tomlServers(text: string): TomlServer[] {
  const values = tableOf(text);
  const headers = [
    ...text.matchAll(/^[ \t]*\[\[?[ \t]*([^\]\r\n]+?)[ \t]*\]\]?[ \t]*(?:#[^\r\n]*)?\r?$/gm),
  ].filter(({ index }) => isHeader(text, index));
  const servers = new Map<string, TomlServer>();
  headers.forEach((header, at) => {
    const [table, name] = keys(header[1] ?? '');
    if (table !== TABLE || name === undefined) {
      return;
    }
    const next = headers[at + 1]?.index ?? text.length;
    const known = servers.get(name) ?? { name, value: values[name], start: header.index, ranges: [] };
    known.ranges.push([header.index, tableEnd(text, header.index, next)]);
    servers.set(name, known);
  });
  const other = Object.keys(values).find((name) => !servers.has(name));
  if (other !== undefined) {
    const offset = Math.max(text.search(new RegExp(String.raw`^\s*\[?${TABLE}\b`, 'm')), 0);
    throw new ForeignError(`the server "${other}" is not in a table [${TABLE}.${other}]`, offset);
  }
  return [...servers.values()];
}

/**
 * The text without the tables of some servers.
 *
 * @throws ForeignError where something else would be lost
 */
export function withoutTomlServers(text: string, servers: readonly TomlServer[]): string {
  const ranges = servers.flatMap((server) => server.ranges).toSorted(([a], [b]) => b - a);
  let next = text;
  for (const [start, end] of ranges) {
    next = next.slice(0, start) + next.slice(end);
  }
  const before = everything(text);
  const after = everything(next);
  const left = { ...(before[TABLE] as Record<string, unknown>) };
  servers.forEach(({ name }) => delete left[name]);
  const expected = { ...before, [TABLE]: left };
  if (says({ ...after, [TABLE]: after[TABLE] ?? {} }) !== says(expected)) {
    throw new ForeignError('the servers cannot be removed from this file', ranges.at(-1)?.[0] ?? 0);
  }
  return next;
}

/** The text with tables that were taken out, behind all that is there. */
export function withTomlText(text: string, tables: readonly string[]): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  return tables.reduce((all, table) => {
    const gap = all === '' || all.endsWith('\n') ? '' : end;
    return `${all}${gap}${all === '' ? '' : end}${table.endsWith('\n') ? table : table + end}`;
  }, text);
}

function tableOf(text: string): Record<string, unknown> {
  const table = everything(text)[TABLE] ?? {};
  return typeof table === 'object' && table !== null && !Array.isArray(table)
    ? (table as Record<string, unknown>)
    : {};
}

function everything(text: string): Record<string, unknown> {
  try {
    return parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) {
      throw thrown;
    }
    const lines = text.split('\n').slice(0, thrown.line - 1);
    const offset = lines.reduce((sum, line) => sum + line.length + 1, 0) + thrown.column - 1;
    const [message = 'this is not TOML'] = thrown.message.split('\n', 1);
    throw new JsonSyntaxError(message, Math.min(Math.max(offset, 0), text.length));
  }
}

/** Whether a line that looks like a header is one, and not within a text or list of several lines: what stands before it is TOML. */
function isHeader(text: string, index: number): boolean {
  try {
    parse(text.slice(text.startsWith('\uFEFF') ? 1 : 0, index));
    return true;
  } catch {
    return false;
  }
}

/** Comments and blank lines before the next header belong to that one; those of our own block do too. */
function tableEnd(text: string, start: number, next: number): number {
  const lines = text.slice(start, next).match(/[^\n]*\n|[^\n]+$/g) ?? [];
  while (lines.length > 1 && /^\s*(?:#.*)?$/.test((lines.at(-1) ?? '').trimEnd())) {
    lines.pop();
  }
  return start + lines.join('').length;
}

function keys(text: string): string[] {
  const parts = text.match(/"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+/g) ?? [];
  return parts.map((part) =>
    part.startsWith('"') ? (JSON.parse(part) as string) : part.startsWith("'") ? part.slice(1, -1) : part,
  );
}

function says(value: Record<string, unknown>): string {
  const sorted = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(sorted, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
}
