import { BeadloomError } from '../api/error.js';
import { auditText } from '../print/audit.js';
import { docsGenerateText, docsPolishText } from '../print/docs.js';
import type { CommandModule } from '../shell/command.js';
import type { RefreshFlag } from '../shell/parse.js';
import type { Shell } from '../shell/shell.js';

interface Options {
  dryRun?: boolean;
  failIf?: string;
  refresh: RefreshFlag;
}

const ACTIONS = ['generate', 'polish', 'audit'];

export const command: CommandModule = {
  summary: 'draft documents, gather what to write them from, and find what they say that is not so',
  description:
    'generate writes a skeleton for every node without a document, or for one: what the code says, and marks where a person knows more. No file that is there is touched. polish gathers what a document of a node can be written from – symbols, routes, dependencies, the text that is there, what changed since, a diagram and instructions – for an agent to write; it writes nothing and calls nobody. audit compares what documents say with what is there: links and anchors, paths, symbols and commands in backticks, versions and counts near the names they belong to. --fail-if exits with 2 where a condition holds: findings, links, anchors, paths, symbols, commands, versions, counts, compared with <, <=, >, >=, == or != and joined by and, or.',
  examples: [
    { line: 'docs generate', note: 'skeletons where documents are missing' },
    { line: 'docs generate billing --dry-run', note: 'where one would be written' },
    { line: 'docs polish billing --json', note: 'for an agent that writes the document' },
    { line: 'docs audit', note: 'what documents say that is not so' },
    { line: "docs audit --fail-if 'findings > 0'", note: 'for a pipeline' },
  ],
  configure: (parser) => {
    parser.addArgument(parser.createArgument('<action>', 'generate, polish or audit').choices(ACTIONS));
    parser
      .argument('[ref_id]', 'a node; all of them without')
      .option('--dry-run', 'generate: write nothing, list what would be written')
      .option('--fail-if <condition>', 'audit: exit with 2 where it holds')
      .option('--no-refresh', 'polish, audit: answer from the index as it is');
  },
  run: async (shell, [action, ref], options: Options) => {
    const { dryRun, failIf, refresh } = options;
    if (failIf !== undefined && action !== 'audit') {
      throw new BeadloomError({ code: 'usage', message: '--fail-if belongs to docs audit' });
    }
    if (action === 'audit') {
      return audit(shell, ref, options);
    }
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

async function audit(shell: Shell, ref: string | undefined, options: Options): Promise<void> {
  const { dryRun, failIf, refresh } = options;
  if (ref !== undefined || dryRun) {
    throw new BeadloomError({
      code: 'usage',
      message: 'docs audit looks at all documents, and writes nothing',
    });
  }
  const { answer, text } = await shell.withProject((beadloom, work) =>
    beadloom.docsAuditText({ ...work, failIf, refresh }),
  );
  if (shell.json) {
    shell.dataJson(text);
  } else {
    shell.data(auditText(answer, shell.paint, shell.wrapAt));
  }
  shell.warnStale(answer);
  if (answer.condition_holds) {
    process.exitCode = 2;
  }
}
