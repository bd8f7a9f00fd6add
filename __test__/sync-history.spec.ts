import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';

import type { ExecutionContext } from 'ava';

import type { Bundle, StatusAnswer, SyncCheckAnswer } from '../src/api/index.js';
import { answer, beadloom, environment, failure } from './support/cli.js';
import { git, withGit as test } from './support/git.js';
import { project, type TestProject } from './support/project.js';

const LOCK = '.beadloom/sync.lock';
const CODE = 'src/x.py';
const DOC = 'docs/a.md';

/** A repository with one pair that is up to date, committed; `.beadloom/config.yml` has `sync`. */
async function repository(t: ExecutionContext, sync?: string): Promise<TestProject> {
  const where = project(t, {
    '.beadloom/_graph/a.yml': 'nodes:\n  - {ref_id: a, kind: domain, docs: [docs/a.md], source: src/}\n',
    '.gitignore': '.beadloom/beadloom.db*\n',
    '.gitattributes': '.beadloom/sync.lock merge=union\n',
    [DOC]: '# A\n',
    [CODE]: code(1),
    ...(sync === undefined ? {} : { '.beadloom/config.yml': `version: 1\nsync: ${sync}\n` }),
  });
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '--quiet', '.');
  git(where.root, 'commit', '--quiet', '--allow-empty', '-m', 'root');
  await answer(where, ['sync-update', '--all', '-y']);
  commit(where, 'begin');
  return where;
}

const code = (number: number) => `def one():\n    return ${number}\n\n\ndef two():\n    return one()\n`;

function commit(where: TestProject, message: string): void {
  git(where.root, 'add', '--all');
  git(where.root, 'commit', '--quiet', '--no-verify', '-m', message);
}

async function stale(t: ExecutionContext, where: TestProject, ...args: string[]): Promise<string[]> {
  const run = await beadloom(where, ['sync-check', '--json', ...args]);
  const { pairs, summary } = JSON.parse(run.stdout) as SyncCheckAnswer;
  const behind = pairs.filter(({ status }) => status === 'stale');
  t.is(run.code, behind.length > 0 ? 2 : 0, run.stderr);
  t.is(summary.stale, behind.length);
  return behind.map((pair) => `${pair.code_path} ${pair.reason} ${pair.details.symbols.join(',')}`);
}

test('what a commit says of both counts in every answer, and only while it is true', async (t) => {
  const where = await repository(t, '{auto_ack: true}');
  const shown = async () => ({
    check: (await stale(t, where)).length,
    ctx: (await answer<Bundle>(where, ['ctx', 'a'])).sync_status.stale_docs.length,
    status: (await answer<StatusAnswer>(where, ['status'])).stale_count,
  });
  const all = (count: number) => ({ check: count, ctx: count, status: count });

  where.write(CODE, code(2));
  where.write(DOC, '# A\n\nTwo.\n');
  t.deepEqual(await shown(), all(1), 'nothing is committed');
  const before = readFileSync(where.path(LOCK), 'utf8');
  git(where.root, 'add', '--all');
  t.deepEqual(await stale(t, where, '--staged'), [], 'the commit is about to say so');
  commit(where, 'both');
  t.deepEqual(await shown(), all(0), 'no file changed since, but the history');
  t.is(readFileSync(where.path(LOCK), 'utf8'), before, 'the lock is not touched');

  where.write(DOC, '# A\n\nTwo!\n');
  commit(where, 'the document again');
  t.deepEqual(await shown(), all(0));
  where.write(CODE, `# a comment\n${code(2)}`);
  commit(where, 'the code again, in a comment');
  t.deepEqual(await shown(), all(0));
  where.write(CODE, code(3));
  commit(where, 'the code alone');
  t.deepEqual(await shown(), all(1));
  git(where.root, 'reset', '--quiet', '--hard', 'HEAD~1');
  t.deepEqual(await shown(), all(0));
  git(where.root, 'reset', '--quiet', '--soft', 'HEAD~3');
  t.deepEqual(await shown(), all(1), 'the commit that said so is gone, the files are as they were');
});

test('the first commit of a history says nothing, nor the edge of a shallow clone', async (t) => {
  const where = await repository(t, '{auto_ack: true}');
  where.write(CODE, code(2));
  commit(where, 'the code alone');
  const clone = cloneOf(t, where, '--depth=1');
  t.is((await stale(t, where)).length, 1);
  t.is((await stale(t, clone)).length, 1);
});

