import { existsSync, readdirSync, readFileSync } from 'node:fs';

import test from 'ava';

import type { GraphAnswer, InitAnswer, ReindexAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { project, type TestProject } from './support/project.js';

const MAP = ['init', '--import', 'wiki', '-y'];
const RESTRUCTURE = [...MAP, '--strategy', 'restructure'];

const CODE = {
  'src/billing/charge.py':
    'class Invoice:\n    """A bill that was sent."""\n\n\ndef charge(invoice):\n    return invoice\n',
  'src/billing/ledger.py': 'from src.billing.charge import Invoice\n\n\nclass LedgerEntry:\n    pass\n',
  'src/auth/tokens.py': 'class Token:\n    pass\n\n\ndef check(token):\n    return token\n',
  'services/mail-service/main.py': 'def main():\n    pass\n\n\nif __name__ == "__main__":\n    main()\n',
  'services/mail-service/templates.py': 'def render():\n    pass\n',
};

const WIKI = {
  'wiki/Home.md':
    '# Wiki\n\nWhere we write things down. It was a good decision to start it; the mail-service was one too.\n',
  'wiki/domains/billing/README.md':
    '# Billing\n\nMoney that customers owe us. See `src/billing/charge.py`.\n\n## Business rules\n\n- An Invoice is sent once.\n',
  'wiki/domains/auth/README.md':
    '# Who may do what\n\nTokens and sessions.\n\n## Invariants\n\n- A token expires.\n',
  'wiki/features/refunds.md':
    '# Refunds\n\nA customer gets money back. Part of [billing](../domains/billing/README.md). The mail-service tells them.\n\nEach refund is a `LedgerEntry`; src/auth/tokens.py guards it.\n',
  'wiki/adr/0001-one-ledger.md':
    '# 1. Keep one ledger\n\n## Status\n\nAccepted\n\n## Context\n\nTwo.\n\n## Decision\n\nOne: `LedgerEntry`.\n',
};

/** Every file below a folder with its bytes, without what beadloom keeps for itself. */
function tree(where: TestProject, folder: string): Map<string, string> {
  const entries = readdirSync(where.path(folder), { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`)
      .filter((path) => !/\/(\.git|beadloom\.db[^/]*)(\/|$)/.test(path))
      .toSorted()
      .map((path) => [path.slice(where.root.length + 1), readFileSync(path, 'latin1')]),
  );
}

/** What a full run finds fault with, besides the hints for the review. */
async function problems(where: TestProject): Promise<string[]> {
  const { diagnostics } = await answer<ReindexAnswer>(where, ['reindex', '--full']);
  return diagnostics.filter(({ code }) => code !== 'leftover_confidence').map(({ message }) => message);
}

const classOf = ({ documents }: InitAnswer) =>
  Object.fromEntries(documents.map(({ path, class: name }) => [path, name]));

test('documents become nodes where they are, and none of them changes', async (t) => {
  const where = project(t, { ...CODE, ...WIKI });
  const before = tree(where, 'wiki');
  const imported = await answer<InitAnswer>(where, MAP);
  t.is(imported.mode, 'import');
  t.is(imported.strategy, 'map');
  t.deepEqual(imported.classified, { adr: 1, domain: 2, feature: 1, other: 1 });
  t.deepEqual(tree(where, 'wiki'), before);
  t.false(existsSync(where.path('docs')));

  const { nodes, edges } = await answer<GraphAnswer>(where, ['graph']);
  const docs = Object.fromEntries(nodes.map((node) => [node.ref_id, node.docs]));
  t.deepEqual(docs['billing'], ['wiki/domains/billing/README.md']);
  t.deepEqual(docs['auth'], ['wiki/domains/auth/README.md']);
  t.deepEqual(docs['refunds'], ['wiki/features/refunds.md']);
  t.deepEqual(docs['adr-0001-one-ledger'], ['wiki/adr/0001-one-ledger.md']);
  t.is(nodes.find((node) => node.ref_id === 'billing')?.source, 'src/billing/');
  t.is(nodes.find((node) => node.ref_id === 'mail-service')?.source, 'services/mail-service/');
  t.is(nodes.find((node) => node.ref_id === 'adr-0001-one-ledger')?.summary, 'Keep one ledger');
  const declared = new Set(edges.map(({ src, kind, dst }) => `${src} ${kind} ${dst}`));
  for (const edge of [
    'refunds part_of billing',
    'refunds uses mail-service',
    'refunds touches_code auth',
    'refunds touches_entity LedgerEntry',
    'adr-0001-one-ledger touches_entity LedgerEntry',
  ]) {
    t.true(declared.has(edge), edge);
  }
  // Several documents name the one type, and a single one the other.
  t.true(nodes.some((node) => node.ref_id === 'LedgerEntry'));
  t.false(nodes.some((node) => node.ref_id === 'Invoice'));
  t.is(imported.edges_detected, imported.found.edges);
  t.is(imported.edges_to_review, imported.review.length);
  t.regex((await beadloom(where, ['ctx', 'refunds'])).stdout, /A customer gets money back/);
  t.deepEqual(await problems(where), []);
});

/** What a file is called and says, and what it is. */
const CLASSES: Array<[path: string, text: string, expected: string]> = [
  ['ADR-7-matter.md', '---\ntype: domain\n---\n# ADR-7 Matter\n', 'domain'],
  ['kind.md', '---\nkind: service\n---\n# Mail\n', 'service'],
  ['doc-kind.md', '---\ndoc_kind: feature\n---\n## Decision\n', 'feature'],
  ['features/heading.md', '# Choice\n\n## Decision\n\nWe do.\n', 'adr'],
  ['status.md', '# Choice\n\n## Status: Accepted\n', 'adr'],
  ['record.md', '# Choice\n\n## Status\n\nOpen\n\n## Context\n\nA\n\n## Consequences\n\nB\n', 'adr'],
  ['specs/rules.md', '# Money\n\n## Business rules\n\n- One.\n', 'domain'],
  ['invariants.md', '# Money\n\n## Invariants\n', 'domain'],
  ['orders-api.md', '# Orders\n\n## Endpoints\n', 'service'],
  ['orders.md', '# Orders\n\n## API\n', 'feature'],
  ['services/orders.md', '# Orders\n\n## API\n', 'service'],
  ['RFC-12-interface.md', '# An interface\n\n## API\n\n## Invariants\n', 'adr'],
  ['0007-use-a-queue.md', '# Use a queue\n', 'adr'],
  ['2024-03-01-notes.md', '# Notes of a day\n', 'other'],
  ['2024-plans.md', '# Plans\n', 'other'],
  ['features/upload.md', 'No heading at all.\n', 'feature'],
  ['features/README.md', '# All features\n', 'other'],
  ['adr/README.md', '# All decisions\n', 'other'],
  ['adr/choice.md', '# A choice\n', 'adr'],
  ['domains/README.md', '# All domains\n', 'other'],
  ['architecture.md', '# How it is built\n', 'architecture'],
  ['story.md', '# Refund\n\nAs a customer I want my money back so that I am happy.\n', 'feature'],
  ['scenario.md', '# Refund\n\n- Given a bill\n- When it is paid twice\n- Then one is returned\n', 'feature'],
  ['requests.md', '# Calls\n\n- `GET /a`\n- `POST /b`\n- `DELETE /c`\n', 'feature'],
  ['decision.md', '# Lunch\n\nThe decision was accepted. Status: accepted. It has consequences.\n', 'other'],
  ['quoted.md', '# Template\n\n```md\n## Decision\n```\n\n> ## Decision\n', 'other'],
  ['Adriatic.md', '# Adriatic sea\n', 'other'],
  ['empty.md', '', 'other'],
  ['adr/0000-template.md', '# ADR-0: Title\n\n## Decision\n', 'other'],
  ['far.md', `# X\n\nGiven that\n\n${'word\n\n'.repeat(9)}When this\n\nThen that.\n`, 'other'],
];

test('a document is what its front matter, headings, name, folder and text say, in that order', async (t) => {
  const where = project(t, Object.fromEntries(CLASSES.map(([path, text]) => [`wiki/${path}`, text])));
  const imported = await answer<InitAnswer>(where, [...MAP, '--dry-run']);
  const found = classOf(imported);
  for (const [path, , expected] of CLASSES) {
    t.is(found[`wiki/${path}`], expected, path);
  }
  t.false(existsSync(where.path('.beadloom')));
});

test('ids are unique and readable: READMEs, identical names and titles, numbers of two series', async (t) => {
  const record = '# Same title\n\n## Decision\n\nYes.\n';
  const where = project(t, {
    'wiki/a/README.md': '# Overview\n\n## Invariants\n',
    'wiki/b/README.md': '# Overview\n\n## Invariants\n',
    'wiki/README.md': '# Overview\n\n## Invariants\n',
    'wiki/x/adr/0001-queue.md': record,
    'wiki/y/adr/0001-queue.md': record,
    'wiki/y/adr/ADR-12.md': record,
    'wiki/y/rfc_0003_names.md': record,
    'wiki/y/queue.md': '# ADR-7: One queue\n',
    'wiki/features/FEAT-7-refunds.md': '# Refunds\n',
    'wiki/features/Zahlung & Ärger.md': '# Zahlung\n',
    'wiki/old/features/Zahlung & Ärger.md': '# Zahlung\n',
  });
  await answer<InitAnswer>(where, MAP);
  const { nodes } = await answer<GraphAnswer>(where, ['graph']);
  const ids = Object.fromEntries(nodes.map((node) => [node.docs[0], node.ref_id]));
  t.deepEqual(ids, {
    'wiki/README.md': 'wiki',
    'wiki/a/README.md': 'a',
    'wiki/b/README.md': 'b',
    'wiki/x/adr/0001-queue.md': 'adr-0001-queue',
    'wiki/y/adr/0001-queue.md': 'y-adr-0001-queue',
    'wiki/y/adr/ADR-12.md': 'ADR-12',
    'wiki/y/rfc_0003_names.md': 'rfc_0003_names',
    'wiki/y/queue.md': 'adr-7-queue',
    'wiki/features/FEAT-7-refunds.md': 'FEAT-7',
    'wiki/features/Zahlung & Ärger.md': 'zahlung-ärger',
    'wiki/old/features/Zahlung & Ärger.md': 'features-zahlung-ärger',
  });
  t.deepEqual(await problems(where), []);
});

test('restructured: copies in the layout, every form of link leads where it led, originals stay', async (t) => {
  const page = [
    '---',
    'domain: billing',
    '---',
    '# Refunds [top](../Home.md)',
    '',
    '[billing](../domains/billing/README.md#rules "The rules") and ![flow](<../images/a flow.png>)',
    'and [`charge`](../../src/billing/charge.py) and [here](#down) and [out](https://example.org/a.md).',
    '[![badge](../images/b.png)](../adr/0001-one-ledger.md) [ref][one] [two] [mail](mailto:a@b.c)',
    '| a | [cell](../Home.md) |',
    '|---|---|',
    '<img src="../images/b.png" alt="x"> <a class=x href=\'../Home.md#a\'>home</a> [gone](gone%20page.md)',
    '[escaped](../a\\(b\\).md) [note][^1] [root](/wiki/Home.md) `[code](../Home.md)` [wiki](../Home)',
    '',
    '```md',
    '[kept](../Home.md)',
    '```',
    '',
    '    [kept](../Home.md)',
    '',
    '<!-- <a href="../Home.md"> -->',
    '',
    '[one]: ../Home.md "Home"',
    '[two]: <../images/a flow.png>',
    '[^1]: word',
    '',
  ].join('\r\n');
  const where = project(t, { ...CODE, ...WIKI, 'wiki/features/refunds.md': page, 'wiki/images/b.png': 'b' });
  where.write('wiki/images/a flow.png', 'a');
  where.write('docs/decisions/0001-one-ledger.md', '# Another one\n');
  const before = tree(where, 'wiki');
  const imported = await answer<InitAnswer>(where, RESTRUCTURE);
  t.deepEqual(tree(where, 'wiki'), before);
  const copies = Object.fromEntries(imported.documents.map(({ path, copy }) => [path, copy]));
  t.deepEqual(copies, {
    'wiki/Home.md': 'docs/_imported/Home.md',
    'wiki/adr/0001-one-ledger.md': 'docs/decisions/adr-0001-one-ledger.md',
    'wiki/domains/auth/README.md': 'docs/domains/auth/README.md',
    'wiki/domains/billing/README.md': 'docs/domains/billing/README.md',
    'wiki/features/refunds.md': 'docs/domains/billing/features/refunds.md',
  });
  t.is(readFileSync(where.path('docs/decisions/0001-one-ledger.md'), 'utf8'), '# Another one\n');
  const expected = page
    .replace('[top](../Home.md)', '[top](../../../_imported/Home.md)')
    .replace('../domains/billing/README.md#rules', '../README.md#rules')
    .replace('<../images/a flow.png>)', '<../../../../wiki/images/a%20flow.png>)')
    .replace('../../src/billing', '../../../../src/billing')
    .replace(
      '(../images/b.png)](../adr/0001-one-ledger.md)',
      '(../../../../wiki/images/b.png)](../../../decisions/adr-0001-one-ledger.md)',
    )
    .replace('[cell](../Home.md)', '[cell](../../../_imported/Home.md)')
    .replace('"../images/b.png"', '"../../../../wiki/images/b.png"')
    .replace("'../Home.md#a'", "'../../../_imported/Home.md#a'")
    .replace('gone%20page.md', '../../../../wiki/features/gone%20page.md')
    .replace('../a\\(b\\).md', '../../../../wiki/a%28b%29.md')
    .replace('/wiki/Home.md', '/docs/_imported/Home.md')
    .replace('[wiki](../Home)', '[wiki](../../../_imported/Home.md)')
    .replace('[one]: ../Home.md', '[one]: ../../../_imported/Home.md')
    .replace('[two]: <../images/a flow.png>', '[two]: <../../../../wiki/images/a%20flow.png>');
  t.is(readFileSync(where.path('docs/domains/billing/features/refunds.md'), 'utf8'), expected);
  const { nodes } = await answer<GraphAnswer>(where, ['graph']);
  t.true(
    nodes.every((node) =>
      node.docs.every((path) => path.startsWith('docs/') && existsSync(where.path(path))),
    ),
  );

  // Again: everything is there.
  const files = tree(where, '.');
  const again = await answer<InitAnswer>(where, RESTRUCTURE);
  t.deepEqual(again.written, []);
  t.deepEqual(again.conflicts, []);
  t.deepEqual(tree(where, '.'), files);

  // The original of a record is no further one.
  const merged = await answer<InitAnswer>(where, ['init', '--merge', '-y', '--dry-run']);
  t.is(merged.found.adrs, 1, 'the other one in docs/decisions/');
});

/** Numbers that look random and are the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** A line with a link, and how to find its destination again. */
const FORMS: ReadonlyArray<readonly [write: (to: string, line: number) => string, read: RegExp]> = [
  [(to) => `See [this](${to}).`, /\]\(([^)\s]*)\)\.$/],
  [(to) => `See [this](<${to}> "title").`, /\]\(<([^>]*)> "title"\)\.$/],
  [(to) => `- ![picture](${to} 'a title')`, /\]\((\S*) 'a title'\)$/],
  [(to) => `[\`code\`, *words* and \\] more](${to})`, /more\]\(([^)]*)\)$/],
  [(to) => `> quoted [link](${to})`, /link\]\(([^)]*)\)$/],
  [(to) => `Text <img alt="a > b" src="${to}"/> text`, /src="([^"]*)"/],
  [(to) => `<p><a href='${to}'>x</a></p>`, /href='([^']*)'/],
  [(to, line) => `[label ${line}]: ${to}`, /\]: (\S+)$/],
];

