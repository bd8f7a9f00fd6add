import test from 'ava';

import type { AffectedAnswer, RefsAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { project } from './support/project.js';

/** What a reference to a symbol is listed as: `path:line confidence`, sorted. */
async function places(where: ReturnType<typeof project>, symbol: string): Promise<string[]> {
  const { callers } = await answer<RefsAnswer>(where, ['refs', symbol]);
  return callers.map(({ path, line, confidence }) => `${path}:${line} ${confidence}`).toSorted();
}

interface Case {
  files: Record<string, string>;
  /** By symbol: where it is referred to. */
  refs?: Record<string, string[]>;
  /** By symbol: where it is defined. */
  defined?: Record<string, string[]>;
  /** By changed file: a file that is reached, surely. */
  reaches?: Record<string, string>;
}

const CASES: Record<string, Case> = {
  'the name of a local in the value that it is given': {
    files: {
      'a.rs':
        'pub fn depth() -> u32 { 1 }\npub fn go() -> u32 { let depth = depth(); let depth = depth + 1; depth }\npub fn two(depth: u32) -> u32 { let depth = depth; depth }\n',
      'g/a.go':
        'package g\n\nfunc width() int { return 1 }\n\nfunc use() int {\n\tif width := 2 * width(); width > 1 {\n\t\treturn width\n\t}\n\treturn 0\n}\n\nfunc other() int {\n\tvar width = width()\n\treturn width\n}\n',
      'a.kt':
        'val limit = 1\nfun f(): Int { val limit = limit; return limit }\nfun g(limit: Int) = h(limit)\n',
      'a.swift': 'func mean() -> Int { return 1 }\nfunc g() -> Int { let mean = mean(); return mean }\n',
      'a.rb': 'def tally; 1; end\ndef go\n  tally = tally()\n  tally + 1\nend\ndef of(tally) = tally + 1\n',
      'a.lua': 'function calc() return 1 end\nfunction go() local calc = calc() return calc end\n',
    },
    refs: {
      depth: ['a.rs:2 exact'],
      width: ['g/a.go:13 exact', 'g/a.go:6 exact'],
      limit: ['a.kt:2 exact'],
      mean: ['a.swift:2 exact'],
      tally: ['a.rb:3 exact'],
      calc: ['a.lua:2 exact'],
    },
  },
  'overloads that a header declares': {
    files: {
      'o.h':
        'int glob(int);\nint glob(double);\nclass W { public: void set(int); void set(double); static int mk(); static int mk(int); };\n',
      'o.cc':
        '#include "o.h"\nint glob(int) { return 1; }\nint glob(double) { return 2; }\nvoid W::set(int) {}\nvoid W::set(double) {}\nint W::mk() { return 1; }\nint W::mk(int) { return 2; }\n',
      'u.cc': '#include "o.h"\nint f() { W w; w.set(1); return glob(3) + W::mk(); }\n',
    },
    refs: { glob: ['u.cc:2 exact'], 'W.set': ['u.cc:2 exact'], 'W.mk': ['u.cc:2 exact'] },
  },
  'parts of a class in C#': {
    files: {
      'a.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
      'W.cs': 'namespace N;\npublic partial class W { public int X; }\n',
      'W.Designer.cs': 'namespace N;\npublic partial class W { private void Init() {} }\n',
      'Gen/W.More.cs': 'namespace N { public partial class W { public void More() {} } }\n',
      'Other/W.cs': 'namespace M;\npublic partial class W { }\n',
      'UTests.cs':
        'namespace N;\npublic class UTests { [Fact] public void T() { var w = new W(); w.More(); } }\n',
    },
    refs: { 'W.More': ['UTests.cs:2 exact'] },
    reaches: { 'W.cs': 'UTests.cs', 'W.Designer.cs': 'UTests.cs', 'Gen/W.More.cs': 'UTests.cs' },
  },
  'a class that a gem opens again': {
    files: {
      'core/core.gemspec': 'Gem::Specification.new { |s| s.name = "core" }\n',
      'core/app/models/spree/order.rb': 'module Spree\n  class Order < Base\n    def one; end\n  end\nend\n',
      'core/app/models/spree/base.rb': 'module Spree\n  class Base\n    def save_all; end\n  end\nend\n',
      'core/app/models/spree/order/payments.rb':
        'module Spree\n  class Order\n    module Payments\n    end\n\n    def pay; one; save_all; end\n  end\nend\n',
      'core/lib/ext.rb': 'Spree::Order.class_eval do\n  def extra; end\nend\n',
      'core/spec/order_spec.rb': 'module Spree\n  class Order\n    def faked; end\n  end\nend\n',
      'core/app/x.rb': 'class X\n  def go; Spree::Order.new.pay; end\nend\n',
      'core/app/y.rb': 'class Y\n  def go; Spree::Order.new.extra; end\nend\n',
      'other/Gemfile': '',
      'other/app/models/spree/order.rb': 'module Spree\n  class Order\n  end\nend\n',
    },
    refs: {
      'core/app/models/spree/order.rb:Spree.Order': [
        'core/app/x.rb:2 exact',
        'core/app/y.rb:2 exact',
        'core/lib/ext.rb:1 exact',
      ],
      'Spree.Order.extra': ['core/app/y.rb:2 exact'],
      'Spree.Order.pay': ['core/app/x.rb:2 exact'],
      'Spree.Order.one': ['core/app/models/spree/order/payments.rb:6 exact'],
      'Spree.Base.save_all': ['core/app/models/spree/order/payments.rb:6 exact'],
    },
    reaches: {
      'core/app/models/spree/order.rb': 'core/app/x.rb',
      'core/app/models/spree/order/payments.rb': 'core/app/x.rb',
    },
  },
  'classes of Ruby that are opened in lib': {
    files: {
      'lib/shop.rb': 'module Shop\n  class Ledger\n    def post; end\n  end\nend\n',
      'lib/shop/more.rb': 'module Shop\n  class Ledger\n    def close; post; end\n  end\nend\n',
      'test/ledger_test.rb':
        'module Shop\n  class Ledger\n    def fake; end\n  end\n\n  Ledger.new.post\nend\n',
      'lib/use.rb': 'class Use\n  def go\n    Shop::Ledger.new.close\n  end\nend\n',
    },
    refs: {
      'Shop.Ledger': ['lib/use.rb:3 exact', 'test/ledger_test.rb:6 exact'],
      'Shop.Ledger.post': ['lib/shop/more.rb:3 exact', 'test/ledger_test.rb:6 exact'],
    },
    defined: { 'Shop.Ledger': ['lib/shop.rb', 'lib/shop/more.rb'] },
    reaches: { 'lib/shop/more.rb': 'lib/use.rb' },
  },
  'what platforms have of Kotlin': {
    files: {
      'm/src/commonMain/kotlin/Clock.kt':
        'package t\n\nexpect class Clock() { fun now(): Long }\nexpect fun zone(): String\n',
      'm/src/jvmMain/kotlin/Clock.jvm.kt':
        'package t\n\nactual class Clock { actual fun now(): Long = 1 }\nactual fun zone() = "a"\n',
      'm/src/iosMain/kotlin/Clock.ios.kt':
        'package t\n\nactual class Clock { actual fun now(): Long = 2 }\nactual fun zone() = "b"\n',
      'm/src/commonMain/kotlin/Use.kt': 'package t\n\nfun use() { Clock().now(); zone() }\n',
    },
    refs: {
      Clock: ['m/src/commonMain/kotlin/Use.kt:3 exact'],
      'Clock.now': ['m/src/commonMain/kotlin/Use.kt:3 exact'],
      zone: ['m/src/commonMain/kotlin/Use.kt:3 exact'],
    },
    reaches: {
      'm/src/jvmMain/kotlin/Clock.jvm.kt': 'm/src/commonMain/kotlin/Use.kt',
      'm/src/iosMain/kotlin/Clock.ios.kt': 'm/src/commonMain/kotlin/Use.kt',
    },
  },
  'whole names in Java': {
    files: {
      'src/main/java/a/Util.java':
        'package a;\n\npublic class Util {\n  public static int help() { return 1; }\n  public enum Kind { A; public static class Deep { static int low() { return 1; } } }\n  public @interface Mark {}\n}\n',
      'src/main/java/b/Use.java':
        'package b;\n\n@a.Util.Mark\nclass Use extends a.Util {\n  a.Util u = new a.Util();\n  int f() { return a.Util.help(); }\n  a.Util.Kind k;\n  int g() { return a.Util.Kind.Deep.low(); }\n}\n',
      'other/Util.java': 'package c;\n\npublic class Util { static int help() { return 2; } }\n',
    },
    refs: {
      'src/main/java/a/Util.java:Util': [
        'src/main/java/b/Use.java:3 exact',
        'src/main/java/b/Use.java:4 exact',
        'src/main/java/b/Use.java:5 exact',
        'src/main/java/b/Use.java:5 exact',
        'src/main/java/b/Use.java:6 exact',
        'src/main/java/b/Use.java:8 exact',
      ],
      'src/main/java/a/Util.java:Util.help': ['src/main/java/b/Use.java:6 exact'],
      'Util.Kind': ['src/main/java/b/Use.java:7 exact', 'src/main/java/b/Use.java:8 exact'],
      'Util.Kind.Deep.low': ['src/main/java/b/Use.java:8 exact'],
      'Util.Mark': ['src/main/java/b/Use.java:3 exact'],
      'other/Util.java:Util': [],
    },
    reaches: { 'src/main/java/a/Util.java': 'src/main/java/b/Use.java' },
  },
  'whole names in Kotlin, in folders that say nothing': {
    files: {
      'k/T.kt': 'package x.y\n\nfun top() = 1\nclass Box { companion object { fun make() = Box() } }\n',
      'k/U.kt': 'package y\n\nfun u() = x.y.top()\nfun v(): x.y.Box = x.y.Box.make()\nfun top() = 2\n',
    },
    refs: {
      'k/T.kt:top': ['k/U.kt:3 exact'],
      'k/U.kt:top': [],
      'Box.Companion.make': ['k/U.kt:4 exact'],
    },
  },
  'whole names in Scala': {
    files: {
      'S.scala': 'package p.q\n\nobject O { def m() = 1 }\nclass C\n',
      'T.scala': 'package r\n\nclass D extends p.q.C {\n  val a = p.q.O.m()\n  val b = new p.q.C\n}\n',
    },
    refs: { C: ['T.scala:3 exact', 'T.scala:5 exact'], 'O.m': ['T.scala:4 exact'] },
  },
  'names of PHP that begin in the namespace': {
    files: {
      'composer.json': '{"autoload":{"psr-4":{"App\\\\":"app/"}}}\n',
      'app/Models/User.php':
        '<?php\n\nnamespace App\\Models;\n\nclass User\n{\n    public static function make() {}\n}\n',
      'app/B.php':
        '<?php\n\nnamespace App;\n\nclass B extends Models\\User\n{\n    public function g(Models\\User $x)\n    {\n        Models\\User::make();\n        namespace\\Models\\User::make();\n        return new Models\\User();\n    }\n}\n',
      'lib/User.php':
        '<?php\n\nnamespace Other\\Models;\n\nclass User\n{\n    public static function make() {}\n}\n',
    },
    refs: {
      'app/Models/User.php:User': [
        'app/B.php:10 exact',
        'app/B.php:11 exact',
        'app/B.php:5 exact',
        'app/B.php:7 exact',
        'app/B.php:9 exact',
      ],
      'app/Models/User.php:User.make': ['app/B.php:10 exact', 'app/B.php:9 exact'],
      'lib/User.php:User': [],
    },
  },
  'packages of one folder are two': {
    files: {
      'all/A.java': 'package one;\n\nclass Tool { }\n',
      'all/B.java': 'package two;\n\nclass Tool { }\n',
      'all/C.java': 'package two;\n\nclass C { Tool t; }\n',
    },
    refs: { 'all/A.java:Tool': [], 'all/B.java:Tool': ['all/C.java:3 exact'] },
  },
  'by the order of bases in Python': {
    files: {
      'm.py':
        'class A:\n    def go(self): pass\n\nclass B(A):\n    pass\n\nclass C(A):\n    def go(self): super().go()\n\nclass D(B, C):\n    def run(self): self.go()\n',
    },
    refs: { 'C.go': ['m.py:11 exact'] },
  },
  'by the order of modules in Ruby': {
    files: {
      'm.rb':
        'module P\n  def go; end\nend\n\nmodule I\n  def go; end\n  def two; end\nend\n\nmodule J\n  def two; end\nend\n\nclass Up\n  def go; end\n  def two; end\nend\n\nclass K < Up\n  prepend P\n  include I\n  include J\n\n  def go; end\nend\n',
      'u.rb': "require_relative 'm'\n\nk = K.new\nk.go\nk.two\n",
    },
    refs: { 'P.go': ['u.rb:4 exact'], 'J.two': ['u.rb:5 exact'], 'I.two': [], 'K.go': [], 'Up.two': [] },
  },
  'a superclass before interfaces': {
    files: {
      'J.java':
        'interface I { default int go() { return 1; } default int own() { return 1; } }\nclass Up { public int go() { return 2; } }\nclass K extends Up implements I { int f() { return go() + own(); } }\n',
      't.php':
        '<?php\ntrait T { function go() {} }\nclass Up { function go() {} function two() {} }\ninterface I { function two(); }\nclass K extends Up implements I { use T; function f() { $this->go(); $this->two(); } }\n',
    },
    refs: {
      'J.java:Up.go': ['J.java:3 exact'],
      'J.java:I.own': ['J.java:3 exact'],
      't.php:T.go': ['t.php:5 exact'],
      't.php:Up.two': ['t.php:5 exact'],
    },
  },
  'the last trait of Scala': {
    files: {
      'S.scala':
        'trait A { def go() = 1 }\ntrait B extends A { override def go() = 2 }\ntrait C extends A { override def go() = 3 }\nclass D extends B with C { def f() = go() }\n',
    },
    refs: { 'C.go': ['S.scala:4 exact'] },
  },
  'two bases of C++ are two answers': {
    files: {
      'a.cpp':
        'struct A { void go() {} void one() {} };\nstruct B { void go() {} };\nstruct C : A, B { void f() { go(); one(); } };\n',
    },
    refs: { 'A.go': ['a.cpp:3 ambiguous'], 'B.go': ['a.cpp:3 ambiguous'], 'A.one': ['a.cpp:3 exact'] },
  },
  'modules of CommonJS': {
    files: {
      'a.js': 'function one() {}\nconst two = () => {};\nmodule.exports = { one, two };\n',
      'b.js': "require('./a').one();\n",
      'e.mjs': "import a from './a.js';\na.two();\n",
    },
    refs: { one: ['b.js:1 exact'], two: ['e.mjs:2 exact'] },
  },
};

for (const [name, { files, refs = {}, defined = {}, reaches = {} }] of Object.entries(CASES)) {
  test(name, async (t) => {
    const where = project(t, files);
    for (const [symbol, expected] of Object.entries(refs)) {
      t.deepEqual(await places(where, symbol), expected, symbol);
    }
    for (const [symbol, expected] of Object.entries(defined)) {
      const { definitions } = await answer<RefsAnswer>(where, ['refs', symbol]);
      t.deepEqual(definitions.map((one) => one.file_path).toSorted(), expected, symbol);
    }
    for (const [file, reached] of Object.entries(reaches)) {
      const { reached: found } = await answer<AffectedAnswer>(where, ['affected', file]);
      const one = found.find(({ path }) => path === reached);
      t.is(one?.confidence, 'exact', `${file} reaches ${reached}`);
    }
  });
}
