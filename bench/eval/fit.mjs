// Weights for the features, from which candidates are right: pairwise logistic regression, each right candidate against
// the strongest wrong ones, with folds that keep a language together – weights have to hold for languages that they
// were not made from.

import { featureNames, ndcgs } from './candidates.mjs';
import { logistic } from './logistic.mjs';
import { mean, samePath } from './metrics.mjs';
import { grouped, interval } from './statistics.mjs';
import { signed, table, three } from './tables.mjs';

/** @typedef {import('./candidates.mjs').Pool} Pool */
/** @typedef {import('./candidates.mjs').Weights} Weights */
/** @typedef {{ penalty: number, negatives: number, folds: number }} Settings */

/** @type {Settings} */
export const SETTINGS = { penalty: 0.01, negatives: 40, folds: 5 };

/**
 * Weights for features as they are, not standardised.
 * @param {Pool[]} pools
 * @param {string[]} names features that may have a weight
 * @param {Settings} settings
 * @returns {{ weights: Weights, spread: Weights, pairs: number }} `spread`: standard deviation of each feature over all
 *   candidates; times its weight, what the feature moves
 */
export function fitted(pools, names, settings = SETTINGS) {
  const spread = deviations(pools, names);
  const valuesOf = ({ features }) =>
    Float64Array.from(names, (name) => (spread[name] === 0 ? 0 : (features[name] ?? 0) / spread[name]));
  const pairs = [];
  for (const { candidates, relevant } of pools) {
    const isRight = ({ path }) => relevant.some((right) => samePath(path, right));
    const wrong = candidates
      .filter((candidate) => !isRight(candidate))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, settings.negatives)
      .map(valuesOf);
    for (const right of candidates.filter(isRight).map(valuesOf)) {
      for (const other of wrong) pairs.push(right.map((value, at) => value - other[at]));
    }
  }
  const solved = logistic(pairs, names.length, settings.penalty);
  const weights = Object.fromEntries(
    names.map((name, at) => [name, spread[name] === 0 ? 0 : solved[at] / spread[name]]),
  );
  return { weights, spread, pairs: pairs.length };
}

/**
 * NDCG of each question with weights that were made without its language.
 * @returns {{ values: number[], folds: { languages: string[], at: number[] }[] }} values in the order of the pools
 */
export function crossValidated(pools, names, settings = SETTINGS) {
  const folds = languageFolds(pools, settings.folds);
  const values = Array.from({ length: pools.length }, () => 0);
  for (const { at } of folds) {
    const held = new Set(at);
    const { weights } = fitted(
      pools.filter((_, index) => !held.has(index)),
      names,
      settings,
    );
    const scores = ndcgs(
      at.map((index) => pools[index]),
      weights,
    );
    for (const [position, index] of at.entries()) values[index] = scores[position];
  }
  return { values, folds };
}

/**
 * Languages in so many folds of about as many questions: the largest language first, always into the smallest fold.
 * @returns {{ languages: string[], at: number[] }[]} `at`: the questions, by their place among the pools
 */
export function languageFolds(pools, count) {
  const rows = pools.map((pool, index) => ({ language: pool.language, index }));
  const languages = grouped(rows, (row) => row.language).toSorted(
    ([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1),
  );
  const folds = Array.from({ length: Math.min(count, languages.length) }, () => ({ languages: [], at: [] }));
  for (const [language, group] of languages) {
    const smallest = folds.reduce((least, fold) => (fold.at.length < least.at.length ? fold : least));
    smallest.languages.push(language);
    smallest.at.push(...group.map(({ index }) => index));
  }
  return folds;
}

/**
 * What fitting gives, as text, and the weights from all questions.
 * @param {Pool[]} pools
 * @param {Weights} current
 */
export function report(pools, current, settings = SETTINGS) {
  const names = featureNames(pools, current);
  const now = ndcgs(pools, current);
  const { values, folds } = crossValidated(pools, names, settings);
  const whole = fitted(pools, names, settings);
  const own = ndcgs(pools, whole.weights);
  const change = interval(values.map((value, at) => value - now[at]));
  const pick = (from, at) => three(mean(at.map((index) => from[index])));
  const rows = folds.map(({ languages, at }) => [
    languages.toSorted().join(', '),
    at.length,
    pick(now, at),
    pick(values, at),
  ]);
  const by = names
    .map((name) => ({ name, moves: Math.abs(whole.weights[name]) * whole.spread[name] }))
    .toSorted((a, b) => b.moves - a.moves || (a.name < b.name ? -1 : 1));
  const text = [
    `${pools.length} questions, ${whole.pairs} pairs, ${names.length} features; penalty ${settings.penalty}, ` +
      `${settings.negatives} negatives, ${folds.length} folds.`,
    '',
    table(['held out', 'questions', 'NDCG@10 now', 'cross-validated'], rows),
    '',
    `All: now ${three(mean(now))}, cross-validated ${three(mean(values))}, fitted to itself ${three(mean(own))}; ` +
      `change ${signed(change.mean)}, 95 % interval ${signed(change.low)} to ${signed(change.high)}.`,
    '',
    table(
      ['feature', 'weight now', 'fitted', 'fitted × deviation'],
      by.map(({ name, moves }) => [
        name,
        current[name] === undefined ? '–' : three(current[name]),
        three(whole.weights[name]),
        three(moves),
      ]),
    ),
  ].join('\n');
  return { text, weights: whole.weights };
}

/** Standard deviation of each feature over all candidates. */
function deviations(pools, names) {
  const rows = pools.flatMap(({ candidates }) => candidates);
  return Object.fromEntries(
    names.map((name) => {
      const middle = mean(rows.map(({ features }) => features[name] ?? 0));
      const squares = rows.map(({ features }) => ((features[name] ?? 0) - middle) ** 2);
      const deviation = Math.sqrt(mean(squares));
      return [name, deviation > 1e-12 ? deviation : 0];
    }),
  );
}
