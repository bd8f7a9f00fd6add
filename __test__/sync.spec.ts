import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync } from 'node:fs';

import type { Pair, SyncCheckAnswer, SyncUpdateAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { git, withGit as test } from './support/git.js';
import { fixture, project, reviewDrafts, type TestProject } from './support/project.js';

import type { ExecutionContext } from 'ava';

const LOCK = '.beadloom/sync.lock';

/** A project with two domains, as `init` leaves it, committed. */
async function orders(t: ExecutionContext): Promise<TestProject> {
  const where = project(t, {
    'src/orders/models.py':
      'from ..users.models import User\n\n\ndef place(order):\n    return order\n\n\nclass Basket:\n    def add(self, x):\n        return x\n',
    'src/users/models.py': 'class User:\n    def name(self):\n        return 1\n',
  });
  git(where.root, 'init', '--quiet', '.');
  await answer(where, ['init', '--bootstrap', '-y']);
  reviewDrafts(where);
  await answer(where, ['sync-update', '--all', '-y']);
  commit(where, 'begin');
  return where;
}

function commit(where: TestProject, message: string): void {
  git(where.root, 'add', '--all');
  git(where.root, 'commit', '--quiet', '--no-verify', '-m', message);
}

function edit(where: TestProject, path: string, from: string, to: string): void {
  const text = readFileSync(where.path(path), 'utf8');
  if (!text.includes(from)) {
    throw new Error(`${path} has no ${from}`);
  }
  where.write(path, text.replace(from, to));
}

/** The answer, whatever the exit code, which is compared. */
async function check(t: ExecutionContext, where: TestProject, code: number, ...args: string[]) {
  const run = await beadloom(where, ['sync-check', '--json', ...args]);
  t.is(run.code, code, run.stdout + run.stderr);
  return JSON.parse(run.stdout) as SyncCheckAnswer;
}

const notOk = ({ pairs }: SyncCheckAnswer) => pairs.filter(({ status }) => status !== 'ok');
const shown = (pairs: Pair[]) =>
  pairs.map((pair) => [pair.status, pair.ref_id, pair.code_path, String(pair.reason)].join(' '));
const lock = (where: TestProject) => readFileSync(where.path(LOCK), 'utf8');

test('a document of many files is compared with those that it names', async (t) => {
  const graph =
    'nodes:\n  - {ref_id: app, kind: service, summary: s, source: ./}\n  - {ref_id: big, kind: domain, summary: s, source: src/, docs: [guide/big.md]}\nedges:\n  - {src: big, dst: app, kind: part_of}\n';
  const where = project(t, { '.beadloom/_graph/all.yml': graph, 'guide/big.md': '# Big\n\nText.\n' });
  const many = Array.from({ length: 101 }, (_, at) => `src/m${at}.py`);
  for (const [at, path] of many.entries()) where.write(path, `def step_${at}():\n    return ${at}\n`);
  const paths = async () => (await check(t, where, 0)).pairs.map(({ code_path: path }) => path);
  await answer(where, ['sync-update', '--all', '-y']);
  t.deepEqual(await paths(), []);
  where.write('guide/big.md', '# Big\n\nIt begins with `step_7`.\n');
  await answer(where, ['sync-update', '--all', '-y']);
  t.deepEqual(await paths(), ['src/m7.py']);
  rmSync(where.path('src/m100.py'));
  where.write('guide/big.md', '# Big\n\nText.\n');
  await answer(where, ['sync-update', '--all', '-y']);
  t.is((await paths()).length, 100);
});

test('a body that changes makes its document stale, and says what and how much', async (t) => {
  const where = await orders(t);
  t.deepEqual(notOk(await check(t, where, 0)), []);
  edit(where, 'src/orders/models.py', 'return order', 'order.note()\n    return order');
  const found = notOk(await check(t, where, 2));
  t.deepEqual(shown(found), ['stale orders src/orders/models.py body_changed']);
  const { details } = found[0] as Pair;
  t.deepEqual(details.symbols, ['place']);
  t.deepEqual([details.added_lines, details.removed_lines], [1, 0]);
  t.is(details.since, null, 'no commit has it');
  const { stdout } = await beadloom(where, ['sync-check']);
  t.regex(stdout, /^Stale documentation \(1 doc\):$/m);
  t.regex(stdout, /^ {4}<-> src\/orders\/models\.py \(body changed: place, \+1 -0 lines\)$/m);
  t.regex(stdout, /^Run: beadloom sync-update <ref_id>/m);
  const bundle = await answer<{ sync_status: { stale_docs: string[] } }>(where, ['ctx', 'orders']);
  t.deepEqual(bundle.sync_status.stale_docs, ['docs/domains/orders/README.md']);
  commit(where, 'note');
  t.regex(notOk(await check(t, where, 2))[0]?.details.since ?? '', /^\d{4}-\d\d-\d\dT/);
  t.regex((await beadloom(where, ['sync-check'])).stdout, /\+1 -0 lines, committed .*\)$/m);
  rmSync(where.path('src/orders/models.py'));
  t.is(notOk(await check(t, where, 2))[0]?.details.since, null, 'nor that it is gone');
});

