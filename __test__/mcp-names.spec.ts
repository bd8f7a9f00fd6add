// Tools as clients find them: what is listed and what it costs, former names, and that listing waits for no index.
import { existsSync } from 'node:fs';

import test from 'ava';

import { TRAITS } from '../src/model/requests.js';
import { loadNative } from '../src/native/load.js';
import { beadloom } from './support/cli.js';
import { rawServer } from './support/lines.js';
import { CLIENTS, connect, CORE_TOOLS, listing, patient } from './support/mcp.js';
import { fixture, project } from './support/project.js';

const NAMES = Object.keys(CLIENTS) as Array<keyof typeof CLIENTS>;

/** Tokens in `o200k_base`. */
function tokens(value: unknown): number {
  return loadNative().countTokens(JSON.stringify(value)) ?? NaN;
}

for (const mode of ['auto', undefined] as const) {
  const era = mode === 'auto' ? '2026-07-28' : 'initialize';

  test(`${era}: the core tools cost at most 1,800 tokens, as they are sent`, async (t) => {
    const start = { where: fixture(t, 'shop'), args: ['--tools', 'core'], structured: false };
    const result = await listing(start, mode);
    t.deepEqual(
      result.tools.map(({ name }) => name),
      CORE_TOOLS,
    );
    t.true(tokens(result) <= 1_800, `${tokens(result)} tokens`);
  });

  test(`${era}: one tool is to be there from the start, and what has a budget is shown whole`, async (t) => {
    const { tools } = await listing({ where: fixture(t, 'shop'), structured: false }, mode);
    const with_ = (key: string) =>
      tools.filter(({ _meta }) => _meta?.[key] !== undefined).map(({ name }) => name);
    t.deepEqual(with_('anthropic/alwaysLoad'), ['explore_codebase']);
    t.deepEqual(with_('anthropic/maxResultSizeChars'), ['explore_codebase', 'show_code']);
    t.is(tools[0]?._meta?.['anthropic/alwaysLoad'], true);
    t.true(tokens(tools) < 4_000, `${tokens(tools)} tokens of all tools`);
  });
}

test('what an agent would search for is in a name, a title or a first sentence', async (t) => {
  const { tools } = await listing({ where: fixture(t, 'shop'), structured: false }, 'auto');
  const first = ({ name, title = '', description = '' }: (typeof tools)[number]) =>
    `${name.replaceAll('_', ' ')} ${title} ${description.split(/\. /)[0]}`.toLowerCase();
  for (const [words, name] of [
    ['codebase question task', 'explore_codebase'],
    ['how something works', 'explore_codebase'],
    ['find definition', 'show_code'],
    ['read source', 'show_code'],
    ['grep', 'grep_code'],
    ['exact text regular expression', 'grep_code'],
    ['who calls', 'find_references'],
    ['references callers', 'find_references'],
    ['impact change', 'analyze_impact'],
    ['tests to run', 'find_affected_tests'],
    ['search code documents', 'search_code'],
    ['outline signature', 'outline_file'],
    ['architecture rules', 'check_architecture'],
    ['stale', 'sync_check'],
  ] as const) {
    const holding = tools.filter((tool) => words.split(' ').every((word) => first(tool).includes(word)));
    t.true(
      holding.some((tool) => tool.name === name),
      `${words}: ${holding.map((tool) => tool.name).join(', ')}`,
    );
  }
  for (const tool of tools) {
    // What keeps memories is no tool about code.
    const isOfMemory = ['remember', 'recall', 'forget'].includes(tool.name);
    t.true(isOfMemory || tool.name.includes('_'), `${tool.name}: one word says nothing about code`);
  }
});

/** Former names with what they were called with, and the same by the names of today. */
const FORMER: Array<
  [former: string, args: Record<string, unknown>, now: string, today?: Record<string, unknown>]
