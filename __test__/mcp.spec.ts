import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';
import test from 'ava';

import { loadNative } from '../src/native/load.js';
import { beadloom, CLI, environment } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { CLIENTS, connect, CORE_TOOLS } from './support/mcp.js';
import { fixture } from './support/project.js';
import { violations } from './support/schema.js';

const NAMES = Object.keys(CLIENTS) as Array<keyof typeof CLIENTS>;

/** Every tool, in the order in which they are listed. */
const TOOLS = [
  'explore_codebase',
  'show_code',
  'grep_code',
  'find_references',
  'analyze_impact',
  'find_affected_tests',
  'search_code',
  'codebase_overview',
  'outline_file',
  'find_related_files',
  'trace_code_path',
  'next_file',
  'check_architecture',
  'diff_architecture',
  'sync_check',
  'mark_synced',
  'update_node',
  'generate_docs',
  'get_architecture_graph',
  'list_architecture_nodes',
  'get_index_status',
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
    const result = await client.call('explore_codebase', { ref: 'FEAT-7' });
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
  t.true(tokens(tools) < 12_400, `${tokens(tools)} tokens in all`);
  t.true(tokens(client.instructions) < 150, `${tokens(client.instructions)} tokens of instructions`);
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
      t.regex(tool.description ?? '', /^(?!Call)[A-Z].*Call this /s);
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
    t.regex(client.instructions ?? '', /call explore_codebase first/);
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
        ['explore_codebase', { ref: 'FEAT-7' }, 'ctx', ['ctx', 'FEAT-7']],
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
        [
          'explore_codebase',
          { question: 'how is an invoice refunded?' },
          'ctx',
          ['ctx', '--task', 'how is an invoice refunded?'],
        ],
        [
          'explore_codebase',
          { ref: 'billing', question: 'refunds', budget: 600 },
          'ctx',
          ['ctx', 'billing', '--task', 'refunds', '--budget', '600'],
        ],
        ['get_architecture_graph', {}, 'graph', ['graph', '--format', 'json']],
        [
          'get_architecture_graph',
          { ref_id: 'FEAT-7', depth: 1 },
          'graph',
          ['graph', 'FEAT-7', '--depth', '1'],
        ],
        [
          'get_architecture_graph',
          { ref_id: ['auth', 'Invoice'], depth: 0 },
          'graph',
          ['graph', 'auth', 'Invoice', '--depth', '0'],
        ],
        ['list_architecture_nodes', {}, 'list-nodes'],
        ['list_architecture_nodes', { kind: 'domain' }, 'list-nodes'],
        [
          'search_code',
          { query: 'Ledger', kind: 'class', limit: 3 },
          'search',
          ['search', 'Ledger', '--kind', 'class', '--limit', '3'],
        ],
        ['search_code', { query: 'qqqqzzzz' }, 'search', ['search', 'qqqqzzzz']],
        ['find_references', { symbol: 'check' }, 'refs', ['refs', 'check']],
        [
          'find_references',
          { symbol: 'check', kind: 'call', limit: 1 },
          'refs',
          ['refs', 'check', '--kind', 'call', '--limit', '1'],
        ],
        ['analyze_impact', { ref_id: 'auth' }, 'why', ['why', 'auth']],
        ['analyze_impact', { ref_id: file, depth: 1 }, 'why', ['why', file, '--depth', '1']],
        ['find_affected_tests', { files: [file] }, 'affected', ['affected', file, '--limit', '20']],
        [
          'find_affected_tests',
          { base: 'HEAD' },
          'affected',
          ['affected', '--base', 'HEAD', '--limit', '20'],
        ],
        [
          'find_affected_tests',
          { files: [file], base: 'HEAD' },
          'affected',
          ['affected', file, '--base', 'HEAD', '--limit', '20'],
        ],
        ['diff_architecture', {}, 'diff', ['diff']],
        ['diff_architecture', { since: 'HEAD' }, 'diff', ['diff', '--since', 'HEAD']],
        ['check_architecture', {}, 'lint', ['lint']],
        ['check_architecture', { severity: 'warn' }, 'lint', ['lint', '--severity', 'warn']],
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
        ['outline_file', { path: file }, 'signatures', ['signatures', file]],
        [
          'show_code',
          { ref: ['check', `${file}:1-3`], callers: true },
          'show',
          ['show', 'check', `${file}:1-3`, '--callers'],
        ],
        ['grep_code', { text: 'def ' }, 'search-exact', ['search', '--exact', 'def ']],
        [
          'grep_code',
          { regex: 'check|ledger', ignore_case: true, path: 'src/', context: 1, limit: 5 },
          'search-exact',
          ['search', '--regex', 'check|ledger', '-i', '--path', 'src/', '-C', '1', '--limit', '5'],
        ],
        ['trace_code_path', { from: 'billing', to: 'auth' }, 'path', ['path', 'billing', 'auth']],
        ['find_related_files', { path: file }, 'related', ['related', file]],
        ['get_index_status', {}, 'status', ['status']],
        ['codebase_overview', {}, 'prime', ['prime']],
        ['mark_synced', { ref_id: 'auth' }, 'sync-update'],
        ['update_node', { ref_id: 'auth', summary: 'Tokens, and who may do what.' }, 'update-node'],
      ];
      // mcp-memory.spec.ts calls those that remember.
      const memory = ['forget', 'recall', 'remember'];
      t.deepEqual(
        [...new Set(calls.map(([tool]) => tool)), ...memory].toSorted(),
        [...TOOLS, 'get_context'].toSorted(),
      );
      for (const [tool, args, schema, command] of calls) {
        const said = `${tool} ${JSON.stringify(args)}`;
        const result = await client.call(tool, args);
        t.not(result.isError, true, `${said}: ${result.content[0]?.text}`);
        t.deepEqual(JSON.parse(result.content[0]?.text ?? ''), result.structuredContent);
        t.deepEqual(violations(schema, result.structuredContent), [], said);
        const validate = new Ajv2020().compile(
          tools.get(tool === 'get_context' ? 'explore_codebase' : tool)?.outputSchema ?? false,
        );
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
      ['explore_codebase', { ref: 'FEAT-8' }, /FEAT-8.*not found.*FEAT-7/s],
      ['explore_codebase', {}, /question.*ref/],
      ['explore_codebase', { question: '' }, /question/],
      ['explore_codebase', { question: ' \n ' }, /task is empty/],
      ['explore_codebase', { question: 'x'.repeat(1 << 20) }, /^usage: .*question/],
      ['explore_codebase', { question: 7 }, /question/],
      ['explore_codebase', { tusk: 'x' }, /tusk/],
      ['find_references', {}, /symbol/],
      ['find_references', { symbol: 'chck' }, /chck.*check/s],
      ['find_references', { symbol: 'check', kind: 'gizmo' }, /kind/],
      ['get_context', {}, /ref_id.*task/],
      ['explore_codebase', { ref: 7 }, /ref/],
      ['explore_codebase', { ref: [] }, /ref/],
      ['explore_codebase', { ref: [''] }, /ref/],
      ['explore_codebase', { ref: long }, /ref/],
      ['get_context', { ref_id: 'FEAT-7', depth: -1 }, /depth/],
      ['get_context', { ref_id: 'FEAT-7', depth: 1.5 }, /depth/],
      ['explore_codebase', { ref: 'FEAT-7', budget: 'much' }, /budget/],
      ['explore_codebase', { ref: 'FEAT-7', budget: 5 }, /^usage: .*budget.*400/],
      ['explore_codebase', { ref: 'FEAT-7', bugdet: 5 }, /bugdet/],
      ['get_context', { ref_id: 'FEAT-7', session: 's' }, /session/],
      ['explore_codebase', { ref: '../../etc/passwd' }, /outside_root|not_found/],
      ['get_architecture_graph', { ref_id: 'nope' }, /nope.*not found/],
      ['list_architecture_nodes', { kind: 'gizmo' }, /gizmo.*domain/s],
      ['search_code', { query: '' }, /query/],
      ['search_code', { query: long }, /query/],
      ['search_code', { query: 'x', kind: 'gizmo' }, /gizmo.*domain/s],
      ['analyze_impact', {}, /ref_id/],
      ['analyze_impact', { ref_id: 'atuh' }, /atuh.*not found.*auth/s],
      ['check_architecture', { severity: 'fatal' }, /severity/],
      ['diff_architecture', { since: '--output=x' }, /bad_revision|no_repository/],
      ['sync_check', { ref_id: 'FEAT-8' }, /FEAT-8.*FEAT-7/s],
      ['generate_docs', { ref_id: 'FEAT-8' }, /FEAT-8.*FEAT-7/s],
      ['next_file', {}, /task/],
      ['next_file', { task: 'x', exclude: 7 }, /exclude/],
      ['outline_file', { path: '../../etc/passwd' }, /outside_root|not_found/],
      ['outline_file', { path: 'src/nothing.py' }, /src\/nothing\.py/],
      ['grep_code', {}, /text.*regular expression/],
      ['grep_code', { text: 'a', regex: 'b' }, /either/],
      ['grep_code', { regex: '(' }, /no regular expression/],
      ['grep_code', { text: long }, /text/],
      ['trace_code_path', { from: 'auth' }, /to/],
      ['trace_code_path', { from: 'auth', to: 'chrge' }, /chrge.*charge/s],
      ['show_code', {}, /ref/],
      ['show_code', { ref: 'chrge' }, /chrge.*charge/s],
      ['show_code', { ref: '../../etc/passwd:1' }, /not_found/],
      ['show_code', { ref: 'check', budget: 3 }, /budget_too_small/],
      ['find_related_files', { path: '/etc/passwd' }, /outside_root|not_found/],
      ['mark_synced', {}, /ref_id/],
      ['mark_synced', { ref_id: 'FEAT-8' }, /FEAT-8.*FEAT-7/s],
      ['update_node', { ref_id: 'auth' }, /summary.*source/],
      ['update_node', { ref_id: 'FEAT-8', summary: 'x' }, /FEAT-8.*FEAT-7/s],
      ['update_node', { ref_id: 'auth', summary: 7 }, /summary/],
      ['update_node', { ref_id: 'auth', source: '../x' }, /outside_root.*source/],
      ['update_node', { ref_id: 'auth', source: '/etc/' }, /outside_root.*source/],
      ['update_node', { ref_id: 'auth', source: 'C:/x/' }, /outside_root.*source/],
      ['update_node', { ref_id: 'auth', source: 'a\\b' }, /source/],
      ['get_index_status', { surplus: 1 }, /surplus/],
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
    t.not((await client.call('get_index_status', {})).isError, true, 'the server lives on');
  });

  test(`${name}: an edit is in the next answer`, async (t) => {
    const where = fixture(t, 'shop');
    const client = await connect(t, where, name);
    const etag = async () =>
      (await client.call('explore_codebase', { ref: 'billing' })).structuredContent?.['etag'];
    const before = await etag();
    t.is(await etag(), before);
    where.write(
      'src/billing/charge.py',
      `${readFileSync(where.path('src/billing/charge.py'), 'utf8')}\n\ndef added():\n    pass\n`,
    );
    t.not(await etag(), before);
    const found = await client.call('search_code', { query: 'added' });
    t.regex(found.content[0]?.text ?? '', /"name":"added"/);
  });
}

