import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';

import type { SetupMcpAnswer } from '../model/answers.js';
import { BeadloomError, usage } from '../model/error.js';
import { readRegularText } from '../model/reading.js';
import {
  checkNotLeftOut,
  makeFolder,
  placeInside,
  readWhole,
  removeFile,
  writeOutput,
} from '../yaml/files.js';
import { placeAt } from './jsonc.js';
import {
  findEntry,
  ForeignError,
  freshText,
  placed,
  withEntry,
  withoutEntry,
  type Entry,
} from './servers.js';
import { tomlBlock, withoutTomlBlock, withTomlBlock } from './toml.js';
import { AGENT_TOOLS, type AgentTool, type JsonForm } from './tools.js';

/** What the server is called in every file. */
export const SERVER = 'beadloom';

/** How the server is started wherever npm can fetch it. */
export const PUBLISHED: readonly [string, ...string[]] = ['npx', '-y', 'beadloom', 'mcp-serve'];

/** What to do. */
export interface SetupMcpChange {
  /** The project. */
  root: string;
  /** Name of the program. */
  tool: string;
  /** For all projects of the user. */
  global: boolean;
  what: 'install' | 'remove' | 'print';
  /** The program and script that run now. */
  running: readonly [program: string, script: string];
  platform: NodeJS.Platform;
}

/**
 * Tells a program how to start the MCP server, or takes that out again. What else its file says stays byte for byte.
 *
 * @throws BeadloomError `usage` with its place where the file is broken, or says something else where the server would stand
 */
export function setupMcp(change: SetupMcpChange): SetupMcpAnswer {
  const tool = toolOf(change.tool);
  const everywhere = change.global || tool.project === undefined;
  const place = placeOf(change, tool);
  // A program that has no files of projects starts its servers who knows where.
  const where = everywhere && !change.global ? ['--project', change.root] : [];
  const command: [string, ...string[]] = [...serverCommand(change), ...where];
  const answer = {
    version: 1 as const,
    tool: tool.name,
    path: shown(change.root, place),
    command,
    gateway: null,
  };
  if (change.what === 'print') {
    return { ...answer, outcome: 'printed', content: contentOf(tool, command) };
  }
  const text = readWhole(place, answer.path);
  if (text === undefined && change.what === 'remove') {
    // A run that was killed may have left the folder.
    removeFile(place);
  }
  const next = inFile(answer.path, text, () =>
    change.what === 'remove' ? taken(tool, text ?? '') : put(tool, text, command),
  );
  if (next === undefined || next === text) {
    return { ...answer, outcome: change.what === 'remove' ? 'absent' : 'unchanged', content: null };
  }
  const there = text !== undefined && inFile(answer.path, text, () => isThere(tool, text));
  if (next === null) {
    removeFile(place);
  } else {
    if (!change.global && tool.project !== undefined) {
      checkNotLeftOut(change.root, tool.project);
    }
    makeFolder(place);
    writeOutput(place, next);
  }
  const outcome = change.what === 'remove' ? 'removed' : there ? 'updated' : 'installed';
  return { ...answer, outcome, content: null };
}

/** A program by its name. @throws BeadloomError `usage` */
export function toolOf(name: string): AgentTool {
  const tool = AGENT_TOOLS.find((one) => one.name === name);
  if (tool === undefined) {
    throw usage(
      `no tool is called ${JSON.stringify(name)}`,
      `one of: ${AGENT_TOOLS.map((one) => one.name).join(', ')}`,
    );
  }
  return tool;
}

/**
 * How the server is started: by npm where it was installed from there, else by the very files that run now.
 */
export function serverCommand(
  { running, platform }: Pick<SetupMcpChange, 'running' | 'platform'>,
  words: readonly string[] = ['mcp-serve'],
): readonly [string, ...string[]] {
  const [program, script] = running;
  if (!/[\\/]node_modules[\\/]/.test(script)) {
    return [program, script, ...words];
  }
  const [first, ...rest] = [...PUBLISHED.slice(0, -1), ...words] as [string, ...string[]];
  // npx is a script there, which only its shell can start.
  return platform === 'win32' ? ['cmd', '/c', first, ...rest] : [first, ...rest];
}

export function placeOf({ root, global, platform }: SetupMcpChange, tool: AgentTool): string {
  return global || tool.project === undefined ? tool.global(platform) : placeInside(root, tool.project);
}

