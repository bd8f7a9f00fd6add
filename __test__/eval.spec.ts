// The measures of `bench/eval`, against values worked out by hand.
import { join } from 'node:path';

import test from 'ava';

import { BUDGETS, isNamed, search, tasks, worth } from '../bench/eval/answers.mjs';
import { accuracy, gains, hit, ndcg, recall, samePath } from '../bench/eval/metrics.mjs';
import { counts as isJudged, judge } from '../bench/eval/parts.mjs';
import { isTest, patchedFiles, projectsOf } from '../bench/eval/sets.mjs';
import { pointsAt, questions } from '../bench/eval/words.mjs';
import { difference, sembleTables, sweTables, tokensTable } from '../bench/eval/tables.mjs';
import { project } from './support/project.js';

const near = (one: number, other: number) => Math.abs(one - other) < 1e-9;
/** 1 / log2(rank + 1), ranks from 1. */
const [FIRST, SECOND, THIRD] = [1, 1 / Math.log2(3), 1 / 2] as const;

for (const [one, other, same] of [
  ['src/a.go', 'src/a.go', true],
  ['a.go', 'src/a.go', true],
  ['root/src/a.go', 'src/a.go', true],
  ['ba.go', 'a.go', false],
  ['src/a.go', 'lib/a.go', false],
  ['src/a.go', 'src/a.g', false],
] as const) {
  test(`${one} and ${other} ${same ? 'name one file' : 'are two files'}`, (t) => {
    t.is(samePath(one, other), same);
  });
}

test('a second chunk of a file gains nothing', (t) => {
  t.deepEqual(gains(['a.go', 'a.go', 'x.go', 'src/b.go'], ['a.go', 'b.go']), [true, false, false, true]);
});

for (const [what, ranked, relevant, value] of [
  ['first', ['a'], ['a'], FIRST],
  ['second', ['x', 'a'], ['a'], SECOND],
  ['after a second chunk of another', ['x', 'x', 'a'], ['a'], THIRD],
  ['two, with a second chunk between', ['a', 'a', 'b'], ['a', 'b'], (FIRST + THIRD) / (FIRST + SECOND)],
  ['one of two', ['a'], ['a', 'b'], FIRST / (FIRST + SECOND)],
  ['eleventh', [...'0123456789', 'a'], ['a'], 0],
  ['eleven of eleven', [...'abcdefghijk'], [...'abcdefghijk'], 1],
  ['nothing found', [], ['a'], 0],
  ['nothing right', ['a'], [], 0],
] as const) {
  test(`NDCG@10: ${what}`, (t) => {
    t.true(
      near(ndcg([...ranked], [...relevant]), value),
      `${ndcg([...ranked], [...relevant])}, not ${value}`,
    );
  });
}

test('a hit is one right file, accuracy is all of them, recall is their share', (t) => {
  const ranked = ['x', 'a', 'y', 'b'];
  t.deepEqual(
    [1, 2, 4].map((depth) => [hit(ranked, ['a', 'b'], depth), accuracy(ranked, ['a', 'b'], depth)]),
    [
      [0, 0],
      [1, 0],
      [1, 1],
    ],
  );
  t.is(recall(ranked.slice(0, 2), ['a', 'b']), 0.5);
});

test('an answer is judged by its list as returned and by its files', (t) => {
  const at = (path: string) => ({ path, lines: [1, 2] as [number, number], score: 1 });
  const { chunks, files, hit1, hit5 } = worth({
    relevant: ['b.go'],
    hits: [at('a.go'), at('a.go'), at('b.go')],
    files: ['a.go', 'b.go'],
  });
  t.true(near(chunks, THIRD) && near(files, SECOND), `${chunks} and ${files}`);
  t.deepEqual([hit1, hit5], [0, 1]);
});

/** A project with one question, as a set gives it, of which only `lib` is indexed. */
const ASKED = {
  name: 'p',
  language: 'go',
  repository: 'o/p',
  revision: '1',
  prefix: 'lib',
  folder: '/nowhere',
  counts: () => true,
  queries: [{ text: 'how it ends', relevant: ['lib/b.go', 'lib/c.go'], category: 'architecture' }],
};
type Library = Parameters<typeof search>[1]['beadloom'];
const pathOf = (path: string) => `lib/${path}`;

