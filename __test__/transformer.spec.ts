// A transformer that the settings name: its vectors in the index, its place in searches.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import test, { type ExecutionContext } from 'ava';

import type { ModelStatusAnswer, ReindexAnswer, SearchAnswer } from '../src/api/index.js';
import { beadloom, type Run } from './support/cli.js';
import { modelFiles, runtimeLibrary, writeModel, type Odd } from './support/onnx.js';
import { project, type TestProject } from './support/project.js';

const LIBRARY = runtimeLibrary();
/** Tests that run a model. */
const withRuntime = LIBRARY === undefined ? test.skip : test;
const needsRuntime = (title: string): string =>
  LIBRARY === undefined ? `${title} (needs an ONNX runtime: set ORT_DYLIB_PATH)` : title;

/** Words that no other model knows; those of a number are about the same. */
const ABOUT = { florpen: 0, wibbled: 0, zorkes: 1, quuxed: 1, blarn: 2, snurt: 2 };

const FILES = {
  'docs/a.md': '# Handbook\n\n## Evenings\n\nThey wibbled.\n',
  'docs/b.md': '# Handbook\n\n## Mornings\n\nThey quuxed.\n',
  'src/c.py': 'def opened():\n    return "snurt"\n',
  '.beadloom/_graph/all.yml': 'nodes:\n  - {ref_id: inn, kind: domain, summary: Has a blarn}\n',
};

/** Texts of FILES: two sections with what stands above them, a function, a node. */
const TEXTS = 4;

interface Place {
  where: TestProject;
  run: (...args: string[]) => Promise<Run>;
  ask: <T>(...args: string[]) => Promise<T>;
}

