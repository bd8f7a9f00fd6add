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
  t.deepEqual(ledger.tiers, ['lexical', 'static']);
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

test('a word of a body finds its function, and what is edited is found at once', async (t) => {
  const where = project(t, {
    'pay.py':
      'def settle(amount):\n    return amount\n\n\ndef refund(amount):\n    quarantine = amount * 2\n    return quarantine\n',
  });
  const first = async (...words: string[]) =>
    (await answer<SearchAnswer>(where, ['search', ...words, '--in', 'code'])).hits[0];
  t.like(await first('quarantine'), { path: 'pay.py', type: 'code' });
  where.write('later.py', 'def postpone():\n    grandfathered = 1\n    return grandfathered\n');
  t.like(await first('grandfathered'), { path: 'later.py', name: 'postpone' });
});

test('one hit per file unless all are wanted; with reasons where they are asked for', async (t) => {
  const body = (name: string) => `def ${name}(order):\n${'    order.ledger.post(1)\n'.repeat(40)}\n\n`;
  const where = project(t, { 'shop/orders.py': body('open') + body('close') + body('refund') });
  const paths = async (...args: string[]) =>
    (await answer<SearchAnswer>(where, ['search', 'ledger', 'post', '--in', 'code', ...args])).hits;
  t.is((await paths()).length, 1);
  const all = await paths('--all-chunks');
  t.true(all.length >= 3);
  t.deepEqual(
    all.map((hit) => hit.score),
    all.map((hit) => hit.score).toSorted((a, b) => b - a),
  );
  t.is((await paths())[0]?.explain, undefined);
  const [hit] = await paths('--explain');
  t.true(hit?.explain?.some(({ feature, gives }) => feature.length > 0 && gives !== 0));
  const human = await beadloom(where, ['search', 'ledger', '--explain']);
  t.regex(human.stdout, /why: \w+ -?\d/);
});

test('meaning can be switched off, and an index without vectors gets them', async (t) => {
  const where = project(t, {
    '.beadloom/config.yml': 'search:\n  semantic: off\n',
    'a.py': 'def settle(amount):\n    """Pays an invoice."""\n    return amount\n',
  });
  const tiers = async () => (await answer<SearchAnswer>(where, ['search', 'settle'])).tiers;
  t.deepEqual(await tiers(), ['lexical']);
  where.write('.beadloom/config.yml', 'search:\n  semantic: auto\n');
  t.deepEqual(await tiers(), ['lexical', 'static']);
});

for (const [what, query] of [
  ['one character', 'x'],
  ['stop words alone', 'how is it that'],
  ['100 kB', 'ledger '.repeat(14_000)],
  ['control characters', 'led\u0001ger\u0007'],
  ['right to left', 'חשבון ledger حساب'],
  ['SQL', "'; DROP TABLE code_chunks; --"],
  ['a regular expression', '^(led|char)ger.*$'],
] as Array<[string, string]>) {
  test(`a query of ${what} is no error`, async (t) => {
    const where = fixture(t, 'shop');
    const found = await answer<SearchAnswer>(where, ['search', query]);
    t.true(found.hits.length <= 10);
    t.is((await answer<SearchAnswer>(where, ['search', 'Ledger'])).hits[0]?.name, 'Ledger');
  });
}

for (const limit of ['0', '1000000', '-1', 'many']) {
  test(`--limit ${limit} is refused`, async (t) => {
    t.is((await failure(fixture(t, 'shop'), ['search', 'x', '--limit', limit])).code, 'usage');
  });
}

test('a model that cannot serve is said, and search answers all the same', async (t) => {
  const where = project(t, {
    '.beadloom/config.yml': 'search:\n  model: nobody/nothing\n',
    'a.py': 'def settle(amount):\n    return amount\n',
  });
  const found = await answer<SearchAnswer>(where, ['search', 'settle']);
  t.is(found.hits[0]?.name, 'settle');
  t.deepEqual(found.tiers, ['lexical', 'static']);
  t.regex(found.warning ?? '', /nobody\/nothing is not installed.*bundled model serves.*model pull/);
});

