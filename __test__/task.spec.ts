// `ctx --task`: what a task needs, within a budget, and what a session was given.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import test from 'ava';

import { Beadloom, BeadloomError, type Bundle, type Code } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project, type TestProject } from './support/project.js';

/** A function of some lines that says what it is about. */
function definition(name: string, count: number): string {
  const body = Array.from(
    { length: count },
    (_, line) => `    ${name}_total_${line} = order.${name}(${line})`,
  );
  return `def ${name}(order):\n    """Does ${name.replaceAll('_', ' ')} for an order."""\n${body.join('\n')}\n    return ${name}_total_0\n`;
}

/** Many files, of which each is about a thing of its own. */
function warehouse(t: Parameters<typeof project>[0]): TestProject {
  const things = [
    'invoice',
    'parcel',
    'pallet',
    'carrier',
    'customs',
    'refund',
    'pricing',
    'stock',
    'label',
    'route',
  ];
  const files = things.flatMap((thing) => [
    [
      `src/${thing}/ship_${thing}.py`,
      definition(`ship_${thing}`, 30) + '\n\n' + definition(`track_${thing}`, 12),
    ],
    [
      `src/${thing}/store.py`,
      `from ${thing}.ship_${thing} import ship_${thing}\n\n\n${definition(`keep_${thing}`, 8)}`,
    ],
  ]);
  return project(t, Object.fromEntries(files) as Record<string, string>);
}

function code(bundle: Bundle) {
  if (bundle.code === undefined || bundle.code === null) {
    throw new Error('no code');
  }
  return bundle.code;
}

test('a task names the right file first, with its code, callers and document', async (t) => {
  const where = fixture(t, 'shop');
  const bundle = await answer<Bundle>(where, [
    'ctx',
    '--task',
    'refunds charge the ledger twice',
    '--budget',
    '4000',
  ]);
  t.like(bundle.focus, { type: 'task', ref_id: null, summary: 'refunds charge the ledger twice' });
  t.deepEqual(bundle.focuses, []);
  const first = code(bundle).find(({ reason }) => reason !== undefined);
  t.is(first?.path, 'src/billing/charge.py');
  t.true(code(bundle).some(({ content }) => content.includes('def refund(invoice, token):')));
  // Only a session has a use for it.
  t.is(first?.content_hash, undefined);
  t.true(bundle.text_chunks.some((chunk) => chunk.doc_path === 'docs/f/refunds.md'));
  t.true(bundle.graph.nodes.length > 0);
  t.true(bundle.tokens <= 4_000);
});

test('the lines of a piece are those of the file', async (t) => {
  const where = warehouse(t);
  const bundle = await answer<Bundle>(where, ['ctx', '--task', 'ship a pallet', '--budget', '3000']);
  t.true(code(bundle).length > 5);
  for (const { path, line_start: first, line_end: last, content, reason } of code(bundle)) {
    const shown = readFileSync(where.path(path), 'utf8')
      .split('\n')
      .slice(first - 1, last);
    // Of what a piece only names, one line is shown; its lines are all of it.
    if (reason === undefined) t.true(shown.join('\n').includes(content.replace(/…$/, '')), path);
    else t.is(shown.join('\n'), content, path);
  }
});

for (const [form, least] of [
  ['markdown', 100],
  ['json', 400],
] as const) {
  for (const budget of [least, 500, 1_000, 4_000, 10_000_000]) {
    test(`${form}: ${budget} tokens are kept`, async (t) => {
      const where = warehouse(t);
      const args = ['ctx', '--task', 'ship an invoice to customs', '--budget', String(budget)];
      const json = await answer<Bundle>(where, [...args.slice(0, -1), String(Math.max(budget, 400))]);
      t.true(json.tokens <= Math.max(budget, 400));
      const text = await beadloom(where, args);
      t.is(text.code, 0, text.stderr);
      // No tokenizer is at hand here: a token has a letter or more, and rarely more than eight.
      t.true(text.stdout.length < budget * 8);
    });
  }
}

test('a small budget names many files, a large one shows whole definitions', async (t) => {
  const where = warehouse(t);
  const task = ['ctx', '--task', 'ship and track a parcel'];
  const small = (await beadloom(where, [...task, '--budget', '500'])).stdout;
  const named = new Set([...small.matchAll(/src\/[a-z]+\/[a-z_]+\.py/g)].map(([path]) => path));
  t.true(named.size >= 6, small);
  t.true(small.includes('src/parcel/ship_parcel.py'));
  const large = (await beadloom(where, [...task, '--budget', '4000'])).stdout;
  t.true(large.includes(definition('ship_parcel', 30).trimEnd()), large);
  t.false(small.includes(definition('ship_parcel', 30).trimEnd()));
});

