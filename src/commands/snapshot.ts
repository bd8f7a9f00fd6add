import { BeadloomError } from '../api/error.js';
import { diffText, isDifference } from '../print/diff.js';
import { snapshotListText } from '../print/snapshot.js';
import type { CommandModule } from '../shell/command.js';
import type { RefreshFlag } from '../shell/parse.js';

interface Options {
  label?: string;
  exitCode?: boolean;
  refresh: RefreshFlag;
}

const ACTIONS = ['save', 'list', 'compare'];

export const command: CommandModule = {
  summary: 'write the architecture down, and compare what was written',
  description:
    'save writes nodes, declared edges, public symbols and the debt of today to .beadloom/snapshots/, as JSON that is sorted and outlives the index; keep it in Git where others shall compare with it. list shows what is there. compare shows, as diff does, what differs between a snapshot and a later one, or the working tree. A snapshot is named by its id or its label; one of another project is refused.',
  examples: [
    { line: 'snapshot save --label before', note: 'the state of now' },
    { line: 'snapshot list', note: 'what was written down' },
    { line: 'snapshot compare before', note: 'what changed since' },
    { line: 'snapshot compare before after --json', note: 'between two, as data' },
  ],
  configure: (parser) => {
    parser.addArgument(parser.createArgument('<action>', 'save, list or compare').choices(ACTIONS));
    parser
      .argument('[since]', 'compare: id or label of a snapshot')
      .argument('[to]', 'compare: id or label of a later one (default: the working tree)')
      .option('--label <name>', 'save: what to call it')
      .option('--exit-code', 'compare: exit with 2 where anything differs')
      .option('--no-refresh', 'take the working tree from the index as it is');
  },
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
      return shell.json
        ? shell.dataJson(JSON.stringify(answer))
        : shell.data(`Saved ${answer.path}: ${nodes} nodes, ${edges} edges, ${symbols} public symbols`);
    }
    if (action === 'list') {
      const { answer, text } = await shell.withProject((beadloom, work) => beadloom.snapshotListText(work));
      return shell.json ? shell.dataJson(text) : shell.data(snapshotListText(answer, shell.paint));
    }
    if (since === undefined) {
      throw usage('a snapshot is missing', 'beadloom snapshot compare ID; beadloom snapshot list shows them');
    }
    const { answer, text } = await shell.withProject((beadloom, work) =>
      beadloom.snapshotCompareText(since, { ...work, to, refresh }),
    );
    if (shell.json) {
      shell.dataJson(text);
    } else {
      shell.data(diffText(answer, shell.paint));
    }
    shell.warnStale(answer);
    if (exitCode && isDifference(answer)) {
      process.exitCode = 2;
    }
  },
};

function usage(message: string, hint: string | null): BeadloomError {
  return new BeadloomError({ code: 'usage', message, hint });
}