test('text that is no code is found in windows of lines', async (t) => {
  const where = project(t, {
    'src/app.py': 'def start():\n    return 1\n',
    'deploy/values.yaml': `${'# nothing\n'.repeat(20)}replicas: 3\nimage: quokkahouse/shop\n`,
    Dockerfile: 'FROM scratch\nCOPY quokkatool /bin/\n',
    'package-lock.json': '{"quokkalock": 1}\n',
    'logo.data': 'quokkabinary\0',
  });
  const [hit, ...others] = (await answer<SearchAnswer>(where, ['search', 'quokkahouse', '--in', 'code']))
    .hits;
  t.like(hit, { type: 'code', kind: 'text', path: 'deploy/values.yaml', line_end: 22, ref_id: null });
  t.regex(hit?.snippet ?? '', /image: quokkahouse\/shop/);
  t.deepEqual(others, []);
  const paths = async (...flags: string[]) => {
    const { hits } = await answer<SearchAnswer>(where, ['search', ...flags]);
    return hits.map(({ path }) => path);
  };
  t.deepEqual(await paths('quokkatool', '--lang', 'dockerfile'), ['Dockerfile']);
  t.deepEqual(await paths('quokkatool', '--path', 'deploy/'), []);
  t.deepEqual(await paths('quokkalock'), []);
  t.deepEqual(await paths('quokkabinary'), []);
  const status = await answer<{ index: { languages: object } }>(where, ['status']);
  t.deepEqual(status.index.languages, { python: 1 });
});

test('a hit points at the lines that hold the word', async (t) => {
  const functions = Array.from(
    { length: 10 },
    (_, index) =>
      `def step${index}(value):\n    other = value + ${index}\n    return ${index === 4 ? 'quokkas' : 'other'}\n`,
  );
  const long = Array.from(
    { length: 60 },
    (_, index) => `    value${index} = ${index === 41 ? 'wombats' : 'other'}\n`,
  );
  const where = project(t, {
    'src/steps.py': functions.join(''),
    'src/long.py': `def long(other):\n${long.join('')}`,
    'src/top.py': `def before():\n    return 1\n\n\nprint(before(), "platypus")\n`,
    'src/wide.py': `DATA = "${'word '.repeat(100)}echidnas ${'word '.repeat(100)}"\n`,
  });
  const first = async (word: string) => (await answer<SearchAnswer>(where, ['search', word])).hits[0];
  t.like(await first('quokkas'), {
    name: 'step4',
    line_start: 13,
    line_end: 15,
    snippet: 'def step4(value):\n    other = value + 4\n    return quokkas',
    snippet_line: 13,
  });
  const deep = await first('wombats');
  t.like(deep, { name: 'long', line_start: 1, line_end: 61, snippet_line: 42 });
  t.regex(deep?.snippet ?? '', /^.*\n    value41 = wombats\n(?:.*\n){5}.*$/);
  t.like(await first('platypus'), { name: 'src/top.py', kind: 'code', line_start: 1, line_end: 5 });
  const wide = (await first('echidnas'))?.snippet ?? '';
  t.regex(wide, /^….*word echidnas word.*…$/);
  t.true(wide.length <= 240);
});

test('a name that few files hold comes before its parts and its stem', async (t) => {
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `src/rate/limit/header${index}.py`,
      `"""Rates, limits, headers: rating and limiting a header."""\n\n\ndef rate_limit_${index}(header):\n    """Named rates of a limit."""\n    return header\n`,
    ]),
  );
  const where = project(t, {
    ...many,
    'docs/rates.md': '# Rate limits\n\n## Headers\n\nRate, limit, header.\n',
    'tests/test_all.py': 'def test_it(client):\n    assert client.rate_limit_header\n',
    'docs/notes.md': '# Notes\n\n## Old\n\nNames were named by hand.\n',
    'src/rate/other.py': 'def by(rate):\n    # naming is hard\n    return rate\n',
    'src/spelt.py': 'class RateLimitBody:\n    pass\n\n\nbody = rate_limit_body()\n',
    'src/defined.py': 'class rateLimitBody:\n    pass\n',
  });
  for (const [query, path] of [
    ['rate_limit_header', 'tests/test_all.py'],
    ['RATE_LIMIT_HEADER', 'tests/test_all.py'],
    ['naming', 'src/rate/other.py'],
    ['rate_limit_body', 'src/spelt.py'],
    ['rateLimitBody', 'src/defined.py'],
  ] as const) {
    const { hits } = await answer<SearchAnswer>(where, ['search', query]);
    t.is(hits[0]?.path, path, query);
  }
});
