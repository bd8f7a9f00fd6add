// One gateway before two real servers: names, relay, restart, modes, learning.
import test from 'ava';

import { until } from './support/daemon.js';
import { gatewayClient, gatewayProject, type Json, noted, resultsOf } from './support/gateway.js';

const TWO = { alpha: { how: {} }, beta: { how: {} }, gamma: { is: 'modern' } } as const;

for (const modern of [false, true]) {
  const era = modern ? '2026-07-28' : 'initialize';

  test.serial(`names are prefixed, and definitions are as their servers have them: ${era}`, async (t) => {
    const where = gatewayProject(t, TWO, { mode: 'all' });
    const client = await gatewayClient(t, where, { modern });
    const tools = await client.list();
    t.deepEqual(
      tools.map(({ name }) => name),
      tools.map(({ name }) => name).toSorted(),
    );
    t.true(tools.length > 30);
    const echo = tools.find(({ name }) => name === 'alpha__echo');
    t.deepEqual(echo, {
      name: 'alpha__echo',
      title: 'Echo',
      description: '[alpha] Says again what it was told. Nothing else happens.',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      outputSchema: { type: 'object', properties: { said: { type: 'string' } }, required: ['said'] },
      annotations: { readOnlyHint: true },
      _meta: { 'fixture/mark': 7 },
    });
    for (const name of ['beta__echo', 'gamma__shout']) {
      t.true(tools.some((tool) => tool.name === name));
    }
  });

  test.serial(`structured content, meta and content come back unchanged: ${era}`, async (t) => {
    const where = gatewayProject(t, TWO, { mode: 'all' });
    const client = await gatewayClient(t, where, { modern });
    for (const name of ['alpha', 'beta']) {
      const { _meta: meta, ...result } = await client.call(`${name}__echo`, { text: 'häl\u0000lo' });
      t.deepEqual(result, {
        content: [{ type: 'text', text: 'häl\u0000lo', annotations: { audience: ['user'] } }],
        structuredContent: { said: 'häl\u0000lo', by: name },
      } as never);
      t.deepEqual((meta as Json)['fixture/kept'], [1, { two: 3 }]);
    }
    const loud = await client.call('gamma__shout', { text: 'hi' });
    // The earlier era has no form for structured content that is no object.
    t.deepEqual(loud.structuredContent as unknown, modern ? ['HI'] : { result: ['HI'] });
    t.true((loud['_meta'] as Json)['fixture/kept']);
  });

  test.serial(`progress is relayed: ${era}`, async (t) => {
    const where = gatewayProject(t, TWO, { mode: 'all' });
    const client = await gatewayClient(t, where, { modern });
    for (const name of ['alpha__slow', 'gamma__slow']) {
      // As it is on the wire: a client may pass over what comes with the answer.
      const result = await client.ask('tools/call', {
        name,
        arguments: { steps: 3, ms: 5 },
        _meta: { progressToken: name },
      });
      t.is((result['content'] as Json[])[0]?.['text'], 'done');
      const said = client.sent
        .filter(
          ({ method, params }) => method === 'notifications/progress' && params?.['progressToken'] === name,
        )
        .map(({ params }) => [params?.['progress'], params?.['total']]);
      t.deepEqual(
        said,
        [1, 2, 3].map((step) => [step, 3]),
        name,
      );
    }
  });

  test.serial(`cancelling reaches the server: ${era}`, async (t) => {
    const where = gatewayProject(t, { alpha: { how: {} } }, { mode: 'all' });
    const log = where.path('alpha.log');
    const again = gatewayProject(t, { alpha: { how: { log } } }, { mode: 'all' });
    const client = await gatewayClient(t, again, { modern });
    const abort = new AbortController();
    const call = client.call(
      'alpha__slow',
      { steps: 2_000, ms: 5 },
      { signal: abort.signal, onprogress: () => abort.abort() },
    );
    await t.throwsAsync(call);
    await until('the server hears of it', () => noted(where, 'alpha.log').includes('cancelled') || undefined);
    t.is((await client.call('alpha__add', { a: 1, b: 2 })).content[0]?.text, '3');
  });

  test.serial(`one server is killed and comes back while the other serves: ${era}`, async (t) => {
    const where = gatewayProject(t, TWO, { mode: 'all' });
    const client = await gatewayClient(t, where, { modern });
    await client.list();
    const crash = await client.call('alpha__crash');
    t.true(crash.isError);
    t.regex(crash.content[0]?.text ?? '', /^alpha gave no answer: it ended with 3/);
    t.is((await client.call('beta__add', { a: 2, b: 2 })).content[0]?.text, '4');
    t.is((await client.call('alpha__add', { a: 2, b: 3 })).content[0]?.text, '5');
    t.regex(client.stderr(), /gateway: alpha: it ended with 3/);
  });

  test.serial(`one server is killed from outside: ${era}`, async (t) => {
    const log = gatewayProject(t, {}).path('alpha.log');
    const where = gatewayProject(t, { alpha: { how: { log } }, beta: { how: {} } }, { mode: 'all' });
    const client = await gatewayClient(t, where, { modern });
    t.is((await client.call('alpha__add', { a: 1, b: 1 })).content[0]?.text, '2');
    const started = () =>
      noted({ ...where, path: () => log }, '').filter((line) => line.startsWith('started'));
    const pid = Number(started()[0]?.split(' ')[1]);
    const hanging = client.call('alpha__hang');
    process.kill(pid, 'SIGKILL');
    const lost = await hanging;
    t.true(lost.isError);
    t.regex(lost.content[0]?.text ?? '', /ended by SIGKILL/);
    t.is((await client.call('beta__add', { a: 1, b: 1 })).content[0]?.text, '2');
    t.is((await client.call('alpha__add', { a: 1, b: 1 })).content[0]?.text, '2');
    t.true(started().length > 1);
  });
}

