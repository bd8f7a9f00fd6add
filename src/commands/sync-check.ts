import { syncCheckText, syncPorcelain } from '../print/sync.js';
import type { CommandModule } from '../shell/command.js';
import type { RefreshFlag } from '../shell/parse.js';
import { checkForCommit } from '../shell/hook.js';

interface Options {
  ref?: string;
  staged?: boolean;
  since?: string;
  porcelain?: boolean;
  hook?: boolean;
  refresh: RefreshFlag;
}

export const command: CommandModule = {
  summary: 'show which documents are behind their code',
  description:
    'Compares every document with the code of its node, against .beadloom/sync.lock, which says with which state of the code a document was last in step. Comments and formatting never count. A document that names symbols or files of its node in backticks goes by these alone.\n\nStale: a signature or a body changed, the code or the document is gone or was moved, or the lock has a pair that is none any more. Untracked: the lock has nothing of the pair; sync-update puts it there.\n\nExits with 0 where nothing is stale, 2 where something is, 1 on errors. With --porcelain one line per pair that is not in step: status, ref_id, document, code and reason, with TABs between them.',
  examples: [
    { line: 'sync-check', note: 'what is behind, by document' },
    { line: 'sync-check --ref billing', note: 'the documents of one node' },
    { line: 'sync-check --since origin/main', note: 'code that changed on this branch without its document' },
    { line: 'sync-check --staged --porcelain', note: 'what the next commit touches, for scripts' },
  ],
  configure: (parser) => {
    parser
      .option('--ref <id>', 'only the documents of this node')
      .option(
        '--staged',
        'only pairs of which the next commit touches the document or the code, as it holds them',
      )
      .option('--since <gitref>', 'compare with this revision, not with the lock')
      .option('--porcelain', 'lines for scripts')
      .option(
        '--hook',
        'as a Git hook: sync.hook_mode says whether stale documents stop it, and nothing else does',
      )
      .option('--no-refresh', 'answer from the index as it is, and say what is stale');
  },
  run: async (shell, _args, { ref, staged, since, porcelain, hook, refresh }: Options) => {
    if (hook) {
      await shell.withProject((beadloom, work) =>
        checkForCommit(beadloom, { ...work, ref, staged, since, refresh }, shell.paint),
      );
      return;
    }
    const { answer, text } = await shell.withProject((beadloom, work) =>
      beadloom.syncCheckText({ ...work, ref, staged, since, refresh, behind: !shell.json }),
    );
    if (shell.json) {
      shell.dataJson(text);
    } else if (porcelain) {
      const lines = syncPorcelain(answer);
      if (lines !== '') {
        shell.data(lines);
      }
    } else {
      shell.data(syncCheckText(answer, shell.paint, Date.now()));
    }
    shell.warnStale(answer);
    if (answer.summary.stale > 0) {
      process.exitCode = 2;
    }
  },
};
