import type { ReadOptions } from '../model/work.js';
import { jsonOf } from '../model/json.js';
import { markdownText } from '../print/markdown.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf } from '../shell/flags.js';

export const command: CommandModule = {
  summary: 'print an overview of the project for the start of a session',
  description:
    'Prints counts, domains and services, architecture rules, stale documents, findings of lint, and how to ask for more, in fewer than 2,000 tokens for projects of any size. Omitted entries are counted.',
  examples: [
    { line: 'prime', note: 'as Markdown, to paste or to pipe' },
    { line: 'prime --json', note: 'the same as data' },
  ],
  arguments: [],
  flags: flagsOf('prime'),
  run: async (shell, _args, options: ReadOptions) => {
    if (shell.json) {
      const answer = await shell.withProject((beadloom, work) => beadloom.prime({ ...work, ...options }));
      shell.dataJson(jsonOf(answer));
      return shell.warnStale(answer);
    }
    // What is behind stands in the text itself.
    const text = await shell.withProject((beadloom, work) => beadloom.primeMarkdown({ ...work, ...options }));
    shell.data(markdownText(text.trimEnd(), shell.paint));
  },
};
