import test from 'ava';

import { BeadloomError } from '../src/model/error.js';
import { selected } from '../src/gateway/results/fields.js';
import type { Item, ToolResult } from '../src/gateway/results/item.js';
import { outline } from '../src/gateway/results/outline.js';
import { Results } from '../src/gateway/results/results.js';

const text = (words: string): Item => ({ type: 'text', text: words });
const last = ({ content }: ToolResult): string => content.at(-1)?.text ?? '';
const handleIn = (words: string): string => /"handle":"([^"]+)"/.exec(words)?.[1] ?? '';

const DATA = {
  total: 2,
  items: [
    { id: 1, name: 'a', tags: ['x'] },
    { id: 2, name: 'b' },
  ],
  next: null,
};

for (const [paths, expected] of [
  [['total'], { total: 2 }],
  [['items[].name'], { items: [{ name: 'a' }, { name: 'b' }] }],
  [['items.name', 'total'], { total: 2, items: [{ name: 'a' }, { name: 'b' }] }],
  [['items[].tags'], { items: [{ tags: ['x'] }] }],
  [['items'], { items: DATA.items }],
  [['*'], DATA],
  [['next'], { next: null }],
  [['nothing', 'items[].nothing'], { items: [] }],
] as const) {
  test(`fields: ${paths.join(', ')}`, (t) => {
    t.deepEqual(selected(DATA, paths), expected);
  });
}

test('fields of lists at the top, of deep values, and paths that are none', (t) => {
  t.deepEqual(selected([{ a: 1, b: 2 }], ['[].a']), [{ a: 1 }]);
  t.deepEqual(selected([{ a: 1, b: 2 }], ['a']), [{ a: 1 }]);
  t.is(selected(3, ['a']), undefined);
  for (const path of ['', '.', 'a..b', 'a[0]', '[', 'a.[]', '__proto__[']) {
    t.throws(() => selected(DATA, [path]), { instanceOf: BeadloomError }, path);
  }
  t.is(
    (selected(JSON.parse('{"__proto__": {"x": 1}}'), ['x']) as object | undefined)?.constructor,
    undefined,
  );
  let deep: unknown = 1;
  for (let n = 0; n < 5_000; n++) {
    deep = { a: deep };
  }
  t.notThrows(() => selected(deep, [Array(200).fill('a').join('.')]));
});

test('what fits is the same object', (t) => {
  const results = new Results();
  const result = { content: [text('x'.repeat(40_000))], structuredContent: { a: 1 }, _meta: { b: 2 } };
  t.is(results.shaped(result, 's__t'), result);
  t.deepEqual(results.size, { results: 0, bytes: 0 });
});

test('a long text is cut, and read on to its end without a gap', (t) => {
  const results = new Results({ chars: 1_000 });
  const whole = Array.from({ length: 400 }, (_, n) => `line ${n} 😀`).join('\n');
  const shaped = results.shaped({ content: [text(whole)], isError: true }, 's__t');
  t.true(shaped.isError);
  const first = shaped.content[0]?.text ?? '';
  t.true(whole.startsWith(first) && first.length <= 1_000 && first.endsWith('\n'));
  t.regex(last(shaped), /^\[gateway\] cut: about 1000 of \d+ characters; all of it: read_result/);
  const handle = handleIn(last(shaped));
  let read = '';
  for (let offset = 0, rounds = 0; rounds < 100; rounds++) {
    const part = results.read({ handle, offset, limit: 77 });
    const piece = part.content[0]?.text ?? '';
    t.true(piece.length <= 77);
    t.false(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(piece), 'no half character');
    read += piece;
    const on = /"offset":(\d+)/.exec(last(part))?.[1];
    if (on === undefined) {
      t.regex(last(part), /read to the end/);
      break;
    }
    offset = Number(on);
  }
  t.is(read, whole);
});

test('a caller chooses fields, of structured content and of texts that are JSON', (t) => {
  const results = new Results();
  const result = { content: [text(JSON.stringify(DATA)), text('plain')], structuredContent: DATA };
  const { content, structuredContent } = results.shaped(result, 's__t', { fields: ['items[].id'] });
  t.deepEqual(structuredContent, { items: [{ id: 1 }, { id: 2 }] });
  t.deepEqual(
    content.map((one) => one.text),
    ['{"items":[{"id":1},{"id":2}]}', 'plain'],
  );
  const bare = results.shaped({ content: [], structuredContent: DATA }, 's__t', { fields: ['total'] });
  t.deepEqual(bare.content, [text('{"total":2}')]);
});

