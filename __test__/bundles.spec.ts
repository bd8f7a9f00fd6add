// What a bundle spends its budget on: the code of what was asked for, what crosses its edges, and what is written about it.
import test from 'ava';

import type { Bundle } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { project } from './support/project.js';

/** A function of some lines. */
const def = (name: string, body = 'pass') => `def ${name}(order):\n    ${body}\n    return order\n\n\n`;

/** A part of the shop that uses the tax. */
const user = (part: string) =>
  `from shop.tax.lines import compute_line_tax\n\n\ndef make_${part}(order):\n    return compute_line_tax(order)\n`;

/** A shop in which `tax` has a function that all others use, and much that is beside the product. */
const SHOP: Record<string, string> = {
  'README.md': `# Shop

## Installation
Install it with pip and call \`compute_line_tax\`.

## How taxes are computed
\`compute_line_tax\` in \`shop/tax/lines.py\` rounds once, at the end: \`TaxRate\` holds no rounding.

## Sponsors
Many thanks to all of them.
`,
  'shop/tax/__init__.py': '',
  'shop/tax/alpha.py': `FIRST = 1\n\n\n${def('aardvark')}`,
  'shop/tax/lines.py': `from shop.core.money import round_money


${def('compute_line_tax', 'round_money(order)')}${def('helper')}class TaxRate:
    def value(self):
        return 1
`,
  'shop/tax/migrations/0001_initial.py': 'class Migration:\n    pass\n',
  'shop/tax/empty.py': '# Nothing yet.\n',
  'shop/tax/tests/test_lines.py':
    'from shop.tax.lines import compute_line_tax\n\n\ndef test_it():\n    compute_line_tax(1)\n',
  'shop/core/money.py': def('round_money'),
  'shop/cart/cart.py': user('cart'),
  'shop/order/order.py': user('order'),
  'shop/invoice/invoice.py': user('invoice'),
};

/** The same with a graph that people wrote. */
const WITH_GRAPH = {
  ...SHOP,
  '.beadloom/_graph/shop.yml': `version: 1
nodes:
  - ref_id: shop
    kind: service
    summary: Sells things.
    docs: [README.md]
    source: shop/
  - ref_id: tax
    kind: domain
    summary: Knows what the state wants.
    source: shop/tax/
  - ref_id: core
    kind: domain
    summary: Numbers.
    source: shop/core/
  - ref_id: cart
    kind: domain
    summary: Carts.
    source: shop/cart/
edges:
  - {src: tax, dst: shop, kind: part_of}
`,
};

test('a part shows its own code by importance, without what is beside the product', async (t) => {
  const where = project(t, WITH_GRAPH);
  const bundle = await answer<Bundle>(where, ['ctx', 'tax']);
  const names = bundle.code_symbols.map(({ qualified_name: name }) => name);
  t.is(names[0], 'compute_line_tax');
  // The first of each file comes before the second of one, and constants last.
  t.true(names.indexOf('aardvark') < names.indexOf('helper'), names.join());
  t.is(names.at(-1), 'FIRST');
  t.false(names.includes('Migration') || names.includes('test_it'), names.join());
  t.deepEqual(bundle.other_files, ['shop/tax/__init__.py', 'shop/tax/empty.py']);
});

test('neighbours come with what crosses', async (t) => {
  const where = project(t, WITH_GRAPH);
  const { crossings } = await answer<Bundle>(where, ['ctx', 'tax']);
  t.deepEqual(crossings, [
    { ref_id: 'shop', used: ['compute_line_tax'] },
    { ref_id: 'cart', used: ['compute_line_tax'] },
    { ref_id: 'core', uses: ['round_money'] },
  ]);
  const { stdout } = await beadloom(where, ['ctx', 'tax']);
  t.regex(
    stdout,
    /\n## Around it\n- uses core: round_money\n- used by shop: compute_line_tax\n- used by cart: compute_line_tax\n/,
  );
});

test('of documents, what is about the focus', async (t) => {
  const where = project(t, WITH_GRAPH);
  for (const [ref, headings] of [
    ['tax', ['How taxes are computed']],
    ['shop/tax/lines.py', ['How taxes are computed']],
    ['compute_line_tax', ['How taxes are computed']],
    ['core', []],
    // Its own document comes without what every project says.
    ['shop', ['How taxes are computed']],
  ] as const) {
    const { text_chunks: chunks } = await answer<Bundle>(where, ['ctx', ref]);
    t.deepEqual(
      chunks.map(({ heading }) => heading),
      [...headings],
      ref,
    );
  }
});

