import type { Pair, SyncCheckAnswer } from '../model/answers.js';
import type { Finding, FindingReport } from './findings/finding.js';
import { counted } from './text.js';

const STEP = 'sync-check';

/** Pairs that are not up to date, for other programs: stale ones are errors, those that were never confirmed are notes. */
export function syncReport({ pairs, summary }: SyncCheckAnswer): FindingReport {
  const compared = summary.ok + summary.stale;
  const group = {
    name: STEP,
    skipped: pairs.length === 0 ? 'no node has both documents and code' : undefined,
    checked: counted(compared, 'pair'),
    findings: pairs.filter(({ status }) => status !== 'ok').map(pairFinding),
  };
  return { command: STEP, groups: [group] };
}

/** As `ci` says it. */
function pairFinding(pair: Pair): Finding {
  const { status, reason, ref_id: ref, doc_path: document, code_path: code } = pair;
  // A finding has to stand where there is something to stand on.
  const [path, other] = reason === 'doc_deleted' ? [code, document] : [document, code];
  return {
    step: STEP,
    rule: null,
    code: reason ?? status,
    level: status === 'stale' ? 'error' : 'info',
    path,
    line: null,
    column: null,
    message: pairMessage(pair),
    hint: `compare both, correct the document, then run \`beadloom sync-update ${ref}\``,
    related: reason === 'doc_deleted' || reason === 'code_deleted' || reason === 'moved' ? [] : [other],
    porcelain: [status, ref, document, code, reason ?? ''],
  };
}

function pairMessage({ status, reason, doc_path: document, code_path: code, details }: Pair): string {
  const stale = `${document} is stale:`;
  const to = details.moved_to ?? 'elsewhere';
  switch (reason) {
    case 'signature_changed':
      return `${stale} the signature of ${code} changed`;
    case 'body_changed':
      return `${stale} a body in ${code} changed`;
    case 'code_deleted':
      return `${stale} ${code} was deleted`;
    case 'doc_deleted':
      return `${document}, the document of ${code}, was deleted`;
    case 'moved':
      return ending(to) === ending(document)
        ? `${document}, the document of ${code}, was moved to ${to}`
        : `${stale} ${code} was moved to ${to}`;
    case 'unpaired':
      return `${document} and ${code} no longer belong to the same node`;
    case 'undocumented_module':
      return `${document} does not mention the new file ${code}`;
    default:
      return status === 'stale' ? `${stale} ${code} changed` : `${document} was never confirmed for ${code}`;
  }
}

function ending(path: string): string {
  return path.includes('.') ? path.slice(path.lastIndexOf('.') + 1) : '';
}
