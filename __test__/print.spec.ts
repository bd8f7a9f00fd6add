import test from 'ava';

import type { Coverage, Diagnostic, Hit, InitAnswer, StatusAnswer } from '../src/api/index.js';
import { own, plainJson, plainLine, released } from '../src/model/harmless.js';
import { paint } from '../src/print/colour.js';
import { diagnosticsText, type DiagnosticsStyle } from '../src/print/diagnostics.js';
import { initText } from '../src/print/init.js';
import { markdownText } from '../src/print/markdown.js';
import { joined } from '../src/print/pieces.js';
import { searchPieces } from '../src/print/search.js';
import { statusText } from '../src/print/status.js';
import { bytes, duration, fit, grouped, plain, width, wrap } from '../src/print/text.js';

const grey = paint(false);

test('plain makes control characters and direction marks visible', (t) => {
  t.is(plain('a\u001b[2Jb\u0007\u007f\u009b\u202ec\td\ne'), 'a\u241b[2Jb\u2407\u2421\ufffd\ufffdc\td\ne');
  t.is(plain('over\rwrite'), 'over\u240dwrite');
  t.is(plain('windows\r\nline'), 'windows\r\nline');
});

test('marks of direction and separators of lines are as unsafe as control characters', (t) => {
  for (const char of '\u0085\u061c\u200e\u200f\u2028\u2029\u202a\u2066\u2069\u000b\u000c') {
    t.notRegex(plain(`a${char}b`), new RegExp(char), char.codePointAt(0)?.toString(16));
    t.notRegex(plainLine(`a${char}b`), new RegExp(char), char.codePointAt(0)?.toString(16));
    t.is(JSON.parse(plainJson(`"a${char}"`)), `a${char}`);
  }
  t.is(plainLine('a\u2028b\rc \n d'), 'a b c d');
});