/** A node whose document names one of its two files, by path and by a symbol. */
async function named(t: ExecutionContext): Promise<TestProject> {
  const where = project(t, {
    '.beadloom/_graph/all.yml':
      'nodes:\n  - {ref_id: billing, kind: domain, summary: Bills., source: src/billing/, docs: [docs/billing.md]}\n',
    'docs/billing.md': '# Billing\n\n`charge` in `src/billing/charge.py`.\n',
    'src/billing/charge.py': 'def charge(x):\n    return x\n\n\ndef refund(x):\n    return charge(-x)\n',
    'src/billing/tax.py': 'def tax(x):\n    return x\n',
  });
  git(where.root, 'init', '--quiet', '.');
  await answer(where, ['sync-update', '--all', '-y']);
  commit(where, 'begin');
  return where;
}

test('a new file beside those that a document names is told of, once', async (t) => {
  const where = await named(t);
  t.deepEqual(shown(notOk(await check(t, where, 0))), []);
  // Nobody reads about it, so that nothing of it makes a document stale.
  edit(where, 'src/billing/tax.py', 'def tax', 'def rate():\n    pass\n\n\ndef tax');
  t.deepEqual(shown(notOk(await check(t, where, 0))), []);
  where.write('src/billing/fees.py', 'def fee(x):\n    return x\n');
  const advice = ['untracked billing src/billing/fees.py undocumented_module'];
  t.deepEqual(shown(notOk(await check(t, where, 0))), advice);
  t.deepEqual(shown(notOk(await check(t, where, 0, '--since', 'HEAD'))), advice);
  where.write('.beadloom/config.yml', 'version: 1\nsync: {strict: true}\n');
  t.deepEqual(shown(notOk(await check(t, where, 2))), [
    'stale billing src/billing/fees.py undocumented_module',
  ]);
  await answer(where, ['sync-update', '--all', '-y']);
  t.deepEqual(shown(notOk(await check(t, where, 0))), []);
  // Once the document names it, it is a pair like any other.
  edit(where, 'docs/billing.md', 'in `src', 'and `fee` in `src');
  t.deepEqual(shown(notOk(await check(t, where, 0))), ['untracked billing src/billing/fees.py null']);
  await answer(where, ['sync-update', 'billing', '-y']);
  edit(where, 'src/billing/fees.py', 'return x', 'return x + 1');
  t.deepEqual(shown(notOk(await check(t, where, 2))), ['stale billing src/billing/fees.py body_changed']);
});

test('a file that no document names may move and go, and the lock forgets it', async (t) => {
  const where = await named(t);
  renameSync(where.path('src/billing/tax.py'), where.path('src/billing/taxes.py'));
  t.deepEqual(shown(notOk(await check(t, where, 0))), []);
  rmSync(where.path('src/billing/taxes.py'));
  t.deepEqual(shown(notOk(await check(t, where, 0))), []);
  t.regex(lock(where), /tax\.py/);
  await answer(where, ['sync-update', '--all', '-y']);
  t.notRegex(lock(where), /tax/);
});

