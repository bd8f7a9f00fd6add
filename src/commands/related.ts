import type { RelatedOptions } from '../api/requests.js';
import { relatedText } from '../print/related.js';
import type { CommandModule } from '../shell/command.js';
import { argumentOf, flagsOf } from '../shell/flags.js';

export const command: CommandModule = {
  summary: 'list the files that are related to a file',
  description:
    'Lists the files that a file imports and refers to, those that import it and refer to it, those that refer to the same symbols, its tests and its documents, each with its reasons. Files that everything uses count for little.\n\nThe score is the sum over the reasons, where spread(x) is log2(2 + files that import x), F is the given file and R the related one: imports 2 / spread(R); imported by 2 / spread(F); n references log2(1 + n) / spread(R), or / spread(F) if R makes them; shared references the sum of 1 / (1 + files that refer to the symbol); a test named after F 2, while other tests count half; a document 1.',
  examples: [
    { line: 'related src/billing/charge.py', note: 'what to read beside a file' },
    { line: 'related src/billing/charge.py --limit 5 --json', note: 'the first of each list, as JSON' },
  ],
  arguments: [argumentOf('related', 'path', { name: 'file' })],
  flags: flagsOf('related'),
  run: async (shell, [path = ''], options: RelatedOptions) => {
    const { answer, text } = await shell.withProject((beadloom, work) =>
      beadloom.relatedText(path, { ...work, ...options }),
    );
    if (shell.json) {
      shell.dataJson(text);
    } else {
      shell.data(relatedText(answer, shell.paint));
    }
    shell.warnStale(answer);
  },
};
