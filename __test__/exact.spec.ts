// Exact text: always what a scan of the files would find.
import { readFileSync, rmSync } from 'node:fs';

import test from 'ava';

import { Beadloom, type ExactAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { project, type TestProject } from './support/project.js';
import { Random } from './support/random.js';

const CODE = {
  'pay/ledger.py': `class Ledger:
    def post(self, amount):
        return amount


def post_all(ledger):
    for amount in (1, 2):
        ledger.post(amount)
`,
  'pay/mail.py': 'from pay.ledger import post_all\n\n\ndef send():\n    post_all(None)  # POST_ALL\n',
  'tests/test_ledger.py': 'from pay.ledger import post_all\n\n\ndef test_post_all():\n    post_all(None)\n',
  'docs/guide.md': '# Guide\n\nCall post_all to post all.\n',
  'locale/de.po': 'msgid "post_all"\nmsgstr "alles"\n',
  'notes.unknown': 'post_all here\n',
  'logo.png': new Uint8Array([0x89, 0x50, 0, 0x70, 0x6f, 0x73, 0x74]),
  'blob.strange': new Uint8Array([0, 1, ...Buffer.from('post_all')]),
  'latin.txt': new Uint8Array([0xe9, 0x20, ...Buffer.from('post_all caf'), 0xe9, 0x0a]),
  'wide.txt': new Uint8Array([0xff, 0xfe, ...Buffer.from('post_all\n', 'utf16le')]),
  'tls.pem': 'post_all\n',
};

/** `path:line text` of lines, in their order. */
function lines(files: ExactAnswer['uses']): string[] {
  return files.flatMap(({ path, lines: found }) => found.map(({ line, text }) => `${path}:${line} ${text}`));
}

test('definitions before uses, tests as a count, the definition around each', async (t) => {
  const found = await answer<ExactAnswer>(project(t, CODE), ['search', '--exact', 'post_all']);
  t.deepEqual(lines(found.definitions), ['pay/ledger.py:6 def post_all(ledger):']);
  t.deepEqual(lines(found.uses), [
    'pay/mail.py:1 from pay.ledger import post_all',
    'pay/mail.py:5 post_all(None)  # POST_ALL',
    'latin.txt:1 \uFFFD post_all caf\uFFFD',
    'notes.unknown:1 post_all here',
    'wide.txt:1 post_all',
    'docs/guide.md:3 Call post_all to post all.',
    'locale/de.po:1 msgid "post_all"',
  ]);
  t.deepEqual(
    found.uses[0]?.lines.map(({ symbol = null }) => symbol),
    [null, 'send'],
  );
  t.deepEqual(found.tests, { lines: 3, files: 1, most: ['tests/test_ledger.py'] });
  t.is(found.lines, 11);
  t.is(found.files, 8);
  t.deepEqual(found.not_searched, { binary: 2, secret: ['tls.pem'] });
});

for (const [args, found] of [
  [['--exact', 'POST_ALL'], ['pay/mail.py:5']],
  [
    ['--exact', 'Post_All', '-i', '--path', 'pay/'],
    ['pay/ledger.py:6', 'pay/mail.py:1', 'pay/mail.py:5'],
  ],
  [['--exact', 'ledger.post('], ['pay/ledger.py:8']],
  [['--exact', 'osT_'], []],
  [
    ['--exact', '('],
    [
      'pay/ledger.py:2',
      'pay/ledger.py:6',
      'pay/ledger.py:7',
      'pay/ledger.py:8',
      'pay/mail.py:4',
      'pay/mail.py:5',
    ],
  ],
  [
    ['--regex', 'post(_all)?\\(', '--lang', 'python'],
    ['pay/ledger.py:2', 'pay/ledger.py:6', 'pay/ledger.py:8', 'pay/mail.py:5'],
  ],
  [
    ['--regex', '^def \\w+'],
    ['pay/ledger.py:6', 'pay/mail.py:4'],
  ],
  [
    ['--regex', 'amount', '--kind', 'method'],
    ['pay/ledger.py:2', 'pay/ledger.py:3'],
  ],
  [
    ['--regex', 'post_all|Ledger', '--path', 'tests/'],
    ['tests/test_ledger.py:1', 'tests/test_ledger.py:4', 'tests/test_ledger.py:5'],
  ],
  [['--exact', 'p', '--path', 'docs/*.md'], ['docs/guide.md:3']],
  [['--exact', '--no-such'], []],
] as const) {
  test(`search ${args.join(' ')}`, async (t) => {
    const { definitions, uses } = await answer<ExactAnswer>(project(t, CODE), ['search', ...args]);
    const places = [...definitions, ...uses].flatMap(({ path, lines: all }) =>
      all.map(({ line }) => `${path}:${line}`),
    );
    t.deepEqual(places.toSorted(), [...found]);
  });
}

test('for people: by file, with lines around', async (t) => {
  const { stdout } = await beadloom(project(t, CODE), ['search', '--exact', 'ledger.post', '-C', '1']);
  t.is(
    stdout,
    `Lines
pay/ledger.py
  7-     for amount in (1, 2):
  8:         ledger.post(amount)  (in post_all)
not searched: 2 binary files; named like secrets: tls.pem

Incomplete: the files named above were not searched.
`.replace('\nnot', '\n\nnot'),
  );
});

for (const [args, says] of [
  [['--exact', ''], /empty/],
  [['--regex', ''], /empty/],
  [['--exact', 'a\nb'], /several lines/],
  [['--regex', '('], /no regular expression/],
  [['--regex', '(?=x)'], /no regular expression.*look/s],
  [['--regex', '(\\w{1000}){1000}'], /10 MB/],
  [['--regex', '('.repeat(500) + ')'.repeat(500)], /no regular expression/],
  [['--exact', 'x'.repeat(10_001)], /10001 characters.*10000/],
  [['--exact', 'x', '--kind', 'gizmo'], /gizmo.*method/s],
  [['--exact', 'x', '--lang', 'klingon'], /klingon.*python/s],
  [['--exact', 'x', '--path', 'a['], /pattern/],
  [['--exact', 'x', '-C', '-1'], /whole number/],
  [['--exact', 'x', '--regex', 'y'], /exclude/],
  [['words', '--exact', 'x'], /exclude/],
  [['words', '-i'], /--exact/],
  [[], /query/],
] as const) {
  test(`search ${args.map((arg) => JSON.stringify(arg.slice(0, 20))).join(' ')} says what is wrong`, async (t) => {
    const { code, message, hint } = await failure(project(t, { 'a.py': 'x = 1\n' }), ['search', ...args]);
    t.is(code, 'usage');
    t.regex(`${message} ${hint}`, says);
  });
}

test('a megabyte of pattern is refused by its bound', async (t) => {
  const opened = Beadloom.open(project(t, { 'a.py': 'x = 1\n' }).root);
  t.teardown(() => opened.close());
  for (const ask of [opened.searchExact('x'.repeat(1 << 20)), opened.searchRegex('(a|b)*'.repeat(200_000))]) {
    const { message } = (await t.throwsAsync(ask)) as Error;
    t.regex(message, /the limit is 10000/);
  }
});

test('what explodes elsewhere ends', async (t) => {
  const where = project(t, { 'a.txt': `${'a'.repeat(50_000)}\n` });
  for (const [expression, count] of [
    ['(a+)+b', 0],
    ['(a|aa)+$', 1],
    ['(.*)*x', 0],
  ] as const) {
    const found = await answer<ExactAnswer>(where, ['search', '--regex', expression]);
    t.is(found.lines, count, expression);
  }
});

test('the limit leaves every file some, and says how many are left', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 5 }, (_, at) => [`f${at}.txt`, 'needle\n'.repeat(10)]),
  );
  const where = project(t, files);
  const found = await answer<ExactAnswer>(where, ['search', '--exact', 'needle', '--limit', '10']);
  t.deepEqual(
    found.uses.map(({ path, lines: all, more }) => `${path} ${all.length} ${more}`),
    [0, 1, 2, 3, 4].map((at) => `f${at}.txt 2 8`),
  );
  t.deepEqual([found.lines, found.files, found.omitted, found.omitted_files], [50, 5, 40, undefined]);
  const three = await answer<ExactAnswer>(where, ['search', '--exact', 'needle', '--limit', '3']);
  t.deepEqual([three.uses.length, three.omitted, three.omitted_files], [3, 47, 2]);
});

