import { readFileSync } from 'node:fs';

import test from 'ava';

import type { Bundle } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project } from './support/project.js';

test('the bundle of FEAT-7: nodes, chunks and symbols in their order', async (t) => {
  const bundle = await answer<Bundle>(fixture(t, 'shop'), ['ctx', 'FEAT-7']);
  t.deepEqual(
    bundle.graph.nodes.map((node) => node.ref_id),
    ['FEAT-7', 'billing', 'Invoice', 'auth', 'shop'],
  );
  t.is(bundle.text_chunks[0]?.ref_id, 'FEAT-7');
  t.is(bundle.text_chunks[0]?.section, 'spec');
  const symbols = bundle.code_symbols.map((symbol) => symbol.qualified_name);
  t.is(symbols[0], 'refund');
  t.deepEqual(symbols.toSorted(), ['Ledger', 'Ledger.post', 'charge', 'check', 'refund']);
  t.is(bundle.focus.type, 'node');
  t.deepEqual(bundle.focuses, [bundle.focus]);
  t.false(bundle.derived);
  t.is(bundle.warning, null);
});

test('--max-nodes and --depth limit, and edges keep both their ends', async (t) => {
  const where = fixture(t, 'shop');
  const ids = (bundle: Bundle) => bundle.graph.nodes.map((node) => node.ref_id);
  const two = await answer<Bundle>(where, ['ctx', 'FEAT-7', '--max-nodes', '2']);
  t.deepEqual(ids(two), ['FEAT-7', 'billing']);
  t.true(two.limited.nodes > 0);
  const alone = await answer<Bundle>(where, ['ctx', 'FEAT-7', '--depth', '0']);
  t.deepEqual(ids(alone), ['FEAT-7']);
  t.deepEqual(alone.graph.edges, []);
  for (const args of [[], ['--depth', '1'], ['--max-nodes', '3'], ['--max-nodes', '4', '--depth', '3']]) {
    const bundle = await answer<Bundle>(where, ['ctx', 'FEAT-7', ...args]);
    const known = new Set(ids(bundle));
    t.true(
      bundle.graph.edges.every(({ src, dst }) => known.has(src) && known.has(dst)),
      args.join(' '),
    );
  }
  const none = await answer<Bundle>(where, ['ctx', 'FEAT-7', '--max-chunks', '0']);
  t.deepEqual(none.text_chunks, []);
});

test('tokens.tokenizer and tokens.provider say what is counted; the etag stays', async (t) => {
  const where = fixture(t, 'shop');
  const counts = new Map<string, number>();
  const etags = new Set<string>();
  for (const tokens of ['tokenizer: o200k_base', 'tokenizer: cl100k_base', 'provider: google']) {
    where.write('.beadloom/config.yml', `tokens: {${tokens}}\n`);
    const bundle = await answer<Bundle>(where, ['ctx', 'FEAT-7']);
    counts.set(tokens, bundle.tokens);
    etags.add(bundle.etag);
    // Another process finds it in the index.
    t.is((await answer<Bundle>(where, ['ctx', 'FEAT-7'])).tokens, bundle.tokens, tokens);
  }
  t.not(counts.get('tokenizer: cl100k_base'), counts.get('tokenizer: o200k_base'));
  t.is(counts.get('provider: google'), counts.get('tokenizer: o200k_base'));
  t.is(etags.size, 1);
});

test('several references, unknown references', async (t) => {
  const where = fixture(t, 'shop');
  const unknown = await failure(where, ['ctx', 'FEAT-8']);
  t.is(unknown.code, 'not_found');
  t.regex(`${unknown.message} ${unknown.hint}`, /^"FEAT-8" not found.*Did you mean: FEAT-7\?/s);
  const one = await failure(where, ['ctx', 'FEAT-7', 'nope']);
  t.regex(one.message, /nope/);
  const both = await answer<Bundle>(where, ['ctx', 'FEAT-7', 'auth']);
  t.deepEqual(
    both.focuses.map((focus) => focus.ref_id),
    ['FEAT-7', 'auth'],
  );
  t.deepEqual(
    both.graph.nodes.slice(0, 2).map((node) => node.ref_id),
    ['FEAT-7', 'auth'],
  );
});

test('a path and a symbol are references too', async (t) => {
  const where = fixture(t, 'shop');
  const path = await answer<Bundle>(where, ['ctx', 'src/auth/tokens.py']);
  t.is(path.focus.type, 'path');
  t.is(path.focus.ref_id, 'auth');
  t.is(path.code_symbols[0]?.qualified_name, 'check');
  const symbol = await answer<Bundle>(where, ['ctx', 'Ledger.post']);
  t.is(symbol.focus.type, 'symbol');
  t.is(symbol.focus.ref_id, 'billing');
});

