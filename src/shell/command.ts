import type { Command } from 'commander';

import type { Shell } from './shell.js';

/** An example for `--help`. */
export interface Example {
  /** Arguments after `beadloom`. */
  line: string;
  /** What it does. */
  note: string;
}

/**
 * A command: one file in `src/commands`.
 *
 * It turns words into the options of a method of `src/api` and prints the answer; it decides nothing that the
 * MCP server would have to decide again.
 */
export interface CommandModule {
  /** One sentence, as the list of commands has it. */
  summary: string;
  /** What `--help` says below the usage; the summary where there is no more to say. */
  description?: string;
  examples: readonly Example[];
  /** Adds arguments and options. */
  configure: (command: Command) => void;
  /** Does it. What it throws is printed as an error, exit 1. */
  run: (shell: Shell, args: string[], options: never) => Promise<void>;
}

/** A command by the name that it is called by, before it is loaded. */
export interface CommandEntry {
  name: string;
  load: () => Promise<{ command: CommandModule }>;
}

/** A command with the name that it is called by. */
export interface NamedCommand {
  name: string;
  module: CommandModule;
}

/** Loads commands, in the order in which they stand. */
export function loaded(entries: readonly CommandEntry[]): Promise<NamedCommand[]> {
  return Promise.all(entries.map(async ({ name, load }) => ({ name, module: (await load()).command })));
}
