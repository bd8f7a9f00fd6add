import { REQUESTS } from '../model/requests.js';
import { BeadloomError } from '../model/error.js';
import { auditReport, auditText } from '../print/audit.js';
import { docsGenerateText, docsPolishText } from '../print/docs.js';
import { FINDING_FORMATS, type FindingFormat } from '../print/findings/formats.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf, formatFlag, type RefreshFlag } from '../shell/flags.js';
import type { Shell } from '../shell/shell.js';

interface Options {
  dryRun?: boolean;
  failIf?: string;
  format?: FindingFormat;
  refresh: RefreshFlag;
}

const ACTIONS = ['generate', 'polish', 'audit'];

export const command: CommandModule = {
  summary: 'draft missing documents, gather facts to write from, find outdated claims',
  description:
    'generate writes a skeleton for every node without a document, or for one node. The skeleton has facts from the code and marks for a person to complete. It never changes an existing file. polish collects facts for an agent that writes a document: symbols, routes, dependencies, the existing text, recent changes, a diagram and instructions. polish itself writes nothing.\n\naudit finds broken links and anchors and outdated paths, symbols, commands, versions and counts in Markdown. --fail-if exits with 2 if a condition is true. A condition compares findings, links, anchors, paths, symbols, commands, versions or counts by <, <=, >, >=, == or !=, joined by and, or.',
  completes: 'nodes',
  examples: [
    { line: 'docs generate', note: 'skeletons where documents are missing' },
    { line: 'docs generate billing --dry-run', note: 'the file that would be written' },
    { line: 'docs polish billing --json', note: 'for an agent that writes the document' },
    { line: 'docs audit', note: 'broken links and outdated claims' },
    { line: "docs audit --fail-if 'findings > 0'", note: 'for a pipeline' },
  ],
  arguments: [
    { name: 'action', help: 'generate, polish or audit', required: true, choices: ACTIONS },
    { name: 'ref_id', help: 'a node (default: all nodes)' },
  ],
  flags: [
    ...flagsOf('docsGenerate', ['dryRun'], {
      dryRun: { help: `generate: ${REQUESTS.docsGenerate.dryRun.help}` },
    }),
    ...flagsOf('docsAudit', ['failIf'], { failIf: { help: 'audit: exit with 2 if the condition is true' } }),
    { ...formatFlag(FINDING_FORMATS), help: 'audit: output format (default pretty)' },
    ...flagsOf('docsAudit', ['refresh'], {
      refresh: { help: 'polish, audit: answer from the existing index' },
    }),
  ],
  run: async (shell, [action, ref], options: Options) => {
    const { dryRun, failIf, format, refresh } = options;
    if (failIf !== undefined && action !== 'audit') {
      throw new BeadloomError({ code: 'usage', message: '--fail-if belongs to docs audit' });
    }
    if (format !== undefined && action !== 'audit') {
      throw new BeadloomError({ code: 'usage', message: '--format belongs to docs audit' });
    }
    if (action === 'audit') {
      return audit(shell, ref, options);
    }
    if (action === 'generate') {
      const answer = await shell.withProject((beadloom, work) =>
        beadloom.docsGenerate({ ...work, ref, dryRun }),
      );
      return shell.print(answer, () => docsGenerateText(answer, shell.paint, dryRun ?? false));
    }
    if (dryRun) {
      throw new BeadloomError({
        code: 'usage',
        message: 'docs polish writes nothing, so --dry-run has no effect',
      });
    }
    const answer = await shell.withProject((beadloom, work) =>
      beadloom.generateDocs({ ...work, ref, refresh }),
    );
    shell.show(answer, () => docsPolishText(answer, shell.paint));
  },
};

async function audit(shell: Shell, ref: string | undefined, options: Options): Promise<void> {
  const { dryRun, failIf, format, refresh } = options;
  if (ref !== undefined || dryRun) {
    throw new BeadloomError({
      code: 'usage',
      message: 'docs audit looks at all documents, and writes nothing',
    });
  }
  const answer = await shell.withProject((beadloom, work) =>
    beadloom.docsAudit({ ...work, failIf, refresh }),
  );
  await shell.findings(format, {
    json: jsonOf(answer),
    // That no claim is outdated is no news of an index that is behind.
    pretty: () =>
      answer.stale_paths.length > 0 && answer.findings.length === 0
        ? ''
        : auditText(answer, shell.paint, shell.wrapAt),
    report: () => auditReport(answer),
  });
  if (shell.isOfFiles(answer) && answer.condition_holds) {
    process.exitCode = 2;
  }
}
