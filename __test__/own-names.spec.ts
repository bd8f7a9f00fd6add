import test from 'ava';

import type { RefsAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { project } from './support/project.js';

interface Case {
  files: Record<string, string>;
  /** By symbol: the lines of the first file where it is referred to. */
  lines: Record<string, number[]>;
}

/** The name of a local in the value that the local is given means what it meant before. */
const CASES: Record<string, Case> = {
  'Rust: values in braces, conditions, a second local, closures, no use where it is a local': {
    files: {
      'a.rs': [
        'pub fn depth() -> u32 { 1 }',
        'pub fn width() -> Option<u32> { None }',
        'pub const SIZE: u32 = 1;',
        'pub fn a(k: u8) -> u32 { let depth = match k { 0 => depth(), _ => { 2 } }; depth }',
        'pub fn b() -> u32 { if let Some(width) = width() { return width; } 0 }',
        'pub fn c() { let depth = { depth() }; let depth = depth + 1; drop(depth); }',
        'pub fn d() { { let depth = 1; drop(depth); } let depth = depth(); drop(depth); }',
        'pub fn e(depth: u32) -> u32 { let depth = depth; depth }',
        'pub fn f() { let depth = || depth(); drop(depth); }',
        'pub fn g() { let Some(width) = width() else { return }; drop(width); }',
        'pub fn h() { let w = W { depth: depth() }; drop(w); }',
        'pub fn i() { let depth = 1; let depth = depth; drop(depth); }',
      ].join('\n'),
    },
    lines: { depth: [4, 6, 7, 9, 11], width: [5, 10] },
  },
  'Go: braces, several at once, conditions, ranges': {
    files: {
      'g/a.go': [
        'package g',
        'func depth() int { return 1 }',
        'func items() []int { return nil }',
        'func a() int { depth := func() int { return depth() }(); return depth }',
        'func b() int { if depth := depth(); depth > 1 { return depth }; return 0 }',
        'func c() int { x, depth := 1, depth(); return x + depth }',
        'func d() int { for _, items := range items() { return items }; return 0 }',
        'func e() int { var depth = T{depth2: depth()}; return depth.depth2 }',
        'type T struct { depth2 int }',
        'func f(depth int) int { depth = depth + 1; return depth }',
      ].join('\n'),
    },
    lines: { depth: [4, 5, 6, 8], items: [7] },
  },
  Lua: {
    files: {
      'a.lua': [
        'function calc() return 1 end',
        'function a() local calc = { calc() } return calc end',
        'function b() local calc = calc() local calc = calc return calc end',
        'function c(calc) local calc = calc return calc end',
        'function d() local f = function(calc) return calc end return f end',
      ].join('\n'),
    },
    lines: { calc: [2, 3] },
  },
  'Swift: conditions, defaults': {
    files: {
      'a.swift': [
        'func mean() -> Int? { return 1 }',
        'let size = 3',
        'func a() -> Int { if let mean = mean() { return mean }; return 0 }',
        'func b() -> Int { guard let mean = mean() else { return 0 }; return mean }',
        'func c() -> Int { let mean = [mean()].first!; return mean! }',
        'func d(size: Int = size) -> Int { return size }',
        'func e(mean: Int) -> Int { let x = mean; return x }',
      ].join('\n'),
    },
    lines: { mean: [3, 4, 5], size: [6] },
  },
  Kotlin: {
    files: {
      'a.kt': [
        'fun tokens() = 1',
        'val limit = 1',
        'fun a(): Int { val tokens = run { tokens() }; return tokens }',
        'fun b(): Int { val limit = if (true) { limit } else { 2 }; return limit }',
        'fun c(): Int { when (val tokens = tokens()) { 1 -> return tokens }; return 0 }',
        'fun d(limit: Int): Int { val x = limit; return x }',
      ].join('\n'),
    },
    lines: { tokens: [3, 5], limit: [4] },
  },
  'Python: defaults, lambdas, class attributes, keyword arguments, comprehensions': {
    files: {
      'a.py': [
        'SIZE = 3',
        'def items(): return []',
        'def a(SIZE=SIZE): return SIZE',
        'def b(n, SIZE, k=SIZE): return n',
        'f = lambda SIZE=SIZE: SIZE',
        'class C:',
        '    SIZE = SIZE',
        'def c(): return a(SIZE=SIZE)',
        'def d(): return [items for items in items()]',
        'def e(SIZE): return SIZE',
        'def g(items=items()): return items',
      ].join('\n'),
    },
    lines: { SIZE: [3, 4, 5, 7, 8], items: [9, 11] },
  },
  'Ruby: a call with parentheses is one of a method': {
    files: {
      'a.rb': [
        'def tally; 1; end',
        'def a',
        '  tally = tally()',
        '  tally + tally(1)',
        'end',
        'def b(tally) = tally + 1',
        'def c',
        '  tally = [tally()].map { |x| x }',
        '  tally',
        'end',
      ].join('\n'),
    },
    lines: { tally: [3, 4, 8] },
  },
  'Scala: defaults': {
    files: {
      'a.scala': [
        'object A {',
        '  val size = 3',
        '  def a(size: Int = size): Int = size',
        '  def b(size: Int): Int = size',
        '}',
      ].join('\n'),
    },
    lines: { 'A.size': [3] },
  },
  Elixir: {
    files: {
      'a.ex': [
        'defmodule A do',
        '  def depth(), do: 1',
        '  def a() do',
        '    depth = depth()',
        '    depth',
        '  end',
        'end',
      ].join('\n'),
    },
    lines: { 'A.depth': [4] },
  },
  'PHP, Java and C#: functions are not variables': {
    files: {
      'a.php': '<?php\nfunction depth() { return 1; }\nfunction a() { $depth = depth(); return $depth; }\n',
      'B.java':
        'class B {\n  int width() { return 1; }\n  int a() { int width = width(); return width; }\n}\n',
      'C.cs': 'class C {\n  int Count() { return 1; }\n  int A() { var count = Count(); return count; }\n}\n',
    },
    lines: { depth: [3], 'B.width': [3], 'C.Count': [3] },
  },
};

for (const [name, { files, lines }] of Object.entries(CASES)) {
  test(name, async (t) => {
    const where = project(t, files);
    for (const [symbol, expected] of Object.entries(lines)) {
      const { callers } = await answer<RefsAnswer>(where, ['refs', symbol]);
      const found = [...new Set(callers.map(({ line }) => line))].toSorted((a, b) => a - b);
      t.deepEqual(found, expected, symbol);
    }
  });
}
