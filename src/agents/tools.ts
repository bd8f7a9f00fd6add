import { homedir } from 'node:os';
import { join } from 'node:path';

import type { Lenience } from './jsonc.js';

/** A program with agents that starts MCP servers. */
export interface AgentTool {
  name: string;
  /** As its makers write it. */
  title: string;
  /** Its file in a project, relative to the root; undefined where it has none. */
  project: string | undefined;
  /** Its file for all projects. */
  global: (platform: NodeJS.Platform) => string;
  form: JsonForm | 'toml';
}

/** How a JSON file names servers. */
export interface JsonForm {
  /** The object that holds them. */
  key: string;
  lenience: Lenience;
  entry: (command: readonly [string, ...string[]]) => Record<string, unknown>;
  /** What an entry has besides, unless it has another value for it already: that is a person's choice. */
  preset: Readonly<Record<string, unknown>>;
}

const STRICT: Lenience = { comments: false, trailingCommas: false };
const COMMENTS: Lenience = { comments: true, trailingCommas: false };
const LENIENT: Lenience = { comments: true, trailingCommas: true };

const plainEntry = ([command, ...args]: readonly [string, ...string[]]) => ({ command, args });

function json(
  key: string,
  lenience: Lenience,
  entry: JsonForm['entry'] = plainEntry,
  preset: JsonForm['preset'] = {},
): JsonForm {
  return { key, lenience, entry, preset };
}

function home(...path: string[]): string {
  return join(homedir(), ...path);
}

/** The folder of a program's settings, as the system has it. */
function settings(platform: NodeJS.Platform, ...path: string[]): string {
  if (platform === 'win32') {
    return join(process.env['APPDATA'] ?? home('AppData', 'Roaming'), ...path);
  }
  return platform === 'darwin'
    ? home('Library', 'Application Support', ...path)
    : join(process.env['XDG_CONFIG_HOME'] ?? home('.config'), ...path);
}

/** Settings of programs that use `~/.config` also where the system has another place. */
function config(platform: NodeJS.Platform, ...path: string[]): string {
  return platform === 'win32'
    ? settings(platform, ...path)
    : join(process.env['XDG_CONFIG_HOME'] ?? home('.config'), ...path);
}

/** The programs, as their documentation says where they look. The first is meant where none is named. */
export const AGENT_TOOLS: readonly AgentTool[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    project: '.mcp.json',
    global: () => home('.claude.json'),
    // Its tools are there from the start, and not only once the agent has searched for them: `docs/mcp.md` has the source.
    form: json('mcpServers', STRICT, plainEntry, { alwaysLoad: true }),
  },
  {
    name: 'cursor',
    title: 'Cursor',
    project: '.cursor/mcp.json',
    global: () => home('.cursor', 'mcp.json'),
    form: json('mcpServers', LENIENT),
  },
  {
    name: 'vscode',
    title: 'VS Code',
    project: '.vscode/mcp.json',
    global: (platform) => settings(platform, 'Code', 'User', 'mcp.json'),
    form: json('servers', LENIENT, (command) => ({ type: 'stdio', ...plainEntry(command) })),
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    project: undefined,
    global: () => home('.codeium', 'windsurf', 'mcp_config.json'),
    form: json('mcpServers', STRICT),
  },
  {
    name: 'codex',
    title: 'Codex',
    project: '.codex/config.toml',
    global: () => join(process.env['CODEX_HOME'] ?? home('.codex'), 'config.toml'),
    form: 'toml',
  },
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    project: '.gemini/settings.json',
    global: () => home('.gemini', 'settings.json'),
    form: json('mcpServers', COMMENTS),
  },
  {
    name: 'zed',
    title: 'Zed',
    project: '.zed/settings.json',
    global: (platform) => config(platform, platform === 'win32' ? 'Zed' : 'zed', 'settings.json'),
    form: json('context_servers', LENIENT),
  },
  {
    name: 'opencode',
    title: 'opencode',
    project: 'opencode.json',
    global: (platform) => config(platform, 'opencode', 'opencode.json'),
    form: json('mcp', LENIENT, (command) => ({ type: 'local', command: [...command], enabled: true })),
  },
];
