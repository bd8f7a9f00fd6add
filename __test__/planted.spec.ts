// An index that somebody else made is never read; our own heals; nothing outside of the project is written.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

import test from 'ava';

import { PLANTS, planted, SCHEMA_VERSION } from '../bench/attack/sqlite.mjs';
import type { ErrorAnswer, ReindexAnswer, SearchAnswer, StatusAnswer } from '../src/api/index.js';
import { type RunOptions, beadloom } from './support/cli.js';
import { type TestProject, project } from './support/project.js';

/** Links and pipes as clones bring them. */
const onUnix = process.platform === 'win32' ? test.skip : test;

const FILES = { 'pay.py': 'def posts_the_amount(): pass\n' };
const INDEX = '.beadloom/beadloom.db';

/** A run whose answer is JSON, also that of an error. */
async function asked<T>(where: TestProject, args: string[], options: RunOptions = {}) {
  const run = await beadloom(where, [...args, '--json'], options);
  const answer = JSON.parse(run.stdout) as T & Partial<ErrorAnswer>;
  return { ...run, answer, error: answer.error?.code };
}

function names(where: TestProject): string[] {
  return readdirSync(where.path('.beadloom')).toSorted();
}

/** Writes over a file in place: it stays the same file. */
function overwrite(path: string, bytes: Uint8Array, at = 0) {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

/** Replaces text by text of the same length in place, also where a page that is free still holds it. */
function replaceIn(path: string, from: string, to: string) {
  const bytes = readFileSync(path);
  const text = bytes.toString('latin1');
  overwrite(path, Buffer.from(text.replaceAll(from, to), 'latin1'));
  return text.includes(from);
}

for (const plant of Object.keys(PLANTS) as (keyof typeof PLANTS)[]) {
  test(`a planted index is put aside and never read: ${plant}`, async (t) => {
    for (const [number, args] of [['status'], ['ctx', 'pay.py'], ['reindex', '--full']].entries()) {
      const where = project(t, FILES);
      where.write(INDEX, planted(plant, { version: SCHEMA_VERSION + ([0, -1, 1][number] ?? 0) }));
      const bytes = readFileSync(where.path(INDEX));
      const first = await asked<{ warning?: string; diagnostics?: { code: string }[] }>(where, args);
      t.is(first.code, 0, first.stderr);
      const said = args[0] === 'reindex' ? JSON.stringify(first.answer.diagnostics) : first.answer.warning;
      t.regex(said ?? '', /not made by this user on this machine/, args.join(' '));
      t.deepEqual(readFileSync(where.path(`${INDEX}.foreign`)), bytes);
      const second = await asked<StatusAnswer>(where, ['status']);
      t.is(second.answer.symbols_count, 1);
      t.is(second.answer.warning ?? null, null, 'said once');
    }
  });
}

test('without a refresh a planted index is an error that says what to do', async (t) => {
  const where = project(t, FILES);
  where.write(INDEX, planted('an endless view'));
  const { code, answer } = await asked(where, ['status', '--no-refresh']);
  t.is(code, 1);
  t.is(answer.error?.code, 'index_foreign');
  t.regex(answer.error?.hint ?? '', /beadloom reindex/);
  t.deepEqual(names(where), ['beadloom.db']);
});

test('an index from elsewhere is made anew, with its seal too, unless the user trusts it', async (t) => {
  const there = project(t, FILES);
  await asked(there, ['reindex']);
  const bytes = readFileSync(there.path(INDEX));
  const seal = readFileSync(there.path(`${INDEX}-seal`));
  const altered = Buffer.from(bytes);
  for (let at = altered.indexOf('posts_the_amount'); at >= 0; at = altered.indexOf('posts_the_amount', at)) {
    altered.write('stands_in_no_txt', at);
  }
  t.notDeepEqual(altered, bytes);
  const bring = (content: Uint8Array) => {
    const here = project(t, FILES);
    cpSync(there.root, here.root, { recursive: true, preserveTimestamps: true });
    rmSync(here.path(INDEX));
    here.write(INDEX, content);
    here.write(`${INDEX}-seal`, seal);
    return here;
  };

  const here = bring(altered);
  const found = await asked<SearchAnswer>(here, ['search', 'amount']);
  t.deepEqual(
    found.answer.hits.map((hit) => hit.name),
    ['posts_the_amount'],
  );
  t.regex(found.answer.warning ?? '', /put aside/);

  // A cache that was restored: the same index at another place.
  const restored = bring(bytes);
  const env = { BEADLOOM_TRUST_INDEX: '1' };
  const trusted = await asked<ReindexAnswer>(restored, ['reindex'], { env });
  t.deepEqual([trusted.answer.mode, trusted.answer.files.parsed], ['unchanged', 0]);
  const later = await asked<ReindexAnswer>(restored, ['reindex']);
  t.deepEqual([later.answer.mode, later.answer.files.parsed], ['unchanged', 0], 'it is ours from then on');
  t.false(existsSync(restored.path(`${INDEX}.foreign`)));

  // What else lies there is not trusted: it may have come another way.
  const mixed = bring(bytes);
  mixed.write(`${INDEX}-wal`, Buffer.alloc(5000, 7));
  const remade = await asked<ReindexAnswer>(mixed, ['reindex'], { env });
  t.is(remade.answer.mode, 'full');
  // Of an earlier version too, whose tables are replaced.
  for (const version of [SCHEMA_VERSION, SCHEMA_VERSION - 1]) {
    const views = bring(planted('an endless view', { version }));
    const anew = await asked<ReindexAnswer>(views, ['reindex'], { env });
    t.deepEqual([anew.code, anew.answer.mode], [0, 'full'], String(version));
  }
});

for (const name of ['-wal', '-journal']) {
  test(`beadloom.db${name} of somebody else is not read into our index`, async (t) => {
    const where = project(t, FILES);
    await asked(where, ['reindex']);
    where.write(`${INDEX}${name}`, Buffer.alloc(9000, 3));
    const { code, answer } = await asked<SearchAnswer>(where, ['search', 'amount']);
    t.is(code, 0);
    t.is(answer.hits[0]?.name, 'posts_the_amount');
    t.regex(answer.warning ?? '', /put aside/);
    t.true(names(where).includes(`beadloom.db${name}.foreign`));
  });
}

test('tables that are missing or different heal, with one line', async (t) => {
  for (const [from, to] of [
    ['CREATE TABLE routes (', 'CREATE TABLE rootes ('],
    ['scope || symbol_name', 'symbol_name || scope'],
    ['ON nodes(kind)', 'ON nodes(path)'],
    ['CREATE TABLE meta (', 'CREATE TABEL meta ('],
  ] as const) {
    const where = project(t, FILES);
    await asked(where, ['reindex']);
    t.true(replaceIn(where.path(INDEX), from, to));
    const blind = await asked<StatusAnswer>(where, ['status', '--no-refresh']);
    t.is(blind.error, 'index_damaged', from);
    const run = await asked<StatusAnswer>(where, ['status']);
    if (run.error === 'index_damaged') {
      // No schema can be read at all: that is damage.
      t.regex(run.answer.error?.hint ?? '', /reindex --full/);
      t.is((await asked<ReindexAnswer>(where, ['reindex', '--full'])).code, 0);
    } else {
      t.regex(run.answer.warning ?? '', /made anew/, from);
    }
    const second = await asked<StatusAnswer>(where, ['status']);
    t.deepEqual([second.answer.symbols_count, second.answer.warning ?? null], [1, null]);
  }
});

test('a damaged index says so, and what the hint says mends it', async (t) => {
  const where = project(t, FILES);
  for (const damage of [
    (path: string) => overwrite(path, Buffer.alloc(statSync(path).size - 4096, 0xa5), 4096),
    (path: string) => writeFileSync(path, 'no database at all\n'.repeat(1000)),
    (path: string) => overwrite(path, Buffer.from('another program\0'), 0),
    (path: string) => overwrite(path, Buffer.alloc(4, 1), 68),
    (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 5000)),
  ]) {
    await asked(where, ['reindex', '--full']);
    damage(where.path(INDEX));
    const broken = await asked(where, ['search', 'amount']);
    t.is(broken.error, 'index_damaged', `${String(damage)}: ${broken.stdout}`);
    t.regex(broken.answer.error?.hint ?? '', /`beadloom reindex --full`/);
    const mended = await asked<ReindexAnswer>(where, ['reindex', '--full']);
    t.is(mended.code, 0, mended.stdout);
    t.true(mended.answer.diagnostics.some(({ code }) => code === 'index_damaged'));
    t.is((await asked<SearchAnswer>(where, ['search', 'amount'])).answer.hits[0]?.name, 'posts_the_amount');
  }
});