const REFUSED: [string[], Code, RegExp][] = [
  [['--task', ''], 'usage', /the task is empty/],
  [['--task', ' \n\t '], 'usage', /the task is empty/],
  [['--task', 'x', '--budget', '0'], 'usage', /from 1 to/],
  [['--task', 'x', '--budget', '-1'], 'usage', /whole number/],
  [['--task', 'x', '--budget', 'many'], 'usage', /whole number/],
  [['--task', 'x', '--budget', '99999999999'], 'usage', /from 1 to/],
  [['--task', 'x', '--budget', '399'], 'budget_too_small', /400/],
  [['--task', 'x', '--session', ''], 'usage', /session/],
  [['FEAT-7', '--session', 's'], 'usage', /a session needs a task/],
  [['FEAT-8', '--task', 'x'], 'not_found', /FEAT-7/],
  [['FEAT-7', 'nope', '--task', 'x'], 'not_found', /"nope" not found/],
  [['../..', '--task', 'x'], 'not_found', /not found/],
];

for (const [args, kind, says] of REFUSED) {
  test(`ctx ${JSON.stringify(args)}: ${kind}`, async (t) => {
    const { code: found, message, hint } = await failure(fixture(t, 'shop'), ['ctx', ...args]);
    t.is(found, kind);
    t.regex(`${message} ${hint}`, says);
  });
}

