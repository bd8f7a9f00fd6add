import { valueOf } from '../jsonc.js';
import { member, objectOf, root, withEntry, withoutEntry } from '../servers.js';
import type { AgentTool } from '../tools.js';
import { tomlServers, withoutTomlServers, withTomlText } from './toml.js';

/** A server as a program's file has it. */
export interface FoundServer {
  name: string;
  value: unknown;
  /** Offset of its name. */
  start: number;
  /** As it is written, where that is more than its value says. */
  text: string | null;
}

/**
 * The servers that a program's file names, in its order.
 *
 * @throws JsonSyntaxError, ForeignError
 */
export function foundServers(tool: AgentTool, text: string): FoundServer[] {
  if (tool.form === 'toml') {
    return tomlServers(text).map(({ name, value, start, ranges }) => ({
      name,
      value,
      start,
      text: ranges.map(([from, to]) => text.slice(from, to)).join(''),
    }));
  }
  if (text.trim() === '') {
    return [];
  }
  const servers = member(root(text, tool.form.lenience), tool.form.key);
  if (servers === undefined) {
    return [];
  }
  const all = objectOf(servers, `"${tool.form.key}"`);
  // Two of one name are somebody's mistake.
  return all.members.map(({ key }) => {
    const { value, start } = member(all, key) as NonNullable<ReturnType<typeof member>>;
    return { name: key, value: valueOf(value), start, text: null };
  });
}

/** The file without some servers. @throws JsonSyntaxError, ForeignError */
export function withoutServersOf(tool: AgentTool, text: string, names: readonly string[]): string {
  const { form } = tool;
  if (form === 'toml') {
    return withoutTomlServers(
      text,
      tomlServers(text).filter(({ name }) => names.includes(name)),
    );
  }
  return names.reduce(
    (next, name) => withoutEntry(next, { key: form.key, name, value: {} }, form.lenience) ?? next,
    text,
  );
}

/** The file with servers that it does not name. @throws JsonSyntaxError, ForeignError */
export function withServersOf(
  tool: AgentTool,
  text: string,
  servers: ReadonlyArray<Pick<FoundServer, 'name' | 'value' | 'text'>>,
): string {
  const { form } = tool;
  const there = new Set(foundServers(tool, text).map(({ name }) => name));
  const missing = servers.filter(({ name }) => !there.has(name));
  if (form === 'toml') {
    return withTomlText(
      text,
      missing.map((one) => one.text ?? ''),
    );
  }
  return missing.reduce(
    (next, { name, value }) =>
      withEntry(next, { key: form.key, name, value: value as Record<string, unknown> }, form.lenience),
    text,
  );
}
