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
