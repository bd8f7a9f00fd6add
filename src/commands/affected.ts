import type { AffectedAnswer } from '../model/answers.js';
import type { AffectedOptions } from '../model/requests.js';
import { affectedText } from '../print/affected.js';
import { plainLine } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';
import { argumentOf, flagsOf } from '../shell/flags.js';

interface Options extends AffectedOptions {
  tests?: boolean;
  failUnknown?: boolean;
}

export const command: CommandModule = {
  summary: 'show what a change reaches, and which tests to run',
  description:
    'Follows imports, references and conventions of frameworks from changed files to everything that depends on them: files, nodes, symbols, tests, documents, and owners from CODEOWNERS. Each has a distance in steps and a confidence: exact, or unique if only one definition of a name is within reach. Without files, the change is the difference from HEAD, or from --base, including uncommitted and untracked files.\n\n--tests prints only the paths of tests, one per line, for a test runner. First come the tests whose imports and references lead to the change. After them come likely ones, marked as ambiguous. Their names match a changed file, they contain a path of its routes or a name of its schema, or past commits changed them together with it. If no test is known for a changed file, a message on stderr says so (unknown: run all tests), and --fail-unknown exits with 2.',
  examples: [
    { line: 'affected', note: 'the uncommitted change' },
    { line: 'affected --base origin/main', note: 'the change of this branch' },
    { line: 'affected src/billing/charge.py --depth 2', note: 'the surroundings of one file' },
    {
      line: 'affected --base origin/main --tests | xargs -r pytest',
      note: 'run the tests of a branch',
    },
    {
      line: 'affected --base origin/main --tests --fail-unknown',
      note: 'exit with 2 if only all tests are enough',
    },
  ],
  arguments: [argumentOf('affected', 'files')],
  flags: [
    ...flagsOf('affected', ['base']),
    { name: 'tests', help: 'print the paths of tests, nothing else' },
    { name: 'fail-unknown', help: 'exit with 2 if no test is known for a changed file' },
    ...flagsOf('affected', ['depth', 'limit', 'refresh']),
  ],
  run: async (shell, files, { tests, failUnknown, ...options }: Options) => {
    const answer = await shell.withProject((beadloom, work) =>
      beadloom.affected(files, { ...work, ...options }),
    );
    shell.print(answer, () => (tests ? testsText(answer) : affectedText(answer, shell.paint) || undefined));
    if (!answer.complete) {
      shell.warn('there is more than can be followed; run all tests');
    }
    const [first, ...others] = answer.unknown;
    if (first !== undefined) {
      const more = others.length > 0 ? ` and ${others.length} more` : '';
      shell.warn(`unknown: run all tests; no test is known for ${plainLine(first)}${more}`);
    }
    if (shell.isOfFiles(answer) && failUnknown === true && (first !== undefined || !answer.complete)) {
      process.exitCode = 2;
    }
  },
};

/** The paths of tests, one a line. Of an index that is behind none: a runner would pass them, and nobody would miss the others. */
function testsText({ tests, stale_paths: stale }: AffectedAnswer): string | undefined {
  return tests.length > 0 && stale.length === 0 ? tests.map(({ path }) => path).join('\n') : undefined;
}
