import { loaded, type CommandModule } from '../shell/command.js';
import { buildCommand, buildRoot, commandNamed } from '../shell/parse.js';

export const command: CommandModule = {
  summary: 'print help for a command',
  examples: [
    { line: 'help', note: 'all commands' },
    { line: 'help ctx', note: 'the same as beadloom ctx --help' },
  ],
  configure: (parser) => {
    parser.argument('[command]', 'the command to explain');
  },
  run: async ({ commands }, [name]) => {
    const explained =
      name === undefined
        ? buildRoot(await loaded(commands))
        : buildCommand(name, (await commandNamed(commands, name).load()).command);
    explained.outputHelp();
  },
};
