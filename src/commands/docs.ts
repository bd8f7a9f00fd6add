import { BeadloomError } from '../api/error.js';
import { docsGenerateText, docsPolishText } from '../print/docs.js';
import type { CommandModule } from '../shell/command.js';

interface Options {
  dryRun?: boolean;
  refresh: boolean;
}

const ACTIONS = ['generate', 'polish'];

export const command: CommandModule = {
  summary: 'draft documents, and gather what to write them from',
  description:
    'generate writes a skeleton for every node without a document, or for one: what the code says, and marks where a person knows more. No file that is there is touched. polish gathers what a document of a node can be written from – symbols, routes, dependencies, the text that is there, what changed since, a diagram and instructions – for an agent to write; it writes nothing and calls nobody.',
  examples: [
    { line: 'docs generate', note: 'skeletons where documents are missing' },
    { line: 'docs generate billing --dry-run', note: 'where one would be written' },
    { line: 'docs polish billing --json', note: 'for an agent that writes the document' },
  ],
  configure: (parser) => {
    parser.addArgument(parser.createArgument('<action>', 'generate or polish').choices(ACTIONS));
    parser
      .argument('[ref_id]', 'a node; all of them without')
      .option('--dry-run', 'generate: write nothing, list what would be written')
      .option('--no-refresh', 'polish: answer from the index as it is');
  },
  run: async (shell, [action, ref], { dryRun, refresh }: Options) => {
    if (action === 'generate') {
      const answer = await shell.withProject((beadloom, work) =>
        beadloom.docsGenerate({ ...work, ref, dryRun }),
      );
      return shell.json
        ? shell.dataJson(JSON.stringify(answer))
        : shell.data(docsGenerateText(answer, shell.paint, dryRun ?? false));
    }
    if (dryRun) {
      throw new BeadloomError({ code: 'usage', message: 'docs polish writes nothing in any case' });
    }
    const { answer, text } = await shell.withProject((beadloom, work) =>
      beadloom.generateDocsText({ ...work, ref, refresh }),
    );
    if (shell.json) {
      shell.dataJson(text);
    } else {
      shell.data(docsPolishText(answer, shell.paint));
    }
    shell.warnStale(answer);
  },
};
