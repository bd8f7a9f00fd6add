import type { InstallHooksAnswer } from '../api/answers.js';
import { outcomeText } from '../print/outcome.js';
import { plainLine } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';

interface Options {
  preCommit?: boolean;
  prePush?: boolean;
  remove?: boolean;
  projectCommand?: boolean;
  allowOutside?: boolean;
}

export const command: CommandModule = {
  summary: 'have Git check the documents before a commit or push',
  description:
    'Adds a block to the pre-commit hook, and with --pre-push to that one, which runs sync-check. What it does about stale documents the setting sync.hook_mode says whenever it runs: warn, block or off. Where the hooks of the repository are – core.hooksPath, worktrees, husky, lefthook – is respected, and what else stands in a hook stays as it is. --remove takes the block out again.\n\nA hook runs the beadloom that installed it, and nothing of what is checked out. Hooks that are committed name no machine: they run what install-hooks noted beside the files of Git, on each machine where it was called. --project-command has a hook run node_modules/.bin/beadloom of the project where it is there. Hooks that lie outside of the repository, by core.hooksPath or by a link, are changed only with --allow-outside: others may share them.',
  examples: [
    { line: 'install-hooks', note: 'check before commits' },
    { line: 'install-hooks --pre-commit --pre-push', note: 'check before commits and pushes' },
    { line: 'install-hooks --project-command', note: 'run the beadloom that the project depends on' },
    { line: 'install-hooks --remove', note: 'take the block out of both hooks' },
  ],
  configure: (parser) => {
    parser
      .option('--pre-commit', 'before commits (where neither is given)')
      .option('--pre-push', 'before pushes')
      .option('--project-command', "run the project's own node_modules/.bin/beadloom where it is there")
      .option('--allow-outside', 'change hooks that lie outside of the repository, too')
      .option('--remove', 'take out what this command put in');
  },
  run: async (shell, _args, { preCommit, prePush, remove, projectCommand, allowOutside }: Options) => {
    const any = preCommit === true || prePush === true;
    const changed: InstallHooksAnswer = await shell.withProject((beadloom) =>
      beadloom.installHooks({
        hooks: [
          ...(preCommit || !any ? (['pre-commit'] as const) : []),
          ...(prePush || (!any && remove) ? (['pre-push'] as const) : []),
        ],
        remove: remove ?? false,
        project: projectCommand ?? false,
        outside: allowOutside ?? false,
      }),
    );
    if (shell.json) {
      shell.dataJson(JSON.stringify(changed));
      return;
    }
    const words = { installed: 'Installed in' };
    const lines = changed.hooks.map(({ path, outcome }) => outcomeText(outcome, plainLine(path), words));
    shell.data(lines.join('\n'));
  },
};