> = [
  ['get_context', { ref_id: 'billing' }, 'explore_codebase', { ref: 'billing' }],
  [
    'get_context',
    { task: 'how is an invoice refunded?' },
    'explore_codebase',
    { question: 'how is an invoice refunded?' },
  ],
  ['get_context', { ref_id: 'billing', depth: 1, max_nodes: 3 }, 'explore_codebase'],
  ['search', { query: 'Ledger' }, 'search_code'],
  ['search_exact', { text: 'def ' }, 'grep_code'],
  ['show', { ref: 'charge' }, 'show_code'],
  ['get_signatures', { path: 'src/billing/charge.py' }, 'outline_file'],
  ['get_related', { path: 'src/billing/charge.py' }, 'find_related_files'],
  ['why', { ref_id: 'auth' }, 'analyze_impact'],
  ['path', { from: 'billing', to: 'auth' }, 'trace_code_path'],
  ['get_graph', {}, 'get_architecture_graph'],
  ['list_nodes', {}, 'list_architecture_nodes'],
  ['lint', {}, 'check_architecture'],
  ['get_status', {}, 'get_index_status'],
  ['prime', {}, 'codebase_overview'],
];

for (const name of NAMES) {
  test(`${name}: former names are answered and not listed`, async (t) => {
    const client = await connect(t, { where: fixture(t, 'shop'), structured: false }, name);
    const listed = new Set((await client.tools()).map((tool) => tool.name));
    for (const [former, args, now, today = args] of FORMER) {
      t.false(listed.has(former), former);
      t.true(listed.has(now), now);
      const before = await client.call(former, { ...args });
      t.not(before.isError, true, `${former}: ${before.content[0]?.text}`);
      if (former !== 'get_context' || today !== args) {
        const after = await client.call(now, {
          ...today,
          ...(now === 'explore_codebase' && { force: true }),
        });
        if (!(after.content[0]?.text ?? '').startsWith('Unchanged')) {
          t.deepEqual(after.content, before.content, former);
        }
      }
    }
  });
}

test('explore_codebase takes a question, a name, a path, or a reference', async (t) => {
  const where = fixture(t, 'shop');
  const client = await connect(t, { where, structured: false }, 'client 2.x, 2026-07-28');
  const said = async (args: Record<string, unknown>) =>
    (await client.call('explore_codebase', args)).content[0]?.text ?? '';
  const asCommand = async (...args: string[]) => (await beadloom(where, ['ctx', ...args])).stdout;
  // The last line names tools here, and commands there.
  const body = (text: string) => text.trimEnd().split('\n').slice(0, -1).join('\n');
  for (const [args, command] of [
    [{ question: 'billing' }, ['billing']],
    [{ question: 'src/billing/charge.py' }, ['src/billing/charge.py']],
    [{ question: ' Ledger ' }, ['Ledger']],
    [{ ref: ['billing', 'auth'] }, ['billing', 'auth']],
    [{ question: 'how is an invoice refunded' }, ['--task', 'how is an invoice refunded']],
    [{ question: 'What is charged?', ref: 'billing' }, ['billing', '--task', 'What is charged?']],
    [{ question: 'Fix the refund of an invoice' }, ['--task', 'Fix the refund of an invoice']],
  ] as Array<[Record<string, unknown>, string[]]>) {
    t.is(body(await said(args)), body(await asCommand(...command)), JSON.stringify(args));
  }
  // Nothing is called so: a question of one word. What does not say what is to be changed is a question, as agents write them.
  t.regex(
    await said({ question: 'refunding' }),
    /^# refunding\n[\s\S]*^### src\/billing\/charge\.py:\d+-\d+ refund$/m,
  );
});

test('tools are listed before anything is indexed, and opening reads and writes nothing', async (t) => {
  const where = project(t, {});
  for (let index = 0; index < 3_000; index++) {
    where.write(`src/m${index}.py`, `def f${index}(a):\n    return a\n`);
  }
  const started = await rawServer(t, where);
  started.send({ id: 1, method: 'tools/list' });
  await started.wait(({ id }) => id === 1);
  t.false(existsSync(where.path('.beadloom')), 'listing indexes nothing');
});

