import { realpathSync } from 'node:fs';
import { join } from 'node:path';

import type { AgentsFile } from '../model/answers.js';
import { BeadloomError } from '../model/error.js';
import { isThere, placeInside, readWhole, removeFile, writeText } from '../yaml/files.js';
import type { Removal } from '../yaml/removal.js';

/** The file that is written where none is there. */
const AGENTS = 'AGENTS.md';

/** Files that agents of one maker read; only those that are there are written to. */
const OTHERS = ['CLAUDE.md', 'GEMINI.md', '.github/copilot-instructions.md'];

const BEGIN = '<!-- beadloom begin: written by beadloom setup-agents; --remove takes this block out -->';
const END = '<!-- beadloom end -->';

/** Our block with the blank line before it, and the line end behind it if there is one. */
const BLOCK = /(\r?\n)?^<!-- beadloom begin\b[^\n]*\n[\s\S]*?^<!-- beadloom end -->(\r?\n)?/m;

/** What agents are told: when to ask, and what to do after a change. The rest `prime` says. */
export const TEXT = `## beadloom

This project has an index of its architecture, documents and code. Ask it before grep or reading files: one answer takes the
place of a search and of several reads. Line numbers in its answers are those of the files as they are. The last line of an
answer says whether it is complete; if so, do not search again, else it names what to read.

- For a question, a task or a change, first: \`explore_codebase\`, or
  \`npx beadloom ctx --task "what is to be done, or the question"\`: the code that it takes, from the whole project.
- Source by name, whole, many at once: \`show_code\`, or \`npx beadloom show NAME... [--callers]\`; lines: \`show src/a.py:10-60\`.
- Who calls or uses a symbol: \`find_references\`, or \`npx beadloom refs NAME\`. A flag, message or key to the letter:
  \`grep_code\`, or \`npx beadloom search --exact TEXT\`. Other words: \`search_code\`, or \`npx beadloom search WORDS\`.
- What a folder, file or part is and holds: \`explore_codebase\` with \`ref\`, or \`npx beadloom ctx REF\`. The whole project:
  \`codebase_overview\`, or \`npx beadloom prime\`.
- Before changing what others use: \`analyze_impact\`, or \`npx beadloom why REF\`. How one thing reaches another:
  \`trace_code_path\`, or \`npx beadloom path FROM TO\`.
- After changing code: \`npx beadloom lint\` and \`npx beadloom sync-check\`; bring documents that fell behind up to date, then
  say so with \`npx beadloom sync-update REF -y\`.
`;

/** The block as it is written today. */
function agentsBlock(): string {
  return `${BEGIN}\n${TEXT}${END}\n`;
}

/**
 * Puts the block into the files that agents read, or takes it out. What else they say stays byte for byte.
 *
 * @throws BeadloomError `usage` where a block has a beginning and no end
 */
export function setupAgents(root: string, remove: boolean): AgentsFile[] {
  const places = agentsFiles(root).filter((path) => path === AGENTS || isThere(root, path));
  return places
    .toSorted()
    .map((path) => ({ path, outcome: remove ? takeOut(root, path) : putIn(root, path) }));
}

/** The files that may have a block. Two names of one file count once. */
function agentsFiles(root: string): string[] {
  const seen = new Set<string>();
  return [AGENTS, ...OTHERS].filter((path) => {
    const place = placeInside(root, path);
    return seen.has(place) ? false : seen.add(place);
  });
}

/** How the block of a file stands to the one of today; undefined where it has none. */
export function blockState(root: string, path: string): { line: number; current: boolean } | undefined {
  const text = read(root, path);
  const found = text === undefined ? null : BLOCK.exec(text);
  if (text === undefined || found === null) {
    return undefined;
  }
  const begin = found.index + (found[1] ?? '').length;
  const current = found[0].replaceAll('\r\n', '\n').trim() === agentsBlock().trim();
  return { line: text.slice(0, begin).split('\n').length, current };
}

/** Every file that may have a block, for those who look after it. */
export const AGENTS_FILES: readonly string[] = [AGENTS, ...OTHERS];

function putIn(root: string, path: string): string {
  const text = read(root, path);
  const wanted = withBlock(path, text);
  if (wanted === text) {
    return 'unchanged';
  }
  const there = text !== undefined && BLOCK.test(text);
  writeText(root, path, wanted);
  return there ? 'updated' : 'installed';
}

/**
 * The block stands at the end, behind a blank line. Behind a text without a line end at its end, or an empty one, it has none
 * either: so it can be taken out without a trace.
 */
function withBlock(path: string, text: string | undefined): string {
  if (text === undefined) {
    return agentsBlock();
  }
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const block = agentsBlock().replaceAll('\n', end);
  const bare = block.slice(0, -end.length);
  const found = BLOCK.exec(text);
  if (found !== null) {
    const from = found.index + (found[1] ?? '').length;
    return (
      text.slice(0, from) +
      (found[2] === undefined ? bare : block) +
      text.slice(found.index + found[0].length)
    );
  }
  checkMarks(path, text);
  return `${text}${text === '' ? '' : end}${text.endsWith('\n') ? block : bare}`;
}

function takeOut(root: string, path: string): string {
  const removal = blockRemoval(root, path);
  if (removal === undefined) {
    return 'absent';
  }
  if (removal.next === null) {
    removeFile(placeInside(root, path));
  } else {
    writeText(root, path, removal.next);
  }
  return 'removed';
}

/**
 * A file without the block; undefined where it has none.
 *
 * @throws BeadloomError `usage` where half a block is there, `not_readable`, `outside_root`
 */
export function blockRemoval(root: string, path: string): Removal | undefined {
  const text = read(root, path);
  const found = text === undefined ? null : BLOCK.exec(text);
  if (text === undefined || found === null) {
    checkMarks(path, text ?? '');
    return undefined;
  }
  const rest = text.slice(0, found.index) + text.slice(found.index + found[0].length);
  const next = rest === '' && found[2] !== undefined ? null : rest;
  return { path, place: join(realpathSync(root), path), text, next };
}

/** Half a block is a person's to mend. */
function checkMarks(path: string, text: string): void {
  const at = text.search(/^<!-- beadloom (?:begin\b|end -->)/m);
  if (at !== -1) {
    throw new BeadloomError({
      code: 'usage',
      message: `${path} was not changed: it contains half of a block of beadloom`,
      path,
      line: text.slice(0, at).split('\n').length,
      column: 1,
      hint: 'remove the rest of the block, then run this again',
    });
  }
}

function read(root: string, path: string): string | undefined {
  return readWhole(placeInside(root, path), path);
}
