import { BOUNDS } from '../api/options.js';
import { markdownText } from '../print/markdown.js';
import type { CommandModule } from '../shell/command.js';
import { whole } from '../shell/parse.js';

interface Options {
  depth?: number;
  maxNodes?: number;
  maxChunks?: number;
  budget?: number;
  refresh: boolean;
}

export const command: CommandModule = {
  summary: 'print the context bundle of a node, path, symbol or ticket',
  description:
    'Prints the context bundle of one or more references: what it is, how it fits, its documents and symbols, within a token budget. A reference is the ref_id of a node, a path, the name of a symbol, or a ticket key that commit messages name. The index is brought up to date first.',
  examples: [
    { line: 'ctx payments', note: 'the bundle of the node payments, as Markdown' },
    { line: 'ctx PROJ-123 auth --json', note: 'one bundle around two nodes, as JSON' },
    { line: 'ctx Ledger.post', note: 'a method, what calls it, and what it calls' },
    {
      line: 'ctx src/billing/charge.py --budget 2000',
      note: 'the node that owns a file, in 2,000 tokens at most',
    },
  ],
  configure: (parser) => {
    parser
      .argument('<ref...>', 'ref_id of a node, path, name of a symbol, or ticket key')
      .option('--depth <n>', 'steps along edges (default 2)', whole(BOUNDS.depth))
      .option('--max-nodes <n>', 'most nodes (default 20)', whole(BOUNDS.maxNodes))
      .option('--max-chunks <n>', 'most pieces of documents (default 10)', whole(BOUNDS.maxChunks))
      .option('--budget <tokens>', 'most tokens of the answer (default 8000)', whole(BOUNDS.budget))
      .option('--no-refresh', 'answer from the index as it is');
    parser.addOption(parser.createOption('--markdown', 'print Markdown (the default)').conflicts('json'));
  },
  run: async (shell, refs, options: Options) => {
    const { depth, maxNodes, maxChunks, budget, refresh } = options;
    const wanted = { depth, maxNodes, maxChunks, budget, refresh };
    await shell.withProject(async (beadloom, work) => {
      if (shell.json) {
        const { answer, text } = await beadloom.ctxText(refs, { ...work, ...wanted });
        shell.dataJson(text);
        shell.warnStale(answer);
      } else {
        // A warning is part of the Markdown itself.
        const text = await beadloom.ctxMarkdown(refs, { ...work, ...wanted });
        shell.data(markdownText(text, shell.paint));
      }
    });
  },
};
