import { TRAITS } from '../model/requests.js';

/** Commands of the shell, each with the tool that does the same: what the core says to do next is said to agents in their tools. */
export const TOOL_OF_COMMAND: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(TRAITS).flatMap(({ command, tool }) =>
    command === undefined || tool === undefined ? [] : [[command, tool]],
  ),
);

// The longest first: `search --exact` before `search`.
const COMMANDS = Object.keys(TOOL_OF_COMMAND)
  .toSorted((a, b) => b.length - a.length)
  .join('|');

/** Options, and what stands for arguments: `--task TEXT`, `PATH:FROM-TO`. */
const PLACEHOLDERS = '(?: --?[a-z][\\w-]*| [A-Z][A-Z:-]*(?![a-z]))*';

/** A call in backticks, which ends with its arguments, and one in a sentence, which goes on. */
const QUOTED = new RegExp(`\`beadloom (${COMMANDS})(?![\\w-])${PLACEHOLDERS}( [^\`]*)?\``, 'g');
const PLAIN = new RegExp(`\\bbeadloom (${COMMANDS})(?![\\w-])${PLACEHOLDERS}`, 'g');

/** A hint with tools where it names commands that have one; others stay, because a person can run them. */
export function inTools(hint: string): string {
  const named = (command: string) => `\`${TOOL_OF_COMMAND[command] ?? command}\``;
  return hint
    .replace(QUOTED, (_, command: string, given = '') => `${named(command)}${given.trimEnd()}`)
    .replace(PLAIN, (_, command: string) => named(command));
}