test('a kept result says what it is made of, and is read by fields', (t) => {
  const results = new Results();
  const result = { content: [text(JSON.stringify(DATA)), text('one\ntwo')], structuredContent: DATA };
  const kept = results.shaped(result, 's__t', { save: true });
  t.is(kept.structuredContent, undefined);
  const said = last(kept);
  t.regex(
    said,
    /item 0: text, \d+ characters, \{total: number, items: \[2 × \{id: number, name: string\(1\)/,
  );
  t.regex(said, /item 1: text, 7 characters, 2 lines, begins "one"/);
  t.regex(said, /structured: \{total: number/);
  const handle = handleIn(said);
  const names = results.read({ handle, item: 0, fields: ['items[].name'] });
  t.is(names.content[0]?.text, '{"items":[{"name":"a"},{"name":"b"}]}');
  t.is(results.read({ handle, item: 1 }).content[0]?.text, 'one\ntwo');
});

test('large images and files are referred to, small ones stay', (t) => {
  const results = new Results({ inline: 1_000 });
  const small = { type: 'image', data: 'QUJD', mimeType: 'image/png' };
  const large = { type: 'image', data: Buffer.alloc(3_000, 7).toString('base64'), mimeType: 'image/png' };
  const file = {
    type: 'resource',
    resource: {
      uri: 'file:///a.bin',
      mimeType: 'application/x-a',
      blob: Buffer.alloc(2_000).toString('base64'),
    },
  };
  const { content } = results.shaped({ content: [small, large, file] }, 's__t');
  t.is(content[0], small);
  const [, image, linked] = content as Array<Item & { uri: string; size: number }>;
  t.like(image, { type: 'resource_link', mimeType: 'image/png', size: 3_000 });
  t.like(linked, { type: 'resource_link', name: 'file:///a.bin', mimeType: 'application/x-a', size: 2_000 });
  t.deepEqual(results.readResource(image?.uri ?? ''), {
    uri: image?.uri ?? '',
    mimeType: 'image/png',
    blob: large.data,
  });
  const handle = handleIn(String(image?.['description']));
  t.deepEqual(results.read({ handle, item: 1 }).content, [large]);
  t.is(results.readResource('file:///etc/passwd'), undefined);
  for (const uri of ['beadloom-result://', 'beadloom-result://x/0', `beadloom-result://${handle}/9`]) {
    t.throws(() => results.readResource(uri), { instanceOf: BeadloomError }, uri);
  }
});

test('structured content that a schema demands stays, else it goes with its limit', (t) => {
  const results = new Results();
  const result = {
    content: [text('y'.repeat(500))],
    structuredContent: { list: Array.from({ length: 100 }, (_, n) => n) },
  };
  t.deepEqual(
    results.shaped(result, 's__t', { limit: 100 }, true).structuredContent,
    result.structuredContent,
  );
  const cut = results.shaped(result, 's__t', { limit: 100 });
  t.is(cut.structuredContent, undefined);
  t.regex(last(cut), /fields to choose from: \{list: \[100 × number\]\}/);
});

test('what is kept is bounded, the oldest goes first, and all of it with the connection', (t) => {
  const results = new Results({ bytes: 10_000, results: 3 });
  const keep = (words: string) =>
    handleIn(last(results.shaped({ content: [text(words)] }, 's__t', { save: true })));
  const [a, b, c] = [keep('a'), keep('b'), keep('c')];
  results.read({ handle: a });
  const d = keep('d');
  t.is(results.size.results, 3);
  t.throws(() => results.read({ handle: b }), { message: /no result is kept/ });
  for (const handle of [a, c, d]) {
    t.notThrows(() => results.read({ handle }));
  }
  const large = { content: [text('z'.repeat(20_000))] };
  t.throws(() => results.shaped(large, 's__t', { save: true }), {
    message: /exceeds the limit of kept results/,
  });
  t.regex(last(results.shaped(large, 's__t', { limit: 10 })), /the rest was not kept/);
  t.true(results.size.bytes <= 10_000);
  results.close();
  t.deepEqual(results.size, { results: 0, bytes: 0 });
  t.throws(() => results.read({ handle: d }), { message: /no result is kept/ });
});

test('an outline is short, whatever the value', (t) => {
  t.is(outline({ a: [], b: [{ c: { d: { e: 1 } } }], f: null }), '{a: [], b: [1 × {c: {…}}], f: null}');
  const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${n}`, n]));
  t.regex(outline(wide), /970 more\}$/);
});
