// Files that Git tracks and the work tree leaves out were not deleted: no command says so, and none takes a line or file away.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';

import type { ExecutionContext } from 'ava';

import type {
  DocsAuditAnswer,
  DoctorAnswer,
  RecallAnswer,
  ReindexAnswer,
  SyncCheckAnswer,
} from '../src/api/index.js';
import { answer, beadloom, environment, failure } from './support/cli.js';
import { git, GIT_ENVIRONMENT, withGit as test } from './support/git.js';
import { project, type TestProject } from './support/project.js';

const FILES = {
  'src/pay/api.py': 'from src.pay.store import save\n\n\ndef pay(invoice):\n    return save(invoice)\n',
  'src/pay/store.py': 'def save(invoice):\n    return invoice\n',
  'src/web/main.py': 'from src.pay.api import pay\n\n\ndef main():\n    return pay(1)\n',
  'docs/pay/guide.md': '# Pay\n\nWhat `pay` does. See [web](../web/guide.md).\n',
  'docs/web/guide.md': '# Web\n\nWhat `main` does, and [pay](../pay/guide.md) with `src/pay/store.py`.\n',
  'README.md': '# Shop\n\nSee [pay](docs/pay/guide.md).\n',
  '.gitignore': '.beadloom/beadloom.db*\n.beadloom/memory.db*\n.beadloom/gateway.db*\n.beadloom/CONTEXT.md\n',
  '.beadloom/config.yml': 'version: 1\n',
  '.beadloom/_graph/services.yml':
    'nodes:\n  - {ref_id: pay, kind: domain, summary: Pays., source: src/pay/, docs: [docs/pay/guide.md]}\n  - {ref_id: web, kind: service, summary: Web., source: src/web/, docs: [docs/web/guide.md]}\n',
};

const LEFT_OUT = ['src/pay/api.py', 'src/pay/store.py', 'docs/pay/guide.md'];

function leaveOut(where: TestProject, how: string): void {
  for (const path of LEFT_OUT) {
    git(where.root, 'update-index', how, path);
    rmSync(where.path(path));
  }
}

/** Ways in which they are not there. */
const STATES: Array<[name: string, apply: (where: TestProject) => void]> = [
  ['a cone', ({ root }) => git(root, 'sparse-checkout', 'set', '--cone', 'src/web', 'docs/web', '.beadloom')],
  [
    'patterns',
    ({ root }) => git(root, 'sparse-checkout', 'set', '--no-cone', '/*', '!/src/pay/', '!/docs/pay/'),
  ],
  [
    'a sparse index',
    ({ root }) =>
      git(root, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'src/web', 'docs/web', '.beadloom'),
  ],
  ['skip-worktree', (where) => leaveOut(where, '--skip-worktree')],
  ['assume-unchanged', (where) => leaveOut(where, '--assume-unchanged')],
  [
    'an index of another version',
    (where) => {
      git(where.root, 'update-index', '--index-version', '4');
      leaveOut(where, '--skip-worktree');
    },
  ],
];

async function shop(t: ExecutionContext): Promise<TestProject> {
  const where = project(t, FILES);
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '-q');
  await answer(where, ['sync-update', '--all', '-y']);
  await answer(where, ['remember', 'Payments are final.', '--shared', '--evidence', 'src/pay/api.py']);
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'Begin');
  return where;
}

const status = (where: TestProject) =>
  execFileSync('git', ['status', '--porcelain', '-uno'], {
    cwd: where.root,
    env: environment(GIT_ENVIRONMENT),
    encoding: 'utf8',
  });

for (const [name, apply] of STATES) {
  test(`${name}: what is left out counts neither as deleted nor as changed`, async (t) => {
    const where = await shop(t);
    apply(where);
    t.true(LEFT_OUT.every((path) => !existsSync(where.path(path))));
    const lock = readFileSync(where.path('.beadloom/sync.lock'), 'utf8');

    const reindexed = await answer<ReindexAnswer>(where, ['reindex']);
    t.deepEqual(reindexed.diagnostics, []);
    const checked = await answer<SyncCheckAnswer>(where, ['sync-check']);
    t.deepEqual(
      checked.pairs.filter((pair) => pair.status !== 'ok'),
      [],
    );
    const audit = await answer<DocsAuditAnswer>(where, ['docs', 'audit']);
    t.deepEqual(audit.findings, []);
    const recalled = await answer<RecallAnswer>(where, ['recall', 'payments']);
    t.false(JSON.stringify(recalled).includes('"outdated":true'));
    const { findings, fixed } = JSON.parse(
      (await beadloom(where, ['doctor', '--fix', '--json'])).stdout,
    ) as DoctorAnswer;
    t.false(fixed.some((one) => one.includes('sync.lock')));
    const wrong = findings.filter(({ check }) => ['lock', 'documents', 'sources'].includes(check));
    t.true(wrong.every(({ level }) => level === 'ok'));
    t.regex(findings.find(({ check }) => check === 'git')?.message ?? '', /not checked out/);
    await answer(where, ['sync-update', '--all', '-y']);
    const merged = await answer<{ gone: unknown[] }>(where, ['init', '--merge', '-y', '--dry-run']);
    t.deepEqual(merged.gone, []);
    t.is(readFileSync(where.path('.beadloom/sync.lock'), 'utf8'), lock);
    t.is((await beadloom(where, ['ci', '--base', 'HEAD'])).code, 0);
    t.notRegex((await beadloom(where, ['diff', '--json'])).stdout, /src\/pay/);
    t.is(status(where), '');
  });
}

test('what is really deleted counts, and what is left out later or checked out again is noticed', async (t) => {
  const where = await shop(t);
  const stale = async () =>
    (await answer<SyncCheckAnswer>(where, ['sync-check'])).pairs.filter((pair) => pair.status !== 'ok')
      .length;
  rmSync(where.path('src/pay/api.py'));
  const deleted = await beadloom(where, ['sync-check', '--json']);
  t.is(deleted.code, 2);
  t.regex(deleted.stdout, /deleted/);
  git(where.root, 'update-index', '--skip-worktree', 'src/pay/api.py');
  t.is(await stale(), 0);
  git(where.root, 'update-index', '--no-skip-worktree', 'src/pay/api.py');
  t.is((await beadloom(where, ['sync-check', '--json'])).code, 2);
  git(where.root, 'checkout', '--', 'src/pay/api.py');
  t.is(await stale(), 0);
});

test('nothing is written in place of a file that is left out', async (t) => {
  const where = await shop(t);
  git(where.root, 'sparse-checkout', 'set', '--cone', 'src/web', 'docs/web');
  t.false(existsSync(where.path('.beadloom/_graph')));
  mkdirSync(where.path('.beadloom'), { recursive: true });
  for (const args of [
    ['remember', 'Refunds take a week.', '--shared'],
    ['init', '--bootstrap', '-y'],
  ]) {
    const error = await failure(where, args);
    t.is(error.code, 'not_writable', args.join(' '));
    t.regex(error.message, /not checked out/, args.join(' '));
  }
  git(where.root, 'sparse-checkout', 'disable');
  t.is(status(where), '');
});
