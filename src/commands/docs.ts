import { jsonOf } from '../model/json.js';
import type { DocsAuditOptions, DocsGenerateOptions } from '../model/requests.js';
import { auditReport, auditText } from '../print/audit.js';
import { docsLinksText } from '../print/document-links.js';
import { docsGenerateText, docsPolishText } from '../print/docs.js';
import { FINDING_FORMATS, type FindingFormat } from '../print/findings/formats.js';
import { plainLine } from '../print/text.js';
import { flagsOf, formatFlag } from '../shell/flags.js';
import { group, only } from '../shell/group.js';

interface Options extends DocsGenerateOptions, DocsAuditOptions {
  format?: FindingFormat;
}

export const command = group<Options>({
  name: 'docs',
  summary: 'find documents by part, draft missing ones, gather facts to write from, find outdated claims',
  description:
    'links lists which documents are about which nodes, with the evidence: where a document lies, what it is called, and which names of the node it has. No one has to declare it. unlink notes in the graph that a document is not about a node.\n\ngenerate writes a skeleton for every node without a document, or for one node. The skeleton has facts from the code and marks for a person to complete. It never changes an existing file. polish collects facts for an agent that writes a document: symbols, routes, dependencies, the existing text, recent changes, a diagram and instructions. polish itself writes nothing.\n\naudit finds broken links and anchors and outdated paths, symbols, commands, versions and counts in Markdown. --fail-if exits with 2 if a condition is true. A condition compares findings, links, anchors, paths, symbols, commands, versions or counts by <, <=, >, >=, == or !=, joined by and, or.',
  completes: 'nodes',
  examples: [
    { line: 'docs generate', note: 'skeletons where documents are missing' },
    { line: 'docs generate billing --dry-run', note: 'the file that would be written' },
    { line: 'docs polish billing --json', note: 'for an agent that writes the document' },
    { line: 'docs links', note: 'which documents are about which parts, and why' },
    { line: 'docs links billing', note: 'the documents about one part' },
    { line: 'docs unlink docs/setup.md billing', note: 'that one is not about it' },
    { line: 'docs audit', note: 'broken links and outdated claims' },
    { line: "docs audit --fail-if 'findings > 0'", note: 'for a pipeline' },
  ],
  arguments: [
    {
      name: 'ref_id',
      help: 'generate, polish: a node (default: all nodes); links: a node or a document; unlink: a document',
    },
    { name: 'node', help: 'unlink: the node that the document is not about' },
  ],
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
      ['links', 'polish', 'audit'],
      flagsOf('docsAudit', ['refresh'], { refresh: { help: 'answer from the existing index' } }),
    ),
  ],
  subcommands: {
    links: {
      max: 1,
      run: async (shell, [ref], { refresh }) => {
        const answer = await shell.withProject((beadloom, work) =>
          beadloom.docsLinks({ ...work, ref, refresh }),
        );
        shell.show(answer, () => docsLinksText(answer, shell.paint));
      },
    },
    unlink: {
      needs: 'a document and a node',
      max: 2,
      lacks: (words) => (words.length < 2 ? 'needs a document and a node' : undefined),
      run: async (shell, [document = '', ref = '']) => {
        const answer = await shell.withProject((beadloom, work) => beadloom.docsUnlink(document, ref, work));
        shell.print(answer, () =>
          plainLine(
            answer.changed
              ? `${answer.doc_path} is not about ${answer.ref_id} any more, says ${answer.path}`
              : `${answer.path} says so already`,
          ),
        );
      },
    },
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
