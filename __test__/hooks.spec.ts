import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';

import type { ExecutionContext } from 'ava';

import type { DoctorAnswer, InstallHooksAnswer } from '../src/api/index.js';
import { candidates, currentHost } from '../src/native/platform.js';
import { answer, beadloom, CLI, environment, failure, run } from './support/cli.js';
import { git, GIT_ENVIRONMENT, withGit as test, withGitOnUnix as unixTest } from './support/git.js';
import { project, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

/** The block that the version before put into hooks. */
const BEFORE = `# beadloom begin: checks documents; beadloom install-hooks --remove takes this block out
beadloom_check() (
  case "$GIT_INDEX_FILE" in ''|/*) ;; *) GIT_INDEX_FILE=$PWD/$GIT_INDEX_FILE ;; esac
  cd '.' 2>/dev/null && [ -d .beadloom ] || exit 0
  if [ -x node_modules/.bin/beadloom ]; then
    set -- node_modules/.bin/beadloom
  elif command -v beadloom >/dev/null 2>&1; then
    set -- beadloom
  else
    eval "set -- $(git config --get beadloom.command)"
  fi
  if [ $# -eq 0 ]; then
    echo "beadloom is not there, so documents were not checked" >&2
    exit 0
  fi
  status=0
  "$@" sync-check --hook --no-progress </dev/null >&2 || status=$?
  case $status in
    0) exit 0 ;;
    2) exit 1 ;;
    *) echo "beadloom sync-check failed, so documents were not checked" >&2 ;;
  esac
)
beadloom_check || exit 1
# beadloom end
`;

/** The addon that the command line finds by itself. */
function addon(): string {
  const require = createRequire(import.meta.url);
  for (const name of candidates(currentHost())) {
    const file = name.replace(/^beadloom-/, '');
    try {
      return require.resolve(`../npm/${file}/beadloom.${file}.node`);
    } catch {
      // of another platform
    }
  }
  throw new Error('there is no addon');
}

/** A repository with one pair up to date, and hooks where Git has them. */
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
function commit(root: string, more: Record<string, string> = {}): { passed: boolean; said: string } {
  git(root, 'add', '--all');
  const env = environment({ ...GIT_ENVIRONMENT, ...more });
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
  git(where.root, 'config', 'core.hooksPath', '.husky/_');
  const [ofHusky] = (await answer<InstallHooksAnswer>(where, ['install-hooks'])).hooks;
  t.is(ofHusky?.path, '.husky/pre-commit');
  t.regex(readFileSync(where.path('.husky/pre-commit'), 'utf8'), /beadloom-check[\s\S]*npm test\n$/);
  await answer(where, ['install-hooks', '--remove']);
  t.is(readFileSync(where.path('.husky/pre-commit'), 'utf8'), 'npm test\n');

  const lefthook =
    'pre-commit:\n  parallel: true\n  commands:\n      lint:\n        run: npm run lint\npost-merge:\n  commands:\n    a: {run: b}\n';
  git(where.root, 'config', '--unset', 'core.hooksPath');
  where.write('lefthook.yml', lefthook);
  await answer(where, ['install-hooks', '--pre-commit', '--pre-push']);
  const written = readFileSync(where.path('lefthook.yml'), 'utf8');
  t.regex(
    written,
    /commands:\n {6}# beadloom begin[^\n]*\n {6}beadloom:\n {8}run: "check=\$\(git rev-parse --git-common-dir/,
  );
  t.regex(written, /^pre-push:\n {2}commands:\n {4}beadloom:/m);
  t.is((await answer<InstallHooksAnswer>(where, ['install-hooks'])).hooks[0]?.outcome, 'unchanged');
  await answer(where, ['install-hooks', '--remove']);
  t.is(readFileSync(where.path('lefthook.yml'), 'utf8'), lefthook);
});