test('a search is asked for more where ten results lie in fewer files', async (t) => {
  const asked: unknown[] = [];
  const paths = [...Array<string>(10).fill('a.go'), 'b.go', 'a.go', 'c.go'];
  const beadloom = {
    search: (query: string, options: { limit: number }) => {
      asked.push([query, options]);
      const hits = paths.map((path, at) => ({ path, line_start: at, line_end: at + 1, score: -at }));
      return Promise.resolve({ hits: hits.slice(0, options.limit) });
    },
  } as unknown as Library;
  const [answer] = await search(ASKED, { beadloom, pathOf }, { lang: 'go' });
  if (!answer) throw new Error('no answer');
  const options = (limit: number) => ['how it ends', { in: 'code', refresh: false, lang: 'go', limit }];
  t.deepEqual(asked, [options(10), options(10), options(100)]);
  t.is(answer.hits.length, 10);
  t.deepEqual(answer.hits[1], { path: 'lib/a.go', lines: [1, 2], score: -1 });
  t.deepEqual(answer.files, ['lib/a.go', 'lib/b.go', 'lib/c.go']);
  const tables = [sembleTables([answer], { byProject: true }), sweTables([answer])].join('\n\n');
  t.regex(tables, /^\| go \| 1 \| 0\.000 \| 0\.693 \| 0\.000 \| 1\.000 \| 1\.000 \| /m);
  t.regex(tables, /^\| architecture \| 1 \| 0\.000 \| 1\.000 \| 1\.000 \| 0\.000 \| 1\.000 \| /m);
  t.true(even(tables), tables);
  const before = { ...answer, files: ['lib/b.go', 'lib/c.go'], hits: [] };
  t.regex(
    difference([before], [answer]),
    /\| all \| 1 \| 1\.000 \| 0\.693 \| −0\.3066 \|[^]*Lost most:\n−0\.3066 {2}p: how/,
  );
});

test('a task is asked within each budget, and files count where they are named', async (t) => {
  const beadloom = {
    ctxMarkdown: (_: unknown, { budget }: { budget: number }) =>
      Promise.resolve(budget < 1000 ? '## b.go:1-2\n```\nc.go\n```\n' : '## b.go\n## c.go\n'),
    ctx: (refs: unknown, options: { task: string; budget: number }) => {
      t.deepEqual([refs, options.task], [[], 'how it ends']);
      return Promise.resolve({ code: [{ path: 'c.go' }, { path: 'c.go' }], tokens: 600 });
    },
  } as unknown as Library;
  const table = tokensTable(await tasks(ASKED, { beadloom, pathOf }));
  t.is(table.split('\n').length, 2 + 2 * BUDGETS.length);
  t.regex(table, /^\| 500 \| Markdown \| 1 \| 1\.000 \| 0\.000 \| 0\.500 \| – \| /m);
  t.regex(table, /^\| 1,000 \| Markdown \| 1 \| 1\.000 \| 1\.000 \| 1\.000 \| – \| /m);
  t.regex(table, /^\| 500 \| JSON \| 1 \| 0\.000 \| 0\.000 \| 0\.500 \| 1 \| /m);
  t.true(even(table), table);
});

/** Whether all rows of each table have as many cells as its head. */
function even(tables: string): boolean {
  return tables
    .split('\n\n')
    .every((table) => new Set(table.split('\n').map((line) => line.split(' | ').length)).size === 1);
}

for (const [path, text, named] of [
  ['a.go', '## a.go:1-9\n', true],
  ['a.go', 'see `a.go`.', true],
  ['a.go', '## src/a.go:1-9\n', false],
  ['a.go', 'ba.go and a.goal', false],
  ['a.go', '## b.go\n```go\n// as in a.go\n```\n', false],
  ['a.go', '```go a.go:1-2\ncode\n```\n', true],
] as const) {
  test(`${path} is ${named ? '' : 'not '}named by ${JSON.stringify(text)}`, (t) => {
    t.is(isNamed(path, text), named);
  });
}

