import type { ReadOptions } from '../model/work.js';
import { ruleText } from '../print/rules.js';
import { argumentOf, flagsOf } from '../shell/flags.js';
import { group } from '../shell/group.js';

export const command = group<ReadOptions>({
  name: 'rules',
  summary: 'explain what an architecture rule matches',
  description:
    'Explains a rule of .beadloom/_graph/rules.yml in one sentence. Lists the nodes and files that each of its parts matches now, how often each exemption is used, and how many places break the rule.',
  completes: 'rules',
  examples: [
    { line: 'rules explain no-dependency-cycles', note: 'the matches of a rule, and whether it holds' },
    { line: 'rules explain layers-go-down --json', note: 'the same as data' },
  ],
  arguments: [argumentOf('explainRule', 'rule', { name: 'name' })],
  flags: flagsOf('explainRule'),
  subcommands: {
    explain: {
      needs: 'the name of a rule',
      run: async (shell, [name = ''], options) => {
        const answer = await shell.withProject((beadloom, work) =>
          beadloom.explainRule(name, { ...work, ...options }),
        );
        shell.show(answer, () => ruleText(answer, shell.paint, shell.wrapAt));
      },
    },
  },
});
