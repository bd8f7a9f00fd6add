import { doctorText } from '../print/doctor.js';
import type { CommandModule } from '../shell/command.js';
import type { RefreshFlag } from '../shell/parse.js';

interface Options {
  fix?: boolean;
  refresh: RefreshFlag;
}

export const command: CommandModule = {
  summary: 'say what is wrong with project, index and machine, and how to mend it',
  description:
    'Looks at the graph (ids, kinds, edges, documents, sources, summaries, names), the rules, the settings, the index file, what Git ignores, models and runtime, and limits of the system. Each finding has a level, a place and a hint; with errors the exit code is 2. --fix does only what is safe, and says what: it adds lines to .gitignore and makes a damaged index anew.',
  examples: [
    { line: 'doctor', note: 'what is not as it should be' },
    { line: 'doctor --fix', note: 'mend what can be mended without a risk' },
    { line: 'doctor --verbose', note: 'what was looked at and is well, too' },
    { line: 'doctor --json', note: 'all of it as data' },
  ],
  configure: (parser) => {
    parser
      .option('--fix', 'mend what can be mended without a risk')
      .option('--no-refresh', 'look at the index as it is');
  },
  run: async (shell, _args, { fix, refresh }: Options) => {
    const { answer, text } = await shell.withProject((beadloom, work) =>
      beadloom.doctorText({ ...work, fix, refresh }),
    );
    if (shell.json) {
      shell.dataJson(text);
    } else {
      shell.data(doctorText(answer, shell.paint, shell.wrapAt, shell.globals.verbose ?? false));
    }
    shell.warnStale(answer);
    if (answer.summary.error > 0) {
      process.exitCode = 2;
    }
  },
};
