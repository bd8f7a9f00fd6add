import type { SyncUpdateAnswer } from '../model/answers.js';
import { usage } from '../model/error.js';
import { reviewText, syncCheckText } from '../print/sync.js';
import { counted, plainLine } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';
import type { Shell } from '../shell/shell.js';

interface Options {
  all?: boolean;
  check?: boolean;
  yes?: boolean;
}

export const command: CommandModule = {
  summary: 'confirm that documents are up to date with their code',
  description:
    'Shows the changes in the code of a node since its documents were last confirmed. Opens the documents in $VISUAL or $EDITOR, and asks whether they are up to date now. Only then does it write the lines of these pairs to .beadloom/sync.lock. Commit the lock together with the documents.\n\nWithout a terminal: -y confirms, --check only reports and exits with 2 if something is stale.',
  completes: 'nodes',
  examples: [
    { line: 'sync-update billing', note: 'review the change, edit the document, confirm' },
    { line: 'sync-update billing -y', note: 'confirm without asking' },
    { line: 'sync-update billing --check', note: 'report, change nothing' },
    { line: 'sync-update --all -y', note: 'every pair that is stale or untracked' },
  ],
  arguments: [{ name: 'ref_id', help: 'the node' }],
  flags: [
    { name: 'all', help: 'every node; needs -y' },
    { name: 'check', help: 'only report' },
    { name: 'yes', short: 'y', help: 'confirm without asking' },
  ],
  run: async (shell, [ref], options: Options) => {
    if ((ref === undefined) !== (options.all ?? false)) {
      throw usage(
        ref === undefined
          ? 'sync-update needs the ref_id of a node'
          : 'a ref_id and --all exclude each other',
        'beadloom sync-check lists stale documents; sync-update --all -y confirms all of them',
      );
    }
    if (options.check) {
      return check(shell, ref);
    }
    if (!options.yes) {
      if (ref === undefined || !shell.interactive || shell.json) {
        throw usage(
          'sync-update needs a terminal, -y or --check',
          'pass -y if the documents are up to date, or --check to report only',
        );
      }
      if (!(await review(shell, ref))) {
        shell.note('nothing was changed');
        return;
      }
    }
    const answer = await shell.withProject((beadloom, work): Promise<SyncUpdateAnswer> =>
      beadloom.syncUpdate({ ...work, ref }),
    );
    shell.print(answer, () =>
      answer.pairs_synced === 0
        ? 'Up to date already; the lock is unchanged'
        : `${counted(answer.pairs_synced, 'pair')} up to date; commit .beadloom/sync.lock`,
    );
  },
};

async function check(shell: Shell, ref: string | undefined): Promise<void> {
  const answer = await shell.withProject((beadloom, work) => beadloom.syncCheck({ ...work, ref }));
  shell.print(answer, () => syncCheckText(answer, shell.paint, Date.now()) || undefined);
  if (shell.isOfFiles(answer) && answer.summary.stale > 0) {
    process.exitCode = 2;
  }
}

/** Shows the differences, opens the documents, asks. Whether the person said yes. */
async function review(shell: Shell, ref: string): Promise<boolean> {
  const { editDocuments, editorCommand } = await import('../shell/editor.js');
  const found = await shell.withProject((beadloom, work) => beadloom.syncReview(ref, work));
  if (found.pairs.length === 0) {
    shell.data(`The documents of ${plainLine(ref)} are up to date`);
    return false;
  }
  const editor = editorCommand();
  shell.data(reviewText(found, shell.paint, Date.now()));
  const there = found.pairs.filter(
    ({ reason, details }) => reason !== 'doc_deleted' && details.moved_to === null,
  );
  const documents = [...new Set(there.map(({ doc_path: path }) => path))];
  if (documents.length > 0) {
    editDocuments(editor, shell.root(), documents);
  }
  const { askInStep } = await import('../prompts/sync.js');
  return askInStep();
}
