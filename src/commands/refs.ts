import type { RefsOptions } from '../model/requests.js';
import { refsText } from '../print/refs.js';
import type { CommandModule } from '../shell/command.js';
import { argumentOf, flagsOf } from '../shell/flags.js';

export const command: CommandModule = {
  summary: 'list every reference to a symbol',
  description:
    'Lists the places that call, name, read, inherit or override a symbol, file by file, and what the symbol itself refers to. A call through an interface counts for its implementations. Each place has a confidence: exact (resolved by an import, a scope or a type), unique (the only definition within reach) or ambiguous (one of several definitions).',
  examples: [
    { line: 'refs Ledger.post', note: 'the callers of a method' },
    {
      line: 'refs charge --kind call --confidence unique',
      note: 'only calls, without ambiguous ones',
    },
    { line: 'refs src/billing/charge.py:charge --json', note: 'the charge of one file, as JSON' },
  ],
  arguments: [argumentOf('refs', 'symbol')],
  flags: flagsOf('refs'),
  run: async (shell, [symbol = ''], options: RefsOptions) => {
    const answer = await shell.withProject((beadloom, work) =>
      beadloom.refs(symbol, { ...work, ...options }),
    );
    shell.show(answer, () => refsText(answer, shell.paint, shell.columns));
  },
};