test('what is staged is judged, not what lies on the disk', async (t) => {
  const where = await repository(t);
  where.write(CODE, code(2));
  git(where.root, 'add', CODE);
  where.write(CODE, code(1));
  t.deepEqual(await stale(t, where, '--staged'), [`${CODE} body_changed one`], 'staged only');
  t.deepEqual(await stale(t, where), []);

  where.write(CODE, code(2));
  await answer(where, ['sync-update', 'a', '-y']);
  t.deepEqual(await stale(t, where, '--staged'), [`${CODE} body_changed one`], 'the lock is not staged');
  git(where.root, 'add', LOCK);
  t.deepEqual(await stale(t, where, '--staged'), []);

  where.write(CODE, code(3));
  t.deepEqual(await stale(t, where, '--staged'), [], 'on the disk only');
  t.deepEqual(await stale(t, where), [`${CODE} body_changed one`]);
  rmSync(where.path(DOC));
  t.deepEqual(await stale(t, where, '--staged'), [], 'deleted on the disk only');
  git(where.root, 'rm', '--quiet', '--cached', DOC);
  t.deepEqual(await stale(t, where, '--staged'), [`${CODE} doc_deleted `]);
  where.write(DOC, '# A\n');
  t.deepEqual(await stale(t, where, '--staged'), [`${CODE} doc_deleted `], 'the commit does not hold it');
});

test('a hook judges what its commit takes', async (t) => {
  const where = await repository(t, '{hook_mode: block}');
  await answer(where, ['install-hooks']);
  const tried = (...args: string[]) => {
    try {
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-m', 'x', ...args], {
        cwd: where.root,
        env: environment({ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }),
        stdio: 'pipe',
      });
      return 'passed';
    } catch {
      return 'stopped';
    }
  };
  where.write(CODE, code(2));
  where.write('README.md', 'x\n');
  git(where.root, 'add', 'README.md');
  t.is(tried(), 'passed', 'the code is not part of it');
  t.is(tried('-a'), 'stopped', 'now it is');
  t.is(tried(CODE), 'stopped');
  await answer(where, ['sync-update', 'a', '-y']);
  t.is(tried(CODE), 'stopped', 'without the lock');
  t.is(tried('-a'), 'passed');
});

test('a hook in a folder of the repository finds the index that Git names', async (t) => {
  const where = await repository(t, '{hook_mode: block}');
  const above = project(t);
  rmSync(above.path('.git'), { recursive: true, force: true });
  git(above.root, 'init', '--quiet', '.');
  mkdirSync(above.path('part'));
  execFileSync('cp', [
    '-R',
    `${where.root}/.beadloom`,
    `${where.root}/docs`,
    `${where.root}/src`,
    above.path('part'),
  ]);
  rmSync(above.path('part/.beadloom/beadloom.db'), { force: true });
  const part: TestProject = {
    ...above,
    root: above.path('part'),
    path: (path) => above.path(`part/${path}`),
  };
  part.write = (path, text) => above.write(`part/${path}`, text);
  commit(above, 'begin');
  await answer(part, ['install-hooks']);
  part.write(CODE, code(2));
  const error = t.throws(() =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-a', '-m', 'x'], {
      cwd: above.root,
      env: environment({ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }),
      stdio: 'pipe',
    }),
  );
  t.regex(String((error as { stderr?: unknown } | undefined)?.stderr), /src\/x\.py/);
});

function cloneOf(t: ExecutionContext, where: TestProject, ...args: string[]): TestProject {
  const clone = project(t);
  rmSync(clone.path('.git'), { recursive: true, force: true });
  git(clone.root, 'clone', '--quiet', ...args, `file://${where.root}`, '.');
  return clone;
}

test('branches, rebases and squash merges leave baselines meaningful', async (t) => {
  const where = await repository(t);
  const on = (branch: string, ...from: string[]) =>
    git(where.root, 'checkout', '--quiet', ...(from.length > 0 ? ['-b', branch, ...from] : [branch]));

  on('told', 'main');
  where.write(CODE, code(2));
  await answer(where, ['sync-update', 'a', '-y']);
  commit(where, 'code, and said so');
  on('untold', 'main');
  where.write(CODE, code(3));
  commit(where, 'code alone');
  const states = { main: 0, told: 0, untold: 1 };
  for (const branch of ['main', 'untold', 'told', 'untold', 'main'] as const) {
    on(branch);
    t.is((await stale(t, where)).length, states[branch], branch);
  }
  git(where.root, 'checkout', '--quiet', '--detach', 'untold');
  t.is((await stale(t, where)).length, 1, 'a detached head');

  on('main');
  where.write('src/y.py', 'def other():\n    return 1\n');
  await answer(where, ['sync-update', '--all', '-y']);
  commit(where, 'main goes on');
  on('rebased', 'told');
  git(where.root, 'rebase', '--quiet', 'main');
  t.deepEqual(await stale(t, where), [], 'rebased');
  on('main');
  git(where.root, 'merge', '--quiet', '--squash', 'told');
  commit(where, 'squashed');
  t.deepEqual(await stale(t, where), [], 'squashed');
  git(where.root, 'branch', '-D', 'told', 'rebased');
  where.write(CODE, code(4));
  const { pairs } = JSON.parse((await beadloom(where, ['sync-check', '--json'])).stdout) as SyncCheckAnswer;
  const found = pairs.find(({ status }) => status === 'stale');
  t.like(found?.details, { added_lines: 1, removed_lines: 1, symbols: ['one'] });
});

