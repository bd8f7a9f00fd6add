import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

import { BeadloomError } from '../model/error.js';
import { readWhole } from '../yaml/files.js';
import { AGENTS_FILES, blockState } from './block.js';
import { JsonSyntaxError, placeAt } from './jsonc.js';
import { HOOK_PROGRAMS, type HookProgram } from './hooks/programs.js';
import { examineHookFile } from './hooks/examine.js';
import { ForeignError } from './servers.js';
import { configured } from './setup.js';
import { AGENT_TOOLS } from './tools.js';

/** Something that is not as it should be in a file that an agent's program reads. */
export interface AgentsFinding {
  check: 'mcp' | 'agents';
  /** Whether it keeps something from working. */
  broken: boolean;
  message: string;
  path: string;
  line?: number;
  hint: string;
}

/** What is wrong in the files of a project that agents' programs read, by path. */
export function agentsFindings(root: string): AgentsFinding[] {
  return [
    ...AGENT_TOOLS.flatMap((tool) => ofTool(root, tool)),
    ...AGENTS_FILES.flatMap((path) => ofBlock(root, path)),
    ...HOOK_PROGRAMS.flatMap((program) => ofHooks(root, program)),
  ];
}

function ofTool(root: string, tool: (typeof AGENT_TOOLS)[number]): AgentsFinding[] {
  const path = tool.project;
  const hint = `run beadloom setup-mcp --tool ${tool.name}`;
  try {
    const server = configured(root, tool);
    const [program] = server?.command ?? [];
    if (server === undefined) {
      return [];
    }
    const place = { check: 'mcp' as const, broken: true, path: server.path, line: server.line };
    if (program === undefined) {
      return [{ ...place, message: 'the server beadloom has no command', hint }];
    }
    const missing = [
      ...(isProgram(root, program) ? [] : [program]),
      ...server.command
        .slice(1)
        .filter((word) => isAbsolute(word) && /\.[cm]?js$/.test(word) && !existsSync(word)),
    ];
    return missing.map((what) => ({
      ...place,
      message: `the server beadloom is started with ${what}, which does not exist`,
      hint,
    }));
  } catch (thrown) {
    if (path !== undefined && (thrown instanceof JsonSyntaxError || thrown instanceof ForeignError)) {
      const { line } = placeAt(readWhole(join(root, path)) ?? '', thrown.offset);
      const message = `${tool.title} cannot read it: ${thrown.message}`;
      return [{ check: 'mcp', broken: true, path, line, message, hint: 'correct it by hand' }];
    }
    return unreadable('mcp', thrown);
  }
}

function ofBlock(root: string, path: string): AgentsFinding[] {
  try {
    const state = blockState(root, path);
    return state === undefined || state.current
      ? []
      : [
          {
            check: 'agents',
            broken: false,
            path,
            line: state.line,
            message: 'its block about beadloom has another version',
            hint: 'run beadloom setup-agents',
          },
        ];
  } catch (thrown) {
    return unreadable('agents', thrown);
  }
}

function ofHooks(root: string, program: HookProgram): AgentsFinding[] {
  const { path, name } = program;
  try {
    const hint = `run beadloom setup-agents --hooks --tool ${name}`;
    return examineHookFile(root, program).map((trouble) => ({ check: 'agents', path, hint, ...trouble }));
  } catch (thrown) {
    return unreadable('agents', thrown);
  }
}

/** That something lies there which is no file to be read, or none that is read whole. */
function unreadable(check: AgentsFinding['check'], thrown: unknown): AgentsFinding[] {
  if (!(thrown instanceof BeadloomError && thrown.code === 'not_readable' && thrown.path !== null)) {
    return [];
  }
  const { path, message, hint } = thrown;
  return [{ check, broken: true, path, message, hint: hint ?? 'put a file in its place, or remove it' }];
}

/** Whether a command can be started: a path that is there, or a name in the PATH. */
function isProgram(root: string, command: string): boolean {
  if (/[\\/]/.test(command)) {
    return existsSync(isAbsolute(command) ? command : join(root, command));
  }
  const endings = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat'] : [''];
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => endings.some((ending) => isExecutable(join(folder, command + ending))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
