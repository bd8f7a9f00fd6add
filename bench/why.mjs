// `node bench/why.mjs PROJECT REF [CALLS]`: times the library's `why` of one reference in process, after a call that
// is not counted. Prints `{"calls", "dependents", "p50_ms", "p99_ms"}`.

import { performance } from 'node:perf_hooks';

import { Beadloom } from '../dist/index.js';
import { percentile } from './measure.mjs';

const [, , project, ref, calls = '50'] = process.argv;
const beadloom = Beadloom.open(project);
await beadloom.reindex();
const { counts } = await beadloom.why(ref, { refresh: false });
const times = [];
for (let call = 0; call < Number(calls); call += 1) {
  const started = performance.now();
  await beadloom.why(ref, { refresh: false });
  times.push(performance.now() - started);
}
beadloom.close();
times.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    calls: times.length,
    dependents: counts.downstream_direct,
    p50_ms: percentile(times, 0.5),
    p99_ms: percentile(times, 0.99),
  }),
);
