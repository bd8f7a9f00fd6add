// The measures of `npm run eval -- commits`, `histories`, `parts`, `swe-qa` and `contextbench`, against values worked out by hand.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import test from 'ava';

import { placed, quotedIn, shownLines, worthOfLines, worthOfNames } from '../bench/eval/context/labels.mjs';
import { byProject, historiesIn, isEnglish, questionsIn } from '../bench/eval/context/tasks.mjs';
import { clustered } from '../bench/eval/statistics.mjs';
import {
  documentsShare,
  folderAround,
  isSource,
  isTest,
  listedIn,
  namedIn,
  piecesOf,
  worthOfFile,
  worthOfFolder,
  worthOfList,
  worthOfTask,
} from '../bench/eval/context/shown.mjs';
import { difference, PARTS, report } from '../bench/eval/context/measures.mjs';
import { project } from './support/project.js';

for (const [path, source, isATest] of [
  ['src/tax/charge.py', true, false],
  ['tests/charge.py', false, true],
  ['src/charge_test.go', false, true],
  ['src/charge.spec.ts', false, true],
  ['src/ChargeTest.kt', false, true],
  ['app/migrations/0001_initial.py', false, true],
  ['README.md', false, false],
  ['src/contest.py', true, false],
] as const) {
  test(`${path} is ${source ? 'code' : isATest ? 'a test' : 'neither code nor a test'}`, (t) => {
    t.deepEqual([isSource(path), isTest(path)], [source, isATest]);
  });
}

const TASK = {
  repo: 'a/shop',
  id: 'c',
  at: 'p',
  text: 'round the tax',
  files: ['src/tax/a.py', 'src/tax/b.py', 'src/c.py'],
  hunks: { 'src/tax/a.py': [[10, 12]], 'src/tax/b.py': [[5, 5]], 'src/c.py': [[1, 1]] } as Record<
    string,
    [number, number][]
  >,
};

const MARKDOWN = `# Task
### src/tax/a.py:1-9 round
\`\`\`py
src/c.py:1
\`\`\`
- src/tax/b.py:12 rate
- tests/test_a.py
`;

test('names and ranges are read outside of fenced code', (t) => {
  t.deepEqual(namedIn(MARKDOWN), [
    { path: 'src/tax/a.py', from: 1, to: 9, code: true },
    { path: 'src/tax/b.py', from: 12, to: 12, code: false },
    { path: 'tests/test_a.py', from: null, to: null, code: false },
  ]);
});

test('a place is shown within three lines of a range', (t) => {
  t.deepEqual(worthOfTask(TASK, namedIn(MARKDOWN)), {
    files: 2 / 3,
    first: 1,
    all: 0,
    lines: 1 / 3,
    code: 1 / 3,
    tests: 1 / 3,
  });
});

test('an empty answer is worth nothing', (t) => {
  t.deepEqual(worthOfTask(TASK, []), { files: 0, first: 0, all: 0, lines: 0, code: 0, tests: 0 });
});

test('lines that are only named are not shown as code', (t) => {
  const named = namedIn('- src/tax/a.py:9-14 def round(x):\n');
  const { lines, code } = worthOfTask(TASK, named);
  t.deepEqual([lines, code], [1 / 3, 0]);
  const piece = { path: 'src/tax/a.py', line_start: 9, line_end: 14 };
  const whole = ['a', 'b', 'c', 'd', 'e', 'f'].join('\n');
  t.deepEqual(
    piecesOf({
      code: [
        { ...piece, content: 'def round(x):' },
        { ...piece, content: whole },
      ],
    }).map(({ code: isThere }: { code: boolean }) => isThere),
    [false, true],
  );
});

test('tests of a list do not count', (t) => {
  const list = ['tests/test_a.py', 'src/c.py', 'x.py', 'src/tax/a.py', 'y.py', 'z.py', 'src/tax/b.py'];
  t.deepEqual(worthOfList(TASK, list), { first: 1, hit5: 1, all5: 0, all10: 1 });
});

