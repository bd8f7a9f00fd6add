import test from 'ava';

import type { SearchAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project } from './support/project.js';

test('the exact name is first', async (t) => {
  const where = fixture(t, 'shop');
  const ledger = await answer<SearchAnswer>(where, ['search', 'Ledger']);
  t.like(ledger.hits[0], {
    type: 'code',
    name: 'Ledger',
    kind: 'class',
    path: 'src/billing/charge.py',
    ref_id: 'billing',
  });
  t.deepEqual(ledger.tiers, ['lexical']);
  const feature = await answer<SearchAnswer>(where, ['search', 'FEAT-7']);
  t.like(feature.hits[0], { type: 'node', name: 'FEAT-7', kind: 'feature' });
});

for (const query of [
  '"a\\"b"',
  'AND',
  'a AND',
  'NEAR(x',
  '-x',
  '*',
  'a*',
  '^a',
  '{a}',
  'a:b',
  "o'clock",
  '😀',
  'ℌ',
  '(',
]) {
  test(`the query ${query} is plain text`, async (t) => {
    const where = fixture(t, 'shop');
    const { code, stdout, stderr } = await beadloom(where, ['search', '--json', '--', query]);
    t.is(code, 0, stderr);
    t.is((JSON.parse(stdout) as SearchAnswer).query, query);
  });
}

test('an unknown word empties no result; a misspelt one gets suggestions', async (t) => {
  const where = fixture(t, 'shop');
  const one = await answer<SearchAnswer>(where, ['search', 'ledger', 'xylophonic']);
  t.true(one.hits.some((hit) => hit.name === 'Ledger'));
  const misspelt = await answer<SearchAnswer>(where, ['search', 'ledgr']);
  t.true([...misspelt.suggestions, ...misspelt.hits.map((hit) => hit.name)].includes('Ledger'));
  const human = await beadloom(where, ['search', 'qqqqzzzz']);
  t.is(human.code, 0);
  t.regex(human.stdout, /^Nothing found for "qqqqzzzz"\./);
});

test('the parts of an identifier find it', async (t) => {
  const where = project(t, {
    'net.ts': 'export function parseHTTPHeader(line: string): string[] {\n  return line.split(":");\n}\n',
    'pay.py': 'def settle(amount):\n    """Pays."""\n    return amount\n',
  });
  const names = async (...args: string[]) =>
    (await answer<SearchAnswer>(where, ['search', ...args])).hits.map((hit) => hit.name);
  t.is((await names('parse', 'http'))[0], 'parseHTTPHeader');
  t.deepEqual(await names('settle', '--lang', 'typescript'), []);
  t.deepEqual(await names('settle', '--path', '*.ts'), []);
  t.true((await names('settle', '--path', '*.py')).includes('settle'));
});

test('filters narrow, a wrong one says what there is', async (t) => {
  const where = fixture(t, 'shop');
  const all = await answer<SearchAnswer>(where, ['search', 'billing ledger charge refund']);
  t.true(new Set(all.hits.map((hit) => hit.type)).size >= 2);
  const classes = await answer<SearchAnswer>(where, [
    'search',
    'billing ledger charge refund',
    '--kind',
    'class',
  ]);
  t.deepEqual(
    classes.hits.map((hit) => hit.name),
    ['Ledger'],
  );
  for (const [field, type] of [
    ['nodes', 'node'],
    ['docs', 'doc'],
    ['code', 'code'],
  ]) {
    const { hits } = await answer<SearchAnswer>(where, ['search', 'refund charge', '--in', field as string]);
    t.true(hits.length > 0, field);
    t.true(
      hits.every((hit) => hit.type === type),
      field,
    );
  }
  t.is((await answer<SearchAnswer>(where, ['search', 'charge refund', '--limit', '1'])).hits.length, 1);
  const wrong = await failure(where, ['search', 'x', '--kind', 'gizmo']);
  t.regex(`${wrong.message} ${wrong.hint}`, /class.*function|domain.*feature/s);
  t.is((await failure(where, ['search', ''])).code, 'usage');
});