test('a renamed file has moved, though its document names the old path', async (t) => {
  const where = await named(t);
  renameSync(where.path('src/billing/charge.py'), where.path('src/billing/charging.py'));
  const found = notOk(await check(t, where, 2));
  t.deepEqual(shown(found), ['stale billing src/billing/charge.py moved']);
  t.is(found[0]?.details.moved_to, 'src/billing/charging.py');
  await answer(where, ['sync-update', '--all', '-y']);
  t.deepEqual(shown(notOk(await check(t, where, 0))), []);
});

test('doctor counts the lines without a pair that sync-check calls stale', async (t) => {
  const where = await named(t);
  edit(where, '.beadloom/_graph/all.yml', 'docs: [docs/billing.md]', 'docs: []');
  t.deepEqual(shown(notOk(await check(t, where, 2))), ['stale billing src/billing/charge.py unpaired']);
  const { stdout } = await beadloom(where, ['doctor']);
  t.regex(stdout, /warning\[lock\]: \.beadloom\/sync\.lock: 1 line of pairs that no longer exist/);
});

test('each reason has its own word', async (t) => {
  const source = 'src/orders/models.py';
  const cases: Array<[what: string, change: (where: TestProject) => void, code: number, expected: string[]]> =
    [
      ['a comment', (where) => edit(where, source, 'def place', '# why\n\ndef place'), 0, []],
      ['white space', (where) => edit(where, source, 'return order', 'return   order\n'), 0, []],
      [
        'a signature',
        (where) => edit(where, source, 'place(order)', 'place(order, when)'),
        2,
        [`stale orders ${source} signature_changed`],
      ],
      [
        'a symbol that comes',
        (where) => edit(where, source, 'class Basket', 'def cancel():\n    pass\n\n\nclass Basket'),
        2,
        [`stale orders ${source} signature_changed`],
      ],
      [
        'a private signature',
        (where) => edit(where, source, 'class Basket', 'def _hidden():\n    pass\n\n\nclass Basket'),
        2,
        [`stale orders ${source} body_changed`],
      ],
      ['no code', (where) => rmSync(where.path(source)), 2, [`stale orders ${source} code_deleted`]],
      [
        'no document',
        (where) => rmSync(where.path('docs/domains/orders/README.md')),
        2,
        [`stale orders ${source} doc_deleted`],
      ],
      [
        'code elsewhere in its node',
        (where) => renameSync(where.path(source), where.path('src/orders/entities.py')),
        2,
        [`stale orders ${source} moved`],
      ],
      [
        'code in another node',
        (where) => {
          where.write('src/users/legacy/models.py', readFileSync(where.path(source)));
          rmSync(where.path(source));
        },
        2,
        [`stale orders ${source} moved`, 'untracked users src/users/legacy/models.py undocumented_module'],
      ],
      [
        'a new file',
        (where) => where.write('src/orders/extra.py', 'def extra():\n    pass\n'),
        0,
        ['untracked orders src/orders/extra.py undocumented_module'],
      ],
      ['a file without symbols', (where) => where.write('src/orders/__init__.py', ''), 0, []],
      [
        'a document that is linked no more',
        (where) =>
          edit(where, '.beadloom/_graph/domains.yml', 'docs/domains/orders/README.md', 'docs/other.md'),
        2,
        [`stale orders ${source} unpaired`],
      ],
      [
        'a name in backticks',
        (where) =>
          edit(where, 'docs/domains/orders/README.md', '## Invariants', '## Invariants\n\n`place` places.\n'),
        0,
        [],
      ],
    ];
  const first = await orders(t);
  for (const [what, change, code, expected] of cases) {
    git(first.root, 'checkout', '--quiet', '--', '.');
    git(first.root, 'clean', '--quiet', '-fd', 'src');
    change(first);
    t.deepEqual(shown(notOk(await check(t, first, code))), expected, what);
  }
});

