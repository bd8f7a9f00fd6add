import type { CommandModule } from '../shell/command.js';

export const command: CommandModule = {
  summary: 'keep the index fresh in the foreground, and print what changes',
  description:
    'Brings the index up to date, then watches the files and updates the index when they change, until Ctrl-C. Files that change within 200 milliseconds of each other, as in a git checkout, are one update. Each update is printed with its time, its duration and the files. With --json it is one line, the answer of reindex.\n\nIt replaces the daemon, which it ends. If the system reports no changes, or allows too few watched folders, it says so and checks all files every two seconds.',
  examples: [
    { line: 'watch', note: 'until Ctrl-C' },
    { line: 'watch --json', note: 'a line of JSON for each update' },
  ],
  arguments: [],
  flags: [],
  run: async (shell) => {
    const root = shell.root();
    const { watchProject } = await import('../daemon/watch.js');
    const { watchText } = await import('../print/daemon.js');
    await watchProject(root, {
      replaced: () => shell.note('the daemon was ended; this command does its work'),
      news: (news) => {
        switch (news.what) {
          case 'refreshed':
            if (shell.json) {
              shell.dataJson(news.text);
            } else {
              shell.data(watchText(news.answer, news.paths, new Date(), shell.paint));
            }
            break;
          case 'failed':
            shell.warn(`${news.error.message} (${news.error.code})`);
            break;
          case 'unwatched':
            shell.warn(news.notice);
            break;
          case 'gone':
            shell.note('the index was deleted');
        }
      },
    });
  },
};
