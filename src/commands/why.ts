import { BOUNDS } from '../api/options.js';
import { whyText } from '../print/why.js';
import type { CommandModule } from '../shell/command.js';
import { whole, type RefreshFlag } from '../shell/parse.js';

interface Options {
  depth?: number;
  limit?: number;
  reverse?: boolean;
  refresh: RefreshFlag;
}

export const command: CommandModule = {
  summary: 'show what needs a node, file or symbol, and what it needs',
  description:
    'Shows what a change concerns: what needs a node, file or symbol and through what, what it needs itself, the tests that reach it, the documents that would go stale, and a paragraph for a pull request. Nodes depend by the edges of the graph, files by imports and references, symbols by calls, types and inheritance, calls through an interface included. What only may be meant is listed last and never followed.',
  examples: [
    { line: 'why billing', note: 'what needs the node billing, directly and through others' },
    { line: 'why src/billing/charge.py --depth 1', note: 'the files that import a file' },
    { line: 'why Ledger.post --reverse', note: 'what a method needs itself, not what calls it' },
    { line: 'why src/billing/charge.py:charge --json', note: 'a symbol of one file, as JSON' },
  ],
  configure: (parser) => {
    parser
      .argument('<ref>', 'ref_id of a node, path, or name of a symbol (NAME, FILE:NAME, FILE:LINE)')
      .option('--depth <n>', 'steps that are followed (default 3)', whole(BOUNDS.depth))
      .option('--limit <n>', 'most entries of each list (default 30); all are counted', whole(BOUNDS.limit))
      .option('--reverse', 'list what it needs, not what needs it')
      .option('--no-refresh', 'answer from the index as it is, and say what is stale');
  },
  run: async (shell, [ref = ''], { depth, limit, reverse, refresh }: Options) => {
    const { answer, text } = await shell.withProject((beadloom, work) =>
      beadloom.whyText(ref, { ...work, depth, limit, reverse, refresh }),
    );
    if (shell.json) {
      shell.dataJson(text);
    } else {
      shell.data(whyText(answer, shell.paint, { wrapAt: shell.wrapAt, reverse: reverse ?? false }));
    }
    shell.warnStale(answer);
  },
};
