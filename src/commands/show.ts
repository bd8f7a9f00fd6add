import type { ShowOptions } from '../model/requests.js';
import { showText } from '../print/show.js';
import type { CommandModule } from '../shell/command.js';
import { argumentOf, flagsOf } from '../shell/flags.js';

export const command: CommandModule = {
  summary: 'print the source of symbols, lines and files',
  description:
    'Prints whole definitions as the files contain them now, with line numbers and the comment above each. If several definitions share a name, all of them are printed. Definitions that exceed the budget are listed with the reference that shows them. Exits with 1 if a reference matches nothing; the other references are still printed.',
  completes: 'nodes',
  examples: [
    { line: 'show Ledger.post charge', note: 'two definitions, whole' },
    { line: 'show Ledger --callers', note: 'a class, and the lines that refer to it' },
    {
      line: 'show src/billing/charge.py:10-40',
      note: 'lines of a file; PATH:LINE shows the definition there',
    },
    { line: 'show charge --budget 2000 --json', note: 'in at most 2,000 tokens, as JSON' },
  ],
  arguments: [argumentOf('show', 'refs', { required: true })],
  flags: flagsOf('show', undefined, {
    refresh: { help: 'take definitions from the existing index and list stale files' },
  }),
  run: async (shell, refs, options: ShowOptions) => {
    const answer = await shell.withProject((beadloom, work) => beadloom.show(refs, { ...work, ...options }));
    shell.show(answer, () => showText(answer, shell.paint));
    if ((answer.missing ?? []).length > 0) {
      process.exitCode = 1;
    }
  },
};