onUnix('links in place of the index and its files: nothing is written where they lead', async (t) => {
  for (const suffix of ['', '-wal', '-shm', '-journal', '-seal']) {
    for (const there of [true, false]) {
      const where = project(t, FILES);
      const outside = project(t, { 'precious.txt': 'precious\n' });
      const target = outside.path(there ? 'precious.txt' : 'new');
      mkdirSync(where.path('.beadloom'));
      symlinkSync(target, where.path(`${INDEX}${suffix}`));
      for (const args of [
        ['reindex'],
        ['ctx', 'pay.py'],
        ['status', '--no-refresh'],
        ['reindex', '--full'],
      ]) {
        const { code, answer } = await asked(where, args);
        t.is(code, 1);
        t.is(answer.error?.code, 'outside_root', `${suffix} ${args.join(' ')}`);
        t.is(answer.error?.path, `${INDEX}${suffix}`);
      }
      t.deepEqual(readdirSync(outside.root).toSorted(), ['.git', 'precious.txt']);
      t.is(readFileSync(outside.path('precious.txt'), 'utf8'), 'precious\n');
    }
  }
});

onUnix('.beadloom as a link: inside the project it is followed, outside it is not', async (t) => {
  const outside = project(t);
  for (const target of [outside.root, outside.path('new')]) {
    const where = project(t, FILES);
    symlinkSync(target, where.path('.beadloom'));
    for (const args of [['reindex'], ['ctx', 'pay.py'], ['status', '--no-refresh']]) {
      const { answer } = await asked(where, args);
      t.deepEqual([answer.error?.code, answer.error?.path], ['outside_root', '.beadloom'], args.join(' '));
    }
  }
  t.deepEqual(readdirSync(outside.root), ['.git']);
  const where = project(t, { ...FILES, 'tools/beadloom/README': '' });
  symlinkSync('tools/beadloom', where.path('.beadloom'));
  // What was written within the clock's last tick is read again.
  await new Promise((resolve) => setTimeout(resolve, 50));
  t.is((await asked(where, ['reindex'])).code, 0);
  t.true(existsSync(where.path('tools/beadloom/beadloom.db')));
  // That the project itself is reached by a link is the user's own choice.
  const link = `${where.root}-link`;
  symlinkSync(where.root, link);
  t.teardown(() => rmSync(link));
  const through = await asked<ReindexAnswer>({ ...where, root: link }, ['reindex', '--project', link]);
  t.deepEqual([through.code, through.answer.files.parsed, through.answer.diagnostics], [0, 0, []]);
});

