import type { DaemonAnswer } from '../model/answers.js';
import { daemonText } from '../print/daemon.js';
import { plainLine } from '../print/text.js';
import { group, type Subcommand } from '../shell/group.js';

export const command = group({
  name: 'daemon',
  summary: 'control the process that keeps the index of this project fresh',
  description:
    'A daemon watches the files of one project, updates the index when they change, and answers the queries of the command line. The first query starts it in the background, and it ends after 30 idle minutes (daemon.idle_minutes). Answers are the same bytes with and without it. If it does not answer, the command answers itself.\n\nCommands do not use it if CI or BEADLOOM_DAEMON=off is set, with --no-daemon or --sync, or with daemon.mode: off in .beadloom/config.yml. Read-only projects get no daemon. status and stop exit with 0 if none runs. logs prints the bounded log of the last ones.',
  examples: [
    { line: 'daemon status', note: 'whether one runs, its memory, and its limits' },
    { line: 'daemon restart', note: 'end it and start another one' },
    { line: 'daemon logs', note: 'when it started, updated the index and ended, and why' },
    { line: 'search retries --no-daemon', note: 'a query without it' },
  ],
  subcommands: {
    start: answered(({ startDaemon }, root) => startDaemon(root)),
    stop: answered(({ stopDaemon }, root) => stopDaemon(root)),
    restart: answered(async ({ startDaemon, stopDaemon }, root) => {
      await stopDaemon(root);
      return { ...(await startDaemon(root)), outcome: 'restarted' };
    }),
    status: answered(({ daemonStatus }, root) => daemonStatus(root)),
    logs: {
      run: async (shell) => {
        const { daemonLogs } = await import('../daemon/control.js');
        const answer = daemonLogs(shell.root());
        const isEmpty = answer.lines.length === 0;
        if (isEmpty && !shell.json) {
          shell.note('no daemon of this project wrote anything down');
        }
        shell.print(answer, () => (isEmpty ? undefined : answer.lines.map(plainLine).join('\n')));
      },
    },
  },
});

type Control = typeof import('../daemon/control.js');

function answered(ask: (control: Control, root: string) => Promise<DaemonAnswer>): Subcommand<object> {
  return {
    run: async (shell) => {
      const answer = await ask(await import('../daemon/control.js'), shell.root());
      shell.print(answer, () => daemonText(answer, shell.paint));
    },
  };
}