test('a document goes by the symbols that it names', async (t) => {
  const where = fixture(t, 'shop');
  git(where.root, 'init', '--quiet', '.');
  const before = await answer<SyncCheckAnswer>(where, ['sync-check']);
  t.true(before.pairs.length > 0 && before.pairs.every(({ status }) => status === 'untracked'));
  await answer<SyncUpdateAnswer>(where, ['sync-update', '--all', '-y']);
  // docs/domains/billing.md names `charge` alone; docs/f/refunds.md belongs to FEAT-7, whose only symbol is refund.
  edit(where, 'src/billing/charge.py', '*getattr(self, "lines", [])', '*self.lines');
  await check(t, where, 0);
  edit(where, 'src/billing/charge.py', 'return charge(-', 'return charge(- -');
  t.deepEqual(shown(notOk(await check(t, where, 2))), ['stale FEAT-7 src/billing/charge.py body_changed']);
  edit(where, 'src/billing/charge.py', 'def charge(amount, token)', 'def charge(amount, token, when=None)');
  const found = notOk(await check(t, where, 2));
  t.deepEqual(shown(found), [
    'stale billing src/billing/charge.py signature_changed',
    'stale FEAT-7 src/billing/charge.py body_changed',
  ]);
});

test('reindexing clears nothing, sync-update does, and touches those lines alone', async (t) => {
  const where = await orders(t);
  edit(where, 'src/orders/models.py', 'return order', 'return None');
  edit(where, 'src/users/models.py', 'return 1', 'return 2');
  await answer(where, ['reindex']);
  await answer(where, ['reindex', '--full']);
  t.is((await check(t, where, 2)).summary.stale, 2);
  // Editing the document is not saying so.
  edit(where, 'docs/domains/orders/README.md', '## Invariants', 'It places.\n\n## Invariants');
  t.is((await check(t, where, 2)).summary.stale, 2);

  const before = lock(where).split('\n');
  t.is((await beadloom(where, ['sync-update', 'orders', '--check'])).code, 2);
  t.is(lock(where), before.join('\n'));
  t.is((await failure(where, ['sync-update', 'orders'])).code, 'usage');
  const update = await answer<SyncUpdateAnswer>(where, ['sync-update', 'orders', '-y']);
  t.like(update, { ref_id: 'orders', pairs_synced: 1 });
  const after = lock(where).split('\n');
  t.is(after.length, before.length);
  const differing = after.filter((line, at) => line !== before[at]);
  t.is(differing.length, 1);
  t.regex(differing[0] ?? '', /^docs\/domains\/orders\/README\.md\torders\t.*\tsrc\/orders\/models\.py\t/);
  t.deepEqual(shown(notOk(await check(t, where, 2))), ['stale users src/users/models.py body_changed']);
  t.is((await beadloom(where, ['sync-update', 'orders', '--check'])).code, 0);

  await answer(where, ['sync-update', '--all', '-y']);
  t.deepEqual(notOk(await check(t, where, 0)), []);
  t.like(await answer<SyncUpdateAnswer>(where, ['sync-update', 'users', '-y']), { pairs_synced: 0 });
});

test('commands at the same time lose nothing of each other', async (t) => {
  const where = await orders(t);
  edit(where, 'src/orders/models.py', 'return order', 'return None');
  edit(where, 'src/users/models.py', 'return 1', 'return 2');
  const updates = ['orders', 'users', 'orders', 'users'].map((node) =>
    answer<SyncUpdateAnswer>(where, ['sync-update', node, '-y']),
  );
  const synced = (await Promise.all(updates)).map(({ pairs_synced: pairs }) => pairs);
  t.is(
    synced.reduce((sum, pairs) => sum + pairs, 0),
    2,
  );
  t.deepEqual(notOk(await check(t, where, 0)), []);
});

test('what moved or is gone is settled by saying so', async (t) => {
  const where = await orders(t);
  renameSync(where.path('src/orders/models.py'), where.path('src/orders/entities.py'));
  rmSync(where.path('src/users/models.py'));
  where.write('src/users/people.py', 'class Person:\n    pass\n');
  const moved = (await check(t, where, 2)).pairs.find(({ reason }) => reason === 'moved');
  t.is(moved?.details.moved_to, 'src/orders/entities.py');
  await answer(where, ['sync-update', '--all', '-y']);
  t.deepEqual(notOk(await check(t, where, 0)), []);
  t.false(lock(where).includes('models.py'));
  t.regex(lock(where), /\tsrc\/orders\/entities\.py\t/);
  t.regex(lock(where), /\tsrc\/users\/people\.py\t/);
});

