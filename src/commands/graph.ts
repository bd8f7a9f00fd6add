import { BeadloomError } from '../api/error.js';
import { BOUNDS } from '../api/options.js';
import { plain } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';
import { whole } from '../shell/parse.js';

interface Options {
  depth?: number;
  format?: 'mermaid' | 'json';
  refresh: boolean;
}

export const command: CommandModule = {
  summary: 'print the graph, or the part around some nodes',
  description:
    'Prints the architecture graph as a Mermaid flowchart or as JSON: all of it, or what lies around some references.',
  examples: [
    { line: 'graph', note: 'the whole graph, ready to paste into Markdown' },
    { line: 'graph payments --depth 1', note: 'payments and its neighbours' },
    { line: 'graph --json', note: 'nodes and edges with everything that is known about them' },
  ],
  configure: (parser) => {
    parser
      .argument('[ref...]', 'nodes to start from (default: the whole graph)')
      .option('--depth <n>', 'steps along edges (default 2)', whole(BOUNDS.depth))
      .option('--no-refresh', 'answer from the index as it is');
    parser.addOption(
      parser.createOption('--format <name>', 'mermaid (the default) or json').choices(['mermaid', 'json']),
    );
  },
  run: async (shell, refs, options: Options) => {
    const { depth, format, refresh } = options;
    if (shell.json && format === 'mermaid') {
      throw new BeadloomError({ code: 'usage', message: '--json and --format mermaid exclude each other' });
    }
    await shell.withProject(async (beadloom, work) => {
      const wanted = { ...work, refs, depth, refresh };
      if (shell.json || format === 'json') {
        const { answer, text } = await beadloom.graphText(wanted);
        shell.dataJson(text);
        shell.warnStale(answer);
      } else {
        shell.data(plain(await beadloom.graphMermaid(wanted)));
      }
    });
  },
};