test('tests of a Python project are told by folder and name', (t) => {
  const tests = [
    'tests/a.py',
    'pkg/test/b.py',
    'pkg/test_a.py',
    'pkg/a_test.py',
    'conftest.py',
    'x/tests.py',
  ];
  t.deepEqual(tests.filter(isTest), tests);
  t.deepEqual(['src/_pytest/a.py', 'testing/a.py', 'pkg/testable.py', 'latest.py'].filter(isTest), []);
});

test('a patch says which files were there before', (t) => {
  const patch =
    'diff --git a/p/a.py b/p/a.py\n--- a/p/a.py\n+++ b/p/a.py\n@@ -1 +1 @@\n--- a/gone.py\n+x\n' +
    'diff --git a/new.py b/new.py\n--- /dev/null\n+++ b/new.py\n';
  t.deepEqual(patchedFiles(patch), ['p/a.py']);
});

test('a set is read as it is published, and as a folder of files', (t) => {
  const where = project(t, {
    'plain/repos.json': JSON.stringify([
      { name: 'b', language: 'go', repository: 'o/b', revision: '1', root: 'lib' },
      { name: 'a', language: 'c', repository: 'o/a', revision: '1', root: '' },
      { name: 'unasked', language: 'c', repository: 'o/c', revision: '1', root: '' },
    ]),
    'plain/a.json': JSON.stringify([
      { query: 'how it ends', relevant: ['a.c', { path: 'b.c', start_line: 1 }], secondary: ['a.c', 'c.c'] },
    ]),
    'plain/b.json': '[]',
    'published/repos.json': JSON.stringify([
      { name: 'a', language: 'c', url: 'https://host/o/a', revision: '1', benchmark_root: 'lib' },
    ]),
    'published/annotations/a.json': JSON.stringify([{ query: 'end', relevant: ['a.c'] }]),
    'issues/test.jsonl': `${JSON.stringify({
      instance_id: 'o__a-1',
      repo: 'o/a',
      base_commit: '1',
      problem_statement: 'It fails',
      patch: '--- a/a.py\n+++ b/a.py\n',
    })}\n`,
  });
  const read = (set: 'semble' | 'swe-lite', data: string, more = {}) =>
    projectsOf(set, { data: join(where.root, data), repos: where.root, ...more });
  const plain = read('semble', 'plain');
  t.deepEqual(
    plain.map(({ name, prefix }) => [name, prefix]),
    [
      ['a', ''],
      ['b', 'lib'],
    ],
  );
  t.deepEqual(plain[0]?.queries, [
    { text: 'how it ends', relevant: ['a.c', 'b.c', 'c.c'], category: 'architecture' },
  ]);
  const [published] = read('semble', 'published');
  t.deepEqual(
    [published?.repository, published?.prefix, published?.queries[0]?.category],
    ['https://host/o/a', 'lib', 'symbol'],
  );
  const [issue] = read('swe-lite', 'issues');
  t.deepEqual(issue?.queries, [{ text: 'It fails', relevant: ['a.py'], category: 'o/a' }]);
  t.deepEqual(
    ['a.py', 'a.c', 'tests/a.py'].map((path) => issue?.counts(path)),
    [true, false, false],
  );
  t.deepEqual(
    read('semble', 'plain', { language: 'go' }).map(({ name }) => name),
    ['b'],
  );
  t.throws(() => read('semble', 'plain', { only: ['c'] }), { message: /semble has no c; there are a, b/ });
  t.throws(() => read('semble', 'nowhere'), { message: /repos\.json is not there/ });
});

