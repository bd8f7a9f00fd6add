import type { DaemonAnswer } from '../model/answers.js';
import { BeadloomError } from '../model/error.js';
import { daemonText } from '../print/daemon.js';
import { plainLine } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';
import type { Shell } from '../shell/shell.js';

const ACTIONS = ['start', 'stop', 'restart', 'status', 'logs'];

export const command: CommandModule = {
  summary: 'control the process that keeps the index of this project fresh',
  description:
    'A daemon watches the files of one project, updates the index when they change, and answers the queries of the command line. The first query starts it in the background, and it ends after 30 idle minutes (daemon.idle_minutes). Answers are the same bytes with and without it. If it does not answer, the command answers itself.\n\nCommands do not use it if CI or BEADLOOM_DAEMON=off is set, with --no-daemon or --sync, or with daemon.mode: off in .beadloom/config.yml. Read-only projects get no daemon. status and stop exit with 0 if none runs. logs prints the bounded log of the last ones.',
  examples: [
    { line: 'daemon status', note: 'whether one runs, its memory, and its limits' },
    { line: 'daemon restart', note: 'end it and start another one' },
    { line: 'daemon logs', note: 'when it started, updated the index and ended, and why' },
    { line: 'search retries --no-daemon', note: 'a query without it' },
  ],
  arguments: [{ name: 'action', help: ACTIONS.join(', '), choices: ACTIONS, required: true }],
  flags: [],
  run: async (shell, [action]) => {
    const root = shell.root();
    const { daemonLogs, daemonStatus, startDaemon, stopDaemon } = await import('../daemon/control.js');
    switch (action) {
      case 'start':
        show(shell, await startDaemon(root));
        break;
      case 'stop':
        show(shell, await stopDaemon(root));
        break;
      case 'restart':
        await stopDaemon(root);
        show(shell, { ...(await startDaemon(root)), outcome: 'restarted' });
        break;
      case 'logs': {
        const answer = daemonLogs(root);
        if (shell.json) {
          shell.dataJson(JSON.stringify(answer));
        } else if (answer.lines.length > 0) {
          shell.data(answer.lines.map(plainLine).join('\n'));
        } else {
          shell.note('no daemon of this project wrote anything down');
        }
        break;
      }
      case 'status':
        show(shell, await daemonStatus(root));
        break;
      default:
        throw new BeadloomError({ code: 'usage', message: `one of ${ACTIONS.join(', ')}` });
    }
  },
};

function show(shell: Shell, answer: DaemonAnswer): void {
  shell.print(answer, () => daemonText(answer, shell.paint));
}