test('hooks go where Git looks, and an unused .husky or lefthook.yml is none of that', async (t) => {
  const look = async (where: TestProject) => {
    const { findings } = JSON.parse((await beadloom(where, ['doctor', '--json'])).stdout) as DoctorAnswer;
    return findings.filter(({ check }) => check === 'hooks').map(({ level, path }) => `${level} ${path}`);
  };
  const others = {
    '.husky/pre-commit': 'npm test\n',
    'lefthook.yml': 'pre-commit:\n  commands: {a: {run: b}}\n',
  };
  for (const [set, wanted] of [
    [undefined, '.git/hooks/pre-commit'],
    ['.githooks', '.githooks/pre-commit'],
    ['.husky', '.husky/pre-commit'],
    ['.husky/_', '.husky/pre-commit'],
    ['./.husky/_/', '.husky/pre-commit'],
  ] as const) {
    const where = await repository(t);
    where.write('.beadloom/config.yml', 'sync: {hook_mode: block}\n');
    for (const [path, text] of Object.entries(others).slice(0, set === undefined ? 1 : 2)) {
      where.write(path, text);
    }
    if (set !== undefined) {
      git(where.root, 'config', 'core.hooksPath', set);
    }
    const [installed] = (await answer<InstallHooksAnswer>(where, ['install-hooks'])).hooks;
    t.is(installed?.path, wanted, set);
    t.deepEqual(await look(where), [`ok ${wanted}`], set);
    if (set !== undefined && !set.includes('_')) {
      chmodSync(where.path(wanted), 0o755);
      stale(where, 7);
      t.false(commit(where.root).passed, set);
    }
    // The setting changed: the hook never runs, and is found all the same.
    git(where.root, 'config', 'core.hooksPath', '.elsewhere');
    t.deepEqual(await look(where), [`warn ${wanted}`], set);
    await answer(where, ['install-hooks', '--remove']);
    t.false(
      existsSync(where.path(wanted)) && readFileSync(where.path(wanted), 'utf8').includes('beadloom'),
      set,
    );
    t.false(existsSync(where.path('.git/beadloom-hooks')), set);
    t.is(readFileSync(where.path('.husky/pre-commit'), 'utf8'), 'npm test\n', set);
  }
});

test('core.hooksPath of a user counts, and lefthook where its hooks are what Git runs', async (t) => {
  const where = await repository(t);
  const shared = project(t);
  where.write('.husky/pre-commit', 'npm test\n');
  const env = { ...GIT_ENVIRONMENT, GIT_CONFIG_GLOBAL: shared.path('gitconfig') };
  shared.write('gitconfig', `[core]\n\thooksPath = ${shared.path('hooks')}\n`);
  const refused = await beadloom(where, ['install-hooks', '--json'], { env });
  t.regex(refused.stdout, /allow-outside/);
  t.is((await beadloom(where, ['install-hooks', '--allow-outside'], { env })).code, 0);
  t.regex(readFileSync(shared.path('hooks/pre-commit'), 'utf8'), /beadloom/);

  const other = await repository(t);
  other.write('lefthook.yml', 'pre-commit:\n  commands:\n    a:\n      run: b\n');
  other.write('.githooks/prepare-commit-msg', '#!/bin/sh\nexec lefthook run prepare-commit-msg "$@"\n');
  git(other.root, 'config', 'core.hooksPath', '.githooks');
  const [ofLefthook] = (await answer<InstallHooksAnswer>(other, ['install-hooks'])).hooks;
  t.is(ofLefthook?.path, 'lefthook.yml');
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
  // Where the document and the code are those of another line, a node was renamed, and nothing is wrong.
  const fields = line
    .split('\t')
    .map((field) => ({ a: 'nobody', 'src/x.py': 'src/gone.py' })[field] ?? field);
  where.write('.beadloom/sync.lock', `${lock}\n${fields.join('\t')}\n`);
  t.deepEqual((await look()).found, ['lock warn', 'hooks ok']);
  t.deepEqual((await look('--fix')).found, well);
  t.is(readFileSync(where.path('.beadloom/sync.lock'), 'utf8'), lock);
  where.write('.beadloom/sync.lock', 'broken\n');
  t.deepEqual((await look('--fix')).found, ['lock error', 'hooks ok']);
});

/** A program at that place that notes that it was run. */
function evil(where: TestProject, path: string): () => boolean {
  const ran = `${where.root}.ran`;
  where.write(path, `#!/bin/sh\n: >'${ran}'\n`);
  chmodSync(where.path(path), 0o755);
  return () => existsSync(ran);
}

unixTest('a hook runs what installed it, and nothing that the repository brings', async (t) => {
  const where = await repository(t);
  where.write('.beadloom/config.yml', 'sync: {hook_mode: block}\n');
  where.write('.git/info/exclude', 'node_modules/\n');
  const hasRun = evil(where, 'node_modules/.bin/beadloom');
  git(where.root, 'config', 'beadloom.command', where.path('node_modules/.bin/beadloom'));
  await answer(where, ['install-hooks']);
  t.notRegex(
    readFileSync(where.path('.git/config'), 'utf8'),
    /beadloom/,
    'no setting is left of earlier versions',
  );
  const hook = readFileSync(where.path('.git/hooks/pre-commit'), 'utf8');
  t.true(hook.includes(CLI), 'by its absolute path');
  git(where.root, 'config', 'beadloom.command', where.path('node_modules/.bin/beadloom'));
  stale(where, 2);
  const PATH = `${where.path('node_modules/.bin')}:${process.env['PATH']}`;
  t.false(commit(where.root, { PATH }).passed);
  t.false(hasRun());

  await answer(where, ['install-hooks', '--project-command']);
  commit(where.root);
  t.true(hasRun(), 'where the user says so');
  rmSync(where.path('node_modules'), { recursive: true });
  stale(where, 3);
  t.false(commit(where.root).passed, 'and what installed it where the project brings none');
});

