import { isAlias, isMap, isScalar, isSeq, parseDocument, type Document, type Node, type YAMLMap } from 'yaml';

import type { LinkAnswer, NodeLink } from '../model/answers.js';
import { BeadloomError, usage } from '../model/error.js';
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
    const changed = edited(text, node, there, wanted);
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

function parsed(text: string): Document.Parsed {
  return parseDocument(text, { keepSourceTokens: true });
}

function nodeIn({ contents, errors }: Document.Parsed, ref: string): YAMLMap | undefined {
  const nodes = errors.length === 0 && isMap(contents) ? contents.get('nodes', true) : undefined;
  const items: unknown[] = isSeq(nodes) ? nodes.items : [];
  return items.find((item): item is YAMLMap => isMap(item) && item.get('ref_id') === ref);
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

/** The text with the link at its place; undefined where the form leaves none that is sure. */
function edited(
  text: string,
  node: YAMLMap,
  there: number,
  wanted: NodeLink | undefined,
): string | undefined {
  const list: unknown = node.get('links', true);
  if (list === undefined) {
    return wanted === undefined ? undefined : withKey(text, node, wanted);
  }
  if (!isSeq(list)) {
    return undefined;
  }
  const item = there === -1 ? undefined : (list.items[there] as Node | undefined);
  if (wanted !== undefined && item !== undefined) {
    const [start, end] = item.range ?? [0, 0];
    return text.slice(0, start) + flow(wanted) + text.slice(end).replace(/^(?=[^\s,\]}])/, '\n');
  }
  if (wanted !== undefined) {
    return withItem(text, list, wanted);
  }
  return list.items.length === 1 ? withoutKey(text, node) : withoutItem(text, list, there);
}

function withKey(text: string, node: YAMLMap, wanted: NodeLink): string | undefined {
  const [start, end] = node.range ?? [0, 0];
  if (node.flow === true) {
    const brace = text.lastIndexOf('}', end - 1);
    const inner = text.slice(start, brace).trimEnd();
    return `${inner === '' ? '' : text.slice(0, start) + inner}${inner.endsWith(',') ? '' : ','} links: [${flow(wanted)}]${text.slice(start + inner.length)}`;
  }
  const last = node.items.at(-1);
  const column = columnOf(text, start);
  const value = last?.value as Node | null | undefined;
  const key = last?.key as Node | undefined;
  const valueEnd = value?.range?.[1] ?? key?.range?.[1] ?? end;
  const at = lineEndAfter(text, valueEnd);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const added = `${' '.repeat(column)}links:${eol}${' '.repeat(column + 2)}- ${flow(wanted)}`;
  return at === text.length && !text.endsWith('\n')
    ? `${text}${eol}${added}`
    : `${text.slice(0, at)}${added}${eol}${text.slice(at)}`;
}

function withItem(
  text: string,
  list: { flow?: boolean; items: unknown[]; range?: [number, number, number] | null },
  wanted: NodeLink,
): string | undefined {
  const [start, end] = list.range ?? [0, 0];
  if (list.flow === true) {
    const bracket = text.lastIndexOf(']', end - 1);
    const inner = text.slice(start, bracket).trimEnd();
    const comma = list.items.length === 0 || inner.endsWith(',') ? '' : ',';
    const gap = list.items.length === 0 ? '' : ' ';
    return `${text.slice(0, start)}${inner}${comma}${gap}${flow(wanted)}${text.slice(start + inner.length)}`;
  }
  const last = list.items.at(-1) as Node | undefined;
  const at = lineEndAfter(text, last?.range?.[1] ?? end);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const added = `${' '.repeat(columnOf(text, start))}- ${flow(wanted)}`;
  return at === text.length && !text.endsWith('\n')
    ? `${text}${eol}${added}`
    : `${text.slice(0, at)}${added}${eol}${text.slice(at)}`;
}

function withoutItem(
  text: string,
  list: { flow?: boolean; items: unknown[] },
  index: number,
): string | undefined {
  const item = list.items[index] as Node;
  const [start, end] = item.range ?? [0, 0];
  if (list.flow === true) {
    const before = list.items[index - 1] as Node | undefined;
    const next = list.items[index + 1] as Node | undefined;
    return before === undefined
      ? text.slice(0, start) + text.slice(next?.range?.[0] ?? end)
      : text.slice(0, before.range?.[1] ?? start) + text.slice(end);
  }
  const dash = text.lastIndexOf('-', start - 1);
  return withoutLines(text, text.lastIndexOf('\n', dash) + 1, lineEndAfter(text, end));
}

function withoutKey(text: string, node: YAMLMap): string | undefined {
  const index = node.items.findIndex(({ key }) => isScalar(key) && key.value === 'links');
  const pair = node.items[index];
  const key = pair?.key as Node | undefined;
  const value = pair?.value as Node | undefined;
  const [start] = key?.range ?? [0];
  const [, end] = value?.range ?? [0, 0];
  if (node.flow === true) {
    const before = node.items[index - 1];
    const behind = (before?.value as Node | null | undefined)?.range?.[1];
    return behind === undefined ? undefined : text.slice(0, behind) + text.slice(end);
  }
  if (index === 0) {
    return undefined;
  }
  return withoutLines(text, text.lastIndexOf('\n', start) + 1, lineEndAfter(text, end));
}

/** A file that had no line end at its end has none again. */
function withoutLines(text: string, from: number, to: number): string {
  const before = text.slice(0, from);
  return to === text.length && !text.endsWith('\n') ? before.replace(/\r?\n$/, '') : before + text.slice(to);
}

/** The offset behind the line on which something ends. */
function lineEndAfter(text: string, offset: number): number {
  if (text[offset - 1] === '\n') {
    return offset;
  }
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
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