const BUNDLE = `# tax

## Files
- src/tax/a.py
- 10-11 def round
- src/tax/tests/test_a.py:3

## Documents
- src/tax/b.py:5
`;

test('the chapter of documents shows nothing, and is measured by its length', (t) => {
  t.deepEqual(listedIn(BUNDLE), [
    { path: 'src/tax/a.py', from: null, to: null },
    { path: 'src/tax/a.py', from: 10, to: 11 },
    { path: 'src/tax/tests/test_a.py', from: 3, to: 3 },
  ]);
  const chapter = BUNDLE.slice(BUNDLE.indexOf('## Documents'));
  t.is(documentsShare(BUNDLE), chapter.length / BUNDLE.length);
  const { documents: _, ...worth } = worthOfFolder(TASK, 'src/tax', BUNDLE);
  t.deepEqual(worth, { files: 1 / 2, lines: 1 / 2, tests: 1 / 2 });
  t.deepEqual(worthOfFile(TASK, BUNDLE), { together: 0 });
  t.deepEqual(worthOfFile(TASK, '## Related\n- src/c.py\n'), { together: 1 / 2 });
});

test('the folder around a file is the smallest with enough code, and never the whole project', (t) => {
  const sources = ['src/tax/a.py', 'src/tax/b.py', 'src/c.py'];
  t.is(folderAround('src/tax/a.py', sources, 2), 'src/tax');
  t.is(folderAround('src/tax/a.py', sources, 3), 'src');
  t.is(folderAround('src/tax/a.py', sources, 4), null);
});

test('the interval over groups holds the mean, and is wider than that over their rows', (t) => {
  const rows = Array.from({ length: 60 }, (_, at) => ({ repo: `r${at % 6}`, value: at % 6 < 3 ? 1 : 0 }));
  const groups = clustered(
    rows,
    ({ repo }: { repo: string }) => repo,
    ({ value }: { value: number }) => value,
  );
  const single = clustered(
    rows,
    () => 'all',
    ({ value }: { value: number }) => value,
  );
  t.is(groups.mean, 0.5);
  t.true(groups.low < single.low && single.high < groups.high);
});

test('tables leave out tasks that were not asked a question', (t) => {
  const rows = [
    { repo: 'a', id: '1', file: { together: 1 }, ms: { file: 1 } },
    { repo: 'b', id: '2', ms: {} },
  ];
  t.regex(report(rows, PARTS.slice(1)), /named \| 1 \| 1\.000/);
  const before = [{ ...rows[0], file: { together: 0.25 } }];
  t.regex(difference(before, rows, PARTS.slice(1)), /\| 0\.250 \| 1\.000 \| \+0\.750/);
});

test('files that an answer names are those of the project, each once, in its order', (t) => {
  const files = new Set(['src/tax/a.py', 'a.py', 'docs/tax.md']);
  const answer = '`src/tax/a.py:12` calls (docs/tax.md), not src/gone.py; see src/tax/a.py.';
  t.deepEqual(quotedIn(answer, files), ['src/tax/a.py', 'docs/tax.md']);
  const labels = ['src/tax/a.py', 'docs/tax.md'];
  t.deepEqual(worthOfNames(labels, ['x.py', 'docs/tax.md']), { files: 1 / 2, first: 0, first5: 1 });
  t.deepEqual(worthOfNames(labels, ['docs/tax.md', ...labels]), { files: 1, first: 1, first5: 1 });
});

