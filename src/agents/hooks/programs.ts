import type { Lenience } from '../jsonc.js';

/**
 * When a program calls a hook: a session begins, a prompt was sent, a file was edited, something was read or asked, the agent has
 * ended its turn.
 */
export const HOOK_EVENTS = ['start', 'prompt', 'edit', 'read', 'stop'] as const;

/** One of {@link HOOK_EVENTS}. */
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** What a program calls an event, and for which of its tools it is called; the tools are a regular expression. */
interface ProgramEvent {
  key: string;
  matcher?: string;
}

/** A program whose agents call hooks, as its documentation says. */
export interface HookProgram {
  name: string;
  /** As its makers write it. */
  title: string;
  /** The file of a project that names hooks, relative to the root. */
  path: string;
  lenience: Lenience;
  /** In the order in which they are written. Without `prompt`, the program takes no text with a prompt. */
  events: Partial<Record<HookEvent, ProgramEvent>>;
  /** Whether hooks stand in groups that share a matcher, or each with its own. */
  grouped: boolean;
  /** What the program counts a time limit in: so many make a second. */
  perSecond: 1 | 1000;
  /** What a new file says besides. */
  besides: Readonly<Record<string, unknown>>;
  /** What a hook answers, so that the agent reads it. */
  context: (key: string, text: string) => unknown;
  /** What a hook answers, so that the agent goes on with this. */
  goOn: (text: string) => unknown;
}

const STRICT: Lenience = { comments: false, trailingCommas: false };
const COMMENTS: Lenience = { comments: true, trailingCommas: false };

const additionalContext = (hookEventName: string, text: string) => ({
  hookSpecificOutput: { hookEventName, additionalContext: text },
});

/** The programs, in the order of the documentation. The first is meant where none is named. */
export const HOOK_PROGRAMS: readonly HookProgram[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    // The settings of one person in a project: what is written names places of this machine.
    path: '.claude/settings.local.json',
    lenience: STRICT,
    events: {
      start: { key: 'SessionStart' },
      prompt: { key: 'UserPromptSubmit' },
      edit: { key: 'PostToolUse', matcher: 'Edit|Write|MultiEdit' },
      read: { key: 'PostToolUse', matcher: 'Read|Grep|Glob|Bash|mcp__.*beadloom.*' },
      stop: { key: 'Stop' },
    },
    grouped: true,
    perSecond: 1,
    besides: {},
    context: additionalContext,
    goOn: (reason) => ({ decision: 'block', reason }),
  },
  {
    name: 'cursor',
    title: 'Cursor',
    path: '.cursor/hooks.json',
    lenience: STRICT,
    events: {
      start: { key: 'sessionStart' },
      edit: { key: 'postToolUse', matcher: 'Write' },
      read: { key: 'postToolUse', matcher: 'Read|Grep|Shell' },
      stop: { key: 'stop' },
    },
    grouped: false,
    perSecond: 1,
    besides: { version: 1 },
    context: (_, text) => ({ additional_context: text }),
    goOn: (text) => ({ followup_message: text }),
  },
  {
    name: 'codex',
    title: 'Codex',
    path: '.codex/hooks.json',
    lenience: STRICT,
    events: {
      start: { key: 'SessionStart' },
      prompt: { key: 'UserPromptSubmit' },
      edit: { key: 'PostToolUse', matcher: 'apply_patch|Edit|Write' },
      read: { key: 'PostToolUse', matcher: 'Bash|mcp__.*beadloom.*' },
      stop: { key: 'Stop' },
    },
    grouped: true,
    perSecond: 1,
    besides: {},
    context: additionalContext,
    goOn: (reason) => ({ decision: 'block', reason }),
  },
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    path: '.gemini/settings.json',
    lenience: COMMENTS,
    events: {
      start: { key: 'SessionStart' },
      prompt: { key: 'BeforeAgent' },
      edit: { key: 'AfterTool', matcher: 'write_file|replace' },
      read: {
        key: 'AfterTool',
        matcher:
          'read_file|read_many_files|grep_search|search_file_content|glob|run_shell_command|mcp_.*beadloom.*',
      },
      stop: { key: 'AfterAgent' },
    },
    grouped: true,
    perSecond: 1000,
    besides: {},
    context: additionalContext,
    goOn: (reason) => ({ decision: 'deny', reason }),
  },
];
