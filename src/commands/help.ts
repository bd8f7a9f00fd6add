import { loaded, type CommandModule } from '../shell/command.js';
import { commandHelp, rootHelp } from '../shell/help.js';
import { out } from '../shell/streams.js';
import { commandNamed } from '../shell/words.js';

export const command: CommandModule = {
  summary: 'print help for a command',
  examples: [
    { line: 'help', note: 'all commands' },
    { line: 'help ctx', note: 'the same as beadloom ctx --help' },
  ],
  arguments: [{ name: 'command', help: 'the command to explain' }],
  flags: [],
  run: async ({ commands }, [name]) => {
    const text =
      name === undefined
        ? rootHelp(await loaded(commands))
        : commandHelp(name, (await commandNamed(commands, name).load()).command);
    out.write(text);
  },
};
