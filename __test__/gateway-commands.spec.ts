// What `beadloom gateway` prints, as text and as JSON.
import test from 'ava';

import { answer, beadloom, failure } from './support/cli.js';
import { filesWith, gatewayClient, gatewayProject } from './support/gateway.js';
import { violations } from './support/schema.js';

const TWO = {
  alpha: { how: { only: ['echo', 'add'] } },
  beta: {
    is: 'modern',
    include: ['shout', 'colour', 'slow', 'meta', 'grow', 'routed'],
    rename: { shout: 'loud' },
  },
  off: { how: {}, enabled: false },
} as const;

test.serial('list shows servers, tools and what the list costs', async (t) => {
  const where = gatewayProject(t, TWO, { mode: 'search' });
  const listed = await answer<Record<string, unknown>>(where, ['gateway', 'list']);
  t.deepEqual(violations('gateway-list', listed), []);
  t.deepEqual(listed['servers'], [
    { name: 'alpha', status: 'ready', tools: 2, error: null },
    { name: 'beta', status: 'ready', tools: 6, error: null },
    { name: 'off', status: 'disabled', tools: 0, error: null },
  ]);
  const tools = listed['tools'] as Array<{ name: string; description: string }>;
  t.deepEqual(tools.find(({ name }) => name === 'beta__loud')?.description, 'Says it louder.');
  t.is(listed['mode'], 'search');
  t.true((listed['tokens'] as number) > 100);
  t.deepEqual(listed['collisions'], [{ uri: 'fixture://shared', servers: ['alpha', 'beta'] }]);
  const all = await answer<Record<string, unknown>>(where, ['gateway', 'list', '--mode', 'all']);
  t.is(all['tokens_shown'], all['tokens']);
  const { stdout } = await beadloom(where, ['gateway', 'list']);
  t.regex(stdout, /^3 servers in \.beadloom\/gateway\.yml\n {2}alpha {2}ready {2}2 tools\n/);
  t.regex(stdout, /8 tools, \d+ tokens in all; clients are first listed \d+ tokens \(mode search\)/);
});

test.serial('search finds what an agent would find', async (t) => {
  const where = gatewayProject(t, TWO);
  const found = await answer<Record<string, unknown>>(where, [
    'gateway',
    'search',
    'adds two numbers',
    '--limit',
    '2',
  ]);
  t.deepEqual(violations('gateway-search', found), []);
  const results = found['results'] as Array<Record<string, unknown>>;
  t.is(results[0]?.['name'], 'alpha__add');
  t.is(results.length, 2);
  t.false('input_schema' in (results[0] ?? {}));
  const whole = await answer<{ results: Array<Record<string, unknown>> }>(where, [
    'gateway',
    'search',
    'says it louder',
    '--schema',
    '--server',
    'beta',
    '--read-only',
  ]);
  t.deepEqual(
    whole.results.map(({ name }) => name),
    ['beta__loud'],
  );
  t.truthy(whole.results[0]?.['input_schema']);
  const error = await failure(where, ['gateway', 'search', 'x', '--server', 'bet']);
  t.is(error.code, 'not_found');
  t.regex(error.hint ?? '', /did you mean beta/);
  const { stdout } = await beadloom(where, ['gateway', 'search', 'adds two numbers']);
  t.regex(stdout, /^alpha__add {2}\d/);
  t.regex(stdout, /confidence \d\.\d\d/);
});

test.serial('test says what each server speaks and has', async (t) => {
  const where = gatewayProject(t, TWO);
  const tested = await answer<{ servers: Array<Record<string, unknown>>; failed: number }>(where, [
    'gateway',
    'test',
  ]);
  t.deepEqual(violations('gateway-test', tested), []);
  t.is(tested.failed, 0);
  t.deepEqual(
    tested.servers.map(({ name, status, era, title, tools, prompts, resources }) => [
      name,
      status,
      era,
      title,
      tools,
      prompts,
      resources,
    ]),
    [
      ['alpha', 'ready', 'legacy', 'old 1.0.0', 2, 1, 3],
      ['beta', 'ready', 'modern', 'modern 2.0.0', 6, 1, 2],
      ['off', 'disabled', null, null, 0, 0, 0],
    ],
  );
  const one = await beadloom(where, ['gateway', 'test', 'beta']);
  t.is(one.code, 0);
  t.regex(
    one.stdout,
    /^1 server in .*: all of them work\n {2}beta {2}ready {2}6 tools, 1 prompt, 2 resources/,
  );
  t.is((await failure(where, ['gateway', 'test', 'gamma'])).code, 'not_found');
});

