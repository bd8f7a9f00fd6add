import { nextFileText } from '../print/next-file.js';
import type { CommandModule } from '../shell/command.js';
import type { RefreshFlag } from '../shell/parse.js';

interface Options {
  exclude?: string[];
  refresh: RefreshFlag;
}

export const command: CommandModule = {
  summary: 'name the one file to read next for a task',
  description:
    'Names the one file of code that is most relevant to a task, with what speaks for it and the definitions to look at. --exclude leaves out what was seen: a path, or a glob as in .gitignore. Nothing is printed, and path is null in JSON, when no further file has a word of the task.',
  examples: [
    { line: 'next-file "refunds lose their currency"', note: 'where to begin' },
    {
      line: 'next-file "refunds lose their currency" --exclude src/billing/charge.py --exclude tests/',
      note: 'what comes next, without tests',
    },
  ],
  configure: (parser) => {
    parser
      .argument('<task>', 'what is to be done, in any words')
      .option('--exclude <glob...>', 'files that are not wanted; may be repeated')
      .option('--no-refresh', 'answer from the index as it is, and say what is stale');
  },
  run: async (shell, [task = ''], { exclude, refresh }: Options) => {
    const { answer, text } = await shell.withProject((beadloom, work) =>
      beadloom.nextFileText(task, { ...work, exclude, refresh }),
    );
    if (shell.json) {
      shell.dataJson(text);
    } else if (answer.path === null) {
      shell.note('nothing is left: no further file has a word of the task');
    } else {
      shell.data(nextFileText(answer, shell.paint));
    }
    shell.warnStale(answer);
  },
};
