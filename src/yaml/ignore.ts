import { realpathSync } from 'node:fs';
import { join } from 'node:path';

import { isThere, placeInside, readBytes, readText, readWhole } from './files.js';
import type { Removal } from './removal.js';

/** A file that tells Git something, as it shall be. */
export interface GitFile {
  /** Relative to the root. */
  path: string;
  bytes: Buffer;
  /** What it holds; undefined where there is none. */
  before: Buffer | undefined;
}

/** What Git shall not keep: derived or private. */
const IGNORED = [
  '.beadloom/beadloom.db*',
  '.beadloom/memory.db*',
  '.beadloom/gateway.db*',
  '.beadloom/CONTEXT.md',
];

/** The lines of two branches are all true: which of two for one pair, or one memory, counts, they say themselves. */
const MERGED = ['.beadloom/sync.lock merge=union', '.beadloom/memories.jsonl merge=union'];

/** Stands above our lines where a person has some of them already: so the person's stay when ours go. */
const MARK = '# beadloom';

/** The files of Git that lack something, with it: all of them, or one. No byte that is there changes. */
export function gitFiles(root: string, only?: string): GitFile[] {
  return GIT_FILES.filter((path) => only === undefined || path === only).flatMap((path) => {
    const before = isThere(root, path) ? readBytes(root, path) : undefined;
    const added = addition(before?.toString('utf8'), WRITTEN[path] ?? []);
    return added === ''
      ? []
      : [{ path, before, bytes: Buffer.concat([before ?? Buffer.of(), Buffer.from(added)]) }];
  });
}

/**
 * The lines that Git does not know of in a repository: neither from `.gitignore` nor from `.beadloom/.gitignore`, which
 * says them without the folder.
 */
export function unignoredLines(root: string): string[] {
  if (!isThere(root, '.git')) {
    return [];
  }
  const inner = linesOf(readText(root, '.beadloom/.gitignore'));
  return missing(readText(root, '.gitignore'), IGNORED).filter(
    (line) => !inner.has(line.replace('.beadloom/', '')),
  );
}

function linesOf(text = ''): Set<string> {
  return new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\//, '')));
}

/** The lines that a text lacks. */
function missing(text: string | undefined, wanted: readonly string[]): string[] {
  const present = linesOf(text);
  return wanted.filter((line) => !present.has(line));
}

/**
 * What a text gets at its end for the lines that it lacks; empty where it has them all. The form says how to take them out
 * again: behind a text without a line end at its end, or an empty one, they have none either.
 */
function addition(text: string | undefined, wanted: readonly string[]): string {
  const lacking = missing(text, wanted);
  if (lacking.length === 0) {
    return '';
  }
  const lines = lacking.length === wanted.length ? lacking : [MARK, ...lacking];
  const end = text?.includes('\r\n') ? '\r\n' : '\n';
  const own = lines.join(end);
  if (text === undefined || text.endsWith('\n')) {
    return own + end;
  }
  return text === '' ? own : end + own;
}

/**
 * The files of Git with our lines, without them. Lines that a person wrote among ours stay.
 *
 * @throws BeadloomError `not_readable`, `outside_root`
 */
export function gitFileRemoval(root: string, path: string): Removal | undefined {
  const text = readWhole(placeInside(root, path), path);
  const rest = text === undefined ? undefined : withoutLines(text, WRITTEN[path] ?? []);
  if (text === undefined || rest === undefined) {
    return undefined;
  }
  const next = rest === '' && text.endsWith('\n') ? null : rest;
  return { path, place: join(realpathSync(root), path), text, next };
}

/** The files of Git that have lines of ours. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  '.gitignore': IGNORED,
  '.gitattributes': MERGED,
};

export const GIT_FILES: readonly string[] = Object.keys(WRITTEN);

/** What was written before there were more lines. */
const EARLIER: readonly (readonly string[])[] = [['.beadloom/sync.lock merge=union']];

/** A text without the lines that were added to it; undefined where it has none: all of them in a row, or some below the mark. */
function withoutLines(text: string, wanted: readonly string[]): string | undefined {
  let rest = text;
  for (let run = runOf(rest, wanted); run !== undefined; run = runOf(rest, wanted)) {
    const { from, to } = run;
    const before = rest.slice(0, from);
    // Without a line end behind them, they stood behind a text that had none.
    rest = rest.slice(0, to).endsWith('\n') ? before + rest.slice(to) : before.replace(/\r?\n$/, '');
  }
  return rest === text ? undefined : rest;
}

function runOf(text: string, wanted: readonly string[]): { from: number; to: number } | undefined {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const says = (at: number) => lines[at]?.trim();
  for (const at of lines.keys()) {
    const forms = [wanted, ...EARLIER.filter((form) => form.every((line) => wanted.includes(line)))];
    const form = forms.find((one) => one.every((line, behind) => says(at + behind) === line));
    const whole = form !== undefined;
    let count = form?.length ?? 0;
    if (says(at) === MARK) {
      count = 1;
      // Some of them, in their order.
      for (const line of wanted) {
        count += says(at + count) === line ? 1 : 0;
      }
    }
    if (whole || count > 1) {
      const from = lines.slice(0, at).join('').length;
      return { from, to: from + lines.slice(at, at + count).join('').length };
    }
  }
  return undefined;
}
