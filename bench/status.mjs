// `node bench/status.mjs PROJECT`: times the library's `status` in process, with its look at the files, after a few calls
// that are not counted. Prints `{"calls", "covered", "p50_ms", "p99_ms"}`.

import { performance } from 'node:perf_hooks';

import { Beadloom } from '../dist/index.js';
import { percentile } from './measure.mjs';

const CALLS = 100;
const WARM = 5;

const [, , project] = process.argv;
const beadloom = Beadloom.open(project);
const times = [];
let covered = 0;
for (let call = -WARM; call < CALLS; call += 1) {
  const started = performance.now();
  // oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
  const { coverage } = await beadloom.status();
  if (call >= 0) times.push(performance.now() - started);
  covered = coverage.length;
}
beadloom.close();
times.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    calls: times.length,
    covered,
    p50_ms: percentile(times, 0.5),
    p99_ms: percentile(times, 0.99),
  }),
);