const CHOICES: Array<[choice: string, tools: string[]]> = [
  ['all', TOOLS],
  ['core', CORE_TOOLS],
  ['analyze_impact', ['analyze_impact']],
  ['search, get_context', ['explore_codebase', 'search_code']],
  ['why,analyze_impact,get_context,explore_codebase', ['explore_codebase', 'analyze_impact']],
];

for (const [choice, expected] of CHOICES) {
  test(`--tools ${choice} lists those, and no other is there`, async (t) => {
    const start = { where: fixture(t, 'shop'), args: ['--tools', choice] };
    const client = await connect(t, start, 'client 2.x, 2026-07-28');
    t.deepEqual(
      (await client.tools()).map(({ name }) => name),
      expected,
    );
    const others = expected.includes('get_index_status') ? [] : ['get_index_status', 'get_status'];
    for (const other of others) {
      const thrown = await t.throwsAsync(client.call(other, {}));
      t.is((thrown as Error & { code: number }).code, -32602, other);
    }
  });
}

test('--tools with a name that no tool has is an error before anything is served', async (t) => {
  for (const choice of ['serach', 'why,,lint', '']) {
    const { code, stdout, stderr } = await beadloom(fixture(t, 'shop'), ['mcp-serve', '--tools', choice]);
    t.is(code, 1, choice);
    t.is(stdout, '');
    t.regex(stderr, /^error\[usage\]: --tools: .* is not a tool/);
    t.regex(stderr, /explore_codebase/);
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
  send({ id: 2, method: 'tools/call', params: { name: 'get_index_status', arguments: {} } });
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
