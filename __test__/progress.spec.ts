// What a reindex shows while it works and when it is done.
import test from 'ava';

import type { Progress, ReindexAnswer } from '../src/api/index.js';
import { released } from '../src/model/harmless.js';
import { paint } from '../src/print/colour.js';
import { ProgressPrinter, progressText, type ProgressStyle } from '../src/print/progress.js';
import { reindexText } from '../src/print/reindex.js';
import { width } from '../src/print/text.js';
import { beadloom } from './support/cli.js';
import { project } from './support/project.js';

const grey = paint(false);

const at = (over: Partial<Progress>): Progress => ({
  phase: 'parse',
  done: 0,
  total: 0,
  rate: 0,
  remaining_ms: null,
  ...over,
});

/** A printer with a clock of its own, and what it wrote. */
function printer(style: ProgressStyle, columns?: number) {
  const made = { clock: 0, written: '', printer: undefined as unknown as ProgressPrinter };
  const target = {
    write: (text: string) => (made.written += released(text)),
    ...(columns ? { columns } : {}),
  };
  made.printer = new ProgressPrinter(style, target, () => made.clock);
  return made;
}

const half = at({ done: 1200, total: 4000, rate: 3100, remaining_ms: 2300 });

test('a terminal: nothing in the first half second, then one line that is redrawn and taken away', (t) => {
  const made = printer('line', 80);
  made.printer.update(half);
  t.is(made.written, '');
  made.clock = 600;
  made.printer.update(half);
  made.printer.update(at({ phase: 'graph' }));
  const clear = '\u001b[G\u001b[2K';
  t.is(made.written, `${clear}Parsing 1,200 of 4,000 files, 3,100/s, 3 s left${clear}Connecting the graph`);
  made.printer.end();
  made.printer.end();
  t.is(made.written.split(clear).length - 1, 3);
  t.true(made.written.endsWith(clear));
});

test('a narrow terminal: the speed goes first, then the time that is left; the line never breaks', (t) => {
  for (const [columns, want] of [
    [49, 'Parsing 1,200 of 4,000 files, 3,100/s, 3 s left'],
    [47, 'Parsing 1,200 of 4,000 files, 3 s left'],
    [40, 'Parsing 1,200 of 4,000 files, 3 s left'],
    [38, 'Parsing 1,200 of 4,000 files'],
    [20, 'Parsing 1,200 of 4…'],
  ] as const) {
    const made = printer('line', columns);
    made.clock = 600;
    made.printer.update(half);
    const line = made.written.slice('\u001b[G\u001b[2K'.length);
    t.is(line, want, String(columns));
    t.true(width(line) < columns);
  }
});

test('elsewhere: a line per phase, and another where a phase takes long', (t) => {
  const made = printer('lines');
  const phases: Progress[] = [
    at({ phase: 'scan' }),
    at({ total: 90_000 }),
    ...Array.from({ length: 700 }, (_, i) =>
      at({ done: i * 100, total: 90_000, rate: 1000, remaining_ms: 90_000 - i * 100 }),
    ),
    at({ phase: 'resolve', total: 90_000 }),
    at({ phase: 'commit' }),
  ];
  for (const [step, progress] of phases.entries()) {
    made.clock = 450 + step * 100;
    made.printer.update(progress);
  }
  made.printer.end();
  t.deepEqual(made.written.split('\n'), [
    'Parsing 90,000 files',
    'Parsing 29,900 of 90,000 files, 1,000/s, 2 min left',
    'Parsing 59,900 of 90,000 files, 1,000/s, 31 s left',
    'Resolving 90,000 files',
    'Writing the index',
    '',
  ]);
});

test('what is left is said in the unit that a person thinks in', (t) => {
  const left = (ms: number) =>
    progressText({ ...half, rate: 0, remaining_ms: ms })
      .split(', ')
      .at(-1);
  t.deepEqual([1, 1000, 59_000, 59_100, 3_600_000, 9_000_000].map(left), [
    '1 s left',
    '1 s left',
    '59 s left',
    '1 min left',
    '1 h 0 min left',
    '2 h 30 min left',
  ]);
  t.is(progressText(at({ phase: 'scan', done: 1 })), 'Listing 1 file');
  t.is(progressText(at({ phase: 'scan' })), 'Listing files');
  t.is(progressText(at({ phase: 'wait' })), 'Waiting for another run');
  t.is(progressText(at({ phase: 'embed' })), 'Loading the model');
  t.is(progressText({ ...half, phase: 'embed' }), 'Embedding 1,200 of 4,000 texts, 3,100/s, 3 s left');
});

const answer = (over: Partial<ReindexAnswer>): ReindexAnswer => ({
  version: 1,
  mode: 'incremental',
  files: { scanned: 6865, parsed: 4, reused: 0, added: 1, changed: 3, deleted: 0, renamed: 2, skipped: 5 },
  totals: {
    nodes: 60,
    edges: 520,
    docs: 2,
    chunks: 3,
    symbols: 44_061,
    imports: 11_899,
    references: 134_214,
    routes: 0,
    code_chunks: 0,
  },
  embedded: null,
  diagnostics: [],
  duration_ms: 7000,
  generation: 1,
  ...over,
});

test('the end: what happened to files, what the index holds, findings and time', (t) => {
  t.deepEqual(reindexText(answer({}), grey, undefined).split('\n'), [
    'Updated 6 of 6,865 files in 7.0 s: 1 added, 3 changed, 2 renamed, 4 parsed, 5 left out',
    'Index: 60 nodes, 520 edges, 2 documents, 3 chunks, 44,061 symbols, 11,899 imports, 134,214 references',
  ]);
  t.regex(reindexText(answer({ embedded: 1234 }), grey, undefined), /\nEmbedded: 1,234 texts$/);
  const full = { ...answer({}).files, added: 6865, parsed: 2930, skipped: 0 };
  t.is(
    reindexText(answer({ mode: 'full', files: full }), grey, undefined).split('\n')[0],
    'Indexed 6,865 files in 7.0 s: 2,930 parsed',
  );
  t.is(
    reindexText(answer({ mode: 'unchanged', duration_ms: 90 }), grey, undefined).split('\n')[0],
    'Nothing changed in 6,865 files (90 ms)',
  );
  for (const columns of [40, 60, 80]) {
    const lines = reindexText(answer({}), grey, columns).split('\n');
    t.true(lines.every((line) => width(line) <= columns, String(columns)));
  }
});

test('-q is silent about progress however it is asked for; --progress=json says where it is', async (t) => {
  const where = project(t, { 'a.py': 'def a(): pass\n' });
  const quiet = await beadloom(where, ['reindex', '-q', '--progress=json']);
  t.deepEqual([quiet.code, quiet.stderr], [0, '']);
  const shown = await beadloom(where, ['reindex', '--full', '--progress=json']);
  const lines = shown.stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Progress);
  t.true(lines.every((line) => Object.keys(line).join() === 'phase,done,total,rate,remaining_ms'));
  t.deepEqual([...new Set(lines.map(({ phase }) => phase))], ['scan', 'parse', 'resolve', 'graph', 'commit']);
  t.regex(
    (await beadloom(where, ['reindex', '--help'])).stdout,
    /\{phase, done,\s+total, rate, remaining_ms\}/,
  );
});
