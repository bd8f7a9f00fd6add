// Checkouts of all kinds: the files that are there count, and nothing of Git's own.
import { mkdirSync, rmSync } from 'node:fs';

import type { PrimeAnswer, ReindexAnswer, SearchAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { project, type TestProject } from './support/project.js';

/** A repository with the files given in its first commit. */
function repository(where: TestProject, folder: string, files: Record<string, string>): string {
  const root = where.path(folder);
  mkdirSync(root, { recursive: true });
  git(root, 'init', '-q');
  for (const [path, content] of Object.entries(files)) {
    where.write(`${folder}/${path}`, content);
  }
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'first');
  return root;
}

async function reindex(where: TestProject, folder: string): Promise<ReindexAnswer> {
  return answer<ReindexAnswer>(where, ['reindex', '--project', where.path(folder)]);
}

async function found(where: TestProject, folder: string, symbol: string): Promise<string[]> {
  const args = ['search', symbol, '--in', 'code', '--no-refresh', '--project', where.path(folder)];
  const { hits } = await answer<SearchAnswer>(where, args);
  return hits.filter((hit) => hit.name === symbol).map((hit) => hit.path ?? '');
}

withGit('a repository without commits', async (t) => {
  const where = project(t);
  mkdirSync(where.path('empty'));
  git(where.path('empty'), 'init', '-q');
  t.is((await reindex(where, 'empty')).files.scanned, 0);
  where.write('empty/a.py', 'def before_any_commit(): pass\n');
  t.is((await reindex(where, 'empty')).totals.symbols, 1);
});

withGit(
  "a submodule: its files count, its ignore rules hold within it, Git's own files are none",
  async (t) => {
    const where = project(t);
    const library = repository(where, 'library', {
      'lib.py': 'def in_library(): pass\n',
      '.gitignore': 'made.py\n',
    });
    const root = repository(where, 'app', { 'app.py': 'def in_app(): pass\n' });
    git(root, 'submodule', 'add', '-q', library, 'vendor/library');
    where.write('app/vendor/library/made.py', 'def ignored_in_library(): pass\n');
    where.write('app/made.py', 'def not_ignored_in_app(): pass\n');
    const first = await reindex(where, 'app');
    t.deepEqual(first.diagnostics, []);
    t.deepEqual(await found(where, 'app', 'in_library'), ['vendor/library/lib.py']);
    t.deepEqual(await found(where, 'app', 'ignored_in_library'), []);
    t.deepEqual(await found(where, 'app', 'not_ignored_in_app'), ['made.py']);
    git(root, 'submodule', 'deinit', '-q', '-f', 'vendor/library');
    await reindex(where, 'app');
    t.deepEqual(await found(where, 'app', 'in_library'), []);
  },
);

withGit('worktrees: each has an index of its own, of its own files', async (t) => {
  const where = project(t);
  const root = repository(where, 'app', { 'a.py': 'def in_main(): pass\n' });
  git(root, 'worktree', 'add', '-q', '-b', 'side', where.path('side'));
  where.write('side/a.py', 'def in_side(): pass\n');
  await reindex(where, 'app');
  const side = await answer<ReindexAnswer>({ ...where, root: where.path('side') }, ['reindex']);
  t.is(side.totals.symbols, 1);
  t.deepEqual(await found(where, 'app', 'in_main'), ['a.py']);
  t.deepEqual(await found(where, 'side', 'in_side'), ['a.py']);
  t.deepEqual(await found(where, 'side', 'in_main'), []);
  // Both are one project, whatever the folder is called.
  const named = await answer<PrimeAnswer>({ ...where, root: where.path('side') }, ['prime']);
  t.is(named.project, 'app');
});

withGit('a sparse checkout: what is there counts, and what comes and goes is followed', async (t) => {
  const where = project(t);
  const root = repository(where, 'app', {
    'src/a.py': 'def in_src(): pass\n',
    'lib/b.py': 'def in_lib(): pass\n',
    'docs/lib.md': '# Library\n\n## Constraints\n\nNone.\n',
    '.beadloom/_graph/all.yml':
      'nodes:\n  - ref_id: lib\n    kind: domain\n    source: lib/\n    docs: [docs/lib.md]\n',
  });
  await reindex(where, 'app');
  git(root, 'sparse-checkout', 'set', '--cone', 'src', '.beadloom');
  const sparse = await reindex(where, 'app');
  t.deepEqual([sparse.totals.symbols, sparse.totals.docs, sparse.files.deleted], [1, 0, 2]);
  t.deepEqual(
    sparse.diagnostics.map((one) => one.level),
    sparse.diagnostics.map(() => 'warn'),
  );
  git(root, 'sparse-checkout', 'disable');
  const whole = await reindex(where, 'app');
  t.deepEqual([whole.totals.symbols, whole.totals.docs, whole.diagnostics], [2, 1, []]);
});

withGit('switching branches: the index follows, and coming back gives what was', async (t) => {
  const where = project(t);
  const root = repository(where, 'app', { 'a.py': 'def on_main(): pass\n', 'both.py': 'def both(): pass\n' });
  const main = await reindex(where, 'app');
  git(root, 'checkout', '-q', '-b', 'other');
  git(root, 'mv', 'a.py', 'moved.py');
  where.write('app/new.py', 'def on_other(): pass\n');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'second');
  const other = await reindex(where, 'app');
  t.deepEqual([other.files.renamed, other.files.added], [1, 1]);
  git(root, 'checkout', '-q', 'main');
  const back = await reindex(where, 'app');
  t.deepEqual(back.totals, main.totals);
  t.deepEqual(await found(where, 'app', 'on_main'), ['a.py']);
  t.deepEqual(await found(where, 'app', 'on_other'), []);
});

withGit('a checkout whose .git is gone is a project all the same', async (t) => {
  const where = project(t);
  const root = repository(where, 'app', { '.gitignore': 'out/\n', 'a.py': 'def kept(): pass\n' });
  where.write('app/out/b.py', 'def ignored(): pass\n');
  rmSync(`${root}/.git`, { recursive: true });
  await reindex(where, 'app');
  t.deepEqual(await found(where, 'app', 'kept'), ['a.py']);
  t.deepEqual(await found(where, 'app', 'ignored'), []);
});
