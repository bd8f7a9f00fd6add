import type { DoctorOptions } from '../model/requests.js';
import { jsonOf } from '../model/json.js';
import { doctorReport, doctorText } from '../print/doctor.js';
import { FINDING_FORMATS, type FindingFormat } from '../print/findings/formats.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf, formatFlag } from '../shell/flags.js';

interface Options extends DoctorOptions {
  format?: FindingFormat;
}

export const command: CommandModule = {
  summary: 'find problems of the project, the index and the machine',
  description:
    'Checks the graph (ids, kinds, edges, documents, sources, summaries, names), the rules, the settings, the index file, what Git ignores, models and their runtime, and limits of the system. Each finding has a level, a place and a hint. Exits with 2 if there are errors. --fix makes only safe repairs and reports each: it adds lines to .gitignore and rebuilds a damaged index.',
  examples: [
    { line: 'doctor', note: 'problems only' },
    { line: 'doctor --fix', note: 'make safe repairs' },
    { line: 'doctor --verbose', note: 'also the checks that passed' },
    { line: 'doctor --json', note: 'all of it as data' },
  ],
  arguments: [],
  flags: [
    ...flagsOf('doctor', ['fix']),
    formatFlag(FINDING_FORMATS),
    ...flagsOf('doctor', ['refresh'], { refresh: { help: 'check the existing index' } }),
  ],
  run: async (shell, _args, { format, ...options }: Options) => {
    const answer = await shell.withProject((beadloom, work) => beadloom.doctor({ ...work, ...options }));
    await shell.findings(format, {
      json: jsonOf(answer),
      pretty: () => doctorText(answer, shell.paint, shell.wrapAt, shell.globals.verbose ?? false),
      report: () => doctorReport(answer),
    });
    if (answer.summary.error > 0) {
      shell.warnStale(answer);
      process.exitCode = 2;
    } else {
      shell.isOfFiles(answer);
    }
  },
};
