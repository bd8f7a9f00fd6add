// Arguments as clients send them: null for nothing, texts for numbers, other words for an argument. Each is held against the strict form.
import test from 'ava';

import { fitted } from '../src/mcp/coerce.js';
import { until } from './support/daemon.js';
import { gatewayClient, gatewayProject, type Json, resultsOf } from './support/gateway.js';
import { CLIENTS, connect, type ToolResult } from './support/mcp.js';
import { fixture } from './support/project.js';

type Row = [tool: string, strict: Json, loose: Json, says: RegExp | null];

const ROWS: Row[] = [
  [
    'explore_codebase',
    { question: 'how are orders placed' },
    { query: 'how are orders placed' },
    /query is question/,
  ],
  [
    'explore_codebase',
    { question: 'place orders' },
    { task: 'place orders', ref: null, budget: null },
    /task is question/,
  ],
  [
    'explore_codebase',
    { question: 'place orders' },
    { prompt: 'place orders', question: null },
    /prompt is question/,
  ],
  [
    'explore_codebase',
    { question: 'place orders', max_chunks: 3 },
    { question: 'place orders', maxChunks: '3' },
    /maxChunks is max_chunks; max_chunks "3" is 3/,
  ],
  ['explore_codebase', { ref: ['src/'] }, { ref: '["src/"]' }, /ref is the list in its text/],
  [
    'explore_codebase',
    { question: 'place orders' },
    { question: 'place orders', ref: '', session: '' },
    /ref "" is none; session "" is none/,
  ],
  ['search_code', { query: 'order', limit: 5 }, { query: 'order', limit: '5' }, /limit "5" is 5/],
  [
    'search_code',
    { query: 'order', limit: 5 },
    { text: ['order'], limit: '5.0', kind: null },
    /text is query/,
  ],
  ['search_code', { query: 'order' }, { query: 'order', kind: '', limit: 'null' }, /limit "null" is none/],
  [
    'grep_code',
    { text: 'def', ignore_case: true },
    { text: 'def', ignore_case: 'True', path: '', regex: null, lang: null },
    /ignore_case "True" is true/,
  ],
  ['grep_code', { regex: 'def \\w+' }, { pattern: 'def \\w+', text: null }, /pattern is regex/],
  [
    'next_file',
    { task: 'orders', exclude: ['src/x.py'] },
    { query: 'orders', exclude: 'src/x.py' },
    /exclude "src\/x\.py" is a list of one/,
  ],
  [
    'next_file',
    { task: 'orders', exclude: ['a', 'b'] },
    { task: 'orders', exclude: '["a", "b"]' },
    /exclude is the list in its text/,
  ],
  ['get_index_status', {}, { random_string: null }, null],
  ['sync_check', {}, { ref_id: null }, null],
  ['sync_check', {}, { ref_id: '' }, /ref_id "" is none/],
  ['check_architecture', {}, { severity: null }, null],
];

/** What a result says beside its warning. */
function without({ content, structuredContent, isError = false }: ToolResult): unknown {
  if (structuredContent === undefined) {
    return { isError, text: content.map(({ text }) => text) };
  }
  const { warning: _, duration_ms: _ms, unchanged_since: _since, ...rest } = structuredContent as Json;
  return { isError, rest };
}

for (const name of Object.keys(CLIENTS) as Array<keyof typeof CLIENTS>) {
  test(`null is none, texts are numbers, other words are the argument: ${name}`, async (t) => {
    const where = fixture(t, 'shop');
    // Each call by a client of its own kind, and no answer is "unchanged".
    const [one, other] = [await connect(t, where, name), await connect(t, where, name)];
    for (const [tool, strict, loose, says] of ROWS) {
      const what = `${tool} ${JSON.stringify(loose)}`;
      const [wanted, got] = [await one.call(tool, strict), await other.call(tool, loose)];
      t.not(wanted.isError, true, `${what}: ${wanted.content[0]?.text}`);
      t.deepEqual(without(got), without(wanted), what);
      const warning = String(got.structuredContent?.['warning'] ?? '');
      if (says === null) {
        t.notRegex(warning, /arguments/, what);
      } else {
        t.regex(warning, says, what);
      }
      t.is((got.content[0]?.text ?? '').startsWith('{'), true, what);
    }
  });
}

