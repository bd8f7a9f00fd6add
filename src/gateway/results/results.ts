import { BeadloomError, usage } from '../../model/error.js';
import { selected } from './fields.js';
import { bytesOf, dataOf, textOf, type Item, type ToolResult } from './item.js';
import { outline, parsed } from './outline.js';
import { ResultStore, type Saved, type StoreBounds } from './store.js';

/** How a caller wants a result. */
export interface ResultOptions {
  /** Characters of text at most. */
  limit?: number | undefined;
  /** Of JSON only these fields. */
  fields?: readonly string[] | undefined;
  /** Keep it, and answer with a handle and what it is made of. */
  save?: boolean | undefined;
}

/** What of a kept result is to be read. */
export interface ReadOptions {
  handle: string;
  /** Which of its items; all texts one after the other where none is named. */
  item?: number | undefined;
  /** Characters to leave out. */
  offset?: number | undefined;
  limit?: number | undefined;
  fields?: readonly string[] | undefined;
}

/** What a connection may hold and show. */
export interface ResultBounds extends StoreBounds {
  /** Characters of text in one result, unless a caller says otherwise; 0: all of it. */
  chars: number;
  /** Bytes of an image, sound or file that stands in a result itself; larger ones are referred to. */
  inline: number;
}

/** Nobody needs more in one piece. */
export const MAX_PIECE_CHARS = 1_000_000;

export const RESULT_BOUNDS: ResultBounds = {
  chars: 40_000,
  inline: 256 << 10,
  bytes: 64 << 20,
  results: 200,
};

/** How a resource begins that is an item of a kept result. */
const SCHEME = 'beadloom-result://';

/** The results of one connection: made as short as they may be, kept, and read again. */
export class Results {
  readonly #bounds: ResultBounds;
  readonly #store: ResultStore;

  constructor(bounds: Partial<ResultBounds> = {}) {
    this.#bounds = { ...RESULT_BOUNDS, ...bounds };
    this.#store = new ResultStore(this.#bounds);
  }

