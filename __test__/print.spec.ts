import test from 'ava';

import type { Hit, StatusAnswer } from '../src/api/index.js';
import { paint } from '../src/print/colour.js';
import { diagnosticsText } from '../src/print/error.js';
import { markdownText } from '../src/print/markdown.js';
import { ProgressPrinter, progressText } from '../src/print/progress.js';
import { searchText } from '../src/print/search.js';
import { statusText } from '../src/print/status.js';
import { bytes, duration, fit, grouped, plain, width } from '../src/print/text.js';

const grey = paint(false);

test('plain makes control characters and direction marks visible', (t) => {
  t.is(plain('a\u001b[2Jb\u0007\u007f\u009b\u202ec\td\ne'), 'a\u241b[2Jb\u2407\u2421\ufffd\ufffdc\td\ne');
  t.is(plain('over\rwrite'), 'over\u240dwrite');
  t.is(plain('windows\r\nline'), 'windows\r\nline');
});

test('fit cuts by columns, not by code units', (t) => {
  t.is(fit('short', 5), 'short');
  t.is(fit('longer', 5), 'long…');
  t.is(width('界界'), 4);
  t.is(fit('界界界', 5), '界界…');
  t.is(fit('😀😀', 3), '😀…');
});

test('numbers for people', (t) => {
  t.is(grouped(1234567), '1,234,567');
  t.is(bytes(512), '512 B');
  t.is(bytes(1536), '1.5 KB');
  t.is(duration(12.4), '12 ms');
  t.is(duration(61_500), '1 min 2 s');
});

test('progress: nothing in the first half second, then one line that is rewritten', (t) => {
  let clock = 0;
  let written = '';
  const printer = new ProgressPrinter(
    'line',
    { write: (text) => (written += text), columns: 40 },
    () => clock,
  );
  printer.update({ phase: 'parse', done: 1, total: 10, rate: 2 });
  t.is(written, '');
  clock = 600;
  printer.update({ phase: 'parse', done: 2, total: 10, rate: 2 });
  printer.update({ phase: 'parse', done: 4, total: 10, rate: 2 });
  t.is(written, '\r\u001b[2Kparse 2/10, 2/s, 4 seconds left\r\u001b[2Kparse 4/10, 2/s, 3 seconds left');
  printer.end();
  t.true(written.endsWith('\r\u001b[2K'));
});

test('progress: plain lines every few seconds elsewhere', (t) => {
  let clock = 0;
  const written: string[] = [];
  const printer = new ProgressPrinter('lines', { write: (text) => written.push(text) }, () => clock);
  for (clock = 0; clock < 7000; clock += 100) {
    printer.update({ phase: 'parse', done: clock, total: 0, rate: 0 });
  }
  t.deepEqual(written, ['parse 500\n', 'parse 3,500\n', 'parse 6,500\n']);
  t.is(progressText({ phase: 'scan', done: 1, total: 0, rate: 0 }), 'scan 1');
});

test('markdown keeps its text; only headings outside fences are stroked', (t) => {
  const text = '# A\n\n```\n# no heading\n```\n\n## B\ntext\n';
  t.is(markdownText(text, grey), text);
  const coloured = markdownText(text, paint(true));
  t.regex(coloured, /\u001b\[1m# A/); // oxlint-disable-line no-control-regex
  t.true(coloured.includes('\n# no heading\n'));
});

test('search groups hits by what they are and keeps their rank, within 80 columns', (t) => {
  const hit = (over: Partial<Hit>): Hit => ({
    type: 'code',
    ref_id: 'billing',
    kind: 'class',
    name: 'Ledger',
    path: 'src/billing/charge.py',
    line_start: 3,
    line_end: 9,
    signature: 'class Ledger:',
    summary: 'Keeps what was charged. '.repeat(10),
    snippet: `class Ledger:\n    ${'x'.repeat(200)}`,
    score: 1,
    ...over,
  });
  const text = searchText(
    {
      version: 1,
      query: 'Ledger',
      kind: 'identifier',
      hits: [hit({}), hit({ type: 'node', name: 'billing', snippet: null }), hit({ name: 'Ledger.post' })],
      suggestions: [],
      tiers: ['lexical'],
      warning: null,
      stale_paths: [],
    },
    grey,
    { columns: 80, whole: false },
  );
  t.deepEqual(
    text.split('\n').filter((line) => /^\S| \d\. /.test(line)),
    [
      'Code',
      ' 1. Ledger (class of billing)',
      ' 3. Ledger.post (class of billing)',
      'Nodes',
      ' 2. billing (class)',
    ],
  );
  t.true(text.split('\n').every((line) => width(line) <= 80));
  t.true(text.includes('    src/billing/charge.py:3-9'));
});

test('status draws a bar of twelve for each part', (t) => {
  const coverage = (ref_id: string, share: number) => ({
    ref_id,
    kind: 'domain',
    share,
    features: 1,
    symbols: 12,
    docs: share > 0 ? 2 : 0,
    stale: 0,
  });
  const answer: StatusAnswer = {
    version: 1,
    nodes_count: 3,
    edges_count: 2,
    docs_count: 2,
    chunks_count: 4,
    symbols_count: 12,
    stale_count: 1,
    doc_coverage: 42,
    last_reindex: '2026-01-15T10:30:00Z',
    beadloom_version: '0.1.0',
    index: { bytes: 1, files: 2, languages: { go: 1 }, generation: 1 },
    coverage: [coverage('payments', 100), coverage('routing', 66.7), coverage('notifications', 0)],
    unmapped: ['src/x/'],
    derived: false,
    diagnostics: [],
    warning: null,
    stale_paths: [],
  };
  const lines = statusText(answer, grey, 80).split('\n');
  t.true(lines.includes('  payments       ############   100%  (1 feature, 12 symbols, 2 docs)'));
  t.true(lines.includes('  routing        ########....  66.7%  (1 feature, 12 symbols, 2 docs)'));
  t.true(lines.includes('  notifications  ............     0%  (1 feature, 12 symbols, no document)'));
  t.is(lines.at(-1), 'Overall: 42% documented | 1 stale document');
  const finding = {
    level: 'warn' as const,
    code: 'too_large' as const,
    message: 'is too large',
    path: 'a',
    line: null,
    column: null,
    hint: null,
  };
  const found = statusText({ ...answer, diagnostics: [finding] }, grey, 80).split('\n');
  t.is(found.at(-1), 'Findings: 1 warning; beadloom reindex lists them');
});

test('diagnostics: errors first and all of them, long runs of warnings cut', (t) => {
  const warn = (i: number) => ({
    level: 'warn' as const,
    code: 'too_large' as const,
    message: 'is too large',
    path: `f${i}`,
    line: null,
    column: null,
    hint: 'raise max_file_size',
  });
  const error = {
    ...warn(0),
    level: 'error' as const,
    code: 'yaml_syntax' as const,
    line: 3,
    column: 7,
    hint: 'mend it',
  };
  const many = [...Array.from({ length: 15 }, (_, i) => warn(i)), error];
  const lines = diagnosticsText(many, grey, false).split('\n');
  t.deepEqual(lines.slice(0, 2), ['error[yaml_syntax]: f0:3:7: is too large', 'hint: mend it']);
  // Three warnings, their advice once, and how many more there are.
  t.is(lines.length, 2 + 3 + 1 + 1);
  t.is(lines.filter((line) => line === 'hint: raise max_file_size').length, 1);
  t.regex(lines.at(-1) ?? '', /12 more of too_large/);
  t.is(diagnosticsText(many, grey, true).split('\n').length, 2 + 15 + 1);
});
