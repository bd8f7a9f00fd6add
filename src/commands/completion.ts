import { loaded, type CommandModule } from '../shell/command.js';
import { buildCommand } from '../shell/parse.js';
import {
  completionScript,
  SHELLS,
  type CompletedCommand,
  type CompletionShell,
} from '../shell/completion.js';

export const command: CommandModule = {
  summary: 'print a completion script for a shell',
  examples: [
    { line: 'completion bash > ~/.local/share/bash-completion/completions/beadloom', note: 'for bash' },
    { line: 'completion zsh > "${fpath[1]}/_beadloom"', note: 'for zsh' },
    { line: 'completion fish > ~/.config/fish/completions/beadloom.fish', note: 'for fish' },
  ],
  configure: (parser) => {
    parser.addArgument(parser.createArgument('<shell>', SHELLS.join(', ')).choices(SHELLS));
  },
  run: async (shell, [name]) => {
    const commands = (await loaded(shell.commands)).map(({ name: called, module }): CompletedCommand => {
      const built = buildCommand(called, module);
      return {
        name: called,
        summary: module.summary,
        words: built.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
        options: built
          .createHelp()
          .visibleOptions(built)
          .flatMap((option) =>
            [option.short, option.long]
              .filter((flag) => flag !== undefined)
              .map((flag) => ({
                flag,
                summary: option.description,
                choices: option.argChoices ?? [],
                takesValue: option.required || option.optional,
              })),
          ),
      };
    });
    const help = commands.find((one) => one.name === 'help');
    help?.words.push(...shell.commands.map((entry) => entry.name));
    shell.data(completionScript(name as CompletionShell, commands));
  },
};
