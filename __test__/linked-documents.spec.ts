// Documents that nobody linked and that lie outside the folder of documents: `ctx` finds them by the names that they have in common with the code.
import test from 'ava';

import type { Bundle } from '../src/api/index.js';
import { beadloom } from './support/cli.js';
import { project } from './support/project.js';

const FILES = {
  'package.json': '{"name": "shop", "version": "1.0.0"}',
  'src/invoices/createInvoice.ts':
    'export function createInvoice(order: string): string {\n  return order;\n}\n\nexport function toString(): string {\n  return "";\n}\n',
  'src/invoices/invoiceMail.ts': 'export function sendInvoiceMail(to: string): string {\n  return to;\n}\n',
  'src/stock/stockLevel.ts':
    'export function readStockLevel(id: string): string {\n  return id;\n}\n\nexport function toString(): string {\n  return "";\n}\n',
  'src/users/a.ts': 'export function toString(): string {\n  return "a";\n}\n',
  'src/users/b.ts': 'export function toString(): string {\n  return "b";\n}\n',
  'site/pages/billing.mdx':
    '# Billing\n\nHow money comes in.\n\n## Invoices\n\nCall `createInvoice` first, then `sendInvoiceMail`.\n\n## Other\n\nNothing.\n',
  'site/pages/text.mdx': '# Text\n\n`toString` and notifications everywhere.\n',
  'handbook/lager.rst': 'Lager\n=====\n\n``readStockLevel`` liest den Bestand.\n',
  'handbook/users.md': '# People\n\nWho may do what.\n',
  'CHANGELOG.md': '# Changes\n\n- `createInvoice` is new.\n',
  '.assistant/notes.md': 'createInvoice and sendInvoiceMail\n',
  'docs/stock.md': '# The store\n\nHow goods come in.\n\n## More\n\nNothing.\n',
  'docs/guide.md': '# Guide\n\n`createInvoice` is explained here.\n',
};

const linked = (bundle: Bundle) =>
  (bundle.linked_documents ?? []).map(
    ({ path, line_start: from, line_end: to, heading, names }) =>
      `${path}:${from}-${to} ${heading} (${names.join(', ')})`,
  );

for (const [ref, expected] of [
  ['src/invoices', ['site/pages/billing.mdx:5-8 Invoices (sendInvoiceMail, createInvoice)']],
  ['src/invoices/invoiceMail.ts', ['site/pages/billing.mdx:5-8 Invoices (sendInvoiceMail)']],
  [
    'createInvoice',
    ['docs/guide.md:1-3 Guide (createInvoice)', 'site/pages/billing.mdx:5-8 Invoices (createInvoice)'],
  ],
  ['src/stock', ['docs/stock.md:1-4 The store ()', 'handbook/lager.rst:1-4 Lager (readStockLevel)']],
  ['src/users', ['handbook/users.md:1-3 People ()']],
  ['src/users/a.ts', []],
] as const) {
  test(`${ref}: documents that speak of it`, async (t) => {
    const where = project(t, FILES);
    const json = await beadloom(where, ['ctx', ref, '--json']);
    t.is(json.code, 0, json.stderr);
    t.deepEqual(linked(JSON.parse(json.stdout) as Bundle), [...expected]);
    const text = await beadloom(where, ['ctx', ref]);
    t.is(text.stdout.includes('## Documents that speak of it'), expected.length > 0);
    for (const line of expected) {
      t.true(text.stdout.includes(`- ${line.split(' ')[0]} `), line);
    }
  });
}

test('a document that changes is read anew', async (t) => {
  const where = project(t, FILES);
  const ask = async () =>
    linked(JSON.parse((await beadloom(where, ['ctx', 'src/stock', '--json'])).stdout) as Bundle);
  t.deepEqual(await ask(), [
    'docs/stock.md:1-4 The store ()',
    'handbook/lager.rst:1-4 Lager (readStockLevel)',
  ]);
  where.write('handbook/lager.rst', 'Lager\n=====\n\nLeer.\n');
  t.deepEqual(await ask(), ['docs/stock.md:1-4 The store ()']);
  where.write('site/stock.mdx', '# Stock\n\nsrc/stock and readStockLevel.\n');
  t.deepEqual(await ask(), [
    'site/stock.mdx:1-3 Stock (readStockLevel, src/stock)',
    'docs/stock.md:1-4 The store ()',
  ]);
});

test('of a document that is asked for: its outline, and where the code is that each section speaks of', async (t) => {
  const where = project(t, FILES);
  for (const path of ['site/pages/billing.mdx', './docs/guide.md']) {
    const json = await beadloom(where, ['ctx', path, '--json']);
    t.is(json.code, 0, json.stderr);
    const bundle = JSON.parse(json.stdout) as Bundle;
    const shown = (bundle.document_outline ?? []).map(
      ({ line_start: from, line_end: to, heading, definitions }) =>
        `${from}-${to} ${heading}: ${definitions.map((one) => `${one.name} ${one.file_path}:${one.line}`).join(', ')}`,
    );
    t.deepEqual(
      shown,
      path.startsWith('site')
        ? [
            '1-4 Billing: ',
            '5-8 Invoices: createInvoice src/invoices/createInvoice.ts:1, sendInvoiceMail src/invoices/invoiceMail.ts:1',
            '9-11 Other: ',
          ]
        : ['1-3 Guide: createInvoice src/invoices/createInvoice.ts:1'],
    );
    const { stdout } = await beadloom(where, ['ctx', path]);
    t.regex(stdout, /^## Outline\n- 1-\d (?:Billing|Guide)/mu);
  }
  where.write('docs/long.md', Array.from({ length: 70 }, (_, at) => `# Section ${at}\n\nText.\n`).join('\n'));
  const long = JSON.parse((await beadloom(where, ['ctx', 'docs/long.md', '--json'])).stdout) as Bundle;
  t.is(long.document_outline?.length, 61);
  t.like(long.document_outline?.at(-1), { line_start: 241, line_end: 279, heading: '10 more sections' });
  const code = JSON.parse((await beadloom(where, ['ctx', 'src/stock', '--json'])).stdout) as Bundle;
  t.is(code.document_outline, undefined);
});

test('of a document that is asked for: what it is about, and what it says that is not so', async (t) => {
  const where = project(t, {
    ...FILES,
    'docs/invoices.md':
      '# Invoices\n\n`createInvoice` and `sendInvoiceMail` are in src/invoices/createInvoice.ts.\n\nSee [mail](mails.md).\n',
  });
  const bundle = JSON.parse((await beadloom(where, ['ctx', 'docs/invoices.md', '--json'])).stdout) as Bundle;
  t.deepEqual(
    bundle.document_nodes?.map(({ ref_id: id, heading }) => [id, heading]),
    [['invoices', '']],
  );
  t.deepEqual(
    bundle.document_findings?.map(({ line, text }) => [line, text.split(' – ')[0]]),
    [[5, 'mails.md']],
  );
  t.deepEqual(bundle.other_files ?? [], []);
  const { stdout } = await beadloom(where, ['ctx', 'docs/invoices.md']);
  t.regex(stdout, /^## It is about\n- invoices \(0\.\d+; .*createInvoice/mu);
  t.regex(stdout, /^## Not so\n- 5: mails\.md – /mu);
});
