import { REQUESTS, type DebtOptions } from '../model/requests.js';
import { usage } from '../model/error.js';
import { debtText } from '../print/debt.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf } from '../shell/flags.js';
import type { Shell } from '../shell/shell.js';
import { diagnosticsText } from '../print/diagnostics.js';
import { statusText } from '../print/status.js';
import { err } from '../shell/streams.js';

interface Options extends DebtOptions {
  debt?: boolean;
}

export const command: CommandModule = {
  summary: 'show the content of the index and the documentation coverage',
  description:
    'Shows the index and the documentation coverage: a bar for each domain and service, stale documents, and code that no node owns.\n\n--debt shows one figure instead, with its parts and their items. The parts are broken rules, stale or missing documents, and nodes that are too large, depend on too many others, or have no test. The setting debt in config.yml has the weights and limits. --fail-if exits with 2 if a condition is true. A condition compares debt, rules, rule_errors, rule_warnings, stale_documents, missing_documents, size, fan_out or untested by <, <=, >, >=, == or !=, joined by and, or.',
  examples: [
    { line: 'status', note: 'for a person' },
    { line: 'status --json', note: 'the same as data' },
    { line: 'status --debt --trend', note: 'the debt now and in each snapshot' },
    { line: "status --debt --fail-if 'debt > 20 or rules >= 3'", note: 'for a pipeline' },
  ],
  arguments: [],
  flags: [
    { name: 'debt', help: 'architecture debt as one figure with its parts' },
    ...flagsOf('debt', ['failIf', 'trend', 'refresh'], {
      failIf: { help: 'with --debt: exit with 2 if the condition is true' },
      trend: { help: `with --debt: ${REQUESTS.debt.trend.help}` },
    }),
  ],
  run: async (shell, _args, options: Options) => {
    if (options.debt) {
      return debt(shell, options);
    }
    if (options.failIf !== undefined || options.trend) {
      throw usage('--fail-if and --trend are for status --debt');
    }
    const answer = await shell.withProject((beadloom, work) => beadloom.status({ ...work, ...options }));
    shell.print(answer, () => statusText(answer, shell.paint, shell.columns, shell.wrapAt));
    if (!shell.json) {
      // The overview counts the warnings; errors stand here in full, for they hold back what is shown.
      const { quiet, verbose } = shell.globals;
      const all = (verbose ?? false) && !quiet;
      const shown = answer.diagnostics.filter((one) => one.level === 'error' || all);
      if (shown.length > 0) {
        err.write(`${diagnosticsText(shown, shell.diagnosticsStyle(verbose ?? false))}\n`);
      }
    }
    shell.warnStale(answer);
  },
};

async function debt(shell: Shell, options: Options): Promise<void> {
  const answer = await shell.withProject((beadloom, work) => beadloom.debt({ ...work, ...options }));
  shell.print(answer, () => debtText(answer, shell.paint, shell.wrapAt));
  if (shell.isOfFiles(answer) && answer.condition_holds) {
    process.exitCode = 2;
  }
}
