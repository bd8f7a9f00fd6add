import { readText } from './files.js';

/** A file that tells Git something, as it shall be. */
export interface GitFile {
  /** Relative to the root. */
  path: string;
  text: string;
}

/** What Git shall not keep: derived or private. */
const IGNORED = ['.beadloom/beadloom.db*', '.beadloom/memory.db*', '.beadloom/CONTEXT.md'];

/** The lines of two branches are all true: which of two for one pair counts, the state that is there says. */
const MERGED = ['.beadloom/sync.lock merge=union'];

/** `.gitignore` with what Git shall not keep; undefined where it has that. No byte that is there changes. */
export function ignoreText(root: string): string | undefined {
  return withLines(root, '.gitignore', IGNORED);
}

/** The files of Git that lack something, with it. */
export function gitFiles(root: string): GitFile[] {
  const files = [
    { path: '.gitignore', text: ignoreText(root) },
    { path: '.gitattributes', text: withLines(root, '.gitattributes', MERGED) },
  ];
  return files.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
}

function withLines(root: string, path: string, wanted: readonly string[]): string | undefined {
  const text = readText(root, path) ?? '';
  const present = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\//, '')));
  const lines = wanted.filter((line) => !present.has(line));
  if (lines.length === 0) {
    return undefined;
  }
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' || text.endsWith('\n') ? '' : end;
  return text + gap + lines.map((line) => line + end).join('');
}
