// An edit that leaves size and modification time as they were is seen all the same.
import { mkdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';

import test from 'ava';

import { Beadloom, type ReindexAnswer, type SearchAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { type TestProject, project } from './support/project.js';

/** Windows keeps no time of change that programs can read, and numbers its files in another way. */
const onUnix = process.platform === 'win32' ? test.skip : test;

/** A moment long ago: no clock's tick is near it. */
const THEN = new Date('2020-02-02T02:02:02.123Z');

/** Writes a file as if it had been written then. */
function writeThen(where: TestProject, path: string, content: string) {
  where.write(path, content);
  utimesSync(where.path(path), THEN, THEN);
}

/** Ways to change what a file holds, with size and modification time as they were. */
const EDITS: [string, (where: TestProject, path: string, content: string) => void][] = [
  ['in place', writeThen],
  [
    'by another file in its place',
    (where, path, content) => {
      writeThen(where, `${path}.new`, content);
      renameSync(where.path(`${path}.new`), where.path(path));
    },
  ],
];

for (const [name, edit] of EDITS) {
  onUnix(`an edit of the same size and modification time is seen: ${name}`, async (t) => {
    const where = project(t);
    writeThen(where, 'a.py', 'def alpha(): pass\n');
    writeThen(where, '.beadloom/_graph/parts.yml', 'version: 1\nnodes:\n  - { ref_id: one, kind: domain }\n');
    t.is((await answer<ReindexAnswer>(where, ['reindex'])).totals.symbols, 1);

    edit(where, 'a.py', 'def gamma(): pass\n');
    edit(where, '.beadloom/_graph/parts.yml', 'version: 1\nnodes:\n  - { ref_id: two, kind: domain }\n');
    t.is(Math.round(statSync(where.path('a.py')).mtimeMs), THEN.getTime());
    const found = await answer<SearchAnswer>(where, ['search', 'gamma']);
    t.is(found.hits[0]?.name, 'gamma');
    t.is((await answer<ReindexAnswer>(where, ['reindex'])).mode, 'unchanged');
    const bundle = await answer<{ focus: { ref_id?: string } }>(where, ['ctx', 'two']);
    t.is(bundle.focus.ref_id, 'two');
  });
}

onUnix('settings are read again after such an edit, in the same process', async (t) => {
  const where = project(t, { 'a.py': 'def a(): pass\n', 'b.ts': 'export const b = 1;\n' });
  mkdirSync(where.path('.beadloom'));
  writeThen(where, '.beadloom/config.yml', 'languages: [python]     \n');
  const beadloom = await Beadloom.open(where.root);
  t.teardown(() => beadloom.close());
  const symbols = async () => (await beadloom.status()).symbols_count;
  t.is(await symbols(), 1);
  writeThen(where, '.beadloom/config.yml', 'languages: [typescript] \n');
  await beadloom.reindex();
  t.is(
    (await answer<SearchAnswer>(where, ['search', 'a'])).hits.some((hit) => hit.name === 'a'),
    false,
  );
  writeFileSync(where.path('b.ts'), readFileSync(where.path('b.ts'), 'utf8') + 'export const c = 2;\n');
  t.is(await symbols(), 2);
});

onUnix('what only looks changed is read and not parsed, once', async (t) => {
  const where = project(t);
  for (const name of ['a', 'b', 'c']) {
    writeThen(where, `${name}.py`, `def ${name}(): pass\n`);
  }
  await answer<ReindexAnswer>(where, ['reindex']);
  for (const name of ['a', 'b', 'c']) {
    // As in a copy, or where a cache was restored: the same bytes, another change time.
    writeThen(where, `${name}.py`, `def ${name}(): pass\n`);
  }
  const again = await answer<ReindexAnswer>(where, ['reindex']);
  t.deepEqual([again.mode, again.files.parsed], ['unchanged', 0]);
});