test.serial('stats count calls, and forget deletes what they taught', async (t) => {
  const where = gatewayProject(t, TWO, { mode: 'search' });
  const client = await gatewayClient(t, where);
  await client.list();
  await client.call('search_tools', { queries: ['balance the books'] });
  await client.call('set_context', { query: 'balance the books' });
  for (let time = 0; time < 3; time++) {
    await client.call('call_tool', { name: 'alpha__add', arguments: { a: time, b: 1 } });
  }
  // What fails teaches nothing.
  await client.call('call_tool', { name: 'beta__nothing', arguments: {} });
  await client.close();
  const counted = await answer<Record<string, unknown>>(where, ['gateway', 'stats']);
  t.deepEqual(violations('gateway-stats', counted), []);
  t.is(counted['calls'], 3);
  t.is(counted['failed'], 0);
  t.true((counted['learned_pairs'] as number) >= 1);
  t.true((counted['tokens_listed'] as number) > 0);
  t.true((counted['tokens_shown'] as number) > 0);
  t.regex((await beadloom(where, ['gateway', 'stats'])).stdout, /Calls: 3, 0 failed; learned: \d pair/);

  const refused = await failure(where, ['gateway', 'forget', '--all']);
  t.is(refused.code, 'usage');
  t.regex(refused.hint ?? '', /-y/);
  const nothing = await answer<Record<string, unknown>>(where, ['gateway', 'forget', '--server', 'beta']);
  t.deepEqual(nothing, { version: 1, forgotten: 0 });
  t.is((await failure(where, ['gateway', 'forget', '--tool', 'alpha__ad'])).code, 'not_found');
  const tool = await answer<{ forgotten: number }>(where, ['gateway', 'forget', '--tool', 'alpha__add']);
  t.true(tool.forgotten >= 1);
  const all = await answer<Record<string, unknown>>(where, ['gateway', 'forget', '--all', '-y']);
  t.deepEqual(violations('gateway-forget', all), []);
  t.is((await answer<Record<string, unknown>>(where, ['gateway', 'stats']))['learned_pairs'], 0);
});

test.serial('privacy: hash keeps no text of questions, and learning: false learns nothing', async (t) => {
  const secret = 'zanzibar expedition ledger';
  for (const [top, learned] of [
    [{ privacy: 'hash' }, true],
    [{ learning: false }, false],
  ] as const) {
    const where = gatewayProject(t, { alpha: { how: { only: ['add'] } } }, { mode: 'search', ...top });
    const client = await gatewayClient(t, where);
    await client.list();
    const found = await client.call('search_tools', { queries: [secret] });
    await client.call('call_tool', {
      name: 'alpha__add',
      arguments: { a: 1, b: 1 },
      context_id: found.structuredContent?.['context_id'],
    });
    await client.close();
    const { learned_pairs: pairs } = await answer<{ learned_pairs: number }>(where, ['gateway', 'stats']);
    t.is(pairs > 0, learned, JSON.stringify(top));
    t.deepEqual(filesWith(where, 'zanzibar'), []);
  }
});

test.serial('approve names what it approved, and says where nothing waits', async (t) => {
  const where = gatewayProject(t, TWO);
  const nothing = await answer<Record<string, unknown>>(where, ['gateway', 'approve', '--all']);
  t.deepEqual(violations('gateway-approve', nothing), []);
  t.deepEqual(nothing, { version: 1, approved: [] });
  t.is((await beadloom(where, ['gateway', 'approve', 'alpha'])).stdout, 'Nothing waited for an approval\n');
  t.is((await failure(where, ['gateway', 'approve', 'alpha', 'add'])).code, 'not_found');
  t.is((await failure(where, ['gateway', 'approve', 'omega'])).code, 'not_found');
});

test.serial('help has examples', async (t) => {
  const { stdout } = await beadloom(gatewayProject(t, {}), ['gateway', '--help']);
  t.regex(stdout, /Examples:\n {2}\$ beadloom gateway serve\n/);
});
