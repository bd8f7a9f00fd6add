// What each feature is worth: the ranking without it, on the same questions and candidates.

import { ceilings, featureNames, ndcgs } from './candidates.mjs';
import { crossValidated, SETTINGS } from './fit.mjs';
import { mean } from './metrics.mjs';
import { interval } from './statistics.mjs';
import { signed, table, three } from './tables.mjs';

/** @typedef {import('./candidates.mjs').Pool} Pool */
/** @typedef {import('./candidates.mjs').Weights} Weights */

/**
 * For each feature, by what it is worth: NDCG@10 without it, and the change with its 95 % interval over questions.
 * @param {Pool[]} pools
 * @param {Weights} weights
 * @param {{ refit?: boolean }} [options] `refit`: the other weights are fitted anew without it, and all figures are
 *   cross-validated; else they stay as they are
 * @returns {{ all: number, rows: { name: string, weight: number, without: number, mean: number, low: number, high: number, changed: number }[] }}
 *   `changed`: questions whose figure changes
 */
export function ablation(pools, weights, { refit = false } = {}) {
  const names = featureNames(pools, weights);
  const valuesOf = (kept) =>
    refit
      ? crossValidated(pools, kept, SETTINGS).values
      : ndcgs(pools, Object.fromEntries(kept.map((name) => [name, weights[name] ?? 0])));
  const all = valuesOf(names);
  const rows = names.map((name) => {
    const values = valuesOf(names.filter((other) => other !== name));
    const changes = values.map((value, at) => value - all[at]);
    return {
      name,
      weight: weights[name] ?? 0,
      without: mean(values),
      ...interval(changes),
      changed: changes.filter((change) => change !== 0).length,
    };
  });
  return { all: mean(all), rows: rows.toSorted((a, b) => a.mean - b.mean || (a.name < b.name ? -1 : 1)) };
}

/** The ablation as a table. */
export function report(pools, weights, options) {
  const { all, rows } = ablation(pools, weights, options);
  const files = pools.reduce((sum, { candidates }) => sum + candidates.length, 0) / pools.length;
  return [
    `${pools.length} questions, ${files.toFixed(1)} candidates each. NDCG@10 over files with all features ${three(all)}; ` +
      `a perfect order of the candidates would give ${three(mean(ceilings(pools)))}.` +
      (options?.refit ? ' Weights fitted anew without each feature, cross-validated over languages.' : ''),
    '',
    table(
      ['feature', 'weight', 'without it', 'change', '95 % interval', 'questions changed'],
      rows.map((row) => [
        row.name,
        three(row.weight),
        three(row.without),
        signed(row.mean),
        `${signed(row.low)} to ${signed(row.high)}`,
        row.changed,
      ]),
    ),
  ].join('\n');
}
