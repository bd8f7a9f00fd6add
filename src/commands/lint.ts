import { Option } from 'commander';

import { SEVERITIES } from '../api/options.js';
import type { LintOptions } from '../api/options.js';
import { LINT_FORMATS, lintOutput, type LintFormat } from '../print/lint.js';
import type { CommandModule } from '../shell/command.js';
import type { RefreshFlag } from '../shell/parse.js';

interface Options extends Pick<LintOptions, 'severity'> {
  strict?: boolean;
  failOnWarn?: boolean;
  format?: LintFormat;
  refresh: RefreshFlag;
}

export const command: CommandModule = {
  summary: 'check the architecture against its rules',
  description:
    'Evaluates the rules of .beadloom/_graph/rules.yml on a fresh index: imports, edges, layers, cycles, sizes. Each violation has a rule, a place and a suggestion; they come by file and line. Exits with 2 where --strict finds errors or --fail-on-warn finds anything, with 1 where the rules file itself is wrong, else with 0.\n\nFormats: pretty for people; json, the same as --json; porcelain, a line of rule, type, severity, file, line, from and to with tabs between; github, annotations of a workflow; sarif, version 2.1.0. `beadloom rules explain NAME` shows what a rule matches; docs/rules.md describes all of them.',
  examples: [
    { line: 'lint', note: 'what breaks the rules' },
    { line: 'lint --strict', note: 'for a pipeline: exit 2 where a rule of severity error is broken' },
    { line: 'lint --format sarif > lint.sarif', note: 'for code scanning' },
    { line: 'lint --severity error --json', note: 'errors only, as data' },
  ],
  configure: (parser) => {
    parser
      .option('--strict', 'exit with 2 where there are errors')
      .option('--fail-on-warn', 'exit with 2 where there is any violation')
      .addOption(new Option('--severity <which>', 'which violations count (default all)').choices(SEVERITIES))
      .addOption(new Option('--format <how>', 'how they are printed (default pretty)').choices(LINT_FORMATS))
      .option('--no-refresh', 'answer from the index as it is, and say what is stale');
  },
  run: async (shell, _args, { strict, failOnWarn, severity, format, refresh }: Options) => {
    const { answer, text } = await shell.withProject((beadloom, work) =>
      beadloom.lintText({ ...work, severity, refresh }),
    );
    if (shell.json || format === 'json') {
      shell.dataJson(text);
    } else {
      const output = lintOutput(answer, format ?? 'pretty', shell.paint, shell.wrapAt);
      if (output !== '') {
        shell.data(output);
      }
    }
    shell.warnStale(answer);
    const { errors, warnings } = answer.summary;
    if ((strict && errors > 0) || (failOnWarn && errors + warnings > 0)) {
      process.exitCode = 2;
    }
  },
};
