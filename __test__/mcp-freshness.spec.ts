// How fresh the answers of the MCP server are, and what they say where they are not.
import { readFileSync } from 'node:fs';

import test from 'ava';

import { beadloom } from './support/cli.js';
import { rawServer } from './support/lines.js';
import { CLIENTS, connect, patient, type TestClient } from './support/mcp.js';
import { fixture, project, type TestProject } from './support/project.js';

const NAMES = Object.keys(CLIENTS) as Array<keyof typeof CLIENTS>;

const STALE = 'index is stale, run beadloom reindex';

/** A project of so many files that nobody indexes it in a millisecond. */
function large(where: TestProject, files: number): void {
  for (let index = 0; index < files; index++) {
    const lines = Array.from({ length: 20 }, (_, line) => `def f${index}_${line}(a, b):\n    return a + b\n`);
    where.write(`src/big/m${index}.py`, lines.join('\n'));
  }
}

async function said(
  client: TestClient,
  tool = 'search_code',
  args: Record<string, unknown> = { query: 'Ledger' },
) {
  const { structuredContent, isError, content } = await client.call(tool, args);
  if (isError) {
    throw new Error(content[0]?.text);
  }
  return structuredContent as {
    warning: string | null;
    stale_paths: string[];
    hits: Array<{ name: string; path: string }>;
  };
}

for (const name of NAMES) {
  test(`${name}: code, documents and graph are as the files are, without being asked`, async (t) => {
    const where = fixture(t, 'shop');
    const client = await connect(t, where, name);
    t.is((await said(client)).warning, null);

    where.write('src/billing/new.py', 'def quicksilver(): pass\n');
    t.is((await said(client, 'search_code', { query: 'quicksilver' })).hits[0]?.name, 'quicksilver');

    where.write('docs/f/refunds.md', '# Refunds\n\n## Specification\n\nMoney goes to the zeppelin.\n');
    t.is((await said(client, 'search_code', { query: 'zeppelin' })).hits[0]?.path, 'docs/f/refunds.md');

    const path = '.beadloom/_graph/domains.yml';
    const graph = readFileSync(where.path(path), 'utf8');
    where.write(path, graph.replace('Who may do what.', 'Xylophones.'));
    const bundle = await client.call('explore_codebase', { ref: 'auth' });
    t.regex(bundle.content[0]?.text ?? '', /Xylophones/);
  });

  test(`${name}: a broken graph file answers as it was, and is named with its line`, async (t) => {
    const where = fixture(t, 'shop');
    const client = await connect(t, where, name);
    const path = '.beadloom/_graph/domains.yml';
    const graph = readFileSync(where.path(path), 'utf8');
    await said(client);
    where.write(path, `${graph}  - ref_id: "open\n`);
    const line = graph.split('\n').length;
    for (const [tool, args] of [
      ['explore_codebase', { ref: 'auth' }],
      ['list_architecture_nodes', {}],
      ['search_code', { query: 'auth' }],
      ['codebase_overview', {}],
    ] as Array<[string, Record<string, unknown>]>) {
      const { warning } = await said(client, tool, args);
      t.regex(warning ?? '', /^\.beadloom\/_graph\/domains\.yml:\d+ does not parse/, tool);
      t.true(Math.abs(Number(/:(\d+)/.exec(warning ?? '')?.[1]) - line) <= 1, `${tool}: ${warning}`);
    }
    where.write(path, graph);
    t.is((await said(client, 'explore_codebase', { ref: 'auth', force: true })).warning, null);
  });
}

test('auto_reindex: false leaves the index as it is, and every answer says so', async (t) => {
  const where = fixture(t, 'shop');
  where.write('.beadloom/config.yml', 'mcp: {auto_reindex: false}\n');
  const client = await connect(t, where, 'client 2.x, initialize');
  const none = await client.call('search_code', { query: 'Ledger' });
  t.regex(none.content[0]?.text ?? '', /^no_index: .*beadloom reindex/s);
  await beadloom(where, ['reindex']);
  t.is((await said(client)).warning, null);
  where.write('src/billing/newer.py', 'def fresher(): pass\n');
  for (const [tool, args] of [
    ['search_code', { query: 'fresher' }],
    ['get_index_status', {}],
    ['get_architecture_graph', {}],
    ['list_architecture_nodes', {}],
  ] as Array<[string, Record<string, unknown>]>) {
    const { warning, stale_paths: paths } = await said(client, tool, args);
    t.deepEqual([warning, paths], [STALE, ['src/billing/newer.py']], tool);
  }
  // A setting that changes counts from the next call on.
  where.write('.beadloom/config.yml', 'mcp: {timeout_ms: 600000}\n');
  const { warning, hits } = await said(client, 'search_code', { query: 'fresher' });
  t.deepEqual([warning, hits[0]?.name], [null, 'fresher']);
});