test('a draft is judged by what documents name', (t) => {
  const part = (name: string, ...paths: string[]) => ({ name, paths, source: 'README.md' });
  const node = (ref_id: string, ...folders: string[]) => ({ ref_id, kind: 'domain', folders });
  const depends = (src: string, dst: string, count: number, kind = 'depends_on') => ({
    src,
    dst,
    kind,
    count,
  });
  const truth = {
    repo: 'o/shop',
    revision: '1',
    shape: 'application',
    parts: [
      part('orders', 'src/orders/'),
      part('mail', 'src/mail.ts'),
      part('lost', 'src/misc/lost.ts'),
      part('documents only', 'docs/'),
      part('tax', 'src/pay/tax/'),
      part('refunds', 'src/pay/refunds/'),
    ],
    edges: [
      { from: 'orders', to: 'mail', source: 'README.md' },
      { from: 'mail', to: 'orders', source: 'README.md' },
    ],
  };
  const files = [
    ...['a', 'b', 'c', 'd'].map((name) => `src/orders/${name}.ts`),
    'src/mail.ts',
    'src/orders/a.test.ts',
    'src/misc/lost.ts',
    'src/misc/one.ts',
    'docs/index.md',
    'src/pay/tax/x.ts',
    'src/pay/refunds/x.ts',
    'src/pay/pay.ts',
  ];
  const inside = ['mail', 'orders', 'misc', 'pay'];
  const plan = {
    nodes: [
      node('shop', 'src/'),
      // Three of the four files of orders; a test does not count.
      node('orders', 'src/orders/a.ts', 'src/orders/b.ts', 'src/orders/c.ts'),
      node('mail', 'src/mail.ts'),
      node('misc', 'src/misc/'),
      node('pay', 'src/pay/'),
      node('deep', 'src/orders/a.ts'),
      { ...node('Order', 'src/orders/a.ts'), kind: 'entity' },
    ],
    edges: [
      ...inside.map((id) => depends(id, 'shop', 0, 'part_of')),
      depends('deep', 'orders', 0, 'part_of'),
    ],
    dependences: [depends('deep', 'mail', 2), depends('misc', 'pay', 1)],
    imports: [depends('deep', 'mail', 2), depends('misc', 'pay', 1), depends('pay', 'misc', 1)],
  };
  const judged = judge(truth, plan, files);
  t.is(judged.parts, 5);
  t.deepEqual(
    judged.missed.map(({ name }) => name),
    ['lost', 'tax', 'refunds'],
  );
  // `pay` holds two named parts; nobody names `misc`.
  t.deepEqual([judged.first, judged.unnamed], [4, ['misc']]);
  t.deepEqual(judged.against, ['misc → pay']);
  // What a part of orders needs, orders needs.
  t.deepEqual(judged.missing, ['mail → orders']);
  t.deepEqual(
    ['a.py', 'a.md', 'tests/a.py', 'src/a.spec.ts', 'vendor/a.c'].map((path) => isJudged(path)),
    [true, false, false, false, false],
  );
});

test('words on one line and names in one file are asked, and the first hit is judged', (t) => {
  const files = new Map([
    ['a.py', 'alpha beta\nbeta gammaDelta\ngammaDelta\n'],
    ['b.py', 'Gamma\nmy_name epsilon epsilon\n'],
    ['c.py', 'MY_NAME\n'],
  ]);
  const { words, names } = questions(files);
  t.deepEqual(words.map(({ text, path, line }) => `${text} ${path}:${line}`).toSorted(), [
    'Gamma b.py:1',
    'alpha a.py:1',
    'epsilon b.py:2',
  ]);
  t.deepEqual(
    names.map(({ text, path }) => `${text} ${path}`),
    ['gammaDelta a.py'],
  );
  const hitAt = (path: string, lines: [number, number], snippet: string) => ({
    path,
    line_start: lines[0],
    line_end: lines[1],
    snippet,
  });
  const asked = { text: 'alpha', path: 'a.py', line: 4 };
  for (const [hits, expected] of [
    [[hitAt('a.py', [3, 5], 'x Alpha')], [true, true, true, true]],
    [[hitAt('a.py', [5, 9], 'alphabet')], [true, false, false, true]],
    [
      [hitAt('b.py', [4, 4], 'alpha'), hitAt('a.py', [4, 4], 'alpha')],
      [false, false, false, true],
    ],
    [[], [false, false, false, false]],
  ] as const) {
    const { file, lines, snippet, found } = pointsAt(asked, [...hits]);
    t.deepEqual([file, lines, snippet, found], [...expected]);
  }
});
