// What no answer of the MCP server exceeds, and what every error of it has.
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import test from 'ava';

import type { Bundle, DiffAnswer, GenerateDocsAnswer, GraphAnswer } from '../src/api/index.js';
import { MAX_ANSWER_BYTES } from '../src/mcp/bounds.js';
import { beadloom } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { connect, type TestClient } from './support/mcp.js';
import { fixture, project, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

const CLIENT = 'client 2.x, initialize';

/** A graph whose parts have parts, with code, routes and documents. */
function large(where: TestProject): void {
  const lines = ['nodes:'];
  for (let part = 0; part < 12; part += 1) {
    lines.push(
      `  - {ref_id: part${part}, kind: domain, summary: "${'What it is. '.repeat(8)}", source: src/p${part}/}`,
    );
    for (let inner = 0; inner < 25; inner += 1) {
      const id = `part${part}-f${inner}`;
      lines.push(
        `  - {ref_id: ${id}, kind: feature, summary: "${'What it does. '.repeat(8)}", source: src/p${part}/f${inner}/}`,
      );
    }
  }
  lines.push('edges:');
  for (let part = 0; part < 12; part += 1) {
    for (let inner = 0; inner < 25; inner += 1) {
      lines.push(`  - {src: part${part}-f${inner}, dst: part${part}, kind: part_of}`);
    }
  }
  where.write('.beadloom/_graph/large.yml', `${lines.join('\n')}\n`);
  for (let part = 0; part < 12; part += 1) {
    const code = Array.from(
      { length: 40 },
      (_, index) =>
        `def operation_${part}_${index}(argument_one: int, argument_two: str) -> int:\n    """Says ${'much '.repeat(20)}."""\n    return ${index}\n`,
    );
    where.write(`src/p${part}/code.py`, code.join('\n'));
    where.write(
      `docs/part${part}.md`,
      `# Part ${part}\n\n## Description\n\n${'Prose of it. '.repeat(400)}\n`,
    );
  }
}

interface Told {
  text: string;
  answer: Record<string, unknown> & { warning: string | null };
}

async function told(client: TestClient, tool: string, args: Record<string, unknown>): Promise<Told> {
  const { isError, content, structuredContent } = await client.call(tool, args);
  const text = content[0]?.text ?? '';
  if (isError) {
    throw new Error(text);
  }
  return { text, answer: structuredContent as unknown as Told['answer'] };
}

test('an answer that is too long is summed up, and says how to ask for parts', async (t) => {
  const where = fixture(t, 'shop');
  large(where);
  const client = await connect(t, where, CLIENT);
  for (const [tool, schema, args, says] of [
    [
      'get_architecture_graph',
      'graph',
      {},
      /the \d+ topmost of 317 nodes and \d+ of \d+ edges are listed; ask with ref_id and depth/,
    ],
    ['generate_docs', 'docs-polish', {}, /here are 40 of them.*; ask with ref_id/],
    ['list_architecture_nodes', 'list-nodes', {}, /\d+ of 317 nodes are listed; ask with kind/],
    ['search', 'search', { query: 'operation says much', limit: 1000 }, null],
    ['outline_file', 'signatures', { path: 'src/p1/code.py' }, null],
    ['get_index_status', 'status', {}, null],
    ['why', 'why', { ref_id: 'part1' }, null],
    ['sync_check', 'sync-check', {}, null],
    ['lint', 'lint', {}, null],
    ['prime', 'prime', {}, null],
  ] as const) {
    const { text, answer } = await told(client, tool, args);
    t.true(Buffer.byteLength(text) <= MAX_ANSWER_BYTES, `${tool}: ${Buffer.byteLength(text)}`);
    t.deepEqual(violations(schema, answer), [], tool);
    if (says !== null) t.regex(answer.warning ?? '', says, tool);
  }
  // All twelve parts come before anything in them; what a part holds is had by asking for it.
  const { nodes, edges } = (await told(client, 'get_architecture_graph', { force: true }))
    .answer as unknown as GraphAnswer;
  const ids = new Set(nodes.map(({ ref_id: id }) => id));
  t.deepEqual(
    Array.from({ length: 12 }, (_, part) => `part${part}`).filter((id) => !ids.has(id)),
    [],
  );
  t.true(edges.every(({ src, dst }) => ids.has(src) && ids.has(dst)));
  const part = (await told(client, 'get_architecture_graph', { ref_id: 'part1', depth: 1 }))
    .answer as unknown as GraphAnswer;
  t.is(part.nodes.length, 26);
  t.is(part.warning, null);
  const facts = (await told(client, 'generate_docs', { ref_id: 'part1' }))
    .answer as unknown as GenerateDocsAnswer;
  t.true((facts.nodes[0]?.symbols.length ?? 0) > 10);
  // The command has it whole.
  const whole = JSON.parse((await beadloom(where, ['graph', '--json'])).stdout) as GraphAnswer;
  t.is(whole.nodes.length, 317);
  const [graph] = await client.read('beadloom://graph');
  t.true(Buffer.byteLength(graph?.text ?? '') <= MAX_ANSWER_BYTES);
});

test('a document that is too long is cut at a line, and says so', async (t) => {
  const where = fixture(t, 'shop');
  const path = 'docs/domains/billing.md';
  where.write(path, `# Billing\n\n${'Prose of it.\n'.repeat(6_000)}`);
  const client = await connect(t, where, CLIENT);
  const [document] = await client.read(`beadloom://doc/${path}`);
  const text = document?.text ?? '';
  t.true(Buffer.byteLength(text) <= MAX_ANSWER_BYTES);
  t.regex(text, /^# Billing\n\nProse of it\.\n.*\nProse of it\.\n\n… \(78,011 characters in all\)\n$/s);
});

test('every error begins with a code', async (t) => {
  const where = fixture(t, 'shop');
  const client = await connect(t, where, CLIENT);
  for (const [tool, args, begins] of [
    ['search_code', {}, 'usage: arguments of search_code: query: '],
    ['search_code', { query: 'x', limit: 1001 }, 'usage: arguments of search_code: limit: '],
    ['search_code', { query: 'x', other: 1 }, 'usage: arguments of search_code: '],
    ['search_code', { query: 'x', kind: 'nope' }, 'usage: unknown kind'],
    ['get_context', {}, 'usage: arguments of get_context: ref_id: give ref_id, task, or both'],
    ['get_context', { ref_id: 'billing', budget: 1 }, 'usage: arguments of get_context: budget: '],
    ['get_context', { ref_id: 'nope' }, 'not_found: '],
    ['analyze_impact', { ref_id: 'nope' }, 'not_found: '],
    ['update_node', { ref_id: 'billing' }, 'usage: arguments of update_node: summary: '],
    ['update_node', { ref_id: 'billing', source: '../x' }, 'outside_root: '],
    ['diff_architecture', { since: 'no-such-revision' }, 'no_repository: '],
    ['mark_synced', { ref_id: 'x'.repeat(20_001) }, 'usage: '],
  ] as const) {
    const { isError, content } = await client.call(tool, args);
    const text = content[0]?.text ?? '';
    t.true(isError, tool);
    t.true(text.startsWith(begins), `${tool} ${JSON.stringify(args).slice(0, 80)}: ${text.slice(0, 200)}`);
    t.true(text.length < 5_000);
  }
});

test('input schemas state the bounds that hold', async (t) => {
  const client = await connect(t, fixture(t, 'shop'), CLIENT);
  const tools = await client.tools();
  const bounds = (tool: string, name: string) => {
    const schema = tools.find((one) => one.name === tool)?.inputSchema as
      | { properties: Record<string, { minimum?: number; maximum?: number }> }
      | undefined;
    return [schema?.properties[name]?.minimum, schema?.properties[name]?.maximum];
  };
  for (const [tool, name, args] of [
    ['search_code', 'limit', { query: 'x' }],

    ['explore_codebase', 'budget', { ref: 'billing' }],
    ['get_architecture_graph', 'depth', { ref_id: 'billing' }],
    ['analyze_impact', 'limit', { ref_id: 'billing' }],
  ] as const) {
    const [least = 0, most = 0] = bounds(tool, name);
    for (const [value, isWell] of [
      [least - 1, false],
      [least, true],
      [most, true],
      [most + 1, false],
    ] as const) {
      const { isError = false, content } = await client.call(tool, { ...args, [name]: value });
      t.is(!isError, isWell, `${tool} ${name} ${value}: ${content[0]?.text.slice(0, 200)}`);
    }
  }
});

test('a source that leads out through a link is refused, and nothing is written', async (t) => {
  const where = fixture(t, 'shop');
  const outside = mkdtempSync(join(tmpdir(), 'beadloom-outside-'));
  t.teardown(() => rmSync(outside, { recursive: true, force: true }));
  try {
    symlinkSync(outside, where.path('src/out'), 'dir');
  } catch {
    t.pass('links cannot be made here');
    return;
  }
  const before = readFileSync(where.path('.beadloom/_graph/domains.yml'), 'utf8');
  const client = await connect(t, where, CLIENT);
  for (const source of ['src/out/', 'src/out/deep/er.py', 'src/../src/out/x']) {
    const { isError, content } = await client.call('update_node', {
      ref_id: 'billing',
      source,
      summary: 'Other.',
    });
    t.true(isError, source);
    t.regex(content[0]?.text ?? '', /^outside_root: /);
    t.is(readFileSync(where.path('.beadloom/_graph/domains.yml'), 'utf8'), before, source);
  }
});

withGit('without a revision, diff compares with the commit before the last', async (t) => {
  const where = project(t, {
    'src/a.py': 'def one(): pass\n',
    '.beadloom/config.yml': 'mcp: {timeout_ms: 600000}\n',
  });
  git(where.root, 'init', '-q');
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-qm', 'first');
  const client = await connect(t, where, CLIENT);
  const since = async () =>
    ((await told(client, 'diff_architecture', {})).answer as unknown as DiffAnswer).since;
  t.is(await since(), 'HEAD', 'the first commit has none before it');
  where.write('src/a.py', 'def one(): pass\n\n\ndef two(): pass\n');
  git(where.root, 'commit', '-qam', 'second');
  const { answer } = await told(client, 'diff_architecture', {});
  const { since: from, symbols } = answer as unknown as DiffAnswer;
  t.is(from, 'HEAD~1');
  t.deepEqual(
    symbols.flatMap(({ added }) => added.map(({ name }) => name)),
    ['two'],
  );
});

test('an etag that is not the last one given gets the whole answer', async (t) => {
  const where = fixture(t, 'shop');
  const client = await connect(t, where, CLIENT);
  const ask = async (more: object = {}) =>
    (await told(client, 'get_context', { ref_id: 'billing', ...more })).answer as unknown as Bundle & {
      cached?: boolean;
    };
  const code = readFileSync(where.path('src/billing/charge.py'), 'utf8');
  const first = await ask();
  t.true((await ask()).cached);
  t.true((await ask({ etag: first.etag })).cached);
  where.write('src/billing/charge.py', `${code}\n\ndef another(): pass\n`);
  const second = await ask();
  t.is(second.cached, undefined);
  t.is((await ask({ etag: first.etag })).cached, undefined, 'of another state');
  t.is((await ask({ etag: 'sha256:0' })).cached, undefined, 'of none');
  // What was given before the last answer is what it says again, and the caller may have dropped it.
  where.write('src/billing/charge.py', code);
  const third = await ask();
  t.is(third.etag, first.etag);
  t.is(third.cached, undefined);
  t.true((await ask()).cached);
});

for (const [how, damage] of [
  [
    'overwritten',
    (file: number, size: number) => {
      for (let at = 4096; at < size; at += 4096) writeSync(file, Buffer.alloc(4096, 0xab), 0, 4096, at);
    },
  ],
  ['cut', (file: number) => ftruncateSync(file, 4096)],
] as const) {
  test(`an index that is ${how} under a running server is made anew`, async (t) => {
    const where = fixture(t, 'shop');
    await beadloom(where, ['reindex']);
    const client = await connect(t, where, CLIENT);
    await told(client, 'search_code', { query: 'Ledger' });
    const path = where.path('.beadloom/beadloom.db');
    const file = openSync(path, 'r+');
    damage(file, statSync(path).size);
    closeSync(file);
    for (const query of ['Ledger', 'refund']) {
      const { answer } = await told(client, 'search_code', { query });
      t.true((answer['hits'] as unknown[]).length > 0, query);
    }
    t.is((await told(client, 'get_index_status', {})).answer['nodes_count'], 5);
  });
}

test("a bundle's routes are its own", async (t) => {
  const where = project(t, {
    '.beadloom/_graph/g.yml':
      'nodes:\n  - {ref_id: site, kind: domain, source: src/}\n  - {ref_id: shop, kind: feature, source: src/shop/}\nedges:\n  - {src: shop, dst: site, kind: part_of}\n',
    'src/main.py':
      'from flask import Flask\napp = Flask(__name__)\n\n\n@app.get("/home")\ndef home():\n    return ""\n\n\n@app.get("/about")\ndef about():\n    return ""\n',
    'src/shop/views.py':
      'from flask import Flask\napp = Flask(__name__)\n\n\n@app.get("/cart")\ndef cart():\n    return ""\n',
  });
  const client = await connect(t, where, CLIENT);
  for (const [ref, routes] of [
    ['site', ['/about', '/home']],
    ['shop', ['/cart']],
    ['src/shop/views.py', ['/cart']],
    ['src/', ['/about', '/home']],
    ['about', ['/about']],
  ] as const) {
    const bundle = (await told(client, 'get_context', { ref_id: ref })).answer as unknown as Bundle;
    t.deepEqual(bundle.routes.map(({ path }) => path).toSorted(), [...routes], ref);
  }
});