  /**
   * A result as it goes to the client. What fits is passed on as it is.
   *
   * @param tool as the client knows it
   * @param structured whether the client needs the structured content whole, because the tool has a schema for it
   * @throws BeadloomError `usage` for fields that are none
   */
  shaped(result: ToolResult, tool: string, options: ResultOptions = {}, structured = false): ToolResult {
    const chosen = options.fields === undefined ? result : withFields(result, options.fields);
    if (options.save === true) {
      return this.#summary(result, tool);
    }
    const most = Math.min(options.limit ?? (this.#bounds.chars || MAX_PIECE_CHARS), MAX_PIECE_CHARS);
    const total = charsOf(chosen.content);
    const large = chosen.content.some((item) => this.#isLarge(item));
    const bare = !structured && options.limit !== undefined && jsonChars(chosen.structuredContent) > most;
    if (total <= most && !large && !bare) {
      return chosen;
    }
    const saved = this.#store.save(tool, result);
    const content = this.#linked(cut(chosen.content, most), saved, result);
    const shown = Math.min(total, most);
    const { structuredContent, ...rest } = chosen;
    const keeps = structured || jsonChars(structuredContent) <= most;
    return {
      ...rest,
      ...(structuredContent !== undefined && keeps ? { structuredContent } : {}),
      content:
        total > most
          ? [...content, note(more(saved, { shown, total, fields: options.fields, result }))]
          : content,
    };
  }

  /**
   * A part of a kept result.
   *
   * @throws BeadloomError `not_found` for a handle or item that is not there, `usage` for fields that are none
   */
  read({ handle, item, offset = 0, limit, fields }: ReadOptions): ToolResult {
    const saved = this.#store.get(handle);
    if (saved === undefined) {
      const [newest] = this.#store.handles();
      throw new BeadloomError({
        code: 'not_found',
        message: `no result is kept as ${JSON.stringify(handle.slice(0, 100))}`,
        hint:
          newest === undefined
            ? 'call the tool again; results are kept as long as the connection'
            : `call the tool again; the newest result is ${newest}`,
      });
    }
    const { content } = saved.result;
    const one = item === undefined ? undefined : content[item];
    if (item !== undefined && one === undefined) {
      throw new BeadloomError({
        code: 'not_found',
        message: `${handle} has no item ${item}`,
        hint: `it has ${content.length}; the first one is 0`,
      });
    }
    if (one !== undefined && textOf(one) === undefined) {
      return { content: [one] };
    }
    const chosen = fields === undefined ? saved.result : withFields(saved.result, fields);
    const items = one === undefined ? chosen.content : [chosen.content[item as number] ?? one];
    const texts = items.map(textOf).filter((text) => text !== undefined);
    const text = texts.length === 0 ? JSON.stringify(chosen.structuredContent ?? null) : texts.join('\n');
    const most = Math.min(limit ?? (this.#bounds.chars || MAX_PIECE_CHARS), MAX_PIECE_CHARS);
    const part = upTo(text.slice(aligned(text, offset)), most);
    const end = aligned(text, offset) + part.length;
    const rest =
      end < text.length
        ? `${end} of ${text.length} characters read; next: ${next(handle, { item, offset: end, fields })}`
        : `read to the end, ${text.length} characters`;
    return { content: [{ type: 'text', text: part }, note(rest)] };
  }

  /** An item that a result refers to, as contents of a resource; undefined where the address is not of ours. */
  readResource(uri: string): { uri: string; mimeType?: string; blob?: string; text?: string } | undefined {
    if (!uri.startsWith(SCHEME)) {
      return undefined;
    }
    const [handle = '', at = ''] = uri.slice(SCHEME.length).split('/');
    const item = this.#store.get(handle)?.result.content[Number(at)];
    if (item === undefined || !/^\d{1,6}$/.test(at)) {
      throw new BeadloomError({
        code: 'not_found',
        message: `${uri.slice(0, 100)} is not kept`,
        hint: 'call the tool again; results are kept as long as the connection',
      });
    }
    const mimeType = item.mimeType ?? item.resource?.mimeType;
    const blob = dataOf(item);
    const text = textOf(item);
    return {
      uri,
      ...(mimeType === undefined ? {} : { mimeType }),
      ...(blob === undefined ? { text: text ?? '' } : { blob }),
    };
  }

  get size(): { results: number; bytes: number } {
    return this.#store.size;
  }

  /** The connection ended. */
  close(): void {
    this.#store.clear();
  }

  #isLarge(item: Item): boolean {
    const data = dataOf(item);
    return data !== undefined && bytesOf(data) > this.#bounds.inline;
  }

  /** Large items as links, which `resources/read` and `read_result` follow. */
  #linked(content: readonly Item[], saved: Saved | undefined, { content: whole }: ToolResult): Item[] {
    return content.map((item) => {
      const data = dataOf(item);
      if (data === undefined || !this.#isLarge(item)) {
        return item;
      }
      const at = whole.findIndex((one) => dataOf(one) === data);
      return saved === undefined
        ? note(`an item of ${bytesOf(data)} bytes was left out: it exceeds the limit of kept results`)
        : link(saved, at, item, data);
    });
  }

  /** What a result is made of, instead of it. */
  #summary(result: ToolResult, tool: string): ToolResult {
    const saved = this.#store.save(tool, result);
    if (saved === undefined) {
      throw usage(
        `the result of ${tool} exceeds the limit of kept results`,
        'ask it for less, or leave out save and set limit',
      );
    }
    const { content, structuredContent, isError } = result;
    const lines = content.map((item, at) => {
      const text = textOf(item);
      const data = dataOf(item);
      const what =
        text !== undefined
          ? `text, ${text.length} characters, ${shapeOf(text)}`
          : data !== undefined
            ? `${item.mimeType ?? item.resource?.mimeType ?? item.type}, ${bytesOf(data)} bytes`
            : item.type;
      return `item ${at}: ${what}`;
    });
    if (structuredContent !== undefined) {
      lines.push(`structured: ${outline(structuredContent)}`);
    }
    const summary = [`kept as ${saved.handle}`, ...lines, `read it: ${next(saved.handle, {})}`].join('\n');
    return { content: [note(summary)], ...(isError === true ? { isError } : {}) };
  }
}

function shapeOf(text: string): string {
  const value = parsed(text);
  if (value !== undefined) {
    return outline(value);
  }
  const lines = text.split('\n');
  return `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}, begins ${JSON.stringify(upTo(lines[0] ?? '', 80))}`;
}

/** Of structured content, and of texts that are JSON, only some fields. */
function withFields(result: ToolResult, fields: readonly string[]): ToolResult {
  const { structuredContent, content } = result;
  const chosen = structuredContent === undefined ? undefined : (selected(structuredContent, fields) ?? {});
  const texts = content.map((item) => {
    const text = textOf(item);
    const value = text === undefined ? undefined : parsed(text);
    if (value === undefined) {
      return item;
    }
    const kept = JSON.stringify(selected(value, fields) ?? (Array.isArray(value) ? [] : {}));
    return item.type === 'resource'
      ? { ...item, resource: { ...(item.resource as { uri: string }), text: kept } }
      : { ...item, text: kept };
  });
  // Where the texts are only for people, what was chosen is one.
  const said = content.length > 0 || chosen === undefined;
  return {
    ...result,
    content: said ? texts : [{ type: 'text', text: JSON.stringify(chosen) }],
    ...(chosen === undefined ? {} : { structuredContent: chosen }),
  };
}

function charsOf(content: readonly Item[]): number {
  return content.reduce((sum, item) => sum + (textOf(item)?.length ?? 0), 0);
}

function jsonChars(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}

/** Items with at most so many characters of text, in their order. */
function cut(content: readonly Item[], most: number): Item[] {
  let left = most;
  return content.flatMap((item) => {
    const text = textOf(item);
    if (text === undefined) {
      return [item];
    }
    const kept = upTo(text, left);
    left -= kept.length;
    if (kept === '' && text !== '') {
      return [];
    }
    return item.type === 'resource'
      ? [{ ...item, resource: { ...(item.resource as { uri: string }), text: kept } }]
      : [{ ...item, text: kept }];
  });
}

/** The beginning of a text: up to the end of a line where one is near, and never half a character. */
function upTo(text: string, most: number): string {
  if (text.length <= most) {
    return text;
  }
  const end = aligned(text, most);
  const line = text.lastIndexOf('\n', end - 1) + 1;
  return text.slice(0, line > end * 0.8 ? line : end);
}

/** An offset that does not stand within a character. */
function aligned(text: string, offset: number): number {
  const at = Math.min(Math.max(offset, 0), text.length);
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff && at > 0 ? at - 1 : at;
}

function more(
  saved: Saved | undefined,
  what: { shown: number; total: number; fields: readonly string[] | undefined; result: ToolResult },
): string {
  const { shown, total, fields, result } = what;
  const said = `cut: about ${shown} of ${total} characters`;
  if (saved === undefined) {
    return `${said}; the rest was not kept, because it is too large: ask the tool for less, or for some fields`;
  }
  const shape =
    fields === undefined && result.structuredContent !== undefined
      ? `; fields to choose from: ${upTo(outline(result.structuredContent), 500)}`
      : '';
  return `${said}; all of it: ${next(saved.handle, { fields })}${shape}`;
}

function next(handle: string, part: Omit<ReadOptions, 'handle' | 'limit'>): string {
  return `read_result ${JSON.stringify({ handle, ...part })}`;
}

function link(saved: Saved, at: number, item: Item, data: string): Item {
  const mimeType = item.mimeType ?? item.resource?.mimeType;
  return {
    type: 'resource_link',
    uri: `${SCHEME}${saved.handle}/${at}`,
    name: item.resource?.uri ?? `${item.type} ${at} of ${saved.tool}`,
    description: `too large to show here; read_result ${JSON.stringify({ handle: saved.handle, item: at })} shows it`,
    ...(mimeType === undefined ? {} : { mimeType }),
    size: bytesOf(data),
  };
}

/** What the gateway says, so that nobody takes it for the tool's own words. */
function note(text: string): Item {
  return { type: 'text', text: `[gateway] ${text}` };
}
