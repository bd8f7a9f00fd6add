import { REQUESTS } from '../model/requests.js';
import { BeadloomError } from '../model/error.js';
import { diffText, isDifference } from '../print/diff.js';
import { snapshotListText } from '../print/snapshot.js';
import { counted } from '../print/text.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf, type RefreshFlag } from '../shell/flags.js';

interface Options {
  label?: string;
  exitCode?: boolean;
  refresh: RefreshFlag;
}

const ACTIONS = ['save', 'list', 'compare'];

export const command: CommandModule = {
  summary: 'save the architecture, and compare saved states',
  description:
    "save writes nodes, declared edges, public symbols and today's debt to .beadloom/snapshots/ as sorted JSON. Snapshots survive the index. Commit them so that others can compare with them. list shows the saved snapshots. compare shows the differences between a snapshot and a later one, or the working tree, like diff. A snapshot is named by its id or label. A snapshot of another project is rejected.",
  completes: 'labels',
  examples: [
    { line: 'snapshot save --label before', note: 'the current state' },
    { line: 'snapshot list', note: 'the saved snapshots' },
    { line: 'snapshot compare before', note: 'the changes since then' },
    { line: 'snapshot compare before after --json', note: 'between two, as data' },
  ],
  arguments: [
    { name: 'action', help: 'save, list or compare', required: true, choices: ACTIONS },
    { name: 'since', help: 'compare: id or label of a snapshot' },
    { name: 'to', help: 'compare: id or label of a later one (default: the working tree)' },
  ],
  flags: [
    ...flagsOf('snapshotSave', ['label'], { label: { help: `save: ${REQUESTS.snapshotSave.label.help}` } }),
    { name: 'exit-code', help: 'compare: exit with 2 if anything differs' },
    ...flagsOf('snapshotSave', ['refresh'], {
      refresh: { help: 'use the existing index for the working tree' },
    }),
  ],
  run: async (shell, [action, since, to], { label, exitCode, refresh }: Options) => {
    if (action !== 'compare' && since !== undefined) {
      throw usage(`snapshot ${action} takes no name`, action === 'save' ? 'name it with --label' : null);
    }
    if (action !== 'save' && label !== undefined) {
      throw usage('--label is for snapshot save', null);
    }
    if (action === 'save') {
      const answer = await shell.withProject((beadloom, work) =>
        beadloom.snapshotSave({ ...work, label, refresh }),
      );
      const { nodes, edges, symbols } = answer;
      return shell.print(
        answer,
        () =>
          `Saved ${answer.path}: ${counted(nodes, 'node')}, ${counted(edges, 'edge')}, ${counted(symbols, 'public symbol')}`,
      );
    }
    if (action === 'list') {
      const answer = await shell.withProject((beadloom, work) => beadloom.snapshotList(work));
      return shell.print(answer, () => snapshotListText(answer, shell.paint));
    }
    if (since === undefined) {
      throw usage('a snapshot is missing', 'beadloom snapshot compare ID; beadloom snapshot list shows them');
    }
    const answer = await shell.withProject((beadloom, work) =>
      beadloom.snapshotCompare(since, { ...work, to, refresh }),
    );
    shell.print(answer, () => diffText(answer, shell.paint));
    if (shell.isOfFiles(answer) && exitCode && isDifference(answer)) {
      process.exitCode = 2;
    }
  },
};

function usage(message: string, hint: string | null): BeadloomError {
  return new BeadloomError({ code: 'usage', message, hint });
}
