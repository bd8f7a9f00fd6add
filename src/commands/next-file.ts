import type { NextFileOptions } from '../model/requests.js';
import { nextFileText } from '../print/next-file.js';
import type { CommandModule } from '../shell/command.js';
import { argumentOf, flagsOf } from '../shell/flags.js';

export const command: CommandModule = {
  summary: 'name the one file to read next for a task',
  description:
    'Names the one file that is most relevant to a task, the evidence for it and the definitions to look at. --exclude leaves out files that you have read: a path, or a glob as in .gitignore. If no other file contains a word of the task, nothing is printed and path is null in JSON.',
  examples: [
    { line: 'next-file "refunds lose their currency"', note: 'where to begin' },
    {
      line: 'next-file "refunds lose their currency" --exclude src/billing/charge.py --exclude tests/',
      note: 'what comes next, without tests',
    },
  ],
  arguments: [argumentOf('nextFile', 'task')],
  flags: flagsOf('nextFile'),
  run: async (shell, [task = ''], options: NextFileOptions) => {
    const answer = await shell.withProject((beadloom, work) =>
      beadloom.nextFile(task, { ...work, ...options }),
    );
    if (answer.path === null && !shell.json) {
      shell.note('no further file has a word of the task');
    }
    shell.show(answer, () => (answer.path === null ? undefined : nextFileText(answer, shell.paint)));
  },
};
