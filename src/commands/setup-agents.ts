import { outcomeText } from '../print/outcome.js';
import { plainLine } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';

interface Options {
  remove?: boolean;
}

export const command: CommandModule = {
  summary: 'tell coding agents when to use beadloom, in AGENTS.md',
  description:
    'Adds a short block to AGENTS.md, and to CLAUDE.md, GEMINI.md and .github/copilot-instructions.md if they exist. The rest of these files stays byte for byte, and a second run changes nothing. --remove deletes the block.',
  examples: [
    { line: 'setup-agents', note: 'write the block, or bring it up to date' },
    { line: 'setup-agents --remove', note: 'take it out again' },
  ],
  arguments: [],
  flags: [{ name: 'remove', help: 'remove what this command added' }],
  run: async (shell, _args, { remove }: Options) => {
    const { setupAgents } = await import('../agents/block.js');
    const files = setupAgents(shell.root(), remove ?? false);
    if (shell.json) {
      return shell.dataJson(JSON.stringify({ version: 1, files }));
    }
    shell.data(files.map(({ path, outcome }) => outcomeText(outcome, plainLine(path))).join('\n'));
  },
};
