// Source by name and place, as the files hold it now.
import { readFileSync } from 'node:fs';

import test from 'ava';

import type { ShowAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project } from './support/project.js';

const LEDGER = `import os


# Keeps the books.
@final
class Ledger:
    """Books."""

    def post(self, amount):
        def check():
            return amount
        return check()

    # Undoes one.
    def undo(self):
        return None


def charge(ledger: Ledger):
    return ledger.post(1)
`;

const CODE = {
  'pay/ledger.py': LEDGER,
  'pay/mail.py': 'class Mail:\n    def post(self):\n        pass\n',
  'tests/test_ledger.py': 'from pay.ledger import charge\n\n\ndef test_charge():\n    charge(None)\n',
};

/** `path:from-to symbol` of what is shown, with a mark where it is whole. */
function places({ shown }: ShowAnswer): string[] {
  return shown.map(
    ({ path, line_start: from, line_end: to, symbol, text, rest }) =>
      `${path}:${from}-${to} ${symbol}${text !== undefined && rest === undefined ? '' : ' cut'}`,
  );
}

/** A file of the project, as it is now. */
function read(where: { path: (path: string) => string }, path: string): string {
  return readFileSync(where.path(path), 'utf8');
}

/** Lines of a text, 1-based. */
function lines(text: string, from: number, to: number): string {
  return text
    .split('\n')
    .slice(from - 1, to)
    .join('\n');
}

for (const [args, found] of [
  [['Ledger'], ['pay/ledger.py:4-16 Ledger']],
  [['Ledger.undo'], ['pay/ledger.py:14-16 Ledger.undo']],
  [['pay.ledger.Ledger.undo()'], ['pay/ledger.py:14-16 Ledger.undo']],
  [['post'], ['pay/ledger.py:9-12 Ledger.post', 'pay/mail.py:2-3 Mail.post']],
  [['pay/mail.py:post'], ['pay/mail.py:2-3 Mail.post']],
  [['pay/ledger.py:11'], ['pay/ledger.py:10-11 Ledger.post.check']],
  [['pay/ledger.py:4'], ['pay/ledger.py:4-16 Ledger']],
  [['pay/ledger.py:2-3'], ['pay/ledger.py:2-3 undefined']],
  [['pay/ledger.py#L9-L10'], ['pay/ledger.py:9-10 Ledger.post']],
  [['pay/ledger.py:19-999'], ['pay/ledger.py:19-20 charge']],
  [['mail.py'], ['pay/mail.py:1-3 Mail']],
  [
    ['charge', 'Mail', 'charge'],
    ['pay/ledger.py:19-20 charge', 'pay/mail.py:1-3 Mail'],
  ],
] as const) {
  test(`show ${args.join(' ')}: whole, with the lines that the file has`, async (t) => {
    const shown = await answer<ShowAnswer>(project(t, CODE), ['show', ...args]);
    t.deepEqual(places(shown), [...found]);
    for (const { path, line_start: from, line_end: to, text } of shown.shown) {
      t.is(text, lines(CODE[path as keyof typeof CODE], from, to));
    }
  });
}

test('for people: every line has its number', async (t) => {
  const { stdout } = await beadloom(project(t, CODE), ['show', 'charge', '--callers']);
  t.is(
    stdout,
    `pay/ledger.py:19-20  function charge
19\tdef charge(ledger: Ledger):
20\t    return ledger.post(1)
referred to by
  … and 1 line in tests

Incomplete: 1 referring line is not listed; \`beadloom refs charge\` lists all.
`,
  );
});

test('callers: the lines themselves', async (t) => {
  const { shown } = await answer<ShowAnswer>(project(t, CODE), ['show', 'Ledger.post', '--callers']);
  t.deepEqual(shown[0]?.callers, [
    { path: 'pay/ledger.py', line: 20, text: 'return ledger.post(1)', symbol: 'charge', confidence: 'exact' },
  ]);
});

test('callers of a file and of lines: what other files use of it', async (t) => {
  const where = project(t, {
    ...CODE,
    'pay/api.py': 'from pay.ledger import Ledger, charge\n\n\ndef run():\n    return charge(Ledger())\n',
  });
  const whole = await beadloom(where, ['show', 'pay/ledger.py', '--callers']);
  t.true(
    whole.stdout.includes('referred to by\n  pay/api.py:5\treturn charge(Ledger())  in run\n'),
    whole.stdout,
  );
  t.regex(
    whole.stdout,
    /1 referring line is not listed; `beadloom why pay\/ledger\.py` lists the files\.\n$/,
  );
  const { shown } = await answer<ShowAnswer>(where, ['show', 'pay/ledger.py:19-20', '--callers']);
  t.deepEqual(
    shown[0]?.callers?.map(({ path, line }) => [path, line]),
    [['pay/api.py', 5]],
  );
  const none = await answer<ShowAnswer>(where, ['show', 'pay/mail.py', '--callers']);
  t.is(none.shown[0]?.callers, undefined);
});

