// Which stub documents `init` writes: a first diff is read by a person.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

import test from 'ava';

import type { DocsGenerateAnswer, InitAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { git } from './support/git.js';
import { project } from './support/project.js';

/** Two domains of the first level, of which one has a document, and one within another. */
const SHOP = {
  'pyproject.toml': '[project]\nname = "shop"\n',
  'billing/pyproject.toml': '[project]\nname = "billing"\n',
  'billing/pay.py': 'def pay(order):\n    return order.total\n',
  'billing/tax/pyproject.toml': '[project]\nname = "tax"\n',
  'billing/tax/rates.py': 'def rate(country):\n    return 0.2\n',
  'mail/pyproject.toml': '[project]\nname = "mail"\n',
  'mail/README.md': '# Mail\n\nSends letters to customers.\n',
  'mail/send.py': 'def send(letter):\n    return letter\n',
};

/** Stubs that were written, by path. */
function stubs({ written }: InitAnswer): string[] {
  return written
    .map(({ path }) => path)
    .filter((path) => path.startsWith('docs/'))
    .toSorted();
}

const init = ['init', '--bootstrap', '-y'];

test('stubs are for the first level, unless all or none are asked for', async (t) => {
  const of = async (...more: string[]) => answer<InitAnswer>(project(t, SHOP), [...init, ...more]);
  const [first, all, none] = [await of(), await of('--docs', 'all'), await of('--docs', 'none')];
  t.true(
    stubs(first).some((path) => path.endsWith('/billing/README.md')),
    JSON.stringify(first.written),
  );
  t.false(stubs(first).some((path) => path.endsWith('/tax/README.md')));
  t.false(
    stubs(all).some((path) => path.endsWith('/mail/README.md')),
    'it has a document',
  );
  t.deepEqual(stubs(none), []);
  t.is(all.stubs_left_out, 0);
  t.is(stubs(first).length + first.stubs_left_out, stubs(all).length);
  t.is(none.stubs_left_out, stubs(all).length);
});

test('what init left out, docs generate drafts', async (t) => {
  const where = project(t, SHOP);
  const { stdout } = await beadloom(where, [...init, '--docs', 'none']);
  t.regex(stdout, /\d parts? without a document; beadloom docs generate drafts one for each/u);
  t.is((await beadloom(where, ['docs', 'generate'])).code, 0);
  t.true(existsSync(where.path('docs')));
  t.is((await beadloom(where, ['sync-check'])).code, 0);
});

test('a draft makes nothing red until somebody has reviewed it', async (t) => {
  const where = project(t, SHOP);
  await beadloom(where, [...init, '--docs', 'none']);
  const made = await answer<DocsGenerateAnswer>(where, ['docs', 'generate']);
  t.true(made.written.includes('docs/domains/tax/README.md'), made.written.join());
  const states = async () => (await beadloom(where, ['sync-check', '--porcelain'])).stdout;
  t.is(await states(), '');
  where.write('billing/tax/rates.py', 'def rate(country, year):\n    return 0.2\n');
  t.is((await beadloom(where, ['ci'])).code, 0);
  t.is(await states(), '');

  // Nobody has said of what a person wrote that it is up to date.
  where.write('docs/domains/tax/README.md', '# Tax\n\nOf all countries.\n\n<!-- beadloom:ref=tax -->\n');
  t.regex(await states(), /^untracked\ttax\tdocs\/domains\/tax\/README\.md\t/mu);
  await beadloom(where, ['sync-update', 'tax', '-y']);
  t.is(await states(), '');
  where.write('billing/tax/rates.py', 'def rate(land):\n    return 0.2\n');
  t.regex(await states(), /^stale\ttax\tdocs\/domains\/tax\/README\.md\tbilling\/tax\/rates\.py\t/mu);
});

test('a document of a part takes its code over from the document of the whole, and nothing is red for that', async (t) => {
  const where = project(t, { ...SHOP, 'billing/README.md': '# Billing\n\nTakes money.\n' });
  await beadloom(where, [...init, '--docs', 'none']);
  const states = async () => (await beadloom(where, ['sync-check', '--porcelain'])).stdout;
  t.is(await states(), '');
  const lock = () => readFileSync(where.path('.beadloom/sync.lock'), 'utf8');
  t.regex(lock(), /^billing\/README\.md\t.*\tbilling\/tax\/rates\.py\t/mu);
  where.write('docs/tax.md', '# Tax\n\nOf all countries.\n\n<!-- beadloom:ref=tax -->\n');
  t.notRegex(await states(), /^stale/mu);
  await beadloom(where, ['sync-update', 'tax', '-y']);
  t.notRegex(lock(), /^billing\/README\.md\t.*\tbilling\/tax\/rates\.py\t/mu);
  t.regex(lock(), /^docs\/tax\.md\ttax\t.*\tbilling\/tax\/rates\.py\t/mu);
  t.is(await states(), '');
});

test('docs generate publishes nothing, unless the node names its document', async (t) => {
  const where = project(t, { ...SHOP, 'mkdocs.yml': '', 'docs/index.md': '# Shop\n' });
  await beadloom(where, init);
  const before = readdirSync(where.path('docs'));
  const made = await answer<DocsGenerateAnswer>(where, ['docs', 'generate']);
  t.deepEqual(made.written, []);
  t.true(made.left_out > 0);
  t.is(made.published_by, 'mkdocs.yml');
  t.deepEqual(readdirSync(where.path('docs')), before);
  t.regex((await beadloom(where, ['docs', 'generate'])).stdout, /mkdocs\.yml publishes the folder/);
  const graph = where.path('.beadloom/_graph/domains.yml');
  const text = readFileSync(graph, 'utf8');
  t.regex(text, /ref_id: tax,/);
  writeFileSync(graph, text.replace('ref_id: tax,', 'ref_id: tax, docs: [billing/tax/README.md],'));
  const own = await answer<DocsGenerateAnswer>(where, ['docs', 'generate', 'tax']);
  t.deepEqual(own.written, ['billing/tax/README.md']);
});

test('a graph that Git would ignore is told of at once', async (t) => {
  const where = project(t, { ...SHOP, '.gitignore': 'node_modules/\n.*\n' });
  git(where.root, 'init', '-q');
  const { code, stderr } = await beadloom(where, init);
  t.is(code, 0);
  t.regex(stderr, /warning: Git ignores the graph: `\.\*` in \.gitignore:2\. Add the line !\/\.beadloom\/ /);
});

test('init shows one progress: no phase comes twice', async (t) => {
  const where = project(t, SHOP);
  const { stderr } = await beadloom(where, [...init, '--progress', 'json']);
  const phases = stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { phase: string }).phase);
  const runs = phases.filter((phase, at) => phase !== phases[at - 1]);
  t.deepEqual(runs, [...new Set(runs)], phases.join());
  t.true(runs.includes('parse'));
});

for (const [builder, file] of [
  ['MkDocs', 'mkdocs.yml'],
  ['Sphinx', 'docs/conf.py'],
  ['Docusaurus', 'docusaurus.config.js'],
  ['VitePress', 'docs/.vitepress/config.ts'],
] as const) {
  test(`no stub goes where ${builder} publishes it`, async (t) => {
    const where = project(t, { ...SHOP, [file]: '', 'docs/index.md': '# Shop\n\nHow to shop.\n' });
    const before = readdirSync(where.path('docs'));
    const { stdout, code } = await beadloom(where, init);
    t.is(code, 0);
    t.deepEqual(readdirSync(where.path('docs')), before);
    t.regex(stdout, /No stub documents: \S+ publishes the folder that they go to\. Write yours elsewhere/u);
  });
}
