// What is asked, of which project at which commit, and what a good answer holds: from files that others keep.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
  return linesOf(file).map(({ repo, commit, parent, message, files, hunks }) => ({
    repo,
    id: commit,
    at: parent,
    text: message,
    files,
    hunks,
  }));
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
  return read(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}

function read(file) {
  if (!existsSync(file)) throw new Failure(`${file} is not there`);
  return readFileSync(file, 'utf8');
}
