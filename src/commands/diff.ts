import type { DiffOptions } from '../model/requests.js';
import { jsonOf } from '../model/json.js';
import { diffMarkdown } from '../print/diff-markdown.js';
import { DIFF_FORMATS, diffText, isDifference, type DiffFormat } from '../print/diff.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf, formatFlag } from '../shell/flags.js';

interface Options extends DiffOptions {
  exitCode?: boolean;
  format?: DiffFormat;
}

export const command: CommandModule = {
  summary: 'show how the architecture changed since a revision',
  description:
    'Compares the graph and the public code at a revision with the working tree, or with another revision. It lists added, removed, renamed and edited nodes, declared edges, and public symbols that were added, removed or changed their signature, grouped by node. Both sides are read from Git, and nothing is checked out. A node counts as renamed if kind and source, or kind and summary, stay the same. Formats: pretty is for people, json is the same as --json, markdown is for a pull request.',
  examples: [
    { line: 'diff', note: 'the uncommitted change' },
    { line: 'diff --since main', note: 'the change of a branch, with uncommitted files' },
    { line: 'diff --since v1.0 --to v1.1 --json', note: 'between two tags, as data' },
    { line: 'diff --since origin/main --format markdown', note: 'for the description of a pull request' },
    { line: 'diff --since HEAD~1 --exit-code', note: 'exit with 2 if anything differs' },
  ],
  arguments: [],
  flags: [
    ...flagsOf('diff', ['since', 'to']),
    formatFlag(DIFF_FORMATS),
    { name: 'exit-code', help: 'exit with 2 if anything differs' },
    ...flagsOf('diff', ['refresh'], { refresh: { help: 'use the existing index for the working tree' } }),
  ],
  run: async (shell, _args, { exitCode, format, ...options }: Options) => {
    const answer = await shell.withProject((beadloom, work) => beadloom.diff({ ...work, ...options }));
    if (shell.json || format === 'json') {
      shell.dataJson(jsonOf(answer));
    } else {
      const text = format === 'markdown' ? diffMarkdown(answer) : diffText(answer, shell.paint);
      if (text !== '') {
        shell.data(text);
      }
    }
    if (shell.isOfFiles(answer) && exitCode && isDifference(answer)) {
      process.exitCode = 2;
    }
  },
};
