import { statSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { Beadloom } from '../api/beadloom.js';
import { filesInside, objectIn, type HookInput, type HookTool } from './input.js';
import type { HookProgram } from '../agents/hooks/programs.js';

/** First and last line. */
type Lines = [number, number];

/** What a call of a tool opened. */
interface Opened {
  tool: 'read' | 'edit' | 'search' | 'shell';
  /** As the program names them; without lines, all of the file. */
  files: Array<{ file: string; lines?: Lines | undefined }>;
}

/** Files of one call that are noted. */
const MAX_FILES = 20;

/** Tools by a part of their names; the first that fits decides. */
const TOOLS = {
  ours: /beadloom/i,
  shell: /bash|shell|terminal|command|exec/i,
  edit: /edit|write|create|replace|patch|insert|delete/i,
  search: /grep|glob|search|find/i,
  read: /read|view|open/i,
};

/** Programs of a shell that print files, and those that search in them. */
const PRINTERS = new Set(['cat', 'head', 'tail', 'sed', 'less', 'more', 'nl', 'bat', 'batcat', 'awk']);
const SEARCHERS = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack', 'find', 'fd']);

/** Notes what the agent opened or asked; nothing where that is of no interest. */
export function noteOpened(beadloom: Beadloom, program: HookProgram, input: HookInput): void {
  const { session, tool } = input;
  if (session === undefined || tool.name === '') {
    return;
  }
  const who = { session, program: program.name };
  const command = commandOf(tool);
  if (TOOLS.ours.test(tool.name)) {
    return beadloom.note({ is: 'asked', ...who, channel: 'mcp' });
  }
  if (command !== undefined && TOOLS.shell.test(tool.name) && callsUs(command)) {
    // What it printed has a receipt of its own.
    return beadloom.note({ is: 'asked', ...who, channel: 'cli' });
  }
  // What servers of others read is not of this project.
  const opened = /^mcp/i.test(tool.name) ? undefined : openedBy(input, program, command);
  if (opened === undefined) {
    return;
  }
  const folder = input.folder ?? process.cwd();
  const files: Record<string, Lines[]> = {};
  for (const { file, lines } of opened.files.slice(0, MAX_FILES)) {
    const [path] = filesInside(beadloom.root, folder, [file]);
    if (path !== undefined && isFile(join(beadloom.root, path))) {
      files[path] = lines === undefined ? [] : [...(files[path] ?? []), lines];
    }
  }
  const characters = opened.tool === 'edit' ? 0 : charactersOf(tool.output);
  beadloom.note({ is: 'opened', ...who, tool: opened.tool, files, characters });
}

function openedBy(
  { tool, files }: HookInput,
  program: HookProgram,
  command: string | undefined,
): Opened | undefined {
  const { name } = tool;
  if (TOOLS.shell.test(name)) {
    return command === undefined ? undefined : inShell(command);
  }
  if (TOOLS.edit.test(name)) {
    return { tool: 'edit', files: files.map((file) => ({ file })) };
  }
  if (TOOLS.search.test(name)) {
    return { tool: 'search', files: [] };
  }
  if (!TOOLS.read.test(name)) {
    return undefined;
  }
  const given = objectOf(tool.input);
  const named = ['file_path', 'filePath', 'target_file', 'absolute_path', 'path'].map((key) => given[key]);
  const listed = [given['paths'], given['files'], given['include']].flat();
  const lines = linesOf(given, tool.output, program);
  const all = [...named, ...listed].filter((one): one is string => typeof one === 'string' && one !== '');
  return { tool: 'read', files: all.map((file) => ({ file, lines })) };
}

/** The lines that were read: what the tool says that it gave, else what it was asked for; undefined for all. */
function linesOf(given: Record<string, unknown>, output: unknown, { name }: HookProgram): Lines | undefined {
  const gave = objectOf(objectOf(output)['file']);
  const [start, count, total] = [gave['startLine'], gave['numLines'], gave['totalLines']].map(whole);
  if (start !== undefined && count !== undefined) {
    return start <= 1 && total !== undefined && count >= total ? undefined : linesFrom(start, count);
  }
  const first = whole(given['start_line'] ?? given['startLine']);
  const last = whole(given['end_line'] ?? given['endLine']);
  if (first !== undefined && last !== undefined) {
    return linesFrom(first, last - first + 1);
  }
  const [offset, limit] = [whole(given['offset']), whole(given['limit'])];
  if (offset === undefined && limit === undefined) {
    return undefined;
  }
  // Gemini CLI counts lines from 0.
  const from = (offset ?? 0) + (name === 'gemini-cli' && offset !== undefined ? 1 : 0);
  return linesFrom(from, limit ?? Number.MAX_SAFE_INTEGER);
}

const LAST_LINE = 0xffff_ffff;

function linesFrom(first: number, count: number): Lines {
  const from = Math.min(Math.max(1, first), LAST_LINE);
  return [from, Math.min(Math.max(from, from + count - 1), LAST_LINE)];
}

/** What a command of a shell prints of files, as far as it is plainly written. */
function inShell(command: string): Opened | undefined {
  const parts = command.slice(0, MAX_COMMAND_CHARS).split(/&&|\|\||[;|\n]/);
  const files: Opened['files'] = [];
  let searches = false;
  for (const part of parts) {
    const words = wordsIn(part);
    const program = basename(words[0] ?? '');
    searches ||= SEARCHERS.has(program);
    if (PRINTERS.has(program)) {
      const lines = printedLines(program, words);
      const named = words.slice(1).filter((word) => !word.startsWith('-') && /[./]/.test(word));
      files.push(...named.map((file) => ({ file, lines })));
    }
  }
  if (files.length > 0) {
    return { tool: 'shell', files };
  }
  return searches ? { tool: 'search', files: [] } : undefined;
}

/** Characters of a command that are looked at. */
const MAX_COMMAND_CHARS = 4_000;

/** `sed -n 3,9p`, `head -20`, `head -n 20`; undefined where it prints all, or it cannot be told. */
function printedLines(program: string, words: readonly string[]): Lines | undefined {
  if (program === 'sed') {
    const range = words
      .map((word) => /^(\d{1,9})(?:,(\d{1,9}))?p$/.exec(word))
      .find((found) => found !== null);
    return range === undefined ? undefined : between(Number(range[1]), Number(range[2] ?? range[1]));
  }
  if (program !== 'head') {
    return undefined;
  }
  const after = words[words.indexOf('-n') + 1];
  const count = words.map((word) => /^-n?(\d{1,9})$/.exec(word)?.[1]).find((found) => found !== undefined);
  const given = Number(count ?? (words.includes('-n') ? after : 10));
  return given > 0 ? [1, given] : undefined;
}

function between(first: number, last: number): Lines | undefined {
  return first > 0 && first <= last ? [first, last] : undefined;
}

function wordsIn(part: string): string[] {
  return [...part.matchAll(/"([^"]*)"|'([^']*)'|[^\s"'<>()]+/g)].map(
    ([word, double, single]) => double ?? single ?? word,
  );
}

