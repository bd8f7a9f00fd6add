import type { CommandModule } from '../shell/command.js';
import { diagnosticsText } from '../print/diagnostics.js';
import { statusText } from '../print/status.js';

interface Options {
  refresh: boolean;
}

export const command: CommandModule = {
  summary: 'show what the index holds and what is documented',
  description:
    'Shows the index and how well the project is documented: a bar for each domain and service, documents that are behind, code that no node owns.',
  examples: [
    { line: 'status', note: 'for a person' },
    { line: 'status --json', note: 'the same as data' },
  ],
  configure: (parser) => {
    parser.option('--no-refresh', 'answer from the index as it is');
  },
  run: async (shell, _args, options: Options) => {
    const { answer, text } = await shell.withProject((beadloom, work) =>
      beadloom.statusText({ ...work, refresh: options.refresh }),
    );
    if (shell.json) {
      shell.dataJson(text);
    } else {
      shell.data(statusText(answer, shell.paint, shell.columns));
      // The overview counts the warnings; errors stand here in full, for they hold back what is shown.
      const { quiet, verbose } = shell.globals;
      const all = (verbose ?? false) && !quiet;
      const shown = answer.diagnostics.filter((one) => one.level === 'error' || all);
      if (shown.length > 0) {
        process.stderr.write(`${diagnosticsText(shown, shell.diagnosticsStyle(verbose ?? false))}\n`);
      }
    }
    shell.warnStale(answer);
  },
};
