import { BOUNDS, CONFIDENCES, REFERENCE_KINDS, type RefsOptions } from '../api/options.js';
import { refsText } from '../print/refs.js';
import type { CommandModule } from '../shell/command.js';
import { whole, type RefreshFlag } from '../shell/parse.js';

interface Options extends Pick<RefsOptions, 'kind' | 'confidence' | 'limit'> {
  refresh: RefreshFlag;
}

export const command: CommandModule = {
  summary: 'list every place that refers to a symbol',
  description:
    'Lists the places that call, name, inherit or override a symbol, by file, and what the symbol refers to itself. A call through an interface counts for what implements it. Each place says how sure it is: exact (by an import, a scope or a type), unique (the only definition within reach) or ambiguous (one of several).',
  examples: [
    { line: 'refs Ledger.post', note: 'who calls a method' },
    {
      line: 'refs charge --kind call --confidence unique',
      note: 'calls only, without those that may mean another',
    },
    { line: 'refs src/billing/charge.py:charge --json', note: 'the charge of one file, as JSON' },
  ],
  configure: (parser) => {
    parser
      .argument('<symbol>', 'name of a symbol: qualified, or unique, or FILE:NAME, or FILE:LINE')
      .option(
        '--limit <n>',
        'most entries of each list (default 100); the surest are kept',
        whole(BOUNDS.limit),
      )
      .option('--no-refresh', 'answer from the index as it is, and say what is stale');
    parser.addOption(
      parser.createOption('--kind <kind>', 'only references that do this').choices(REFERENCE_KINDS),
    );
    parser.addOption(
      parser
        .createOption('--confidence <least>', 'only references that are at least so sure (default ambiguous)')
        .choices(CONFIDENCES),
    );
  },
  run: async (shell, [symbol = ''], { kind, confidence, limit, refresh }: Options) => {
    const { answer, text } = await shell.withProject((beadloom, work) =>
      beadloom.refsText(symbol, { ...work, kind, confidence, limit, refresh }),
    );
    if (shell.json) {
      shell.dataJson(text);
    } else {
      shell.data(refsText(answer, shell.paint, shell.columns));
    }
    shell.warnStale(answer);
  },
};
