import type { SignaturesOptions } from '../model/requests.js';
import { signaturesText } from '../print/signatures.js';
import type { CommandModule } from '../shell/command.js';
import { argumentOf, flagsOf } from '../shell/flags.js';

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
  arguments: [argumentOf('signatures', 'paths', { required: true })],
  flags: flagsOf('signatures'),
  run: async (shell, paths, options: SignaturesOptions) => {
    const answer = await shell.withProject((beadloom, work) =>
      beadloom.signatures(paths, { ...work, ...options }),
    );
    shell.show(answer, () => signaturesText(answer, shell.paint));
  },
};