unixTest('what installed a hook and is gone stops nobody, and doctor names another', async (t) => {
  const where = await repository(t);
  where.write('.beadloom/config.yml', 'sync: {hook_mode: block}\n');
  await answer(where, ['install-hooks']);
  const hook = where.path('.git/hooks/pre-commit');
  const written = readFileSync(hook, 'utf8');
  where.write(
    '.git/hooks/pre-commit',
    written.replaceAll(CLI, "/gone/o'dear/cli.js".replace("'", String.raw`'\''`)),
  );
  stale(where, 2);
  const { passed, said } = commit(where.root);
  t.true(passed);
  t.regex(said, /^\/gone\/o'dear\/cli\.js is gone, so documents were not checked[^\n]*$/m);
  const found = async (...args: string[]) => {
    const ended = await beadloom(where, ['doctor', '--json', ...args]);
    const { findings } = JSON.parse(ended.stdout) as DoctorAnswer;
    return findings.find(({ check }) => check === 'hooks');
  };
  t.regex((await found())?.message ?? '', /not on this machine/);
  t.is((await found('--fix'))?.level, 'ok');
  t.is(readFileSync(hook, 'utf8'), written);

  // The block of the version before, which took whatever there was.
  const old = BEFORE;
  where.write('.git/hooks/pre-commit', `#!/bin/sh\n${old}`);
  chmodSync(hook, 0o755);
  t.regex((await found())?.message ?? '', /another version/);
  t.is((await found('--fix'))?.level, 'ok');
  t.is(readFileSync(hook, 'utf8'), written);
});

unixTest('hooks outside of the repository are left alone, unless they are meant', async (t) => {
  const where = await repository(t);
  const outside = `${where.root}-outside`;
  t.teardown(() => rmSync(outside, { recursive: true, force: true }));
  mkdirSync(`${outside}/hooks`, { recursive: true });
  const refused = async (...args: string[]) => {
    const { code, message, hint } = await failure(where, ['install-hooks', ...args]);
    t.is(code, 'usage');
    t.true(message.includes(outside), message);
    t.regex(hint ?? '', /--allow-outside/);
    t.deepEqual(readdirSync(`${outside}/hooks`), []);
  };
  git(where.root, 'config', 'core.hooksPath', `${outside}/hooks`);
  await refused();
  await refused('--remove');
  git(where.root, 'config', 'core.hooksPath', `../${basename(outside)}/hooks`);
  await refused();
  git(where.root, 'config', '--unset', 'core.hooksPath');
  for (const [link, to] of [
    ['.git/hooks/pre-commit', `${outside}/hooks/not-there-yet`],
    ['.git/hooks', `${outside}/hooks`],
    ['lefthook.yml', `${outside}/hooks/lefthook.yml`],
  ] as const) {
    rmSync(where.path(link), { recursive: true, force: true });
    symlinkSync(to, where.path(link));
    await refused();
    rmSync(where.path(link));
    mkdirSync(where.path('.git/hooks'), { recursive: true });
  }

  // A folder that all repositories of a user share.
  git(where.root, 'config', 'core.hooksPath', `${outside}/hooks`);
  const both = await failure(where, ['install-hooks', '--allow-outside', '--project-command']);
  t.regex(both.message, /every repository/);
  await answer(where, ['install-hooks', '--allow-outside']);
  where.write('.beadloom/config.yml', 'sync: {hook_mode: block}\n');
  where.write('.git/info/exclude', 'node_modules/\n');
  const hasRun = evil(where, 'node_modules/.bin/beadloom');
  stale(where, 2);
  t.false(commit(where.root).passed);
  t.false(hasRun());
  const hook = `${outside}/hooks/pre-commit`;
  const written = readFileSync(hook, 'utf8');
  execFileSync('sh', ['-c', `sed -i.bak s/status=0/status=1/ '${hook}'; rm '${hook}.bak'`]);
  const changed = readFileSync(hook, 'utf8');
  const ended = await beadloom(where, ['doctor', '--fix', '--json']);
  const { findings } = JSON.parse(ended.stdout) as DoctorAnswer;
  t.regex(findings.find(({ check }) => check === 'hooks')?.message ?? '', /outside of the repository/);
  t.is(readFileSync(hook, 'utf8'), changed);
  t.not(changed, written);
  await answer(where, ['install-hooks', '--allow-outside', '--remove']);
  t.deepEqual(readdirSync(`${outside}/hooks`), []);
});

unixTest('links in a circle and pipes are no hooks, and keep doctor from nothing', async (t) => {
  const where = await repository(t);
  for (const path of ['.husky', 'lefthook.yml', '.git/hooks/pre-commit']) {
    mkdirSync(where.path('.git/hooks'), { recursive: true });
    symlinkSync(basename(path), where.path(path));
    t.is((await beadloom(where, ['doctor', '--json'])).code, 0, path);
    if (path !== '.husky') {
      t.is((await failure(where, ['install-hooks'])).code, 'usage', path);
    }
    rmSync(where.path(path));
  }
  execFileSync('mkfifo', [where.path('.git/hooks/pre-commit')]);
  t.is((await beadloom(where, ['doctor', '--json'])).code, 0);
  t.is((await failure(where, ['install-hooks'])).code, 'not_readable');
});

unixTest('a hook that is committed asks each machine what was installed there', async (t) => {
  const where = await repository(t);
  where.write('.beadloom/config.yml', 'sync: {hook_mode: block}\n');
  git(where.root, 'config', 'core.hooksPath', '.team');
  await answer(where, ['install-hooks']);
  t.true(commit(where.root).passed);
  const clone = `${where.root}-clone`;
  t.teardown(() => rmSync(clone, { recursive: true, force: true }));
  git(where.root, 'clone', '--quiet', '.', clone);
  git(clone, 'config', 'core.hooksPath', '.team');
  const there: TestProject = { ...where, root: clone, path: (path) => `${clone}/${path}` };
  const first = commit(clone);
  t.true(first.passed);
  t.regex(first.said, /install-hooks was not run on this machine/);
  const look = async () => {
    const ended = await beadloom(there, ['doctor', '--json']);
    const { findings } = JSON.parse(ended.stdout) as DoctorAnswer;
    return findings.find(({ check }) => check === 'hooks')?.message ?? '';
  };
  t.regex(await look(), /not on this machine/);
  t.is((await answer<InstallHooksAnswer>(there, ['install-hooks'])).hooks[0]?.outcome, 'unchanged');
  t.regex(await look(), /stops at stale documents/);
  execFileSync('sh', ['-c', 'printf "def one():\\n    return 7\\n" > src/x.py'], { cwd: clone });
  t.false(commit(clone).passed);
  await answer(there, ['install-hooks', '--remove']);
  t.false(existsSync(`${clone}/.git/beadloom-check`));
});

unixTest('a beadloom of the work tree is called only where that is said', async (t) => {
  const where = await repository(t);
  const dist = dirname(CLI);
  cpSync(dist, where.path('tools/dist'), { recursive: true });
  const env = { NAPI_RS_NATIVE_LIBRARY_PATH: addon() };
  const cli = where.path('tools/dist/cli.js');
  const plain = await run(process.execPath, [cli, 'install-hooks'], { cwd: where.root, env });
  t.is(plain.code, 1);
  t.regex(plain.stderr, /inside the work tree[\s\S]*--project-command/);
  t.false(existsSync(where.path('.git/hooks/pre-commit')));
  const said = await run(process.execPath, [cli, 'install-hooks', '--project-command'], {
    cwd: where.root,
    env,
  });
  t.is(said.code, 0, said.stderr);
  t.true(readFileSync(where.path('.git/hooks/pre-commit'), 'utf8').includes(cli));
});

test('a submodule and a worktree have hooks of their repository', async (t) => {
  const where = await repository(t);
  const top = project(t);
  rmSync(top.path('.git'), { recursive: true });
  git(top.root, 'init', '--quiet', '.');
  git(top.root, 'submodule', '--quiet', 'add', where.root, 'parts/sub');
  const sub = top.path('parts/sub');
  const [hook] = (await answer<InstallHooksAnswer>({ ...top, root: sub }, ['install-hooks'])).hooks;
  t.is(realpathSync(hook?.path ?? ''), realpathSync(top.path('.git/modules/parts/sub/hooks/pre-commit')));
  execFileSync('sh', ['-c', 'printf "def one():\\n    return 7\\n" > src/x.py'], { cwd: sub });
  t.regex(commit(sub).said, /Stale|stale/);
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