test('a text says above it what was taken otherwise', async (t) => {
  const where = fixture(t, 'shop');
  const client = await connect(t, { where, structured: false }, 'client 2.x, initialize');
  const { content } = await client.call('search_code', { q: 'order', limit: '2' });
  t.regex(
    content[0]?.text ?? '',
    /^> arguments were taken otherwise than given: q is query; limit "2" is 2\n\n/,
  );
  const { content: plain } = await client.call('search_code', { query: 'order', limit: 2, kind: null });
  t.notRegex(plain[0]?.text ?? '', /arguments were/);
});

const WRONG: Array<[tool: string, args: Json, says: RegExp]> = [
  ['search_code', { query: null }, /arguments of search_code: query: /],
  ['search_code', { query: 'x', limit: 'five' }, /arguments of search_code: limit: /],
  ['search_code', { query: 'x', limit: '5.5' }, /arguments of search_code: limit: /],
  ['search_code', { query: 'x', limit: '5000' }, /limit: [^]*warning: [^]*limit "5000" is 5000/],
  ['search_code', { query: 'x', limits: 5 }, /unknown argument "limits", did you mean limit\?/],
  ['search_code', { query: 'x', colour: 5 }, /unknown argument "colour", it takes query, kind, limit/],
  ['search_code', { query: 'x', text: 'y' }, /unknown argument "text"/],
  ['grep_code', { text: 'x', ignore_case: 'maybe' }, /ignore_case: /],
  ['explore_codebase', {}, /give question, ref, or both/],
  ['explore_codebase', { question: null, ref: null }, /give question, ref, or both/],
];

test('what is wrong stays an error that names the field', async (t) => {
  const client = await connect(t, fixture(t, 'shop'), 'client 2.x, initialize');
  for (const [tool, args, says] of WRONG) {
    const { isError, content } = await client.call(tool, args);
    t.true(isError, JSON.stringify(args));
    t.regex(content[0]?.text ?? '', says, JSON.stringify(args));
    t.regex(content[0]?.text ?? '', /^usage: /, JSON.stringify(args));
  }
});

/** A schema of a tool of somebody else, what a client sends, and what the server gets. */
const OF_SERVERS: Array<[schema: Json, given: Json, sent: Json]> = [
  [
    { properties: { id: { type: 'string' }, lim: { type: 'integer' } }, required: ['id'] },
    { id: '5', lim: null },
    { id: '5' },
  ],
  [
    {
      properties: {
        id: { type: ['string', 'null'] },
        any: {},
        u: { anyOf: [{ type: 'null' }, { type: 'integer' }] },
        n: { type: 'string', nullable: true },
      },
    },
    { id: null, any: null, u: null, n: null },
    { id: null, any: null, u: null, n: null },
  ],
  [{ properties: { id: { type: 'integer' } }, required: ['id'] }, { id: null }, { id: null }],
  [
    { properties: { id: { type: 'integer' }, also: { type: ['integer', 'string'] } } },
    { id: '7', also: '7' },
    { id: 7, also: '7' },
  ],
  [
    { properties: { ok: { type: 'boolean' }, text: { type: 'string' } } },
    { ok: 'false', text: '' },
    { ok: false, text: '' },
  ],
  [
    {
      properties: {
        in: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'string' } }, required: ['b'] },
      },
    },
    { in: { a: null, b: null } },
    { in: { b: null } },
  ],
  [
    {
      $defs: { In: { type: 'object', properties: { a: { type: 'number' } } } },
      properties: {
        in: { anyOf: [{ $ref: '#/$defs/In' }, { type: 'null' }] },
        list: { type: 'array', items: { $ref: '#/$defs/In' } },
      },
    },
    { in: '{"a": "1.5"}', list: [{ a: null }, { a: '2' }] },
    { in: { a: 1.5 }, list: [{}, { a: 2 }] },
  ],
  [
    {
      properties: {
        tags: { type: 'array', items: { type: 'string' } },
        ids: { type: 'array', items: { type: 'integer' } },
      },
    },
    { tags: 'one', ids: '[1, 2]' },
    { tags: ['one'], ids: [1, 2] },
  ],
  [{ properties: { mode: { enum: ['a', 'b'] } } }, { mode: null, other: null }, { other: null }],
  [
    { properties: { mode: { enum: ['a', null] }, level: { enum: [1, 2] } } },
    { mode: null, level: '2' },
    { mode: null, level: 2 },
  ],
  [
    { properties: {}, additionalProperties: { type: 'integer' } },
    { a: '1', b: null },
    { a: 1, b: null },
  ],
  [
    { properties: { tree: { $ref: '#' }, n: { type: 'integer' } } },
    { tree: { tree: { n: '3', tree: null } } },
    { tree: { tree: { n: 3 } } },
  ],
  [
    {
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
    },
    { a: null },
    { a: null },
  ],
  [{ properties: { path: { type: 'string' } } }, { query: 'x', path: 5 }, { query: 'x', path: 5 }],
];

