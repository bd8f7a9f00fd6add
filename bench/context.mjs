// `node bench/context.mjs PROJECT NODES`: times the library's `ctx` in process, each of some nodes of a generated project
// once, after a round that is not counted: computed, then from the cache. Prints `{"calls", "p50_ms", "p99_ms",
// "cached_p50_ms", "cached_p99_ms"}`.

import { performance } from 'node:perf_hooks';

import { Beadloom } from '../dist/index.js';
import { percentile } from './measure.mjs';
import { ids } from './project.mjs';

/** Nodes that are asked for. */
const ASKED = 1000;
/** Of these, so many in a row are asked for twice: more than a cache holds would be no cached answers. */
const IN_CACHE = 50;

const [, , project, nodes] = process.argv;
const beadloom = Beadloom.open(project);
await beadloom.reindex();

async function time(refs, force) {
  const times = [];
  for (const ref of refs) {
    const started = performance.now();
    await beadloom.ctx([ref], { refresh: false, force });
    times.push(performance.now() - started);
  }
  return times;
}

const all = ids(Number(nodes));
const step = Math.max(1, Math.floor(all.length / ASKED));
const refs = all.filter((_, at) => at % step === 0).slice(0, ASKED);
await time(refs, true);
const computed = (await time(refs, true)).toSorted((a, b) => a - b);
const cached = [];
for (let at = 0; at < refs.length; at += IN_CACHE) {
  const some = refs.slice(at, at + IN_CACHE);
  await time(some, false);
  cached.push(...(await time(some, false)));
}
cached.sort((a, b) => a - b);
beadloom.close();
console.log(
  JSON.stringify({
    calls: computed.length,
    p50_ms: percentile(computed, 0.5),
    p99_ms: percentile(computed, 0.99),
    cached_p50_ms: percentile(cached, 0.5),
    cached_p99_ms: percentile(cached, 0.99),
  }),
);