test('of several references one fails: the others are answered, and the exit code says so', async (t) => {
  const where = project(t, CODE);
  const { stdout, code } = await beadloom(where, ['show', 'Mail', 'chrge', 'pay/nope.py:3', '--json']);
  t.is(code, 1);
  const { shown, missing } = JSON.parse(stdout) as ShowAnswer;
  t.deepEqual(
    shown.map(({ symbol }) => symbol),
    ['Mail'],
  );
  t.deepEqual(
    missing?.map(({ ref, hint }) => [ref, hint]),
    [
      ['chrge', 'Did you mean: charge?'],
      [
        'pay/nope.py:3',
        "Paths are relative to the project's root; `beadloom search` looks for words in them",
      ],
    ],
  );
  const all = await failure(where, ['show', 'chrge']);
  t.is(all.code, 'not_found');
  t.regex(all.hint ?? '', /charge/);
});

for (const [ref, says] of [
  ['pay/ledger.py:99', /20 lines/],
  ['pay/ledger.py:9-3', /not a range/],
  ['pay/ledger.py:0', /not a range/],
  ['pay/ledger.py:psot', /nothing in pay\/ledger\.py is named "psot".*post/s],
  ['pay', /part of the project/],
  ['tests', /folder/],
  ['../secret', /no symbol|outside/],
  ['', /empty/],
  ['x'.repeat(5000), /no symbol/],
  ['\u001B[31m', /no symbol/],
] as const) {
  test(`show ${JSON.stringify(ref.slice(0, 30))} says what is wrong`, async (t) => {
    const error = await failure(project(t, CODE), ['show', ref]);
    t.regex(`${error.message} ${error.hint}`, says);
    t.false(`${error.message} ${error.hint}`.includes('\u001B'));
  });
}

test('what the budget does not hold is said, and how to ask for it', async (t) => {
  const body = Array.from({ length: 300 }, (_, at) => `        self.value_${at} = compute_${at}()`).join(
    '\n',
  );
  const where = project(t, {
    'big.py': `class Big:\n    def one(self):\n${body}\n\n    def two(self):\n        pass\n`,
    'other.py': 'class Other:\n    def two(self):\n        return 2\n',
  });
  for (const budget of [200, 400, 1000]) {
    const shown = await answer<ShowAnswer>(where, ['show', 'Big', 'two', '--budget', String(budget)]);
    t.true(shown.tokens <= budget, `${shown.tokens} of ${budget}`);
    const [big, ...twos] = shown.shown;
    const parts = big?.text?.split('\n').length ?? 0;
    t.is(big?.rest, parts === 0 ? undefined : `big.py:${parts + 1}-305`);
    t.is(big?.text ?? '', lines(read(where, 'big.py'), 1, parts));
    t.deepEqual(
      twos.map(({ symbol }) => symbol),
      ['Big.two', 'Other.two'],
    );
    const rest = await answer<ShowAnswer>(where, ['show', big?.rest ?? 'big.py:1-305']);
    t.is(
      [big?.text, rest.shown[0]?.text].filter((text) => text !== undefined).join('\n'),
      read(where, 'big.py').trimEnd(),
      'both together are the whole',
    );
  }
  const tiny = await failure(where, ['show', 'Big', '--budget', '10']);
  t.is(tiny.code, 'budget_too_small');
});

test('a file that changed since it was indexed is read anew: never lines under a wrong name', async (t) => {
  const where = project(t, CODE);
  await beadloom(where, ['reindex']);
  where.write('pay/ledger.py', `# moved\n\n\n\n${LEDGER.replace('def undo', 'def undone')}`);
  const old = ['--no-refresh'];
  const moved = await answer<ShowAnswer>(where, ['show', 'Ledger.post', 'pay/ledger.py:13', ...old]);
  t.deepEqual(places(moved), ['pay/ledger.py:13-16 Ledger.post', 'pay/ledger.py:13-16 Ledger.post']);
  t.is(moved.shown[0]?.text, lines(read(where, 'pay/ledger.py'), 13, 16));
  t.deepEqual(moved.stale_paths, ['pay/ledger.py']);
  const gone = await failure(where, ['show', 'Ledger.undo', ...old]);
  t.is(gone.code, 'not_found');
  const came = await answer<ShowAnswer>(where, ['show', 'Ledger.undone', ...old]);
  t.deepEqual(places(came), ['pay/ledger.py:18-20 Ledger.undone']);
});

test('what is no text is said', async (t) => {
  const where = project(t, { 'a.py': 'x = 1\n', 'b.bin': new Uint8Array([0, 1, 2, 0]), 'c.py': '' });
  for (const path of ['b.bin', 'c.py']) {
    const error = await failure(where, ['show', path]);
    t.regex(error.message, /no text/);
  }
});

test('methods in another block are named with their lines', async (t) => {
  const where = project(t, {
    'Cargo.toml': '[package]\nname = "x"\n',
    'src/lib.rs':
      '/// A book.\npub struct Book {\n    pub pages: u32,\n}\n\nimpl Book {\n    pub fn open(&self) -> u32 {\n        self.pages\n    }\n}\n',
  });
  const { shown } = await answer<ShowAnswer>(where, ['show', 'Book']);
  t.deepEqual(
    shown[0]?.members?.map(({ line_start: from, line_end: to }) => `${from}-${to}`),
    ['7-9'],
  );
  t.is(shown[0]?.line_start, 1);
});

test('the same bytes every time', async (t) => {
  const where = fixture(t, 'shop');
  const args = ['show', 'Ledger', 'check', '--callers', '--budget', '600', '--json'];
  const first = await beadloom(where, args);
  t.is((await beadloom(where, args)).stdout, first.stdout);
});
