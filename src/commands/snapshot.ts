import type { SnapshotSaveOptions } from '../model/requests.js';
import { diffText, isDifference } from '../print/diff.js';
import { snapshotListText } from '../print/snapshot.js';
import { counted } from '../print/text.js';
import { flagsOf } from '../shell/flags.js';
import { group, only } from '../shell/group.js';

interface Options extends SnapshotSaveOptions {
  exitCode?: boolean;
}

export const command = group<Options>({
  name: 'snapshot',
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
    { name: 'since', help: 'compare: id or label of a snapshot' },
    { name: 'to', help: 'compare: id or label of a later one (default: the working tree)' },
  ],
  flags: [
    ...only(['save'], flagsOf('snapshotSave', ['label'])),
    ...only(['compare'], [{ name: 'exit-code', help: 'exit with 2 if anything differs' }]),
    ...flagsOf('snapshotSave', ['refresh'], {
      refresh: { help: 'use the existing index for the working tree' },
    }),
  ],
  subcommands: {
    save: {
      run: async (shell, _words, { label, refresh }) => {
        const answer = await shell.withProject((beadloom, work) =>
          beadloom.snapshotSave({ ...work, label, refresh }),
        );
        const { path, nodes, edges, symbols } = answer;
        shell.print(
          answer,
          () =>
            `Saved ${path}: ${counted(nodes, 'node')}, ${counted(edges, 'edge')}, ${counted(symbols, 'public symbol')}`,
        );
      },
    },
    list: {
      run: async (shell) => {
        const answer = await shell.withProject((beadloom, work) => beadloom.snapshotList(work));
        shell.print(answer, () => snapshotListText(answer, shell.paint));
      },
    },
    compare: {
      needs: 'the id or label of a snapshot (snapshot list shows them)',
      max: 2,
      run: async (shell, [since = '', to], { exitCode, refresh }) => {
        const answer = await shell.withProject((beadloom, work) =>
          beadloom.snapshotCompare(since, { ...work, to, refresh }),
        );
        shell.print(answer, () => diffText(answer, shell.paint) || undefined);
        if (shell.isOfFiles(answer) && exitCode && isDifference(answer)) {
          process.exitCode = 2;
        }
      },
    },
  },
});
