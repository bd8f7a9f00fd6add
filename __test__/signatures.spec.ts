import test from 'ava';

import type { Code, SignaturesAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project } from './support/project.js';

test('what a file defines, in order, without bodies', async (t) => {
  const where = fixture(t, 'shop');
  const charge = await answer<SignaturesAnswer>(where, ['signatures', 'src/billing/charge.py']);
  t.is(charge.path, 'src/billing/charge.py');
  t.is(charge.language, 'python');
  t.deepEqual(
    charge.symbols.map(({ qualified_name: name, line_start: line, signature }) => [name, line, signature]),
    [
      ['refund', 6, 'def refund(invoice, token)'],
      ['charge', 12, 'def charge(amount, token)'],
      ['Ledger', 20, 'class Ledger'],
      ['Ledger.post', 23, 'def post(self, amount)'],
    ],
  );
  t.is(charge.omitted, 0);
  t.deepEqual(charge.more, []);
});

test('several files, each once', async (t) => {
  const where = fixture(t, 'shop');
  const two = await answer<SignaturesAnswer>(where, [
    'signatures',
    'src/auth/tokens.py',
    'src/billing/charge.py',
    './src/auth/tokens.py',
    'docs/domains/auth.md',
  ]);
  t.is(two.path, 'src/auth/tokens.py');
  t.deepEqual(
    two.more.map(({ path, language, symbols }) => [path, language, symbols.length]),
    [
      ['src/billing/charge.py', 'python', 4],
      ['docs/domains/auth.md', null, 0],
    ],
  );
});

test('the budget drops what is hidden first, and is never exceeded', async (t) => {
  const definitions = Array.from(
    { length: 100 },
    (_, number) =>
      `def ${number % 2 === 0 ? '_hidden' : 'shown'}_${number}(first, second):\n    return first\n`,
  );
  const where = project(t, { 'a.py': definitions.join('\n\n') });
  const whole = await answer<SignaturesAnswer>(where, ['signatures', 'a.py', '--budget', '100000']);
  t.is(whole.symbols.length, 100);
  for (const budget of [200, 1000, 4000]) {
    const some = await answer<SignaturesAnswer>(where, ['signatures', 'a.py', '--budget', `${budget}`]);
    t.true(some.tokens <= budget);
    t.true(some.tokens > budget / 2);
    t.is(some.symbols.length + some.omitted, 100);
    const hidden = some.symbols.filter(({ exported }) => !exported).length;
    t.true(hidden === 0 || some.symbols.length - hidden === 50);
  }
  const small = await failure(where, ['signatures', 'a.py', '--budget', '10']);
  t.is(small.code, 'budget_too_small');
  t.regex(small.hint ?? '', /^use --budget \d+ or more/);
});

test('for people: nested as the code is', async (t) => {
  const where = fixture(t, 'shop');
  const { stdout } = await beadloom(where, ['signatures', 'src/billing/charge.py', 'src/auth/tokens.py']);
  t.is(
    stdout,
    `src/billing/charge.py (python, 25 lines)
  6  def refund(invoice, token)
 12  def charge(amount, token)
 20  class Ledger
 23    def post(self, amount)

src/auth/tokens.py (python, 5 lines)
  2  def check(token)
`,
  );
});

test('files that are none', async (t) => {
  const where = fixture(t, 'shop');
  for (const [args, code, says] of [
    [['signatures'], 'usage', /missing required argument/],
    [['signatures', 'src/auth/tokens.py', 'nope.py'], 'not_found', /nope\.py/],
    [['signatures', 'src'], 'not_found', /is a folder/],
    [['signatures', '../x'], 'outside_root', /outside/],
    [['signatures', 'src/auth/tokens.py', '--budget', '0'], 'usage', /whole number/],
    [['signatures', 'src/auth/tokens.py', '--budget', '-1'], 'usage', /whole number/],
  ] as Array<[string[], Code, RegExp]>) {
    const error = await failure(where, args);
    t.is(error.code, code, args.join(' '));
    t.regex(`${error.message} ${error.hint}`, says);
  }
});