test('tools are listed while the first index is being made', async (t) => {
  const where = project(t, {});
  for (let index = 0; index < 3_000; index++) {
    where.write(`src/m${index}.py`, `def f${index}(a):\n    return f${index + 1}(a)\n`);
  }
  patient(where);
  const server = await rawServer(t, where);
  server.send({
    id: 1,
    method: 'tools/call',
    params: { name: 'explore_codebase', arguments: { question: 'f2999' }, _meta: { progressToken: 'p' } },
  });
  // The index is being made now, and the call waits for it.
  await server.wait(({ method }) => method === 'notifications/progress');
  server.send({ id: 2, method: 'tools/list' });
  const { result } = await server.wait(({ id }) => id === 2);
  t.true(((result as { tools?: unknown[] }).tools ?? []).length > 10);
  t.false(
    server.messages.some(({ id }) => id === 1),
    'the call still waits',
  );
  const { result: answered } = await server.wait(({ id }) => id === 1);
  t.not(answered?.isError, true);
});

test('every command that a tool stands for is there, and so is the tool', async (t) => {
  const { tools } = await listing({ where: fixture(t, 'shop'), structured: false }, 'auto');
  const names = new Set(tools.map(({ name }) => name));
  const where = fixture(t, 'shop');
  for (const { command, tool } of Object.values(TRAITS)) {
    if (command !== undefined && tool !== undefined) {
      t.true(names.has(tool), tool);
      const { code } = await beadloom(where, ['help', command.split(' ')[0] ?? '']);
      t.is(code, 0, command);
    }
  }
});

/** Tools that no request of the core answers by itself. */
const WITHOUT_REQUEST = new Set(['update_node']);

test('every tool stands beside the request that answers it', async (t) => {
  const { tools } = await listing({ where: fixture(t, 'shop'), structured: false }, 'auto');
  const known = new Set(Object.values(TRAITS).map(({ tool }) => tool));
  t.deepEqual(
    tools.map(({ name }) => name).filter((name) => !known.has(name) && !WITHOUT_REQUEST.has(name)),
    [],
  );
});

for (const [tool, given, command, said] of [
  [
    'explore_codebase',
    { ref: 'no_such_thing' },
    ['ctx', 'no_such_thing'],
    [
      '`beadloom search` finds words, `beadloom graph`',
      '`search_code` finds words, `list_architecture_nodes`',
    ],
  ],
  [
    'outline_file',
    { path: 'no/such.py' },
    ['signatures', 'no/such.py'],
    ['`beadloom search` looks for words', '`search_code` looks for words'],
  ],
  [
    'find_references',
    { symbol: 'qqqqqqqqqq' },
    ['refs', 'qqqqqqqqqq'],
    ['`beadloom search --in code` looks', '`search_code` looks'],
  ],
  [
    'show_code',
    { ref: ['src/billing/'] },
    ['show', 'src/billing/'],
    ['`beadloom ctx src/billing/` describes it', '`explore_codebase` src/billing/ describes it'],
  ],
  [
    'search_code',
    { query: ' ' },
    ['search', ' '],
    ['give a query: beadloom search QUERY', 'give a query: `search_code`'],
  ],
] as const) {
  test(`an error names calls as they are made: ${tool}`, async (t) => {
    const where = fixture(t, 'shop');
    const { stderr } = await beadloom(where, [...command]);
    t.true(stderr.includes(said[0]), stderr);
    const client = await connect(t, where, 'client 2.x, initialize');
    const { isError, content } = await client.call(tool, given);
    t.true(isError, JSON.stringify(content));
    t.true(content[0]?.text?.includes(said[1]), content[0]?.text);
  });
}

test('a budget that is too small names the argument of the tool', async (t) => {
  for (const structured of [false, true]) {
    const client = await connect(t, { where: fixture(t, 'shop'), structured }, 'client 2.x, initialize');
    const { isError, content } = await client.call('show_code', { ref: ['Ledger'], budget: 3 });
    t.true(isError, JSON.stringify(content));
    t.regex(content[0]?.text ?? '', /hint: use `budget` \d+ or more/);
    t.notRegex(content[0]?.text ?? '', /--budget/);
  }
});
