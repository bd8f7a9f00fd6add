// How sure a mean over queries is.

import { Random } from '../random.mjs';
import { percentile } from '../measure.mjs';
import { mean } from './metrics.mjs';

/** Samples that an interval is drawn from. */
const SAMPLES = 2000;

/**
 * The 95 % interval of a mean by bootstrap: from as many values, drawn with replacement. The seed is always the same,
 * so that the same values give the same interval.
 * @param {number[]} values one per query; of a comparison, the differences
 * @returns {{ mean: number, low: number, high: number }}
 */
export function interval(values, samples = SAMPLES) {
  const random = new Random(values.length);
  const means = Array.from({ length: samples }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < values.length; drawn += 1) sum += random.pick(values);
    return sum / values.length;
  }).toSorted((a, b) => a - b);
  return { mean: mean(values), low: percentile(means, 0.025), high: percentile(means, 0.975) };
}

/**
 * The mean over rows, with its 95 % interval by bootstrap over groups: questions of one project are alike, so projects are
 * drawn, each with all its rows. Of a single group nothing can be said, and the rows are drawn.
 * @template T
 * @param {T[]} rows
 * @param {(row: T) => string} groupOf
 * @param {(row: T) => number} valueOf
 */
export function clustered(rows, groupOf, valueOf, samples = SAMPLES) {
  const groups = grouped(rows, groupOf).map(([, list]) => list.map(valueOf));
  if (groups.length < 2) return interval(rows.map(valueOf), samples);
  const random = new Random(rows.length);
  const sums = groups.map((values) => ({ sum: mean(values) * values.length, count: values.length }));
  const means = Array.from({ length: samples }, () => {
    let [sum, count] = [0, 0];
    for (let drawn = 0; drawn < sums.length; drawn += 1) {
      const one = random.pick(sums);
      sum += one.sum;
      count += one.count;
    }
    return sum / count;
  }).toSorted((a, b) => a - b);
  return {
    mean: mean(rows.map(valueOf)),
    low: percentile(means, 0.025),
    high: percentile(means, 0.975),
  };
}

/** The rows by what a function says of them, by name of the group. */
export function grouped(rows, keyOf) {
  const groups = new Map();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