test('arguments of other servers’ tools are fitted as far as their schemas leave no other reading', async (t) => {
  for (const [schema, given, sent] of OF_SERVERS) {
    t.deepEqual(
      fitted({ type: 'object', ...schema }, given, { own: false }).value,
      sent,
      JSON.stringify(schema),
    );
  }
  const tools = OF_SERVERS.map(([schema], at) => ({
    name: `t${at}`,
    description: 'Takes something.',
    inputSchema: { type: 'object', ...schema },
  }));
  const only = tools.map(({ name }) => name);
  for (const mode of ['all', 'search']) {
    for (const modern of [false, true]) {
      const where = gatewayProject(
        t,
        { some: { how: { tools, only, echoes: true } } },
        { mode, trust: 'always' },
      );
      const client = await gatewayClient(t, where, { modern });
      await client.list();
      for (const [at, [, given, sent]] of OF_SERVERS.entries()) {
        if (mode === 'search' && [2, 5, 10, 13].includes(at)) {
          continue; // call_tool refuses what the schema does.
        }
        const answer =
          mode === 'all'
            ? await client.call(`some__t${at}`, given)
            : await client.call('call_tool', { name: `some__t${at}`, arguments: given, result: null });
        t.is(answer.content[0]?.text, `t${at} was called with ${JSON.stringify(sent)}`, `${mode} t${at}`);
      }
    }
  }
});

test('the gateway’s own tools take what clients send', async (t) => {
  const where = gatewayProject(t, { alpha: {} }, { mode: 'search' });
  const client = await gatewayClient(t, where);
  // A server that takes longer to start than a list waits for comes between two answers.
  const strict = await until('the server is known', async () => {
    const answer = await client.call('search_tools', { queries: ['add two numbers'] });
    return resultsOf(answer).length > 0 ? answer : undefined;
  });
  for (const loose of [
    { query: 'add two numbers', server: null, limit: null },
    { queries: 'add two numbers', limit: '5' },
    { queries: '["add two numbers"]', read_only: 'false', server: '' },
  ]) {
    const { structuredContent, content } = await client.call('search_tools', loose);
    t.deepEqual(structuredContent?.['results'], strict.structuredContent?.['results'], JSON.stringify(loose));
    t.regex(content.at(-1)?.text ?? '', /^warning: arguments were taken otherwise/, JSON.stringify(loose));
  }
  const described = await client.call('describe_tools', { name: 'alpha__add' });
  t.is((described.structuredContent as { tools: Json[] }).tools[0]?.['name'], 'alpha__add');
  const called = await client.call('call_tool', { tool: 'alpha__add', arguments: '{"a": "1", "b": 2}' });
  t.is(called.content[0]?.text, '3');
  t.regex(called.content.map(({ text }) => text).join('\n'), /a "1" is 1/);
  t.regex(called.content.map(({ text }) => text).join('\n'), /tool is name/);
});
