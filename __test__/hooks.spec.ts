import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';

import type { ExecutionContext } from 'ava';

import type { DoctorAnswer, InstallHooksAnswer } from '../src/api/index.js';
import { answer, beadloom, environment, failure } from './support/cli.js';
import { git, GIT_ENVIRONMENT, withGit as test } from './support/git.js';
import { project, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

/** A repository with one pair in step, and hooks where Git has them. */
async function repository(t: ExecutionContext): Promise<TestProject> {
  const where = project(t, {
    '.beadloom/_graph/a.yml': 'nodes:\n  - {ref_id: a, kind: domain, docs: [docs/a.md], source: src/}\n',
    '.gitignore': '.beadloom/beadloom.db*\n',
    'docs/a.md': '# A\n',
    'src/x.py': 'def one():\n    return 1\n',
  });
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '--quiet', '.');
  await answer(where, ['sync-update', '--all', '-y']);
  commit(where.root);
  return where;
}

/** Commits everything; the hook's words, and whether Git went on. */
function commit(root: string): { passed: boolean; said: string } {
  git(root, 'add', '--all');
  const env = environment(GIT_ENVIRONMENT);
  try {
    const said = execFileSync('sh', ['-c', 'git commit --allow-empty -m x 2>&1'], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    return { passed: true, said };
  } catch (error) {
    return { passed: false, said: String((error as { stdout: unknown }).stdout) };
  }
}

const stale = (where: TestProject, number: number) =>
  where.write('src/x.py', `def one():\n    return ${number}\n`);

test('the mode is read when the hook runs', async (t) => {
  const where = await repository(t);
  const installed = await answer<InstallHooksAnswer>(where, ['install-hooks']);
  t.deepEqual(violations('install-hooks', installed), []);
  t.deepEqual(installed.hooks, [{ hook: 'pre-commit', path: '.git/hooks/pre-commit', outcome: 'installed' }]);
  t.is((await answer<InstallHooksAnswer>(where, ['install-hooks'])).hooks[0]?.outcome, 'unchanged');
  t.deepEqual(commit(where.root).passed, true);

  stale(where, 2);
  const warned = commit(where.root);
  t.true(warned.passed, warned.said);
  t.regex(warned.said, /docs\/a\.md/);
  where.write('.beadloom/config.yml', 'sync: {hook_mode: block}\n');
  const blocked = commit(where.root);
  t.false(blocked.passed, blocked.said);
  t.regex(blocked.said, /Run: beadloom sync-update/);
  where.write('.beadloom/config.yml', 'sync: {hook_mode: off}\n');
  const silent = commit(where.root);
  t.true(silent.passed);
  t.notRegex(silent.said, /Stale/);
  where.write('.beadloom/config.yml', 'sync: {hook_mode: block}\n');
  await answer(where, ['sync-update', 'a', '-y']);
  t.true(commit(where.root).passed);
  // What is wrong with the check itself stops nobody.
  where.write('.beadloom/sync.lock', 'broken\n');
  const failed = commit(where.root);
  t.true(failed.passed, failed.said);
  t.regex(failed.said, /not checked/);
});

test('what else is in a hook stays, and stays alone again', async (t) => {
  const where = await repository(t);
  const foreign = '#!/bin/bash\nset -e\necho foreign ran\nexit 0\n';
  where.write('.git/hooks/pre-commit', foreign);
  chmodSync(where.path('.git/hooks/pre-commit'), 0o755);
  where.write('.beadloom/config.yml', 'sync: {hook_mode: block}\n');
  await answer(where, ['install-hooks', '--pre-commit', '--pre-push']);
  const passed = commit(where.root);
  t.true(passed.passed);
  t.regex(passed.said, /foreign ran/);
  stale(where, 2);
  t.false(commit(where.root).passed);
  const { hooks } = await answer<InstallHooksAnswer>(where, ['install-hooks', '--remove']);
  t.deepEqual(
    hooks.map(({ hook, outcome }) => `${hook} ${outcome}`),
    ['pre-commit removed', 'pre-push removed'],
  );
  t.is(readFileSync(where.path('.git/hooks/pre-commit'), 'utf8'), foreign);
  t.false(existsSync(where.path('.git/hooks/pre-push')));
  t.true(commit(where.root).passed);
  t.is((await answer<InstallHooksAnswer>(where, ['install-hooks', '--remove'])).hooks[0]?.outcome, 'absent');
  const node = "#!/usr/bin/env node\nconsole.log('x');\n";
  where.write('.git/hooks/pre-commit', node);
  t.is((await failure(where, ['install-hooks'])).code, 'usage');
  t.is(readFileSync(where.path('.git/hooks/pre-commit'), 'utf8'), node);
});

test('core.hooksPath, worktrees, husky and lefthook are where hooks are', async (t) => {
  const where = await repository(t);
  where.write('.beadloom/config.yml', 'sync: {hook_mode: block}\n');
  commit(where.root);

  const tree = `${where.root}-tree`;
  t.teardown(() => rmSync(tree, { recursive: true, force: true }));
  git(where.root, 'worktree', 'add', '--quiet', tree);
  const [shared] = (await answer<InstallHooksAnswer>({ ...where, root: tree }, ['install-hooks'])).hooks;
  t.is(realpathSync(shared?.path ?? ''), realpathSync(where.path('.git/hooks/pre-commit')));
  const inTree: TestProject = { ...where, root: tree, path: (path) => `${tree}/${path}` };
  t.true(commit(tree).passed);
  execFileSync('sh', ['-c', 'printf "def one():\\n    return 7\\n" > src/x.py'], { cwd: tree });
  t.false(commit(tree).passed, 'in the worktree');
  await answer(inTree, ['install-hooks', '--remove']);

  git(where.root, 'config', 'core.hooksPath', '.team/hooks');
  const [ofTeam] = (await answer<InstallHooksAnswer>(where, ['install-hooks'])).hooks;
  t.is(ofTeam?.path, '.team/hooks/pre-commit');
  t.notRegex(
    readFileSync(where.path('.team/hooks/pre-commit'), 'utf8'),
    /cli\.js/,
    'a shared hook names no machine',
  );
  stale(where, 3);
  t.false(commit(where.root).passed, 'with core.hooksPath');
  await answer(where, ['install-hooks', '--remove']);
  t.false(existsSync(where.path('.team/hooks/pre-commit')));

  where.write('.husky/pre-commit', 'npm test\n');
  const [ofHusky] = (await answer<InstallHooksAnswer>(where, ['install-hooks'])).hooks;
  t.is(ofHusky?.path, '.husky/pre-commit');
  t.regex(readFileSync(where.path('.husky/pre-commit'), 'utf8'), /sync-check --hook[\s\S]*npm test\n$/);
  await answer(where, ['install-hooks', '--remove']);
  t.is(readFileSync(where.path('.husky/pre-commit'), 'utf8'), 'npm test\n');

  const lefthook =
    'pre-commit:\n  parallel: true\n  commands:\n      lint:\n        run: npm run lint\npost-merge:\n  commands:\n    a: {run: b}\n';
  where.write('lefthook.yml', lefthook);
  await answer(where, ['install-hooks', '--pre-commit', '--pre-push']);
  const written = readFileSync(where.path('lefthook.yml'), 'utf8');
  t.regex(
    written,
    /commands:\n {6}# beadloom begin[^\n]*\n {6}beadloom:\n {8}run: "beadloom sync-check --hook/,
  );
  t.regex(written, /^pre-push:\n {2}commands:\n {4}beadloom:/m);
  t.is((await answer<InstallHooksAnswer>(where, ['install-hooks'])).hooks[0]?.outcome, 'unchanged');
  await answer(where, ['install-hooks', '--remove']);
  t.is(readFileSync(where.path('lefthook.yml'), 'utf8'), lefthook);
});

test('doctor sees to hooks and lock', async (t) => {
  const where = await repository(t);
  await answer(where, ['install-hooks']);
  const hook = where.path('.git/hooks/pre-commit');
  const written = readFileSync(hook, 'utf8');
  const lock = readFileSync(where.path('.beadloom/sync.lock'), 'utf8');
  const look = async (...args: string[]) => {
    const { findings, fixed } = JSON.parse(
      (await beadloom(where, ['doctor', '--json', ...args])).stdout,
    ) as DoctorAnswer;
    const ours = findings.filter(({ check }) => check === 'hooks' || check === 'lock');
    return { fixed, found: ours.map(({ check, level }) => `${check} ${level}`) };
  };
  const well = ['lock ok', 'hooks ok'];
  t.deepEqual((await look()).found, well);

  where.write('.git/hooks/pre-commit', written.replace('status=0', 'status=0 # of another version'));
  t.deepEqual((await look()).found, ['lock ok', 'hooks warn']);
  t.regex((await look('--fix')).fixed.join(), /pre-commit has the block of this version/);
  t.is(readFileSync(hook, 'utf8'), written);

  if (process.platform !== 'win32') {
    chmodSync(hook, 0o644);
    t.deepEqual((await look()).found, ['lock ok', 'hooks warn']);
    t.deepEqual((await look('--fix')).found, well);
  }

  const line = lock.split('\n').find((text) => text.startsWith('docs/')) ?? '';
  where.write('.beadloom/sync.lock', `${lock}\n${line.replace('\ta\t', '\tnobody\t')}\n`);
  t.deepEqual((await look()).found, ['lock info', 'hooks ok']);
  t.deepEqual((await look('--fix')).found, well);
  t.is(readFileSync(where.path('.beadloom/sync.lock'), 'utf8'), lock);
  where.write('.beadloom/sync.lock', 'broken\n');
  t.deepEqual((await look('--fix')).found, ['lock error', 'hooks ok']);
});

test('without a repository there is nothing to install', async (t) => {
  const where = project(t, { 'a.py': 'x = 1\n' });
  rmSync(where.path('.git'), { recursive: true });
  const { code, stderr } = await beadloom(where, ['install-hooks', '--project', '.'], {
    env: { GIT_CEILING_DIRECTORIES: where.root.replace(/\/[^/]+$/, '') },
  });
  t.is(code, 1);
  t.regex(stderr, /Git repository/);
});
