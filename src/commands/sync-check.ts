import { jsonOf } from '../model/json.js';
import type { SyncCheckOptions } from '../model/requests.js';
import { FINDING_FORMATS, type FindingFormat } from '../print/findings/formats.js';
import { driftReport, driftText } from '../print/drift.js';
import { syncReport } from '../print/sync-report.js';
import { syncCheckText } from '../print/sync.js';
import type { CommandModule } from '../shell/command.js';
import { flagsOf, formatFlag } from '../shell/flags.js';
import { checkForCommit } from '../shell/hook.js';

interface Options extends SyncCheckOptions {
  format?: FindingFormat;
  porcelain?: boolean;
  hook?: boolean;
}

export const command: CommandModule = {
  summary: 'list documents that are out of date with their code',
  description:
    'Compares every document with the code of its node. .beadloom/sync.lock records the state of the code that a document was last confirmed for. Comments and formatting never count. If a document names symbols or files of its node in backticks, only these count.\n\nStale: a signature or body changed, the code or document was deleted or moved, or the lock has a pair that no longer exists. Untracked: the lock has no entry for the pair. sync-update adds one.\n\n--base needs no graph and no lock. It lists the sections of all documents that the changes since a revision make untrue, with what they name. Certain: the section names what is gone, or is called or lies otherwise now, or it states a value or parameter that is another one now. Likely and possible: people changed such documents with such changes before, by a model that was learned from histories; --certainty possible lists both.\n\nExits with 0 if nothing is stale and with 2 if something is, or if a section is certainly untrue. Exits with 1 on errors, and if the index does not match the files, as with --no-refresh after a change. --porcelain prints one line for each pair that is not up to date: status, ref_id, document, code and reason, separated by TABs.',
  examples: [
    { line: 'sync-check', note: 'stale documents with their code' },
    { line: 'sync-check --ref billing', note: 'the documents of one node' },
    { line: 'sync-check --since origin/main', note: 'code that changed on this branch without its document' },
    { line: 'sync-check --base origin/main', note: 'sections of any document that this branch makes untrue' },
    { line: 'sync-check --staged --porcelain', note: 'the pairs of the next commit, for scripts' },
  ],
  arguments: [],
  flags: [
    ...flagsOf('syncCheck', ['ref', 'staged', 'since', 'base', 'certainty']),
    formatFlag(FINDING_FORMATS),
    { name: 'porcelain', help: 'lines for scripts, the same as --format porcelain' },
    { name: 'hook', help: 'run as a Git hook: sync.hook_mode decides whether stale documents fail it' },
    ...flagsOf('syncCheck', ['refresh']),
  ],
  run: async (shell, _args, { format, porcelain, hook, ...options }: Options) => {
    if (hook) {
      await shell.withProject((beadloom, work) =>
        checkForCommit(beadloom, { ...work, ...options }, shell.paint),
      );
      return;
    }
    const how = shell.findingFormat(format ?? (porcelain ? 'porcelain' : undefined));
    const answer = await shell.withProject((beadloom, work) =>
      beadloom.syncCheck({ ...work, ...options, behind: how === 'pretty' }),
    );
    const isOfBase = options.base !== undefined;
    await shell.findings(how, {
      json: jsonOf(answer),
      pretty: () =>
        isOfBase
          ? driftText(answer, options.base ?? '', shell.paint)
          : syncCheckText(answer, shell.paint, Date.now(), shell.globals.verbose),
      report: () => (isOfBase ? driftReport(answer) : syncReport(answer)),
    });
    const isUntrue = answer.sections?.some(({ certainty }) => certainty === 'certain') === true;
    if (shell.isOfFiles(answer) && (answer.summary.stale > 0 || isUntrue)) {
      process.exitCode = 2;
    }
  },
};
