// Answers that a caller has already are not sent again.
import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';
import test from 'ava';

import { type CLIENTS, connect, type TestClient } from './support/mcp.js';
import { fixture, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

const CHARGE = 'src/billing/charge.py';

const TOOLS: Array<[tool: string, schema: string, args: Record<string, unknown>]> = [
  ['explore_codebase', 'ctx', { ref: 'billing' }],
  ['explore_codebase', 'ctx', { question: 'refund an invoice' }],
  ['get_architecture_graph', 'graph', {}],
  ['get_architecture_graph', 'graph', { ref_id: 'billing', depth: 1 }],
];

/** One that changes what each of these answers. */
function edit(where: TestProject): void {
  const code = readFileSync(where.path(CHARGE), 'utf8');
  where.write(CHARGE, `${code}\n\ndef refund_invoice_again(invoice):\n    return invoice\n`);
  const graph = readFileSync(where.path('.beadloom/_graph/domains.yml'), 'utf8');
  where.write('.beadloom/_graph/domains.yml', graph.replace('Charges and refunds.', 'Money in and out.'));
}

async function ask(client: TestClient, tool: string, args: Record<string, unknown>) {
  const result = await client.call(tool, args);
  if (result.isError) {
    throw new Error(result.content[0]?.text);
  }
  return result.structuredContent as {
    etag: string;
    cached?: boolean;
    unchanged_since: string | null;
    hint: string;
    warning: string | null;
  };
}

for (const name of ['client 2.x, initialize', 'sdk 1.x, initialize'] as Array<keyof typeof CLIENTS>) {
  for (const [tool, schema, args] of TOOLS) {
    test(`${name}: ${tool} ${JSON.stringify(args)} is sent once in a connection`, async (t) => {
      const where = fixture(t, 'shop');
      const client = await connect(t, where, name);
      const output = (await client.tools()).find((one) => one.name === tool)?.outputSchema ?? false;
      const validate = new Ajv2020().compile(output);
      const first = await ask(client, tool, args);
      t.deepEqual(violations(schema, first), []);
      t.true(validate(first), JSON.stringify(validate.errors));

      const second = await ask(client, tool, args);
      t.deepEqual(violations('cached', second), []);
      t.true(validate(second), JSON.stringify(validate.errors));
      t.true(second.cached);
      t.is(second.etag, first.etag);
      t.regex(second.unchanged_since ?? '', /^\d{4}-\d\d-\d\dT.*Z$/);
      t.regex(second.hint, /force/);
      t.true(JSON.stringify(second).length < 500);

      t.deepEqual(await ask(client, tool, { ...args, force: true }), first, 'the whole of it');
      edit(where);
      const third = await ask(client, tool, args);
      t.not(third.etag, first.etag);
      t.is(third.cached, undefined);
      t.deepEqual(violations(schema, third), []);
    });
  }

  test(`${name}: another connection was given nothing yet`, async (t) => {
    const where = fixture(t, 'shop');
    const first = await ask(await connect(t, where, name), 'explore_codebase', { ref: 'auth' });
    const second = await ask(await connect(t, where, name), 'explore_codebase', { ref: 'auth' });
    t.deepEqual(second, first);
  });
}

for (const name of ['client 2.x, initialize', 'client 2.x, 2026-07-28'] as Array<keyof typeof CLIENTS>) {
  for (const [tool, , args] of TOOLS) {
    test(`${name}: ${tool} ${JSON.stringify(args)} is not sent to who has its etag`, async (t) => {
      const where = fixture(t, 'shop');
      const other = await ask(await connect(t, where, 'client 2.x, initialize'), tool, args);
      // A server that did not give it knows it all the same: an etag is of what is said.
      const client = await connect(t, where, name);
      const cached = await ask(client, tool, { ...args, etag: other.etag });
      t.true(cached.cached);
      t.is(cached.unchanged_since, null);
      t.deepEqual(await ask(client, tool, { ...args, etag: other.etag, force: true }), other);
      t.is((await ask(client, tool, { ...args, etag: 'sha256:00', force: true })).cached, undefined);
      edit(where);
      const fresh = await ask(client, tool, { ...args, etag: other.etag });
      t.is(fresh.cached, undefined);
      t.not(fresh.etag, other.etag);
    });
  }
}

test('2026-07-28: without an etag every answer is whole', async (t) => {
  const client = await connect(t, fixture(t, 'shop'), 'client 2.x, 2026-07-28');
  const first = await ask(client, 'explore_codebase', { ref: 'auth' });
  t.deepEqual(await ask(client, 'explore_codebase', { ref: 'auth' }), first);
});