test('a fresh clone gives the same answer', async (t) => {
  const where = await orders(t);
  edit(where, 'src/orders/models.py', 'return order', 'return None');
  commit(where, 'change without its document');
  const here = await check(t, where, 2);
  const clone = project(t);
  rmSync(clone.path('.git'), { recursive: true });
  git(clone.root, 'clone', '--quiet', where.root, '.');
  t.deepEqual(await check(t, clone, 2), here);
});

test('branches that say so of different pairs merge by themselves', async (t) => {
  const where = await orders(t);
  for (const [branch, path, node] of [
    ['one', 'src/orders/models.py', 'orders'],
    ['two', 'src/users/models.py', 'users'],
  ] as const) {
    git(where.root, 'checkout', '--quiet', 'main');
    git(where.root, 'checkout', '--quiet', '-b', branch);
    edit(where, path, 'return ', 'return not ');
    await answer(where, ['sync-update', node, '-y']);
    commit(where, branch);
  }
  git(where.root, 'merge', '--quiet', '--no-edit', 'one');
  t.deepEqual(notOk(await check(t, where, 0)), []);

  // Both say so of the same pair: both lines stay, and the one that is true counts.
  for (const [branch, to] of [
    ['three', 'return 3'],
    ['four', 'return 4'],
  ] as const) {
    git(where.root, 'checkout', '--quiet', 'two');
    git(where.root, 'checkout', '--quiet', '-b', branch);
    edit(where, 'src/users/models.py', 'return not 1', to);
    await answer(where, ['sync-update', 'users', '-y']);
    commit(where, branch);
  }
  git(where.root, 'merge', '--quiet', '--no-edit', '-X', 'ours', 'three');
  t.is(lock(where).split('\tusers\t').length, 3, 'two lines');
  t.deepEqual(notOk(await check(t, where, 0)), []);
  edit(where, 'src/users/models.py', 'return 4', 'return 5');
  t.deepEqual(shown(notOk(await check(t, where, 2))), ['stale users src/users/models.py body_changed']);
  await answer(where, ['sync-update', 'users', '-y']);
  t.is(lock(where).split('\tusers\t').length, 2, 'one line again');
});

test('porcelain has a line per pair that is not up to date', async (t) => {
  const where = await orders(t);
  t.like(await beadloom(where, ['sync-check', '--porcelain']), { code: 0, stdout: '' });
  edit(where, 'src/orders/models.py', 'return order', 'return None');
  where.write('src/orders/extra.py', 'def extra():\n    pass\n');
  const { code, stdout } = await beadloom(where, ['sync-check', '--porcelain']);
  t.is(code, 2);
  const doc = 'docs/domains/orders/README.md';
  t.is(
    stdout,
    `untracked\torders\t${doc}\tsrc/orders/extra.py\tundocumented_module\nstale\torders\t${doc}\tsrc/orders/models.py\tbody_changed\n`,
  );
  const unknown = await failure(where, ['sync-check', '--ref', 'ordrs']);
  t.is(unknown.code, 'not_found');
  t.regex(unknown.hint ?? '', /orders/);
  // What is there and is no node is not suggested to who wrote it.
  for (const given of ['src/orders/models.py', 'extra']) {
    const { code: kind, hint } = await failure(where, ['sync-update', given, '-y']);
    t.is(kind, 'not_found');
    t.regex(hint ?? '', /belongs to orders/, given);
    t.notRegex(hint ?? '', new RegExp(`mean: .*${given}`), given);
  }
  t.is((await failure(where, ['sync-update', 'ordrs', '-y'])).code, 'not_found');
  t.is((await failure(where, ['sync-check', '--auto'])).code, 'usage');
  t.is((await failure(where, ['sync-update', 'orders', '--auto'])).code, 'usage');
  t.is((await failure(where, ['sync-update', '--all'])).code, 'usage');
});

