import { markdownText } from '../print/markdown.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf, type RefreshFlag } from '../shell/flags.js';

interface Options {
  refresh: RefreshFlag;
}

export const command: CommandModule = {
  summary: 'print what an agent needs to know when a session starts',
  description:
    'Prints counts, domains and services, architecture rules, stale documents, findings of lint, and how to ask for more, in fewer than 2,000 tokens for projects of any size. What did not fit is counted.',
  examples: [
    { line: 'prime', note: 'as Markdown, to paste or to pipe' },
    { line: 'prime --json', note: 'the same as data' },
  ],
  arguments: [],
  flags: flagsOf('prime'),
  run: async (shell, _args, { refresh }: Options) => {
    if (shell.json) {
      const { answer, text } = await shell.withProject((beadloom, work) =>
        beadloom.primeText({ ...work, refresh }),
      );
      shell.dataJson(text);
      return shell.warnStale(answer);
    }
    // What is behind stands in the text itself.
    const text = await shell.withProject((beadloom, work) => beadloom.primeMarkdown({ ...work, refresh }));
    shell.data(markdownText(text.trimEnd(), shell.paint));
  },
};