/** What mode `search` lists, before what is pinned. */
const SEARCH = ['search_tools', 'describe_tools', 'call_tool', 'read_result'];

const LEARNED = 'reconcile the ledger for march';

test.serial('filter lists the best once it is sure, to a client of the earlier era', async (t) => {
  const where = gatewayProject(t, TWO, { mode: 'filter', top_k: 5 });
  const client = await gatewayClient(t, where);
  const all = await client.names();
  const means = ['set_context', 'search_available_tools', 'describe_tools', 'call_tool', 'read_result'];
  t.deepEqual(all.slice(0, 5), means);
  t.true(all.length > 30);

  // Nothing was learned yet: a filter would hide what is needed.
  const unsure = await client.call('set_context', { query: LEARNED });
  t.is(unsure.structuredContent?.['listed'], 'all tools');
  await client.until(({ method }) => method === 'notifications/tools/list_changed');
  t.deepEqual(await client.names(), all);

  // A tool of the list that is used for it is learned, though it was searched by nobody.
  for (let time = 0; time < 5; time++) {
    t.is((await client.call('alpha__add', { a: time, b: 1 })).content[0]?.text, String(time + 1));
  }
  const sure = await client.call('set_context', { query: LEARNED });
  const listed = await client.names();
  t.true((sure.structuredContent?.['confidence'] as number) >= 0.3, JSON.stringify(sure.structuredContent));
  t.deepEqual(listed.slice(0, 5), means);
  t.true(listed.includes('alpha__add'), listed.join(' '));
  t.true(listed.length <= 5 + 5 && listed.length > 5, listed.join(' '));

  // What is not listed is served all the same, and taught by.
  const hidden = all.find(
    (name) => name.startsWith('beta__') && !listed.includes(name) && name === 'beta__echo',
  );
  t.is((await client.call(hidden ?? 'beta__echo', { text: 'yes' })).content[0]?.text, 'yes');
  const found = await client.call('search_available_tools', { query: 'says again what it was told' });
  const names = resultsOf(found).map(({ name }) => name);
  t.true(names.includes('beta__echo'), names.join(' '));
});

test.serial('a filter never turns tools into none', async (t) => {
  const where = gatewayProject(t, { alpha: { how: {} } }, { mode: 'filter' });
  const client = await gatewayClient(t, where);
  const all = await client.names();
  for (const query of ['qqqq zzzz', '?', 'ä']) {
    await client.call('set_context', { query });
    t.deepEqual(await client.names(), all, query);
  }
});

test.serial('the modern era never varies its list', async (t) => {
  for (const mode of ['all', 'search', 'filter', 'auto']) {
    const where = gatewayProject(t, TWO, { mode, threshold_tokens: 100 });
    const client = await gatewayClient(t, where, { modern: true });
    const before = JSON.stringify(await client.list());
    const context = await client.call('set_context', { query: LEARNED });
    const id = context.structuredContent?.['context_id'];
    t.is(typeof id, 'string');
    const found = await client.call('search_tools', { queries: ['adds numbers'], context_id: id });
    t.is(found.structuredContent?.['context_id'], id);
    for (let time = 0; time < 12; time++) {
      await client.call('call_tool', { name: 'alpha__add', arguments: { a: 1, b: 1 }, context_id: id });
    }
    await client.call('set_context', { query: LEARNED });
    t.is(JSON.stringify(await client.list()), before, mode);
    t.deepEqual(
      client.told.filter(({ method }) => method.includes('tools')),
      [],
    );
    const another = await gatewayClient(t, where, { modern: true });
    t.is(JSON.stringify(await another.list()), before, mode);
  }
});