test('a revision or what is staged can be compared instead', async (t) => {
  const where = await orders(t);
  edit(where, 'src/orders/models.py', 'return order', 'return None');
  edit(where, 'src/users/models.py', 'return 1', 'return 2');
  await answer(where, ['sync-update', '--all', '-y']);
  const since = notOk(await check(t, where, 2, '--since', 'HEAD'));
  t.deepEqual(
    since.map(({ details }) => details.symbols),
    [['place'], ['User.name']],
  );
  edit(where, 'docs/domains/users/README.md', '## Invariants', 'Users have names.\n\n## Invariants');
  t.deepEqual(shown(notOk(await check(t, where, 2, '--since', 'HEAD'))), [
    'stale orders src/orders/models.py body_changed',
  ]);
  rmSync(where.path('src/orders/models.py'));
  t.deepEqual(shown(notOk(await check(t, where, 2, '--since', 'HEAD'))), [
    'stale orders src/orders/models.py code_deleted',
  ]);
  const unknown = await failure(where, ['sync-check', '--since', 'no-such-branch']);
  t.is(unknown.code, 'not_found');
  t.is((await failure(where, ['sync-check', '--since=--output=x'])).code, 'not_found');

  git(where.root, 'checkout', '--quiet', '--', '.');
  edit(where, 'src/orders/models.py', 'return order', 'return None');
  edit(where, 'src/users/models.py', 'return 1', 'return 2');
  git(where.root, 'add', 'src/users/models.py');
  t.deepEqual(shown(notOk(await check(t, where, 2, '--staged'))), [
    'stale users src/users/models.py body_changed',
  ]);
});

test('settings say what counts', async (t) => {
  const where = await orders(t);
  const config = readFileSync(where.path('.beadloom/config.yml'), 'utf8');
  const sync = (text: string) => where.write('.beadloom/config.yml', `${config}sync: ${text}\n`);
  edit(where, 'src/orders/models.py', 'return order', 'return None');
  where.write('src/orders/extra.py', 'def extra():\n    pass\n');
  sync('{level: signature}');
  t.is((await check(t, where, 0)).summary.stale, 0);
  sync('{level: signature, strict: true}');
  t.deepEqual(shown(notOk(await check(t, where, 2))), [
    'stale orders src/orders/extra.py undocumented_module',
  ]);
  sync('{ignore_paths: ["src/orders/**"]}');
  t.deepEqual(notOk(await check(t, where, 0)), []);
  sync('{auto_ack: true}');
  await check(t, where, 2);
  edit(where, 'docs/domains/orders/README.md', '## Invariants', 'It places.\n\n## Invariants');
  commit(where, 'code and document');
  t.is((await check(t, where, 0)).summary.stale, 0);
  edit(where, 'src/orders/models.py', 'return None', 'return 1');
  commit(where, 'code alone');
  await check(t, where, 2);
});

test('a lock that cannot be read is an error with its line, and is not written over', async (t) => {
  const where = await orders(t);
  const good = lock(where);
  const line = good.split('\n')[2] ?? '';
  const cases: Array<[string, string, number]> = [
    ['version', good.replace('version 2', 'version 7'), 1],
    ['merge', good.replace(line, `<<<<<<< ours\n${line}\n=======\n${line}\n>>>>>>> theirs`), 3],
    ['hexadecimal', good.replace(/\t2:[0-9a-f]{4}(?=[0-9a-f]{28}\t[0-9a-f]{40})/, '\t2:zzzz'), 3],
    ['path, hash and blob', `${good}\nsomething else\n`, good.split('\n').length + 1],
    ['blob', good.replace(/[0-9a-f]{40}/, 'abc'), 3],
    ['begin', good.split('\n').slice(1).join('\n'), 2],
  ];
  for (const [what, text, at] of cases) {
    where.write(LOCK, text);
    for (const args of [['sync-check'], ['sync-update', 'orders', '-y']]) {
      const error = await failure(where, args);
      t.deepEqual([error.code, error.path, error.line], ['bad_lock', LOCK, at], what);
      t.regex(error.message, new RegExp(what), what);
    }
    t.is(lock(where), text);
    t.is((await beadloom(where, ['reindex'])).code, 1);
  }
  where.write(LOCK, good);
  await check(t, where, 0);
});

