import type { Pair, SyncCheckAnswer } from '../model/answers.js';
import type { SyncReview } from '../model/options.js';
import type { Paint } from './colour.js';
import { counted, plain, plainLine } from './text.js';

const SYMBOLS_SHOWN = 6;
const UNTRACKED_SHOWN = 10;
/** Documents, and code files of one document, that a person is shown. */
const DOCUMENTS_SHOWN = 20;
const FILES_SHOWN = 8;

/**
 * Stale documents with their code, those without a baseline, and what to do; of many the first, unless `all` are wanted. `now` in
 * milliseconds.
 */
export function syncCheckText(
  { pairs, summary, stale_paths: behind }: SyncCheckAnswer,
  paint: Paint,
  now: number,
  all = false,
): string {
  const stale = pairs.filter(({ status }) => status === 'stale');
  const untracked = pairs.filter(({ status }) => status === 'untracked');
  const blocks: string[] = [];
  if (stale.length > 0) {
    const documents = new Set(stale.map(({ doc_path: path }) => path)).size;
    blocks.push(paint.bold(`Stale documentation (${counted(documents, 'doc')}):`));
    const shown = all ? Number.POSITIVE_INFINITY : DOCUMENTS_SHOWN;
    blocks.push(...byDocument(stale, paint, now, all).slice(0, shown));
    if (documents > shown) {
      blocks.push(paint.dim(`  … and ${counted(documents - shown, 'more document')}; --verbose lists them`));
    }
  } else if (behind.length > 0) {
    // That nothing is stale is no news of an index that is behind.
  } else if (summary.ok > 0) {
    blocks.push(`Documentation is up to date (${counted(summary.ok, 'pair')})`);
  } else if (untracked.length === 0) {
    blocks.push('Nothing to compare: no node has both documents and code');
  }
  if (untracked.length > 0) {
    blocks.push(untrackedText(untracked, paint));
  }
  if (stale.length > 0) {
    blocks.push('Run: beadloom sync-update <ref_id> to update docs');
  } else if (untracked.some(({ reason }) => reason === null)) {
    blocks.push('Run: beadloom sync-update --all -y to accept the current state');
  }
  return blocks.join('\n\n');
}

/** What a person looks at before saying that documents are up to date. */
export function reviewText({ pairs, files }: SyncReview, paint: Paint, now: number): string {
  const diffs = files.map(({ path, diff }) => {
    const text =
      diff === null ? paint.dim('  (Git does not have the earlier version)') : diffText(diff, paint);
    return `${paint.bold(plainLine(path))}\n${text}`;
  });
  return [...byDocument(pairs, paint, now, true), ...diffs].join('\n\n');
}

function diffText(diff: string, paint: Paint): string {
  if (diff === '') {
    return paint.dim('  (no line differs)');
  }
  return plain(diff)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const stroke = line.startsWith('+')
        ? paint.green
        : line.startsWith('-')
          ? paint.red
          : line.startsWith('@@')
            ? paint.cyan
            : (text: string) => text;
      return stroke(line);
    })
    .join('\n');
}

function byDocument(pairs: readonly Pair[], paint: Paint, now: number, all: boolean): string[] {
  const documents = new Map<string, Pair[]>();
  for (const pair of pairs) {
    documents.set(pair.doc_path, [...(documents.get(pair.doc_path) ?? []), pair]);
  }
  return [...documents].map(([path, of]) => {
    const nodes = [...new Set(of.map(({ ref_id: id }) => plainLine(id)))].join(', ');
    const shown = all ? of : of.slice(0, FILES_SHOWN);
    const lines = shown.map((pair) => {
      const what = paint.dim(`(${facts(pair, now).join(', ')})`);
      return `    <-> ${paint.green(plainLine(pair.code_path))} ${what}`;
    });
    const more =
      of.length > shown.length
        ? [paint.dim(`    … and ${counted(of.length - shown.length, 'more file')}; --verbose lists them`)]
        : [];
    return [`  ${paint.cyan(plainLine(path))} ${paint.dim(`[${nodes}]`)}`, ...lines, ...more].join('\n');
  });
}

function facts({ status, reason, details }: Pair, now: number): string[] {
  const { symbols, added_lines: added, removed_lines: removed, since, moved_to: movedTo } = details;
  const shown = symbols.slice(0, SYMBOLS_SHOWN).map(plainLine);
  const more = symbols.length - shown.length;
  const names = shown.length === 0 ? '' : `: ${shown.join(', ')}${more > 0 ? `, … ${more} more` : ''}`;
  const words: Record<string, string> = {
    signature_changed: `signature changed${names}`,
    body_changed: `body changed${names}`,
    code_deleted: 'code deleted',
    doc_deleted: 'document deleted',
    moved: `moved to ${plainLine(movedTo ?? 'another place')}`,
    unpaired: 'no longer a pair: the annotation, link or name was removed',
    undocumented_module: 'new, not mentioned in the document',
  };
  return [
    reason === null ? (status === 'untracked' ? 'never confirmed' : status) : (words[reason] ?? reason),
    ...(added === null || removed === null ? [] : [`+${added} -${removed} lines`]),
    ...(since === null ? [] : [`committed ${ago(now - Date.parse(since))}`]),
  ];
}

function untrackedText(pairs: readonly Pair[], paint: Paint): string {
  const shown = pairs.slice(0, UNTRACKED_SHOWN).map((pair) => {
    const why =
      pair.reason === 'undocumented_module' ? paint.dim(' (new, not mentioned in the document)') : '';
    return `  ${plainLine(pair.doc_path)} <-> ${plainLine(pair.code_path)}${why}`;
  });
  const more = pairs.length - shown.length;
  return [
    `${paint.bold('Untracked')} ${paint.dim(`(${counted(pairs.length, 'pair')} that ${pairs.length === 1 ? 'was' : 'were'} never confirmed):`)}`,
    ...shown,
    ...(more > 0 ? [paint.dim(`  … and ${more} more; --porcelain lists all`)] : []),
  ].join('\n');
}

/** `2 days ago`. */
function ago(ms: number): string {
  const units: Array<[number, string]> = [
    [365 * 86_400_000, 'year'],
    [30 * 86_400_000, 'month'],
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
  ];
  for (const [length, name] of units) {
    if (ms >= length) {
      return `${counted(Math.floor(ms / length), name)} ago`;
    }
  }
  return 'just now';
}
