// What readers said of documents, in `truth.jsonl`: which folders and files of code each is the documentation of.

import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Judged a document; paths of folders end in `/`
 * @property {string} repo `owner/name`
 * @property {string} commit
 * @property {string} document
 * @property {string[]} about what somebody who changes it should be handed the document for
 * @property {string[]} acceptable what else a link would be right to
 * @property {[string, string][]} sections headings of sections that are about one path
 */

/** @typedef {{ id: string, places: string[], around: string | null }} Part */

/**
 * The documents by project, in the order of the projects' names.
 * @param {string} [only] names of projects, with commas between
 * @returns {[string, Judged[]][]}
 */
export function judgedDocuments(only) {
  const rows = readFileSync(new URL('truth.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const names = only?.split(',');
  const projects = [...new Set(rows.map(({ repo }) => repo))].toSorted();
  return projects
    .filter((repo) => !names || names.includes(repo))
    .map((repo) => [repo, rows.filter((row) => row.repo === repo)]);
}

/**
 * The parts that hold what a reader named: the innermost of each path. A path that only the project holds is none.
 * @param {string[]} paths
 * @param {Part[]} parts
 */
export function partsOf(paths, parts) {
  const owner = (path) => {
    const holding = parts.flatMap(({ id, places, around }) =>
      places
        .map((place) => place.replace(/^\.\//, ''))
        .filter((place) => path === place || (place.endsWith('/') && path.startsWith(place)))
        .map((place) => ({ id, around, length: place.length })),
    );
    return holding.toSorted((a, b) => b.length - a.length).find(({ around }) => around !== null)?.id;
  };
  return [...new Set(paths.map(owner).filter((id) => id !== undefined))];
}

/**
 * The parts around each.
 * @param {Part[]} parts
 * @returns {Record<string, string[]>}
 */
export function partsAround(parts) {
  const outer = new Map(parts.map(({ id, around }) => [id, around]));
  const outwards = (id) => {
    const found = [];
    for (let at = outer.get(id); at && !found.includes(at); at = outer.get(at)) found.push(at);
    return found;
  };
  return Object.fromEntries(parts.map(({ id }) => [id, outwards(id)]));
}
