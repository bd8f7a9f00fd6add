import { createInterface } from 'node:readline/promises';

import type { InitAnswer } from '../api/answers.js';
import { BeadloomError } from '../api/error.js';
import type { InitOptions } from '../api/options.js';
import { initText } from '../print/init.js';
import type { CommandModule } from '../shell/command.js';
import type { Shell } from '../shell/shell.js';

interface Options {
  bootstrap?: boolean;
  scope?: string[];
  yes?: boolean;
  force?: boolean;
  dryRun?: boolean;
}

type Choice = Pick<InitOptions, 'scopes' | 'force'>;

export const command: CommandModule = {
  summary: 'find the parts of a project and write them as a graph',
  description:
    'Finds the parts of the project from manifests, folders and imports and writes them to .beadloom/ as a graph to review, with settings and stub documents. Nothing that a person wrote is overwritten. Without flags, on a terminal, it asks.',
  examples: [
    { line: 'init', note: 'asks what to do' },
    { line: 'init --bootstrap -y', note: 'the whole project, no questions' },
    { line: 'init --bootstrap --scope services/billing libs', note: 'two folders of a large repository' },
    { line: 'init --bootstrap --dry-run', note: 'list what would be written' },
    { line: 'init --bootstrap --force -y', note: 'a new graph; the old one is kept beside it' },
  ],
  configure: (parser) => {
    parser
      .option('--bootstrap', 'make the graph from the code')
      .option('--scope <path...>', 'only these folders (implies --bootstrap)')
      .option('-y, --yes', 'ask nothing')
      .option('--force', 'replace a graph that is there; it is kept as _graph.bak-<time>/')
      .option('--dry-run', 'write nothing, list what would be written');
  },
  run: async (shell, _args, options: Options) => {
    const { bootstrap, scope, dryRun } = options;
    const flagged = bootstrap === true || scope !== undefined;
    const choice: Choice | undefined = flagged
      ? { scopes: scope, force: options.force }
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

/** The menu. Every answer has a flag that gives it; undefined: the person does not want to go on. */
async function ask(shell: Shell, options: Options): Promise<Choice | undefined> {
  if (!shell.interactive || options.yes || shell.json) {
    throw new BeadloomError({
      code: 'usage',
      message: 'init has nobody to ask here, and no flag says what to do',
      hint: 'pass --bootstrap -y, or --bootstrap --scope PATH... for a part of the project; --dry-run writes nothing',
    });
  }
  const { graphFolder, hasGraph } = await import('../yaml/config.js');
  const root = shell.root();
  const questions = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C at a prompt is "no".
  const stopped = new AbortController();
  questions.once('SIGINT', () => stopped.abort());
  questions.once('close', () => stopped.abort());
  const menu = async (title: string, entries: readonly string[]): Promise<number> => {
    const lines = entries.map((entry, index) => `  ${index + 1}. ${entry}`);
    process.stderr.write(`${title}\n\n${lines.join('\n')}\n\n`);
    for (;;) {
      const keys = entries.map((_, index) => index + 1).join('/');
      const chosen = Number(
        (await questions.question(`Choose [${keys}]: `, { signal: stopped.signal })).trim(),
      );
      if (Number.isInteger(chosen) && chosen >= 1 && chosen <= entries.length) {
        return chosen;
      }
    }
  };
  try {
    if (hasGraph(root, graphFolder(root))) {
      const chosen = await menu('This project has a graph already.', [
        'Re-bootstrap  write a new graph; the old one is kept beside it (--bootstrap --force)',
        'Cancel',
      ]);
      return chosen === 1 ? { force: true } : undefined;
    }
    const chosen = await menu('What shall beadloom do?', [
      'Bootstrap  make the graph of the whole project from its code (--bootstrap)',
      'Scope      the same for some folders only (--scope PATH...)',
      'Cancel',
    ]);
    if (chosen !== 2) {
      return chosen === 1 ? { force: options.force } : undefined;
    }
    const paths = await questions.question('Folders, with spaces between them: ', { signal: stopped.signal });
    const scopes = paths.split(/\s+/).filter((path) => path !== '');
    return scopes.length === 0 ? undefined : { scopes, force: options.force };
  } catch (error) {
    if (stopped.signal.aborted) {
      process.stderr.write('\n');
      return undefined;
    }
    throw error;
  } finally {
    questions.close();
  }
}
