// Rules files that are wrong, large or made to hurt: an error with its place, or an answer, and never a hang.
import { symlinkSync, mkdirSync, writeFileSync } from 'node:fs';

import test from 'ava';

import type { LintAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project } from './support/project.js';

const RULES = '.beadloom/_graph/rules.yml';

/** What the whole file is, and the error: code, line and column, and what its message says. */
const FILES: Array<
  [what: string, text: string, code: string, line: number, column: number, message: RegExp]
> = [
  ['a list', '- name: a\n  forbid_cycles: {}\n', 'wrong_type', 1, 1, /must be a map/],
  ['a text', 'rules\n', 'wrong_type', 1, 1, /must be a map/],
  ['a version of tomorrow', 'version: 2\nrules: []\n', 'bad_value', 1, 10, /Version 2/],
  ['a version in words', 'version: "1"\nrules: []\n', 'wrong_type', 1, 10, /number 1/],
  ['rules in a map', 'version: 1\nrules: {a: {forbid_cycles: {}}}\n', 'wrong_type', 2, 8, /list/],
  ['an unknown key', 'version: 1\nrule: []\n', 'unknown_key', 2, 1, /`rule`/],
  ['an unknown id of a tag', 'tags: {core: [auth, pay]}\nrules: []\n', 'not_found', 1, 21, /`pay`/],
  [
    'an unknown id that is excluded',
    'rules:\n  - {name: a, check: {for: {kind: domain, exclude: [pay]}, max_files: 1}}\n',
    'not_found',
    2,
    53,
    /`pay`/,
  ],
  [
    'an unknown id that is exempt',
    'rules:\n  - name: a\n    forbid_cycles: {}\n    exempt: [{from: pay, reason: x}]\n',
    'not_found',
    4,
    21,
    /`pay`/,
  ],
  [
    'an unknown edge kind that would allow',
    'rules:\n  - {name: a, deny: {from: {kind: domain}, to: {kind: domain}, unless_edge: [use]}}\n',
    'unknown_kind',
    2,
    78,
    /`use`/,
  ],
  [
    'an unknown key of an exemption',
    'rules:\n  - name: a\n    forbid_cycles: {}\n    exempt: [{from: auth, because: x, reason: y}]\n',
    'unknown_key',
    4,
    27,
    /`because`/,
  ],
  [
    'a key beside the wrong body',
    'rules:\n  - name: a\n    forbid_cycles: {}\n    allow_skip: true\n',
    'unknown_key',
    4,
    5,
    /belongs to `layers`/,
  ],
  [
    'a merge key',
    'tags: &t {core: auth}\nrules:\n  - {name: a, <<: *t, forbid_cycles: {}}\n',
    'yaml_merge_key',
    3,
    15,
    /./,
  ],
  ['two documents', 'rules: []\n---\nrules: []\n', 'yaml_syntax', 3, 1, /second YAML document/],
  ['text that is no YAML', 'rules: [\n', 'yaml_syntax', 1, 8, /bracket/],
];

for (const [what, text, code, line, column, message] of FILES) {
  test(`a rules file that is wrong: ${what}`, async (t) => {
    const where = fixture(t, 'shop');
    where.write(RULES, text);
    const error = await failure(where, ['lint']);
    t.like(error, { code, path: RULES, line, column }, JSON.stringify(error));
    t.regex(error.message, message);
  });
}

test('an exemption that is over is an error, however the rule stands', async (t) => {
  const where = fixture(t, 'shop');
  where.write(
    RULES,
    'rules:\n  - name: a\n    forbid_cycles: {}\n    exempt:\n      - {from: auth, reason: x, until: 2020-01-31}\n      - {from: billing, reason: x, until: 2199-01-31}\n',
  );
  const error = await failure(where, ['lint']);
  t.like(error, { code: 'expired_exemption', line: 5, column: 40 });
  t.regex(error.message, /ended on 2020-01-31/);
});

test('ten thousand rules are too many, and the answer says so at the first', async (t) => {
  const where = fixture(t, 'shop');
  const rules = Array.from({ length: 10_000 }, (_, at) => `  - {name: r${at}, forbid_cycles: {}}`);
  where.write(RULES, `rules:\n${rules.join('\n')}\n`);
  const error = await failure(where, ['lint']);
  t.like(error, { code: 'yaml_limit', line: 1_002, column: 5 });
  where.write(RULES, `rules:\n${rules.slice(0, 1_000).join('\n')}\n`);
  t.is((await answer<LintAnswer>(where, ['lint'])).summary.rules_evaluated, 1_000);
});