test('needed lines lie where the project has them, and only lines whose text is shown count', (t) => {
  const spans = [
    { path: '/workspace/shop__0.1/src/tax/a.py', from: 1, to: 4 },
    { path: '/gone/b.py', from: 1, to: 9 },
  ];
  const needed = placed(spans, new Set(['src/tax/a.py', 'a.py']));
  t.deepEqual(needed, [{ path: 'src/tax/a.py', from: 1, to: 4 }]);
  const piece = (line_start: number, line_end: number, content: string) => ({
    path: 'src/tax/a.py',
    line_start,
    line_end,
    content,
  });
  const pieces = [piece(3, 9, 'three\nfour\n…'), piece(20, 20, 'twenty'), piece(1, 2, 'one\ntwo')];
  const shown = shownLines(pieces, 5);
  t.deepEqual(
    shown.map(({ from, to }: { from: number; to: number }) => [from, to]),
    [
      [3, 5],
      [20, 20],
      [1, 1],
    ],
  );
  t.deepEqual(worthOfLines(needed, shown), {
    coverage: 3 / 4,
    precision: 3 / 5,
    f1: (2 * (3 / 4) * (3 / 5)) / (3 / 4 + 3 / 5),
    files: 1,
  });
});

test('questions have the commit of their project, and a subset is taken evenly', (t) => {
  const { root, write } = project(t, {
    'repo_commit.txt': 'https://example.org/a/shop c1\n\nhttps://example.org/b/till c2',
  });
  for (const name of ['shop', 'till']) {
    const lines = [1, 2, 3].map((number) =>
      JSON.stringify({ question: `${name} ${number}?`, answer: 'a.py' }),
    );
    write(`Benchmark/${name}.jsonl`, `${lines.join('\n')}\n`);
  }
  const chosen = byProject(questionsIn(root), { tasks: 3 });
  t.deepEqual(
    [...chosen.values()].flat().map(({ repo, at, text }) => [repo, at, text]),
    [
      ['a/shop', 'c1', 'shop 1?'],
      ['a/shop', 'c1', 'shop 2?'],
      ['b/till', 'c2', 'till 1?'],
      ['b/till', 'c2', 'till 2?'],
    ],
  );
});

test('histories have what is known of their projects, and every path that was there before', (t) => {
  const { root } = project(t, {
    'README.md':
      '| project | language | known | code files |\n| --- | --- | --- | ---: |\n| a/shop | Vue/Svelte | little | 12 |\n',
  });
  const task = {
    repo: 'a/shop',
    commit: 'c',
    parent: 'p',
    message: 'Añadir el impuesto de la factura',
    files: ['src/tax.vue'],
    hunks: { 'src/tax.vue': [[1, 2]] },
    all: [
      ['A', 'src/new.vue'],
      ['M', 'src/tax.vue'],
      ['D', 'docs/tax.md'],
    ],
  };
  writeFileSync(join(root, 'tasks.jsonl.gz'), gzipSync(`${JSON.stringify(task)}\n`));
  const [read] = historiesIn(root);
  t.like(read, {
    repo: 'a/shop',
    at: 'p',
    language: 'Vue/Svelte',
    known: 'little',
    english: 'another language',
    touched: ['src/tax.vue', 'docs/tax.md'],
  });
  const named = [{ path: 'docs/tax.md', from: null, to: null }];
  t.deepEqual(
    historiesIn(root).map((one) => worthOfTask(one, named).touched),
    [1 / 2],
  );
});

for (const [message, english] of [
  ['Fix rounding of the tax', true],
  ['Add Bahnhof to the list of stops', true],
  ['Show prices in Zürich', true],
  ['Legge til ny status for behandling som er avbrutt', false],
  ['Corrige a validação do turno na frequência', false],
  ['修复窗口在启动时的位置', false],
] as const) {
  test(`the language of a message: ${message}`, (t) => {
    t.is(isEnglish(message), english);
  });
}

test('means stand by what rows say of their projects', (t) => {
  const rows = [
    { repo: 'a/x', known: 'well', ms: {}, folder: { files: 1, lines: 1, documents: 0, tests: 0 } },
    { repo: 'a/y', known: 'little', ms: {}, folder: { files: 0, lines: 0, documents: 0, tests: 0 } },
  ];
  const text = report(rows, [PARTS[0]], { known: 'known' });
  t.regex(text, /\| little \| 1 \| 1 \| 0\.00 \| 0\.00 \|/);
  t.regex(text, /\| well \| 1 \| 1 \| 1\.00 \| 1\.00 \|/);
});