test('the budget is never exceeded, what was dropped is counted, the focus stays', async (t) => {
  const where = fixture(t, 'shop');
  // Enough text that every budget drops some of it.
  const sections = Array.from(
    { length: 60 },
    (_, i) => `## Section ${i}\n\n${`Sentence ${i} about refunds. `.repeat(30)}\n`,
  );
  where.write(
    'docs/f/refunds.md',
    `# Refunds\n\n## Specification\n\nMoney goes back.\n\n${sections.join('\n')}`,
  );
  const limits = ['--max-chunks', '100'];
  for (const budget of [1000, 8000]) {
    const bundle = await answer<Bundle>(where, ['ctx', 'FEAT-7', '--budget', String(budget), ...limits]);
    t.true(bundle.tokens <= budget, `${bundle.tokens} <= ${budget}`);
    t.true(bundle.tokens > budget / 3, `${bundle.tokens} uses the budget of ${budget}`);
    t.true(bundle.omitted.text_chunks > 0);
    t.is(bundle.focus.ref_id, 'FEAT-7');
    t.regex(bundle.focus.summary, /^Refunds/);
  }
  const whole = await beadloom(where, ['ctx', 'FEAT-7', '--budget', '8000', ...limits]);
  const small = await beadloom(where, ['ctx', 'FEAT-7', '--budget', '200', ...limits]);
  t.is(small.code, 0);
  t.regex(small.stdout, /FEAT-7/);
  t.regex(small.stdout, /Refunds: money goes back/);
  t.true(small.stdout.length < whole.stdout.length);
  // A token of prose is seldom under two characters and never much over ten.
  t.true(small.stdout.length < 200 * 10);

  t.is((await failure(where, ['ctx', 'FEAT-7', '--budget', '399'])).code, 'budget_too_small');
  const markdown = await beadloom(where, ['ctx', 'FEAT-7', '--budget', '99', '--no-progress']);
  t.is(markdown.code, 1);
  t.regex(markdown.stderr, /^error\[budget_too_small\]/);
});

test('an edit is in the next answer', async (t) => {
  const where = fixture(t, 'shop');
  await answer<Bundle>(where, ['ctx', 'FEAT-7']);
  const code = readFileSync(where.path('src/billing/charge.py'), 'utf8');
  where.write(
    'src/billing/charge.py',
    `${code}\n\ndef reverse(entry):\n    """Takes a charge back."""\n    return entry\n`,
  );
  const after = await answer<Bundle>(where, ['ctx', 'billing']);
  t.true(after.code_symbols.some((symbol) => symbol.qualified_name === 'reverse'));
  where.write('src/billing/charge.py', code);
  const stale = await answer<Bundle>(where, ['ctx', 'billing', '--no-refresh']);
  // Its lines are gone, which is counted.
  t.false(stale.code_symbols.some((symbol) => symbol.qualified_name === 'reverse'));
  t.is(stale.limited.code_symbols, 1);
  t.deepEqual(stale.stale_paths, ['src/billing/charge.py']);
});

test('the same tree gives the same bytes', async (t) => {
  const one = await beadloom(fixture(t, 'shop'), ['ctx', 'FEAT-7']);
  const two = await beadloom(fixture(t, 'shop'), ['ctx', 'FEAT-7', '--markdown']);
  t.is(one.code, 0);
  t.is(
    one.stdout.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'),
    two.stdout.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'),
  );
  const first = await answer<Bundle>(fixture(t, 'shop'), ['ctx', 'FEAT-7']);
  const second = await answer<Bundle>(fixture(t, 'shop'), ['ctx', 'FEAT-7']);
  t.is(first.etag, second.etag);
});

test('without any graph the derived one answers', async (t) => {
  const where = fixture(t, 'orders');
  const bundle = await answer<Bundle>(where, ['ctx', 'orders']);
  t.true(bundle.derived);
  t.is(bundle.focus.ref_id, 'orders');
  t.true(bundle.code_symbols.length > 0);
});

test('chunks: none over 2,000 characters, headings in fences are none, sections by whole words', async (t) => {
  const where = project(t, {
    '.beadloom/_graph/domains.yml': 'nodes:\n  - ref_id: d\n    kind: domain\n    docs: [docs/d.md]\n',
    'docs/d.md': `# D

## Description

Says what it is.

\`\`\`text
## fenced
\`\`\`

## Latest news

Nothing.

## Inspector

Looks in.

## Long

${'A sentence with some words in it.\n\n'.repeat(200)}`,
  });
  const { text_chunks: chunks } = await answer<Bundle>(where, [
    'ctx',
    'd',
    '--max-chunks',
    '50',
    '--budget',
    '100000',
  ]);
  t.true(chunks.length >= 6);
  t.true(chunks.every((chunk) => [...chunk.content].length <= 2000));
  t.false(chunks.some((chunk) => chunk.heading === 'fenced'));
  const section = (heading: string) => chunks.find((chunk) => chunk.heading === heading)?.section;
  t.is(section('Description'), 'spec');
  t.is(section('Latest news'), 'other');
  t.is(section('Inspector'), 'other');
});
