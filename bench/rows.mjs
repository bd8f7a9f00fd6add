// One line of the table: how often as much, or how many, against what.

import { join } from 'node:path';

import { root } from '../scripts/lib/process.mjs';
import { spread } from './measure.mjs';

/** @typedef {{ corpus: string, what: string, against: string, unit: string, goal?: number, min: number, median: number, max: number, detail?: object }} Row */

const CLI = join(root, 'dist', 'cli.js');

/** What every command of a Node program costs before it does anything. */
export const NOTHING = { name: 'node -e 0', program: process.execPath, args: ['-e', '0'] };

/** The command line as built. */
export function beadloom(name, args) {
  return { name, program: process.execPath, args: [CLI, ...args] };
}

/** @returns {Row} */
export function row(corpus, what, against, values, { unit = '×', goal, detail } = {}) {
  return { corpus, what, against, unit, goal, ...spread(values), detail };
}

/** Prints rows as they come: a run takes minutes. */
export function show(rows) {
  for (const { what, against, unit, goal, min, median, max } of rows) {
    const number = (value) => `${value < 0.1 ? value.toPrecision(2) : value.toFixed(2)} ${unit}`;
    const verdict =
      goal === undefined ? '' : median <= goal ? `goal ${number(goal)}: met` : `goal ${number(goal)}: MISSED`;
    console.log(
      `${what.padEnd(28)} ${number(median).padStart(10)}  (${number(min)} to ${number(max)})  against ${against}. ${verdict}`,
    );
  }
  return rows;
}
