import { REQUESTS } from '../api/requests.js';
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
  summary: 'show what depends on a node, file or symbol',
  description:
    'Shows the impact of a change: what depends on a node, file or symbol and through which edge, what it depends on itself, the tests that reach it, the documents that would become stale, and a paragraph for a pull request. Nodes depend on each other through edges of the graph, files through imports and references, symbols through calls, types and inheritance, including calls through an interface. Ambiguous references are listed last and not followed.',
  completes: 'nodes',
  examples: [
    { line: 'why billing', note: 'what needs the node billing, directly and through others' },
    { line: 'why src/billing/charge.py --depth 1', note: 'the files that import a file' },
    { line: 'why Ledger.post --reverse', note: 'what a method needs itself, not what calls it' },
    { line: 'why src/billing/charge.py:charge --json', note: 'a symbol of one file, as JSON' },
  ],
  configure: (parser) => {
    parser
      .argument('<ref>', 'ref_id of a node, path, or name of a symbol (NAME, FILE:NAME, FILE:LINE)')
      .option('--depth <n>', 'steps to follow (default 3)', whole(REQUESTS.why.depth.bounds))
      .option(
        '--limit <n>',
        'maximum entries of each list (default 30); all are counted',
        whole(REQUESTS.why.limit.bounds),
      )
      .option('--reverse', 'list what it depends on instead')
      .option('--no-refresh', 'answer from the existing index and list what is stale');
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
