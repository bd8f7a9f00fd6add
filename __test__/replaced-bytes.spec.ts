// Text with bytes that are no UTF-8, as editors of another age wrote it: the bytes are replaced, the rest counts as it stands.
import test from 'ava';

import type { ExactAnswer, ReindexAnswer, RefsAnswer, SearchAnswer, ShowAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { project } from './support/project.js';

/** By file: a comment with a name in Latin-1, a definition below it, and a call. */
const SOURCES: Record<string, string> = {
  'a/win.c':
    '/* Würkner */\nint salzburg_c_x(void) { return 1; }\nint b_c(void) { return salzburg_c_x(); }\n',
  'a/win.cpp': '// Würkner\nint salzburg_cpp_x() { return 1; }\nint b_cpp() { return salzburg_cpp_x(); }\n',
  'a/Win.java':
    'class Win { // Würkner\n  int salzburg_java_x() { return 1; }\n  int b_java() { return salzburg_java_x(); }\n}\n',
  'a/Win.cs':
    'class WinCs { // Würkner\n  int salzburg_cs_x() { return 1; }\n  int b_cs() { return salzburg_cs_x(); }\n}\n',
  'a/win.rb': '# Würkner\ndef salzburg_rb_x\n  1\nend\ndef b_rb\n  salzburg_rb_x()\nend\n',
  'a/win.go':
    'package a\n// Würkner\nfunc salzburg_go_x() int { return 1 }\nfunc b_go() int { return salzburg_go_x() }\n',
  'a/win.js':
    '// Würkner\nfunction salzburg_js_x() { return "ö" }\nfunction b_js() { return salzburg_js_x() }\n',
  'a/win.ts':
    '// Würkner\nfunction salzburg_ts_x() { return 1 }\nfunction b_ts() { return salzburg_ts_x() }\n',
  'a/win.py':
    '# -*- coding: latin-1 -*-\n# Würkner\ndef salzburg_py_x():\n    return "é"\ndef b_py():\n    return salzburg_py_x()\n',
  'a/win.php':
    '<?php\n// Würkner\nfunction salzburg_php_x() { return 1; }\nfunction b_php() { return salzburg_php_x(); }\n',
  'a/win.rs': '// Würkner\nfn salzburg_rs_x() -> u8 { 1 }\nfn b_rs() -> u8 { salzburg_rs_x() }\n',
  'a/win.kt': '// Würkner\nfun salzburg_kt_x() = 1\nfun b_kt() = salzburg_kt_x()\n',
  'a/win.swift':
    '// Würkner\nfunc salzburg_swift_x() -> Int { 1 }\nfunc b_swift() -> Int { salzburg_swift_x() }\n',
  'a/win.lua':
    '-- Würkner\nlocal function salzburg_lua_x() return 1 end\nlocal function b_lua() return salzburg_lua_x() end\n',
  'a/win.sh': '# Würkner\nsalzburg_sh_x() { echo 1; }\nb_sh() { salzburg_sh_x; }\n',
};

test('a source with bytes that are no UTF-8 is parsed, shown and found', async (t) => {
  const where = project(t, {
    ...Object.fromEntries(Object.entries(SOURCES).map(([path, text]) => [path, Buffer.from(text, 'latin1')])),
    'a/win.sql': Buffer.from('-- Würkner\nCREATE TABLE salzburg_sql_x (id int);\n', 'latin1'),
    'docs/win.md': Buffer.from('# Würkner\n\nThe bridge of salzburg_md_x is closed.\n', 'latin1'),
  });
  const found = await answer<ReindexAnswer>(where, ['reindex']);
  const paths = [...Object.keys(SOURCES), 'a/win.sql', 'docs/win.md'].toSorted();
  t.deepEqual(
    found.diagnostics
      .map(({ level, code, path }) => [level, code, path])
      .toSorted(([, , a], [, , b]) => String(a).localeCompare(String(b), 'en')),
    paths
      .toSorted((a, b) => a.localeCompare(b, 'en'))
      .map((path) => ['warn', 'bytes_replaced', path] as const),
  );
  t.is(found.files.skipped, 0);
  for (const [path, text] of Object.entries(SOURCES)) {
    const ending = path.slice(path.lastIndexOf('.') + 1);
    const name = `salzburg_${ending}_x`;
    const lines = text.split('\n');
    const at = 1 + lines.findIndex((line) => line.includes(name));
    const { callers, definitions } = await answer<RefsAnswer>(where, ['refs', name]);
    t.deepEqual([definitions[0]?.file_path, definitions[0]?.line_start], [path, at], name);
    t.is(callers.length, 1, name);
    const shown = await answer<ShowAnswer>(where, ['show', name]);
    t.true(JSON.stringify(shown).includes(name), name);
    // What the index calls a line is that line of the file, whatever was replaced before it.
    const exact = await answer<ExactAnswer>(where, ['search', '--exact', name]);
    t.deepEqual([exact.definitions[0]?.path, exact.definitions[0]?.lines[0]?.line], [path, at], name);
  }
  const searched = await answer<SearchAnswer>(where, ['search', 'bridge closed']);
  t.is(searched.hits[0]?.path, 'docs/win.md');
  // What is shown can be searched for.
  const whole = await beadloom(where, ['show', 'a/win.c:1-2']);
  t.regex(whole.stdout, /W\u{fffd}rkner/u);
  const replaced = await answer<ExactAnswer>(where, ['search', '--regex', 'W.rkner']);
  t.is(replaced.files, paths.length);

  // Nothing changed, so nothing is read again; and the same bytes give the same index.
  t.is((await answer<ReindexAnswer>(where, ['reindex'])).mode, 'unchanged');
  // Saved as UTF-8 it is as any other.
  where.write('a/win.c', String(SOURCES['a/win.c']));
  const saved = await answer<ReindexAnswer>(where, ['reindex']);
  t.is(saved.diagnostics.filter(({ path }) => path === 'a/win.c').length, 0);
});

test('what is binary stays listed and unparsed, and a graph with such bytes is an error with its place', async (t) => {
  const noise = Buffer.from(Array.from({ length: 4096 }, (_, at) => 1 + ((at * 7919) % 255)));
  const where = project(t, {
    'noise.py': noise,
    'nul.py': Buffer.from('x = "é"\n\0\n', 'latin1'),
    'high.py': Buffer.from('éèêëìíîïðñòóôõö\n'.repeat(20), 'latin1'),
    'fine.py': 'def fine():\n    return 1\n',
    '.beadloom/_graph/parts.yml': Buffer.from(
      'nodes:\n  - {ref_id: a, kind: domain, summary: é}\n',
      'latin1',
    ),
  });
  const run = await beadloom(where, ['reindex', '--json']);
  t.is(run.code, 1);
  const found: ReindexAnswer = JSON.parse(run.stdout);
  t.deepEqual(
    found.diagnostics
      .map(({ level, code, path, line }) => [path, level, code, line])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b), 'en')),
    [
      ['.beadloom/_graph/parts.yml', 'error', 'not_text', 2],
      ['high.py', 'warn', 'not_text', 1],
      ['noise.py', 'warn', 'not_text', 1],
      ['nul.py', 'warn', 'binary', null],
    ],
  );
});
