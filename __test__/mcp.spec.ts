import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';
import test from 'ava';

import { beadloom, CLI, environment } from './support/cli.js';
import { CLIENTS, connect } from './support/mcp.js';
import { fixture } from './support/project.js';
import { violations } from './support/schema.js';

const NAMES = Object.keys(CLIENTS) as Array<keyof typeof CLIENTS>;

test('the two eras are both spoken', async (t) => {
  const where = fixture(t, 'shop');
  t.is((await connect(t, where, 'client 2.x, 2026-07-28')).era, 'modern');
  t.is((await connect(t, where, 'client 2.x, initialize')).era, 'legacy');
});

test('get_context counts as the settings say', async (t) => {
  const tokens: unknown[] = [];
  for (const tokenizer of ['o200k_base', 'cl100k_base']) {
    const where = fixture(t, 'shop');
    where.write('.beadloom/config.yml', `tokens: {tokenizer: ${tokenizer}}\n`);
    const client = await connect(t, where, 'client 2.x, 2026-07-28');
    const result = await client.call('get_context', { ref_id: 'FEAT-7' });
    const { stdout } = await beadloom(where, ['ctx', 'FEAT-7', '--json']);
    t.is(`${result.content[0]?.text}\n`, stdout, tokenizer);
    tokens.push(result.structuredContent?.['tokens']);
  }
  t.not(tokens[0], tokens[1]);
});

for (const name of NAMES) {
  test(`${name}: three tools, each with title, description, schemas and annotations`, async (t) => {
    const client = await connect(t, fixture(t, 'shop'), name);
    const tools = await client.tools();
    t.deepEqual(
      tools.map((tool) => tool.name),
      ['get_context', 'search', 'get_status'],
    );
    for (const tool of tools) {
      t.truthy(tool.title);
      t.regex(tool.description ?? '', /^Call this /);
      t.is(tool.inputSchema['type'], 'object');
      t.is(tool.outputSchema?.['type'], 'object');
      t.deepEqual(tool.annotations, {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
    }
    // Three of eighteen tools: their share of 4,000 tokens of names, descriptions and input schemas.
    const cost = JSON.stringify(tools.map((tool) => ({ ...tool, outputSchema: undefined }))).length;
    t.true(cost < 3000, `${cost} characters`);
  });

  test(`${name}: answers are structured, the same as text, valid, and those of the command line`, async (t) => {
    const where = fixture(t, 'shop');
    const client = await connect(t, where, name);
    const tools = new Map((await client.tools()).map((tool) => [tool.name, tool]));
    const calls: Array<[tool: string, args: Record<string, unknown>, schema: string, command: string[]]> = [
      ['get_context', { ref_id: 'FEAT-7' }, 'ctx', ['ctx', 'FEAT-7']],
      [
        'get_context',
        { ref_id: ['FEAT-7', 'auth'], depth: 1, max_nodes: 3, max_chunks: 1, budget: 900 },
        'ctx',
        ['ctx', 'FEAT-7', 'auth', '--depth', '1', '--max-nodes', '3', '--max-chunks', '1', '--budget', '900'],
      ],
      [
        'search',
        { query: 'Ledger', kind: 'class', limit: 3 },
        'search',
        ['search', 'Ledger', '--kind', 'class', '--limit', '3'],
      ],
      ['get_status', {}, 'status', ['status']],
    ];
    for (const [tool, args, schema, command] of calls) {
      const result = await client.call(tool, args);
      t.not(result.isError, true, result.content[0]?.text);
      t.deepEqual(JSON.parse(result.content[0]?.text ?? ''), result.structuredContent);
      t.deepEqual(violations(schema, result.structuredContent), []);
      const validate = new Ajv2020().compile(tools.get(tool)?.outputSchema ?? false);
      t.true(validate(result.structuredContent), JSON.stringify(validate.errors));
      const { stdout } = await beadloom(where, [...command, '--json']);
      t.is(`${result.content[0]?.text}\n`, stdout, command.join(' '));
    }
  });

  test(`${name}: errors name what is wrong`, async (t) => {
    const client = await connect(t, fixture(t, 'shop'), name);
    const cases: Array<[tool: string, args: Record<string, unknown>, message: RegExp]> = [
      ['get_context', { ref_id: 'FEAT-8' }, /FEAT-8.*not found.*FEAT-7/s],
      ['get_context', {}, /ref_id/],
      ['get_context', { ref_id: 7 }, /ref_id/],
      ['get_context', { ref_id: 'FEAT-7', depth: -1 }, /depth/],
      ['get_context', { ref_id: 'FEAT-7', budget: 'much' }, /budget/],
      ['get_context', { ref_id: 'FEAT-7', bugdet: 5 }, /bugdet/],
      ['search', { query: '' }, /query/],
      ['search', { query: 'x', kind: 'gizmo' }, /gizmo.*domain/s],
      ['get_status', { surplus: 1 }, /surplus/],
    ];
    for (const [tool, args, message] of cases) {
      const result = await client.call(tool, args);
      t.true(result.isError, `${tool} ${JSON.stringify(args)}`);
      t.regex(result.content[0]?.text ?? '', message);
    }
    const unknown = await t.throwsAsync(client.call('frobnicate', {}));
    t.is((unknown as Error & { code: number }).code, -32602);
    t.not((await client.call('get_status', {})).isError, true, 'the server lives on');
  });

  test(`${name}: an edit is in the next answer`, async (t) => {
    const where = fixture(t, 'shop');
    const client = await connect(t, where, name);
    const etag = async () =>
      (await client.call('get_context', { ref_id: 'billing' })).structuredContent?.['etag'];
    const before = await etag();
    t.is(await etag(), before);
    where.write(
      'src/billing/charge.py',
      `${readFileSync(where.path('src/billing/charge.py'), 'utf8')}\n\ndef added():\n    pass\n`,
    );
    t.not(await etag(), before);
    const found = await client.call('search', { query: 'added' });
    t.regex(found.content[0]?.text ?? '', /"name":"added"/);
  });
}

test('nothing but protocol on stdout; the server ends when stdin closes', async (t) => {
  const where = fixture(t, 'shop');
  const child = spawn(process.execPath, [CLI, 'mcp-serve'], { cwd: where.root, env: environment() });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (stdout.includes('"id":2')) {
      child.stdin.end();
    }
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'get_status', arguments: {} } });
  const code = await new Promise((resolve) => child.on('close', resolve));
  t.is(code, 0, stderr);
  const messages = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { jsonrpc: string; id: number });
  t.deepEqual(
    messages.map(({ jsonrpc, id }) => [jsonrpc, id]),
    [
      ['2.0', 1],
      ['2.0', 2],
    ],
  );
});

