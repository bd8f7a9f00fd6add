import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

import { isFolder, placeInside, readText, readWhole } from '../yaml/files.js';
import { graphFolder, graphNames } from '../yaml/config.js';
import type { Removal } from '../yaml/removal.js';

/** The folders that stub documents go to, where their nodes name no other place. */
const FOLDERS = ['domains', 'services', 'features', 'entities', 'nodes'].map((name) => `docs/${name}`);

const GENERATED = '<!-- beadloom:generated -->';

/**
 * A stub as `init` and `docs generate` write it (`stub_document` of beadloom-graph), word for word but for its names. Behind
 * the heading of the summary stands one line of prose, which {@link isUntouched} looks at.
 */
const STUB = new RegExp(
  [
    String.raw`^# [^\n]+: (?<id>[^\n]+)\n\n${GENERATED}\n`,
    String.raw`> Drafted by beadloom from the code\. Review it, complete it, and delete these two lines\.\n`,
    String.raw`\n## Summary\n(?:(?<summary>[^\n]+)\n\n)?<!-- TODO: describe the [^\n]* -->\n`,
    String.raw`\n## (?:Invariants\n<!-- TODO: list the rules that must always hold -->`,
    String.raw`|Behaviour\n<!-- TODO: describe what it does, for whom, and where it ends -->)\n`,
    String.raw`(?:\n## (?:Key symbols|Parts|Depends on|Used by|Source)\n${GENERATED}\n(?:- [^\n]+\n)*)*$`,
  ].join(''),
);

/** Where stub documents may lie: the folders for them, and what the lock names. */
export function stubPlaces(root: string): string[] {
  const inFolders = FOLDERS.filter((folder) => isFolder(root, folder)).flatMap((folder) =>
    readdirSync(placeInside(root, folder)).map((name) => `${folder}/${name}/README.md`),
  );
  const lock = readText(root, '.beadloom/sync.lock') ?? '';
  const named = [...lock.matchAll(/^([^#\t\n][^\t\n]*)\t/gm)].map(([, path = '']) => path);
  return [...new Set([...inFolders, ...named])].toSorted();
}

/**
 * A stub document to take away, or why it stays; undefined where a file is no stub of ours.
 *
 * @throws BeadloomError `not_readable`, `outside_root`
 */
export function stubRemoval(root: string, path: string): Removal | 'changed' | undefined {
  const text = readWhole(placeInside(root, path), path);
  if (text === undefined || !text.includes(GENERATED)) {
    return undefined;
  }
  return isUntouched(root, text)
    ? { path, place: join(realpathSync(root), path), text, next: null }
    : 'changed';
}

/** Whether nobody wrote into a stub: its form is ours, and the graph's files say what its summary says. */
function isUntouched(root: string, text: string): boolean {
  const found = STUB.exec(text.replaceAll('\r\n', '\n'));
  if (found === null) {
    return false;
  }
  const summary = found.groups?.['summary'];
  return summary === undefined || graphWords(root).includes(words(summary));
}

/** All that the graph's files say, as one run of letters: they may break a summary into lines. */
function graphWords(root: string): string {
  const folder = graphFolder(root);
  return words(
    graphNames(root, folder)
      .map((name) => readText(root, folder + name) ?? '')
      .join(''),
  );
}

function words(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '');
}
