import { usage } from '../model/error.js';
import { jsonOf } from '../model/json.js';
import { type LintOptions } from '../model/requests.js';
import { FINDING_FORMATS, type FindingFormat } from '../print/findings/formats.js';
import { leftInBaseline, lintReport, lintText } from '../print/lint.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf, formatFlag } from '../shell/flags.js';

interface Options extends LintOptions {
  strict?: boolean;
  failOnWarn?: boolean;
  format?: FindingFormat;
}

export const command: CommandModule = {
  summary: 'check the architecture against its rules',
  description:
    'Evaluates the rules of .beadloom/_graph/rules.yml on an up-to-date index: imports, edges, layers, cycles, sizes. Each violation has a rule, a place and a suggestion. Exits with 2 if --strict finds errors or --fail-on-warn finds any violation. Exits with 1 if the rules file or the baseline is invalid, or if the index does not match the files. Otherwise exits with 0.\n\n--baseline write lists the current violations in .beadloom/lint-baseline.jsonl. Commit that file. From then on only new violations count. Violations are compared by content, not by line. Fixed ones are reported, and make --strict exit with 2, until --baseline prune removes them.\n\nFormats: pretty is for people, and json is the same as --json. github prints workflow annotations, sarif version 2.1.0, and junit a report. porcelain prints rule, type, severity, file, line, from and to, separated by TABs. `beadloom rules explain NAME` shows what a rule matches. The page docs/rules.md of the package describes all kinds of rules.',
  examples: [
    { line: 'lint', note: 'violations of the rules' },
    { line: 'lint --strict', note: 'for a pipeline: exit with 2 if a rule of severity error is broken' },
    { line: 'lint --format sarif > lint.sarif', note: 'for code scanning' },
    { line: 'lint --baseline write', note: 'from now on only new violations count' },
    { line: 'lint --baseline prune', note: 'remove fixed violations from the baseline' },
    { line: 'lint --severity error --json', note: 'errors only, as data' },
  ],
  arguments: [],
  flags: [
    { name: 'strict', help: 'exit with 2 if there are errors' },
    { name: 'fail-on-warn', help: 'exit with 2 if there is any violation' },
    ...flagsOf('lint', ['severity', 'baseline', 'ignoreBaseline', 'known']),
    formatFlag(FINDING_FORMATS),
    ...flagsOf('lint', ['refresh']),
  ],
  run: async (shell, _args, options: Options) => {
    const { strict, failOnWarn, format, ...wanted } = options;
    if (wanted.baseline !== undefined && wanted.refresh !== true) {
      throw usage('--baseline and --no-refresh exclude each other: the baseline is that of the files');
    }
    // In SARIF known violations are results that are suppressed.
    const known = wanted.known || format === 'sarif';
    const answer = await shell.withProject((beadloom, work) => beadloom.lint({ ...work, ...wanted, known }));
    await shell.findings(format, {
      json: jsonOf(answer),
      // That nothing breaks a rule is no news of an index that is behind.
      pretty: () =>
        answer.stale_paths.length > 0 && answer.violations.length === 0
          ? ''
          : lintText(answer, shell.paint, shell.wrapAt),
      report: () => lintReport(answer),
    });
    if (!shell.isOfFiles(answer)) {
      return;
    }
    const { errors, warnings } = answer.summary;
    if ((strict && errors + leftInBaseline(answer) > 0) || (failOnWarn && errors + warnings > 0)) {
      process.exitCode = 2;
    }
  },
};
