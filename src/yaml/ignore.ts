import { isThere, readText } from './files.js';

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

/**
 * The lines that Git does not know of in a repository: neither from `.gitignore` nor from `.beadloom/.gitignore`, which
 * says them without the folder.
 */
export function unignoredLines(root: string): string[] {
  if (!isThere(root, '.git')) {
    return [];
  }
  const inner = linesOf(root, '.beadloom/.gitignore');
  return missing(root, '.gitignore', IGNORED).filter((line) => !inner.has(line.replace('.beadloom/', '')));
}

function linesOf(root: string, path: string): Set<string> {
  const text = readText(root, path) ?? '';
  return new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\//, '')));
}

/** The lines that a file lacks. */
function missing(root: string, path: string, wanted: readonly string[]): string[] {
  const present = linesOf(root, path);
  return wanted.filter((line) => !present.has(line));
}

/** A file with the lines that it lacks at its end; undefined where it has them all. */
function withLines(root: string, path: string, wanted: readonly string[]): string | undefined {
  const lines = missing(root, path, wanted);
  if (lines.length === 0) {
    return undefined;
  }
  const text = readText(root, path) ?? '';
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' || text.endsWith('\n') ? '' : end;
  return text + gap + lines.map((line) => line + end).join('');
}
