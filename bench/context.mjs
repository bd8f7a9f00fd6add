// `node bench/context.mjs PROJECT`: times the library's `ctx` in process, each node of the generated project once,
// after a round that is not counted. Prints `{"calls", "p50_ms", "p99_ms"}`.

import { performance } from 'node:perf_hooks';

import { Beadloom } from '../dist/index.js';
import { percentile } from './measure.mjs';
import { ids } from './project.mjs';

const beadloom = await Beadloom.open(process.argv[2]);
await beadloom.reindex();
const times = [];
for (const round of [0, 1]) {
  for (const ref of ids()) {
    const started = performance.now();
    await beadloom.ctx([ref], { refresh: false });
    if (round === 1) times.push(performance.now() - started);
  }
}
await beadloom.close();
times.sort((a, b) => a - b);
console.log(
  JSON.stringify({ calls: times.length, p50_ms: percentile(times, 0.5), p99_ms: percentile(times, 0.99) }),
);