onUnix('a file with another name outside is not written to', async (t) => {
  for (const suffix of ['', '-wal', '-shm', '-seal']) {
    const where = project(t, FILES);
    const outside = project(t, { 'precious.txt': 'precious\n'.repeat(9) });
    await asked(where, ['reindex']);
    rmSync(where.path(`${INDEX}${suffix}`), { force: true });
    linkSync(outside.path('precious.txt'), where.path(`${INDEX}${suffix}`));
    t.is((await asked(where, ['ctx', 'pay.py'])).code, 0, suffix);
    where.write('more.py', 'def more(): pass\n');
    t.is((await asked(where, ['reindex'])).code, 0, suffix);
    t.is(readFileSync(outside.path('precious.txt'), 'utf8'), 'precious\n'.repeat(9), suffix);
  }
});

onUnix('pipes, devices and folders in place of the index are refused at once', async (t) => {
  for (const suffix of ['', '-wal', '-shm', '-journal', '-seal']) {
    for (const put of [(path: string) => execFileSync('mkfifo', [path]), (path: string) => mkdirSync(path)]) {
      const where = project(t, FILES);
      mkdirSync(where.path('.beadloom'));
      put(where.path(`${INDEX}${suffix}`));
      const { code, answer } = await asked(where, ['ctx', 'pay.py']);
      t.deepEqual([code, answer.error?.code, answer.error?.path], [1, 'not_readable', `${INDEX}${suffix}`]);
    }
  }
});

test('an index that is moved with its project, or whose project is renamed, stays', async (t) => {
  const where = project(t, FILES);
  await asked(where, ['reindex']);
  const moved = `${where.root}-moved`;
  renameSync(where.root, moved);
  t.teardown(() => renameSync(moved, where.root));
  const { answer } = await asked<StatusAnswer>(where, ['status'], { cwd: moved });
  t.is(answer.warning ?? null, null);
});

test('without a home the next process knows the index all the same', async (t) => {
  const where = project(t, FILES);
  where.write('file', '');
  mkdirSync(where.path('run'), { mode: 0o700 });
  const runtime = project(t);
  chmodSync(runtime.root, 0o700);
  // Nothing can be made below a file. Below a project nothing is believed.
  for (const [folder, answers] of [
    [where.path('run'), false],
    [runtime.root, true],
  ] as const) {
    rmSync(join(runtime.root, '.git'), { recursive: true, force: true });
    const env = {
      XDG_DATA_HOME: where.path('file/data'),
      XDG_CACHE_HOME: where.path('file/cache'),
      XDG_RUNTIME_DIR: folder,
    };
    for (let round = 0; round < 2; round++) {
      const { code, answer } = await asked<SearchAnswer>(where, ['search', 'amount'], { env });
      t.is(code, 0);
      t.is(answer.hits[0]?.name, 'posts_the_amount');
      t.is(answer.warning ?? null, null);
    }
    t.is(existsSync(join(folder, 'beadloom/seal.key')), answers);
  }
});

test('many processes at once over a planted index: one makes it, all answer', async (t) => {
  const where = project(t, FILES);
  where.write(INDEX, planted('an endless view'));
  const runs = await Promise.all(
    Array.from({ length: 6 }, () => asked<SearchAnswer>(where, ['search', 'amount'])),
  );
  for (const { code, answer, stdout } of runs) {
    t.is(code, 0, stdout);
    t.is(answer.hits[0]?.name, 'posts_the_amount');
  }
  t.is(runs.filter(({ answer }) => answer.warning?.includes('put aside')).length, 1);
});