/** Whether a command calls beadloom: by its name, or this very script. */
function callsUs(command: string): boolean {
  const script = process.argv[1] ?? '';
  return (
    /(?:^|[\s;&|(/])beadloom(?:@\S+)?\s/.test(`${command.slice(0, MAX_COMMAND_CHARS)} `) ||
    (script !== '' && command.includes(script))
  );
}

function commandOf({ input }: HookTool): string | undefined {
  if (typeof input === 'string') {
    const given = objectIn(input);
    return given === undefined ? input : stringOf(given['command']);
  }
  return stringOf(objectOf(input)['command']);
}

/** Where the text of an answer stands. */
const TEXTS = ['stdout', 'stderr', 'content', 'output', 'text', 'llmContent', 'file', 'result'];

/** Characters that a tool gave the agent; what is not known counts as none. */
function charactersOf(output: unknown, depth = 6): number {
  if (typeof output === 'string') {
    return output.length;
  }
  if (depth === 0 || typeof output !== 'object' || output === null) {
    return 0;
  }
  const inside = Array.isArray(output)
    ? (output as unknown[])
    : TEXTS.map((key) => (output as Record<string, unknown>)[key]);
  return inside.reduce((sum: number, one) => sum + charactersOf(one, depth - 1), 0);
}

function isFile(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isFile() ?? false;
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'string') {
    return objectIn(value) ?? {};
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function whole(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}
