import type { InitAnswer } from '../api/answers.js';
import { BeadloomError } from '../api/error.js';
import { initText } from '../print/init.js';
import type { InitChoice } from '../prompts/init.js';
import type { CommandModule } from '../shell/command.js';
import type { Shell } from '../shell/shell.js';

interface Options {
  bootstrap?: boolean;
  scope?: string[];
  yes?: boolean;
  merge?: boolean;
  force?: boolean;
  dryRun?: boolean;
}

export const command: CommandModule = {
  summary: 'find the parts of a project and write them as a graph',
  description:
    'Finds the parts of the project from manifests, folders and imports and writes them to .beadloom/ as a graph to review, with settings and stub documents. Nothing that a person wrote is overwritten. Without flags, on a terminal, it asks.',
  examples: [
    { line: 'init', note: 'asks what to do' },
    { line: 'init --bootstrap -y', note: 'the whole project, no questions' },
    { line: 'init --bootstrap --scope services/billing libs', note: 'two folders of a large repository' },
    { line: 'init --bootstrap --dry-run', note: 'list what would be written' },
    { line: 'init --merge -y', note: 'add what is new to a graph that is there, list what differs' },
    { line: 'init --bootstrap --force -y', note: 'a new graph; the old one is kept beside it' },
  ],
  configure: (parser) => {
    parser
      .option('--bootstrap', 'make the graph from the code')
      .option('--scope <path...>', 'only these folders (implies --bootstrap)')
      .option('--merge', 'add to a graph that is there what it lacks; list what differs')
      .option('-y, --yes', 'ask nothing')
      .option('--force', 'replace a graph that is there; it is kept as _graph.bak-<time>/')
      .option('--dry-run', 'write nothing, list what would be written');
  },
  run: async (shell, _args, options: Options) => {
    const { bootstrap, scope, merge, force, dryRun } = options;
    if (merge && force) {
      throw new BeadloomError({
        code: 'usage',
        message: '--merge keeps the graph that is there and --force replaces it',
        hint: 'pass one of them',
      });
    }
    const flagged = bootstrap === true || merge === true || scope !== undefined;
    const choice: InitChoice | undefined = flagged
      ? { scopes: scope, force, merge }
      : await ask(shell, options);
    if (choice === undefined) {
      shell.note('nothing was written');
      return;
    }
    const answer = await shell.withProject((beadloom, work): Promise<InitAnswer> =>
      beadloom.init({ ...work, ...choice, dryRun }),
    );
    if (shell.json) {
      shell.dataJson(JSON.stringify(answer));
    } else {
      shell.data(initText(answer, shell.paint));
    }
  },
};

/** The menu; undefined: the person does not want to go on. */
async function ask(shell: Shell, options: Options): Promise<InitChoice | undefined> {
  if (!shell.interactive || options.yes || shell.json) {
    throw new BeadloomError({
      code: 'usage',
      message: 'init has nobody to ask here, and no flag says what to do',
      hint: 'pass --bootstrap -y, --bootstrap --scope PATH... for a part of the project, or --merge -y where it has a graph; --dry-run writes nothing',
    });
  }
  // What asks is loaded when there is somebody to ask.
  const [{ graphFolder, hasGraph }, { askInit }] = await Promise.all([
    import('../yaml/config.js'),
    import('../prompts/init.js'),
  ]);
  const root = shell.root();
  return askInit(hasGraph(root, graphFolder(root)));
}
