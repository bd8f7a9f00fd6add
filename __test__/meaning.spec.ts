// Nodes and documents are found by what they are about, too, with the bundled model.
import { rmSync } from 'node:fs';

import test, { type ExecutionContext } from 'ava';

import type { SearchAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { project, type TestProject } from './support/project.js';

const FILES = {
  'docs/secrets.md':
    '# Secrets\n\n## Rotating credentials\n\nOperators rotate the credentials of a service account every ninety days. The old secret stays valid for a day.\n\n## Storing them\n\nThey are encrypted at rest.\n',
  'docs/billing.md':
    '# Billing\n\n## Invoices\n\nAn invoice is sent on the first of the month, with taxes by country.\n\n## Refunds\n\nRefunds go back to the card within five days.\n',
  'docs/deploy.md': '# Deployment\n\nContainers are built on every push and rolled out in waves.\n',
  'src/charge.py':
    'class Ledger:\n    """Books what customers owe."""\n\n    def post(self, amount):\n        return amount\n',
  '.beadloom/_graph/all.yml':
    'nodes:\n  - {ref_id: keys, kind: domain, summary: Rotates the credentials of service accounts}\n  - {ref_id: billing, kind: domain, summary: Invoices and refunds, source: src/, docs: [docs/billing.md]}\n  - {ref_id: FEAT-7, kind: feature, summary: Refund a charge}\n',
};

function small(t: ExecutionContext, more: Record<string, string> = {}): TestProject {
  return project(t, { ...FILES, ...more });
}

async function found(where: TestProject, query: string, ...more: string[]): Promise<string[]> {
  const { hits } = await answer<SearchAnswer>(where, ['search', query, ...more]);
  return hits.map(({ type, name }) => `${type} ${name}`);
}

test('a document and a node are found though they hold no word of the query', async (t) => {
  const where = small(t);
  const hits = await found(where, 'renew passwords');
  t.deepEqual(hits.toSorted(), ['doc Rotating credentials', 'node keys']);
  t.deepEqual(await found(where, 'renew passwords', '--in', 'docs'), ['doc Rotating credentials']);
  t.deepEqual(await found(where, 'renew passwords', '--in', 'docs', '--path', 'docs/b*'), []);
  t.deepEqual(await found(where, 'renew passwords', '--kind', 'feature'), []);
  const off = small(t, { '.beadloom/config.yml': 'search: {semantic: off}\n' });
  t.deepEqual(await found(off, 'renew passwords'), []);
});

test('what nothing is about finds nothing', async (t) => {
  const where = small(t);
  for (const query of ['weather forecast', 'chocolate cake recipe', 'football match', 'qqqqzzzz']) {
    t.deepEqual(await found(where, query), [], query);
  }
});

test('what is named stays first, and weak meaning does not flood', async (t) => {
  const where = small(t);
  t.is((await found(where, 'FEAT-7'))[0], 'node FEAT-7');
  t.is((await found(where, 'Ledger'))[0], 'code Ledger');
  t.is((await found(where, 'billing'))[0], 'node billing');
  t.is((await found(where, 'invoices by country'))[0], 'doc Invoices');
  t.deepEqual(await found(where, 'encrypted at rest', '--in', 'docs', '--limit', '1'), ['doc Storing them']);
});

test('--explain says what each feature gave nodes and documents', async (t) => {
  const where = small(t);
  const args = ['search', 'rotate credentials', '--explain'];
  const { hits } = await answer<SearchAnswer>(where, args);
  for (const type of ['node', 'doc']) {
    const hit = hits.find((one) => one.type === type);
    const names = hit?.explain?.map(({ feature }) => feature) ?? [];
    t.true(
      ['words', 'covered', 'meaning'].every((feature) => names.includes(feature)),
      `${type}: ${names.join()}`,
    );
    const sum = hit?.explain?.reduce((total, { gives }) => total + gives, 0) ?? 0;
    t.true(Math.abs(sum - (hit?.score ?? 0)) < 0.01, `${type}: ${sum} of ${hit?.score}`);
  }
  const { hits: plain } = await answer<SearchAnswer>(where, ['search', 'rotate credentials']);
  t.true(plain.every((hit) => hit.explain === undefined));
});

test('vectors follow the files', async (t) => {
  const where = small(t);
  t.true((await found(where, 'renew passwords')).includes('doc Rotating credentials'));
  where.write('docs/secrets.md', '# Gardens\n\n## Roses\n\nThey want sun.\n');
  t.deepEqual(await found(where, 'renew passwords'), ['node keys']);
  where.write('docs/more.md', FILES['docs/secrets.md']);
  t.true((await found(where, 'renew passwords')).includes('doc Rotating credentials'));
  rmSync(where.path('docs/more.md'));
  where.write('.beadloom/_graph/all.yml', 'nodes:\n  - {ref_id: billing, kind: domain}\n');
  t.deepEqual(await found(where, 'renew passwords'), []);
});

test('a task gets the document that is about it', async (t) => {
  const where = small(t);
  const { stdout, code } = await beadloom(where, ['ctx', '--task', 'secret rotation for robots']);
  t.is(code, 0);
  t.regex(stdout, /Rotating credentials/);
  t.notRegex(stdout, /taxes by country/);
});
