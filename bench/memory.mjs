// `node bench/memory.mjs [--memories N] [--calls N]`: what recall costs over many memories. Prints the import, the first recall of a process
// and those that follow, over a thousand memories and over all, as milliseconds and as ratios. The memories are made up: words as rare
// as those of a language are, and a number in each that makes it another one.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';

import { root, script } from '../scripts/lib/process.mjs';
import { commitAll } from './corpora.mjs';
import { percentile } from './measure.mjs';
import { Random } from './random.mjs';

const FEW = 1_000;
const WORDS = 6_000;
const SYLLABLES = [...'bcdfglmnprstvz'].flatMap((consonant) =>
  [...'aeiou'].map((vowel) => consonant + vowel),
);
const ID = '0123456789abcdefghjkmnpqrstvwxyz';

await script(async (argv) => {
  const { values } = parseArgs({
    args: argv,
    options: { memories: { type: 'string', default: '100000' }, calls: { type: 'string', default: '200' } },
  });
  const [many, calls] = [Number(values.memories), Number(values.calls)];
  const { Beadloom } = await import(join(root, 'dist', 'index.js'));
  const rows = [];
  for (const count of [FEW, many]) {
    const folder = mkdtempSync(join(tmpdir(), 'beadloom-bench-memory-'));
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
      rows.push(await measured(folder, count, calls, Beadloom));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const [few, all] = rows;
  console.log(`| | ${few.count} memories | ${all.count} | ratio |\n| --- | ---: | ---: | ---: |`);
  for (const [name, says] of [
    ['imported', 'import, ms'],
    ['first', 'first recall of a project that was opened, ms'],
    ['p50', 'recall, p50 ms'],
    ['p99', 'recall, p99 ms'],
  ]) {
    console.log(
      `| ${says} | ${few[name].toFixed(1)} | ${all[name].toFixed(1)} | ${(all[name] / few[name]).toFixed(1)} × |`,
    );
  }
});

async function measured(folder, count, calls, Beadloom) {
  writeFileSync(join(folder, 'a.py'), 'x = 1\n');
  commitAll(folder);
  const texts = textsOf(new Random(11), count);
  const lines = texts.map((content, at) => `${JSON.stringify(memory(content, at))}\n`).join('');
  const importing = Beadloom.open(folder);
  const began = performance.now();
  await importing.importMemories(lines);
  const imported = performance.now() - began;
  importing.close();
  const project = Beadloom.open(folder);
  try {
    const times = [];
    for (let call = 0; call <= calls; call += 1) {
      const words = texts[Math.floor((call * count) / (calls + 1))].split(' ').slice(0, 5);
      const from = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as an agent asks
      await project.recall(words.join(' '), { limit: 5 });
      times.push(performance.now() - from);
    }
    const [first, ...others] = times;
    const sorted = others.toSorted((a, b) => a - b);
    return { count, imported, first, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
  } finally {
    project.close();
  }
}

function textsOf(random, count) {
  const words = Array.from({ length: WORDS }, () =>
    Array.from({ length: 2 + random.below(3) }, () => random.pick(SYLLABLES)).join(''),
  );
  // The third power makes a few words everyday ones and most of them rare.
  const word = () => words[Math.floor(random.next() ** 3 * WORDS)];
  return Array.from(
    { length: count },
    (_, at) => `${Array.from({ length: 8 + random.below(12) }, word).join(' ')} ${at}`,
  );
}

function memory(content, at) {
  let rest = at;
  let id = '';
  for (let place = 0; place < 12; place += 1) {
    id = ID[rest % ID.length] + id;
    rest = Math.floor(rest / ID.length);
  }
  const day = '2026-01-01T00:00:00Z';
  return { id: `mem-${id}`, content, kind: 'note', source: 'manual', created_at: day, updated_at: day };
}
