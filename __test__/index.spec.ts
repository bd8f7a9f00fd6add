import { mkdirSync, symlinkSync, utimesSync } from 'node:fs';

import test from 'ava';

import type { Bundle, GraphAnswer, ReindexAnswer, StatusAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project, type TestProject } from './support/project.js';

/** A reindex that may find errors in files. */
async function reindex(
  where: TestProject,
  ...flags: string[]
): Promise<{ code: number | null; answer: ReindexAnswer }> {
  const { code, stdout } = await beadloom(where, ['reindex', '--json', ...flags]);
  return { code, answer: JSON.parse(stdout) as ReindexAnswer };
}

async function files(where: TestProject): Promise<number> {
  return (await answer<StatusAnswer>(where, ['status'])).index.files;
}

async function isFound(where: TestProject, symbol: string): Promise<boolean> {
  const { stdout } = await beadloom(where, ['search', symbol, '--in', 'code', '--json']);
  return (JSON.parse(stdout) as { hits: Array<{ name: string }> }).hits.some((hit) => hit.name === symbol);
}

test('without an index: --no-refresh says what to do, without the flag it is made', async (t) => {
  const where = fixture(t, 'shop');
  const error = await failure(where, ['ctx', 'FEAT-7', '--no-refresh']);
  t.is(error.code, 'no_index');
  t.regex(error.hint ?? '', /reindex/);
  const bundle = await answer<Bundle>(where, ['ctx', 'FEAT-7']);
  t.is(bundle.focus.ref_id, 'FEAT-7');
});

test('mistakes in the graph: one finding each, with its place; everything else is indexed', async (t) => {
  const where = fixture(t, 'shop');
  where.write(
    '.beadloom/_graph/zz.yml',
    `nodes:
  - ref_id: billing
    kind: domain
  - kind: domain
    summary: no id
  - ref_id: odd
    kind: gizmo
  - ref_id: fine
    kind: domain
edges:
  - src: fine
    dst: ghost
    kind: part_of
  - src: fine
    dst: shop
    kind: part_of
`,
  );
  const { code, answer: found } = await reindex(where);
  t.is(code, 1);
  const findings = found.diagnostics.map((one) => [one.level, one.code, one.path, one.line]);
  const path = '.beadloom/_graph/zz.yml';
  t.deepEqual(findings, [
    ['error', 'duplicate_id', path, 2],
    ['error', 'missing_id', path, 4],
    ['error', 'unknown_kind', path, 7],
    ['warn', 'unknown_endpoint', path, 12],
  ]);
  t.true(found.diagnostics.every((one) => one.column !== null));
  t.regex(found.diagnostics[0]?.message ?? '', /domains\.yml:\d+/);
  t.is(found.totals.nodes, 6);

  const human = await beadloom(where, ['reindex']);
  t.is(human.code, 1);
  t.regex(human.stderr, /^error\[duplicate_id\]: \.beadloom\/_graph\/zz\.yml:2:\d+: /m);
  t.regex(human.stderr, /^warning\[unknown_endpoint\]: /m);
  t.notRegex(human.stdout, /duplicate_id/);
});

test('a second reindex parses nothing, says so, and prints the live totals', async (t) => {
  const where = fixture(t, 'shop');
  const first = await reindex(where);
  t.is(first.answer.mode, 'full');
  t.is(first.code, 0);
  const second = await reindex(where);
  t.is(second.answer.mode, 'unchanged');
  t.is(second.answer.files.parsed, 0);
  t.is(second.answer.generation, first.answer.generation);
  t.deepEqual(second.answer.totals, first.answer.totals);
  t.regex((await beadloom(where, ['reindex'])).stdout, /^Nothing changed in \d+ files/);

  const later = new Date(Date.now() + 5000);
  utimesSync(where.path('src/billing/charge.py'), later, later);
  const touched = await reindex(where);
  t.is(touched.answer.files.parsed, 0);
  t.is(touched.answer.files.changed, 0);
  t.is((await reindex(where, '--full')).answer.mode, 'full');
});

