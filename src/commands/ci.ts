import { Option } from 'commander';

import { CI_FORMATS, ciOutput, type CiFormat } from '../print/ci.js';
import type { CommandModule } from '../shell/command.js';

interface Options {
  format?: CiFormat;
  base?: string;
}

export const command: CommandModule = {
  summary: 'run every check of a pipeline: index, rules, documents, health',
  description:
    'Brings the index up to date, then runs lint --strict, sync-check and doctor. Every step is run, whatever came of the others, and says what it did not look at. Errors fail a step; warnings are told. Exits with 2 where a step failed, with 1 where nothing could be run at all, else with 0.\n\nWith --base only what is new since that revision counts: today’s rules are evaluated on code and graph of both, so that a project with old debts can begin today. Nothing is checked out. Formats: pretty for people; json, the same as --json; github, annotations and the table; sarif, version 2.1.0; junit. docs/ci.md has a workflow for each.',
  examples: [
    { line: 'ci', note: 'everything' },
    { line: 'ci --base origin/main', note: 'what this branch brought' },
    { line: 'ci --base origin/main --format github', note: 'as annotations of a pull request' },
    { line: 'ci --format junit > beadloom.xml', note: 'for a report of tests' },
  ],
  configure: (parser) => {
    parser
      .option('--base <rev>', 'only what is new since this revision')
      .addOption(
        new Option('--format <how>', 'how findings are printed (default pretty)').choices(CI_FORMATS),
      );
  },
  run: async (shell, _args, { format, base }: Options) => {
    const { answer, text } = await shell.withProject((beadloom, work) => beadloom.ciText({ ...work, base }));
    if (shell.json || format === 'json') {
      shell.dataJson(text);
    } else {
      shell.data(ciOutput(answer, format ?? 'pretty', shell.paint, shell.wrapAt));
    }
    shell.warnStale(answer);
    if (!answer.passed) {
      process.exitCode = 2;
    }
  },
};
