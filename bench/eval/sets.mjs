// The public sets, from their own files: which code each project is, and what is asked of it.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from '../../scripts/lib/process.mjs';
import { distinct } from './metrics.mjs';

/**
 * @typedef {object} Query
 * @property {string} text
 * @property {string[]} relevant right files, each once, the first one first
 * @property {string} category
 */
/**
 * @typedef {object} Project
 * @property {string} name
 * @property {string} language
 * @property {string} repository `owner/name`, or an address
 * @property {string} revision
 * @property {string} prefix the part of the checkout that is indexed, relative to it; empty for all
 * @property {string} folder the checkout
 * @property {(path: string) => boolean} counts whether a file belongs to what is indexed
 * @property {Query[]} queries
 */

const SETS = { semble, 'swe-lite': sweLite };

/**
 * The projects of a set, by name.
 * @param {keyof typeof SETS} set
 * @param {{ data: string, repos: string, only?: string[], language?: string }} options
 * @returns {Project[]}
 */
export function projectsOf(set, { data, repos, only = [], language }) {
  const all = SETS[set](data, repos).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const unknown = only.filter((name) => !all.some((project) => project.name === name));
  if (unknown.length > 0) {
    throw new Failure(
      `${set} has no ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}`,
    );
  }
  if (language && !all.some((project) => project.language === language)) {
    const known = distinct(all.map((project) => project.language)).toSorted();
    throw new Failure(`${set} has no code in ${language}; there are ${known.join(', ')}`);
  }
  return all.filter(
    (project) =>
      (only.length === 0 || only.includes(project.name)) && (!language || project.language === language),
  );
}

/**
 * `repos.json`, and `<name>.json` for each project beside it or in `annotations/`. Projects without one are left out:
 * the set's own list names more than it has questions for.
 */
function semble(data, repos) {
  return readJson(join(data, 'repos.json')).flatMap((entry) => {
    const file = [join(data, `${entry.name}.json`), join(data, 'annotations', `${entry.name}.json`)].find(
      (path) => existsSync(path),
    );
    if (!file) return [];
    return {
      name: entry.name,
      language: entry.language,
      repository: entry.repository ?? entry.url,
      revision: entry.revision,
      prefix: (entry.root ?? entry.benchmark_root ?? '').replace(/\/$/, ''),
      folder: join(repos, entry.name),
      counts: () => true,
      queries: readJson(file).map(({ query, relevant = [], secondary = [], category }) => ({
        text: query,
        relevant: distinct([...relevant, ...secondary].map((target) => target.path ?? target)),
        category: category ?? categoryOf(query),
      })),
    };
  });
}

/** As the set itself names the kind of a question that says none. */
function categoryOf(query) {
  if (!/\s/.test(query.trim())) return 'symbol';
  return /^how /i.test(query) ? 'architecture' : 'semantic';
}

/**
 * JSON lines, an issue each: either as SWE-bench publishes them, with the fix as a patch, or with the changed files
 * listed.
 */
function sweLite(data, repos) {
  return readLines(data).map((issue) => ({
    name: issue.instance_id,
    language: 'python',
    repository: issue.repository ?? issue.repo,
    revision: issue.base_commit,
    prefix: '',
    folder: join(repos, issue.instance_id),
    counts: (path) => path.endsWith('.py') && !isTest(path),
    queries: [
      {
        text: issue.issue ?? issue.problem_statement,
        relevant: distinct(issue.files ?? patchedFiles(issue.patch)),
        category: issue.repository ?? issue.repo,
      },
    ],
  }));
}

/** Whether a Python file is one of a project's tests. */
export function isTest(path) {
  const parts = path.split('/');
  const name = parts.pop();
  return (
    parts.some((part) => part === 'test' || part === 'tests') ||
    /^(?:test_.*|.*_test|tests?|conftest)\.py$/.test(name)
  );
}

/** The files that a patch changes and that were there before. */
export function patchedFiles(patch) {
  return [...patch.matchAll(/^--- a\/(.+?)\r?\n\+\+\+ /gm)].map(([, path]) => path);
}

function readJson(file) {
  if (!existsSync(file)) throw new Failure(`${file} is not there; --data names the folder of the set`);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Failure(`${file}: ${error.message}`);
  }
}

/** The issues of a file of JSON lines, or of the only such file of a folder. */
function readLines(data) {
  const file = data.endsWith('.jsonl')
    ? data
    : ['dev.jsonl', 'test.jsonl'].map((name) => join(data, name)).find((path) => existsSync(path));
  if (!file || !existsSync(file)) {
    throw new Failure(`${data} has no dev.jsonl or test.jsonl; --data names the file or its folder`);
  }
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
}
