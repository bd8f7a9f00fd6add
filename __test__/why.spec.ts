import test from 'ava';

import type { Code, Dependence, WhyAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project, type TestProject } from './support/project.js';

/** `name edge distance`, with what lies between. */
function short(items: readonly Dependence[]): string[] {
  return items.map(({ name, edge_kind: kind, distance, via }) =>
    [name, kind, distance, ...(via.length > 0 ? [`via ${via.join('>')}`] : [])].join(' '),
  );
}

/** A graph file of edges between nodes that it declares. */
function graph(edges: string[]): Record<string, string> {
  const ids = [...new Set(edges.flatMap((edge) => [edge.split(' ')[0], edge.split(' ')[2]]))];
  const nodes = ids.map((id) => `  - {ref_id: ${id}, kind: domain}`);
  const lines = edges.map((edge) => {
    const [src, kind, dst] = edge.split(' ');
    return `  - {src: ${src}, kind: ${kind}, dst: ${dst}}`;
  });
  return { '.beadloom/_graph/a.yml': `nodes:\n${nodes.join('\n')}\nedges:\n${lines.join('\n')}\n` };
}

test('auth: part of the shop, needed by a feature and by imports', async (t) => {
  const where = fixture(t, 'shop');
  const auth = await answer<WhyAnswer>(where, ['why', 'auth']);
  t.is(auth.ref_id, 'auth');
  t.deepEqual(
    auth.part_of.map((whole) => whole.ref_id),
    ['shop'],
  );
  t.deepEqual(short(auth.downstream), ['FEAT-7 uses 1', 'billing depends_on 1']);
  t.like(auth.downstream[0], { origin: 'declared', confidence: 'exact', direct: true, count: null });
  t.like(auth.downstream[1], { origin: 'import', path: 'src/billing/', kind: 'domain', count: 1 });
  t.deepEqual(auth.upstream, []);
  t.deepEqual(auth.counts, {
    upstream_direct: 0,
    upstream_transitive: 0,
    downstream_direct: 2,
    downstream_transitive: 0,
    upstream_ambiguous: 0,
    downstream_ambiguous: 0,
    complete: true,
  });
  t.deepEqual(
    auth.docs_at_risk.map(({ path, ref_id: id, distance }) => [path, id, distance]),
    [
      ['docs/domains/auth.md', 'auth', 0],
      ['docs/domains/billing.md', 'billing', 1],
      ['docs/f/refunds.md', 'FEAT-7', 1],
    ],
  );
  t.regex(
    auth.impact_summary,
    /^`auth` \(domain\) is part of `shop`\. A change of `auth` directly concerns 2 nodes: `FEAT-7` \(uses\) and `billing` \(depends_on, 1 import\)\..*`docs\/domains\/auth\.md` would go stale; 2 documents tell of what needs it\.$/,
  );
});

test('parts stand apart from dependence, with what needs them', async (t) => {
  const where = fixture(t, 'shop');
  const shop = await answer<WhyAnswer>(where, ['why', 'shop']);
  t.deepEqual(
    shop.parts.map(({ ref_id: id, dependents }) => [id, dependents]),
    [
      ['auth', 1],
      ['billing', 0],
    ],
  );
  t.deepEqual([...shop.upstream, ...shop.downstream], []);
  const feature = await answer<WhyAnswer>(where, ['why', 'FEAT-7']);
  t.deepEqual(short(feature.upstream), ['Invoice touches_entity 1', 'auth uses 1']);
  t.deepEqual(
    feature.part_of.map(({ ref_id: id, distance }) => [id, distance]),
    [
      ['billing', 1],
      ['shop', 2],
    ],
  );
});

test('steps say through what they lead; circles and self edges end', async (t) => {
  const where = project(
    t,
    graph([
      'b depends_on a',
      'c uses b',
      'd depends_on b',
      'e uses c',
      'a depends_on e',
      'a uses a',
      'b part_of whole',
      'whole part_of b',
    ]),
  );
  const a = await answer<WhyAnswer>(where, ['why', 'a']);
  t.deepEqual(short(a.downstream), [
    'b depends_on 1',
    'c uses 2 via b',
    'd depends_on 2 via b',
    'e uses 3 via b>c',
  ]);
  t.deepEqual(short(a.upstream), ['e depends_on 1', 'c uses 2 via e', 'b uses 3 via e>c']);
  t.like(a.counts, { downstream_direct: 1, downstream_transitive: 3, upstream_transitive: 2 });
  const near = await answer<WhyAnswer>(where, ['why', 'a', '--depth', '1']);
  t.like(near.counts, { downstream_direct: 1, downstream_transitive: 0 });
  const none = await answer<WhyAnswer>(where, ['why', 'a', '--depth', '0']);
  t.deepEqual([...none.downstream, ...none.upstream], []);
  const reverse = await answer<WhyAnswer>(where, ['why', 'a', '--reverse']);
  t.deepEqual(reverse.downstream, []);
  t.is(reverse.omitted.downstream, 4);
  t.deepEqual(reverse.counts, a.counts);
  t.is(reverse.impact_summary, a.impact_summary);
  t.deepEqual(short(reverse.upstream), short(a.upstream));
});

