import { readFileSync } from 'node:fs';

import test, { type ExecutionContext } from 'ava';

import type {
  Bundle,
  DocsLinksAnswer,
  DocsUnlinkAnswer,
  DoctorAnswer,
  GraphAnswer,
  InitAnswer,
  PathAnswer,
  RelatedAnswer,
  StatusAnswer,
  WhyAnswer,
} from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { project, type TestProject } from './support/project.js';

/** Two packages with documents that nobody linked: one by names, one by its title in another language, one about nothing. */
function shop(t: ExecutionContext): TestProject {
  return project(t, {
    'package.json': '{"name": "shop", "private": true, "workspaces": ["packages/*"]}\n',
    'packages/billing/package.json': '{"name": "billing", "main": "src/ledger.ts"}\n',
    'packages/billing/src/ledger.ts':
      'export class InvoiceLedger {\n  postEntry(): void {}\n}\nexport function chargeCard(): void {}\nexport class CreditNote {}\n',
    'packages/mailing/package.json': '{"name": "mailing", "main": "src/queue.ts"}\n',
    'packages/mailing/src/queue.ts':
      "import { chargeCard } from '../../billing/src/ledger.js';\n\nexport class LetterQueue {\n  send(): void {\n    chargeCard();\n  }\n}\n",
    'handbuch/geld.md':
      '# Geld\n\n`InvoiceLedger` führt Buch, `chargeCard` bucht ab, ein CreditNote gleicht aus: packages/billing/src/ledger.ts.\n',
    'handbuch/mailing.md': '# Mailing\n\nMailing verschickt Briefe an Kunden.\n',
    'docs/holidays.md': '# Holidays\n\nWe are closed in August.\n',
  });
}

const linked = ({ links }: DocsLinksAnswer) =>
  links.map(({ doc_path, ref_id, declared }) => `${doc_path} ${ref_id}${declared ? ' declared' : ''}`);

test('documents are linked by what they say, without a graph and with one', async (t) => {
  const where = shop(t);
  const found = await answer<DocsLinksAnswer>(where, ['docs', 'links']);
  t.deepEqual(linked(found), ['handbuch/geld.md billing', 'handbuch/mailing.md mailing']);
  t.deepEqual(found.unlinked, ['docs/holidays.md']);
  const [money] = found.links;
  t.true((money?.score ?? 0) >= 0.5 && (money?.score ?? 2) <= 1);
  t.deepEqual(
    money?.evidence.names.map(({ name, line }) => [name, line]).toSorted(),
    [
      ['CreditNote', 3],
      ['InvoiceLedger', 3],
      ['chargeCard', 3],
      ['packages/billing/src/ledger.ts', 3],
    ].toSorted(),
  );
  t.true(found.links[1]?.evidence.title);
  t.deepEqual(linked(await answer<DocsLinksAnswer>(where, ['docs', 'links', 'mailing'])), [
    'handbuch/mailing.md mailing',
  ]);
  t.deepEqual(linked(await answer<DocsLinksAnswer>(where, ['docs', 'links', 'handbuch/geld.md'])), [
    'handbuch/geld.md billing',
  ]);
  t.is((await failure(where, ['docs', 'links', 'biling'])).code, 'not_found');
  const { stdout } = await beadloom(where, ['docs', 'links']);
  t.regex(stdout, /^handbuch\/mailing\.md\n {2}mailing {2}\d\.\d\d called like it/mu);
  t.regex(stdout, /About no single part \(1 document\):\n {2}docs\/holidays\.md/u);
});

test('links follow the files: a change of a document or of code changes them', async (t) => {
  const where = shop(t);
  const of = async () => linked(await answer<DocsLinksAnswer>(where, ['docs', 'links']));
  t.true((await of()).includes('handbuch/geld.md billing'));
  where.write('handbuch/geld.md', '# Geld\n\nNichts.\n');
  t.false((await of()).includes('handbuch/geld.md billing'));
  where.write(
    'docs/holidays.md',
    '# Holidays\n\nNo InvoiceLedger, no chargeCard, no CreditNote, no packages/billing/src/ledger.ts.\n',
  );
  t.true((await of()).includes('docs/holidays.md billing'));
  where.write('packages/billing/src/ledger.ts', 'export class Purse {}\n');
  t.false((await of()).includes('docs/holidays.md billing'));
});

test('a document that is found counts as documentation, gets a part no stub, and gives it a summary', async (t) => {
  const where = shop(t);
  const init = await answer<InitAnswer>(where, ['init', '--bootstrap', '-y']);
  t.deepEqual(
    init.written.map(({ path }) => path).filter((path) => path.startsWith('docs/domains')),
    [],
  );
  const { nodes } = await answer<GraphAnswer>(where, ['graph']);
  t.is(nodes.find(({ ref_id }) => ref_id === 'mailing')?.summary, 'Mailing verschickt Briefe an Kunden.');
  const { coverage } = await answer<StatusAnswer>(where, ['status']);
  t.deepEqual(
    coverage
      .filter(({ ref_id }) => ref_id !== 'shop')
      .map(({ ref_id, share, docs }) => [ref_id, share, docs]),
    [
      ['billing', 100, 1],
      ['mailing', 100, 1],
    ],
  );
  const { findings } = await answer<DoctorAnswer>(where, ['doctor']);
  t.deepEqual(
    findings.filter(({ check }) => check === 'orphans').map(({ path }) => path),
    ['docs/holidays.md'],
  );
});