test.serial('search lists three tools, and those that are pinned', async (t) => {
  const where = gatewayProject(
    t,
    { alpha: { how: {}, pin: ['ec*'] }, beta: { how: {} } },
    { mode: 'search' },
  );
  const older = await gatewayClient(t, where);
  t.deepEqual(await older.names(), [...SEARCH, 'alpha__echo']);
  const modern = await gatewayClient(t, where, { modern: true });
  const tools = await modern.list();
  t.deepEqual(
    tools.map(({ name }) => name),
    [...SEARCH, 'set_context', 'alpha__echo'],
  );
  t.regex(tools[0]?.description ?? '', /alpha, beta/);
  for (const { _meta: meta } of tools.slice(0, 5)) {
    t.deepEqual(meta, { 'anthropic/alwaysLoad': true });
  }
});

test.serial('auto lists all below the threshold, and the search above it', async (t) => {
  const below = await gatewayClient(
    t,
    gatewayProject(t, { alpha: { how: {} } }, { threshold_tokens: 100_000 }),
  );
  t.true((await below.names()).includes('alpha__echo'));
  const where = gatewayProject(t, { alpha: { how: {} } }, { threshold_tokens: 50 });
  const above = await gatewayClient(t, where);
  t.deepEqual(await above.names(), [...SEARCH, 'set_context']);
  // The client asks for the filter by saying what it is about to do.
  await above.call('set_context', { query: LEARNED });
  await above.until(({ method }) => method === 'notifications/tools/list_changed');
  t.true((await above.names()).includes('alpha__echo'));
});

test.serial('what a search finds is described, checked and called', async (t) => {
  const where = gatewayProject(t, TWO, { mode: 'search' });
  const client = await gatewayClient(t, where, { modern: true });
  await client.list();
  const found = await client.call('search_tools', {
    queries: ['adds two numbers', 'says again'],
    server: 'alpha',
    limit: 3,
  });
  const results = resultsOf(found);
  t.deepEqual(JSON.parse(found.content[0]?.text ?? ''), found.structuredContent);
  t.true(results.length > 0 && results.length <= 3);
  t.true(results.every(({ server }) => server === 'alpha'));
  const add = results.find(({ name }) => name === 'alpha__add');
  t.deepEqual(add?.['arguments'], ['a', 'b']);
  const schemas = await client.call('search_tools', {
    queries: ['adds two numbers'],
    detail: 'schema',
    limit: 1,
  });
  t.truthy(resultsOf(schemas)[0]?.['input_schema']);
  const short = await client.call('search_tools', {
    queries: ['adds two numbers'],
    detail: 'name',
    limit: 1,
  });
  t.deepEqual(Object.keys(resultsOf(short)[0] ?? {}).toSorted(), ['name', 'score', 'server']);
  const reading = await client.call('search_tools', {
    queries: ['says again', 'adds two numbers'],
    read_only: true,
  });
  const names = resultsOf(reading).map(({ name }) => name);
  t.true(names.length > 0 && !names.includes('alpha__add'), names.join(' '));

  const described = await client.call('describe_tools', { names: ['alpha__add', 'alpha__ad'] });
  const { tools, unknown } = described.structuredContent as { tools: Json[]; unknown: Json[] };
  t.is(tools[0]?.['name'], 'alpha__add');
  t.truthy(tools[0]?.['input_schema']);
  t.true(((unknown[0]?.['did_you_mean'] ?? []) as string[]).includes('alpha__add'));

  t.is(
    (await client.call('call_tool', { name: 'alpha__add', arguments: { a: 4, b: 5 } })).content[0]?.text,
    '9',
  );
});

test.serial('of several questions of one search each tool learns its own', async (t) => {
  const where = gatewayProject(t, { alpha: { how: { only: ['echo', 'add'] } } }, { mode: 'search' });
  const client = await gatewayClient(t, where);
  await client.list();
  const queries = ['says again the quarterly words', 'adds numbers of the ledger'];
  for (let time = 0; time < 4; time++) {
    await client.call('search_tools', { queries });
    await client.call('call_tool', { name: 'alpha__add', arguments: { a: 1, b: 1 } });
    await client.call('call_tool', { name: 'alpha__echo', arguments: { text: 'x' } });
  }
  for (const [query, name] of [
    ['ledger', 'alpha__add'],
    ['quarterly', 'alpha__echo'],
  ]) {
    t.is(resultsOf(await client.call('search_tools', { queries: [query], limit: 1 }))[0]?.name, name);
  }
});

