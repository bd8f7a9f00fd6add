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
 * A command: one file in `src/commands`, loaded when it is named.
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

/** A command as the list has it, before its file is loaded. */
export interface CommandEntry {
  name: string;
  summary: string;
  load: () => Promise<CommandModule>;
}
