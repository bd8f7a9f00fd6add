// Words of a project's own files, asked as they stand: does the first hit point at the line that holds the word, and at the
// file that holds the name?

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from '../../scripts/lib/process.mjs';
import { Random } from '../random.mjs';
import { DEPTH } from './metrics.mjs';
import { table } from './tables.mjs';

/** Words, and compound names, that are asked of each project. */
export const WORDS = 120;
export const NAMES = 100;

/** What the sample follows from. */
const SEED = 21;
/** Larger files are not parsed by default. */
const MAX_FILE = 1 << 20;
/** Names in longer lines stand in data. */
const MAX_LINE = 1_000;
/** What programs wrote, not people. */
const DATA =
  /(?:^|[/.-])(?:lock|min|snap|svg|po|csv|tsv|map|lockb|sum)(?:\.\w+)?$|(?:^|\/)package-lock\.json$/;

/** @typedef {{ text: string, path: string, line: number }} Asked */

/**
 * The projects of `--repos`, a folder each.
 * @param {{ repos?: string, only?: string }} values
 */
export function projectsIn({ repos, only }) {
  if (!repos) throw new Failure('--repos is needed: DIR/NAME is a project');
  const names = readdirSync(repos, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted();
  const wanted = only?.split(',') ?? names;
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Failure(`${repos} has no ${unknown.join(', ')}`);
  return wanted.map((name) => ({ name, folder: join(repos, name), prefix: '', counts: () => true }));
}

/**
 * The text files of a folder, sorted, without hidden ones: what a project of people holds.
 * @param {string} root
 * @returns {Map<string, string>} by path
 */
export function textFiles(root) {
  const files = new Map();
  const look = (folder) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) look(path);
      else if (entry.isFile() && !DATA.test(path) && statSync(join(root, path)).size <= MAX_FILE) {
        const text = readFileSync(join(root, path), 'utf8');
        if (!text.includes('\0') && !text.includes('\uFFFD')) files.set(path, text);
      }
    }
  };
  look('');
  return files;
}

/**
 * What is asked of a project: words that stand on one line of all its files, and compound names that stand in one file;
 * case does not count. As few of one file as can be.
 * @param {Map<string, string>} files
 * @returns {{ words: Asked[], names: Asked[] }}
 */
export function questions(files, { words = WORDS, names = NAMES, seed = SEED } = {}) {
  /** @type {Map<string, Asked & { lines: number, files: number }>} */
  const known = new Map();
  for (const [path, text] of files) {
    text.split('\n').forEach((content, index) => {
      const line = index + 1;
      for (const [token] of content.matchAll(/[\p{L}\p{N}_]+/gu)) {
        const key = token.toLowerCase();
        const seen = known.get(key);
        if (seen === undefined) {
          const shown = content.length > MAX_LINE ? '' : token;
          known.set(key, { text: shown, path, line, lines: 1, files: 1 });
          continue;
        }
        if (seen.path === path && seen.line === line) continue;
        seen.lines += 1;
        if (seen.path !== path) seen.files += 1;
        Object.assign(seen, { path, line });
      }
    });
  }
  const all = [...known.values()];
  const random = new Random(seed);
  return {
    words: sample(
      all.filter(({ text, lines }) => lines === 1 && /^[A-Za-z]?[a-z]{4,20}$/.test(text)),
      words,
      random,
    ),
    names: sample(
      all.filter(({ text, files: many }) => many === 1 && isCompound(text)),
      names,
      random,
    ),
  };
}

/** Whether a name is one of code and has several words: `parseHeader`, `parse_header`. */
export function isCompound(name) {
  return /^[A-Za-z_]\w{5,39}$/.test(name) && /[a-z][A-Z]|[A-Za-z]_[A-Za-z]/.test(name);
}

/** So many at random, none of a file again before all files had their turn. */
function sample(from, most, random) {
  const left = from.toSorted((a, b) => (a.text < b.text ? -1 : 1));
  const picked = [];
  const turns = new Map();
  for (let turn = 1; picked.length < Math.min(most, from.length); turn += 1) {
    for (let at = left.length - 1; at > 0; at -= 1) {
      const other = random.below(at + 1);
      [left[at], left[other]] = [left[other], left[at]];
    }
    for (let at = 0; at < left.length && picked.length < most; at += 1) {
      const one = left[at];
      if ((turns.get(one.path) ?? 0) >= turn || picked.includes(one)) continue;
      turns.set(one.path, (turns.get(one.path) ?? 0) + 1);
      picked.push(one);
    }
  }
  return picked.map(({ text, path, line }) => ({ text, path, line }));
}

/**
 * Asks a project its own words.
 * @param {{ name: string }} project
 * @param {{ beadloom: import('../../dist/index.js').Beadloom, root: string }} opened
 */
export async function ownWords({ name }, { beadloom, root }, options = {}) {
  const { words, names } = questions(textFiles(root), { words: WORDS * 2, names: NAMES * 2 });
  // What ignore rules leave out is nowhere in the index.
  const known = new Map();
  const isKnown = async (path) => {
    if (!known.has(path)) {
      const stem = path.split('/').at(-1).split('.')[0] || path;
      const { hits } = await beadloom.search(stem, {
        path: `/${path.replaceAll(/[[\]*?!#\\]/g, '\\$&')}`,
        limit: 1,
        refresh: false,
      });
      known.set(path, hits.length > 0 || path.endsWith('.md'));
    }
    return known.get(path);
  };
  const answers = [];
  for (const [kind, all, most] of [
    ['word', words, WORDS],
    ['name', names, NAMES],
  ]) {
    let count = 0;
    for (const asked of all) {
      if (count >= most) break;
      if (!(await isKnown(asked.path))) continue;
      count += 1;
      const started = performance.now();
      const { hits } = await beadloom.search(asked.text, { refresh: false, limit: DEPTH, ...options });
      answers.push({
        project: name,
        kind,
        ...asked,
        ...pointsAt(asked, hits),
        ms: performance.now() - started,
      });
    }
  }
  return answers;
}

/** Whether the first hit is in the file, and whether its lines and its snippet hold the word. */
export function pointsAt({ text, path, line }, hits) {
  const word = text.toLowerCase();
  const [first] = hits;
  const file = first?.path === path;
  const lines = file && first.line_start <= line && line <= first.line_end;
  const snippet =
    file &&
    (first.snippet ?? '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}_]+/u)
      .includes(word);
  return { file, lines, snippet, found: hits.some((hit) => hit.path === path) };
}

/** A line for each project and kind. */
export function wordsTable(answers) {
  const rows = [];
  for (const project of new Set(answers.map((answer) => answer.project))) {
    for (const kind of ['word', 'name']) {
      const group = answers.filter((answer) => answer.project === project && answer.kind === kind);
      const count = (measure) => group.filter((answer) => answer[measure]).length;
      rows.push([
        project,
        kind === 'word' ? 'words on one line' : 'names in one file',
        group.length,
        ...['file', 'lines', 'snippet', 'found'].map(count),
      ]);
    }
  }
  return table(
    [
      'project',
      'asked',
      'questions',
      'first hit in the file',
      'its lines',
      'its snippet',
      'any hit in the file',
    ],
    rows,
  );
}
