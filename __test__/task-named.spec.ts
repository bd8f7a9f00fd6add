// `ctx --task`: what a task names as it stands in code is shown first and whole, and a sure answer ends there.
import test from 'ava';

import type { Bundle } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { project } from './support/project.js';

/** Files that hold the words of every question below. */
function noise(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `src/orders/order_${n}.py`,
      `def settle_orders_${n}(batch):\n    """Settles every order of a batch and validates its attributes twice."""\n    return batch.settle(${n}).validate()\n`,
    ]),
  );
}

function body(name: string, lines: number, scope = ''): string {
  const inner = Array.from({ length: lines }, (_, n) => `${scope}    call_${n}(${n})`);
  return [`${scope}def ${name}(x):`, ...inner].join('\n');
}

const DEEP = 'lib/far/away/odd.py';
const filler = `${body('first', 30)}\n\n\n${body('second', 30)}\n\n\n`;

for (const [what, files, task, symbol] of [
  [
    'a function',
    { [DEEP]: `${filler}${body('zip_batch', 60)}\n` },
    'Why does zip_batch validate the attributes of every order in a batch twice?',
    'zip_batch',
  ],
  [
    'a method, by its class',
    {
      [DEEP]: `${filler}class Vault:\n${body('merge', 20, '    ')}\n\n\nclass Crate:\n${body('merge', 20, '    ')}\n\n${body('split', 190, '    ')}\n`,
    },
    'Why does Crate.merge validate the attributes of every order in a batch twice?',
    'Crate.merge',
  ],
  [
    'a word in backticks',
    { [DEEP]: `${filler}${body('zip', 20)}\n` },
    'Why does `zip` validate the attributes of every order in a batch twice?',
    'zip',
  ],
  [
    'a test',
    { 'tests/test_odd.py': `${filler}${body('test_zip_batch', 40)}\n` },
    'Why does test_zip_batch settle the orders of a batch twice?',
    'test_zip_batch',
  ],
] as const) {
  test(`${what} that a question names comes first and whole`, async (t) => {
    const where = project(t, { ...noise(14), ...files });
    const { stdout } = await beadloom(where, ['ctx', '--task', task]);
    const [, heading = '', content = ''] = /^### (.+)\n```\w+\n([^`]+)/m.exec(stdout) ?? [];
    const [, from = '', to = '', shown = ''] = /:(\d+)-(\d+) (.+)$/.exec(heading) ?? [];
    t.is(shown, symbol, stdout);
    t.is(content.trimEnd().split('\n').length, Number(to) - Number(from) + 1);
    t.true(content.trimStart().startsWith('def '));
    t.regex(content, /call_19\(19\)/);
  });
}

test('a class that a question names and that is too long begins the answer', async (t) => {
  const methods = Array.from({ length: 12 }, (_, n) => body(`step_${n}`, 18, '    ')).join('\n\n');
  const where = project(t, {
    ...noise(14),
    [DEEP]: `${filler}class OddVault:\n    """Odd."""\n\n${methods}\n`,
  });
  const task = 'Why does OddVault settle the orders of a batch twice?';
  const { stdout } = await beadloom(where, ['ctx', '--task', task]);
  t.regex(stdout, /^### lib\/far\/away\/odd\.py:.*\n```python\n(?:[^`]*\n)?class OddVault:/m, stdout);
  t.is(/^### (.+?):/m.exec(stdout)?.[1], DEEP);
});

test('a name that many files define lifts none of them', async (t) => {
  const many = Object.fromEntries(
    Array.from({ length: 8 }, (_, n) => [`lib/many_${n}.py`, `${body('zip_batch', 5)}\n`]),
  );
  const where = project(t, {
    ...many,
    'src/ledger.py':
      'def settle_ledger(batch):\n    """Settles the ledger of a batch: zip_batch and what it costs."""\n    return zip_batch(batch)\n',
  });
  const { code } = await answer<Bundle>(where, [
    'ctx',
    '--task',
    'Why does settle_ledger of a batch call zip_batch?',
  ]);
  t.is(code?.[0]?.symbol, 'settle_ledger');
});

test('an answer that is sure ends with what it is sure of, unless more is asked for', async (t) => {
  const where = project(t, {
    ...noise(40),
    [DEEP]: `${filler}def zip_batch(batch):\n    """Validates the attributes of every order in a batch, twice."""\n${body('inner', 29)}\n`,
  });
  const task = 'Why does zip_batch validate the attributes of every order in a batch twice?';
  const { stdout: short } = await beadloom(where, ['ctx', '--task', task]);
  const { stdout: long } = await beadloom(where, ['ctx', '--task', task, '--budget', '2000']);
  t.true(short.includes('\nConfidence: high.\n'), short);
  t.regex(short, /\nIncomplete: zip_batch .*whole\b.*\.\n$/);
  t.true(short.length < long.length, short);
  t.true(short.includes('call_29(29)'));
});

test('a question about a test shows what is tested too', async (t) => {
  const where = project(t, {
    ...Object.fromEntries(
      Array.from({ length: 6 }, (_, n) => [
        `tests/test_settle_${n}.py`,
        `def test_settle_ledger_batch_${n}():\n    """The test of settling a ledger batch."""\n    assert settle_ledger_batch(${n})\n`,
      ]),
    ),
    'src/ledger.py':
      'def settle_it(batch):\n    """Settles a batch of the ledger."""\n    return batch.done()\n',
  });
  const { code } = await answer<Bundle>(where, [
    'ctx',
    '--task',
    'Why is settling a ledger batch checked in every test?',
  ]);
  const paths = [...new Set((code ?? []).map(({ path }) => path))];
  t.true(paths.indexOf('src/ledger.py') >= 0 && paths.indexOf('src/ledger.py') <= 1, paths.join(' '));
});
