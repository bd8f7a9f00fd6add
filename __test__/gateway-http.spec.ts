// The gateway over HTTP: towards clients, and towards servers.
import { spawn } from 'node:child_process';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import test, { type ExecutionContext } from 'ava';

import { fixtureServer } from '../scripts/lib/fixtures.mjs';
import { beadloom, CLI, environment } from './support/cli.js';
import { gatewayClient, gatewayProject, type Json } from './support/gateway.js';
import type { TestProject } from './support/project.js';

/** A server of the fixtures over HTTP; its address. */
function started(t: ExecutionContext, file: string, how: object = {}): Promise<string> {
  const child = spawn(process.execPath, [fixtureServer(file)], {
    env: environment({ FIXTURE: JSON.stringify({ http: true, ...how }) }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill());
  return new Promise((resolve) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()));
  });
}

interface Serving {
  url: string;
  token: string;
  stderr: () => string;
}

/** `gateway serve --http 0`; where it is, and its token. */
function served(t: ExecutionContext, where: TestProject, args: string[] = []): Promise<Serving> {
  const child = spawn(process.execPath, [CLI, 'gateway', 'serve', '--http', '0', ...args], {
    cwd: where.root,
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.teardown(() => child.kill());
  let stderr = '';
  return new Promise((resolve) => {
    child.stderr.on('data', (piece: Buffer) => {
      stderr += piece.toString();
      const [, url] = /serving at (\S+)/.exec(stderr) ?? [];
      const [, token] = /token (\S+)\n/.exec(stderr) ?? [];
      if (url !== undefined && token !== undefined) {
        resolve({ url, token, stderr: () => stderr });
      }
    });
  });
}

async function connected(
  t: ExecutionContext,
  { url, token }: Serving,
  modern: boolean,
  path = '',
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    modern ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}${path}`), { requestInit }));
  t.teardown(() => client.close());
  return client;
}

const TWO = { alpha: { how: {} }, gamma: { is: 'modern' } } as const;

for (const modern of [false, true]) {
  const era = modern ? '2026-07-28' : 'initialize';

  test.serial(`clients over HTTP are served: ${era}`, async (t) => {
    const where = gatewayProject(t, TWO, {
      mode: 'all',
      profiles: { review: { servers: ['alpha'], tools: ['alpha__add', 'alpha__echo'] } },
    });
    const serving = await served(t, where);
    const client = await connected(t, serving, modern);
    const { tools } = await client.listTools();
    t.true(tools.some(({ name }) => name === 'gamma__shout'));
    const result = await client.callTool({ name: 'alpha__echo', arguments: { text: 'hi' } });
    t.deepEqual(result.structuredContent, { said: 'hi', by: 'alpha' });
    const steps: number[] = [];
    await client.callTool(
      { name: 'alpha__slow', arguments: { steps: 3, ms: 60 } },
      { onprogress: ({ progress }) => steps.push(progress) },
    );
    t.deepEqual(steps.slice(0, 2), [1, 2]);
    // Contexts are known by their ids, whatever the connection.
    const context = await client.callTool({ name: 'set_context', arguments: { query: 'add numbers' } });
    const id = (context.structuredContent as Json)['context_id'];
    const other = await connected(t, serving, modern);
    const found = await other.callTool({
      name: 'search_tools',
      arguments: { queries: ['adds two numbers'], context_id: id },
    });
    t.is((found.structuredContent as Json)['context_id'], id);

    const review = await connected(t, serving, modern, '/review');
    t.deepEqual(
      (await review.listTools()).tools.map(({ name }) => name),
      ['alpha__add', 'alpha__echo'],
    );
    await t.throwsAsync(review.callTool({ name: 'gamma__shout', arguments: { text: 'x' } }));
    await t.throwsAsync(connected(t, serving, modern, '/nothing'));
    await t.throwsAsync(connected(t, { ...serving, token: 'wrong' }, modern));
  });

  test.serial(`servers over HTTP are reached: ${era}`, async (t) => {
    const [sessions, stateless] = [await started(t, 'sessions.mjs'), await started(t, 'modern.mjs')];
    const where = gatewayProject(t, { old: { url: sessions }, new: { url: stateless } }, { mode: 'all' });
    const client = await gatewayClient(t, where, { modern });
    t.deepEqual(
      (await client.names()).filter((name) => ['new__shout', 'old__count'].includes(name)),
      ['new__shout', 'old__count'],
    );
    t.is((await client.call('new__shout', { text: 'x' })).content[0]?.text, 'X');
    for (const [region, header] of [
      ['eu-west', 'eu-west'],
      ['Zürich', '=?base64?WsO8cmljaA==?='],
    ]) {
      t.is((await client.call('new__routed', { region })).content[0]?.text, header);
    }
    const first = Number((await client.call('old__count')).content[0]?.text);
    // A session that the server forgot is begun anew, and the call is made.
    await fetch(new URL('/forget', sessions));
    t.is((await client.call('old__count')).content[0]?.text, String(first + 1));
    const { stdout } = await beadloom(where, ['gateway', 'test', '--json']);
    const { servers } = JSON.parse(stdout) as { servers: Array<{ name: string; era: string }> };
    t.deepEqual(
      servers.map(({ name, era: spoken }) => [name, spoken]),
      [
        ['new', 'modern'],
        ['old', 'legacy'],
      ],
    );
  });
}

test.serial('a server that wants another key needs a login, and one that has it is served', async (t) => {
  const url = await started(t, 'sessions.mjs', { key: 'open-sesame-1' });
  const where = gatewayProject(t, {
    closed: { url },
    open: { url, headers: { Authorization: 'Bearer open-sesame-1' } },
  });
  const { code, stdout, stderr } = await beadloom(where, ['gateway', 'test', '--json']);
  t.is(code, 2);
  const { servers } = JSON.parse(stdout) as {
    servers: Array<{ name: string; status: string; tools: number }>;
  };
  t.deepEqual(
    servers.map(({ name, status, tools }) => [name, status, tools]),
    [
      ['closed', 'needs login', 0],
      ['open', 'ready', 1],
    ],
  );
  t.false(`${stdout}${stderr}`.includes('open-sesame-1'));
});

test.serial('a method that there is not has the status of one that there is not', async (t) => {
  const where = gatewayProject(t, { alpha: {} });
  const { url, token } = await served(t, where);
  const ask = async (method: string, more: Record<string, string> = {}) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...more,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta } }),
    });
    return [response.status, /"code":(-?\d+)/.exec(await response.text())?.[1]];
  };
  t.deepEqual(await ask('nothing/there'), [404, '-32601']);
  t.deepEqual(await ask('initialize'), [404, '-32601']);
  t.deepEqual(await ask('tools/list'), [200, undefined]);
  t.deepEqual(await ask('tools/list', { 'mcp-session-id': 'of-another-era' }), [200, undefined]);
});

test.serial(
  'over HTTP too a client of the earlier era has a list of its own, and is told of changes',
  async (t) => {
    const where = gatewayProject(t, { alpha: { how: {} }, beta: { how: {} } }, { mode: 'filter', top_k: 5 });
    const serving = await served(t, where);
    const [mine, other] = [await connected(t, serving, false), await connected(t, serving, false)];
    const changes = { mine: 0, other: 0 };
    for (const [name, client] of [
      ['mine', mine],
      ['other', other],
    ] as const) {
      client.setNotificationHandler('notifications/tools/list_changed', () => {
        changes[name] += 1;
      });
    }
    const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
    const all = await names(mine);
    t.deepEqual(await names(other), all);
    t.true(all.length > 30);
    await mine.callTool({ name: 'set_context', arguments: { query: 'reconcile the ledger for march' } });
    for (let time = 0; time < 5; time++) {
      await mine.callTool({ name: 'alpha__add', arguments: { a: time, b: 1 } });
    }
    const before = changes.mine;
    await mine.callTool({ name: 'set_context', arguments: { query: 'reconcile the ledger for march' } });
    const short = await names(mine);
    t.true(short.length <= 10 && short.includes('alpha__add'), short.join(' '));
    t.deepEqual(await names(other), all);
    while (changes.mine === before) {
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
    t.is(changes.other, 0);
    // Its session ends with it: what asks under its name begins anew.
    const transport = mine.transport as StreamableHTTPClientTransport;
    const { sessionId } = transport;
    t.truthy(sessionId);
    await transport.terminateSession();
    const ask = (path: string, session: string | undefined) =>
      fetch(`${serving.url}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${serving.token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(session !== undefined && { 'mcp-session-id': session }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
    t.is((await ask('', sessionId)).status, 404);
    t.is((await ask('', 'nobody-has-this')).status, 404);
    // A request without a session is answered as before: what it says holds for nobody.
    const alone = await ask('', undefined);
    t.is(alone.status, 200);
    t.true((await alone.text()).includes('search_tools'));
  },
);

test.serial('a server asks the client whose call it answers, over HTTP too', async (t) => {
  const where = gatewayProject(t, { alpha: { how: {} } }, { mode: 'all' });
  const serving = await served(t, where);
  const clients: Client[] = [];
  for (const colour of ['green', 'blue']) {
    const client = new Client({ name: colour, version: '1' }, { capabilities: { elicitation: {} } });
    client.setRequestHandler('elicitation/create', () => ({
      action: 'accept' as const,
      content: { colour },
    }));
    await client.connect(
      new StreamableHTTPClientTransport(new URL(serving.url), {
        requestInit: { headers: { authorization: `Bearer ${serving.token}` } },
      }),
    );
    t.teardown(() => client.close());
    clients.push(client);
  }
  for (const [at, expected] of ['green', 'blue'].entries()) {
    const result = await clients[at]?.callTool({ name: 'alpha__ask', arguments: {} });
    t.true(JSON.stringify(result).includes(expected), JSON.stringify(result));
  }
});

test.serial(
  'a subscription over HTTP is that of a session, and goes on until the last one ends it',
  async (t) => {
    const where = gatewayProject(t, { gamma: { is: 'modern' } }, { mode: 'all' });
    const serving = await served(t, where);
    const [mine, other] = [await connected(t, serving, false), await connected(t, serving, false)];
    const told: Record<string, string[]> = { mine: [], other: [] };
    for (const [name, client] of Object.entries({ mine, other })) {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
        told[name]?.push(params.uri);
      });
      await client.subscribeResource({ uri: 'modern://one' });
    }
    const touch = async (count: number) => {
      await mine.callTool({ name: 'gamma__touch', arguments: { uri: 'modern://one' } });
      while ((told['other']?.length ?? 0) < count) {
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
      }
    };
    await touch(1);
    await mine.unsubscribeResource({ uri: 'modern://one' });
    await touch(2);
    await touch(3);
    t.deepEqual(told, { mine: ['modern://one'], other: Array(3).fill('modern://one') });
  },
);

