// What the ranking chooses from: for each question all candidate files with their features, from `beadloom-bench`.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { targetFolder } from '../../scripts/lib/cargo.mjs';
import { capture, Failure } from '../../scripts/lib/process.mjs';
import { described } from './answers.mjs';
import { distinct, ndcg } from './metrics.mjs';

/**
 * @typedef {object} Candidate
 * @property {string} path
 * @property {number} line_start
 * @property {number} line_end
 * @property {Record<string, number>} features a feature that is not named is 0
 * @property {number} score the sum of all features, each times its weight
 */
/** @typedef {{ project: string, language: string, category: string, query: string, relevant: string[], candidates: Candidate[] }} Pool */
/** @typedef {Record<string, number>} Weights */

/** The weights that the ranking has now. @returns {Weights} */
export function currentWeights() {
  return parse(asked(['weights'], ''), 'weights');
}

/**
 * The candidates of all questions of a project.
 * @param {import('./sets.mjs').Project} project
 * @param {{ root: string, pathOf: (path: string) => string }} opened
 * @returns {Pool[]}
 */
export function candidatesOf(project, { root, pathOf }) {
  // A question is a line; none of this set has more.
  const questions = project.queries.map(({ text }) => text.replaceAll(/\s*[\r\n]+\s*/g, ' '));
  const lines = asked(['candidates', '--root', root], `${questions.join('\n')}\n`)
    .split('\n')
    .filter((line) => line !== '');
  if (lines.length !== questions.length) {
    throw new Failure(
      `${project.name}: ${questions.length} questions, ${lines.length} answers with candidates`,
    );
  }
  return lines.map((line, at) => ({
    ...described(project, project.queries[at]),
    candidates: parse(line, 'candidates').candidates.map((one) => ({ ...one, path: pathOf(one.path) })),
  }));
}

/** Candidates as an earlier run wrote them. @returns {Pool[]} */
export function readPools(file) {
  if (!existsSync(file)) throw new Failure(`${file} is not there`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parse(line, file));
}

/** Keeps candidates for further runs. */
export function writePools(file, pools) {
  writeFileSync(file, pools.map((pool) => `${JSON.stringify(pool)}\n`).join(''));
}

/** The features that any candidate has, and those with a weight, by name. */
export function featureNames(pools, weights = {}) {
  const names = new Set(Object.keys(weights));
  for (const { candidates } of pools) {
    for (const { features } of candidates) for (const name of Object.keys(features)) names.add(name);
  }
  return [...names].toSorted();
}

/** @param {Candidate} candidate @param {Weights} weights */
function scoreOf({ features }, weights) {
  let score = 0;
  for (const [name, value] of Object.entries(features)) score += (weights[name] ?? 0) * value;
  return score;
}

/** NDCG@10 over files of each question, were these the weights. @returns {number[]} */
export function ndcgs(pools, weights) {
  return pools.map(({ candidates, relevant }) => {
    const ranked = candidates
      .map((candidate) => ({ path: candidate.path, score: scoreOf(candidate, weights) }))
      // Equals keep an order that no weight decides.
      .toSorted((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
    return ndcg(distinct(ranked.map(({ path }) => path)), relevant);
  });
}

/** What a perfect order of the candidates would reach. */
export function ceilings(pools) {
  return pools.map(({ candidates, relevant }) => {
    const found = candidates.map(({ path }) => path).filter((path) => ndcg([path], relevant) > 0);
    return ndcg(distinct(found), relevant);
  });
}

/** Questions for which a score is not the weighted sum of the features: what is fitted to them would be worth nothing. */
export function unexplained(pools, weights, tolerance = 1e-3) {
  return pools.filter(({ candidates }) =>
    candidates.some((candidate) => {
      const difference = Math.abs(scoreOf(candidate, weights) - candidate.score);
      return !(difference <= tolerance * Math.max(1, Math.abs(candidate.score)));
    }),
  );
}

function asked(args, input) {
  const program = join(targetFolder(), 'release', 'beadloom-bench');
  const { status, stdout, stderr } = capture(program, args, { input, stdio: ['pipe', 'pipe', 'pipe'] });
  if (status === 0) return stdout;
  if (stderr.includes('usage:')) {
    throw new Failure(
      `\`beadloom-bench ${args[0]}\` is not there yet: this version has no features to look at`,
    );
  }
  throw new Failure(`\`beadloom-bench ${args.join(' ')}\` ended with ${status}: ${stderr.trim()}`);
}

function parse(text, what) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(`${what}: ${error.message}`);
  }
}
