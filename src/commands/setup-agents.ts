import { outcomeText } from '../print/outcome.js';
import { plainLine } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';

interface Options {
  remove?: boolean;
}

export const command: CommandModule = {
  summary: 'tell agents when to use beadloom',
  description:
    'Puts a short block into AGENTS.md, and into CLAUDE.md, GEMINI.md and .github/copilot-instructions.md where they are there. What else these files say stays byte for byte; a second run changes nothing; --remove takes the block out again.',
  examples: [
    { line: 'setup-agents', note: 'write the block, or bring it up to date' },
    { line: 'setup-agents --remove', note: 'take it out again' },
  ],
  configure: (parser) => {
    parser.option('--remove', 'take out what this command put in');
  },
  run: async (shell, _args, { remove }: Options) => {
    const { setupAgents } = await import('../agents/block.js');
    const files = setupAgents(shell.root(), remove ?? false);
    if (shell.json) {
      return shell.dataJson(JSON.stringify({ version: 1, files }));
    }
    shell.data(files.map(({ path, outcome }) => outcomeText(outcome, plainLine(path))).join('\n'));
  },
};
