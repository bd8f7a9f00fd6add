// What call_tool says of arguments before anything is sent, by what a schema demands of them.
import test from 'ava';

import { gatewayClient, gatewayProject, type Json } from './support/gateway.js';

/** A schema, arguments that fit, others that do not, and what is said of those. */
const CASES: Record<string, [schema: Json, right: Json, wrong: Json, says: RegExp]> = {
  pattern: [
    { properties: { tag: { type: 'string', pattern: '^v[0-9]+$' } } },
    { tag: 'v12' },
    { tag: 'twelve' },
    /tag: does not match \^v\[0-9\]\+\$/,
  ],
  pattern_deep: [
    { properties: { list: { type: 'array', items: { type: 'string', pattern: '^\\p{Lu}' } } } },
    { list: ['Ä', 'B'] },
    { list: ['A', 'b'] },
    /list\.1: does not match/,
  ],
  pattern_properties: [
    { properties: {}, patternProperties: { '^x-': { type: 'number' } }, additionalProperties: false },
    { 'x-a': 1 },
    { 'x-a': 'one' },
    /x-a: .*Expected "number"/,
  ],
  date_time: [
    { properties: { at: { type: 'string', format: 'date-time' } } },
    { at: '2026-02-28T10:00:00Z' },
    { at: '2026-02-30T10:00:00Z' },
    /at: String does not match format "date-time"/,
  ],
  email: [
    { properties: { to: { type: 'string', format: 'email' } } },
    { to: 'a@b.example' },
    { to: 'nobody' },
    /to: .*"email"/,
  ],
  uuid: [
    { properties: { id: { format: 'uuid' } } },
    { id: '123e4567-e89b-12d3-a456-426614174000' },
    { id: '123' },
    /id: .*"uuid"/,
  ],
  other_format: [
    { properties: { at: { type: 'string', format: 'path' }, n: { type: 'number' } } },
    { at: 'anything', n: 1 },
    { at: 'anything', n: 'one' },
    /n: .*Expected "number"/,
  ],
  unique_items: [
    { properties: { ids: { type: 'array', uniqueItems: true } } },
    { ids: [1, { a: 1 }, { a: 2 }] },
    { ids: [{ a: 1 }, { a: 1 }] },
    /ids: .*unique|ids: .*[Dd]uplicate/,
  ],
  contains: [
    { properties: { ids: { type: 'array', contains: { const: 7 }, minContains: 2 } } },
    { ids: [7, 1, 7] },
    { ids: [7, 1] },
    /ids: /,
  ],
  prefix_items: [
    {
      properties: {
        pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
      },
    },
    { pair: ['a', 1] },
    { pair: ['a', 1, 2] },
    /pair/,
  ],
  dependent_required: [
    { properties: { card: {}, address: {} }, dependentRequired: { card: ['address'] } },
    { card: 1, address: 2 },
    { card: 1 },
    /address/,
  ],
  property_names: [{ properties: {}, propertyNames: { maxLength: 3 } }, { abc: 1 }, { abcd: 1 }, /abcd/],
  if_then: [
    {
      properties: { kind: {}, size: {} },
      if: { properties: { kind: { const: 'big' } } },
      // oxlint-disable-next-line unicorn/no-thenable -- the schema has that key
      then: { required: ['size'] },
    },
    { kind: 'small' },
    { kind: 'big' },
    /size is missing/,
  ],
  unevaluated: [
    { allOf: [{ properties: { a: { type: 'number' } } }], unevaluatedProperties: false },
    { a: 1 },
    { a: 1, b: 2 },
    /unknown argument b/,
  ],
  reference: [
    { $defs: { size: { enum: ['s', 'm'] } }, properties: { size: { $ref: '#/$defs/size' } } },
    { size: 's' },
    { size: 'x' },
    /size: /,
  ],
  own_address: [
    {
      $id: 'https://example.test/tool',
      $defs: { n: { $id: 'number', minimum: 3 } },
      properties: { n: { $ref: 'number' } },
    },
    { n: 3 },
    { n: 2 },
    /n: /,
  ],
  draft_seven: [
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { pair: { type: 'array', items: [{ type: 'string' }], additionalItems: false } },
    },
    { pair: ['a'] },
    { pair: ['a', 'b'] },
    /pair/,
  ],
  bad_pattern: [
    { properties: { a: { pattern: '(' }, n: { multipleOf: 5 } } },
    { a: 'x', n: 10 },
    { a: 'x', n: 11 },
    /n: /,
  ],
};

test('what a schema demands is checked, and what is wrong is said by field', async (t) => {
  const tools = Object.entries(CASES).map(([name, [schema]]) => ({
    name,
    description: 'Takes something.',
    inputSchema: { type: 'object', ...schema },
  }));
  const where = gatewayProject(
    t,
    { some: { how: { tools, only: tools.map(({ name }) => name) } } },
    { mode: 'search', trust: 'always' },
  );
  const client = await gatewayClient(t, where);
  await client.list();
  const call = async (name: string, args: Json) => {
    const { isError = false, content } = await client.call('call_tool', {
      name: `some__${name}`,
      arguments: args,
    });
    return { isError, said: content[0]?.text ?? '' };
  };
  for (const [name, [, right, wrong, says]] of Object.entries(CASES)) {
    t.deepEqual(await call(name, right), { isError: false, said: `${name} was called` }, name);
    const { isError, said } = await call(name, wrong);
    t.true(isError, name);
    t.regex(said, says, name);
    t.regex(said, new RegExp(`arguments of some__${name}: `), name);
  }
});

test('what would take for ever is left to the server', async (t) => {
  const doubled = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `d${at}`,
      { allOf: [1, 2].map(() => ({ $ref: `#/$defs/d${at + 1}` })) },
    ]),
  );
  const schemas: Record<string, Json> = {
    pattern: { properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
    names: { patternProperties: { '^(a+)+$': {} } },
    references: { $defs: { ...doubled, d40: { type: 'string' } }, properties: { a: { $ref: '#/$defs/d0' } } },
    unique: { properties: { a: {}, list: { type: 'array', uniqueItems: true } } },
  };
  const tools = Object.entries(schemas).map(([name, schema]) => ({
    name,
    description: 'Takes something.',
    inputSchema: { type: 'object', ...schema },
  }));
  const where = gatewayProject(
    t,
    { some: { how: { tools, only: tools.map(({ name }) => name) } } },
    { mode: 'search', trust: 'always' },
  );
  const client = await gatewayClient(t, where);
  await client.list();
  const long = `${'a'.repeat(60)}!`;
  const list = Array.from({ length: 5_000 }, (_, at) => ({ at, deep: { at: [at, long] } }));
  for (const { name } of tools) {
    const args = name === 'unique' ? { list } : { a: long, [long]: 1 };
    // Again, too: what took for ever once is not tried any more.
    for (let time = 0; time < 2; time++) {
      const { content } = await client.call('call_tool', { name: `some__${name}`, arguments: args });
      t.is(content[0]?.text, `${name} was called`, name);
    }
  }
});
