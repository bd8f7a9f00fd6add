// Names that clients refuse: what they are listed as, and that calls, settings and approvals are led back to the server's own.
import test from 'ava';

import { namesFor } from '../src/gateway/names.js';
import { beadloom } from './support/cli.js';
import { gatewayClient, gatewayProject, type Json, resultsOf } from './support/gateway.js';

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const LONG = 'a'.repeat(70);
const ODD = [
  'docs.append',
  'admin/list',
  LONG,
  `${LONG}b`,
  'ns:get',
  'two words',
  'größe',
  '検索',
  '搜索',
  '-',
  'a.b',
  'a/b',
  'Get',
  'get',
  'plain',
];
const SCHEMA = { type: 'object', properties: {} };
const tools = ODD.map((name) => ({ name, description: `Does ${name}.`, inputSchema: SCHEMA }));

function offering(names: readonly string[], more: Json = {}): Json {
  return { how: { tools, only: names }, ...more };
}

test('every name fits, is another, and calls the right tool', async (t) => {
  const server = `server.${'x'.repeat(50)}`;
  const servers = {
    nm: offering(ODD),
    'n.m': offering(['plain']),
    n_m: offering(['plain']),
    [server]: offering(ODD),
  };
  const where = gatewayProject(t, servers, { mode: 'all', trust: 'always' });
  const client = await gatewayClient(t, where);
  const listed = await client.list();
  t.is(listed.length, 2 * ODD.length + 2);
  t.is(new Set(listed.map(({ name }) => name)).size, listed.length);
  for (const { name, description } of listed) {
    t.regex(name, NAME);
    const said = description.slice(description.indexOf('Does ') + 5, -1);
    t.is((await client.call(name)).content[0]?.text, `${said} was called`, name);
  }
  const names = listed.map(({ name }) => name);
  for (const one of [
    'nm__docs_append',
    'nm__admin_list',
    'nm__ns_get',
    'nm__two_words',
    'nm__Get',
    'nm__get',
    'nm__plain',
    'n_m__plain',
  ]) {
    t.true(names.includes(one), one);
  }
  // The server's own name is taken, too, even where another tool has the one that it would be fitted to.
  for (const own of ODD) {
    t.is((await client.call('call_tool', { name: `nm__${own}` })).content[0]?.text, `${own} was called`, own);
  }
  t.deepEqual(await (await gatewayClient(t, where)).names(), names);
});

test('settings, approvals and searches name tools as their server does', async (t) => {
  const where = gatewayProject(
    t,
    {
      nm: offering(ODD, {
        rename: { 'ns:get': 'ns_get', 'two words': 'find.all' },
        include: ['docs.*', 'ns:get', 'two words', '検索', 'plain'],
        exclude: ['plain'],
        pin: ['docs.append'],
      }),
    },
    {
      mode: 'search',
      trust: 'pin',
      profiles: { some: { mode: 'all', tools: ['nm__docs.append', 'nm__ns_*'] } },
    },
  );
  const client = await gatewayClient(t, where);
  t.true((await client.names()).includes('nm__docs_append'));
  const found = await client.call('search_tools', { queries: ['does docs append'], limit: 10 });
  t.is(resultsOf(found)[0]?.name, 'nm__docs_append');
  t.is((await client.call('call_tool', { name: 'nm__ns_get' })).content[0]?.text, 'ns:get was called');
  t.is((await client.call('call_tool', { name: 'nm__find_all' })).content[0]?.text, 'two words was called');
  t.true((await client.call('call_tool', { name: 'nm__two words' })).isError);
  await client.call('call_tool', {
    name: 'nm__docs_append',
    context_id: found.structuredContent?.['context_id'],
  });
  await client.close();
  const some = await gatewayClient(t, where, { args: ['--profile', 'some'] });
  t.deepEqual(
    (await some.names()).filter((name) => name.startsWith('nm__')),
    ['nm__docs_append', 'nm__ns_get'],
  );
  await some.close();
  const { stdout } = await beadloom(where, ['gateway', 'stats', '--json']);
  t.is((JSON.parse(stdout) as Json)['learned_pairs'], 2);
  const forgotten = await beadloom(where, ['gateway', 'forget', '--tool', 'nm__docs_append', '-y', '--json']);
  t.is((JSON.parse(forgotten.stdout) as Json)['forgotten'], 1, forgotten.stderr);
});

test('a name does not depend on the order of others, nor on what was added beside it', (t) => {
  const things = ODD.flatMap((name) => ['s', 'x'.repeat(64), 'a.b'].map((server) => ({ server, name })));
  const names = namesFor(things);
  t.is(new Set(names).size, names.length);
  t.true(names.every((name) => NAME.test(name)));
  t.deepEqual(namesFor(things.toReversed()).toReversed(), names);
  const unlike = things.filter(({ name }) => !/^a.b$/.test(name));
  for (const [at, thing] of unlike.entries()) {
    t.is(namesFor([thing])[0], names[things.indexOf(thing)], String(at));
  }
  // A tool that is called as another's hash ends.
  const two = [
    { server: 's', name: 'a.b' },
    { server: 's', name: 'a/b' },
  ];
  const [first = ''] = namesFor(two);
  const posed = namesFor([...two, { server: 's', name: first.slice(3) }]);
  t.is(posed[2], first);
  t.is(new Set(posed).size, 3);
  // Whoever is called so, or named so by the settings, keeps it.
  t.deepEqual(
    namesFor([
      { server: 's', name: 'a.b' },
      { server: 's', name: 'a_b' },
    ])[1],
    's__a_b',
  );
  t.deepEqual(
    namesFor([
      { server: 's', name: 'x', renamed: 'y' },
      { server: 's', name: 'y' },
    ])[0],
    's__y',
  );
});
