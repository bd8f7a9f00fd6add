import type { CiOptions } from '../model/requests.js';
import { jsonOf } from '../model/json.js';
import { ciReport, ciText } from '../print/ci.js';
import { FINDING_FORMATS, type FindingFormat } from '../print/findings/formats.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf, formatFlag } from '../shell/flags.js';

interface Options extends CiOptions {
  format?: FindingFormat;
}

export const command: CommandModule = {
  summary: 'run all checks of a pipeline: index, rules, documents, health',
  description:
    "Updates the index, then runs lint --strict, sync-check and doctor. A failing step does not stop the others, and each step says what it did not check. Errors fail a step. Warnings are reported but never fail the run. Exits with 2 if a step failed, with 1 if nothing could run, else with 0.\n\n--base reports only findings that are new since a revision. It evaluates today's rules on the code and graph of both, so that a project with old violations can start today. Nothing is checked out.\n\nFormats: pretty is for people, and json is the same as --json. github prints annotations and a table, sarif version 2.1.0, and junit a report. porcelain prints rule, type, severity, file, line and message, separated by TABs. The page docs/ci.md of the package has a workflow for each.",
  examples: [
    { line: 'ci', note: 'everything' },
    { line: 'ci --base origin/main', note: 'only findings that this branch added' },
    { line: 'ci --base origin/main --format github', note: 'as annotations of a pull request' },
    { line: 'ci --format junit > beadloom.xml', note: 'for a report of tests' },
  ],
  arguments: [],
  flags: [...flagsOf('ci'), formatFlag(FINDING_FORMATS)],
  run: async (shell, _args, { format, ...options }: Options) => {
    const answer = await shell.withProject((beadloom, work) => beadloom.ci({ ...work, ...options }));
    await shell.findings(format, {
      json: jsonOf(answer),
      pretty: () => ciText(answer, shell.paint, shell.wrapAt),
      report: () => ciReport(answer, shell.paint),
    });
    if (answer.passed) {
      // What is known at the base fails no step, and a graph file that does not parse may be that.
      shell.isOfFiles(answer);
    } else {
      shell.warnStale(answer);
      process.exitCode = 2;
    }
  },
};
