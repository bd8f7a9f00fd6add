// Files of 20 KB that take a parser gigabytes and minutes: each is given up within bounds, listed, and searched as text.
import { platform } from 'node:os';

import test from 'ava';

import { run } from '../bench/attack/lib.mjs';
import type { ReindexAnswer, SearchAnswer } from '../src/api/index.js';
import { answer, CLI } from './support/cli.js';
import { project } from './support/project.js';

/** Where the system tells what memory a process took. */
const measured = platform() === 'linux' ? test : test.skip;

/** Name, what it begins with, and what fills it. */
const TEXTS: [name: string, unit: string][] = [
  ['Tag.cs', '<a '],
  ['Arrow.java', 'a => '],
  ['arrow.c', 'a => '],
  ['words.rs', '%w('],
  ['Words.java', '%w('],
  ['comment.kt', '/*'],
  ['comment.zig', '/*'],
  ['minus.go', '->'],
  ['minus.tsx', '->'],
  ['page.rb', '<!--'],
  ['slash.hs', '\\'],
  ['contexts.hs', '::[=['],
  ['splice.hs', "''[["],
];

const many = (count: number, unit: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => unit(at)).join('');

const filled = (unit: string, bytes: number) => unit.repeat(bytes / unit.length);

measured('no text of 20 KB takes more than its share of memory', async (t) => {
  const index = async (files: Record<string, string>) => {
    const where = project(t, files);
    const options = { env: { BEADLOOM_THREADS: '1' }, timeoutMs: 600_000, mostBytes: 2 ** 30 };
    const ended = await run(CLI, ['reindex', '--json'], { cwd: where.root, ...options });
    t.is(ended.code, 0, `${Object.keys(files).join()}: ${ended.signal} ${ended.stderr}`);
    return { answer: JSON.parse(ended.stdout) as ReindexAnswer, peak: ended.peak };
  };
  const few = await index({ 'a.py': 'def few(): pass\n' });
  const all = await index(Object.fromEntries(TEXTS.map(([name, unit]) => [name, filled(unit, 20_000)])));
  t.true(
    all.peak - few.peak < 200 << 20,
    `${all.peak} bytes, and ${few.peak} where there is nothing to read`,
  );
  t.is(all.answer.files.added, TEXTS.length);
  t.deepEqual(
    all.answer.diagnostics.map(({ code, path }) => [code, path]),
    TEXTS.map(([name]) => ['too_costly', name]).toSorted(),
  );
});

test('what is too costly is listed as left out, found by its words, and read once it is mended', async (t) => {
  const where = project(t, {
    'good.java': 'class Good { void fine() {} }\n',
    'costly.java': `// marmalade\n${filled('a => ', 20_000)}`,
  });
  const found = await answer<ReindexAnswer>(where, ['reindex']);
  t.deepEqual(
    found.diagnostics.map(({ level, code, path }) => [level, code, path]),
    [['warn', 'too_costly', 'costly.java']],
  );
  t.is(found.files.skipped, 1);
  const { hits } = await answer<SearchAnswer>(where, ['search', 'marmalade', '--in', 'code']);
  t.deepEqual(
    hits.map(({ path }) => path),
    ['costly.java'],
  );
  t.is((await answer<ReindexAnswer>(where, ['reindex'])).mode, 'unchanged');
  where.write('costly.java', 'class Mended { void fine() {} }\n');
  const mended = await answer<ReindexAnswer>(where, ['reindex']);
  t.deepEqual([mended.files.skipped, mended.diagnostics], [0, []]);
});

test('the same files are too costly whatever the number of threads', async (t) => {
  const files = Object.fromEntries(TEXTS.map(([name, unit]) => [name, filled(unit, 3000)]));
  const said = [];
  for (const threads of ['1', '4']) {
    const where = project(t, files);
    const ended = await run(CLI, ['reindex', '--json'], {
      cwd: where.root,
      env: { BEADLOOM_THREADS: threads },
    });
    t.is(ended.code, 0, ended.stderr);
    const { diagnostics, totals } = JSON.parse(ended.stdout) as ReindexAnswer;
    said.push({ diagnostics, totals });
  }
  t.deepEqual(said[0], said[1]);
});

/** Inputs of many like things: name, files, and the commands that read them. Work that grows with their square takes minutes of each. */
const MANY: [name: string, files: Record<string, string>, commands: string[][]][] = [
  [
    'methods of a subscriber on one line',
    {
      'Subscriber.php': `<?php use Symfony\\Component\\EventDispatcher\\EventSubscriberInterface; class S implements EventSubscriberInterface { ${many(20_000, (at) => `function f${at}(E $e) {} `)} }`,
      'Listener.java': `import org.springframework.A; class L { ${many(20_000, (at) => `@EventListener void f${at}(E e) {} `)} }`,
    },
    [['reindex']],
  ],
  ['braces of a document', { 'docs/a.md': '{'.repeat(1_000_000) }, [['docs', 'audit']]],
  [
    'neighbours of a node',
    {
      '.beadloom/_graph/all.yml': `nodes:\n  - {ref_id: hub, kind: domain}\n${many(20_000, (at) => `  - {ref_id: n${at}, kind: domain}\n`)}edges:\n${many(20_000, (at) => `  - {src: n${at}, dst: hub, kind: uses}\n`)}`,
    },
    [['reindex'], ['graph', 'hub', '--json'], ['ctx', 'hub', '--max-nodes', '100000']],
  ],
];

for (const [name, files, commands] of MANY) {
  test(`work grows no faster than what is read: ${name}`, async (t) => {
    const where = project(t, files);
    for (const command of commands) {
      // Whoever takes longer is ended by a signal.
      const ended = await run(CLI, command, { cwd: where.root, timeoutMs: 60_000 });
      t.is(ended.signal, null, command.join(' '));
      t.not(ended.stdout.length + ended.stderr.length, 0);
    }
  });
}
