// What a model reads over MCP: each answer once, as text; with structured content only where somebody asked for it.
import test from 'ava';

import { answer, beadloom } from './support/cli.js';
import { CLIENTS, connect, type TestClient } from './support/mcp.js';
import { fixture } from './support/project.js';

const text = async (client: TestClient, tool: string, args: Record<string, unknown>) => {
  const { content, structuredContent, isError } = await client.call(tool, args);
  return { text: content.map((one) => one.text).join('\n'), structuredContent, isError };
};

for (const name of Object.keys(CLIENTS) as Array<keyof typeof CLIENTS>) {
  test(`${name}: an answer is sent once, as text`, async (t) => {
    const where = fixture(t, 'shop');
    const client = await connect(t, { where, structured: false }, name);
    // Who promises a schema has to answer with structured content.
    t.deepEqual(
      (await client.tools()).filter(({ outputSchema }) => outputSchema !== undefined).map((one) => one.name),
      [],
    );
    const { stdout } = await beadloom(where, ['ctx', 'billing']);
    const bundle = await text(client, 'explore_codebase', { ref: 'billing' });
    // The last line names tools here, and commands there.
    const body = (said: string) => said.trimEnd().split('\n').slice(0, -1).join('\n');
    t.is(body(bundle.text), body(stdout));
    t.is(bundle.structuredContent, undefined);
    for (const [tool, args, says] of [
      ['codebase_overview', {}, /^# /],
      ['search_code', { query: 'Ledger' }, /\n {4}src\/billing\/\S+:\d+/],
      ['grep_code', { text: 'class ' }, /\nsrc\/billing\/charge\.py\n +\d+: class Ledger/],
      ['show_code', { ref: 'charge' }, /^src\/\S+:\d+-\d+ /],
      ['analyze_impact', { ref_id: 'billing' }, /billing/],
      ['get_architecture_graph', {}, /^\{"version":1,/],
    ] as Array<[string, Record<string, unknown>, RegExp]>) {
      const said = await text(client, tool, args);
      t.not(said.isError, true, `${tool}: ${said.text}`);
      t.is(said.structuredContent, undefined, tool);
      t.regex(said.text, says, tool);
    }
    const again = await text(client, 'explore_codebase', { ref: 'billing', force: true });
    t.is(again.text, bundle.text, 'who lost it has it again');
  });
}

test('sdk 1.x: what a connection has already is not sent again', async (t) => {
  const where = fixture(t, 'shop');
  const client = await connect(t, { where, structured: false }, 'sdk 1.x, initialize');
  const first = await text(client, 'explore_codebase', { ref: 'billing' });
  const second = await text(client, 'explore_codebase', { ref: 'billing' });
  t.regex(second.text, /^Unchanged: /);
  t.true(second.text.length < first.text.length / 4);
});

test('mcp.structured gives every tool its schema and its object', async (t) => {
  const where = fixture(t, 'shop');
  where.write('.beadloom/config.yml', 'mcp: {timeout_ms: 600000, structured: true}\n');
  const client = await connect(t, { where, structured: false }, 'client 2.x, 2026-07-28');
  t.true((await client.tools()).every(({ outputSchema }) => outputSchema !== undefined));
  const { structuredContent, text: json } = await text(client, 'explore_codebase', { ref: 'billing' });
  t.deepEqual(structuredContent, JSON.parse(json));
  t.deepEqual(structuredContent, await answer(where, ['ctx', 'billing']));
});