test('annotations give symbols to a node, and its pairs go by them', async (t) => {
  const where = project(t, {
    '.beadloom/_graph/a.yml':
      'nodes:\n  - {ref_id: a, kind: domain, docs: [docs/a.md], source: src/}\n  - {ref_id: b, kind: feature, docs: [docs/b.md]}\n',
    'docs/a.md': '# A\n',
    'docs/b.md': '# B\n',
    'src/x.py': 'def one():\n    return 1\n\n\n# beadloom:feature=b\ndef two():\n    return 2\n',
  });
  execFileSync('git', ['init', '--quiet', '.'], { cwd: where.root, stdio: 'ignore' });
  await answer(where, ['sync-update', '--all', '-y']);
  edit(where, 'src/x.py', 'return 2', 'return 22');
  t.deepEqual(shown(notOk(await check(t, where, 2))), ['stale b src/x.py body_changed']);
  edit(where, 'src/x.py', 'return 1', 'return 11');
  t.is((await check(t, where, 2)).summary.stale, 2);
  edit(where, 'src/x.py', '# beadloom:feature=b\n', '');
  t.deepEqual(shown(notOk(await check(t, where, 2))), [
    'stale a src/x.py signature_changed',
    'stale b src/x.py unpaired',
  ]);
});

test('the document of the whole tells about parts that have none', async (t) => {
  const where = project(t, {
    '.beadloom/_graph/a.yml':
      'nodes:\n  - {ref_id: a, kind: domain, docs: [docs/a.md], source: src/a/}\n  - {ref_id: a-part, kind: feature, source: src/a/part/}\n',
    'docs/a.md': '# A\n',
    'docs/part.md': '# Part\n',
    'src/a/x.py': 'def one():\n    return 1\n',
    'src/a/part/y.py': 'def two():\n    return 2\n',
  });
  git(where.root, 'init', '--quiet', '.');
  await answer(where, ['sync-update', '--all', '-y']);
  edit(where, 'src/a/part/y.py', 'return 2', 'return 22');
  t.deepEqual(shown(notOk(await check(t, where, 2))), ['stale a src/a/part/y.py body_changed']);
  where.write('docs/part.md', '# Part\n\n<!-- beadloom:ref=a-part -->\n');
  t.deepEqual(shown(notOk(await check(t, where, 0))), ['untracked a-part src/a/part/y.py null']);
  await answer(where, ['sync-update', '--all', '-y']);
  t.deepEqual(notOk(await check(t, where, 0)), []);
});

test('a document that begins to name symbols leaves nothing untracked', async (t) => {
  const where = project(t, {
    'docs/mail.md': '# Mail\n\nSends.\n',
    '.beadloom/_graph/a.yml':
      'nodes:\n  - {ref_id: mail, kind: domain, summary: Letters., source: src/mail/, docs: [docs/mail.md]}\n',
  });
  for (const name of ['one', 'two', 'three']) {
    where.write(`src/mail/${name}.py`, `def send_${name}(letter):\n    return letter\n`);
  }
  await beadloom(where, ['sync-update', '--all', '-y']);
  where.write('docs/mail.md', '# Mail\n\nSends with `send_one`.\n');
  t.is(notOk(await check(t, where, 2)).length, 2);
  await beadloom(where, ['sync-update', 'mail', '-y']);
  t.deepEqual(notOk(await check(t, where, 0)), []);
  // A file that comes later is seen all the same.
  where.write('src/mail/four.py', 'def send_four(letter):\n    return letter\n');
  t.deepEqual(shown(notOk(await check(t, where, 0))), [
    'untracked mail src/mail/four.py undocumented_module',
  ]);
});

test('what a formatter does makes no document stale, what it only resembles does', async (t) => {
  const where = project(t, {
    '.beadloom/_graph/g.yml':
      'nodes:\n  - {ref_id: a, kind: domain, source: src/, summary: p, docs: [docs/a.md]}\n',
    'src/a.ts': "export function f(m: string, n: number) {\n  return [m, 'n'].length + (n * 2)\n}\n",
    'src/b.py': 'def g(a):\n    return (a,)\n',
    'docs/a.md': '# A\n\nabout\n',
  });
  await answer(where, ['sync-update', '--all', '-y']);
  where.write(
    'src/a.ts',
    'export function f(\n  m: string,\n  n: number,\n) {\n  return [m, "n"].length + n * 2;\n}\n',
  );
  where.write('src/b.py', 'def g(\n    a,\n):\n    return (\n        a,\n    )\n');
  t.deepEqual(notOk(await check(t, where, 0)), []);
  where.write('src/b.py', 'def g(a):\n    return (a)\n');
  t.deepEqual(shown(notOk(await check(t, where, 2))), ['stale a src/b.py body_changed']);
});

