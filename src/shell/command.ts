import type { Argument, Flag } from './flags.js';
import type { Shell } from './shell.js';

/** What of a project an argument may name: ids of nodes, names of rules, ids and labels of snapshots. */
export const NAMED_THINGS = ['nodes', 'rules', 'labels'] as const;

/** One of {@link NAMED_THINGS}. */
export type NamedThings = (typeof NAMED_THINGS)[number];

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
  /** What of the project its arguments name; completion asks for it. */
  completes?: NamedThings;
  /** In their order; what is not required comes last. */
  arguments: readonly Argument[];
  /** Its own, in the order of `--help`. */
  flags: readonly Flag[];
  /** Does it. What it throws is printed as an error, exit 1. */
  run: (shell: Shell, args: string[], options: never) => Promise<void>;
}

/** A command by the name that it is called by, before it is loaded. */
export interface CommandEntry {
  name: string;
  /** The heading that `--help` lists it under. */
  group: string;
  /** Whether it is one of the few to begin with. */
  starred?: boolean;
  load: () => Promise<{ command: CommandModule }>;
}

/** A command with the name that it is called by. */
export interface NamedCommand {
  name: string;
  group: string;
  starred: boolean;
  module: CommandModule;
}

/** Loads commands, in the order in which they stand. */
export function loaded(entries: readonly CommandEntry[]): Promise<NamedCommand[]> {
  return Promise.all(
    entries.map(async ({ name, group, starred = false, load }) => ({
      name,
      group,
      starred,
      module: (await load()).command,
    })),
  );
}
