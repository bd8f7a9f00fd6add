import { readText, writeText } from './files.js';

/** What Git shall not keep: derived or private. */
const LINES = ['.beadloom/beadloom.db*', '.beadloom/memory.db*', '.beadloom/CONTEXT.md'];

/** The lines that `.gitignore` lacks. */
export function missingIgnoreLines(root: string): string[] {
  const text = readText(root, '.gitignore') ?? '';
  const present = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\//, '')));
  return LINES.filter((line) => !present.has(line));
}

/** Appends those lines to `.gitignore`; no byte that is there changes. */
export function appendIgnoreLines(root: string, lines: readonly string[]): void {
  const text = readText(root, '.gitignore') ?? '';
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' || text.endsWith('\n') ? '' : end;
  writeText(root, '.gitignore', text + gap + lines.map((line) => line + end).join(''));
}
