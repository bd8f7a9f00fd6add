import { unmarked } from '../model/harmless.js';

export { plain, plainJson, plainLine } from '../model/harmless.js';

/** How many columns a text takes: wide for East Asian scripts and emoji, none for combining marks. */
export function width(text: string): number {
  let columns = 0;
  for (const char of text) {
    columns += charWidth(char);
  }
  return columns;
}

function charWidth(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x300) {
    return 1;
  }
  if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(char)) {
    return 0;
  }
  const wide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd);
  return wide ? 2 : 1;
}

/** Cut at `columns`, with an ellipsis where something is missing. */
export function fit(text: string, columns: number): string {
  if (width(text) <= columns) {
    return text;
  }
  let kept = '';
  let used = 1;
  for (const char of text) {
    used += charWidth(char);
    if (used > columns) {
      break;
    }
    kept += char;
  }
  return `${kept.trimEnd()}…`;
}

/**
 * A line as lines of at most `columns`, cut between words; all but the first are indented by `hanging` columns. A
 * word that is longer than a line stays whole: it is a path that somebody wants to copy. Without `columns` the line
 * stays as it is, and so do the lines of a text that has several.
 */
export function wrap(text: string, columns: number | undefined, hanging: number): string[] {
  if (columns === undefined || text.includes('\n')) {
    return [text];
  }
  const lines: string[] = [];
  let line = /^ */.exec(text)?.[0] ?? '';
  let used = line.length;
  let empty = true;
  for (const word of text.trimStart().split(' ')) {
    const wide = width(unmarked(word));
    if (!empty && used + 1 + wide > columns) {
      lines.push(line);
      line = ' '.repeat(hanging) + word;
      used = hanging + wide;
    } else {
      line += empty ? word : ` ${word}`;
      used += wide + (empty ? 0 : 1);
    }
    empty = false;
  }
  return [...lines, line];
}

/** Padded to `columns` at the right. */
export function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - width(text)));
}

/** `1 file`, `2 files`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** Thousands apart, the same in every locale. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Bytes in the unit that a person reads. */
export function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let amount = value;
  let unit = 0;
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${units[unit]}`;
}

/** Milliseconds in the unit that a person reads. */
export function duration(ms: number): string {
  if (ms < 1000) {
    return `${Math.round(ms)} ms`;
  }
  const seconds = ms / 1000;
  return seconds < 60
    ? `${seconds.toFixed(1)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
