import test from 'ava';

import { report } from '../bench/eval/links.mjs';
import { judgedDocuments, partsAround, partsOf } from '../bench/eval/links/truth.mjs';

const PARTS = [
  { id: 'shop', places: ['./'], around: null },
  { id: 'billing', places: ['src/billing/'], around: 'shop' },
  { id: 'tax', places: ['src/billing/tax/'], around: 'billing' },
  { id: 'clock', places: ['src/clock.ts'], around: 'shop' },
];

test('a path that a reader named is of the innermost part that holds it', (t) => {
  const cases: [string[], string[]][] = [
    [
      ['src/billing/tax/vat.ts', 'src/billing/'],
      ['tax', 'billing'],
    ],
    [['src/billing/ledger/'], ['billing']],
    [['src/clock.ts'], ['clock']],
    [['src/clock.tsx', 'web/'], []],
    [['src/billing/a.ts', 'src/billing/b.ts'], ['billing']],
  ];
  for (const [paths, expected] of cases) t.deepEqual(partsOf(paths, PARTS), expected, paths.join());
  t.deepEqual(partsAround(PARTS)['tax'], ['billing', 'shop']);
});

test('what readers said names projects, commits and paths', (t) => {
  const all = judgedDocuments();
  t.true(all.length >= 20);
  for (const [repo, documents] of all) {
    t.regex(repo, /^[^/]+\/[^/]+$/);
    // The graph of a project is drafted once.
    t.is(new Set(documents.map(({ commit }) => commit)).size, 1, repo);
    for (const { commit, document, about, acceptable } of documents) {
      t.regex(commit, /^[0-9a-f]{40}$/);
      t.false(
        [document, ...about, ...acceptable].some((path) => path.startsWith('/') || path.includes('..')),
      );
      t.is(new Set(about).size, about.length, document);
    }
  }
  t.deepEqual(
    judgedDocuments('tock/tock').map(([repo]) => repo),
    ['tock/tock'],
  );
});

test('right links and found parts are counted by project and over all', (t) => {
  const text = report([
    { repo: 'a/a', document: 'x.md', about: ['p', 'q'], acceptable: ['r'], linked: ['p', 'r', 's'] },
    { repo: 'a/a', document: 'y.md', about: [], acceptable: [], linked: [] },
    { repo: 'b/b', document: 'z.md', about: ['p'], acceptable: [], linked: ['p'] },
  ]);
  t.regex(text, /\| a\/a \| 2 \| 3 \| 2 \| 0\.67 \| 2 \| 1 \| 0\.50 \|/);
  t.regex(text, /\| all \| 3 \| 4 \| 3 \| 0\.75 \| 3 \| 2 \| 0\.67 \|/);
});