test('a lock of an earlier version stays true, and is written anew where something is confirmed', async (t) => {
  const where = project(t, {
    '.beadloom/_graph/g.yml':
      'nodes:\n  - {ref_id: a, kind: domain, source: src/, summary: p, docs: [docs/a.md]}\n',
    'src/a.py': "def f(a):\n    return 'a'\n",
    'src/b.py': "def g(a):\n    return 'b'\n",
    'docs/a.md': '# A\n\nabout\n',
  });
  // Every token counted as it was written, and the lines had no mark.
  const EARLIER: Record<string, string> = {
    'src/a.py': 'c1f33cce5ba21ad31ade27f1ed01badf',
    'src/b.py': 'd95a2f3c6db81b927fa4e792d6002503',
  };
  await answer(where, ['sync-update', '--all', '-y']);
  const earlier = lock(where).replaceAll(
    /(src\/[ab]\.py)\t2:[0-9a-f]{32}\t[0-9a-f]{40}/g,
    (_, path: string) => `${path}\t${EARLIER[path]}\t-`,
  );
  t.notRegex(earlier, /\.py\t2:/);
  where.write(LOCK, earlier);
  t.deepEqual(notOk(await check(t, where, 0)), []);
  where.write('src/a.py', "# comment\ndef f( a ):\n    return 'a'\n");
  t.deepEqual(notOk(await check(t, where, 0)), []);
  where.write('src/a.py', "def f(a):\n    return 'c'\n");
  t.deepEqual(shown(notOk(await check(t, where, 2))), ['stale a src/a.py body_changed']);
  await answer(where, ['sync-update', 'a', '-y']);
  t.regex(lock(where), /^docs\/a\.md\ta\t2:[0-9a-f]{32}\tsrc\/a\.py\t2:[0-9a-f]{32}/m);
  t.deepEqual(notOk(await check(t, where, 0)), []);
});

test('a node that is renamed keeps what the lock says of it', async (t) => {
  const where = await orders(t);
  for (const path of ['.beadloom/_graph/domains.yml', '.beadloom/_graph/rules.yml']) {
    const text = readFileSync(where.path(path), 'utf8');
    where.write(
      path,
      text
        .replaceAll(/(ref_id|src|dst|from|to): orders$/gm, '$1: sales')
        .replaceAll('{ref_id: orders}', '{ref_id: sales}')
        .replaceAll('ref_id: orders', 'ref_id: sales'),
    );
  }
  t.deepEqual(notOk(await check(t, where, 0)), []);
  edit(where, 'src/orders/models.py', 'return order', 'return 2');
  t.deepEqual(shown(notOk(await check(t, where, 2))), ['stale sales src/orders/models.py body_changed']);
  await answer(where, ['sync-update', 'sales', '-y']);
  t.deepEqual(notOk(await check(t, where, 0)), []);
  t.notRegex(lock(where), /\torders\t/);
});

test('drafts for parts leave the document of the whole green', async (t) => {
  const where = project(t, {
    '.beadloom/_graph/g.yml':
      'nodes:\n  - {ref_id: whole, kind: service, source: src/, summary: w, docs: [README.md]}\n  - {ref_id: a, kind: domain, source: src/a/, summary: a}\n  - {ref_id: b, kind: domain, source: src/b/, summary: b}\n',
    'src/a/a.py': 'def f():\n    return 1\n',
    'src/b/b.py': 'def g():\n    return 1\n',
    'README.md': '# R\n\ntext\n',
  });
  await answer(where, ['sync-update', '--all', '-y']);
  where.write('src/b/b.py', 'def g():\n    return 2\n');
  t.deepEqual(shown(notOk(await check(t, where, 2))), ['stale whole src/b/b.py body_changed']);
  await answer(where, ['docs', 'generate']);
  // What was behind before is so still.
  t.deepEqual(shown(notOk(await check(t, where, 2))), ['stale whole src/b/b.py body_changed']);
});
