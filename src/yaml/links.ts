import { isAlias, type Node, type YAMLMap } from 'yaml';

import type { LinkAnswer, NodeLink } from '../model/answers.js';
import { BeadloomError, usage } from '../model/error.js';
import { lineOf, nodeIn, parsed, withList } from './lists.js';
import { noLongerDefined, rewrite } from './rewrite.js';

/** What to do with the links of a node. */
export interface LinkChange {
  url?: string | undefined;
  label?: string | undefined;
  remove?: string | undefined;
}

/** Longer addresses and labels no reader can use. */
const MAX_URL_CHARS = 500;
const MAX_LABEL_CHARS = 120;

/**
 * Changes the links of a node in the graph file that has it. No other byte of the file changes.
 *
 * @param path of the file
 * @throws BeadloomError `usage`, and as {@link rewrite}
 */
export async function changeLinks(
  root: string,
  path: string,
  ref: string,
  { url, label, remove }: LinkChange,
): Promise<LinkAnswer> {
  if (url !== undefined && remove !== undefined) {
    throw usage('a link is either added or removed', 'leave out one of the two');
  }
  if (label !== undefined && url === undefined) {
    throw usage('a label needs an address', 'give the address too');
  }
  const wanted = url === undefined ? undefined : { url: checkedUrl(url), label: checkedLabel(label ?? '') };
  const answer: LinkAnswer = { version: 1, ref_id: ref, path, outcome: 'listed', links: [] };
  await rewrite(root, path, (text) => {
    const node = nodeIn(parsed(text), ref);
    if (node === undefined) {
      throw noLongerDefined(path, ref);
    }
    const before = linksOf(node);
    answer.links = before;
    if (wanted === undefined && remove === undefined) {
      return undefined;
    }
    const there = before.findIndex((one) => one.url === (wanted?.url ?? remove));
    if (wanted === undefined && there === -1) {
      throw usage(
        `${ref} has no link ${JSON.stringify(remove)}`,
        before.length === 0 ? 'it has no links' : `its links: ${before.map((one) => one.url).join(', ')}`,
      );
    }
    if (
      wanted !== undefined &&
      there !== -1 &&
      (label === undefined || before[there]?.label === wanted.label)
    ) {
      answer.outcome = 'unchanged';
      return undefined;
    }
    answer.outcome = wanted === undefined ? 'removed' : there === -1 ? 'added' : 'updated';
    answer.links =
      wanted === undefined
        ? before.toSpliced(there, 1)
        : there === -1
          ? [...before, wanted]
          : before.with(there, wanted);
    const changed = withList(text, node, {
      key: 'links',
      there,
      wanted: wanted && flow(wanted),
    });
    // Whatever the form of the file, it has to say what is wanted, and all else that it said.
    if (changed === undefined || !saysOnly(text, changed, ref, answer.links)) {
      throw new BeadloomError({
        code: 'yaml_shape',
        message: `${ref} is written in a way that beadloom does not change by itself`,
        path,
        line: lineOf(text, node.range?.[0] ?? 0),
        hint: 'add `links: [{url: …, label: …}]` to it by hand',
      });
    }
    return changed;
  });
  return answer;
}

function linksOf(node: YAMLMap): NodeLink[] {
  const written: unknown = node.get('links', true);
  if (written === undefined || written === null || isAlias(written)) {
    return [];
  }
  const value: unknown = (written as Node).toJSON();
  return (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((one) => {
    const { url, label } = (typeof one === 'string' ? { url: one } : (one ?? {})) as Partial<
      Record<string, unknown>
    >;
    return typeof url === 'string' ? [{ url, label: typeof label === 'string' ? label : '' }] : [];
  });
}

/** JSON is YAML. */
function flow({ url, label }: NodeLink): string {
  return `{url: ${JSON.stringify(url)}${label === '' ? '' : `, label: ${JSON.stringify(label)}`}}`;
}

/** Whether the new text says what the old one said but for the links of the node. */
function saysOnly(before: string, after: string, ref: string, links: readonly NodeLink[]): boolean {
  const [old, now] = [parsed(before), parsed(after)];
  const [was, is] = [nodeIn(old, ref), nodeIn(now, ref)];
  if (now.errors.length > 0 || was === undefined || is === undefined) {
    return false;
  }
  const same = JSON.stringify(linksOf(is)) === JSON.stringify(links);
  was.delete('links');
  is.delete('links');
  return same && JSON.stringify(old.toJS()) === JSON.stringify(now.toJS());
}

function checkedUrl(url: string): string {
  let parsedUrl: URL;
  try {
    parsedUrl = new URL(url);
  } catch {
    throw usage(`${JSON.stringify(url)} is not a URL`, 'use a complete URL that starts with https://');
  }
  if (parsedUrl.protocol !== 'https:' && parsedUrl.protocol !== 'http:') {
    throw usage(
      `an address that begins with ${parsedUrl.protocol} is not a link to a page`,
      'http and https are',
    );
  }
  if (parsedUrl.username !== '' || parsedUrl.password !== '') {
    throw usage(
      'the URL contains a name or password, which every clone would contain',
      'remove the part before @',
    );
  }
  if (url.length > MAX_URL_CHARS || /[\s\p{Cc}\p{Cf}]/u.test(url)) {
    throw usage(`an address has at most ${MAX_URL_CHARS} characters, and no spaces`);
  }
  return url;
}

function checkedLabel(label: string): string {
  if (label.length > MAX_LABEL_CHARS || /[\p{Cc}\p{Cf}]/u.test(label)) {
    throw usage(`a label is one line of at most ${MAX_LABEL_CHARS} characters`);
  }
  return label.trim();
}
