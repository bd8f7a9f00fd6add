import type { WhyOptions } from '../model/requests.js';
import { whyText } from '../print/why.js';
import type { CommandModule } from '../shell/command.js';
import { argumentOf, flagsOf } from '../shell/flags.js';

export const command: CommandModule = {
  summary: 'show what depends on a node, file or symbol',
  description:
    'Shows the impact of a change: the dependents of a node, file or symbol with their edges, its own dependences, its tests, and documents that would become stale. It also prints a paragraph for a pull request. Nodes depend on each other through edges of the graph, files through imports and references, symbols through calls, types, values and inheritance, including calls through an interface. Ambiguous references are listed last and not followed.',
  completes: 'nodes',
  examples: [
    { line: 'why billing', note: 'direct and indirect dependents of the node billing' },
    { line: 'why src/billing/charge.py --depth 1', note: 'the files that import a file' },
    { line: 'why Ledger.post --reverse', note: 'the dependences of a method, not its callers' },
    { line: 'why src/billing/charge.py:charge --json', note: 'a symbol of one file, as JSON' },
  ],
  arguments: [argumentOf('why', 'ref')],
  flags: flagsOf('why'),
  run: async (shell, [ref = ''], options: WhyOptions) => {
    const answer = await shell.withProject((beadloom, work) => beadloom.why(ref, { ...work, ...options }));
    shell.show(answer, () =>
      whyText(answer, shell.paint, { wrapAt: shell.wrapAt, reverse: options.reverse ?? false }),
    );
  },
};
