import { isThere, readText } from './files.js';

/** What Git shall not keep: derived or private. */
const LINES = ['.beadloom/beadloom.db*', '.beadloom/memory.db*', '.beadloom/CONTEXT.md'];

/** The lines that `.gitignore` lacks. */
function missingIgnoreLines(root: string): string[] {
  const text = readText(root, '.gitignore') ?? '';
  const present = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\//, '')));
  return LINES.filter((line) => !present.has(line));
}

/**
 * The lines that Git does not know of in a repository: neither from `.gitignore` nor from `.beadloom/.gitignore`, which
 * says them without the folder.
 */
export function unignoredLines(root: string): string[] {
  if (!isThere(root, '.git')) {
    return [];
  }
  const inner = readText(root, '.beadloom/.gitignore') ?? '';
  const present = new Set(inner.split(/\r?\n/).map((line) => line.trim().replace(/^\//, '')));
  return missingIgnoreLines(root).filter((line) => !present.has(line.replace('.beadloom/', '')));
}

/** `.gitignore` with those lines at its end; undefined where it has them. No byte that is there changes. */
export function ignoreText(root: string): string | undefined {
  const lines = missingIgnoreLines(root);
  if (lines.length === 0) {
    return undefined;
  }
  const text = readText(root, '.gitignore') ?? '';
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' || text.endsWith('\n') ? '' : end;
  return text + gap + lines.map((line) => line + end).join('');
}