const WRONG: Array<[args: Json, says: RegExp]> = [
  [{ name: 'alpha__add', arguments: { a: 1 } }, /arguments of alpha__add: b is missing/],
  [{ name: 'alpha__add', arguments: { a: 1, b: 'two' } }, /b: .*Expected "number"/],
  [{ name: 'alpha__add', arguments: { a: 1, b: 2, c: 3 } }, /unknown argument c/],
  [{ name: 'alpha__ad', arguments: {} }, /there is no tool "alpha__ad"\nhint: did you mean alpha__add/],
  [{ name: 'add', arguments: {} }, /there is no tool "add"\nhint: did you mean alpha__add/],
  [{ arguments: {} }, /arguments of call_tool: name/],
  [{ name: 'alpha__add', arguments: [] }, /arguments of call_tool: arguments/],
  [{ name: 'alpha__add', argumants: {} }, /argumants/],
];

test.serial('call_tool says what is wrong, and sends nothing', async (t) => {
  const log = gatewayProject(t, {}).path('alpha.log');
  const where = gatewayProject(t, { alpha: { how: { log } } }, { mode: 'search' });
  const client = await gatewayClient(t, where);
  await client.list();
  for (const [args, says] of WRONG) {
    const { isError, content } = await client.call('call_tool', args);
    t.true(isError, JSON.stringify(args));
    t.regex(content[0]?.text ?? '', says);
    t.deepEqual(
      noted({ ...where, path: () => log }, '').filter((line) => line.startsWith('call')),
      [],
      JSON.stringify(args),
    );
  }
});

test.serial('a tool that there is not is an error of the protocol', async (t) => {
  const client = await gatewayClient(t, gatewayProject(t, { alpha: { how: {} } }, { mode: 'all' }));
  for (const name of ['alpha__nothing', 'echo', 'omega__echo', '']) {
    const error = await t.throwsAsync<Error & { code: number }>(client.call(name));
    t.is(error.code, -32602, name);
  }
});

test.serial('the list is there before any server answers, from what was known', async (t) => {
  const where = gatewayProject(t, { alpha: { how: {} } }, { mode: 'all' });
  const first = await gatewayClient(t, where);
  const known = await first.list();
  await first.close();
  const { write } = where;
  const text = JSON.stringify({
    mode: 'all',
    servers: { alpha: { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1e6)'] } },
  });
  write('.beadloom/gateway.yml', text);
  const second = await gatewayClient(t, where);
  t.deepEqual(await second.list(), known);
});

test.serial('200 learned calls raise the recall of questions that were not learned', async (t) => {
  const things = [
    'invoice',
    'ticket',
    'branch',
    'meeting',
    'photo',
    'route',
    'recipe',
    'song',
    'parcel',
    'contract',
  ];
  const tools = things.map((thing, index) => ({
    name: `t${index}`,
    description: `Handles entity kind ${index} of type ${thing}.`,
    inputSchema: { type: 'object', properties: {} },
  }));
  // People say it in words that no description has.
  const said: Record<string, string[]> = {
    invoice: ['bill', 'charge'],
    ticket: ['bug', 'defect'],
    branch: ['fork', 'checkout'],
    meeting: ['calendar', 'appointment'],
    photo: ['picture', 'snapshot'],
    route: ['directions', 'navigate'],
    recipe: ['cook', 'dinner'],
    song: ['music', 'playlist'],
    parcel: ['delivery', 'shipment'],
    contract: ['agreement', 'legal'],
  };
  const ways = [
    'please {} this',
    'I need the {} of today',
    '{} for the customer',
    'show me a {}',
    'update {} again',
  ];
  const held = ['where is my {}', 'fix the {} now'];
  const where = gatewayProject(
    t,
    { alpha: { how: { tools, only: tools.map(({ name }) => name) } } },
    { mode: 'search' },
  );
  const client = await gatewayClient(t, where, { modern: true });
  await client.list();
  const recall = async (): Promise<number> => {
    let hits = 0;
    let asked = 0;
    for (const [index, thing] of things.entries()) {
      for (const word of said[thing] ?? []) {
        for (const way of held) {
          const found = await client.call('search_tools', {
            queries: [way.replace('{}', word)],
            limit: 3,
            detail: 'name',
          });
          const results = resultsOf(found);
          hits += results.some(({ name }) => name === `alpha__t${index}`) ? 1 : 0;
          asked += 1;
        }
      }
    }
    return hits / asked;
  };
  const before = await recall();
  let calls = 0;
  for (let round = 0; round < 2; round++) {
    for (const [index, thing] of things.entries()) {
      for (const word of said[thing] ?? []) {
        for (const way of ways) {
          const query = way.replace('{}', word);
          const { structuredContent } = await client.call('set_context', { query });
          const id = structuredContent?.['context_id'];
          await client.call('call_tool', { name: `alpha__t${index}`, context_id: id });
          calls += 1;
        }
      }
    }
  }
  t.is(calls, 200);
  const after = await recall();
  t.true(after >= before + 0.3, `${before} before, ${after} after`);
});