/** As `search --exact` should answer: every line of every file. */
function scanned(where: TestProject, files: ReadonlySet<string>, text: string): string[] {
  const found: string[] = [];
  for (const path of files) {
    const all = readFileSync(where.path(path), 'utf8').split('\n');
    all.forEach((line, at) => {
      if (line.includes(text)) found.push(`${path}:${at + 1}`);
    });
  }
  return found.toSorted();
}

test('never anything that a scan of the disk would contradict, over random edits', async (t) => {
  const random = new Random(7);
  const words = ['alpha', 'beta', 'gamma_one', 'delta', 'def', 'x=', '\n', ' ', '(', 'ALPHA', 'été'];
  const content = () => Array.from({ length: 1 + random.below(30) }, () => random.pick(words)).join('');
  const where = project(t, { 'first.py': 'alpha\n' });
  const files = new Set(['first.py']);
  const watched = Beadloom.open(where.root, { watch: true });
  const plain = Beadloom.open(where.root);
  t.teardown(() => {
    watched.close();
    plain.close();
  });
  for (let round = 0; round < 12; round++) {
    for (let edit = 0; edit < 4; edit++) {
      const path = `${random.pick(['a', 'b/c', 'd'])}${random.below(4)}.${random.pick(['py', 'md', 'txt', 'po', 'odd'])}`;
      if (random.next() < 0.2 && files.has(path)) {
        rmSync(where.path(path));
        files.delete(path);
      } else {
        where.write(path, content());
        files.add(path);
      }
    }
    const text = random.pick(['alpha', 'betagamma', 'gamma', 'a', 'ALPHA', 'x=(', 'éta', 'one', 'lta(']);
    const wanted = scanned(where, files, text);
    for (const [opened, refresh] of [
      [plain, 'compare'],
      [plain, false],
      [plain, true],
      [watched, true],
    ] as const) {
      if (round === 0 && refresh !== true) continue;
      const { definitions, uses, lines: count } = await opened.searchExact(text, { refresh, limit: 10_000 });
      const found = [...definitions, ...uses].flatMap(({ path, lines: all }) =>
        all.map(({ line }) => `${path}:${line}`),
      );
      t.deepEqual(found.toSorted(), wanted, `${round} ${text} ${refresh}`);
      t.is(count, wanted.length);
    }
  }
});