/** Relative to the root where it is inside. */
export function shown(root: string, place: string): string {
  const way = relative(realpathSync(root), place);
  const outside = isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`);
  return outside ? place : way.split(sep).join('/');
}

export function entryOf(form: JsonForm, command: readonly [string, ...string[]], name = SERVER): Entry {
  return { key: form.key, name, value: { ...form.entry(command), ...form.preset } };
}

export function contentOf(tool: AgentTool, command: readonly [string, ...string[]], name = SERVER): string {
  return tool.form === 'toml' ? tomlBlock(name, command) : freshText(entryOf(tool.form, command, name));
}

function put(tool: AgentTool, text: string | undefined, command: readonly [string, ...string[]]): string {
  if (text === undefined) {
    return contentOf(tool, command);
  }
  if (tool.form === 'toml') {
    return withTomlBlock(text, SERVER, tomlBlock(SERVER, command));
  }
  const entry = entryOf(tool.form, command);
  const there = findEntry(text, entry, tool.form.lenience);
  if (there !== undefined) {
    if (!isOurs(there.value)) {
      throw new ForeignError(`the server "${SERVER}" is not beadloom`, there.start);
    }
    const { entry: wanted, preset } = tool.form;
    const value = { ...preset, ...(there.value as object), ...wanted(command) };
    return says(there.value, value)
      ? text
      : withEntry(text, { ...entry, value: inOrder(value, entry.value) }, tool.form.lenience);
  }
  return withEntry(text, entry, tool.form.lenience);
}

/** Null where no file is to be left, undefined where nothing is to be taken out. */
export function taken(tool: AgentTool, text: string): string | null | undefined {
  if (tool.form === 'toml') {
    const rest = withoutTomlBlock(text, SERVER);
    return rest === '' && text.endsWith('\n') ? null : rest;
  }
  const entry = entryOf(tool.form, ['']);
  const there = findEntry(text, entry, tool.form.lenience);
  return there === undefined || !isOurs(there.value)
    ? undefined
    : withoutEntry(text, entry, tool.form.lenience);
}

function isThere(tool: AgentTool, text: string): boolean {
  return tool.form === 'toml'
    ? withoutTomlBlock(text, SERVER) !== undefined
    : findEntry(text, entryOf(tool.form, ['']), tool.form.lenience) !== undefined;
}

/** Whether an entry starts this server, however. */
export function isOurs(value: unknown): boolean {
  return JSON.stringify(value ?? null).includes('"mcp-serve"');
}

/** The members that are wanted first, as in a new entry, then what a person added. */
function inOrder(value: Record<string, unknown>, first: Entry['value']): Record<string, unknown> {
  const names = new Set([...Object.keys(first), ...Object.keys(value)]);
  return Object.fromEntries([...names].map((name) => [name, value[name]]));
}

/** Whether an entry says what is wanted; what a person added to it may stay. */
function says(value: unknown, wanted: Entry['value']): boolean {
  const there = value as Record<string, unknown>;
  return Object.entries(wanted).every(([key, one]) => JSON.stringify(there[key]) === JSON.stringify(one));
}

/** What is wrong in a file, as an error with its place. */
export function inFile<T>(path: string, text: string | undefined, work: () => T): T {
  const byHand = 'change or remove it by hand, or add the output of beadloom setup-mcp --print';
  return placed(path, text, byHand, work);
}

/**
 * The server's entry in a file of the project that is there, as far as it can be read: its program and arguments.
 *
 * @throws BeadloomError `not_readable` where something else than a file lies there
 */
export function configured(
  root: string,
  tool: AgentTool,
): { path: string; line: number; command: string[] } | undefined {
  if (tool.project === undefined) {
    return undefined;
  }
  let text: string;
  try {
    text = readRegularText(join(root, tool.project), tool.project);
  } catch (thrown) {
    if (thrown instanceof BeadloomError) {
      throw thrown;
    }
    return undefined;
  }
  if (tool.form === 'toml') {
    const found = /^\[mcp_servers\.beadloom\][^[]*?^command\s*=\s*("(?:[^"\\]|\\.)*")/m.exec(text);
    const args = /^\[mcp_servers\.beadloom\][^[]*?^args\s*=\s*(\[[^\]]*\])/m.exec(text)?.[1];
    return found === null
      ? undefined
      : {
          path: tool.project,
          line: placeAt(text, found.index).line,
          command: [
            JSON.parse(found[1] ?? '""') as string,
            ...((args === undefined ? [] : JSON.parse(args)) as string[]),
          ],
        };
  }
  const there = findEntry(text, entryOf(tool.form, ['']), tool.form.lenience);
  if (there === undefined || typeof there.value !== 'object' || there.value === null) {
    return undefined;
  }
  const { command, args } = there.value as { command?: unknown; args?: unknown };
  const words = [...(Array.isArray(command) ? command : [command]), ...(Array.isArray(args) ? args : [])];
  return {
    path: tool.project,
    line: placeAt(text, there.start).line,
    command: words.filter((word): word is string => typeof word === 'string'),
  };
}
