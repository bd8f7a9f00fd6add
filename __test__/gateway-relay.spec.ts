// Whatever servers offer besides tools passes through the gateway, in both directions.
import test from 'ava';

import { until } from './support/daemon.js';
import { gatewayClient, gatewayProject, type Json, noted, resultsOf } from './support/gateway.js';

const TWO = { alpha: { how: {} }, beta: { how: {} }, gamma: { is: 'modern' } } as const;

/** What a client answers when it is asked. */
const ANSWERS = {
  'elicitation/create': { action: 'accept', content: { colour: 'red' } },
  'sampling/createMessage': { model: 'm', role: 'assistant', content: { type: 'text', text: 'three' } },
  'roots/list': { roots: [{ uri: 'file:///work', name: 'work' }] },
};
const ANSWERS_OF_ROOTS = { 'roots/list': ANSWERS['roots/list'] };
const CAPABILITIES = { elicitation: { form: {} }, sampling: {}, roots: {} };

for (const modern of [false, true]) {
  const era = modern ? '2026-07-28' : 'initialize';

  test.serial(`resources keep their addresses, and the first server answers: ${era}`, async (t) => {
    const where = gatewayProject(t, TWO);
    const client = await gatewayClient(t, where, { modern });
    const { resources } = (await client.ask('resources/list')) as { resources: Json[] };
    t.deepEqual(
      resources.map(({ uri }) => uri),
      ['fixture://shared', 'fixture://alpha/note', 'fixture://beta/note', 'modern://one'],
    );
    const read = async (uri: string) =>
      ((await client.ask('resources/read', { uri })) as { contents: Json[] }).contents[0]?.['text'];
    t.is(await read('fixture://shared'), 'alpha has fixture://shared');
    t.is(await read('fixture://beta/note'), 'beta has fixture://beta/note');
    t.is(await read('fixture://beta/page/7'), 'beta has fixture://beta/page/7');
    t.is(await read('modern://one'), 'modern has modern://one');
    t.regex(
      client.stderr(),
      /alpha and beta and gamma have the same resource fixture:\/\/shared; alpha answers/,
    );
    const { resourceTemplates } = (await client.ask('resources/templates/list')) as {
      resourceTemplates: Json[];
    };
    t.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['fixture://alpha/page/{id}', 'fixture://beta/page/{id}'],
    );
  });

  test.serial(`prompts are prefixed and completed: ${era}`, async (t) => {
    const where = gatewayProject(t, TWO);
    const client = await gatewayClient(t, where, { modern });
    const { prompts } = (await client.ask('prompts/list')) as { prompts: Json[] };
    t.deepEqual(
      prompts.map(({ name }) => name),
      ['alpha__greet', 'beta__greet', 'gamma__sum'],
    );
    t.is(prompts[0]?.['title'], 'Greet');
    const got = (await client.ask('prompts/get', { name: 'beta__greet', arguments: { who: 'Ada' } })) as {
      messages: Array<{ content: Json }>;
    };
    t.is(got.messages[0]?.content['text'], 'Greet Ada');
    const completed = (await client.ask('completion/complete', {
      ref: { type: 'ref/prompt', name: 'alpha__greet' },
      argument: { name: 'who', value: 'Al' },
    })) as { completion: Json };
    t.deepEqual(completed.completion['values'], ['Alan']);
    const page = (await client.ask('completion/complete', {
      ref: { type: 'ref/resource', uri: 'fixture://beta/page/{id}' },
      argument: { name: 'id', value: 'Ad' },
    })) as { completion: Json };
    t.deepEqual(page.completion['values'], ['Ada']);
    const error = await t.throwsAsync<Error & { code: number }>(
      client.ask('prompts/get', { name: 'omega__greet' }),
    );
    t.is(error.code, -32602);
  });

  test.serial(`what a server asks reaches the client, and its answer the server: ${era}`, async (t) => {
    const where = gatewayProject(t, TWO, { mode: 'all' });
    const client = await gatewayClient(t, where, { modern, capabilities: CAPABILITIES, answers: ANSWERS });
    const asked: Array<[tool: string, answer: unknown]> = [
      ['alpha__ask', ANSWERS['elicitation/create']],
      ['alpha__sample', ANSWERS['sampling/createMessage']],
      ['alpha__roots', ANSWERS['roots/list']],
    ];
    await client.list();
    for (const [tool, answer] of asked) {
      const { content } = await client.call(tool);
      t.deepEqual(JSON.parse(content[0]?.text ?? 'null'), answer, tool);
    }
    const { content } = await client.call('gamma__colour');
    t.is(content[0]?.text, `${JSON.stringify(ANSWERS['elicitation/create'])} state-1`);
    // The same through the search.
    const found = await client.call('call_tool', { name: 'gamma__colour', arguments: {} });
    t.is(found.content[0]?.text, `${JSON.stringify(ANSWERS['elicitation/create'])} state-1`);
    const other = await client.call('call_tool', { name: 'alpha__ask', arguments: {} });
    t.deepEqual(JSON.parse(other.content[0]?.text ?? 'null'), ANSWERS['elicitation/create']);
  });

  test.serial(`a client that cannot be asked is not: ${era}`, async (t) => {
    const where = gatewayProject(t, TWO, { mode: 'all' });
    const client = await gatewayClient(t, where, { modern });
    await client.list();
    for (const tool of ['alpha__ask', 'alpha__sample', 'gamma__colour']) {
      await t.throwsAsync(client.call(tool), undefined, tool);
    }
    t.is((await client.call('alpha__add', { a: 1, b: 2 })).content[0]?.text, '3');
  });

  test.serial(`errors keep code, message and data: ${era}`, async (t) => {
    const where = gatewayProject(t, TWO, { mode: 'all' });
    const client = await gatewayClient(t, where, { modern });
    for (const call of [client.call('alpha__fail'), client.call('call_tool', { name: 'alpha__fail' })]) {
      const error = await t.throwsAsync<Error & { code: number; data: unknown }>(call);
      t.is(error.code, -32077);
      t.is(error.message, 'out of paper');
      t.deepEqual(error.data, { tray: 2 });
    }
    t.deepEqual((await client.call('alpha__wrong')).content, [{ type: 'text', text: 'it went wrong' }]);
  });

  test.serial(`trace context is passed on, and nothing of the exchange: ${era}`, async (t) => {
    const where = gatewayProject(t, TWO, { mode: 'all' });
    const client = await gatewayClient(t, where, { modern });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    for (const name of ['alpha__meta', 'gamma__meta']) {
      const result = (await client.ask('tools/call', { name, arguments: {}, _meta: { traceparent } })) as {
        content: Array<{ text: string }>;
      };
      t.deepEqual(JSON.parse(result.content[0]?.text ?? ''), { traceparent }, name);
    }
  });

  test.serial(`a list that a server changes is read again: ${era}`, async (t) => {
    for (const [tool, prefix] of [
      ['alpha__grow', 'alpha__grown'],
      ['gamma__grow', 'gamma__grown'],
    ] as const) {
      const where = gatewayProject(t, TWO, { mode: 'all' });
      const client = await gatewayClient(t, where, { modern });
      const before = await client.names();
      if (modern) {
        await client.client.listen({ toolsListChanged: true });
      }
      await client.call(tool);
      await client.until(({ method }) => method === 'notifications/tools/list_changed');
      const added = (await client.names()).filter((name) => !before.includes(name));
      t.is(added.length, 1);
      t.true(added[0]?.startsWith(prefix), added[0]);
    }
  });

  test.serial(`pages of lists are put together: ${era}`, async (t) => {
    const where = gatewayProject(t, { alpha: { how: { pages: 4 } } }, { mode: 'all' });
    const client = await gatewayClient(t, where, { modern });
    t.is((await client.names()).filter((name) => name.startsWith('alpha__')).length, 17);
  });
}

