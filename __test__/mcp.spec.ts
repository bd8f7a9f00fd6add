import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';
import test from 'ava';

import { loadNative } from '../src/native/load.js';
import { beadloom, CLI, environment } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { CLIENTS, connect } from './support/mcp.js';
import { fixture } from './support/project.js';
import { violations } from './support/schema.js';

const NAMES = Object.keys(CLIENTS) as Array<keyof typeof CLIENTS>;

/** Every tool, in the order in which they are listed. */
const TOOLS = [
  'prime',
  'get_context',
  'search',
  'search_exact',
  'show',
  'next_file',
  'get_signatures',
  'get_related',
  'why',
  'path',
  'get_graph',
  'list_nodes',
  'diff',
  'lint',
  'sync_check',
  'mark_synced',
  'update_node',
  'generate_docs',
  'get_status',
  'remember',
  'recall',
  'forget',
];

const WRITERS: ReadonlySet<string> = new Set(['mark_synced', 'update_node', 'remember', 'forget']);

/** Tokens in `o200k_base`. */
function tokens(value: unknown): number {
  return loadNative().countTokens(JSON.stringify(value)) ?? NaN;
}

test('the two eras are both spoken', async (t) => {
  const where = fixture(t, 'shop');
  t.is((await connect(t, where, 'client 2.x, 2026-07-28')).era, 'modern');
  t.is((await connect(t, where, 'client 2.x, initialize')).era, 'legacy');
});

test('get_context counts as the settings say', async (t) => {
  const counts: unknown[] = [];
  for (const tokenizer of ['o200k_base', 'cl100k_base']) {
    const where = fixture(t, 'shop');
    where.write('.beadloom/config.yml', `tokens: {tokenizer: ${tokenizer}}\nmcp: {timeout_ms: 600000}\n`);
    const client = await connect(t, where, 'client 2.x, 2026-07-28');
    const result = await client.call('get_context', { ref_id: 'FEAT-7' });
    const { stdout } = await beadloom(where, ['ctx', 'FEAT-7', '--json']);
    t.is(`${result.content[0]?.text}\n`, stdout, tokenizer);
    counts.push(result.structuredContent?.['tokens']);
  }
  t.not(counts[0], counts[1]);
});

test('what all tools together cost an agent', async (t) => {
  const client = await connect(t, fixture(t, 'shop'), 'client 2.x, 2026-07-28');
  const tools = await client.tools();
  const asked = tools.map(({ name, title, description, inputSchema }) => ({
    name,
    title,
    description,
    inputSchema,
  }));
  t.true(tokens(asked) < 4000, `${tokens(asked)} tokens of names, titles, descriptions and input schemas`);
  // With output schemas, which only programs ask for.
  t.true(tokens(tools) < 11_500, `${tokens(tools)} tokens in all`);
  t.true(tokens(client.instructions) < 150, client.instructions);
});

