import { readdirSync, readFileSync } from 'node:fs';

import test from 'ava';

import { answer } from './support/cli.js';
import { CLIENTS, connect } from './support/mcp.js';
import { fixture, project, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

const NAMES = Object.keys(CLIENTS) as Array<keyof typeof CLIENTS>;

const DOMAINS = '.beadloom/_graph/domains.yml';

function graphFiles(where: TestProject): Record<string, string> {
  const folder = where.path('.beadloom/_graph');
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, 'latin1')]),
  );
}

for (const name of NAMES) {
  test(`${name}: update_node changes the lines of that node and no other byte`, async (t) => {
    const where = fixture(t, 'shop');
    const client = await connect(t, where, name);
    const before = graphFiles(where);
    const result = await client.call('update_node', {
      ref_id: 'auth',
      summary: 'Sessions and "tokens".',
      source: 'src/auth/tokens.py',
    });
    t.deepEqual(result.structuredContent, {
      version: 1,
      ref_id: 'auth',
      changed: { summary: true, source: true },
      path: DOMAINS,
      warning: null,
    });
    const after = graphFiles(where);
    const expected = before['domains.yml']
      ?.replace('"Who may do what."', '"Sessions and \\"tokens\\"."')
      .replace('source: src/auth/\n', 'source: src/auth/tokens.py\n');
    t.not(expected, before['domains.yml']);
    t.deepEqual(after, { ...before, 'domains.yml': expected });

    // Index, search and bundles know it at once.
    const { nodes } = (await client.call('list_architecture_nodes', { kind: 'domain' }))
      .structuredContent as {
      nodes: Array<{ ref_id: string; summary: string; source: string }>;
    };
    const auth = nodes.find((node) => node.ref_id === 'auth');
    t.deepEqual([auth?.summary, auth?.source], ['Sessions and "tokens".', 'src/auth/tokens.py']);
    const found = await client.call('search_code', { query: 'sessions', kind: 'domain' });
    t.regex(found.content[0]?.text ?? '', /"ref_id":"auth"/);
    const bundle = await client.call('explore_codebase', { ref: 'auth' });
    t.regex(bundle.content[0]?.text ?? '', /"summary":"Sessions and \\"tokens\\"\."/);

    // The same again writes nothing.
    const again = await client.call('update_node', { ref_id: 'auth', summary: 'Sessions and "tokens".' });
    t.deepEqual(again.structuredContent?.['changed'], { summary: false, source: false });
    t.deepEqual(graphFiles(where), after);
  });
}

test('update_node says where it cannot write, and writes nothing', async (t) => {
  const where = fixture(t, 'shop');
  where.write(
    '.beadloom/_graph/more.yml',
    'nodes:\n  - ref_id: x\n    kind: domain\n    summary: &s Shared\n  - ref_id: y\n    kind: domain\n    summary: *s\n',
  );
  const client = await connect(t, where, 'client 2.x, 2026-07-28');
  const before = graphFiles(where);
  const anchor = await client.call('update_node', { ref_id: 'x', summary: 'Mine' });
  t.true(anchor.isError);
  t.regex(anchor.content[0]?.text ?? '', /^yaml_anchor: \.beadloom\/_graph\/more\.yml:4: .*&s/);
  t.deepEqual(graphFiles(where), before);

  where.write(DOMAINS, `${before['domains.yml']}  - ref_id: [\n`);
  const broken = await client.call('update_node', { ref_id: 'auth', summary: 'Mine' });
  t.true(broken.isError);
  t.regex(broken.content[0]?.text ?? '', /^yaml_syntax: \.beadloom\/_graph\/domains\.yml:\d+/);
  t.is(readFileSync(where.path(DOMAINS), 'latin1'), `${before['domains.yml']}  - ref_id: [\n`);
});

test('update_node says what no file holds, and what is not there yet', async (t) => {
  const derived = project(t, { 'package.json': '{"name":"app"}', 'src/index.js': 'export const a = 1;\n' });
  const other = await connect(t, derived, 'client 2.x, 2026-07-28');
  const { nodes } = (await other.call('list_architecture_nodes', {})).structuredContent as {
    nodes: Array<{ ref_id: string }>;
  };
  const result = await other.call('update_node', { ref_id: nodes[0]?.ref_id ?? '', summary: 'x' });
  t.true(result.isError);
  t.regex(result.content[0]?.text ?? '', /derived from the code.*init --bootstrap/s);

  const client = await connect(t, fixture(t, 'shop'), 'client 2.x, 2026-07-28');
  const early = await client.call('update_node', { ref_id: 'auth', source: 'src/later/' });
  t.is(early.structuredContent?.['warning'], 'nothing is at src/later/ yet');
});

test('fifty writes at once, in one server and in two, lose none', async (t) => {
  const ids = Array.from({ length: 50 }, (_, index) => `n${index}`);
  const item = (id: string, summary: string) =>
    `  - ref_id: ${id}  # ${id}\n    kind: domain\n    summary: "${summary}"\n`;
  const text = (summary: (id: string) => string) =>
    `nodes:\n${ids.map((id) => item(id, summary(id))).join('')}`;
  const where = project(t, { '.beadloom/_graph/all.yml': text(() => 'Old.') });
  const clients = await Promise.all([
    connect(t, where, 'client 2.x, 2026-07-28'),
    connect(t, where, 'client 2.x, initialize'),
  ]);
  const write = async (pass: string, clientOf: (index: number) => number) => {
    const calls = ids.map((id, index) =>
      clients[clientOf(index)]?.call('update_node', { ref_id: id, summary: `${pass} ${id}.` }),
    );
    for (const result of await Promise.all(calls)) {
      t.not(result?.isError, true, result?.content[0]?.text);
      t.deepEqual(result?.structuredContent?.['changed'], { summary: true, source: false });
    }
    const file = readFileSync(where.path('.beadloom/_graph/all.yml'), 'utf8');
    t.is(
      file,
      text((id) => `${pass} ${id}.`),
    );
  };
  await write('One server', () => 0);
  await write('Two servers', (index) => index % 2);
  const { nodes } = await answer<{ nodes: Array<{ ref_id: string; summary: string }> }>(where, ['graph']);
  t.deepEqual(nodes.map((node) => node.summary).toSorted(), ids.map((id) => `Two servers ${id}.`).toSorted());
});

for (const name of NAMES) {
  test(`${name}: mark_synced moves the baseline of that node's documents`, async (t) => {
    const where = fixture(t, 'shop');
    const client = await connect(t, where, name);
    await client.call('mark_synced', { ref_id: 'auth' });
    const status = async () => {
      const { structuredContent } = await client.call('sync_check', { ref_id: 'auth' });
      return (structuredContent as { pairs: Array<{ status: string }> }).pairs.map((pair) => pair.status);
    };
    t.deepEqual(await status(), ['ok']);
    where.write(
      'src/auth/tokens.py',
      '# beadloom:domain=auth\n\ndef check(token, scope):\n    return scope\n',
    );
    t.deepEqual(await status(), ['stale']);
    const before = readFileSync(where.path('.beadloom/sync.lock'), 'utf8');
    const result = await client.call('mark_synced', { ref_id: 'auth' });
    t.deepEqual(result.structuredContent, { version: 1, ref_id: 'auth', pairs_synced: 1 });
    t.deepEqual(violations('sync-update', result.structuredContent), []);
    t.deepEqual(await status(), ['ok']);
    t.not(readFileSync(where.path('.beadloom/sync.lock'), 'utf8'), before);
    const again = await client.call('mark_synced', { ref_id: 'auth' });
    t.is(again.structuredContent?.['pairs_synced'], 0);
  });
}
