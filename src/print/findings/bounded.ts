import { counted } from '../text.js';
import type { Finding } from './finding.js';

/** Files that one document is behind of, as they are shown. */
const FILES_SHOWN = 5;

/** One document that is behind many files is told of a few times, then with how many more there are. */
export function boundedByDocument<T extends Finding>(found: readonly T[]): T[] {
  const documents = new Map<string, T[]>();
  for (const one of found.filter(isOfDocument)) {
    const files = documents.get(key(one));
    if (files === undefined) {
      documents.set(key(one), [one]);
    } else {
      files.push(one);
    }
  }
  return found.flatMap((one) => {
    const all = isOfDocument(one) ? (documents.get(key(one)) ?? []) : [];
    const at = all.indexOf(one);
    // A line for the rest is worth it from two on.
    if (all.length <= FILES_SHOWN + 1 || at < FILES_SHOWN) {
      return [one];
    }
    const more = counted(all.length - FILES_SHOWN, 'more file');
    const message =
      one.level === 'error'
        ? `${one.path} is stale: ${more} changed`
        : `${one.path} was never confirmed for ${more}`;
    return at === FILES_SHOWN ? [{ ...one, message, hint: 'beadloom sync-check --verbose lists them' }] : [];
  });
}

function isOfDocument({ step, path }: Finding): boolean {
  return step === 'sync-check' && path !== null;
}

function key({ level, path }: Finding): string {
  return `${level} ${path}`;
}
