// What is asked, of which project at which commit, and what a good answer holds: from files that others keep.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';

import { Failure } from '../../../scripts/lib/process.mjs';
import { grouped } from '../statistics.mjs';

/**
 * @typedef {object} Asked
 * @property {string} repo `owner/name`
 * @property {string} id of the task in its set
 * @property {string} at the commit that is asked
 * @property {string} text the question or the task
 */
/** @typedef {{ path: string, from: number, to: number }} Span lines of a file, both included */
/**
 * @typedef {Asked & { files: string[], hunks: Record<string, [number, number][]> }} Change a commit: `files` are code that it
 *   modified, without tests, and `hunks` of each file the ranges of lines that it changed, as they were before
 */
/** @typedef {Asked & { answer: string }} Question with the answer that people accepted */
/** @typedef {Asked & { spans: Span[] }} Issue with the lines that people needed; their paths may begin with a machine's folders */

/** An id of SWE-bench and its kin: `owner__name-number`. Some rows of ContextBench name their project without its owner. */
const PARTS_OF_AN_ID = /^(?<owner>.+?)__(?<name>.+)-\d+$/;

/**
 * Commits as tasks, a JSON object in each line.
 * @param {string} file
 * @returns {Change[]}
 */
export function changesIn(file) {
  return linesOf(file).map(changeOf);
}

function changeOf({ repo, commit, parent, message, files, hunks }) {
  return { repo, id: commit, at: parent, text: message, files, hunks };
}

/** A project in the table of a set of histories. */
const PROJECT = /^\| (?<repo>[\w.-]+\/[\w.-]+) \| (?<language>[^|]+?) \| (?<known>well|little) \|/gm;

/**
 * Commits as tasks, with what is known of their projects.
 * @param {string} folder `tasks.jsonl.gz`, and `README.md` with a table of projects: name, language, and how well they are known
 * @returns {(Change & { touched: string[], language: string, known: string, english: string })[]} `touched`: every path that was
 *   there before and that the commit changed or removed
 */
export function historiesIn(folder) {
  const projects = new Map(
    [...read(join(folder, 'README.md')).matchAll(PROJECT)].map(({ groups }) => [groups.repo, groups]),
  );
  return objectsOf(gunzipSync(bytes(join(folder, 'tasks.jsonl.gz'))).toString('utf8')).map((task) => ({
    ...changeOf(task),
    touched: task.all.filter(([change]) => change !== 'A').map(([, path]) => path),
    language: projects.get(task.repo)?.language ?? 'unknown',
    known: projects.get(task.repo)?.known ?? 'unknown',
    english: isEnglish(task.message) ? 'English' : 'another language',
  }));
}

/** Words that sentences of a language have, and others lack. */
const ENGLISH = new Set(
  'the and for with from when not that this into should only now use add fix remove make allow update if is are be to in of'.split(
    ' ',
  ),
);
const OTHERS = new Set(
  (
    'el los las del para una con por que se al da do dos das com não para uma em no na les des une pour dans sur avec du ' +
    'och att för med som på av er til ikke skal der die das und für mit nicht von ist den det en og når fra'
  ).split(' '),
);

/** Whether a message is in English, as far as its short words and its letters tell. */
export function isEnglish(message) {
  const words = message.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (list) => words.filter((word) => list.has(word)).length;
  const foreign = words.filter((word) => /[^a-z]/.test(word)).length;
  // Where words have no spaces between them there are few.
  if (words.join('').replace(/[a-z]/g, '').length * 2 > words.join('').length) return false;
  return count(ENGLISH) >= count(OTHERS) + foreign || foreign + count(OTHERS) < 2;
}

/**
 * The questions of SWE-QA.
 * @param {string} folder a checkout: `repo_commit.txt`, and `Benchmark/NAME.jsonl` for each project
 * @returns {Question[]}
 */
export function questionsIn(folder) {
  const commits = new Map(
    read(join(folder, 'repo_commit.txt'))
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(({ length }) => length === 2)
      .map(([url, commit]) => [url.split('/').at(-1), { repo: url.split('/').slice(-2).join('/'), commit }]),
  );
  return readdirSync(join(folder, 'Benchmark'))
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .flatMap((name) => {
      const project = commits.get(name.slice(0, -'.jsonl'.length));
      if (!project) throw new Failure(`repo_commit.txt names no commit for ${name}`);
      return linesOf(join(folder, 'Benchmark', name)).map(({ question, answer }, number) => ({
        repo: project.repo,
        id: `${name}:${number + 1}`,
        at: project.commit,
        text: question,
        answer,
      }));
    });
}

/**
 * The issues of ContextBench.
 * @param {string} file Parquet
 * @returns {Promise<Issue[]>}
 */
export async function issuesIn(file) {
  if (!existsSync(file)) throw new Failure(`${file} is not there`);
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file) });
  return rows.map((row) => {
    const { owner, name } = PARTS_OF_AN_ID.exec(row.original_inst_id)?.groups ?? {};
    return {
      repo: row.repo.includes('/') ? row.repo : `${owner}/${name}`,
      id: row.original_inst_id,
      at: row.base_commit,
      text: row.problem_statement,
      spans: JSON.parse(row.gold_context).map(({ file: path, start_line: from, end_line: to }) => ({
        path,
        from,
        to,
      })),
    };
  });
}

/**
 * The tasks by project; with `tasks`, so many of all, as many of each project as can be.
 * @template {Asked} T
 * @param {T[]} all
 * @param {{ only?: string, tasks?: number }} options
 * @returns {Map<string, T[]>}
 */
export function byProject(all, { only, tasks }) {
  const projects = grouped(all, ({ repo }) => repo);
  const wanted = only?.split(',') ?? projects.map(([repo]) => repo);
  const isWanted = (/** @type {string} */ repo) =>
    wanted.some((name) => name === repo || name === repo.split('/').at(-1));
  const chosen = projects.filter(([repo]) => isWanted(repo));
  if (chosen.length === 0) throw new Failure(`there are no tasks of ${wanted.join(', ')}`);
  const each = tasks === undefined ? Infinity : Math.ceil(tasks / chosen.length);
  return new Map(chosen.map(([repo, list]) => [repo, list.slice(0, each)]));
}

function linesOf(file) {
  return objectsOf(read(file));
}

function objectsOf(text) {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

function read(file) {
  return bytes(file).toString('utf8');
}

function bytes(file) {
  if (!existsSync(file)) throw new Failure(`${file} is not there`);
  return readFileSync(file);
}
