import { isMap, isSeq, parseDocument, type Document, type YAMLSeq } from 'yaml';

/**
 * Adds items to lists of a YAML file without touching a byte of what is there: comments, order, quoting and line
 * ends stay.
 *
 * @param lists what to add, by key of the file's map: items as YAML, each beginning with `- ` in the first column and
 *   ending in a newline
 * @returns the new text; undefined where the file is written in a way that cannot be added to (a list in brackets, an
 *   alias, several documents)
 */
export function appendItems(
  text: string,
  lists: ReadonlyArray<readonly [key: string, items: readonly string[]]>,
): string | undefined {
  let changed = text;
  for (const [key, items] of lists) {
    const next = items.length === 0 ? changed : appendTo(changed, key, items);
    if (next === undefined) {
      return undefined;
    }
    changed = next;
  }
  return saysMore(text, changed, lists) ? changed : undefined;
}

function appendTo(text: string, key: string, items: readonly string[]): string | undefined {
  const document = parseDocument(text, { keepSourceTokens: true });
  if (document.errors.length > 0 || /^(---|\.\.\.)\s*$/m.test(text.slice(contentStart(document)))) {
    return undefined;
  }
  const { contents } = document;
  if (contents !== null && !(isMap(contents) && contents.flow !== true)) {
    return undefined;
  }
  const list = isMap(contents) ? contents.get(key, true) : undefined;
  if (isSeq(list) && list.flow !== true && list.items.length > 0) {
    return afterLast(text, list, items);
  }
  if (isMap(contents) && contents.has(key)) {
    return undefined;
  }
  const start = text === '' || text.endsWith('\n') ? text : text + lineEnds(text, '\n');
  const gap = contents === null ? '' : '\n';
  return start + lineEnds(text, `${gap}${key}:\n${joined(items, '  ', key === 'nodes')}`);
}

/** Where the content begins: a marker before it is a usual way to begin a file. */
function contentStart(document: Document.Parsed): number {
  return document.contents?.range?.[0] ?? document.range[2];
}

function afterLast(text: string, list: YAMLSeq, items: readonly string[]): string | undefined {
  const last = list.items.at(-1) as { range?: [number, number, number] | null } | null;
  const offset = list.srcToken?.offset;
  if (offset === undefined || last?.range === undefined || last.range === null) {
    return undefined;
  }
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const indent = text.slice(lineStart, offset);
  if (indent.trim() !== '') {
    return undefined;
  }
  const end = last.range[1];
  const lineEnd = text[end - 1] === '\n' ? end : text.indexOf('\n', end) + 1;
  const at = lineEnd === 0 ? text.length : lineEnd;
  const before = lineEnd === 0 ? text + lineEnds(text, '\n') : text.slice(0, at);
  const spaced = list.items.length < 2 ? items[0]?.includes('ref_id') : isSpaced(text, list);
  const added = joined(items, indent, spaced ?? false);
  return before + lineEnds(text, spaced ? `\n${added}` : added) + text.slice(at);
}

/** Whether a blank line stands before the last item. */
function isSpaced(text: string, list: YAMLSeq): boolean {
  const [before, last] = list.items.slice(-2) as Array<{ range?: [number, number, number] | null }>;
  const between = text.slice(before?.range?.[1] ?? 0, last?.range?.[0] ?? 0);
  return (
    /\n[ \t]*\r?\n/.test(between) ||
    (text[(before?.range?.[1] ?? 0) - 1] === '\n' && /^\s*?\r?\n/.test(between))
  );
}

function joined(items: readonly string[], indent: string, spaced: boolean): string {
  const lines = (item: string) => item.replaceAll(/^(?=.)/gm, indent);
  return items.map(lines).join(spaced ? '\n' : '');
}

/** Line ends as most of the file has them. */
function lineEnds(file: string, added: string): string {
  const all = file.split('\n').length - 1;
  const windows = file.split('\r\n').length - 1;
  return windows * 2 > all ? added.replaceAll('\n', '\r\n') : added;
}

/** Whether the new text says what the old one said and the new items after it, and nothing else. */
function saysMore(
  before: string,
  after: string,
  lists: ReadonlyArray<readonly [key: string, items: readonly string[]]>,
): boolean {
  const expected = valueOf(before);
  for (const [key, items] of lists) {
    const added = items.flatMap((item) => parseDocument(item).toJS() as unknown[]);
    if (added.length > 0) {
      expected[key] = [...((expected[key] as unknown[] | undefined) ?? []), ...added];
    }
  }
  const found = valueOf(after);
  const keys = Object.keys(found);
  return (
    keys.length === Object.keys(expected).length &&
    keys.every((key) => JSON.stringify(found[key]) === JSON.stringify(expected[key]))
  );
}

function valueOf(text: string): Record<string, unknown> {
  const value: unknown = parseDocument(text).toJS();
  return value === null ? {} : { ...(value as Record<string, unknown>) };
}
