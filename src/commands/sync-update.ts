import type { SyncUpdateAnswer } from '../api/answers.js';
import { BeadloomError } from '../api/error.js';
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
  summary: 'say that documents are in step with their code',
  description:
    'Shows what changed in the code of a node since its documents were in step with it, opens the documents in $VISUAL or $EDITOR, and asks whether they are in step now. Only then .beadloom/sync.lock is written: the lines of the pairs concerned, and no others. Commit it with the documents.\n\nWithout a terminal: -y says that they are in step, --check only reports and exits with 2 where something is stale.',
  examples: [
    { line: 'sync-update billing', note: 'look, write, and say so' },
    { line: 'sync-update billing -y', note: 'the documents are in step already' },
    { line: 'sync-update billing --check', note: 'report, change nothing' },
    { line: 'sync-update --all -y', note: 'every pair that is stale or untracked' },
  ],
  configure: (parser) => {
    parser
      .argument('[ref_id]', 'the node')
      .option('--all', 'every node; needs -y')
      .option('--check', 'only report')
      .option('-y, --yes', 'say so without being asked');
  },
  run: async (shell, [ref], options: Options) => {
    if ((ref === undefined) !== (options.all ?? false)) {
      throw new BeadloomError({
        code: 'usage',
        message:
          ref === undefined
            ? 'sync-update needs the ref_id of a node'
            : 'a ref_id and --all exclude each other',
        hint: 'beadloom sync-check lists what is behind; sync-update --all -y takes all of it',
      });
    }
    if (options.check) {
      return check(shell, ref);
    }
    if (!options.yes) {
      if (ref === undefined || !shell.interactive || shell.json) {
        throw new BeadloomError({
          code: 'usage',
          message: 'sync-update has nobody to ask here',
          hint: 'pass -y where the documents are in step, or --check to report only',
        });
      }
      if (!(await review(shell, ref))) {
        shell.note('nothing was changed');
        return;
      }
    }
    const answer = await shell.withProject((beadloom, work): Promise<SyncUpdateAnswer> =>
      beadloom.syncUpdate({ ...work, ref }),
    );
    if (shell.json) {
      shell.dataJson(JSON.stringify(answer));
    } else if (answer.pairs_synced === 0) {
      shell.data('In step already; the lock is as it was');
    } else {
      const what = counted(answer.pairs_synced, 'pair');
      shell.data(`${what} in step; commit .beadloom/sync.lock`);
    }
  },
};

async function check(shell: Shell, ref: string | undefined): Promise<void> {
  const { answer, text } = await shell.withProject((beadloom, work) =>
    beadloom.syncCheckText({ ...work, ref }),
  );
  if (shell.json) {
    shell.dataJson(text);
  } else {
    shell.data(syncCheckText(answer, shell.paint, Date.now()));
  }
  if (answer.summary.stale > 0) {
    process.exitCode = 2;
  }
}

/** Shows the differences, opens the documents, asks. Whether the person said yes. */
async function review(shell: Shell, ref: string): Promise<boolean> {
  const { editDocuments, editorCommand } = await import('../shell/editor.js');
  const found = await shell.withProject((beadloom, work) => beadloom.syncReview(ref, work));
  if (found.pairs.length === 0) {
    shell.data(`The documents of ${plainLine(ref)} are in step`);
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
