import { CONTEXT_FILE, type GenerateContextOptions } from '../model/options.js';
import { markdownText } from '../print/markdown.js';
import { counted, plainLine } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf } from '../shell/flags.js';

export const command: CommandModule = {
  summary: 'write a page that tells an agent what the project is',
  description: `Writes a page about the project to ${CONTEXT_FILE}: languages, parts of the graph, folders with counts, the most used public signatures, the latest commits. The page depends only on the files and on HEAD: the same state gives the same bytes. \`init\` and \`reindex --full\` write it too.`,
  examples: [
    { line: 'generate-context', note: `writes ${CONTEXT_FILE}` },
    { line: 'generate-context --budget 1500 --out docs/CONTEXT.md', note: 'a shorter one, elsewhere' },
    { line: 'generate-context --out -', note: 'to read it: writes no file' },
  ],
  arguments: [],
  flags: [
    ...flagsOf('overview', ['budget']),
    {
      name: 'out',
      value: 'file',
      help: `where to write it, from the root (default ${CONTEXT_FILE}); - for stdout`,
    },
    ...flagsOf('overview', ['refresh']),
  ],
  run: async (shell, _args, { out, ...options }: GenerateContextOptions) => {
    const answer = await shell.withProject((beadloom, work) =>
      beadloom.generateContext({ ...work, ...options, out: out === '-' ? null : out }),
    );
    const how = answer.changed ? 'written' : 'unchanged';
    shell.show(answer, () =>
      answer.path === null
        ? markdownText(answer.content, shell.paint)
        : `${plainLine(answer.path)} ${how}, ${counted(answer.tokens, 'token')}`,
    );
  },
};
