import { usage } from '../model/error.js';
import { uninstallText } from '../print/uninstall.js';
import type { CommandModule } from '../shell/command.js';

interface Options {
  dryRun?: boolean;
  yes?: boolean;
  projectOnly?: boolean;
  index?: boolean;
  graph?: boolean;
  memories?: boolean;
  gatewayData?: boolean;
  logins?: boolean;
  keys?: boolean;
  allowOutside?: boolean;
}

export const command: CommandModule = {
  summary: 'remove everything that beadloom wrote',
  description:
    "Removes everything that beadloom wrote outside .beadloom/. That is the server's entry in the files of coding agents, the block in AGENTS.md and similar files, and the block in Git hooks. It is also lines in .gitignore and .gitattributes, unchanged stub documents, and files in the user's cache. The daemon of the project ends. Everything else in these files stays byte for byte, and files and folders that contain nothing else are deleted. Files that a person changed stay and are listed.\n\nData that cannot be rebuilt stays and is listed: .beadloom/ with graph, rules and settings, private memories, gateway data, logins, and keys. --index deletes derived files, and --graph also deletes graph, rules and settings. --memories deletes the private memories of this project, --gateway-data the learned rankings and approvals of its gateway, and --logins the logins of this user. --keys deletes the keys of this user, without which no private memory of any project can be read. No other flag deletes these. --project-only keeps the files of the user, which other projects share. A broken file, or one that another program changes meanwhile, is refused and the rest continues. The exit code is then 1. Without a terminal, --yes or --dry-run is required.",
  examples: [
    { line: 'uninstall --dry-run', note: 'list what would be removed' },
    { line: 'uninstall --yes', note: 'remove it without asking' },
    { line: 'uninstall --yes --index', note: 'the index too; graph, rules and settings stay' },
    { line: 'uninstall --yes --graph', note: 'graph, rules and settings too' },
    { line: 'uninstall --yes --memories', note: 'the private memories of this project too' },
    { line: 'uninstall --yes --project-only', note: 'this project only' },
  ],
  arguments: [],
  flags: [
    { name: 'dry-run', help: 'write nothing, list what would be removed' },
    { name: 'yes', short: 'y', help: 'do not ask' },
    { name: 'project-only', help: 'keep the files of the user and the cache' },
    { name: 'index', help: 'also delete the index' },
    { name: 'graph', help: 'also delete the graph, rules and settings, with the index' },
    { name: 'memories', help: 'also delete the private memories of this project' },
    { name: 'gateway-data', help: 'also delete rankings and approvals of the gateway in this project' },
    { name: 'logins', help: 'also delete the logins of this user at servers behind the gateway' },
    { name: 'keys', help: 'also delete the keys of this user; data sealed with them becomes unreadable' },
    { name: 'allow-outside', help: 'also change hooks outside the repository' },
  ],
  run: async (shell, _args, options: Options) => {
    const { dryRun = false, yes = false } = options;
    const asks = !dryRun && !yes;
    if (asks && (!shell.interactive || shell.json)) {
      throw usage(
        'uninstall needs a terminal, --yes or --dry-run',
        'pass --yes to remove, or --dry-run to list what would be removed',
      );
    }
    const { uninstall } = await import('../uninstall/uninstall.js');
    // Closed again before anything goes: what is open may hold files of the index.
    const { root, git, home } = await shell.withProject(async (beadloom) => ({
      root: beadloom.root,
      git: beadloom.engine.hookPlaces(),
      home: beadloom.engine.memoryHome(),
    }));
    const from = {
      root,
      git,
      projectOnly: options.projectOnly ?? false,
      outside: options.allowOutside ?? false,
      index: options.index ?? false,
      graph: options.graph ?? false,
      memories: options.memories ?? false,
      gatewayData: options.gatewayData ?? false,
      logins: options.logins ?? false,
      keys: options.keys ?? false,
      home,
      platform: process.platform,
    };
    if (asks) {
      const plan = uninstall(from, true);
      shell.note(uninstallText(plan, shell.paintError));
      const { askYes } = await import('../prompts/confirm.js');
      if (plan.removed > 0 && !(await askYes('Remove these?'))) {
        shell.note('nothing was removed');
        return;
      }
    }
    if (!dryRun && git.top !== undefined) {
      await shell.withProject(async (beadloom) => beadloom.engine.forgetHookCommand());
    }
    if (!dryRun) {
      // It would make anew what goes.
      const { stopDaemon } = await import('../daemon/control.js');
      await stopDaemon(root);
    }
    const answer = uninstall(from, dryRun);
    const isLeft = answer.items.some(({ what, outcome }) => what === 'memories' && outcome !== 'removed');
    if (!dryRun && from.memories && !isLeft) {
      await shell.withProject(async (beadloom) => beadloom.engine.releaseMemories());
    }
    shell.print(answer, () => uninstallText(answer, shell.paint));
    if (answer.refused > 0) {
      process.exitCode = 1;
    }
  },
};