for (const [name, task] of Object.entries({
  '100 kB': 'the ledger charges twice '.repeat(4_000),
  'SQL and full-text syntax': `'; DROP TABLE nodes; -- " OR NEAR(ledger, 2) AND * ^x {a b}:c`,
  'right to left': '‮עברית ledger العربية⁦',
  'a regular expression': '^(ledger|charge).*\\d+$',
  'one character': 'x',
  'stop words': 'where is the',
  emoji: '🎉🎉',
  'a stack trace':
    'Traceback (most recent call last):\n  File "src/billing/charge.py", line 14, in charge\nKeyError',
})) {
  test(`a task of ${name} is plain text`, async (t) => {
    const where = fixture(t, 'shop');
    const { code: exit, stdout, stderr } = await beadloom(where, ['ctx', '--json', `--task=${task}`]);
    t.is(exit, 0, stderr);
    const bundle = JSON.parse(stdout) as Bundle;
    t.true(Array.isArray(bundle.code));
    t.true(bundle.focus.summary.length <= 121);
    const text = (await beadloom(where, ['ctx', `--task=${task}`])).stdout;
    // oxlint-disable-next-line no-control-regex
    t.notRegex(text, /[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/);
  });
}

test('control characters in a task and in code reach no terminal', async (t) => {
  const where = project(t, { 'a.py': 'def ledger():\n    return "\u001b[31m ```` \u202e"\n' });
  const library = Beadloom.open(where.root);
  t.teardown(() => library.close());
  const text = await library.ctxMarkdown([], { task: 'ledger \0 \u001b[2J' });
  // oxlint-disable-next-line no-control-regex
  t.notRegex(text, /[\u0000-\u0008\u000b-\u001f\u202e]/);
  t.true(text.includes('`````python\n'), text);
});

test('references are the field of a task', async (t) => {
  const where = fixture(t, 'shop');
  const paths = async (...refs: string[]) =>
    new Set(
      code(await answer<Bundle>(where, ['ctx', ...refs, '--task', 'check the token'])).map((one) => one.path),
    );
  t.true((await paths()).has('src/auth/tokens.py'));
  t.deepEqual([...(await paths('billing'))], ['src/billing/charge.py']);
  t.deepEqual([...(await paths('src/auth'))], ['src/auth/tokens.py']);
  t.deepEqual([...(await paths('src/auth/tokens.py'))], ['src/auth/tokens.py']);
  const both = await answer<Bundle>(where, ['ctx', 'billing', 'auth', '--task', 'check the token']);
  t.deepEqual(
    both.focuses.map((focus) => focus.ref_id),
    ['billing', 'auth'],
  );
  t.deepEqual(
    new Set(code(both).map((one) => one.path)),
    new Set(['src/auth/tokens.py', 'src/billing/charge.py']),
  );
});

test('callees and imports are signatures with a reason, and the lines of callers are named', async (t) => {
  const where = project(t, {
    'pay.py':
      'from ledger import Ledger\n\n\ndef settle_invoice(invoice):\n    """Settles an invoice."""\n    return Ledger().post_entry(invoice)\n',
    'ledger.py': 'class Ledger:\n    def post_entry(self, entry):\n        return [entry]\n',
    ...Object.fromEntries(
      [1, 2, 3, 4].map((n) => [
        `shop${n}.py`,
        `from pay import settle_invoice\n\n\ndef checkout_${n}(cart):\n    return settle_invoice(cart)\n`,
      ]),
    ),
  });
  const { code_symbols: symbols, breaks } = await answer<Bundle>(where, [
    'ctx',
    '--task',
    'def settle_invoice in pay.py',
  ]);
  const reasons = Object.fromEntries(symbols.map((symbol) => [symbol.qualified_name, symbol.reason]));
  const users = (breaks ?? []).map(({ name, path, lines: at }) => `${name} ${path}:${at.join()}`);
  t.true(
    users.length >= 2 && users.every((user) => /^settle_invoice shop\d\.py:5$/.test(user)),
    users.join(' '),
  );
  t.is(reasons['Ledger.post_entry'] ?? reasons['Ledger'], 'callee');
});

test('the same task gives the same bytes, from a fresh index too, and is not kept', async (t) => {
  const [one, two] = [warehouse(t), warehouse(t)];
  const args = ['ctx', '--task', 'ship and track a parcel', '--json'];
  const first = JSON.parse((await beadloom(one, args)).stdout) as Bundle;
  const again = JSON.parse((await beadloom(one, args)).stdout) as Bundle;
  const other = JSON.parse((await beadloom(two, args)).stdout) as Bundle;
  const same = (bundle: Bundle) => ({ ...bundle, sync_status: null, tokens: 0 });
  t.deepEqual(same(first), same(again));
  t.deepEqual(same(first), same(other));
  t.is(first.etag, other.etag);
  one.write('src/parcel/ship_parcel.py', definition('ship_parcel_by_air', 5));
  const edited = JSON.parse((await beadloom(one, args)).stdout) as Bundle;
  t.true(edited.code?.some((piece) => piece.content.includes('ship_parcel_by_air')));
  t.not(edited.etag, first.etag);
  // Back to what it was, in steps: what is gone from the index weighs nothing.
  const source = readFileSync(join(two.root, 'src/parcel/ship_parcel.py'), 'utf8');
  for (let long = 20; long < 60; long += 10) {
    one.write('src/parcel/ship_parcel.py', definition('parcel', long) + definition('track', long));
    await answer(one, ['reindex']);
  }
  one.write('src/parcel/ship_parcel.py', source);
  const back = JSON.parse((await beadloom(one, args)).stdout) as Bundle;
  t.deepEqual(same(back), same(first));
});

test('without a refresh the answer still has the lines that are there', async (t) => {
  const where = project(t, { 'a.py': definition('ledger', 20) });
  await answer(where, ['reindex']);
  where.write('a.py', 'x = 1\n');
  const bundle = await answer<Bundle>(where, ['ctx', '--task', 'ledger', '--no-refresh']);
  t.true(code(bundle).every(({ content }) => content === 'x = 1'));
});

/** Asks in a session whose record is a test's own. */
function sessions(t: Parameters<typeof project>[0]) {
  const cache = project(t);
  const env = { XDG_CACHE_HOME: cache.root };
  const ask = async (where: TestProject, session: string, task: string, budget = 4_000): Promise<Bundle> => {
    const args = ['ctx', '--json', '--task', task, `--session=${session}`, '--budget', String(budget)];
    const { code: exit, stdout, stderr } = await beadloom(where, args, { env });
    if (exit !== 0) {
      throw new Error(stderr);
    }
    return JSON.parse(stdout) as Bundle;
  };
  return { cache, ask };
}

/** Non-empty lines of an answer that say something of their own. */
function lines(bundle: Bundle): string[] {
  const texts = [
    ...code(bundle).map((piece) => piece.content),
    ...bundle.text_chunks.map((one) => one.content),
  ];
  return texts
    .flatMap((text) => text.split('\n').map((line) => line.trim()))
    .filter((line) => line.length > 3);
}

test('a session is given nothing twice, however often and with whatever budget it asks', async (t) => {
  const where = warehouse(t);
  const { ask } = sessions(t);
  const given = new Set<string>();
  for (const budget of [500, 1_000, 4_000, 4_000, 20_000]) {
    const bundle = await ask(where, 's', 'ship and track a parcel', budget);
    for (const { content_hash: hash = '', content } of code(bundle)) {
      t.regex(hash, /^[0-9a-f]{8}$/);
      t.false(given.has(hash), content);
      given.add(hash);
    }
  }
  const last = await ask(where, 's', 'ship and track a parcel', 20_000);
  t.deepEqual(
    code(last).filter((piece) => piece.path.includes('parcel')),
    [],
  );
  t.true((last.given ?? 0) > 0);
  const other = await ask(where, 'other', 'ship and track a parcel');
  t.true(code(other).length > 0);
  t.is(other.given, 0);
});

test('a function that moved to another file is not given again', async (t) => {
  const moved = definition('reconcile_ledger', 12);
  const where = project(t, {
    'billing.py': `${definition('open_books', 6)}\n\n${moved}`,
    'README.md': '# Books\n',
  });
  const { ask } = sessions(t);
  const first = await ask(where, 's', 'reconcile ledger books');
  t.true(lines(first).includes('def reconcile_ledger(order):'));
  where.write('billing.py', definition('open_books', 6));
  where.write(
    'accounts/ledger.py',
    `import decimal\n\n\nclass Accounts:\n${moved.replaceAll(/^(?=.)/gm, '    ')}`,
  );
  const second = await ask(where, 's', 'reconcile ledger books');
  const before = new Set(lines(first));
  t.deepEqual(
    lines(second).filter((line) => before.has(line)),
    [],
  );
  t.true(lines(second).includes('class Accounts:'));
  where.write('accounts/ledger.py', moved.replace('reconcile_ledger_total_3', 'reconciled'));
  const third = await ask(where, 's', 'reconcile ledger books');
  t.true(
    lines(third).some((line) => line.startsWith('reconciled =')),
    'what changed is news',
  );
});

test('documents are not given twice either', async (t) => {
  const where = fixture(t, 'shop');
  const { ask } = sessions(t);
  const first = await ask(where, 's', 'refunds give money back');
  t.true(first.text_chunks.length > 0);
  const second = await ask(where, 's', 'refunds give money back');
  t.deepEqual(second.text_chunks, []);
});

test('names of sessions are hostile, records are damaged, and nothing outside is touched', async (t) => {
  const where = fixture(t, 'shop');
  const { cache, ask } = sessions(t);
  for (const name of [
    '../../x',
    '/etc/passwd',
    'a/b\\c',
    'x'.repeat(5_000),
    '‮\u001b[2J',
    "'; DROP TABLE given; --",
  ]) {
    t.true(code(await ask(where, name, 'ledger')).length > 0, name);
    t.deepEqual(code(await ask(where, name, 'ledger')), [], name);
  }
  t.deepEqual(readdirSync(join(cache.root, 'beadloom')).toSorted(), ['sessions.db']);
  t.deepEqual(readdirSync(cache.root).toSorted(), ['.git', 'beadloom']);
  writeFileSync(join(cache.root, 'beadloom', 'sessions.db'), 'not a record '.repeat(1_000));
  const anew = await ask(where, '../../x', 'ledger');
  t.regex(anew.warning ?? '', /damaged; the session starts over/);
  t.true(code(anew).length > 0);
  t.is((await ask(where, '../../x', 'ledger')).warning, null);
});

test('a session that cannot be kept is said so, and answered', async (t) => {
  const where = fixture(t, 'shop');
  const { cache, ask } = sessions(t);
  mkdirSync(join(cache.root, 'beadloom', 'sessions.db'), { recursive: true });
  const bundle = await ask(where, 's', 'ledger');
  t.regex(bundle.warning ?? '', /the session is not kept/);
  t.true(code(bundle).length > 0);
});

test('many processes of one session write side by side', async (t) => {
  const where = fixture(t, 'shop');
  const { ask } = sessions(t);
  await ask(where, 'another', 'ledger');
  const all = await Promise.all(['ledger', 'refund', 'token', 'charge'].map((task) => ask(where, 's', task)));
  t.true(all.every((bundle) => bundle.warning === null));
  for (const task of ['ledger', 'refund', 'token', 'charge']) {
    t.deepEqual(code(await ask(where, 's', task)), [], task);
  }
});

test('the library takes the same', async (t) => {
  const library = Beadloom.open(fixture(t, 'shop').root);
  t.teardown(() => library.close());
  const bundle = await library.ctx([], { task: 'post to the ledger', budget: 900 });
  t.is(bundle.code?.[0]?.path, 'src/billing/charge.py');
  t.true(bundle.tokens <= 900);
  for (const [refs, options] of [
    [[], {}],
    [[], { task: 5 as unknown as string }],
    [[], { task: 'x', session: 5 as unknown as string }],
    [[], { task: 'x', budget: Number.NaN }],
    ['FEAT-7', { session: 's' }],
  ] as const) {
    const error = await t.throwsAsync(library.ctx(refs, options), { instanceOf: BeadloomError });
    t.is(error?.code, 'usage');
  }
});