test('of 1,000 files the one that was edited is parsed', async (t) => {
  const where = project(t);
  for (let i = 0; i < 1000; i++) {
    where.write(`p${i % 10}/m${i}.py`, `def f${i}():\n    return ${i}\n`);
  }
  await reindex(where);
  where.write('p7/m7.py', 'def changed_here():\n    return 7\n');
  const { answer: after } = await reindex(where);
  t.is(after.mode, 'incremental');
  t.is(after.files.parsed, 1);
  t.is(after.files.changed, 1);
  t.true(await isFound(where, 'changed_here'));
  t.false(await isFound(where, 'f7'));
});

test('broken YAML: its place, exit 1, the last good nodes answer; mending it heals', async (t) => {
  const where = fixture(t, 'shop');
  await reindex(where);
  const good = 'nodes:\n  - ref_id: Invoice\n    kind: entity\n    summary: "What a customer owes."\n';
  where.write('.beadloom/_graph/entities.yml', 'nodes:\n  - ref_id: [Invoice\n    kind: entity\n');
  const broken = await reindex(where);
  t.is(broken.code, 1);
  const finding = broken.answer.diagnostics.find((one) => one.level === 'error');
  t.is(finding?.code, 'yaml_syntax');
  t.is(finding?.path, '.beadloom/_graph/entities.yml');
  t.true((finding?.line ?? 0) >= 2);
  t.is((await reindex(where)).code, 1, 'every run says so until it is mended');
  const bundle = await answer<Bundle>(where, ['ctx', 'Invoice']);
  t.is(bundle.focus.kind, 'entity');
  where.write('.beadloom/_graph/entities.yml', good);
  const mended = await reindex(where);
  t.is(mended.code, 0);
  t.deepEqual(mended.answer.diagnostics, []);
  t.is((await answer<GraphAnswer>(where, ['graph'])).nodes.length, 5);
});

test('a source that is no text: a warning, the rest is indexed', async (t) => {
  const where = fixture(t, 'shop');
  where.write('src/billing/latin.py', new Uint8Array([0x23, 0xfe, 0xe9, 0xff, 0x0a]));
  const { code, answer: found } = await reindex(where);
  t.is(code, 0);
  t.deepEqual(
    found.diagnostics.map((one) => [one.level, one.code, one.path]),
    [['warn', 'not_text', 'src/billing/latin.py']],
  );
  t.is(found.files.skipped, 1);
  t.true(await isFound(where, 'Ledger'));
});

test('ignored and foreign folders are not indexed', async (t) => {
  const where = project(t, {
    '.gitignore': 'logs/\n*.gen.py\n',
    'a/.gitignore': '*\n!kept.py\n!.gitignore\n',
    '.beadloomignore': 'private/\n',
    'seen.py': 'def seen(): pass\n',
    'a/kept.py': 'def kept(): pass\n',
    'a/dropped.py': 'def dropped(): pass\n',
    'logs/log.py': 'def logged(): pass\n',
    'x.gen.py': 'def generated_away(): pass\n',
    'private/p.py': 'def private_part(): pass\n',
    'node_modules/m/index.js': 'function foreign_js() {}\n',
    '.venv/lib/m.py': 'def foreign_py(): pass\n',
    'big.py': `def too_big(): pass\n${'#'.repeat(1_100_000)}\n`,
  });
  const { answer: found } = await reindex(where);
  for (const name of ['seen', 'kept']) {
    t.true(await isFound(where, name), name);
  }
  for (const name of [
    'dropped',
    'logged',
    'generated_away',
    'private_part',
    'foreign_js',
    'foreign_py',
    'too_big',
  ]) {
    t.false(await isFound(where, name), name);
  }
  t.deepEqual(
    found.diagnostics.map((one) => [one.code, one.path]),
    [['too_large', 'big.py']],
  );
});

test('a loop of links ends, a link out of the root is not followed', async (t) => {
  const outside = project(t, { 'secret.py': 'def outside_secret(): pass\n' });
  const where = project(t, { 'a/b.py': 'def inside(): pass\n' });
  symlinkSync('..', where.path('a/loop'), 'dir');
  symlinkSync(outside.root, where.path('out'), 'dir');
  const { code } = await reindex(where);
  t.is(code, 0);
  t.true(await isFound(where, 'inside'));
  t.false(await isFound(where, 'outside_secret'));
});

