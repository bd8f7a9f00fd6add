// `next-file`: the one file to read next, until nothing is left.
import test from 'ava';

import { Beadloom, BeadloomError, type NextFileAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project } from './support/project.js';

const FILES = {
  'src/billing/ledger.py': 'class Ledger:\n    def post(self, entry):\n        return entry\n',
  'src/billing/charge.py': 'def charge(ledger):\n    return ledger.post(1)\n',
  'src/auth/tokens.py': 'def check(token):\n    return token\n',
  'tests/test_books.py': 'def test_books():\n    assert ledger\n',
};

test('the best file comes with what spoke for it and where to look', async (t) => {
  const next = await answer<NextFileAnswer>(fixture(t, 'shop'), ['next-file', 'the Ledger loses lines']);
  t.is(next.path, 'src/billing/charge.py');
  t.regex(next.reason ?? '', /^[A-Z].*Ledger.*\.$/);
  t.is(typeof next.score, 'number');
  t.true(next.symbols.some((symbol) => symbol.qualified_name.startsWith('Ledger')));
  t.true(next.symbols.length <= 5);
});

test('excluding what was seen goes through all that matches, each once, to null', async (t) => {
  const where = project(t, FILES);
  const seen: string[] = [];
  for (;;) {
    const exclude = seen.flatMap((path) => ['--exclude', path]);
    const { path, reason, score, symbols } = await answer<NextFileAnswer>(where, [
      'next-file',
      'ledger',
      ...exclude,
    ]);
    if (path === null) {
      t.deepEqual([reason, score, symbols], [null, null, []]);
      break;
    }
    t.false(seen.includes(path));
    seen.push(path);
  }
  t.is(seen[0], 'src/billing/ledger.py');
  t.deepEqual(seen.toSorted(), ['src/billing/charge.py', 'src/billing/ledger.py', 'tests/test_books.py']);
});

const EXCLUDED: [string[], string | null][] = [
  [['src/billing/ledger.py'], 'src/billing/charge.py'],
  [['./src/billing/ledger.py'], 'src/billing/charge.py'],
  [['ledger.py'], 'src/billing/charge.py'],
  [['src/billing/'], 'tests/test_books.py'],
  [['src/**/*.py'], 'tests/test_books.py'],
  [['*.py'], null],
  [['no/such/file.py'], 'src/billing/ledger.py'],
  [['src', 'tests'], null],
];

for (const [globs, expected] of EXCLUDED) {
  test(`without ${globs.join(' and ')}: ${expected}`, async (t) => {
    const where = project(t, FILES);
    t.is(
      (await answer<NextFileAnswer>(where, ['next-file', 'ledger', '--exclude', ...globs])).path,
      expected,
    );
  });
}

test('when nothing is left, a person is told so and nothing is printed', async (t) => {
  const { code, stdout, stderr } = await beadloom(project(t, FILES), [
    'next-file',
    'ledger',
    '--exclude',
    '*',
  ]);
  t.deepEqual([code, stdout], [0, '']);
  t.regex(stderr, /no further file has a word of the task/);
});

for (const [args, says] of [
  [[''], /the task is empty/],
  [['  '], /the task is empty/],
  [['x', '--exclude', 'a['], /not a path pattern/],
  [[], /missing required argument/],
] as [string[], RegExp][]) {
  test(`next-file ${JSON.stringify(args)} is refused`, async (t) => {
    const error = await failure(fixture(t, 'shop'), ['next-file', ...args]);
    t.is(error.code, 'usage');
    t.regex(error.message, says);
  });
}

for (const task of ['ledger '.repeat(15_000), '"; DROP TABLE x; -- *', '‮עברית', 'the', '🎉']) {
  test(`the task ${JSON.stringify(task.slice(0, 24))} is plain text`, async (t) => {
    const { code, stdout, stderr } = await beadloom(fixture(t, 'shop'), ['next-file', task, '--json']);
    t.is(code, 0, stderr);
    t.is((JSON.parse(stdout) as NextFileAnswer).version, 1);
  });
}

test('the library takes one pattern or several', async (t) => {
  const library = Beadloom.open(project(t, FILES).root);
  t.teardown(() => library.close());
  t.is((await library.nextFile('ledger')).path, 'src/billing/ledger.py');
  t.is((await library.nextFile('ledger', { exclude: 'ledger.py' })).path, 'src/billing/charge.py');
  t.is(
    (await library.nextFile('ledger', { exclude: ['ledger.py', 'charge.py'] })).path,
    'tests/test_books.py',
  );
  const wrong = library.nextFile('ledger', { exclude: 5 as unknown as string });
  t.is((await t.throwsAsync(wrong, { instanceOf: BeadloomError }))?.code, 'usage');
});
