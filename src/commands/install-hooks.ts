import type { InstallHooksAnswer } from '../model/answers.js';
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
  summary: 'check documents in Git hooks, before a commit or push',
  description:
    'Adds a block to the pre-commit hook, and with --pre-push to the pre-push hook, that runs sync-check. The setting sync.hook_mode (warn, block or off) decides what happens if documents are stale. The command finds the hooks where Git looks for them: through core.hooksPath and worktrees, and in husky or lefthook if they are in use. It keeps everything else in them. --remove also deletes blocks where Git no longer looks.\n\nA hook runs the beadloom that installed it, never code of the checkout. A committed hook contains no path of a machine. It runs the command that install-hooks recorded inside .git on each machine. --project-command makes a hook run node_modules/.bin/beadloom of the project if it exists. Hooks outside the repository are changed only with --allow-outside, because other repositories may share them.',
  examples: [
    { line: 'install-hooks', note: 'check before commits' },
    { line: 'install-hooks --pre-commit --pre-push', note: 'check before commits and pushes' },
    { line: 'install-hooks --project-command', note: 'run the beadloom that the project depends on' },
    { line: 'install-hooks --remove', note: 'remove the block from both hooks' },
  ],
  arguments: [],
  flags: [
    { name: 'pre-commit', help: 'before commits (the default)' },
    { name: 'pre-push', help: 'before pushes' },
    {
      name: 'project-command',
      help: "run the project's own node_modules/.bin/beadloom if it exists",
    },
    { name: 'allow-outside', help: 'also change hooks outside the repository' },
    { name: 'remove', help: 'remove what this command added' },
  ],
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