/** A project whose settings name a model in a folder of its own. */
function place(t: ExecutionContext, odd: Odd = { about: ABOUT }, more: Record<string, string> = {}): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'beadloom-model-')));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  writeModel(folder, modelFiles(odd));
  const settings = `search: {model: ${JSON.stringify(folder)}}\n`;
  const where = project(t, { ...FILES, ...more, '.beadloom/config.yml': settings, '.gitignore': 'cache/\n' });
  const env = { XDG_CACHE_HOME: where.path('cache'), ORT_DYLIB_PATH: LIBRARY ?? '' };
  const run = (...args: string[]): Promise<Run> => beadloom(where, args, { env });
  const ask = async <T>(...args: string[]): Promise<T> => {
    const { code, stdout, stderr } = await run(...args, '--json');
    if (code !== 0) {
      throw new Error(`${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    }
    return JSON.parse(stdout) as T;
  };
  return { where, run, ask };
}

/** Sections, each with a word of its own, so that there are many texts. */
function many(count: number): Record<string, string> {
  const section = (at: number): string => `## Part ${at}\n\nOf number ${at}.\n`;
  return { 'docs/many.md': `# Many\n\n${Array.from({ length: count }, (_, at) => section(at)).join('\n')}` };
}

const names = ({ hits }: SearchAnswer): string[] => hits.map(({ type, name }) => `${type} ${name}`);

test('without a runtime the next tier serves, and one line says why', async (t) => {
  const { where } = place(t);
  const env = { XDG_CACHE_HOME: where.path('cache'), ORT_DYLIB_PATH: '' };
  for (const args of [
    ['search', 'handbook'],
    ['next-file', 'opened'],
    ['ctx', '--task', 'handbook'],
  ]) {
    const { code, stdout } = await beadloom(where, [...args, '--json'], { env });
    t.is(code, 0, args[0]);
    const { warning } = JSON.parse(stdout) as SearchAnswer;
    t.regex(
      warning ?? '',
      /^no ONNX runtime is installed, which the model needs; the bundled model serves; /,
    );
  }
  const { code, stdout } = await beadloom(where, ['reindex', '--json'], { env });
  t.is(code, 0);
  const { embedded, diagnostics } = JSON.parse(stdout) as ReindexAnswer;
  t.is(embedded, null);
  t.like(diagnostics.at(-1), { code: 'no_runtime', level: 'warn' });
});

withRuntime(needsRuntime('reindex embeds all, with progress, and searches find by it'), async (t) => {
  const { run, ask } = place(t, { about: ABOUT }, many(60));
  const { code, stdout, stderr } = await run('reindex', '--json', '--progress=json');
  t.is(code, 0, stderr);
  const all = TEXTS + 60;
  t.is((JSON.parse(stdout) as ReindexAnswer).embedded, all);
  const phases = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { phase: string; done: number; total: number })
    .filter(({ phase }) => phase === 'embed');
  t.true(phases.some(({ total }) => total > 0));
  t.true(phases.every(({ done, total }) => done <= Math.max(total, done)));
  const status = await ask<ModelStatusAnswer>('model', 'status');
  t.deepEqual(
    [status.tiers, status.vectors, status.missing, status.warning],
    [['lexical', 'transformer'], all, 0, null],
  );
  for (const [query, first] of [
    ['florpen', 'doc Evenings'],
    ['zorkes', 'doc Mornings'],
  ] as const) {
    const answer = await ask<SearchAnswer>('search', query);
    t.deepEqual(answer.tiers, ['lexical', 'transformer']);
    t.is(answer.warning, null);
    t.is(names(answer)[0], first);
    t.is(answer.hits.length, 1, 'nothing else is near');
  }
  t.deepEqual(names(await ask<SearchAnswer>('search', 'blarn', '--in', 'code')), ['code opened']);
  t.deepEqual(names(await ask<SearchAnswer>('search', 'snurt', '--in', 'nodes')), ['node inn']);
  t.deepEqual(names(await ask<SearchAnswer>('search', 'gnarp')), [], 'what the model does not know');
  t.is((await ask<ReindexAnswer>('reindex')).embedded, 0);
  t.is((await ask<ReindexAnswer>('reindex', '--full')).embedded, 0, 'texts are the same');
});

withRuntime(needsRuntime('a few texts are embedded before an answer'), async (t) => {
  const { where, ask } = place(t);
  // The first index of a small project, too.
  t.is(names(await ask<SearchAnswer>('search', 'florpen'))[0], 'doc Evenings');
  where.write('docs/a.md', FILES['docs/a.md'].replace('wibbled', 'snurt'));
  where.write('docs/d.md', '# Other\n\nThey wibbled.\n');
  const moved = await ask<SearchAnswer>('search', 'florpen');
  t.deepEqual(moved.tiers, ['lexical', 'transformer']);
  t.deepEqual(
    moved.hits.map(({ path }) => path),
    ['docs/d.md'],
  );
  rmSync(where.path('docs/d.md'));
  t.deepEqual(names(await ask<SearchAnswer>('search', 'florpen')), []);
});

withRuntime(needsRuntime('many texts are not: the next tier serves and says what to do'), async (t) => {
  const { where, ask, run } = place(t, { about: ABOUT }, many(100));
  const all = TEXTS + 100;
  const before = await ask<SearchAnswer>('search', 'florpen');
  t.deepEqual(before.tiers, ['lexical', 'static']);
  t.regex(
    before.warning ?? '',
    /^104 of 104 texts have no vectors of .* yet; the bundled model serves; `beadloom reindex` makes them$/,
  );
  const status = await ask<ModelStatusAnswer>('model', 'status');
  t.deepEqual([status.tiers, status.warning], [before.tiers, before.warning]);
  t.is((await ask<ReindexAnswer>('reindex')).embedded, all);
  t.is((await ask<SearchAnswer>('search', 'florpen')).warning, null);

  // Another model: the vectors of the one are nothing to the other.
  const other = { about: { ...ABOUT, more: 3 } };
  writeModel(where.path('cache/beadloom/models/some--other'), modelFiles(other));
  where.write('.beadloom/config.yml', 'search: {model: some/other}\n');
  const changed = await ask<SearchAnswer>('search', 'florpen');
  t.deepEqual(changed.tiers, ['lexical', 'static']);
  t.regex(changed.warning ?? '', /^104 of 104 texts have no vectors of some\/other yet;/);
  const { stdout } = await run('reindex');
  t.regex(stdout, /^Embedded: 104 texts$/m);
  t.deepEqual((await ask<SearchAnswer>('search', 'florpen')).tiers, ['lexical', 'transformer']);
  const told = await run('model', 'status');
  t.regex(told.stdout, /^Vectors: 104$/m);
});

withRuntime(needsRuntime('a model that gives no numbers is refused, and the next tier serves'), async (t) => {
  const { ask } = place(t, { about: ABOUT, weight: Number.NaN });
  const { embedded, diagnostics } = await ask<ReindexAnswer>('reindex');
  t.is(embedded, null);
  t.regex(diagnostics.at(-1)?.message ?? '', /a vector without direction/);
  const { tiers, warning } = await ask<SearchAnswer>('search', 'handbook');
  t.deepEqual(tiers, ['lexical', 'static']);
  t.regex(warning ?? '', /a vector without direction.*; the bundled model serves/);
});

withRuntime(needsRuntime('--no-refresh embeds nothing'), async (t) => {
  const { where, ask } = place(t);
  await ask<ReindexAnswer>('reindex');
  where.write('docs/d.md', '# Other\n\nThey wibbled.\n');
  const answer = await ask<SearchAnswer>('search', 'florpen', '--no-refresh');
  t.deepEqual(names(answer), ['doc Evenings']);
});
