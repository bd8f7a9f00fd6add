import { readFileSync, rmSync } from 'node:fs';

import test, { type ExecutionContext } from 'ava';

import type { DebtAnswer, DiffAnswer, SnapshotListAnswer, SnapshotSaveAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { fixture, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

const DOMAINS = '.beadloom/_graph/domains.yml';

/** The shop under a name that does not depend on its folder. */
function shop(t: ExecutionContext): TestProject {
  const where = fixture(t, 'shop');
  where.write('.beadloom/config.yml', 'repo: shop\n');
  return where;
}

function edit(where: TestProject, path: string, from: string, to: string): void {
  where.write(path, readFileSync(where.path(path), 'utf8').replace(from, to));
}

async function save(where: TestProject, label: string): Promise<SnapshotSaveAnswer> {
  return answer<SnapshotSaveAnswer>(where, ['snapshot', 'save', '--label', label]);
}

test('what was saved outlives the index, and compare says what changed since', async (t) => {
  const where = shop(t);
  const saved = await save(where, 'before');
  t.deepEqual(violations('snapshot-save', saved), []);
  t.like(saved, { label: 'before', commit: null, path: `.beadloom/snapshots/${saved.id}.json` });
  t.regex(saved.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const text = readFileSync(where.path(saved.path), 'utf8');
  t.deepEqual(Object.keys(JSON.parse(text) as object), Object.keys(JSON.parse(text) as object).toSorted());

  for (const end of ['', '-wal', '-shm']) {
    rmSync(where.path(`.beadloom/beadloom.db${end}`), { force: true });
  }
  edit(where, DOMAINS, 'Charges and refunds.', 'Takes money.');
  edit(where, DOMAINS, 'ref_id: auth', 'ref_id: identity');
  edit(where, DOMAINS, 'src: auth', 'src: identity');
  edit(where, '.beadloom/_graph/features.yml', 'dst: auth', 'dst: identity');
  edit(where, 'src/auth/tokens.py', 'beadloom:domain=auth', 'beadloom:domain=identity');
  edit(where, 'src/auth/tokens.py', 'def check(token):', 'def check(token, now):');
  for (const name of ['before', saved.id]) {
    const made = await answer<DiffAnswer>(where, ['snapshot', 'compare', name]);
    t.deepEqual(violations('diff', made), []);
    t.like(made, { since: name, since_commit: null, to: null, added_edges: [], removed_edges: [] });
    t.deepEqual(made.renamed_nodes, [{ from: 'auth', to: 'identity' }]);
    t.deepEqual(
      made.changed_nodes.map(({ ref_id: id, old_summary: old, new_summary: now }) => [id, old, now]),
      [['billing', 'Charges and refunds.', 'Takes money.']],
    );
    t.deepEqual(
      made.symbols.map(({ ref_id: id, changed }) => [id, changed.map(({ new_signature: now }) => now)]),
      [['identity', ['def check(token, now)']]],
    );
  }
  const after = await save(where, 'after');
  const made = await answer<DiffAnswer>(where, ['snapshot', 'compare', 'before', after.id]);
  t.is(made.to, after.id);
  t.is(made.changed_nodes.length, 1);
  t.is((await beadloom(where, ['snapshot', 'compare', 'before', 'after', '--exit-code'])).code, 2);
  t.is((await beadloom(where, ['snapshot', 'compare', 'after', '--exit-code'])).code, 0);

  const list = await answer<SnapshotListAnswer>(where, ['snapshot', 'list']);
  t.deepEqual(violations('snapshot-list', list), []);
  t.deepEqual(
    list.snapshots.map(({ label }) => label),
    ['before', 'after'],
  );
  const trend = (await answer<DebtAnswer>(where, ['status', '--debt', '--trend'])).trend;
  t.deepEqual(
    trend.map(({ label, id }) => label ?? id),
    ['before', 'after', null],
  );
});

test('the same state is the same bytes, but for its name and time', async (t) => {
  const where = shop(t);
  const texts: string[] = [];
  for (const label of ['one', 'two']) {
    const { id, path, created_at: at } = await save(where, label);
    const text = readFileSync(where.path(path), 'utf8');
    texts.push(text.replace(`"${label}"`, '""').replace(`"${id}"`, '""').replace(`"${at}"`, '""'));
  }
  t.is(texts[0], texts[1]);
});

withGit('a snapshot knows its commit', async (t) => {
  const where = shop(t);
  git(where.root, 'init', '-q');
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'first');
  const { commit } = await save(where, 'a');
  t.regex(commit ?? '', /^[0-9a-f]{40}$/);
  t.is((await answer<DiffAnswer>(where, ['snapshot', 'compare', 'a'])).since_commit, commit);
});

test('a snapshot of another project, one that is damaged, and names that there are not', async (t) => {
  const where = shop(t);
  t.is((await failure(where, ['snapshot', 'compare', 'nope'])).code, 'not_found');
  const { path, id } = await save(where, 'mine');
  t.regex((await failure(where, ['snapshot', 'compare', 'nope'])).hint ?? '', /mine/);
  // The same again, as after a run that was killed at its end, is the same snapshot; another state is another one.
  t.is((await save(where, 'mine')).id, id);
  where.write('src/auth/extra.py', 'def more(): pass\n');
  t.is((await failure(where, ['snapshot', 'save', '--label', 'mine'])).code, 'usage');
  for (const args of [['compare'], ['list', 'x'], ['save', 'x'], ['list', '--label', 'x'], ['drop']]) {
    t.is((await failure(where, ['snapshot', ...args])).code, 'usage', args.join(' '));
  }
  const text = readFileSync(where.path(path), 'utf8');
  where.write(
    '.beadloom/snapshots/other.json',
    text
      .replace('"project": "shop"', '"project": "bakery"')
      .replace('"mine"', '"theirs"')
      .replace(/"id": "[^"]+"/, '"id": "other"'),
  );
  where.write('.beadloom/snapshots/cut.json', text.slice(0, 200));
  where.write('.beadloom/snapshots/new.json', text.replace('"version": 1', '"version": 9'));
  const error = await failure(where, ['snapshot', 'compare', 'theirs']);
  t.is(error.code, 'foreign_snapshot');
  t.is(error.path, '.beadloom/snapshots/other.json');
  t.regex(error.message, /bakery.*shop/);
  t.is((await failure(where, ['snapshot', 'compare', 'mine', 'theirs'])).code, 'foreign_snapshot');
  const list = await answer<SnapshotListAnswer>(where, ['snapshot', 'list']);
  t.deepEqual(
    list.snapshots.map(({ label }) => label),
    ['mine'],
  );
  t.is(list.unread.length, 3);
  t.regex(
    list.unread.join('\n'),
    /cut\.json is not a snapshot[^]*new\.json has version 9[^]*other\.json is of "bakery"/,
  );
});

test('snapshots that are saved at the same moment are all there', async (t) => {
  const where = shop(t);
  await answer(where, ['reindex']);
  const labels = Array.from({ length: 6 }, (_, number) => `label ${number}`);
  const all = await Promise.all(labels.map((label) => save(where, label)));
  t.is(new Set(all.map(({ path }) => path)).size, labels.length);
  const { snapshots } = await answer<SnapshotListAnswer>(where, ['snapshot', 'list']);
  t.deepEqual(snapshots.map(({ label }) => label ?? '').toSorted(), labels);
});