test('over the time-out the last index answers, and soon the new one', async (t) => {
  const where = fixture(t, 'shop');
  where.write('.beadloom/config.yml', 'mcp: {timeout_ms: 1}\n');
  await beadloom(where, ['reindex']);
  const client = await connect(t, where, 'client 2.x, 2026-07-28');
  large(where, 300);
  const { warning, stale_paths: paths } = await said(client);
  t.true(warning?.startsWith(STALE), warning ?? 'none');
  t.is(paths.length, 20);
  // Nobody asked for it: the server catches up by itself, and calls go on meanwhile.
  for (;;) {
    const { hits, warning: left } = await said(client, 'search_code', { query: 'f299_19' });
    if (left === null) {
      t.is(hits[0]?.name, 'f299_19');
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

test('a first index that takes longer: empty answers that say why, then full ones', async (t) => {
  const where = fixture(t, 'shop');
  where.write('.beadloom/config.yml', 'mcp: {timeout_ms: 1}\n');
  large(where, 1500);
  const client = await connect(t, where, 'client 2.x, initialize');
  const first = /the first index of this project is being built/;
  const { warning, hits } = await said(client);
  t.regex(warning ?? '', first);
  t.deepEqual(hits, []);
  const bundle = await client.call('explore_codebase', { ref: 'auth' });
  if (bundle.isError) {
    t.regex(bundle.content[0]?.text ?? '', /^no_index: the first index .*\nhint: ask again/);
  }
  for (;;) {
    const answer = await said(client, 'search_code', { query: 'f1499_19' });
    if (answer.warning === null) {
      t.is(answer.hits[0]?.name, 'f1499_19');
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

for (const name of NAMES) {
  // Alone: where other tests keep this process busy, all messages come at once, and clients drop progress that comes with
  // its answer.
  test.serial(`${name}: long work tells its progress to who asked, which only grows`, async (t) => {
    const where = fixture(t, 'shop');
    large(where, 600);
    const client = await connect(t, where, name);
    const seen: Array<{ progress: number; total?: number | undefined; message?: string | undefined }> = [];
    const result = await client.call(
      'search',
      { query: 'f599_19' },
      { onprogress: (progress) => void seen.push(progress), timeout: 600_000 },
    );
    t.not(result.isError, true);
    t.true(seen.length > 0, 'no progress');
    for (const [index, { progress, total, message }] of seen.entries()) {
      t.true(progress > (seen[index - 1]?.progress ?? 0));
      t.true(total === undefined || total >= progress);
      t.regex(message ?? '', /^[a-z]/);
    }
  });
}

test('a cancelled call gets no answer, others do, and the index is made all the same', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  large(where, 1500);
  const server = await rawServer(t, where);
  server.send({
    id: 500,
    method: 'tools/call',
    params: { name: 'search', arguments: { query: 'f1_1' }, _meta: { progressToken: 'p' } },
  });
  await server.wait(({ method }) => method === 'notifications/progress');
  server.send({ method: 'notifications/cancelled', params: { requestId: 500, reason: 'enough' } });
  const { result } = await server.call('search_code', { query: 'f1499_19' });
  t.regex(result?.content?.[0]?.text ?? '', /"name":"f1499_19"/);
  t.false(server.messages.some(({ id }) => id === 500));
});

test('a cancelled call was not given what it asked for', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  const server = await rawServer(t, where);
  await server.call('get_index_status', {});
  server.send({
    id: 600,
    method: 'tools/call',
    params: { name: 'explore_codebase', arguments: { ref: 'auth' } },
  });
  server.send({ method: 'notifications/cancelled', params: { requestId: 600 } });
  const { result } = await server.call('explore_codebase', { ref: 'auth' });
  if (!server.messages.some(({ id }) => id === 600)) {
    t.is(result?.structuredContent?.['cached'], undefined);
  }
  t.truthy(result?.structuredContent?.['etag']);
});

test('no call blocks another', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  large(where, 1500);
  const server = await rawServer(t, where);
  // The first index is being made for these.
  const slow = Array.from({ length: 8 }, () => server.call('search_code', { query: 'f1499_19' }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  server.send({ id: 700, method: 'ping' });
  server.send({ id: 701, method: 'tools/list' });
  await server.wait(({ id }) => id === 701);
  t.true(
    server.messages.every(({ id }) => id === 0 || id === 700 || id === 701),
    'the others wait still',
  );
  for (const { result } of await Promise.all(slow)) {
    t.regex(result?.content?.[0]?.text ?? '', /"name":"f1499_19"/);
  }
});

test('many calls at once, over an edit, all answer from what is there', async (t) => {
  const where = project(t, { 'src/a.py': 'def first(): pass\n' });
  const client = await connect(t, where, 'client 2.x, 2026-07-28');
  await said(client, 'search_code', { query: 'first' });
  where.write('src/a.py', 'def second(): pass\n');
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => said(client, 'search_code', { query: 'second' })),
  );
  for (const { warning, hits } of answers) {
    t.deepEqual([warning, hits[0]?.name], [null, 'second']);
  }
});
