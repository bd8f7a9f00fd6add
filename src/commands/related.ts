import type { RelatedOptions } from '../model/requests.js';
import { relatedText } from '../print/related.js';
import type { CommandModule } from '../shell/command.js';
import { argumentOf, flagsOf } from '../shell/flags.js';

export const command: CommandModule = {
  summary: 'list the files that are related to a file',
  description:
    'Lists files related by imports and references in both directions, files that refer to the same symbols, tests and documents, each with its reasons. Files that everything uses count for little.\n\nThe score is a sum over the reasons. F is the given file, R the related one, and spread(x) is log2(2 + files that import x). An import counts 2 / spread(R), and an import by R counts 2 / spread(F). n references count log2(1 + n) / spread(R), or / spread(F) if R makes them. Each shared reference counts 1 / (1 + files that refer to the symbol). A test named after F counts 2, other tests count half, and a document counts 1.',
  examples: [
    { line: 'related src/billing/charge.py', note: 'what to read with a file' },
    { line: 'related src/billing/charge.py --limit 5 --json', note: 'the first of each list, as JSON' },
  ],
  arguments: [argumentOf('related', 'path', { name: 'file' })],
  flags: flagsOf('related'),
  run: async (shell, [path = ''], options: RelatedOptions) => {
    const answer = await shell.withProject((beadloom, work) =>
      beadloom.related(path, { ...work, ...options }),
    );
    shell.show(answer, () => relatedText(answer, shell.paint));
  },
};
