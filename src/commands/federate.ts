import type { FederateAnswer } from '../model/answers.js';
import { jsonOf } from '../model/json.js';
import { Beadloom } from '../api/beadloom.js';
import { usage } from '../model/error.js';
import { VERDICTS } from '../model/options.js';
import { FEDERATE_FORMATS, federateMarkdown, federateText, type FederateFormat } from '../print/federate.js';
import { plain } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';
import { argumentOf, formatFlag } from '../shell/flags.js';

interface Options {
  failOn?: string;
  format?: FederateFormat;
}

/** What `--fail-on` takes besides verdicts, and what it stands for. */
const SHORT: Record<string, string> = { orphaned: 'orphaned_consumer', undeclared: 'undeclared_producer' };

const FAILURES: readonly string[] = [...VERDICTS, 'dangling'];

export const command: CommandModule = {
  summary: 'compare the contracts of many repositories',
  description:
    'Combines artifacts of `beadloom export`. It prints edges between repositories, and a verdict for each contract: breaking, orphaned_consumer, undeclared_producer, drift, confirmed or external. The order of the artifacts does not matter. --fail-on exits with 2 if a contract has one of the given verdicts or, for `dangling`, if an edge leads to a node that its repository does not have. The page docs/federation.md of the package explains each verdict.',
  examples: [
    { line: 'federate artifacts/*.json', note: 'all repositories together' },
    { line: 'federate a.json b.json --fail-on breaking,orphaned', note: 'for a pipeline' },
    { line: 'federate *.json --format markdown', note: 'for a pull request' },
  ],
  arguments: [argumentOf('federate', 'artifacts', { required: true })],
  flags: [
    { name: 'fail-on', value: 'verdicts', help: `exit with 2 on any of: ${FAILURES.join(', ')}` },
    formatFlag(FEDERATE_FORMATS),
  ],
  run: async (shell, artifacts, { failOn, format }: Options) => {
    const failures = wanted(failOn);
    if (shell.json && format !== undefined && format !== 'json') {
      throw usage(`--json and --format ${format} exclude each other`);
    }
    // Artifacts lie wherever they lie: no project is needed around them.
    const beadloom = Beadloom.open('.');
    const answer = await shell.withProgress((work) => beadloom.federate(artifacts, work));
    beadloom.close();
    if (shell.json || format === 'json') {
      shell.dataJson(jsonOf(answer));
    } else if (format === 'markdown') {
      shell.data(plain(federateMarkdown(answer)));
    } else {
      shell.data(federateText(answer, shell.paint));
    }
    if (failures.some((failure) => count(answer, failure) > 0)) {
      process.exitCode = 2;
    }
  },
};

/** @throws BeadloomError `usage` for what is no verdict */
function wanted(failOn: string | undefined): string[] {
  if (failOn === undefined) {
    return [];
  }
  const words = failOn.split(',').map((word) => word.trim().replaceAll('-', '_'));
  return words.map((word) => {
    const failure = SHORT[word] ?? word;
    if (!FAILURES.includes(failure)) {
      throw usage(
        `--fail-on: ${JSON.stringify(word)} is not a verdict`,
        `one or more of: ${FAILURES.join(', ')}, separated by commas`,
      );
    }
    return failure;
  });
}

function count({ summary }: FederateAnswer, failure: string): number {
  return failure === 'dangling' ? summary.edges_dangling : summary[failure as (typeof VERDICTS)[number]];
}
