// A server that does not answer, behind the same gateway as one that does: what is asked of the other one is answered first.
import test from 'ava';

import { until } from './support/daemon.js';
import { gatewayClient, gatewayProject, type GatewayClient, type Json } from './support/gateway.js';

const NODE = process.execPath;

/** Programs that are no servers, each in its own way. */
const HANGING: Record<string, Json> = {
  silent: { command: NODE, args: ['-e', 'setInterval(() => {}, 1e9)'] },
  missing: { command: 'no-such-program-anywhere' },
  ends: { command: NODE, args: ['-e', 'process.exit(3)'] },
  floods: {
    command: NODE,
    args: [
      '-e',
      'const go = () => { while (process.stdout.write("noise ".repeat(200) + "\\n")); process.stdout.once("drain", go); }; go()',
    ],
  },
  // It begins, and answers nothing else.
  begins: { how: { late: 1e9 } },
};

/** Lists, calls and searches of the good server, while none of the others has answered: what came before is seen by the order. */
async function serves(t: import('ava').ExecutionContext, client: GatewayClient): Promise<void> {
  t.true((await client.names()).includes('good__add'));
  t.is((await client.call('good__add', { a: 1, b: 2 })).content[0]?.text, '3');
  t.is(
    (await client.call('call_tool', { name: 'good__add', arguments: { a: 1, b: 2 } })).content[0]?.text,
    '3',
  );
  t.deepEqual(await client.ask('logging/setLevel', { level: 'info' }), {});
}

for (const mode of ['all', 'search']) {
  test(`from the catalogue and without it, the good server is listed and called: ${mode}`, async (t) => {
    const where = gatewayProject(t, { good: { how: {} }, ...HANGING }, { mode, trust: 'always' });
    where.write('.beadloom/x', '');
    const pinned = gatewayProject(t, { good: { pin: ['add'] }, ...HANGING }, { mode, trust: 'always' });
    // Cold, then from what is known.
    for (let time = 0; time < 2; time++) {
      const client = await gatewayClient(t, pinned);
      await serves(t, client);
      const { messages } = (await client.ask('prompts/get', {
        name: 'good__greet',
        arguments: { who: 'you' },
      })) as { messages: unknown[] };
      t.true(messages.length > 0);
      await client.close();
    }
  });
}

// Alone: a server that needs longer to begin than its turn lasts loses its place, as it should.
test.serial('processes that never answer take no place from one that does', async (t) => {
  const silent = Object.fromEntries(
    Array.from({ length: 4 }, (_, at) => [`a${at}`, HANGING['silent'] as Json]),
  );
  const where = gatewayProject(t, { ...silent, good: { how: {} } }, { mode: 'all', max_processes: 2 });
  const client = await gatewayClient(t, where);
  t.is((await client.call('good__add', { a: 1, b: 2 })).content[0]?.text, '3');
});

test('a server that comes late is told of, and its tools are called as soon as it is there', async (t) => {
  const where = gatewayProject(t, { good: { how: {} } }, { mode: 'all' });
  const first = await gatewayClient(t, where);
  await first.names();
  await first.close();
  const late = gatewayProject(t, { good: { how: {} }, late: { how: { late: 1_500 } } }, { mode: 'all' });
  const client = await gatewayClient(t, late);
  await client.names();
  t.is((await client.call('late__add', { a: 2, b: 2 })).content[0]?.text, '4');
  t.true((await client.names()).includes('late__add'));
});

test('a search says which servers it could not search', async (t) => {
  const where = gatewayProject(t, { good: {}, begins: { how: { late: 1e9 } } }, { mode: 'search' });
  const client = await gatewayClient(t, where);
  const hint = async (input: Json) =>
    (await client.call('search_tools', { queries: ['add two numbers'], ...input })).structuredContent?.[
      'hint'
    ];
  await until(
    'the good server is known',
    async () => (await hint({ server: 'good' })) === undefined || undefined,
  );
  const unknown = 'not searched, as their tools are not known yet: begins; ask again in a moment';
  t.is(await hint({}), unknown);
  t.is(await hint({ server: 'begins' }), unknown);
});