test('what a draft names is no evidence', async (t) => {
  const where = shop(t);
  await answer<InitAnswer>(where, ['init', '--bootstrap', '-y', '--docs', 'none']);
  await beadloom(where, ['docs', 'generate', 'billing']);
  const found = linked(await answer<DocsLinksAnswer>(where, ['docs', 'links', 'billing']));
  t.deepEqual(found, ['handbuch/geld.md billing declared']);
});

test('docs unlink notes in the graph that a document is not about a node, and changes nothing else', async (t) => {
  const where = shop(t);
  const GRAPH = '.beadloom/_graph/own.yml';
  const text =
    '# Mine\nnodes:\n  - {ref_id: billing, kind: domain, summary: Money, source: packages/billing/, docs: [docs/holidays.md]}\n  - ref_id: mailing\n    kind: domain\n    summary: Letters   # all of them\n    source: packages/mailing/\n';
  where.write(GRAPH, text);
  const unlink = (document: string, ref: string) =>
    answer<DocsUnlinkAnswer>(where, ['docs', 'unlink', document, ref]);
  t.like(await unlink('handbuch/geld.md', 'billing'), { ref_id: 'billing', path: GRAPH, changed: true });
  t.like(await unlink('handbuch/mailing.md', 'mailing'), { changed: true });
  t.like(await unlink('docs/holidays.md', 'billing'), { changed: true });
  t.like(await unlink('docs/holidays.md', 'billing'), { changed: false });
  t.is(
    readFileSync(where.path(GRAPH), 'utf8'),
    text
      .replace(', docs: [docs/holidays.md]}', ', not_docs: ["handbuch/geld.md", "docs/holidays.md"]}')
      .concat('    not_docs:\n      - "handbuch/mailing.md"\n'),
  );
  const found = await answer<DocsLinksAnswer>(where, ['docs', 'links']);
  t.deepEqual(found.links, []);
  t.is((await failure(where, ['docs', 'unlink', 'docs/none.md', 'billing'])).code, 'not_found');
  t.is((await failure(where, ['docs', 'unlink', 'docs/holidays.md', 'nobody'])).code, 'not_found');
  t.is((await failure(where, ['docs', 'unlink', '../x.md', 'billing'])).code, 'outside_root');
});

test('a document that names a definition is in every answer about it', async (t) => {
  const where = shop(t);
  const { docs_at_risk: documents, impact_summary: impact } = await answer<WhyAnswer>(where, [
    'why',
    'chargeCard',
  ]);
  t.deepEqual(
    documents.map(({ path, lines, derived }) => [path, lines, derived]),
    [['handbuch/geld.md', [3], true]],
  );
  t.true(impact.includes('`handbuch/geld.md:3` speaks of it'), impact);
  t.true((await beadloom(where, ['why', 'chargeCard'])).stdout.includes('names it in line 3'));
  const part = await answer<WhyAnswer>(where, ['why', 'mailing']);
  t.deepEqual(
    part.docs_at_risk.map(({ path, ref_id, derived }) => [path, ref_id, derived]),
    [['handbuch/mailing.md', 'mailing', true]],
  );
  const reasons = async (path: string) =>
    (await answer<RelatedAnswer>(where, ['related', path])).related.flatMap(({ path: other, reasons: all }) =>
      all.map(({ kind }) => `${other} ${kind}`),
    );
  t.true((await reasons('packages/billing/src/ledger.ts')).includes('handbuch/geld.md documents'));
  t.deepEqual(await reasons('handbuch/geld.md'), ['packages/billing/src/ledger.ts documented']);
  const way = await answer<PathAnswer>(where, ['path', 'handbuch/geld.md', 'CreditNote']);
  t.deepEqual(
    way.ways.map(({ steps }) => steps.map(({ path, line, to, kind }) => [path, line, to, kind])),
    [[['handbuch/geld.md', 3, 'CreditNote', 'names']]],
  );
  t.true((await answer<PathAnswer>(where, ['path', 'CreditNote', 'handbuch/geld.md'])).reversed);
  const bundle = await answer<Bundle>(where, ['ctx', 'CreditNote']);
  t.deepEqual(
    bundle.linked_documents?.map(({ path, heading, names }) => [path, heading, names]),
    [['handbuch/geld.md', 'Geld', ['CreditNote', 'packages/billing/src/ledger.ts']]],
  );
});

test('a file is named by an end of its path only if no other file has that end', async (t) => {
  const where = shop(t);
  where.write('packages/mailing/src/ledger.ts', 'export const mails = 1;\n');
  where.write('guide/files.md', '# Files\n\n`ledger.ts`, `queue.ts` and billing/src/ledger.ts.\n');
  const named = async (path: string) =>
    (await answer<WhyAnswer>(where, ['why', path])).docs_at_risk
      .filter(({ path: document }) => document === 'guide/files.md')
      .map(({ lines }) => lines);
  t.deepEqual(await named('packages/mailing/src/queue.ts'), [[3]]);
  t.deepEqual(await named('packages/billing/src/ledger.ts'), [[3]]);
  t.deepEqual(await named('packages/mailing/src/ledger.ts'), []);
});
