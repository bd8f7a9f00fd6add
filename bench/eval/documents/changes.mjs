// Commits that changed code, with the documents that people changed with it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Endings of prose: a commit that touched one did not change code alone. */
const PROSE = /\.(?:mdx?|markdown|rst|adoc|asciidoc|txt)$/i;

/**
 * @typedef {object} DocumentChange
 * @property {string} repo `owner/name`
 * @property {string} id the commit
 * @property {string} at its parent
 * @property {string[]} code files that it modified, without tests
 * @property {{ path: string, hunks: [number, number][] }[]} documents with the lines that changed, as they were before; none where it
 *   changed code alone
 */

/**
 * Those that changed documents, then those that did not.
 * @param {string} folder `documents.jsonl.gz` and `tasks.jsonl.gz`
 * @returns {DocumentChange[]}
 */
export function documentChangesIn(folder) {
  const together = rowsOf(join(folder, 'documents.jsonl.gz')).map(
    ({ repo, commit, parent, code, documents }) => ({
      repo,
      id: commit,
      at: parent,
      code,
      documents: documents.map(({ path, hunks }) => ({ path, hunks })),
    }),
  );
  const alone = rowsOf(join(folder, 'tasks.jsonl.gz'))
    .filter(({ all }) => !all.some(([, path]) => PROSE.test(path)))
    .map(({ repo, commit, parent, files }) => ({ repo, id: commit, at: parent, code: files, documents: [] }));
  return [...together, ...alone];
}

function rowsOf(file) {
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
