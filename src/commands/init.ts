import { type InitOptions } from '../model/requests.js';
import { usage } from '../model/error.js';
import { importText } from '../print/import.js';
import { initText } from '../print/init.js';
import { plainLine } from '../print/text.js';
import type { InitChoice } from '../prompts/init.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf } from '../shell/flags.js';
import type { Shell } from '../shell/shell.js';

interface Options {
  bootstrap?: boolean;
  scope?: string[];
  yes?: boolean;
  merge?: boolean;
  import?: string;
  strategy?: NonNullable<InitOptions['strategy']>;
  docs?: NonNullable<InitOptions['docs']>;
  force?: boolean;
  dryRun?: boolean;
}

export const command: CommandModule = {
  summary: 'find the parts of a project and write them as a graph',
  description:
    'Finds the parts of the project from manifests, folders and imports, or from existing documents. It writes them to .beadloom/ as a graph for you to review, with settings and stub documents. It never overwrites files that a person wrote. Without flags, on a terminal, it asks what to do.',
  examples: [
    { line: 'init', note: 'asks what to do' },
    { line: 'init --bootstrap -y', note: 'the whole project, no questions' },
    { line: 'init --bootstrap --scope services/billing libs', note: 'two folders of a large repository' },
    { line: 'init --bootstrap --docs none -y', note: 'no stub documents' },
    { line: 'init --bootstrap --dry-run', note: 'list what would be written' },
    { line: 'init --merge -y', note: 'add missing parts to an existing graph, list differences' },
    { line: 'init --import wiki', note: 'nodes from existing documents, which stay where they are' },
    {
      line: 'init --import wiki --strategy restructure',
      note: 'copies them into docs/ and adapts their links',
    },
    { line: 'init --bootstrap --force -y', note: 'a new graph; a copy of the old one is kept' },
  ],
  arguments: [],
  flags: [
    { name: 'bootstrap', help: 'draft the graph from the code' },
    ...flagsOf('init', ['scopes', 'merge', 'import', 'strategy', 'docs'], {
      scopes: { name: 'scope', help: 'only these folders (implies --bootstrap)' },
    }),
    { name: 'yes', short: 'y', help: 'ask nothing' },
    ...flagsOf('init', ['force', 'dryRun']),
  ],
  run: async (shell, _args, options: Options) => {
    const { bootstrap, scope, merge, force, dryRun } = options;
    checkImport(options);
    if (merge && force) {
      throw usage('--merge keeps the graph that is there and --force replaces it', 'pass one of them');
    }
    const flagged = bootstrap === true || merge === true || scope !== undefined;
    const choice: InitChoice | undefined =
      options.import !== undefined
        ? await importChoice(shell, options, options.import)
        : flagged
          ? { scopes: scope, force, merge }
          : await ask(shell, options);
    if (choice === undefined) {
      shell.note('nothing was written');
      return;
    }
    const { answer, known } = await shell.withProject(async (beadloom, work) => {
      const made = await beadloom.init({ ...work, ...choice, docs: options.docs, dryRun });
      const shows = !shell.json && !made.dry_run && made.mode !== 'import';
      const status = shows ? await beadloom.status({ ...work, refresh: false }) : undefined;
      return { answer: made, known: status };
    });
    if (answer.ignored_by !== null) {
      shell.warn(
        `Git ignores the graph: ${plainLine(answer.ignored_by)}. Add the line !/.beadloom/ below that pattern, so that a commit takes .beadloom/ along`,
      );
    }
    shell.print(answer, () =>
      answer.mode === 'import' ? importText(answer, shell.paint) : initText(answer, known, shell.paint),
    );
  },
};

function checkImport(options: Options): void {
  const { bootstrap, scope, merge, force, strategy } = options;
  if (options.import === undefined && strategy !== undefined) {
    throw usage('--strategy is for an import', 'pass --import PATH too');
  }
  if (options.import !== undefined && (bootstrap || scope !== undefined || merge || force)) {
    throw usage(
      '--import reads documents and adds to an existing graph',
      'pass --import PATH without --bootstrap, --scope, --merge and --force',
    );
  }
}

/** On a terminal the strategy is asked for; elsewhere documents stay where they are. */
async function importChoice(shell: Shell, options: Options, path: string): Promise<InitChoice | undefined> {
  if (options.strategy !== undefined || options.yes || shell.json || !shell.interactive) {
    return { import: path, strategy: options.strategy };
  }
  const { askStrategy } = await import('../prompts/init.js');
  const strategy = await askStrategy();
  return strategy === undefined ? undefined : { import: path, strategy };
}

/** The menu; undefined: the person does not want to go on. */
async function ask(shell: Shell, options: Options): Promise<InitChoice | undefined> {
  if (!shell.interactive || options.yes || shell.json) {
    throw usage(
      'init needs a terminal, or a flag that says what to do',
      'pass --bootstrap -y, --bootstrap --scope PATH... for a part of the project, --import PATH for documents, or --merge -y where it has a graph; --dry-run writes nothing',
    );
  }
  // What asks is loaded when there is somebody to ask.
  const [{ graphFolder, hasGraph }, { isFolder }, { askInit }] = await Promise.all([
    import('../yaml/config.js'),
    import('../yaml/files.js'),
    import('../prompts/init.js'),
  ]);
  const root = shell.root();
  return askInit(hasGraph(root, graphFolder(root)), (path) => isFolder(root, path));
}
