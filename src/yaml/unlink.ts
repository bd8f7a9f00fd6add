import type { Node, YAMLMap } from 'yaml';

import type { DocsUnlinkAnswer } from '../model/answers.js';
import { BeadloomError } from '../model/error.js';
import { lineOf, nodeIn, parsed, withList, type ListChange } from './lists.js';
import { noLongerDefined, rewrite } from './rewrite.js';

/** Documents that are about a node, and those that are not, whatever they name. */
const DOCUMENTS = 'docs';
const EXCEPTIONS = 'not_docs';

/**
 * Notes in the graph file of a node that a document is not about it, and takes the document out of those that the node names. No other
 * byte of the file changes.
 *
 * @param path of the file
 * @param document relative to the root
 * @throws BeadloomError `yaml_shape`, and as {@link rewrite}
 */
export async function unlinkDocument(
  root: string,
  path: string,
  ref: string,
  document: string,
): Promise<DocsUnlinkAnswer> {
  const answer: DocsUnlinkAnswer = { version: 1, doc_path: document, ref_id: ref, path, changed: false };
  answer.changed = await rewrite(root, path, (text) => {
    const declared = listOf(found(path, text, ref), DOCUMENTS).indexOf(document);
    const without =
      declared === -1
        ? text
        : changed(path, text, ref, { key: DOCUMENTS, there: declared, wanted: undefined });
    if (listOf(found(path, without, ref), EXCEPTIONS).includes(document)) {
      return declared === -1 ? undefined : without;
    }
    return changed(path, without, ref, { key: EXCEPTIONS, there: -1, wanted: JSON.stringify(document) });
  });
  return answer;
}

function found(path: string, text: string, ref: string): YAMLMap {
  const node = nodeIn(parsed(text), ref);
  if (node === undefined) {
    throw noLongerDefined(path, ref);
  }
  return node;
}

/** The text after a change, which says what it said but for that list. */
function changed(path: string, text: string, ref: string, change: ListChange): string {
  const node = found(path, text, ref);
  const before = listOf(node, change.key);
  const wanted =
    change.wanted === undefined
      ? before.toSpliced(change.there, 1)
      : [...before, JSON.parse(change.wanted) as string];
  const after = withList(text, node, change);
  if (after === undefined || !saysOnly(text, after, ref, change.key, wanted)) {
    throw new BeadloomError({
      code: 'yaml_shape',
      message: `${ref} is written in a way that beadloom does not change by itself`,
      path,
      line: lineOf(text, node.range?.[0] ?? 0),
      hint: `add \`${EXCEPTIONS}: [PATH]\` to it by hand`,
    });
  }
  return after;
}

function listOf(node: YAMLMap, key: string): string[] {
  const written = node.get(key, true) as Node | undefined;
  const value: unknown = written?.toJSON();
  const items = Array.isArray(value) ? (value as unknown[]) : [value];
  return items.filter((item) => typeof item === 'string');
}

function saysOnly(before: string, after: string, ref: string, key: string, wanted: string[]): boolean {
  const [old, now] = [parsed(before), parsed(after)];
  const [was, is] = [nodeIn(old, ref), nodeIn(now, ref)];
  if (now.errors.length > 0 || was === undefined || is === undefined) {
    return false;
  }
  const same = JSON.stringify(listOf(is, key)) === JSON.stringify(wanted);
  was.delete(key);
  is.delete(key);
  return same && JSON.stringify(old.toJS()) === JSON.stringify(now.toJS());
}
