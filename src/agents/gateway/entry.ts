import { findEntry, freshText, withEntry, withoutEntry } from '../servers.js';
import { entryOf } from '../setup.js';
import { tomlBlock, withoutTomlBlock, withTomlBlock } from '../toml.js';
import type { AgentTool } from '../tools.js';

/** What the gateway is called in every file. */
export const GATEWAY = 'beadloom-gateway';

/** The file with the gateway's entry, at its end or in the place of the one that is there. */
export function withGateway(
  tool: AgentTool,
  text: string | undefined,
  command: readonly [string, ...string[]],
): string {
  if (tool.form === 'toml') {
    const block = tomlBlock(GATEWAY, command);
    return text === undefined ? block : withTomlBlock(text, GATEWAY, block);
  }
  const entry = entryOf(tool.form, command, GATEWAY);
  if (text === undefined) {
    return freshText(entry);
  }
  const there = findEntry(text, entry, tool.form.lenience);
  const value = { ...(there?.value as object | undefined), ...entry.value };
  return there !== undefined && JSON.stringify(there.value) === JSON.stringify(value)
    ? text
    : withEntry(text, { ...entry, value }, tool.form.lenience);
}

export function isGateway(tool: AgentTool, text: string): boolean {
  return tool.form === 'toml'
    ? withoutTomlBlock(text, GATEWAY) !== undefined
    : findEntry(text, entryOf(tool.form, [''], GATEWAY), tool.form.lenience) !== undefined;
}

/** Null where no file is to be left, undefined where the entry is not there. */
export function withoutGateway(tool: AgentTool, text: string): string | null | undefined {
  if (tool.form === 'toml') {
    const rest = withoutTomlBlock(text, GATEWAY);
    return rest === '' && text.endsWith('\n') ? null : rest;
  }
  return withoutEntry(text, entryOf(tool.form, [''], GATEWAY), tool.form.lenience);
}
