import type { ReindexOptions } from '../model/requests.js';
import { jsonOf } from '../model/json.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf } from '../shell/flags.js';
import { diagnosticsSummary, diagnosticsText } from '../print/diagnostics.js';
import { reindexText } from '../print/reindex.js';
import { err } from '../shell/streams.js';

export const command: CommandModule = {
  summary: 'update the index',
  description:
    'Reads, parses and resolves the files that changed since the last run. Exits with 1 if a file has errors. All other files are still indexed. The other commands update the index themselves, so this one is for pipelines.\n\nProgress goes to stderr: one line that is redrawn on a terminal, one line per phase elsewhere. With --progress=json every line is an object {phase, done, total, rate, remaining_ms}. phase is wait, scan, parse, resolve, graph, commit or embed. done and total count files, or texts for embed (total is 0 if unknown). rate is items per second. remaining_ms is null if unknown.',
  examples: [
    { line: 'reindex', note: 'after a checkout, a merge or an edit' },
    { line: 'reindex --full', note: 'read and parse every file again, and write .beadloom/CONTEXT.md' },
    { line: 'reindex --json --progress=json', note: 'for scripts: the answer on stdout, progress on stderr' },
  ],
  arguments: [],
  flags: flagsOf('reindex'),
  run: async (shell, _args, options: ReindexOptions) => {
    const answer = await shell.withProject(async (beadloom, work) => {
      const indexed = await beadloom.reindex({ ...work, ...options });
      if (options.full) {
        await beadloom.generateContext({ ...work, refresh: false });
      }
      return indexed;
    });
    const { quiet, verbose } = shell.globals;
    const shown = answer.diagnostics.filter((one) => one.level === 'error' || !quiet);
    if (shell.json) {
      shell.dataJson(jsonOf(answer));
    } else {
      if (shown.length > 0) {
        err.write(`${diagnosticsText(shown, shell.diagnosticsStyle(verbose ?? false))}\n`);
      }
      shell.data(reindexText(answer, shell.paint, shell.wrapAt));
    }
    if (answer.diagnostics.some((one) => one.level === 'error')) {
      process.exitCode = 1;
      if (shell.json) {
        err.write(`the files have ${diagnosticsSummary(answer.diagnostics)}; the rest is indexed\n`);
      }
    }
  },
};