test.serial('a call that runs as a task is followed at the server that began it', async (t) => {
  const where = gatewayProject(t, TWO, { mode: 'all' });
  const client = await gatewayClient(t, where);
  t.truthy(client.client.getServerCapabilities()?.tasks);
  const later = (await client.list()).find(({ name }) => name === 'beta__later');
  t.deepEqual(later?.['execution'], { taskSupport: 'optional' });
  const { task } = (await client.ask('tools/call', {
    name: 'beta__later',
    arguments: {},
    task: { ttl: 60_000 },
  })) as {
    task: Json;
  };
  t.is(task['taskId'], 'task-of-beta');
  t.is((await client.raw('tasks/get', { taskId: 'task-of-beta' }))['status'], 'completed');
  t.deepEqual((await client.raw('tasks/result', { taskId: 'task-of-beta' }))['content'], [
    { type: 'text', text: 'done later' },
  ]);
  t.deepEqual(
    ((await client.raw('tasks/list'))['tasks'] as Json[]).map(({ taskId }) => taskId),
    ['task-of-beta'],
  );
  t.is((await client.raw('tasks/cancel', { taskId: 'task-of-beta' }))['status'], 'cancelled');
  await t.throwsAsync(client.raw('tasks/get', { taskId: 'task-of-nobody' }), { message: /there is no task/ });
});