test('whatever the links, each leads in the copy to what it led to before, or to the copy of that', async (t) => {
  for (const seed of [1, 2, 3]) {
    const next = numbers(seed);
    const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T;
    const folders = ['', 'features/', 'adr/', 'domains/pay/', 'deep/er/and deeper/', 'ärger/'];
    const pages = Array.from(
      { length: 24 },
      (_, index) => `wiki/${pick(folders)}${pick(['page', 'a b', 'x(1)', 'c:d', 'q&a;'])}-${index}.md`,
    );
    const targets = [...pages, 'wiki/images/one two.png', 'src/a.py', 'gone/where.md', 'README.md', 'src/'];
    const files: Record<string, string> = {
      'src/a.py': 'x = 1\n',
      'wiki/images/one two.png': 'p',
      'README.md': '# R\n',
    };
    const links = new Map<string, Array<[line: number, form: number, to: string]>>();
    for (const page of pages) {
      const lines = [`# Title of ${page.replaceAll(/\W/g, ' ')}`, ''];
      const own: Array<[number, number, string]> = [];
      for (let count = 0; count < 12; count++) {
        const to = pick(targets);
        const steps = page.split('/').length - 1;
        const encoded = to
          .split('/')
          .map((part) =>
            encodeURIComponent(part).replaceAll(/[()']/g, (c) => `%${c.charCodeAt(0).toString(16)}`),
          );
        const way = `${pick(['', './'])}${'../'.repeat(steps)}${pick(['', './'])}${encoded.join('/')}${pick(['', '#part', '?a=1#b'])}`;
        const form = next(FORMS.length);
        own.push([lines.length, form, way]);
        lines.push(FORMS[form]?.[0](way, lines.length) ?? '', '');
      }
      links.set(page, own);
      files[page] = lines.join('\n');
    }
    const where = project(t, files);
    const imported = await answer<InitAnswer>(where, RESTRUCTURE);
    const copies = new Map(imported.documents.map(({ path, copy }) => [path, copy]));
    const base = 'file:///some/where/above/the/project/';
    const led = (from: string, to: string) =>
      new URL(to, base + from.split('/').map(encodeURIComponent).join('/'));
    const pathOf = (url: URL) => decodeURIComponent(url.pathname.slice(new URL(base).pathname.length));
    t.is(new Set(copies.values()).size, pages.length);
    for (const page of pages) {
      const copy = copies.get(page) as string;
      const lines = readFileSync(where.path(copy), 'utf8').split('\n');
      for (const [line, form, way] of links.get(page) ?? []) {
        const written = FORMS[form]?.[1].exec(lines[line] ?? '')?.[1] ?? 'no link';
        const before = led(page, way);
        const after = led(copy, written);
        const expected = copies.get(pathOf(before)) ?? pathOf(before);
        t.is(
          pathOf(after) + after.search + after.hash,
          expected + before.search + before.hash,
          `${page}: ${lines[line]}`,
        );
      }
    }
  }
});

test('a graph that is there stays byte for byte; what is new is added, what is known is told', async (t) => {
  const graph =
    '# ours\nnodes:\n- {ref_id: billing, kind: domain, summary: "Bills", source: src/billing/, docs: [docs/bills.md]}\n- ref_id: FEAT-1\n  kind: feature # one\n  summary: First\n';
  const where = project(t, {
    ...CODE,
    ...WIKI,
    'docs/bills.md': '# Bills\n',
    '.beadloom/_graph/all.yml': graph,
  });
  const imported = await answer<InitAnswer>(where, MAP);
  t.deepEqual(
    imported.conflicts.map(({ ref_id, field, kept, found }) => [ref_id, field, kept, found]),
    [['billing', 'docs', 'docs/bills.md', 'wiki/domains/billing/README.md']],
  );
  const files = tree(where, '.beadloom/_graph');
  t.true(files.get('.beadloom/_graph/all.yml')?.startsWith(graph));
  const { nodes, edges } = await answer<GraphAnswer>(where, ['graph']);
  t.is(nodes.filter(({ ref_id }) => ref_id === 'billing').length, 1);
  t.true(edges.some(({ src, dst, kind }) => src === 'refunds' && dst === 'billing' && kind === 'part_of'));
  const again = await answer<InitAnswer>(where, MAP);
  t.deepEqual(again.written, []);
  t.deepEqual(tree(where, '.beadloom/_graph'), files);

  where.write('.beadloom/_graph/bad.yml', 'nodes: [\n');
  const error = await failure(where, MAP);
  t.is(error.path, '.beadloom/_graph/bad.yml');
});

test('what is only hinted at is to be reviewed, with its place', async (t) => {
  const where = project(t, {
    'a/one.py': 'class Shared:\n    pass\n',
    'b/two.py': 'class Shared:\n    pass\n',
    'wiki/features/alone.md': '# Alone\n\nUses `Shared`.\n',
    'wiki/domains/x/README.md': '# X\n\nSee [y](../y/README.md).\n',
    'wiki/domains/y/README.md': '# Y\n\nNothing more.\n',
  });
  const { review } = await answer<InitAnswer>(where, MAP);
  t.deepEqual(
    review.map(({ path, line, src, dst, kind }) => [path, line, src, dst, kind]),
    [
      ['wiki/domains/x/README.md', 3, 'x', 'y', 'depends_on'],
      ['wiki/features/alone.md', 1, 'alone', null, 'part_of'],
      ['wiki/features/alone.md', 3, 'alone', 'Shared', 'touches_entity'],
    ],
  );
  const { stdout } = await beadloom(where, [...MAP, '--dry-run']);
  t.regex(stdout, /need review/);
});

test('drafts are no evidence: what nobody has reviewed is not imported', async (t) => {
  const where = project(t, CODE);
  await answer<InitAnswer>(where, ['init', '--bootstrap', '-y', '--docs', 'all']);
  where.write('docs/money.md', '# Money\n\nAn `Invoice` is sent once, says src/billing/charge.py.\n');
  const imported = await answer<InitAnswer>(where, ['init', '--import', 'docs', '-y']);
  const drafts = imported.documents.filter(({ skipped }) => skipped !== null);
  t.true(drafts.length > 0);
  t.true(drafts.every(({ skipped }) => /nobody has reviewed/u.test(skipped ?? '')));
  t.deepEqual(
    imported.documents.filter(({ skipped }) => skipped === null).map(({ path }) => path),
    ['docs/money.md'],
  );
  const { nodes } = await answer<GraphAnswer>(where, ['graph']);
  t.false(nodes.some(({ kind }) => kind === 'entity'));
});
