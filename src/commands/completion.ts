import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Beadloom } from '../api/beadloom.js';
import { usage } from '../model/error.js';
import { loaded, NAMED_THINGS, type CommandModule, type NamedThings } from '../shell/command.js';
import { GLOBAL_FLAGS, HELP_FLAG, VERSION_FLAG } from '../shell/globals.js';
import type { Shell } from '../shell/shell.js';
import {
  completionScript,
  SHELLS,
  type CompletedCommand,
  type CompletionShell,
} from '../shell/completion.js';

interface Options {
  list?: NamedThings;
}

/** Names that a shell and its completion take as they are. Whoever wrote a graph chose the others. */
const PLAIN = /^[\p{L}\p{N}_@][\p{L}\p{N}_@./#:+-]*$/u;

export const command: CommandModule = {
  summary: 'print a completion script for a shell',
  description:
    'Prints a completion script for a shell. It completes commands, options, choices, paths and, from the existing index, ids of nodes, names of rules and labels of snapshots.',
  examples: [
    { line: 'completion bash > ~/.local/share/bash-completion/completions/beadloom', note: 'for bash' },
    { line: 'completion zsh > "${fpath[1]}/_beadloom"', note: 'for zsh' },
    { line: 'completion fish > ~/.config/fish/completions/beadloom.fish', note: 'for fish' },
  ],
  arguments: [{ name: 'shell', help: SHELLS.join(', '), choices: SHELLS }],
  flags: [
    {
      name: 'list',
      value: 'things',
      choices: NAMED_THINGS,
      help: 'print names for the completion script',
      hidden: true,
    },
  ],
  run: async (shell, [name], { list }: Options) => {
    if (list !== undefined) {
      const names = (await namesOf(shell, list)).filter((one) => PLAIN.test(one));
      if (names.length > 0) {
        shell.data(names.join('\n'));
      }
      return;
    }
    if (name === undefined) {
      throw usage("missing required argument 'shell'", `one of ${SHELLS.join(', ')}`);
    }
    shell.data(completionScript(name as CompletionShell, await completedCommands(shell)));
  },
};

async function completedCommands(shell: Shell): Promise<CompletedCommand[]> {
  const commands = (await loaded(shell.commands)).map(({ name: called, module }): CompletedCommand => ({
    name: called,
    summary: module.summary,
    words: module.arguments.flatMap(({ choices = [] }) => choices),
    things: module.completes,
    options: [VERSION_FLAG, ...module.flags, ...GLOBAL_FLAGS, HELP_FLAG]
      .filter(({ hidden }) => !hidden)
      .flatMap(({ name, short, help, choices = [], value }) =>
        [...(short === undefined ? [] : [`-${short}`]), `--${name}`].map((flag) => ({
          flag,
          summary: help,
          choices,
          takesValue: value !== undefined,
        })),
      ),
  }));
  const help = commands.find((one) => one.name === 'help');
  help?.words.push(...shell.commands.map((entry) => entry.name));
  return commands;
}

/** The names that there are. A key press makes no index, and no error is told where nobody asked for anything. */
async function namesOf(shell: Shell, things: NamedThings): Promise<string[]> {
  try {
    if (!existsSync(join(shell.root(), '.beadloom', 'beadloom.db'))) {
      return [];
    }
    return await shell.withProject((beadloom) => NAMES[things](beadloom));
  } catch {
    return [];
  }
}

const NAMES: Record<NamedThings, (beadloom: Beadloom) => Promise<string[]>> = {
  nodes: async (beadloom) => (await beadloom.listNodes({ refresh: false })).nodes.map((node) => node.ref_id),
  rules: async (beadloom) => (await beadloom.prime({ refresh: false })).rules.map((rule) => rule.name),
  labels: async (beadloom) =>
    (await beadloom.snapshotList()).snapshots.flatMap(({ id, label }) =>
      label === null ? [id] : [label, id],
    ),
};
