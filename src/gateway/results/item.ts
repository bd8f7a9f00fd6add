/** What a tool answered, as the protocol has it. */
export interface ToolResult {
  content: Item[];
  structuredContent?: unknown;
  isError?: boolean;
  [more: string]: unknown;
}

/** A piece of an answer. */
export interface Item {
  type: string;
  /** Of a text. */
  text?: string;
  /** Of an image or sound: base64. */
  data?: string;
  mimeType?: string;
  /** Of an embedded resource. */
  resource?: { uri: string; mimeType?: string; text?: string; blob?: string };
  [more: string]: unknown;
}

/** The text of an item that is one, or embeds one. */
export function textOf(item: Item): string | undefined {
  return item.type === 'text' ? item.text : item.type === 'resource' ? item.resource?.text : undefined;
}

/** The bytes of an item that is none, as base64. */
export function dataOf(item: Item): string | undefined {
  return item.type === 'resource' ? item.resource?.blob : item.data;
}

/** How many bytes base64 stands for. */
export function bytesOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(Math.floor((base64.length * 3) / 4) - padding, 0);
}

/** About how much memory a result takes. */
export function weightOf(result: ToolResult): number {
  return JSON.stringify(result).length;
}
