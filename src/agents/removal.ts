import { realpathSync } from 'node:fs';
import { join } from 'node:path';

import { placeInside, readWhole } from '../yaml/files.js';
import type { Removal } from '../yaml/removal.js';
import { findEntry } from './servers.js';
import { entryOf, inFile, isOurs, SERVER, shown, taken } from './setup.js';
import type { AgentTool } from './tools.js';

/** An entry of the server's name that stays, with the reason. */
export interface KeptEntry {
  path: string;
  reason: string;
  hint: string;
}

/** What an entry of ours may have: what we write, and what programs add on their own. */
const KEYS = new Set(['command', 'args', 'type', 'enabled', 'disabled']);

/**
 * The file of a program without our server; undefined where it does not name it. `global`: the file for all projects.
 *
 * @throws BeadloomError `usage` with its place where the file is broken, `not_readable`, `outside_root`
 */
export function entryRemoval(
  root: string,
  tool: AgentTool,
  global: boolean,
  platform: NodeJS.Platform,
): Removal | KeptEntry | undefined {
  const place = placeOf(root, tool, global, platform);
  if (place === undefined) {
    return undefined;
  }
  const path = shown(root, place);
  const text = readWhole(place, path);
  // What does not name it has nothing of ours, whatever is wrong in it.
  if (text === undefined || !text.includes(SERVER)) {
    return undefined;
  }
  return inFile(path, text, () => {
    const next = taken(tool, text);
    const kept = keptReason(tool, text, next === undefined);
    if (kept !== undefined) {
      return { path, reason: kept, hint: 'remove the entry by hand if nothing needs it' };
    }
    return next === undefined ? undefined : { path, place, text, next };
  });
}

function placeOf(
  root: string,
  tool: AgentTool,
  global: boolean,
  platform: NodeJS.Platform,
): string | undefined {
  if (global) {
    return tool.global(platform);
  }
  if (tool.project === undefined) {
    return undefined;
  }
  placeInside(root, tool.project);
  return join(realpathSync(root), tool.project);
}

/** Why an entry stays: somebody else wrote it, or a person added to it. */
function keptReason(tool: AgentTool, text: string, isForeign: boolean): string | undefined {
  if (tool.form === 'toml') {
    const there = new RegExp(String.raw`^\s*\[mcp_servers\.["']?${SERVER}["']?\]`, 'm').test(text);
    return isForeign && there ? `mcp_servers.${SERVER} was not written by beadloom setup-mcp` : undefined;
  }
  const there = findEntry(text, entryOf(tool.form, ['']), tool.form.lenience);
  if (there === undefined) {
    return undefined;
  }
  if (!isOurs(there.value)) {
    return `the server "${SERVER}" there is another program`;
  }
  const added = Object.entries(there.value as Record<string, unknown>)
    .filter(([key, value]) => !KEYS.has(key) && says(value))
    .map(([key]) => key);
  return added.length === 0 ? undefined : `a person added ${added.join(', ')} to the server "${SERVER}"`;
}

/** Whether a value is more than the empty one that programs write on their own. */
function says(value: unknown): boolean {
  return !/^(?:\{\}|\[\]|""|null|true|false)$/.test(JSON.stringify(value) ?? 'null');
}
