import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';

/** What a program tells a hook, as far as it is of use. Programs differ in names and leave things out. */
export interface HookInput {
  /** What the program calls its session; undefined where it does not say. */
  session: string | undefined;
  /** Where the agent works; undefined where it does not say. */
  folder: string | undefined;
  /** What the person asked for; empty without a prompt. */
  prompt: string;
  /** How a session began: `startup`, `resume`, `clear` or `compact`; empty where it does not say. */
  source: string;
  /** The files that a tool wrote, as the program names them. */
  files: string[];
  /** Whether the agent goes on because a hook said so already. */
  goesOn: boolean;
  /** The tool that was used, with what it was given and what it gave; the name is empty where none is told. */
  tool: HookTool;
  /** Whether names are written as VS Code writes them, which reads the settings of Claude Code. */
  isVsCode: boolean;
}

/** A call of a tool. */
export interface HookTool {
  name: string;
  input: unknown;
  output: unknown;
}

/** Of a prompt no more is looked at: what comes behind are logs and pasted files. */
const MAX_PROMPT_CHARS = 4_000;

/** Files of one call of a tool that are looked at. */
const MAX_FILES = 20;

/** Tools that write, by a part of their names. */
const WRITES = /edit|write|create|replace|patch|insert|delete/i;

/** What Codex calls a file in a patch. */
const PATCHED = /^\*\*\* (?:Update|Add|Delete) File: (.+)$|^\*\*\* Move to: (.+)$/gm;

/** What came on standard input; undefined where it is not the JSON object that programs send. */
export function readInput(text: string): HookInput | undefined {
  const given = objectIn(text);
  if (given === undefined) {
    return undefined;
  }
  const roots = given['workspace_roots'];
  const tool = stringIn(given, 'tool_name') ?? '';
  return {
    session: stringIn(given, 'conversation_id', 'session_id', 'sessionId'),
    folder: stringIn(given, 'cwd') ?? (Array.isArray(roots) ? stringIn(roots as never, '0') : undefined),
    prompt: (stringIn(given, 'prompt') ?? '').slice(0, MAX_PROMPT_CHARS),
    source: stringIn(given, 'source') ?? '',
    files: tool === '' || WRITES.test(tool) ? filesIn(given['tool_input']) : [],
    tool: {
      name: tool,
      input: given['tool_input'],
      output: given['tool_response'] ?? given['tool_output'],
    },
    goesOn: given['stop_hook_active'] === true || Number(given['loop_count']) > 0,
    isVsCode: typeof given['hookEventName'] === 'string',
  };
}

/** Files that a tool was given to write. */
function filesIn(toolInput: unknown): string[] {
  const given = typeof toolInput === 'string' ? (objectIn(toolInput) ?? { command: toolInput }) : toolInput;
  if (typeof given !== 'object' || given === null) {
    return [];
  }
  const record = given as Record<string, unknown>;
  const named = ['file_path', 'filePath', 'target_file', 'path'].flatMap(
    (key) => stringIn(record, key) ?? [],
  );
  const listed = Array.isArray(record['files']) ? (record['files'] as unknown[]) : [];
  const patch = stringIn(record, 'command', 'input', 'patch') ?? '';
  const patched = [...patch.matchAll(PATCHED)].map((found) => found[1] ?? found[2]);
  const all = [...named, ...listed, ...patched].filter((one): one is string => typeof one === 'string');
  return [...new Set(all.map((one) => one.trim()).filter((one) => one !== ''))].slice(0, MAX_FILES);
}

/** Those of the files that lie in the project, relative to its root and `/`-separated. */
export function filesInside(root: string, folder: string, files: readonly string[]): string[] {
  const top = real(root);
  return files.flatMap((file) => {
    const way = relative(top, real(resolve(folder, file)));
    const outside = way === '' || isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`);
    return outside ? [] : [way.split(sep).join('/')];
  });
}

/** Without links; what is not there stays as it is. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The object that a text is as JSON. */
export function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The first of these that is a text and not empty. */
function stringIn(given: Record<string, unknown>, ...keys: string[]): string | undefined {
  const found = keys.map((key) => given[key]).find((one) => typeof one === 'string' && one !== '');
  return found as string | undefined;
}