test('patterns that make others think for ever', async (t) => {
  const deep = `src/${'a'.repeat(200)}/${Array.from({ length: 60 }, () => 'aa').join('/')}/aaaa.py`;
  const where = project(t, { [deep]: 'import os\n', 'src/b.py': 'import requests\n' });
  const stars = `${'a*'.repeat(100)}b`;
  const folders = `${'**/a*/'.repeat(40)}b`;
  const choices = `${'{a,aa}'.repeat(60)}b`;
  where.write(
    RULES,
    `rules:\n${[stars, folders, choices, '*'.repeat(500)]
      .map(
        (pattern, at) => `  - {name: p${at}, forbid_import: {from: [src/b.py, "${pattern}"], to: requests}}`,
      )
      .join('\n')}\n`,
  );
  const { violations } = await answer<LintAnswer>(where, ['lint']);
  t.deepEqual(
    violations.map(({ rule, file_path: file, line_number: line }) => `${rule} ${file}:${line}`),
    ['p0 src/b.py:1', 'p1 src/b.py:1', 'p2 src/b.py:1', 'p3 src/b.py:1'],
  );
  // What cannot be made at all is an error at its place.
  where.write(RULES, `rules:\n  - {name: a, forbid_import: {from: "${'{a,b'.repeat(50)}", to: x}}\n`);
  t.like(await failure(where, ['lint']), { code: 'bad_value', line: 2, column: 37 });
});

test('a rules file that cannot be read', async (t) => {
  const where = fixture(t, 'shop');
  mkdirSync(where.path(RULES));
  t.is((await failure(where, ['lint'])).code, 'not_readable');

  const bytes = fixture(t, 'shop');
  bytes.write(RULES, '');
  writeFileSync(bytes.path(RULES), Buffer.from([0x72, 0xff, 0xfe]));
  t.is((await failure(bytes, ['lint'])).code, 'not_text');

  const large = fixture(t, 'shop');
  large.write(RULES, `# ${'x'.repeat(1 << 20)}\n`);
  t.is((await failure(large, ['lint'])).code, 'yaml_limit');

  const outside = project(t, { 'rules.yml': 'rules: []\n' });
  const linked = fixture(t, 'shop');
  symlinkSync(outside.path('rules.yml'), linked.path(RULES));
  t.is((await failure(linked, ['lint'])).code, 'outside_root');
});

test('what is wrong with the rules keeps nobody from the other answers', async (t) => {
  const where = fixture(t, 'shop');
  where.write(RULES, 'rules: [\n');
  t.is((await beadloom(where, ['ctx', 'auth'])).code, 0);
  t.is((await beadloom(where, ['lint'])).code, 1);
});

test('a pattern with ! takes out what those before it match', async (t) => {
  const where = project(t, {
    'src/yaml/a.py': 'import yaml\n',
    'src/api/b.py': 'import yaml\nfrom src.yaml import a\n',
  });
  const from = (patterns: string, to: string) =>
    where.write(RULES, `rules:\n  - {name: a, forbid_import: {from: ${patterns}, to: ${to}}}\n`);
  const found = async () =>
    (await answer<LintAnswer>(where, ['lint'])).violations.map(
      (one) => `${one.file_path}:${one.line_number}`,
    );
  from('src/', 'yaml');
  t.deepEqual(await found(), ['src/api/b.py:1', 'src/api/b.py:2', 'src/yaml/a.py:1']);
  from('[src/, "!src/yaml/"]', '[yaml, "!src/yaml/"]');
  t.deepEqual(await found(), ['src/api/b.py:1']);
});

test('what is forbidden of a library is named, not the whole of it', async (t) => {
  const where = project(t, {
    'Cargo.toml': '[package]\nname = "made"\n',
    'src/lib.rs': 'use std::{fmt, fs};\n',
    [RULES]: 'rules:\n  - name: no-files\n    forbid_import: {from: src/, to: "std::fs"}\n',
  });
  const { violations } = await answer<LintAnswer>(where, ['lint']);
  t.deepEqual(
    violations.map(({ message }) => message),
    ['src/lib.rs must not import std::fs'],
  );
  where.write(
    RULES,
    'rules:\n  - name: no-files\n    forbid_import: {from: src/, to: "std::fs"}\n    exempt: [{to: "std::fs*", reason: "for now"}]\n',
  );
  t.deepEqual((await answer<LintAnswer>(where, ['lint'])).violations, []);
});

test('what ! allows by its path is allowed under the name of its package, too', async (t) => {
  const where = project(t, {
    'go.mod': 'module example.com/m\n\ngo 1.25\n',
    'words/v1/a.go': 'package v1\n',
    'words/v2/a.go': 'package v2\n',
    'main.go': 'package main\n\nimport (\n\t_ "example.com/m/words/v1"\n\t_ "example.com/m/words/v2"\n)\n',
    [RULES]: 'rules:\n  - {name: newest, forbid_import: {from: "*.go", to: [words/, "!words/v2/"]}}\n',
  });
  const { violations } = await answer<LintAnswer>(where, ['lint']);
  t.deepEqual(
    violations.map((one) => `${one.file_path}:${one.line_number}`),
    ['main.go:4'],
  );
});
