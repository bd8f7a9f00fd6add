import { BeadloomError } from '../api/error.js';
import { outcomeText } from '../print/outcome.js';
import { plainLine } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';

interface Options {
  preCommit?: boolean;
  prePush?: boolean;
  remove?: boolean;
}

export const command: CommandModule = {
  summary: 'have Git check the documents before a commit or push',
  description:
    'Adds a block to the pre-commit hook, and with --pre-push to that one, which runs sync-check. What it does about stale documents the setting sync.hook_mode says whenever it runs: warn, block or off. Where the hooks of the repository are – core.hooksPath, worktrees, husky, lefthook – is respected, and what else stands in a hook stays as it is. --remove takes the block out again.',
  examples: [
    { line: 'install-hooks', note: 'check before commits' },
    { line: 'install-hooks --pre-commit --pre-push', note: 'check before commits and pushes' },
    { line: 'install-hooks --remove', note: 'take the block out of both hooks' },
  ],
  configure: (parser) => {
    parser
      .option('--pre-commit', 'before commits (where neither is given)')
      .option('--pre-push', 'before pushes')
      .option('--remove', 'take out what this command put in');
  },
  run: async (shell, _args, { preCommit, prePush, remove }: Options) => {
    const { changeHooks } = await import('../hooks/install.js');
    const any = preCommit === true || prePush === true;
    const root = shell.root();
    const hooks = [
      ...(preCommit || !any ? (['pre-commit'] as const) : []),
      ...(prePush || (!any && remove) ? (['pre-push'] as const) : []),
    ];
    const cli = process.argv[1];
    if (cli === undefined) {
      throw new BeadloomError({ code: 'usage', message: 'the hook has no command to call' });
    }
    const changed = changeHooks({ root, hooks, remove: remove ?? false, command: [process.execPath, cli] });
    if (shell.json) {
      shell.dataJson(JSON.stringify({ version: 1, hooks: changed }));
      return;
    }
    const words = { installed: 'Installed in' };
    shell.data(changed.map(({ path, outcome }) => outcomeText(outcome, plainLine(path), words)).join('\n'));
  },
};
