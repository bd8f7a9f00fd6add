// The statistics and the fitting of `bench/eval`, on candidates that are made up.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import test from 'ava';

import { ablation } from '../bench/eval/ablate.mjs';
import { ceilings, ndcgs, unexplained } from '../bench/eval/candidates.mjs';
import type { Candidate, Pool } from '../bench/eval/candidates.mjs';
import { crossValidated, fitted, languageFolds } from '../bench/eval/fit.mjs';
import { logistic } from '../bench/eval/logistic.mjs';
import { interval } from '../bench/eval/statistics.mjs';
import { run } from './support/cli.js';
import { project } from './support/project.js';
import { Random } from './support/random.js';

const near = (one: number, other: number) => Math.abs(one - other) < 1e-9;
/** 1 / log2(rank + 1), ranks from 1. */
const [FIRST, SECOND] = [1, 1 / Math.log2(3)] as const;

test('an interval is the same every time, and holds the mean', (t) => {
  const values = Array.from({ length: 100 }, (_, at) => at % 2);
  const one = interval(values);
  t.deepEqual(interval(values), one);
  t.is(one.mean, 0.5);
  // The standard error is .05: 95 % lie within two of them.
  t.true(one.low > 0.37 && one.low < 0.43 && one.high > 0.57 && one.high < 0.63, JSON.stringify(one));
});

test('logistic regression of one value agrees with the equation of its minimum', (t) => {
  const differences = [1, 1, 1, -1].map((value) => Float64Array.of(value));
  const [weight = NaN] = logistic(differences, 1, 10);
  // 10 · (3·σ(−w) − σ(w)) = w
  const sigma = (value: number) => 1 / (1 + Math.exp(-value));
  t.true(near(10 * (3 * sigma(-weight) - sigma(weight)), weight), String(weight));
  t.deepEqual([...logistic([], 2, 1)], [0, 0]);
});

/** Questions with five candidates each: `tells` points to the right one, `noise` to none, `same` is always one. */
function made(questions: number): Pool[] {
  const random = new Random(7);
  return Array.from({ length: questions }, (_, number) => {
    const right = random.below(5);
    const candidates = Array.from({ length: 5 }, (__, at): Candidate => {
      const tells = 3 * random.next() + (at === right ? 2 : 0);
      const noise = 3 * random.next();
      const features = { tells, noise, same: 1 };
      return { path: `${at}.go`, line_start: 1, line_end: 9, features, score: tells + noise };
    });
    return {
      project: `p${number % 4}`,
      language: ['go', 'c', 'rust', 'lua'][number % 4] as string,
      category: 'semantic',
      query: `question ${number}`,
      relevant: [`${right}.go`],
      candidates,
    };
  });
}

const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('fitting finds what tells and what does not, and holds for other languages', (t) => {
  const pools = made(200);
  const { weights, pairs } = fitted(pools, ['noise', 'same', 'tells']);
  const { tells = NaN, noise = NaN, same = NaN } = weights;
  t.is(pairs, 800);
  t.true(tells > 0.5, `tells ${tells}`);
  t.true(Math.abs(noise) < tells / 5, `noise ${noise}`);
  t.is(same, 0);
  const { values, folds } = crossValidated(pools, ['noise', 'same', 'tells']);
  const now = ndcgs(pools, { tells: 1, noise: 1 });
  t.is(folds.length, 4);
  t.true(average(values) > average(now) + 0.05, `${average(values)} against ${average(now)}`);
});

test('only so many of the strongest wrong candidates count', (t) => {
  const pool = made(1);
  const settings = { penalty: 0.01, negatives: 2, folds: 5 };
  t.is(fitted(pool, ['tells'], settings).pairs, 2);
  t.deepEqual(fitted(pool, ['tells']), fitted(pool, ['tells'], { ...settings, negatives: 4 }));
});

test('folds keep a language together and are of about the same size', (t) => {
  const counts = { go: 5, c: 4, lua: 3, zig: 2, rust: 1 };
  const pools = Object.entries(counts).flatMap(([language, count]) =>
    made(count).map((pool) => ({ ...pool, language })),
  );
  t.deepEqual(
    languageFolds(pools, 3).map(({ languages, at }) => [languages.join(' '), at.length]),
    [
      ['go', 5],
      ['c rust', 5],
      ['lua zig', 5],
    ],
  );
});

test('a feature that tells is worth something, and one that only blurs costs', (t) => {
  const pools = made(200);
  const { all, rows } = ablation(pools, { tells: 1, noise: 1, same: 1 });
  const [tells, same, noise] = rows;
  t.deepEqual(
    rows.map(({ name }) => name),
    ['tells', 'same', 'noise'],
  );
  t.true(tells !== undefined && tells.high < 0 && near(tells.without, all + tells.mean));
  t.deepEqual([same?.mean, same?.changed], [0, 0]);
  t.true(noise !== undefined && noise.low > 0);
  const refitted = ablation(pools, { tells: 1, noise: 1 }, { refit: true });
  t.is(refitted.rows[0]?.name, 'tells');
  t.true(refitted.all > all);
});

test('candidates without the right file bound what an order can reach; equals stand by path', (t) => {
  const at = (path: string, value: number): Candidate => ({
    path,
    line_start: 1,
    line_end: 1,
    features: { value },
    score: value,
  });
  const base = { project: 'p', language: 'go', category: 'semantic', query: 'q' };
  const pools = [
    { ...base, relevant: ['b.go'], candidates: [at('b.go', 1), at('a.go', 1)] },
    { ...base, relevant: ['c.go', 'a.go'], candidates: [at('a.go', 1), at('a.go', 2)] },
  ];
  t.true(near(ndcgs(pools, { value: 1 })[0] ?? NaN, SECOND));
  t.true(near(ceilings(pools)[1] ?? NaN, FIRST / (FIRST + SECOND)));
  t.is(unexplained(pools, { value: 1 }).length, 0);
  t.is(unexplained(pools, { value: 2 }).length, 2);
});

test('ablation and fitting run on kept candidates', async (t) => {
  const where = project(t, {});
  const [kept, weights, saved] = ['kept.jsonl', 'weights.json', 'saved.json'].map((name) => where.path(name));
  writeFileSync(
    kept as string,
    made(60)
      .map((pool) => `${JSON.stringify(pool)}\n`)
      .join(''),
  );
  writeFileSync(weights as string, '{"tells": 1, "noise": 1}');
  const program = join(import.meta.dirname, '..', 'bench', 'eval', 'run.mjs');
  const args = [
    program,
    'semble',
    '--ablate',
    '--fit',
    '--candidates',
    kept,
    '--weights',
    weights,
    '--save',
    saved,
  ];
  const { code, stdout, stderr } = await run(process.execPath, args as string[], { cwd: where.root });
  t.is(code, 0, stderr);
  t.regex(stdout, /^\| tells \| 1\.000 \| /m);
  t.regex(stdout, /60 questions, 240 pairs, 3 features/);
  const { tells, noise } = JSON.parse(readFileSync(saved as string, 'utf8')) as {
    tells: number;
    noise: number;
  };
  t.true(tells > Math.abs(noise));
});
