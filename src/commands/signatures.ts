import { REQUESTS } from '../api/requests.js';
import { signaturesText } from '../print/signatures.js';
import type { CommandModule } from '../shell/command.js';
import { whole, type RefreshFlag } from '../shell/parse.js';

interface Options {
  budget?: number;
  refresh: RefreshFlag;
}

export const command: CommandModule = {
  summary: 'print the outline of files: signatures without bodies',
  description:
    'Prints what files define, nested and with line numbers, without bodies. If the budget is too small, private definitions are dropped first, then the most deeply nested ones.',
  examples: [
    { line: 'signatures src/billing/charge.py', note: 'what a file defines' },
    {
      line: 'signatures src/auth/tokens.py src/auth/roles.py --budget 2000',
      note: 'two files, in few tokens',
    },
  ],
  configure: (parser) => {
    parser
      .argument('<file...>', 'paths of files, from the root of the project')
      .option(
        '--budget <tokens>',
        'maximum tokens of the answer as JSON (default 8000)',
        whole(REQUESTS.signatures.budget.bounds),
      )
      .option('--no-refresh', 'answer from the existing index and list what is stale');
  },
  run: async (shell, paths, { budget, refresh }: Options) => {
    const { answer, text } = await shell.withProject((beadloom, work) =>
      beadloom.signaturesText(paths, { ...work, budget, refresh }),
    );
    if (shell.json) {
      shell.dataJson(text);
    } else {
      shell.data(signaturesText(answer, shell.paint));
    }
    shell.warnStale(answer);
  },
};