test.serial('what a server logs is passed on, at the level that the client asked for', async (t) => {
  const log = gatewayProject(t, {}).path('log');
  const where = gatewayProject(t, { alpha: { how: { log } } }, { mode: 'all' });
  const client = await gatewayClient(t, where);
  await client.ask('logging/setLevel', { level: 'warning' });
  await client.call('alpha__log');
  const told = await client.until(({ method }) => method === 'notifications/message');
  t.deepEqual(told.params as unknown, { level: 'warning', logger: 'paper', data: { low: true } });
  await until(
    'the level',
    () => noted({ ...where, path: () => log }, '').includes('level warning') || undefined,
  );
});

test.serial('servers hear that the roots of the client changed', async (t) => {
  const log = gatewayProject(t, {}).path('log');
  const where = gatewayProject(t, { alpha: { how: { log } } }, { mode: 'all' });
  const client = await gatewayClient(t, where, {
    capabilities: { roots: { listChanged: true } },
    answers: ANSWERS_OF_ROOTS,
  });
  await client.call('alpha__add', { a: 1, b: 1 });
  await client.client.sendRootsListChanged();
  await until(
    'the change',
    () => noted({ ...where, path: () => log }, '').includes('roots changed') || undefined,
  );
  t.pass();
});

test.serial('a resource that is listened to is reported when it changes', async (t) => {
  const where = gatewayProject(t, TWO);
  const client = await gatewayClient(t, where);
  await client.ask('resources/subscribe', { uri: 'fixture://alpha/note' });
  const told = await client.until(({ method }) => method === 'notifications/resources/updated');
  t.deepEqual(told.params as unknown, { uri: 'fixture://alpha/note' });
});

test.serial('names are as the settings have them: include, exclude, rename', async (t) => {
  const where = gatewayProject(
    t,
    {
      alpha: { how: {}, include: ['e*', 'add'], exclude: ['environment'], rename: { add: 'sum' } },
      beta: { how: {}, include: [] },
      off: { how: {}, enabled: false },
    },
    { mode: 'all' },
  );
  const client = await gatewayClient(t, where);
  t.deepEqual(await client.names(), ['alpha__echo', 'alpha__sum']);
  t.is((await client.call('alpha__sum', { a: 1, b: 2 })).content[0]?.text, '3');
  for (const name of ['alpha__add', 'alpha__environment', 'beta__echo', 'off__echo']) {
    const error = await t.throwsAsync<Error & { code: number }>(client.call(name));
    t.is(error.code, -32602, name);
  }
});

test.serial('a profile shows its servers and tools, and an empty list means none', async (t) => {
  const where = gatewayProject(t, TWO, {
    mode: 'all',
    profiles: {
      some: { servers: ['alpha', 'beta'], tools: ['*__echo', 'alpha__add'] },
      none: { servers: [] },
      nothing: { tools: [] },
      found: { servers: ['beta'], mode: 'search', pin: ['*__ec*'] },
    },
  });
  const some = await gatewayClient(t, where, { args: ['--profile', 'some'] });
  t.deepEqual(await some.names(), ['alpha__add', 'alpha__echo', 'beta__echo']);
  for (const name of ['beta__add', 'gamma__shout']) {
    t.is((await t.throwsAsync<Error & { code: number }>(some.call(name))).code, -32602);
  }
  const hidden = await some.call('call_tool', { name: 'gamma__shout', arguments: { text: 'x' } });
  t.true(hidden.isError);
  const searched = await some.call('search_tools', {
    queries: ['adds two numbers', 'says it louder'],
    limit: 20,
  });
  t.deepEqual(
    resultsOf(searched)
      .map(({ name }) => name)
      .toSorted(),
    ['alpha__add', 'alpha__echo', 'beta__echo'],
  );
  const { resources } = (await some.ask('resources/list')) as { resources: Json[] };
  t.false(resources.some(({ uri }) => uri === 'modern://one'));
  for (const profile of ['none', 'nothing']) {
    const client = await gatewayClient(t, where, { args: ['--profile', profile] });
    t.deepEqual(await client.names(), [], profile);
    const nothing = await client.call('search_tools', { queries: ['adds two numbers'] });
    t.deepEqual(nothing.structuredContent?.['results'], [], profile);
    t.is((await t.throwsAsync<Error & { code: number }>(client.call('alpha__echo'))).code, -32602);
  }
  const found = await gatewayClient(t, where, { args: ['--profile', 'found'] });
  const tools = await found.list();
  t.deepEqual(
    tools.map(({ name }) => name),
    ['search_tools', 'describe_tools', 'call_tool', 'read_result', 'beta__echo'],
  );
  t.regex(tools[0]?.description ?? '', /servers: beta\./);
});
