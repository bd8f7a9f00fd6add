import { BOUNDS, type ShowOptions } from '../api/options.js';
import { showText } from '../print/show.js';
import type { CommandModule } from '../shell/command.js';
import { whole, type RefreshFlag } from '../shell/parse.js';

interface Options extends Pick<ShowOptions, 'callers' | 'budget'> {
  refresh: RefreshFlag;
}

export const command: CommandModule = {
  summary: 'print the source of symbols, of lines and of files',
  description:
    'Prints whole definitions, with what stands in them, the comment above and the numbers of their lines, as the files hold them now. A name that several definitions have shows all of them. What the budget does not hold is listed with the reference that shows it. Exits with 1 where a reference names nothing; the others are printed all the same.',
  examples: [
    { line: 'show Ledger.post charge', note: 'two definitions, whole' },
    { line: 'show Ledger --callers', note: 'a class, and the lines that refer to it' },
    {
      line: 'show src/billing/charge.py:10-40',
      note: 'lines of a file; PATH:LINE shows the definition there',
    },
    { line: 'show charge --budget 2000 --json', note: 'in at most 2,000 tokens, as JSON' },
  ],
  configure: (parser) => {
    parser
      .argument('<ref...>', 'name of a symbol, PATH, PATH:LINE, PATH:FROM-TO or PATH:NAME')
      .option('--callers', 'with the lines that refer to each definition')
      .option('--budget <tokens>', 'most tokens of the answer as JSON (default 8000)', whole(BOUNDS.budget))
      .option('--no-refresh', 'take definitions from the index as it is, and say what is stale');
  },
  run: async (shell, refs, { callers, budget, refresh }: Options) => {
    const { answer, text } = await shell.withProject((beadloom, work) =>
      beadloom.showText(refs, { ...work, callers, budget, refresh }),
    );
    if (shell.json) {
      shell.dataJson(text);
    } else {
      shell.data(showText(answer, shell.paint));
    }
    shell.warnStale(answer);
    if ((answer.missing ?? []).length > 0) {
      process.exitCode = 1;
    }
  },
};
