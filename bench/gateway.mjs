// `node bench/gateway.mjs [TOOLS] [PAIRS]`: times searches of the gateway's core in process, over made-up tools, after so many learned
// calls. Prints `{"tools", "pairs", "read_ms", "learn_ms", "search": {"p50_ms", "p99_ms"}}`.

import { performance } from 'node:perf_hooks';

import { loadedNative } from './eval/native.mjs';
import { Core } from './eval/tools.mjs';
import { percentile } from './measure.mjs';
import { Random } from './random.mjs';

const [, , tools = '5000', pairs = '3000'] = process.argv;
const SEARCHES = 200;
const TOOLS_OF_A_SERVER = 50;

const random = new Random(7);
const pick = (list) => random.pick(list);
const syllable = () => `${pick([...'bcdfglmnprstv'])}${pick([...'aeiou'])}${pick(['', 'n', 'r', 's', 'l'])}`;
/** As many as texts of tools have, some everywhere and most seldom. */
const VOCABULARY = Array.from({ length: 6000 }, () => Array.from({ length: 3 }, syllable).join(''));
const word = () => VOCABULARY[Math.floor(VOCABULARY.length * random.next() ** 3)];
const words = (count) => Array.from({ length: count }, word).join(' ');

const catalogue = Array.from({ length: Number(tools) }, (_, at) => ({
  server: `server${Math.floor(at / TOOLS_OF_A_SERVER)}`,
  tool: {
    name: `${word()}_${word()}_${at}`,
    description: `${words(12)}. ${words(20)}.`,
    input_schema: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 4 }, () => [`${word()}_${word()}`, { type: 'string', description: words(6) }]),
      ),
    },
  },
}));

const core = new Core(loadedNative());
const began = performance.now();
await core.fill(catalogue);
await core.search('warm');
const read = performance.now() - began;

const learning = performance.now();
for (let at = 0; at < Number(pairs); at += 1) {
  const { server, tool } = pick(catalogue.slice(0, 300));
  // oxlint-disable-next-line no-await-in-loop -- one call after the other
  await core.call('learn', { server, name: tool.name, query: `${words(6)} ${at}`, how: 'direct', ok: true });
}
const learned = performance.now() - learning;

const times = [];
for (let at = -5; at < SEARCHES; at += 1) {
  const query = words(8);
  const started = performance.now();
  // oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
  await core.search(query);
  if (at >= 0) times.push(performance.now() - started);
}
core.close();
times.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    tools: catalogue.length,
    pairs: Number(pairs),
    read_ms: read,
    learn_ms: learned / Math.max(1, Number(pairs)),
    search: { p50_ms: percentile(times, 0.5), p99_ms: percentile(times, 0.99) },
  }),
);