test('a source that leaves the root is an error with its place', async (t) => {
  const where = project(t, {
    '.beadloom/_graph/domains.yml': 'nodes:\n  - ref_id: out\n    kind: domain\n    source: ../x\n',
  });
  const { code, answer: found } = await reindex(where);
  t.is(code, 1);
  t.deepEqual(
    found.diagnostics.map((one) => [one.level, one.code, one.path, one.line]),
    [['error', 'outside_root', '.beadloom/_graph/domains.yml', 4]],
  );
});

test('hostile input: deep nesting, an index that is none, an empty folder', async (t) => {
  const where = project(t, {
    'deep.py': `x = ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`,
    'deep.ts': `const x = ${'('.repeat(100_000)}1${')'.repeat(100_000)};\n`,
    'ok.py': 'def survives(): pass\n',
  });
  t.is((await reindex(where)).code, 0);
  t.true(await isFound(where, 'survives'));

  const damaged = project(t, {
    'a.py': 'x = 1\n',
    '.beadloom/beadloom.db': 'this is no database at all\n'.repeat(100),
  });
  const run = await beadloom(damaged, ['status']);
  if (run.code !== 0) {
    t.regex(run.stderr, /^error\[index_damaged\]: /m);
    t.regex(run.stderr, /^hint: /m);
  }
  t.notRegex(run.stderr, /internal|panicked/);

  const empty = project(t);
  t.is((await answer<ReindexAnswer>(empty, ['reindex'])).totals.nodes, 0);
  t.is((await failure(empty, ['ctx', 'x'])).code, 'not_found');
  mkdirSync(empty.path('only/folders'), { recursive: true });
  t.is((await beadloom(empty, ['init', '--bootstrap', '-y'])).code, 0);
});

test('two reindexes at once both end well', async (t) => {
  const where = project(t);
  for (let i = 0; i < 300; i++) {
    where.write(`m${i}.py`, `def f${i}():\n    return ${i}\n`);
  }
  const runs = await Promise.all([1, 2, 3].map(() => beadloom(where, ['reindex', '--json'])));
  for (const { code, stdout, stderr } of runs) {
    t.true(code === 0 || stdout.includes('"index_busy"'), stderr);
  }
  t.is(await files(where), 300);
  t.is((await reindex(where)).answer.mode, 'unchanged');
});

test('settings that say which files count are followed without parsing the others again', async (t) => {
  const where = project(t, {
    'src/a.py': 'def a(): pass\n',
    'src/b.ts': 'export const b = () => 1;\n',
    'lib/c.py': 'def c(): pass\n',
    'notes/d.md': '# D\n\nText.\n',
    'handbook/e.md': '# E\n\nText.\n',
  });
  await answer<ReindexAnswer>(where, ['reindex']);
  for (const [settings, symbols, docs] of [
    ['languages: [python]\n', 2, 0],
    ['scan_paths: [src]\n', 2, 0],
    ['ignore_paths: ["lib/"]\ndocs: {root: notes/}\n', 2, 1],
    ['docs: {root: [notes, handbook/]}\n', 3, 2],
    ['context: {max_chunk_size: 500}\n', 3, 0],
    ['', 3, 0],
  ] as const) {
    where.write('.beadloom/config.yml', settings);
    const { totals, mode } = await answer<ReindexAnswer>(where, ['reindex']);
    t.deepEqual([totals.symbols, totals.docs], [symbols, docs], settings);
    const fresh = await answer<ReindexAnswer>(where, ['reindex', '--full']);
    t.deepEqual(fresh.totals, totals, settings);
    t.is(mode, settings.includes('max_chunk_size') ? 'full' : mode, settings);
  }
  where.write('.beadloom/config.yml', 'languages: [python]\n');
  t.is((await answer<ReindexAnswer>(where, ['reindex'])).files.parsed, 0);
});
