import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';

import test from 'ava';

import type { Bundle, ReindexAnswer, SearchAnswer } from '../src/api/index.js';
import { CLI, answer, beadloom, environment, failure } from './support/cli.js';
import { type TestProject, project } from './support/project.js';

/** Whether this process may mount file systems; what needs that is reported as skipped otherwise. */
const mounts = (() => {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const withMounts = mounts ? test : test.skip;

/** Runs a script in a mount namespace of its own: what it mounts goes with it. */
function inMountNamespace(where: TestProject, script: string, env: Record<string, string> = {}) {
  try {
    const stdout = execFileSync('unshare', ['--mount', 'sh', '-c', script], {
      cwd: where.root,
      env: environment({ CLI, NODE: process.execPath, ...env }),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { code: 0, stdout, stderr: '' };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, stdout, stderr };
  }
}

/** `user_version` of the database header: a big-endian number at byte 60. */
function setSchemaVersion(path: string, version: number) {
  const file = openSync(path, 'r+');
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(version);
  writeSync(file, bytes, 0, 4, 60);
  closeSync(file);
}

function schemaVersion(path: string): number {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(4);
  readSync(file, bytes, 0, 4, 60);
  closeSync(file);
  return bytes.readUInt32BE();
}

test('an index of a newer version is left alone, one of an older version is made anew', async (t) => {
  const where = project(t, { 'a.py': 'def kept(): pass\n' });
  await answer<ReindexAnswer>(where, ['reindex']);
  const index = where.path('.beadloom/beadloom.db');
  const current = schemaVersion(index);

  setSchemaVersion(index, current + 1);
  const before = readFileSync(index);
  for (const command of [['reindex'], ['reindex', '--full'], ['ctx', 'a.py'], ['status', '--no-refresh']]) {
    const error = await failure(where, command);
    t.is(error.code, 'index_too_new', command.join(' '));
    t.regex(error.hint ?? '', /update beadloom/);
  }
  t.deepEqual(readFileSync(index), before);

  setSchemaVersion(index, 0);
  const rebuilt = await answer<ReindexAnswer>(where, ['reindex']);
  t.is(rebuilt.mode, 'full');
  t.is(rebuilt.totals.symbols, 1);
  t.is(schemaVersion(index), current);
});

test('what is no index of ours is kept beside the new one', async (t) => {
  const where = project(t, { 'a.py': 'x = 1\n' });
  mkdirSync(where.path('.beadloom'));
  const index = where.path('.beadloom/beadloom.db');
  writeFileSync(index, 'no database at all\n'.repeat(1000));
  const before = readFileSync(index);
  t.is((await failure(where, ['status', '--no-refresh'])).code, 'index_foreign');
  t.deepEqual(readFileSync(index), before);
  const made = await answer<ReindexAnswer>(where, ['reindex']);
  t.deepEqual([made.mode, made.diagnostics[0]?.code], ['full', 'index_foreign']);
  t.deepEqual(readFileSync(`${index}.foreign`), before);
});

test('a file of 50 MB is listed, with a warning; the rest is indexed', async (t) => {
  const where = project(t, { 'small.py': 'def small(): pass\n' });
  where.write('large.py', Buffer.alloc(50 * 1024 * 1024, 'x = 1\n'));
  const first = await answer<ReindexAnswer>(where, ['reindex']);
  t.deepEqual(
    first.diagnostics.map((one) => [one.level, one.code, one.path]),
    [['warn', 'too_large', 'large.py']],
  );
  t.is(first.files.skipped, 1);
  t.is(first.totals.symbols, 1);
  t.is((await answer<ReindexAnswer>(where, ['reindex'])).mode, 'unchanged');
});

test('one folder without Git answers too', async (t) => {
  const where = project(t, { 'plain/pay.py': 'def pay(): pass\n' });
  const { code, stdout } = await beadloom(where, [
    'search',
    'pay',
    '--project',
    where.path('plain'),
    '--json',
  ]);
  t.is(code, 0);
  t.is((JSON.parse(stdout) as SearchAnswer).hits[0]?.name, 'pay');
});

withMounts('a disk that is full: a clear error, the last good index answers', async (t) => {
  const where = project(t);
  const run = inMountNamespace(
    where,
    `set -e
    mkdir full && mount -t tmpfs -o size=2m tmpfs full && cd full && mkdir .git
    echo 'def kept(): pass' > kept.py
    "$NODE" "$CLI" reindex >/dev/null 2>&1
    i=0; while [ $i -lt 60 ]; do
      j=0; while [ $j -lt 120 ]; do echo "def f_$i_$j(alpha, beta): return alpha"; j=$((j+1)); done > m$i.py
      i=$((i+1)); done
    dd if=/dev/zero of=fill bs=1k count=4096 2>/dev/null || true
    "$NODE" "$CLI" reindex --json || echo "exit $?"
    "$NODE" "$CLI" search kept --json`,
  );
  t.is(run.code, 0, run.stderr);
  const [failed, exit, found] = run.stdout.trim().split('\n') as [string, string, string];
  t.is((JSON.parse(failed) as { error: { code: string } }).error.code, 'disk_full');
  t.is(exit, 'exit 1');
  const search = JSON.parse(found) as SearchAnswer;
  t.is(search.hits[0]?.name, 'kept');
  t.regex(search.warning ?? '', /could not be refreshed/);
});

withMounts('a folder that is read-only answers in every spelling of its path', async (t) => {
  for (const name of ['jürgen 日本', 'a b%20c', 'q?x=1&mode=rw#f', 'it\'s;"x"', 'file:x', '%']) {
    const where = project(t, { [`${name}/a.py`]: 'def kept(): pass\n', [`${name}/.git/HEAD`]: '' });
    t.is((await beadloom(where, ['reindex', '--project', where.path(name)])).code, 0);
    const run = inMountNamespace(
      where,
      'mount --bind "$PLACE" "$PLACE" && mount -o remount,ro,bind "$PLACE" && cd "$PLACE" && "$NODE" "$CLI" ctx a.py --json',
      { PLACE: where.path(name) },
    );
    t.is(run.code, 0, `${name}: ${run.stdout}`);
    t.is((JSON.parse(run.stdout) as Bundle).focus.type, 'path');
  }
});

withMounts(
  'a folder that is read-only: without an index one in the cache answers, with one an answer and a warning',
  async (t) => {
    const where = project(t, { 'inner/a.py': 'def kept(): pass\n', 'inner/.git/HEAD': '' });
    const readOnly = (script: string) =>
      inMountNamespace(
        where,
        `mount --bind inner inner && mount -o remount,ro,bind inner && cd inner && ${script}`,
      );

    const none = readOnly('"$NODE" "$CLI" ctx a.py --json');
    t.is(none.code, 0, none.stderr);
    t.is((JSON.parse(none.stdout) as Bundle).focus.type, 'path');
    t.false(existsSync(where.path('inner/.beadloom')));

    t.is((await beadloom(where, ['reindex', '--project', where.path('inner')])).code, 0);
    const fresh = readOnly('"$NODE" "$CLI" ctx a.py --json');
    t.is(fresh.code, 0, fresh.stderr);
    t.is((JSON.parse(fresh.stdout) as Bundle).focus.type, 'path');
    where.write('inner/b.py', 'def new(): pass\n');
    const behind = readOnly('"$NODE" "$CLI" ctx a.py --json');
    t.is(behind.code, 0, behind.stderr);
    const bundle = JSON.parse(behind.stdout) as Bundle;
    t.regex(bundle.warning ?? '', /could not be refreshed/);
    t.deepEqual(bundle.stale_paths, ['b.py']);
  },
);