test('code that Git moved follows its pair', async (t) => {
  const where = await repository(t);
  git(where.root, 'mv', CODE, 'src/renamed.py');
  commit(where, 'rename');
  t.deepEqual(await stale(t, where), [`${CODE} moved `]);
  await answer(where, ['sync-update', 'a', '-y']);
  t.deepEqual(await stale(t, where), []);
  t.regex(readFileSync(where.path(LOCK), 'utf8'), /^docs\/a\.md\ta\t.*\tsrc\/renamed\.py\t/m);
  renameSync(where.path(DOC), where.path('docs/b.md'));
  where.write(
    '.beadloom/_graph/a.yml',
    'nodes:\n  - {ref_id: a, kind: domain, docs: [docs/b.md], source: src/}\n',
  );
  t.deepEqual(await stale(t, where), ['src/renamed.py moved '], 'the document');
});

test('what Git does not have is left out, and staleness does not depend on it', async (t) => {
  const where = await repository(t);
  where.write(CODE, code(2));
  commit(where, 'code alone');
  const details = async (at: TestProject) => {
    const { pairs } = JSON.parse((await beadloom(at, ['sync-check', '--json'])).stdout) as SyncCheckAnswer;
    t.is(pairs[0]?.status, 'stale');
    const { added_lines: added, removed_lines: removed, symbols, since } = pairs[0]?.details ?? {};
    return [added, removed, symbols, typeof since];
  };
  t.deepEqual(await details(where), [1, 1, ['one'], 'string']);
  t.deepEqual(await details(cloneOf(t, where, '--depth=1')), [null, null, [], 'string'], 'a shallow clone');
  const none = cloneOf(t, where);
  rmSync(none.path('.git'), { recursive: true, force: true });
  t.deepEqual(await details(none), [null, null, [], 'object'], 'no repository');
  t.is((await failure(none, ['sync-check', '--staged'])).code, 'usage');
});

test('a document that comes to name something is not behind for that', async (t) => {
  const where = await repository(t);
  where.write(DOC, '# A\n\n`one` returns a number.\n');
  t.deepEqual(await stale(t, where), []);
  await answer(where, ['sync-update', 'a', '-y']);
  where.write(CODE, code(1).replace('return one()', 'return one() + 1'));
  t.deepEqual(await stale(t, where), [], 'it names `one` alone');
  where.write(CODE, code(2));
  t.deepEqual(await stale(t, where), [`${CODE} body_changed one`]);
});

test('what a hash is made of may change between versions', async (t) => {
  const where = await repository(t);
  const good = readFileSync(where.path(LOCK), 'utf8');
  const hash = good.split('\t')[4] ?? '';
  // The line of a version that hashed otherwise: what Git has of the code tells whether that has changed.
  where.write(LOCK, good.replace(hash, hash.replace(/[0-9a-f]{32}$/, '0'.repeat(32))));
  where.write(CODE, `// A comment.\n${code(1)}`);
  t.deepEqual(await stale(t, where), []);
  where.write(CODE, code(2));
  t.is((await stale(t, where)).length, 1);
});

test('lines that no pair, no file or no sane person made', async (t) => {
  const where = await repository(t);
  const good = readFileSync(where.path(LOCK), 'utf8');
  const line = good.split('\n').find((text) => text.startsWith('docs/')) ?? '';
  const fields = line.split('\t');
  const other = (at: number, text: string) =>
    fields.map((field, index) => (index === at ? text : field)).join('\t');
  const cases: Array<[what: string, text: string, expected: string[]]> = [
    ['the same line twice', `${good}\n${line}\n`, []],
    ['another line of the same pair', `${good}\n${other(4, '0'.repeat(32))}\n`, []],
    // The bytes are those of the line.
    ['a hash by hand', good.replace(fields[4] ?? '', '0'.repeat(32)), []],
    ['a pair of nothing', `${good}\n${other(0, 'docs/none.md')}\n`, [`${CODE} doc_deleted `]],
    [
      'code outside the root',
      `${good}\n${other(3, '../../etc/passwd')}\n`,
      ['../../etc/passwd code_deleted '],
    ],
    ['a document outside the root', `${good}\n${other(0, '/etc/passwd')}\n`, [`${CODE} doc_deleted `]],
    // A node that was renamed.
    ['a node that is none', `${good}\n${other(1, 'nobody')}\n`, []],
  ];
  for (const [what, text, expected] of cases) {
    where.write(LOCK, text);
    const found = await stale(t, where);
    t.deepEqual(
      found.map((pair) => pair.replace(/one,two$|one$/, '')),
      expected,
      what,
    );
    await answer(where, ['sync-update', expected.length > 0 ? '--all' : 'a', '-y']);
    t.deepEqual(await stale(t, where), [], what);
    // A line that is there twice says nothing new, and waits for the next write.
    t.is(readFileSync(where.path(LOCK), 'utf8'), what === 'the same line twice' ? text : good, what);
  }
});
