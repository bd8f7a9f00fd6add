import test from 'ava';

import type { Code, RelatedAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project } from './support/project.js';

const CODE = {
  '.beadloom/_graph/a.yml':
    'nodes:\n  - {ref_id: pay, kind: domain, source: src/pay/, docs: [docs/pay.md]}\n',
  'docs/pay.md': '# Pay\n\nPays.\n',
  'src/pay/__init__.py': '',
  'src/pay/money.py': 'def cents(amount):\n    return amount * 100\n',
  'src/pay/charge.py':
    'import json\nfrom pay.money import cents\n\n\ndef charge(amount):\n    return cents(amount)\n',
  'src/pay/refund.py': 'from pay.money import cents\n\n\ndef refund(amount):\n    return -cents(amount)\n',
  'src/web.py':
    'from pay.charge import charge\n\n\ndef view(request):\n    return charge(\n        charge(request)\n    )\n',
  'tests/test_charge.py': 'from pay.charge import charge\n\n\ndef test_charge():\n    assert charge(1)\n',
  'tests/test_all.py': 'from pay.charge import charge\n',
};

test('imports both ways, references, what is shared, tests and documents, each with its reasons', async (t) => {
  const where = project(t, CODE);
  const charge = await answer<RelatedAnswer>(where, ['related', 'src/pay/charge.py']);
  t.is(charge.path, 'src/pay/charge.py');
  t.deepEqual(charge.ref_ids, ['pay']);
  t.deepEqual(
    charge.imports.map(({ path, specifier, line, confidence }) => [path, specifier, line, confidence]),
    [
      [null, 'json', 1, null],
      ['src/pay/money.py', 'pay.money', 2, 'exact'],
    ],
  );
  t.deepEqual(
    charge.imported_by.map(({ path, line }) => `${path}:${line}`),
    ['src/web.py:1', 'tests/test_all.py:1', 'tests/test_charge.py:1'],
  );
  // Three files import charge, two import money: spread is log2(5) and log2(4).
  const F = Math.log2(5);
  const round = (score: number) => Math.round(score * 1000) / 1000;
  const sum = (...scores: number[]) => round(scores.map(round).reduce((a, b) => a + b, 0));
  t.deepEqual(
    charge.related.map(({ path, score, reasons }) => [
      path,
      score,
      reasons.map(({ kind, count }) => `${kind} ${count}`).join(', '),
    ]),
    [
      ['tests/test_charge.py', sum(2, 2 / F, 1 / F), 'tests 1, imported_by 1, referred_by 1'],
      ['src/web.py', sum(2 / F, Math.log2(3) / F), 'imported_by 1, referred_by 2'],
      ['src/pay/money.py', sum(1, 0.5), 'imports 1, refers_to 1'],
      ['docs/pay.md', 1, 'documents 1'],
      ['tests/test_all.py', sum(1 / F), 'imported_by 1, tests 1'],
      ['src/pay/refund.py', sum(1 / 3), 'shares_references 1'],
    ],
  );
});

test('the limit leaves the least out, and says so', async (t) => {
  const where = project(t, CODE);
  const all = await answer<RelatedAnswer>(where, ['related', 'src/pay/charge.py']);
  const two = await answer<RelatedAnswer>(where, ['related', 'src/pay/charge.py', '--limit', '2']);
  t.deepEqual(two.related, all.related.slice(0, 2));
  t.deepEqual(two.omitted, { imports: 0, imported_by: 1, related: 4 });
});

test('for people: a file per line, the greatest score first', async (t) => {
  const where = project(t, CODE);
  const { stdout } = await beadloom(where, ['related', 'src/pay/charge.py', '--limit', '2']);
  t.is(
    stdout,
    `src/pay/charge.py (pay)
  3.29  tests/test_charge.py  test, imports it, 1 reference back
  1.54  src/web.py  imports it, 2 references back
… and 4 files more
from outside: json
`,
  );
  const alone = await beadloom(where, ['related', 'src/pay/__init__.py']);
  t.is(alone.code, 0);
  t.regex(alone.stdout, /Nothing in the project has to do with it/);
});

test('paths that are none', async (t) => {
  const where = fixture(t, 'shop');
  for (const [args, code, says] of [
    [['related', 'charge.py'], 'not_found', /Did you mean: src\/billing\/charge\.py\?/],
    [['related', 'src/billing/chrage.py'], 'not_found', /src\/billing\/charge\.py/],
    [['related', 'src/billing'], 'not_found', /is a folder.*src\/billing\/charge\.py/s],
    [['related', '../x.py'], 'outside_root', /leads outside/],
    [['related', '/etc/passwd'], 'outside_root', /absolute/],
    [['related', ''], 'usage', /empty/],
    [['related', 'a\tb'], 'bad_value', /control character/],
    [['related', 'src/billing/charge.py', '--limit', 'x'], 'usage', /whole number/],
  ] as Array<[string[], Code, RegExp]>) {
    const error = await failure(where, args);
    t.is(error.code, code, args.join(' '));
    t.regex(`${error.message} ${error.hint}`, says);
  }
});