test('freshness follows the settings: at once, or not, and then it says so', async (t) => {
  const where = fixture(t, 'shop');
  const client = await connect(t, where, 'client 2.x, initialize');
  const said = async () => {
    const { structuredContent } = await client.call('search', { query: 'Ledger' });
    const { warning, stale_paths } = structuredContent as { warning: string | null; stale_paths: string[] };
    return [warning, stale_paths];
  };
  t.deepEqual(await said(), [null, []]);
  where.write('src/billing/new.py', 'def fresh(): pass\n');
  const found = await client.call('search', { query: 'fresh' });
  t.is((found.structuredContent as { hits: Array<{ name: string }> }).hits[0]?.name, 'fresh');

  where.write('.beadloom/config.yml', 'mcp: {auto_reindex: false}\n');
  where.write('src/billing/newer.py', 'def fresher(): pass\n');
  t.deepEqual(await said(), [
    'index is stale, run beadloom reindex',
    ['.beadloom/config.yml', 'src/billing/newer.py'],
  ]);

  // An answer that may wait a millisecond goes ahead without the refresh.
  where.write('.beadloom/config.yml', 'mcp: {timeout_ms: 1}\n');
  for (let i = 0; i < 300; i++) {
    where.write(`src/billing/m${i}.py`, `def f${i}(): pass\n`);
  }
  const [sentence, paths] = await said();
  t.is(sentence, 'index is stale, run beadloom reindex');
  t.is(paths?.length, 20);
});
