// `node bench/fresh.mjs PROJECT FILE [ROUNDS]`: how long it takes until a search in process finds a word that was just
// written into a file of code. In each round the file gets another word that stands nowhere else; the search brings the
// index up to date by itself. The file is as it was in the end. Prints `{"rounds", "p50_ms", "p95_ms", "greatest_ms"}`.

import { appendFileSync, truncateSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { Beadloom } from '../dist/index.js';
import { percentile } from './measure.mjs';

/** Rounds that are not counted: the first search opens files and reads what later ones keep. */
const WARM = 2;
/** Searches until the word has to be found. */
const MOST = 20;

const [, , project, file, rounds = '15'] = process.argv;
const path = join(project, file);
const { size } = statSync(path);
const mark = path.endsWith('.py') ? '#' : '//';
const beadloom = Beadloom.open(project);
await beadloom.reindex();
const times = [];
try {
  for (let round = -WARM; round < Number(rounds); round += 1) {
    // Letters alone, so that it is one word; the time makes it another one in every run.
    const word = `zq${letters(Date.now())}${letters(round + WARM)}`;
    truncateSync(path, size);
    appendFileSync(path, `\n${mark} ${word}\n`);
    const started = performance.now();
    let found = false;
    for (let tries = 0; !found && tries < MOST; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
      const { hits } = await beadloom.search(word, { in: 'code', limit: 1 });
      found = hits[0]?.path === file;
    }
    if (!found) throw new Error(`${word} was not found in ${file}`);
    if (round >= 0) times.push(performance.now() - started);
  }
} finally {
  truncateSync(path, size);
  await beadloom.reindex();
  beadloom.close();
}
times.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    rounds: times.length,
    p50_ms: percentile(times, 0.5),
    p95_ms: percentile(times, 0.95),
    greatest_ms: times.at(-1),
  }),
);

function letters(number) {
  return [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
}
