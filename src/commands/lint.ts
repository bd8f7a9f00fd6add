import { type LintOptions } from '../api/requests.js';
import { FINDING_FORMATS, type FindingFormat } from '../print/findings/formats.js';
import { lintReport, lintText } from '../print/lint.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf, formatFlag, type RefreshFlag } from '../shell/flags.js';

interface Options extends Pick<LintOptions, 'severity'> {
  strict?: boolean;
  failOnWarn?: boolean;
  format?: FindingFormat;
  refresh: RefreshFlag;
}

export const command: CommandModule = {
  summary: 'check the architecture against its rules',
  description:
    'Evaluates the rules of .beadloom/_graph/rules.yml on an up-to-date index: imports, edges, layers, cycles, sizes. Each violation has a rule, a place and a suggestion. Exits with 2 if --strict finds errors or --fail-on-warn finds any violation, with 1 if the rules file is invalid, else with 0.\n\nFormats: pretty for people; json, the same as --json; github, workflow annotations; sarif, version 2.1.0; junit; porcelain, one line of rule, type, severity, file, line, from and to, separated by TABs. `beadloom rules explain NAME` shows what a rule matches. The page docs/rules.md of the package describes all kinds of rules.',
  examples: [
    { line: 'lint', note: 'violations of the rules' },
    { line: 'lint --strict', note: 'for a pipeline: exit with 2 if a rule of severity error is broken' },
    { line: 'lint --format sarif > lint.sarif', note: 'for code scanning' },
    { line: 'lint --severity error --json', note: 'errors only, as data' },
  ],
  arguments: [],
  flags: [
    { name: 'strict', help: 'exit with 2 if there are errors' },
    { name: 'fail-on-warn', help: 'exit with 2 if there is any violation' },
    ...flagsOf('lint', ['severity']),
    formatFlag(FINDING_FORMATS),
    ...flagsOf('lint', ['refresh']),
  ],
  run: async (shell, _args, { strict, failOnWarn, severity, format, refresh }: Options) => {
    const { answer, text } = await shell.withProject((beadloom, work) =>
      beadloom.lintText({ ...work, severity, refresh }),
    );
    await shell.findings(format, {
      json: text,
      pretty: () => lintText(answer, shell.paint, shell.wrapAt),
      report: () => lintReport(answer),
    });
    shell.warnStale(answer);
    const { errors, warnings } = answer.summary;
    if ((strict && errors > 0) || (failOnWarn && errors + warnings > 0)) {
      process.exitCode = 2;
    }
  },
};