test('what leaves holds no command of a pipeline, and is changed by a space alone', (t) => {
  const rows: Array<[text: string, released: string]> = [
    ['::error::x', ': :error::x'],
    ['a\n \t::Warning file=a,line=1::x', 'a\n \t: :Warning file=a,line=1::x'],
    ['::set-output name=a::b', ': :set-output name=a::b'],
    ['::stop-commands::x', ': :stop-commands::x'],
    ['x ##[error]y', 'x # #[error]y'],
    ['###[group]y', '## #[group]y'],
    ['y ##vso[task.setvariable variable=a]b', 'y # #vso[task.setvariable variable=a]b'],
    ["##teamcity[testFailed name='a']", "# #teamcity[testFailed name='a']"],
    ['section_start:1560896352:a', 'section_start: 1560896352:a'],
  ];
  for (const [text, want] of rows) {
    t.is(released(text), want);
    t.deepEqual(JSON.parse(plainJson(JSON.stringify(text))), text);
  }
  t.notRegex(plainJson('{"a":"##[error]x ##vso[a]b section_end:1:x"}'), /##|section_end:1/);
  // Code and prose that only look like it.
  for (const same of [
    '::std::move(a)',
    '::before { }',
    'error::kind::x',
    'std::error::Error',
    '## [x]',
    '##[test]',
    '::error',
  ]) {
    t.is(released(same), same);
  }
});

test('only what is marked acts on a terminal, and no text can mark itself', (t) => {
  const { red } = paint(true);
  t.is(released(red('a\u001b[2Jb')), '\u001b[31ma\u241b[2Jb\u001b[39m');
  t.is(released(`${own('::')}error::a\n::error::b`), '::error::a\n: :error::b');
  const mark = own('');
  t.not(mark, '\u001b');
  t.is(released(`${mark}]0;title\u0007`).includes('\u001b'), false);
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

test('markdown keeps its text; only headings outside fences are stroked', (t) => {
  const text = '# A\n\n```\n# no heading\n```\n\n## B\ntext\n';
  t.is(markdownText(text, grey), text);
  const coloured = released(markdownText(text, paint(true)));
  t.regex(coloured, /\u001b\[1m# A/); // oxlint-disable-line no-control-regex
  t.true(coloured.includes('\n# no heading\n'));
});

test('search groups hits by what they are and numbers them on, within 80 columns', (t) => {
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
    snippet_line: 1,
    snippet: `class Ledger:\n    ${'x'.repeat(200)}`,
    score: 1,
    ...over,
  });
  const pieces = searchPieces(
    {
      version: 1,
      query: 'Ledger',
      kind: 'identifier',
      hits: [hit({}), hit({ type: 'node', name: 'billing', snippet: null }), hit({ name: 'Ledger.post' })],
      suggestions: [],
      next: { complete: true, says: 'Complete: these are all 3 hits.' },
      tiers: ['lexical'],
      warning: null,
      stale_paths: [],
    },
    grey,
    { columns: 80, whole: false },
  );
  const text = joined(pieces);
  t.deepEqual(
    pieces.map(([about]) => about),
    ['code', 'node', 'frame'],
  );
  t.deepEqual(
    text.split('\n').filter((line) => /^\S| \d\. /.test(line)),
    [
      'Code',
      ' 1. Ledger (class of billing)',
      ' 2. Ledger.post (class of billing)',
      'Nodes',
      ' 3. billing (class)',
      'Complete: these are all 3 hits.',
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
  const lines = statusText(answer, grey, 80, undefined).split('\n');
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
  const found = statusText({ ...answer, diagnostics: [finding] }, grey, 80, undefined).split('\n');
  t.is(found.at(-1), 'Findings: 1 warning; beadloom reindex lists them');
});

test('init names a part that shows something: with code and a document, a domain, a large one', (t) => {
  const init: InitAnswer = {
    version: 1,
    mode: 'bootstrap',
    strategy: null,
    files: { scanned: 9, languages: { go: 9 } },
    found: { services: 1, domains: 3, features: 0, entities: 0, adrs: 0, edges: 0 },
    written: [{ path: '.beadloom/_graph/domains.yml', nodes: 4, edges: 0 }],
    stubs_left_out: 0,
    published_by: null,
    ignored_by: null,
    conflicts: [],
    gone: [],
    classified: {},
    edges_detected: 0,
    edges_to_review: 0,
    documents: [],
    review: [],
    dry_run: false,
    duration_ms: 1,
  };
  const part = (ref_id: string, symbols: number, docs: number, kind = 'domain'): Coverage => ({
    ref_id,
    kind,
    share: 0,
    features: 0,
    symbols,
    docs,
    stale: 0,
  });
  const rows: Array<[known: Coverage[], named: string]> = [
    [[part('assets', 0, 1), part('billing', 3, 1), part('cart', 9, 1)], 'cart'],
    [[part('billing', 3, 1), part('cart', 9, 1), part('shop', 12, 3)], 'cart'],
    [[part('billing', 3, 1), part('cart', 9, 0)], 'billing'],
    [[part('billing', 3, 1), part('shop', 9, 2, 'service')], 'billing'],
    [[part('assets', 0, 1), part('shop', 9, 2, 'service')], 'shop'],
    [[part('billing', 3, 1), part('cart', 3, 1)], 'billing'],
    [[], '<ref_id>'],
  ];
  for (const [known, named] of rows) {
    t.true(
      initText(init, { coverage: known, symbols_count: 20 }, grey).includes(`beadloom ctx ${named} `),
      named,
    );
  }
});

const finding = (over: Partial<Diagnostic>): Diagnostic => ({
  level: 'warn',
  code: 'too_large',
  message: 'is too large',
  path: 'a.py',
  line: null,
  column: null,
  hint: 'raise max_file_size',
  ...over,
});

function diagnosticsLines(diagnostics: Diagnostic[], over: Partial<DiagnosticsStyle> = {}): string[] {
  return diagnosticsText(diagnostics, { paint: grey, all: false, columns: undefined, ...over }).split('\n');
}

test('diagnostics: by code, errors first; what all of a code say is said once', (t) => {
  const many = [
    ...Array.from({ length: 15 }, (_, i) => finding({ path: `f${i}` })),
    finding({
      level: 'error',
      code: 'yaml_syntax',
      message: 'is broken',
      line: 3,
      column: 7,
      hint: 'mend it',
    }),
    ...[1, 2].map((line) => finding({ code: 'unknown_kind', message: `has kind ${line}`, line, hint: null })),
    finding({ code: 'unknown_key', message: 'is unknown', path: null, hint: 'a' }),
  ];
  t.deepEqual(diagnosticsLines(many), [
    'error[yaml_syntax]: a.py:3:7: is broken',
    'hint: mend it',
    'warning[too_large], 15 times: is too large',
    '  f0',
    '  f1',
    '  f2',
    '  and 12 more',
    'hint: raise max_file_size',
    'warning[unknown_key]: is unknown',
    'hint: a',
    'warning[unknown_kind], 2 times:',
    '  a.py:1: has kind 1',
    '  a.py:2: has kind 2',
    'reindex --verbose lists all of them',
  ]);
  const all = diagnosticsLines(many, { all: true });
  t.is(all.filter((line) => /^ {2}f\d+$/.test(line)).length, 15);
  t.false(all.some((line) => line.includes('more') || line.includes('--verbose')));
});

test('diagnostics: of a code ten errors and three warnings, and advice of its own beside each', (t) => {
  const errors = Array.from({ length: 12 }, (_, line) =>
    finding({ level: 'error', line, hint: `try ${line}` }),
  );
  const lines = diagnosticsLines(errors);
  t.is(lines.filter((line) => line.startsWith('  a.py')).length, 10);
  t.is(lines[2], '    hint: try 0');
  t.is(lines.at(-2), '  and 2 more');
});

test('diagnostics: on a terminal lines are cut between words and indented below', (t) => {
  const message = 'is larger than the largest file that this project wants to have read';
  const narrow = diagnosticsLines([finding({ message, path: 'a/b.py' }), finding({ message })], {
    columns: 40,
  });
  t.deepEqual(narrow, [
    'warning[too_large], 2 times: is larger',
    '  than the largest file that this',
    '  project wants to have read',
    '  a/b.py',
    '  a.py',
    'hint: raise max_file_size',
  ]);
  const long = 'x'.repeat(60);
  t.deepEqual(wrap(`in ${long} here`, 40, 2), ['in', `  ${long}`, '  here']);
  t.deepEqual(wrap('a b', undefined, 2), ['a b']);
});

test('text of files reaches the terminal harmless', (t) => {
  const [line] = diagnosticsLines([
    finding({ path: 'a\nb\u001b[2J.py', message: 'is\u0007 odd', hint: null }),
  ]);
  t.is(line, 'warning[too_large]: a b\u241b[2J.py: is\u2407 odd');
});
