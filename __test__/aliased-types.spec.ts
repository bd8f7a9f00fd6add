import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import test from 'ava';

import type { RefsAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { project } from './support/project.js';

interface Case {
  files: Record<string, string>;
  /** By symbol: the lines of its uses. None: a use that is not placed, of which the answer says that it may be one. */
  lines: Record<string, number[]>;
}

const CASES: Record<string, Case> = {
  'Go: a type by another name': {
    files: {
      'a.go': [
        'package a',
        'type Box struct{ N int }',
        'func (b Box) GMeth() int { return b.N }',
        'type BAl = Box',
        'func Use() int { var x BAl; return x.GMeth() }',
      ].join('\n'),
    },
    lines: { GMeth: [5] },
  },
  'Rust: methods and functions of a type': {
    files: {
      'a.rs': [
        'pub struct Gx { pub n: u8 }',
        'impl Gx {',
        '  pub fn rg_new() -> Gx { Gx { n: 1 } }',
        '  pub fn rmeth(&self) -> u8 { self.n }',
        '}',
        'pub type RAl = Gx;',
        'fn used(x: &RAl) -> u8 { x.rmeth() }',
        'fn made() -> Gx { RAl::rg_new() }',
      ].join('\n'),
    },
    lines: { rmeth: [7], rg_new: [8] },
  },
  Swift: {
    files: { 'a.swift': 'class Sw { func swm() {} }\ntypealias SAl = Sw\nfunc f(x: SAl) { x.swm() }\n' },
    lines: { swm: [3] },
  },
  'Kotlin: a value that is made by the other name': {
    files: {
      'a.kt': 'class K(val n: Int) { fun kGet() = n }\ntypealias KAl = K\nfun f() = KAl(3).kGet()\n',
    },
    lines: { kGet: [3] },
  },
  'C++: methods and static functions': {
    files: {
      'a.cpp': [
        'struct Cx { void m_al(); static int c_five(); };',
        'using Al = Cx;',
        'void f() { Al b; b.m_al(); }',
        'int g() { return Al::c_five(); }',
      ].join('\n'),
    },
    lines: { m_al: [3], c_five: [4] },
  },
  'TypeScript: a type that may be null': {
    files: {
      'a.ts': [
        'export class Qox { q1() { return 1; } }',
        'export type Maybe = Qox | null;',
        'export function f(c: Maybe) { return c?.q1(); }',
      ].join('\n'),
    },
    lines: { q1: [3] },
  },
  'JavaScript: what a pattern takes out of what a function gives': {
    files: {
      'make.js': 'export function makeCounter() { return { fInc() { return 1; } }; }\n',
      'use.js': "import { makeCounter } from './make.js';\nconst { fInc } = makeCounter();\nfInc();\n",
    },
    lines: { 'makeCounter.fInc': [] },
  },
  'Vue: members of a variable of the component': {
    files: {
      'cart.ts': 'export class Cart2 { addIt() { return 1; } remIt() { return 3; } }\n',
      'A.vue': [
        '<script setup lang="ts">',
        "import { Cart2 } from './cart';",
        'const c = new Cart2();',
        '</script>',
        '<template>',
        '  <button @click="c.addIt()">{{ c.remIt() }}</button>',
        '</template>',
      ].join('\n'),
    },
    lines: { addIt: [6], remIt: [6] },
  },
  'Python: settings of Django': {
    files: {
      'shop/settings.py': 'SUPPORT_MAIL = "a@b.c"\n',
      'shop/views.py': 'from django.conf import settings\ndef view():\n    return settings.SUPPORT_MAIL\n',
    },
    lines: { SUPPORT_MAIL: [3] },
  },
  'C#: an extension method behind the class that declares it': {
    files: {
      'a.cs': [
        'namespace A;',
        'public static class StrExt { public static string XOne(this string s) => s; }',
        'public class U { public void Go() { StrExt.XOne("a"); } }',
      ].join('\n'),
    },
    lines: { XOne: [3] },
  },
  'Swift: static members that the project adds': {
    files: {
      'a.swift': ['extension Int { static func sOne() -> Int { 1 } }', 'func f() -> Int { Int.sOne() }'].join(
        '\n',
      ),
    },
    lines: { sOne: [2] },
  },
  'Ruby: constants that are assigned, and keys of a hash': {
    files: {
      'a.rb': [
        'module Rz',
        '  RA = 1',
        '  RB = 2',
        '  RG = 3',
        'end',
        'class U',
        '  def go',
        '    code = Rz::RA',
        '    @c = Rz::RB',
        "    { Rz::RG => 'x' }",
        '  end',
        'end',
      ].join('\n'),
    },
    lines: { 'Rz.RA': [8], 'Rz.RB': [9], 'Rz.RG': [10] },
  },
};

for (const [title, { files, lines }] of Object.entries(CASES)) {
  test(`a use is found, or the answer says that there may be one: ${title}`, async (t) => {
    const where = project(t, files);
    for (const [symbol, expected] of Object.entries(lines)) {
      const { callers, next } = await answer<RefsAnswer>(where, ['refs', symbol, '--json']);
      t.deepEqual(
        callers.map(({ line }) => line),
        expected,
        symbol,
      );
      t.true(expected.length > 0 || !next.complete, next.says);
    }
  });
}

test('imports that name what nothing uses are named', async (t) => {
  const where = project(t, {
    'a/__init__.py': 'from .x import pay\n',
    'a/x.py': 'def pay():\n    return 1\n',
    'r.rs': 'pub mod m { pub fn rpay() {} }\npub use m::rpay;\n',
  });
  for (const [symbol, place] of [
    ['pay', 'a/__init__.py:1'],
    ['rpay', 'r.rs:2'],
  ] as const) {
    const { next } = await answer<RefsAnswer>(where, ['refs', symbol, '--json']);
    t.true(next.says.includes(`but imports of that name: ${place};`), next.says);
  }
});

test('a link to a file leaves no index behind its files', async (t) => {
  const where = project(t, { 'NOTES.md': '# Notes\n', 'a.py': 'def pay():\n    return 1\n' });
  symlinkSync('NOTES.md', join(where.root, 'README.md'));
  await beadloom(where, ['reindex']);
  const { warning } = await answer<RefsAnswer>(where, ['refs', 'pay', '--no-refresh', '--json']);
  t.is(warning, null);
  const { code, stderr } = await beadloom(where, ['sync-check', '--no-refresh']);
  t.is(code, 0, stderr);
});
