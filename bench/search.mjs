// `node bench/search.mjs PROJECT [ROUNDS]`: times the library's search in code, for texts to the letter, and its answers to
// tasks, in process: the same questions in each round, after one that is not counted. Prints `{"calls", "chunks", "files",
// "search": {"p50_ms", "p95_ms"}, "exact": {…}, "task": {…}}`.

import { performance } from 'node:perf_hooks';

import { Beadloom } from '../dist/index.js';
import { percentile } from './measure.mjs';

/** What people ask of any project: names, words, sentences. */
const QUESTIONS = [
  'Config',
  'parse command line flags',
  'where is the configuration loaded and validated',
  'retry with exponential backoff',
  'how are errors turned into messages for the user',
  'cache invalidation',
  'open a connection and authenticate',
  'Logger',
  'serialize an object to JSON',
  'how does the scheduler decide what runs next',
  'file watcher',
  'read a file line by line',
  'validate the input of a request',
  'clean up resources on shutdown',
  'format a date in the local time zone',
];

/** What people look for to the letter: rare and everyday, in code, in messages, and nowhere. */
const TEXTS = [
  'application/json',
  'not implemented',
  'deprecated',
  'TODO',
  '--verbose',
  'localhost',
  'utf-8',
  'retry',
  'Timeout',
  'permission denied',
  'connection refused',
  'https://',
  'invalid argument',
  '100 * 1024',
  'no file holds this text',
];

const [, , project, rounds = '4'] = process.argv;
const beadloom = Beadloom.open(project);
const { totals, files } = await beadloom.reindex();

async function timed(questions, ask) {
  const times = [];
  for (let round = 0; round <= Number(rounds); round += 1) {
    for (const question of questions) {
      const started = performance.now();
      await ask(question);
      if (round > 0) times.push(performance.now() - started);
    }
  }
  times.sort((a, b) => a - b);
  return { p50_ms: percentile(times, 0.5), p95_ms: percentile(times, 0.95) };
}

const search = await timed(QUESTIONS, (question) =>
  beadloom.search(question, { in: 'code', refresh: false }),
);
const exact = await timed(TEXTS, (text) => beadloom.searchExact(text, { refresh: false }));
const task = await timed(QUESTIONS, (question) =>
  beadloom.ctxMarkdown([], { task: question, refresh: false }),
);
beadloom.close();
const calls = QUESTIONS.length * Number(rounds);
console.log(JSON.stringify({ calls, chunks: totals.code_chunks, files: files.scanned, search, exact, task }));