test('no summary is a count', async (t) => {
  const where = project(t, SHOP);
  const folder = await answer<Bundle>(where, ['ctx', 'shop/tax']);
  t.is(folder.focus.summary, 'folder: compute_line_tax, aardvark, TaxRate');
  const { stdout } = await beadloom(where, ['ctx', 'shop/tax']);
  t.notRegex(stdout, /\d+ files/);
});

test('a symbol comes with its source, the lines that call it, and its tests in one line', async (t) => {
  const where = project(t, SHOP);
  const bundle = await answer<Bundle>(where, ['ctx', 'compute_line_tax']);
  t.deepEqual(
    bundle.code?.map(({ path, line_start: first, line_end: last, content }) => [path, first, last, content]),
    [['shop/tax/lines.py', 4, 6, 'def compute_line_tax(order):\n    round_money(order)\n    return order']],
  );
  t.deepEqual(
    bundle.code_symbols.filter(({ reason }) => reason === 'caller').map(({ text }) => text),
    Array.from({ length: 3 }, () => 'return compute_line_tax(order)'),
  );
  t.deepEqual(bundle.tests, ['shop/tax/tests/test_lines.py']);
  const { stdout } = await beadloom(where, ['ctx', 'compute_line_tax']);
  t.regex(stdout, /\n### shop\/tax\/lines\.py:4-6 compute_line_tax\n```python\ndef compute_line_tax/);
  t.regex(stdout, /\n- 4-5 make_cart \(line 5: return compute_line_tax\(order\)\)\n/);
  t.regex(stdout, /\nTests: shop\/tax\/tests\/test_lines\.py\n/);
});

test('a definition that is too long is begun, and its members are listed', async (t) => {
  const methods = Array.from({ length: 60 }, (_, n) => `    def method_${n}(self):\n        return ${n}\n`);
  const where = project(t, { 'src/big.py': `class Big:\n    SIZE = 1\n\n${methods.join('\n')}` });
  const bundle = await answer<Bundle>(where, ['ctx', 'Big', '--budget', '1000']);
  const [piece] = bundle.code ?? [];
  t.is(piece?.line_start, 1);
  t.true((piece?.line_end ?? 0) < 40, JSON.stringify(piece));
  t.is(piece?.reason, 'begins the definition, which ends at line 182');
  t.true(bundle.code_symbols.some(({ qualified_name: name }) => name === 'Big.method_0'));
});

test('a name that several symbols have is all of them', async (t) => {
  const where = project(t, {
    'src/a.py': 'class Cart:\n    def save(self):\n        return 1\n',
    'src/b.py': 'class Order:\n    def save(self):\n        return 2\n',
    'tests/test_a.py': 'class TestCart:\n    def save(self):\n        return 3\n',
  });
  const bundle = await answer<Bundle>(where, ['ctx', 'save']);
  t.deepEqual(
    bundle.code?.map(({ symbol }) => symbol),
    ['Cart.save', 'Order.save', 'TestCart.save'],
  );
  t.regex(bundle.focus.summary, /^3 symbols have this name; the first is a method in src\/a\.py:2/);
});

test('a file says what uses it and what it uses, by lines and names', async (t) => {
  const where = project(t, SHOP);
  const bundle = await answer<Bundle>(where, ['ctx', 'shop/tax/lines.py']);
  t.deepEqual(
    bundle.used_by,
    ['cart', 'invoice', 'order'].map((part) => ({
      path: `shop/${part}/${part}.py`,
      lines: [5],
      names: ['compute_line_tax'],
    })),
  );
  t.deepEqual(bundle.uses, [{ path: 'shop/core/money.py', lines: [5], names: ['round_money'] }]);
  const { stdout } = await beadloom(where, ['ctx', 'shop/tax/lines.py']);
  t.regex(stdout, /\n## Used by\n- shop\/cart\/cart\.py:5 compute_line_tax\n/);
  t.regex(stdout, /\n## Uses\n- shop\/core\/money\.py: round_money \(line 5\)\n/);
});

test('a part without a source is what its parts are', async (t) => {
  const where = project(t, {
    ...SHOP,
    '.beadloom/_graph/shop.yml': `version: 1
nodes:
  - {ref_id: money, kind: domain, summary: All that counts.}
  - {ref_id: tax, kind: domain, summary: Taxes., source: shop/tax/}
  - {ref_id: core, kind: domain, summary: Numbers., source: shop/core/}
edges:
  - {src: tax, dst: money, kind: part_of}
  - {src: core, dst: money, kind: part_of}
`,
  });
  const { code_symbols: symbols } = await answer<Bundle>(where, ['ctx', 'money']);
  const names = symbols.map(({ qualified_name: name }) => name);
  t.deepEqual(new Set(names.slice(0, 2)), new Set(['compute_line_tax', 'round_money']));
});

test('a type has its subtypes, and a signature its types', async (t) => {
  const where = project(t, {
    'src/shapes.ts': `export interface Shape {\n  area(): number;\n}\n\nexport class Circle implements Shape {\n  area(): number {\n    return 3;\n  }\n}\n`,
    'src/paint.ts': `import { Shape } from './shapes.js';\n\nexport function paint(shape: Shape): number {\n  return shape.area();\n}\n`,
  });
  const named = async (ref: string, role: string) =>
    (await answer<Bundle>(where, ['ctx', ref])).code_symbols
      .filter(({ reason }) => reason === role)
      .map(({ qualified_name: name }) => name);
  t.deepEqual(await named('Shape', 'subtype'), ['Circle']);
  t.deepEqual(await named('Shape', 'caller'), ['paint']);
  t.deepEqual(await named('paint', 'type'), ['Shape']);
  const { stdout } = await beadloom(where, ['ctx', 'Shape']);
  t.regex(stdout, /\n## Subtypes\nsrc\/shapes\.ts\n- 5-9 /);
});

test('the most important definitions of a part come whole, and a short budget has lines in both forms', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 24 }, (_, n) => [
      `shop/parts/part_${n}.py`,
      ['a', 'b', 'c', 'd'].map((m) => def(`compute_part_${n}_${m}`, `return order + ${n}`)).join(''),
    ]),
  );
  const users = Object.fromEntries(
    Array.from({ length: 4 }, (_, n) => [
      `shop/use/use_${n}.py`,
      `from shop.parts.part_7 import compute_total\n\n\ndef use_${n}(order):\n    return compute_total(order)\n`,
    ]),
  );
  const total =
    'def compute_total(order):\n    lines = order.lines\n    lines.sort()\n    return sum(lines)\n\n\n';
  const where = project(t, { ...files, ...users, 'shop/parts/part_7.py': total });
  const [first] = (await answer<Bundle>(where, ['ctx', 'shop/parts'])).code ?? [];
  t.is(first?.content, total.trimEnd());
  const { stdout } = await beadloom(where, ['ctx', 'shop/parts', '--budget', '1500']);
  t.regex(stdout, /\n## In full\n### shop\/parts\/part_7\.py:1-4 compute_total\n/);
  // Beyond the first, JSON has a line for each definition.
  const short = await answer<Bundle>(where, ['ctx', 'shop/parts', '--budget', '1500']);
  t.true(short.tokens <= 1500);
  t.is(short.code_symbols.length, 6);
  const lines = (short.code ?? []).filter(({ content }) => !content.includes('\n'));
  t.true(lines.length > 12, `${lines.length}`);
  t.regex(lines[0]?.content ?? '', /^def compute_part_\d+_[a-d]\(order\)$/);
});

test('of a part, code that does something comes whole, and a file whole where it fits', async (t) => {
  const data = 'export interface Options {\n  name: string;\n  size: number;\n  colour: string;\n}\n';
  const body = Array.from({ length: 90 }, (_, n) => `  total += options.size * ${n};`).join('\n');
  const long = `export function measure(options: Options): number {\n  let total = 0;\n${body}\n  return total;\n}\n`;
  const short =
    'export function name(options: Options): string {\n  const all = options.name;\n  return all.trim();\n}\n';
  const where = project(t, {
    'src/shop/options.ts': data,
    'src/shop/measure.ts': `import { Options } from './options.js';\n\n${long}`,
    'src/shop/name.ts': `import { Options } from './options.js';\n\n${short}`,
  });
  const whole = async (ref: string) =>
    ((await answer<Bundle>(where, ['ctx', ref, '--budget', '4000'])).code ?? []).map(({ symbol }) => symbol);
  // Data is said by an outline, and what is long costs all others.
  t.deepEqual(await whole('src/shop'), ['name']);
  t.deepEqual(await whole('src/shop/measure.ts'), ['measure']);
  t.deepEqual(await whole('src/shop/options.ts'), ['Options']);
});