test('a hub: all are counted, some are listed', async (t) => {
  const where = project(
    t,
    graph(Array.from({ length: 400 }, (_, number) => `n${String(number).padStart(3, '0')} uses hub`)),
  );
  const hub = await answer<WhyAnswer>(where, ['why', 'hub']);
  t.is(hub.downstream.length, 30);
  t.is(hub.downstream[0]?.name, 'n000');
  t.is(hub.counts.downstream_direct, 400);
  t.is(hub.omitted.downstream, 370);
  t.is(hub.affected_nodes.length, 100);
  t.regex(hub.impact_summary, /400 nodes: `n000` \(uses\), `n001` \(uses\), `n002` \(uses\) and 397 more\./);
  const few = await answer<WhyAnswer>(where, ['why', 'hub', '--limit', '2']);
  t.is(few.downstream.length, 2);
  t.is(few.omitted.downstream, 398);
  t.is(few.impact_summary, hub.impact_summary);
});

const CODE = {
  '.beadloom/_graph/a.yml': `nodes:
  - {ref_id: pay, kind: domain, source: src/pay/, docs: [docs/pay.md]}
  - {ref_id: web, kind: service, source: src/web/}
`,
  'docs/pay.md': '# Pay\n\nPays.\n',
  'src/pay/__init__.py': '',
  'src/pay/ledger.py': `class Ledger:
    def post(self, amount):
        return Entry(amount)


class Entry:
    def __init__(self, amount):
        self.amount = amount
`,
  'src/pay/charge.py': `from pay.ledger import Ledger


def charge(amount):
    ledger = Ledger()
    return ledger.post(amount)
`,
  'src/web/__init__.py': '',
  'src/web/views.py': `from pay.charge import charge


def view(request):
    return charge(request.amount)
`,
  'tests/test_charge.py': `from pay.charge import charge


def test_charge():
    assert charge(1)
`,
};

test('a file: by imports, tests apart, the nodes that it concerns', async (t) => {
  const where = project(t, CODE);
  const ledger = await answer<WhyAnswer>(where, ['why', 'src/pay/ledger.py']);
  t.is(ledger.file, 'src/pay/ledger.py');
  t.is(ledger.ref_id, null);
  t.deepEqual(short(ledger.downstream), [
    'src/pay/charge.py import 1',
    'src/web/views.py import 2 via src/pay/charge.py',
  ]);
  t.like(ledger.downstream[1], { ref_id: 'web', kind: 'file', origin: 'import', confidence: 'exact' });
  t.deepEqual(ledger.tests, [{ path: 'tests/test_charge.py', distance: 2, confidence: 'exact' }]);
  t.deepEqual(
    ledger.part_of.map((whole) => whole.ref_id),
    ['pay'],
  );
  t.deepEqual(ledger.affected_nodes, ['web']);
  t.deepEqual(
    ledger.docs_at_risk.map((document) => document.path),
    ['docs/pay.md'],
  );
  const charge = await answer<WhyAnswer>(where, ['why', 'src/pay/charge.py']);
  t.deepEqual(short(charge.upstream), ['src/pay/ledger.py import 1']);
  t.is(charge.tests[0]?.distance, 1);
  const folder = await answer<WhyAnswer>(where, ['why', 'src']);
  t.deepEqual([...folder.upstream, ...folder.downstream], []);
  t.is(folder.tests.length, 1);
});

test('a symbol: callers and callees, a class with its members', async (t) => {
  const where = project(t, CODE);
  const post = await answer<WhyAnswer>(where, ['why', 'Ledger.post']);
  t.is(post.symbol, 'Ledger.post');
  t.deepEqual(short(post.downstream), ['charge call 1', 'view call 2 via charge']);
  t.like(post.downstream[0], {
    path: 'src/pay/charge.py',
    line: 4,
    kind: 'function',
    origin: 'reference',
    confidence: 'exact',
    ref_id: 'pay',
  });
  t.deepEqual(short(post.upstream), ['Entry call 1']);
  t.deepEqual(post.tests, [{ path: 'tests/test_charge.py', distance: 2, confidence: 'exact' }]);
  const ledger = await answer<WhyAnswer>(where, ['why', 'Ledger']);
  t.deepEqual(short(ledger.upstream), ['Entry call 1']);
  t.is(ledger.downstream[0]?.count, 1);
  for (const name of ['src/pay/charge.py:charge', 'src/pay/charge.py:5', 'charge()']) {
    t.is((await answer<WhyAnswer>(where, ['why', name])).symbol, 'charge', name);
  }
});

