import type { ReadOptions } from '../model/work.js';
import { pathText } from '../print/path.js';
import type { CommandModule } from '../shell/command.js';
import { argumentOf, flagsOf } from '../shell/flags.js';

export const command: CommandModule = {
  summary: 'show how one symbol, file or part reaches another',
  description:
    'Shows up to three shortest paths along calls, uses of types, inheritance and imports, with the line of each step and its confidence. If there is no path, it says where the graph stops and whether a path leads in the opposite direction.',
  completes: 'nodes',
  examples: [
    { line: 'path checkout Ledger.post', note: 'how a function comes to call a method' },
    { line: 'path src/api/ src/billing/', note: 'how one folder reaches another' },
    { line: 'path auth billing --json', note: 'from node to node, as JSON' },
  ],
  arguments: [argumentOf('path', 'from'), argumentOf('path', 'to')],
  flags: flagsOf('path'),
  run: async (shell, [from = '', to = ''], options: ReadOptions) => {
    const answer = await shell.withProject((beadloom, work) =>
      beadloom.path(from, to, { ...work, ...options }),
    );
    shell.show(answer, () => pathText(answer, shell.paint));
  },
};
