import test from 'ava';

import type { RefsAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { project } from './support/project.js';

/** Members that a project adds to types which it does not define, each used in the second file, in lines of it. */
const ADDED: [language: string, files: Record<string, string>, uses: Record<string, number[]>][] = [
  [
    'Kotlin',
    {
      'src/Ext.kt': `package app

fun Int.quarter(): Int = this / 4
val Int.half: Int get() = this / 2
val Double.percent: Double get() = this / 100
val String.loud: String get() = uppercase()
fun List<Int>.addUp(): Int = 0
fun <T> T.alsoLog(): T = this
infix fun Int.raisedBy(other: Int): Int = this + other
`,
      'src/Use.kt': `package app

class Order
fun use() {
    val a = 4.quarter()
    val b = 4.half
    val c = 4.5.percent
    val d = "x".loud
    val e = listOf(1).addUp()
    val f = Order().alsoLog()
    val g = 4 raisedBy 5
    val h = 0xFF.half
}
`,
    },
    { quarter: [5], half: [6, 12], percent: [7], loud: [8], addUp: [9], alsoLog: [10], raisedBy: [11] },
  ],
  [
    'Swift',
    {
      'Package.swift': `// swift-tools-version:5.5
import PackageDescription
let package = Package(name: "App", targets: [.target(name: "App")])
`,
      'Sources/App/Ext.swift': `extension Int {
  func plusOne() -> Int { self + 1 }
  var twice: Int { self * 2 }
}
extension Double { var inMetres: Double { self * 1000 } }
extension Sequence { func addUp() -> Int { 0 } }
`,
      'Sources/App/Use.swift': `func use() {
  let a = 5.plusOne()
  let b = 5.twice
  let c = 5.0.inMetres
  let d = [1, 2].addUp()
}
`,
    },
    { plusOne: [2], twice: [3], inMetres: [4], addUp: [5] },
  ],
  [
    'C#',
    {
      'App.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
      'Ext.cs': `namespace App;
public static class Ext {
  public static int PlusOne(this int x) => x + 1;
  public static int AddUp(this IEnumerable<int> all) => 0;
  public static T AlsoLog<T>(this T one) => one;
}
`,
      'Use.cs': `namespace App;
public class Order {
  int Make() => 1;
  public void Run(List<int> all) {
    var a = 5.PlusOne();
    var b = all.AddUp();
    var c = Make().AlsoLog();
    var d = new Order().AlsoLog();
  }
}
`,
    },
    { PlusOne: [5], AddUp: [6], AlsoLog: [7, 8] },
  ],
  [
    'Scala',
    {
      'src/Ext.scala': `package app
object Ext {
  implicit class IntOps(x: Int) {
    def plusOne: Int = x + 1
    def plusAll(b: Int): Int = x + b
  }
  implicit class StringOps(val s: String) extends AnyVal {
    def loud: String = s
    def shout(): String = s
  }
  extension (x: Int) def plusThree: Int = x + 3
  class Wrapped(x: String) { def wrappedLoud: String = x }
  implicit def wrap(x: String): Wrapped = new Wrapped(x)
}
`,
      'src/Use.scala': `package app
import app.Ext._
object Use {
  def use(): Unit = {
    val a = 5.plusOne
    val b = 5 plusAll 3
    val c = "a".loud
    val d = "a".shout()
    val e = 5.plusThree
    val f = "a".wrappedLoud
    val g = 5 plusOne
  }
}
`,
    },
    { plusOne: [5, 11], plusAll: [6], loud: [7], shout: [8], plusThree: [9], wrappedLoud: [10] },
  ],
  [
    'Ruby',
    {
      'ext.rb': `class Integer
  def quarter; self / 4; end
end
module Loud
  refine String do
    def loud; upcase; end
  end
end
`,
      'use.rb': `require_relative "ext"
using Loud
def use
  a = 5.quarter
  b = "x".loud
  c = String.new.loud
end
`,
    },
    { quarter: [4], loud: [5, 6] },
  ],
  [
    'Rust',
    {
      'Cargo.toml': '[package]\nname = "app"\nversion = "0.1.0"\n',
      'src/lib.rs': `mod uses;
pub trait PlusOne { fn plus_one(&self) -> i32; }
impl PlusOne for i32 { fn plus_one(&self) -> i32 { *self + 1 } }
pub trait Shout { fn shout_out(&self) -> String; }
impl Shout for str { fn shout_out(&self) -> String { String::new() } }
pub trait Opposite { fn opposite_of(self) -> bool; }
impl Opposite for bool { fn opposite_of(self) -> bool { !self } }
pub trait AlsoLog: Sized { fn also_log(self) -> Self { self } }
impl<T> AlsoLog for T {}
`,
      'src/uses.rs': `use crate::*;
pub struct Order;
pub fn run(order: Order) {
    let a = 5.plus_one();
    let b = "x".shout_out();
    let c = true.opposite_of();
    let d = order.also_log();
}
`,
    },
    {
      'PlusOne.plus_one': [4],
      'str.shout_out': [5],
      'bool.opposite_of': [6],
      'AlsoLog.also_log': [7],
    },
  ],
  [
    'JavaScript',
    {
      'ext.js': `String.prototype.shout = function () { return this; };
Array.prototype.addUp = function () { return 0; };
Date.prototype.addDays = function (days) { return this; };
`,
      'use.js': `require("./ext");
function use() {
  const a = "x".shout();
  const b = [1].addUp();
  const c = new Date().addDays(5);
}
`,
    },
    { shout: [3], addUp: [4], addDays: [5] },
  ],
  [
    'TypeScript',
    {
      'ext.ts': `export {};
declare global {
  interface Array<T> { addUp(): number }
}
`,
      'use.ts': `import "./ext";
export const a = [1].addUp();
`,
    },
    { addUp: [2] },
  ],
  [
    'Lua',
    {
      'ext.lua': 'function string.shout(s) return s:upper() end\n',
      'use.lua': 'require("ext")\nlocal a = ("x"):shout()\n',
    },
    { shout: [2] },
  ],
];

for (const [language, files, uses] of ADDED) {
  test(`members that a project of ${language} adds to types of others are found where literals and results have them`, async (t) => {
    const where = project(t, files);
    const file = Object.keys(files).at(-1);
    for (const [name, lines] of Object.entries(uses)) {
      const { callers } = await answer<RefsAnswer>(where, ['refs', name]);
      const found = callers.filter(({ path }) => path === file).map(({ line }) => line);
      t.deepEqual(found, lines, `${language}: ${name}`);
    }
  });
}

test('a member of the same name on a type that the project defines is not meant', async (t) => {
  const where = project(t, {
    'src/Ext.kt': `package app
fun Int.quarter(): Int = this / 4
class Coin { fun quarter(): Int = 25 }
fun use() = Coin().quarter()
`,
  });
  const { callers, next } = await answer<RefsAnswer>(where, ['refs', 'Int.quarter']);
  t.deepEqual(callers, []);
  t.true(next.complete);
});

/** What code runs without naming it, and what only looks so. */
const UNNAMED: [path: string, text: string, unnamed: string[], named: string[]][] = [
  [
    'v.kt',
    `class V {
  operator fun plus(o: V): V = o
  fun minus(o: V): V = o
}
operator fun V.times(n: Int): V = this
fun V.div(n: Int): V = this
`,
    ['V.plus', 'V.times'],
    ['V.minus', 'V.div'],
  ],
  [
    'v.swift',
    `struct V { init(x: Int) {}
  subscript(i: Int) -> Int { i }
  func plain() {} }
infix operator <+>
func <+> (a: V, b: V) -> V { a }
`,
    ['<+>', 'V.subscript', 'V.init'],
    ['V.plain'],
  ],
  [
    'V.cs',
    `class V {
  public V(int x) {}
  public static V operator +(V a, V b) => a;
  public int this[int i] => 1;
  public override string ToString() => "";
  public int Plain() => 1;
}
`,
    ['V.operator+', 'V.this[]', 'V.ToString', 'V.V'],
    ['V.Plain'],
  ],
  [
    'V.java',
    'class V { V() {} public String toString() { return ""; } void plain() {} }\n',
    ['V.V', 'V.toString'],
    ['V.plain'],
  ],
  [
    'v.scala',
    'class V { def +(o: V): V = o; def apply(i: Int): Int = i; def plain: Int = 1 }\n',
    ['V.+', 'V.apply'],
    ['V.plain'],
  ],
  [
    'v.rb',
    `class V
  def initialize; end
  def +(o) = o
  def [](i) = i
  def to_s = ""
  def empty? = true
end
`,
    ['V.+', 'V.[]', 'V.to_s', 'V.initialize'],
    ['V.empty?'],
  ],
  [
    'src/lib.rs',
    `pub struct V;
impl std::ops::Add for V { type Output = V; fn add(self, o: V) -> V { o } }
impl Drop for V { fn drop(&mut self) {} }
impl V { pub fn index(&self) {} }
`,
    ['V.add', 'V.drop'],
    ['V.index'],
  ],
  [
    'v.py',
    `class V:
    def __init__(self): pass
    def __add__(self, o): return o
    def __own(self): pass
`,
    ['V.__init__', 'V.__add__'],
    ['V.__own'],
  ],
  [
    'v.cpp',
    `struct V { V(int x); ~V(); V operator+(const V& o) const; explicit operator bool() const; int operators(); };
int operator"" _km(unsigned long long x) { return 1; }
int V::operators() { return 1; }
`,
    ['V.operator+', 'V.operator bool', 'operator""_km', 'V.V', 'V.~V'],
    ['V.operators'],
  ],
  [
    'v.php',
    `<?php
class V implements \\Countable {
  public function __construct() {}
  public function __get($name) { return 1; }
  public function count(): int { return 1; }
  public function key() { return 1; }
}
`,
    ['V.__construct', 'V.__get', 'V.count'],
    ['V.key'],
  ],
  [
    'v.js',
    'export class V { constructor() {} toString() { return ""; } plain() {} }\n',
    ['V.constructor', 'V.toString'],
    ['V.plain'],
  ],
  [
    'V.hs',
    'module V where\n(<+>) :: Int -> Int -> Int\na <+> b = a\nplain :: Int -> Int\nplain a = a\n',
    ['<+>'],
    ['plain'],
  ],
  [
    'v.lua',
    'local V = {}\nfunction V.__add(a, b) return a end\nfunction V.plain() end\nreturn V\n',
    ['V.__add'],
    ['V.plain'],
  ],
  ['v.ex', 'defmodule V do\n  def a <~> _b, do: a\n  def plain(a), do: a\nend\n', ['V.<~>'], ['V.plain']],
];

for (const [path, text, unnamed, named] of UNNAMED) {
  test(`no answer about what ${path} lets code run without a name is complete`, async (t) => {
    const where = project(t, { [path]: text });
    for (const name of unnamed) {
      const { next, counts } = await answer<RefsAnswer>(where, ['refs', name]);
      t.regex(next.says, /^Incomplete: .*(without its name|of an operator|names the type)/, name);
      t.false(counts.complete, name);
    }
    for (const name of named) {
      const { next } = await answer<RefsAnswer>(where, ['refs', name]);
      t.true(next.complete, `${name}: ${next.says}`);
    }
  });
}

test('`why`, `ctx` and `affected` say what operators hide', async (t) => {
  const where = project(t, {
    'v.kt': 'class V\n',
    'plus.kt': 'operator fun V.plus(o: V): V = o\n',
    'use.kt': 'fun use(a: V, b: V) = a + b\n',
  });
  t.regex((await beadloom(where, ['why', 'V.plus'])).stdout, /uses of `plus` without the name/);
  t.regex((await beadloom(where, ['affected', 'plus.kt'])).stdout, /uses of `plus` without the name/);
  t.regex((await beadloom(where, ['ctx', 'V.plus'])).stdout, /Incomplete: .*without its name/);
});