test('what may be meant is listed last, counted apart and not followed', async (t) => {
  const where = project(t, {
    'a.py': 'class A:\n    def settle(self):\n        pass\n',
    'b.py': 'class B:\n    def settle(self):\n        pass\n',
    'c.py':
      'from a import A\nfrom b import B\n\n\ndef maybe(thing):\n    thing.settle()\n\n\ndef sure():\n    A().settle()\n\n\ndef beyond():\n    maybe(1)\n',
  });
  const run = await answer<WhyAnswer>(where, ['why', 'A.settle']);
  t.deepEqual(
    run.downstream.map(({ name, confidence }) => `${name} ${confidence}`),
    ['sure exact', 'maybe ambiguous'],
  );
  t.like(run.counts, { downstream_direct: 1, downstream_transitive: 0, downstream_ambiguous: 1 });
  t.regex(run.impact_summary, /1 symbol may need it as well/);
  const several = await failure(where, ['why', 'settle']);
  t.is(several.code, 'ambiguous');
  t.is(several.message, '2 symbols are named "settle"');
  t.regex(several.hint ?? '', /A\.settle, B\.settle/);
});

const WRONG: Array<[args: string[], code: Code, says: RegExp]> = [
  [['why', 'FEAT-8'], 'not_found', /"FEAT-8" not found.*FEAT-7/s],
  [['why', 'src/billing/chrage.py'], 'not_found', /src\/billing\/charge\.py/],
  [['why', ''], 'usage', /empty/],
  [['why', '  '], 'usage', /empty/],
  [['why'], 'usage', /missing required argument/],
  [['why', 'auth', 'billing'], 'usage', /too many arguments/],
  [['why', '--auth'], 'usage', /unknown option/],
  [['why', 'auth', '--depth', '-1'], 'usage', /whole number from 0 to 100/],
  [['why', 'auth', '--depth', 'x'], 'usage', /whole number/],
  [['why', 'auth', '--depth', '1e3'], 'usage', /whole number/],
  [['why', 'auth', '--depth', '101'], 'usage', /whole number/],
  [['why', 'auth', '--limit', '0'], 'usage', /whole number from 1/],
  [['why', 'auth', '--limit', '99999999999999'], 'usage', /whole number/],
];

for (const [args, code, says] of WRONG) {
  test(`beadloom ${args.map((word) => JSON.stringify(word)).join(' ')} is an error`, async (t) => {
    const where = fixture(t, 'shop');
    const error = await failure(where, args);
    t.is(error.code, code);
    t.regex(`${error.message} ${error.hint}`, says);
  });
}

test('a reference that looks like an option is looked for behind --', async (t) => {
  const where = fixture(t, 'shop');
  const { code, stderr } = await beadloom(where, ['why', '--', '--auth']);
  t.is(code, 1);
  t.regex(stderr, /^error\[not_found\]: "--auth" not found/m);
});

test('for people: what needs it before what it needs, the paragraph last', async (t) => {
  const where = fixture(t, 'shop');
  const { code, stdout } = await beadloom(where, ['why', 'auth']);
  t.is(code, 0);
  t.is(
    stdout,
    `auth (domain): Who may do what.
  part of shop

Needed by (2 directly)
  FEAT-7   uses
  billing  depends_on src/billing/

Needs
  It has no known dependencies within the project.

Documents
  docs/domains/auth.md  would go stale
  docs/domains/billing.md  describes billing
  docs/f/refunds.md  describes FEAT-7

Impact
\`auth\` (domain) is part of \`shop\`. A change of \`auth\` directly concerns 2 nodes: \`FEAT-7\` (uses) and \`billing\` (depends_on, 1 import). It has no known dependencies within the project. No test imports it. \`docs/domains/auth.md\` would go stale; 2 documents tell of what needs it.
`,
  );
  const reverse = await beadloom(where, ['why', 'FEAT-7', '--reverse']);
  t.notRegex(reverse.stdout, /Needed by/);
  t.regex(reverse.stdout, /^Needs \(2 directly\)$/m);
});

test('an index that grew answers like a fresh one', async (t) => {
  const questions = [
    ['why', 'pay'],
    ['why', 'src/pay/ledger.py'],
    ['why', 'Ledger'],
    ['refs', 'Ledger.post'],
    ['related', 'src/pay/charge.py'],
  ];
  const ask = async (where: TestProject) => {
    const texts = [];
    for (const question of questions) {
      texts.push((await beadloom(where, [...question, '--json'])).stdout);
    }
    return texts;
  };
  const { 'src/pay/charge.py': charge, 'src/pay/ledger.py': ledger, ...rest } = CODE;
  const grown = project(t, { ...rest, 'src/pay/ledger.py': 'class Entry:\n    pass\n' });
  await beadloom(grown, ['reindex']);
  grown.write('src/pay/charge.py', charge);
  await beadloom(grown, ['reindex']);
  grown.write('src/pay/ledger.py', ledger);
  t.deepEqual(await ask(grown), await ask(project(t, CODE)));
});

test('the same tree gives the same bytes', async (t) => {
  const texts = [];
  for (const _ of [1, 2]) {
    const where = project(t, CODE);
    texts.push([
      (await beadloom(where, ['why', 'pay', '--json'])).stdout,
      (await beadloom(where, ['why', 'src/pay/ledger.py', '--json'])).stdout,
      (await beadloom(where, ['why', 'Ledger', '--json'])).stdout,
    ]);
  }
  t.deepEqual(texts[0], texts[1]);
});
