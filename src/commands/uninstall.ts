import { BeadloomError } from '../api/error.js';
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
  summary: 'take back everything that beadloom wrote',
  description:
    "Removes what any command of beadloom wrote outside .beadloom/: the server's entry in the files of coding agents, the block in AGENTS.md and its like, the block in Git hooks, lines in .gitignore and .gitattributes, stub documents that nobody changed, the daemon of the project, which it ends, and the files in the user's cache. Everything else in these files stays byte for byte, and files and folders that contain nothing else are deleted. What a person changed stays and is listed.\n\nWhat cannot be made anew stays, and is listed: .beadloom/ with graph, rules and settings, the private memories, what the gateway learned and approved, logins at its servers, and the key that these are sealed with. --index deletes the files that are derived, --graph also graph, rules and settings; --memories the private memories of this project, --gateway-data what its gateway learned, --logins the logins of this user, --keys the keys of this user, without which no private memory of any project can be read. No other flag deletes these. --project-only leaves the files of the user, which other projects share. A file that is broken, or that another program changes meanwhile, is refused and the rest goes on; then the exit code is 1. Without a terminal, --yes or --dry-run is required.",
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
    { name: 'yes', short: 'y', help: 'ask nothing' },
    { name: 'project-only', help: 'leave the files of the user and the cache' },
    { name: 'index', help: 'also delete the index' },
    { name: 'graph', help: 'also delete the graph, rules and settings, with the index' },
    { name: 'memories', help: 'also delete the private memories of this project' },
    { name: 'gateway-data', help: 'also delete what the gateway learned and approved in this project' },
    { name: 'logins', help: 'also delete the logins of this user at servers behind the gateway' },
    { name: 'keys', help: 'also delete the keys of this user: what they sealed cannot be read then' },
    { name: 'allow-outside', help: 'also change hooks outside the repository' },
  ],
  run: async (shell, _args, options: Options) => {
    const { dryRun = false, yes = false } = options;
    const asks = !dryRun && !yes;
    if (asks && (!shell.interactive || shell.json)) {
      throw new BeadloomError({
        code: 'usage',
        message: 'uninstall has nobody to ask here',
        hint: 'pass --yes to remove, or --dry-run to list what would be removed',
      });
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
    if (shell.json) {
      shell.dataJson(JSON.stringify(answer));
    } else {
      shell.data(uninstallText(answer, shell.paint));
    }
    if (answer.refused > 0) {
      process.exitCode = 1;
    }
  },
};
