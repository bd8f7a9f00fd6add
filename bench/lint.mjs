// `node bench/lint.mjs PROJECT [CALLS]`: the processor time of the library's `lint` in process, after a call that is not
// counted. Prints `{"calls", "rules", "violations", "p50_ms", "max_ms"}`.

import { Beadloom } from '../dist/index.js';
import { percentile } from './measure.mjs';

const [, , project, calls = '20'] = process.argv;
const beadloom = Beadloom.open(project);
await beadloom.reindex();
const { summary, violations } = await beadloom.lint({ refresh: false });
const times = [];
for (let call = 0; call < Number(calls); call += 1) {
  const before = process.cpuUsage();
  await beadloom.lint({ refresh: false });
  const { user, system } = process.cpuUsage(before);
  times.push((user + system) / 1000);
}
beadloom.close();
times.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    calls: times.length,
    rules: summary.rules_evaluated,
    violations: violations.length,
    p50_ms: percentile(times, 0.5),
    max_ms: times.at(-1),
  }),
);