for (const name of NAMES) {
  test(`${name}: every tool has title, description, schemas and annotations`, async (t) => {
    const client = await connect(t, fixture(t, 'shop'), name);
    const tools = await client.tools();
    t.deepEqual(
      tools.map((tool) => tool.name),
      TOOLS,
    );
    for (const tool of tools) {
      t.truthy(tool.title);
      t.regex(tool.description ?? '', /^Call this /);
      t.is(tool.inputSchema['type'], 'object');
      t.is(tool.inputSchema['additionalProperties'], false, tool.name);
      t.is(tool.outputSchema?.['type'], 'object');
      t.deepEqual(
        tool.annotations,
        {
          readOnlyHint: !WRITERS.has(tool.name),
          destructiveHint: ['update_node', 'forget'].includes(tool.name),
          idempotentHint: true,
          openWorldHint: false,
        },
        tool.name,
      );
    }
    t.regex(client.instructions ?? '', /beadloom knows this project/);
  });

  withGit(
    `${name}: answers are structured, the same as text, valid, and those of the command line`,
    async (t) => {
      const where = fixture(t, 'shop');
      git(where.root, 'init', '-q');
      git(where.root, 'add', '-A');
      git(where.root, 'commit', '-q', '-m', 'shop');
      const client = await connect(t, where, name);
      const tools = new Map((await client.tools()).map((tool) => [tool.name, tool]));
      const file = 'src/billing/charge.py';
      type Row = [tool: string, args: Record<string, unknown>, schema: string, command?: string[]];
      const calls: Row[] = [
        ['get_context', { ref_id: 'FEAT-7' }, 'ctx', ['ctx', 'FEAT-7']],
        [
          'get_context',
          { ref_id: ['FEAT-7', 'auth'], depth: 1, max_nodes: 3, max_chunks: 1, budget: 900 },
          'ctx',
          [
            'ctx',
            'FEAT-7',
            'auth',
            '--depth',
            '1',
            '--max-nodes',
            '3',
            '--max-chunks',
            '1',
            '--budget',
            '900',
          ],
        ],
        ['get_context', { task: 'refund an invoice' }, 'ctx', ['ctx', '--task', 'refund an invoice']],
        [
          'get_context',
          { ref_id: 'billing', task: 'refunds', budget: 600 },
          'ctx',
          ['ctx', 'billing', '--task', 'refunds', '--budget', '600'],
        ],
        ['get_graph', {}, 'graph', ['graph', '--format', 'json']],
        ['get_graph', { ref_id: 'FEAT-7', depth: 1 }, 'graph', ['graph', 'FEAT-7', '--depth', '1']],
        [
          'get_graph',
          { ref_id: ['auth', 'Invoice'], depth: 0 },
          'graph',
          ['graph', 'auth', 'Invoice', '--depth', '0'],
        ],
        ['list_nodes', {}, 'list-nodes'],
        ['list_nodes', { kind: 'domain' }, 'list-nodes'],
        [
          'search',
          { query: 'Ledger', kind: 'class', limit: 3 },
          'search',
          ['search', 'Ledger', '--kind', 'class', '--limit', '3'],
        ],
        ['search', { query: 'qqqqzzzz' }, 'search', ['search', 'qqqqzzzz']],
        ['why', { ref_id: 'auth' }, 'why', ['why', 'auth']],
        ['why', { ref_id: file, depth: 1 }, 'why', ['why', file, '--depth', '1']],
        ['diff', {}, 'diff', ['diff']],
        ['diff', { since: 'HEAD' }, 'diff', ['diff', '--since', 'HEAD']],
        ['lint', {}, 'lint', ['lint']],
        ['lint', { severity: 'warn' }, 'lint', ['lint', '--severity', 'warn']],
        ['sync_check', {}, 'sync-check', ['sync-check']],
        ['sync_check', { ref_id: 'auth' }, 'sync-check', ['sync-check', '--ref', 'auth']],
        ['generate_docs', {}, 'docs-polish', ['docs', 'polish']],
        ['generate_docs', { ref_id: 'auth' }, 'docs-polish', ['docs', 'polish', 'auth']],
        ['next_file', { task: 'refunds' }, 'next-file', ['next-file', 'refunds']],
        [
          'next_file',
          { task: 'refunds', exclude: [file] },
          'next-file',
          ['next-file', 'refunds', '--exclude', file],
        ],
        ['get_signatures', { path: file }, 'signatures', ['signatures', file]],
        [
          'show',
          { ref: ['check', `${file}:1-3`], callers: true },
          'show',
          ['show', 'check', `${file}:1-3`, '--callers'],
        ],
        ['search_exact', { text: 'def ' }, 'search-exact', ['search', '--exact', 'def ']],
        [
          'search_exact',
          { regex: 'check|ledger', ignore_case: true, path: 'src/', context: 1, limit: 5 },
          'search-exact',
          ['search', '--regex', 'check|ledger', '-i', '--path', 'src/', '-C', '1', '--limit', '5'],
        ],
        ['path', { from: 'billing', to: 'auth' }, 'path', ['path', 'billing', 'auth']],
        ['get_related', { path: file }, 'related', ['related', file]],
        ['get_status', {}, 'status', ['status']],
        ['prime', {}, 'prime', ['prime']],
        ['mark_synced', { ref_id: 'auth' }, 'sync-update'],
        ['update_node', { ref_id: 'auth', summary: 'Tokens, and who may do what.' }, 'update-node'],
      ];
      // mcp-memory.spec.ts calls those that remember.
      const memory = ['forget', 'recall', 'remember'];
      t.deepEqual([...new Set(calls.map(([tool]) => tool)), ...memory].toSorted(), TOOLS.toSorted());
      for (const [tool, args, schema, command] of calls) {
        const said = `${tool} ${JSON.stringify(args)}`;
        const result = await client.call(tool, args);
        t.not(result.isError, true, `${said}: ${result.content[0]?.text}`);
        t.deepEqual(JSON.parse(result.content[0]?.text ?? ''), result.structuredContent);
        t.deepEqual(violations(schema, result.structuredContent), [], said);
        const validate = new Ajv2020().compile(tools.get(tool)?.outputSchema ?? false);
        t.true(validate(result.structuredContent), `${said}: ${JSON.stringify(validate.errors)}`);
        if (command !== undefined) {
          const { stdout } = await beadloom(where, [...command, '--json']);
          t.is(`${result.content[0]?.text}\n`, stdout, command.join(' '));
        }
      }
    },
  );

  test(`${name}: errors name what is wrong`, async (t) => {
    const client = await connect(t, fixture(t, 'shop'), name);
    const long = 'x'.repeat(30_000);
    const cases: Array<[tool: string, args: Record<string, unknown>, message: RegExp]> = [
      ['get_context', { ref_id: 'FEAT-8' }, /FEAT-8.*not found.*FEAT-7/s],
      ['get_context', {}, /ref_id.*task/],
      ['get_context', { ref_id: 7 }, /ref_id/],
      ['get_context', { ref_id: [] }, /ref_id/],
      ['get_context', { ref_id: [''] }, /ref_id/],
      ['get_context', { ref_id: long }, /ref_id/],
      ['get_context', { ref_id: 'FEAT-7', depth: -1 }, /depth/],
      ['get_context', { ref_id: 'FEAT-7', depth: 1.5 }, /depth/],
      ['get_context', { ref_id: 'FEAT-7', budget: 'much' }, /budget/],
      ['get_context', { ref_id: 'FEAT-7', budget: 5 }, /^usage: .*budget.*400/],
      ['get_context', { ref_id: 'FEAT-7', bugdet: 5 }, /bugdet/],
      ['get_context', { ref_id: 'FEAT-7', session: 's' }, /session/],
      ['get_context', { ref_id: '../../etc/passwd' }, /outside_root|not_found/],
      ['get_graph', { ref_id: 'nope' }, /nope.*not found/],
      ['list_nodes', { kind: 'gizmo' }, /gizmo.*domain/s],
      ['search', { query: '' }, /query/],
      ['search', { query: long }, /query/],
      ['search', { query: 'x', kind: 'gizmo' }, /gizmo.*domain/s],
      ['why', {}, /ref_id/],
      ['why', { ref_id: 'atuh' }, /atuh.*not found.*auth/s],
      ['lint', { severity: 'fatal' }, /severity/],
      ['diff', { since: '--output=x' }, /bad_revision|no_repository/],
      ['sync_check', { ref_id: 'FEAT-8' }, /FEAT-8.*FEAT-7/s],
      ['generate_docs', { ref_id: 'FEAT-8' }, /FEAT-8.*FEAT-7/s],
      ['next_file', {}, /task/],
      ['next_file', { task: 'x', exclude: 'y' }, /exclude/],
      ['get_signatures', { path: '../../etc/passwd' }, /outside_root|not_found/],
      ['get_signatures', { path: 'src/nothing.py' }, /src\/nothing\.py/],
      ['search_exact', {}, /text.*regular expression/],
      ['search_exact', { text: 'a', regex: 'b' }, /either/],
      ['search_exact', { regex: '(' }, /no regular expression/],
      ['search_exact', { text: long }, /text/],
      ['path', { from: 'auth' }, /to/],
      ['path', { from: 'auth', to: 'chrge' }, /chrge.*charge/s],
      ['show', {}, /ref/],
      ['show', { ref: 'chrge' }, /chrge.*charge/s],
      ['show', { ref: '../../etc/passwd:1' }, /not_found/],
      ['show', { ref: 'check', budget: 3 }, /budget_too_small/],
      ['get_related', { path: '/etc/passwd' }, /outside_root|not_found/],
      ['mark_synced', {}, /ref_id/],
      ['mark_synced', { ref_id: 'FEAT-8' }, /FEAT-8.*FEAT-7/s],
      ['update_node', { ref_id: 'auth' }, /summary.*source/],
      ['update_node', { ref_id: 'FEAT-8', summary: 'x' }, /FEAT-8.*FEAT-7/s],
      ['update_node', { ref_id: 'auth', summary: 7 }, /summary/],
      ['update_node', { ref_id: 'auth', source: '../x' }, /outside_root.*source/],
      ['update_node', { ref_id: 'auth', source: '/etc/' }, /outside_root.*source/],
      ['update_node', { ref_id: 'auth', source: 'C:/x/' }, /outside_root.*source/],
      ['update_node', { ref_id: 'auth', source: 'a\\b' }, /source/],
      ['get_status', { surplus: 1 }, /surplus/],
    ];
    for (const [tool, args, message] of cases) {
      const result = await client.call(tool, args);
      const said = `${tool} ${JSON.stringify(args).slice(0, 200)}`;
      t.true(result.isError, said);
      t.regex(result.content[0]?.text ?? '', message, said);
      t.true((result.content[0]?.text.length ?? 0) < 1000, said);
    }
    for (const unknown of ['frobnicate', 'constructor', '__proto__', '']) {
      const thrown = await t.throwsAsync(client.call(unknown, {}), undefined, unknown);
      t.is((thrown as Error & { code: number }).code, -32602, unknown);
    }
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

const CHOICES: Array<[choice: string, tools: string[]]> = [
  ['all', TOOLS],
  [
    'core',
    [
      'prime',
      'get_context',
      'search',
      'search_exact',
      'show',
      'why',
      'sync_check',
      'mark_synced',
      'update_node',
    ],
  ],
  ['why', ['why']],
  ['search, get_context', ['get_context', 'search']],
];

for (const [choice, expected] of CHOICES) {
  test(`--tools ${choice} lists those, and no other is there`, async (t) => {
    const start = { where: fixture(t, 'shop'), args: ['--tools', choice] };
    const client = await connect(t, start, 'client 2.x, 2026-07-28');
    t.deepEqual(
      (await client.tools()).map(({ name }) => name),
      expected,
    );
    if (!expected.includes('lint')) {
      const thrown = await t.throwsAsync(client.call('lint', {}));
      t.is((thrown as Error & { code: number }).code, -32602);
    }
  });
}

test('--tools with a name that no tool has is an error before anything is served', async (t) => {
  for (const choice of ['serach', 'why,,lint', '']) {
    const { code, stdout, stderr } = await beadloom(fixture(t, 'shop'), ['mcp-serve', '--tools', choice]);
    t.is(code, 1, choice);
    t.is(stdout, '');
    t.regex(stderr, /^error\[usage\]: --tools: .* is not a tool/);
    t.regex(stderr, /get_context/);
  }
});

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
