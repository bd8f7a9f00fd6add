import { jsonOf } from '../model/json.js';
import type { DocsAuditOptions, DocsGenerateOptions } from '../model/requests.js';
import { auditReport, auditText } from '../print/audit.js';
import { docsGenerateText, docsPolishText } from '../print/docs.js';
import { FINDING_FORMATS, type FindingFormat } from '../print/findings/formats.js';
import { flagsOf, formatFlag } from '../shell/flags.js';
import { group, only } from '../shell/group.js';

interface Options extends DocsGenerateOptions, DocsAuditOptions {
  format?: FindingFormat;
}

export const command = group<Options>({
  name: 'docs',
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
  arguments: [{ name: 'ref_id', help: 'generate, polish: a node (default: all nodes)' }],
  flags: [
    ...only(['generate'], flagsOf('docsGenerate', ['dryRun'])),
    ...only(
      ['audit'],
      [
        ...flagsOf('docsAudit', ['failIf'], { failIf: { help: 'exit with 2 if the condition is true' } }),
        formatFlag(FINDING_FORMATS),
      ],
    ),
    ...only(
      ['polish', 'audit'],
      flagsOf('docsAudit', ['refresh'], { refresh: { help: 'answer from the existing index' } }),
    ),
  ],
  subcommands: {
    generate: {
      max: 1,
      run: async (shell, [ref], { dryRun = false }) => {
        const answer = await shell.withProject((beadloom, work) =>
          beadloom.docsGenerate({ ...work, ref, dryRun }),
        );
        shell.print(answer, () => docsGenerateText(answer, shell.paint, dryRun));
      },
    },
    polish: {
      max: 1,
      run: async (shell, [ref], { refresh }) => {
        const answer = await shell.withProject((beadloom, work) =>
          beadloom.generateDocs({ ...work, ref, refresh }),
        );
        shell.show(answer, () => docsPolishText(answer, shell.paint));
      },
    },
    audit: {
      run: async (shell, _words, { failIf, format, refresh }) => {
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
      },
    },
  },
});