test.serial('trace context in headers is passed on as the protocol has it', async (t) => {
  const where = gatewayProject(t, TWO, { mode: 'all' });
  const serving = await served(t, where);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  for (const modern of [false, true]) {
    for (const [given, expected] of [
      [
        { traceparent, tracestate: 'a=1' },
        { traceparent, tracestate: 'a=1' },
      ],
      [{ traceparent: 'not one', tracestate: 'a=1' }, {}],
    ] as const) {
      const client = new Client(
        { name: 'test', version: '1' },
        modern ? { versionNegotiation: { mode: 'auto' } } : {},
      );
      const headers = { authorization: `Bearer ${serving.token}`, ...given };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(serving.url), { requestInit: { headers } }),
      );
      t.teardown(() => client.close());
      const { content } = await client.callTool({ name: 'alpha__meta', arguments: {} });
      const [item] = content;
      const meta = JSON.parse(item?.type === 'text' ? item.text : '{}') as Json;
      const { traceparent: parent, tracestate: state } = meta;
      t.deepEqual(
        {
          ...(parent !== undefined && { traceparent: parent }),
          ...(state !== undefined && { tracestate: state }),
        },
        expected,
      );
    }
  }
});

test.serial('of many sessions the one that was used longest ago ends', async (t) => {
  const where = gatewayProject(t, { alpha: { how: {} } });
  const { url, token } = await served(t, where);
  const ask = (method: string, session: string | undefined, params: Json = {}) =>
    fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session !== undefined && { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  const begin = async () => {
    const response = await ask('initialize', undefined, {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    await response.text();
    return response.headers.get('mcp-session-id') ?? '';
  };
  const first = await begin();
  const second = await begin();
  const status = async (session: string) => {
    const response = await ask('ping', session);
    await response.text();
    return response.status;
  };
  // Used again, so the second is the one that goes.
  t.is(await status(first), 200);
  for (let count = 2; count < 65; count++) {
    t.not(await begin(), '');
  }
  t.is(await status(first), 200);
  t.is(await status(second), 404);
});
