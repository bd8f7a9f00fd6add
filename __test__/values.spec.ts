import test from 'ava';

import type { AffectedAnswer, RefsAnswer, WhyAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { project } from './support/project.js';

/** Symbols of a project and the places, `path:line`, that read or pass them on; none where the name is another's there. */
interface Uses {
  files: Record<string, string>;
  uses: Record<string, string[]>;
}

const CASES: Record<string, Uses> = {
  Python: {
    files: {
      'm.py': `import functools

LIMIT = 3


def cb(x):
    return x


def run(xs, sp):
    sp.set_defaults(func=cb)
    return list(map(cb, xs))[:LIMIT]


def key(x):
    return x


def shadow(key, xs):
    return sorted(xs, key=key)


def local(xs):
    key = xs[0]
    return [key for x in xs if key]


def inner(xs):
    return [key for key in xs]


TABLE = {"cb": cb, 1: [functools.partial(cb, 1)]}
`,
      'n.py': `from enum import Enum
from m import LIMIT as TOP, TABLE
import m


class Mode(Enum):
    ON = 1


class Box:
    @property
    def total(self):
        return 1

    @property
    def unread(self):
        return 2

    def twice(self):
        return self.total * 2

    def handler(self):
        return self.register(self.handler2)

    def handler2(self):
        pass


def go(box: Box, other, mode=Mode.ON):
    if TOP > 1 and mode is Mode.ON:
        return m.key, box.total, TABLE[1]
    return other.unread


class Slot:
    def __init__(self):
        self.box = Box()

    def show(self):
        return f"{self.box.total}"
`,
    },
    uses: {
      cb: ['m.py:11', 'm.py:12', 'm.py:32'],
      LIMIT: ['m.py:12', 'n.py:30'],
      key: ['n.py:31'],
      Mode: ['n.py:29', 'n.py:30'],
      TABLE: ['n.py:31'],
      'Box.total': ['n.py:20', 'n.py:31', 'n.py:40'],
      'Box.handler2': ['n.py:23'],
    },
  },
  TypeScript: {
    files: {
      'package.json': '{"name":"x"}',
      'a.ts': `export enum Mode { On, Off }
export const LIMIT = 3;
export function handler() {}
export function other() {}
export const table = { handler, other: other };
export class Store {
  get size() { return 1; }
  static readonly KEY = 'k';
  load = () => 1;
  run() { return [1].map(this.load); }
}
`,
      'b.tsx': `import { Mode, handler, LIMIT, other, Store, table } from './a';
import * as api from './a';
export const V = () => <button onClick={handler} max={LIMIT}>{Mode.On}</button>;
export const W = (handler: () => void) => <button onClick={handler}>{api.LIMIT}</button>;
export function f(store: Store, { other }: { other: number }) {
  const handler = 1;
  return [store.size, other, handler, \`\${LIMIT}\`];
}
const pick = { on: Mode.Off, ...table };
export const h = () => { for (const LIMIT of [1]) { console.log(LIMIT); } };
export default function g() {
  window.addEventListener('x', other);
  setTimeout(api.handler, 1);
  return pick ? handler : undefined;
}
`,
    },
    uses: {
      Mode: ['b.tsx:3', 'b.tsx:9'],
      handler: ['a.ts:5', 'b.tsx:3', 'b.tsx:13', 'b.tsx:14'],
      LIMIT: ['b.tsx:3', 'b.tsx:4', 'b.tsx:7'],
      other: ['a.ts:5', 'b.tsx:12'],
      table: ['b.tsx:9'],
      'Store.size': ['b.tsx:7'],
      'Store.load': ['a.ts:10'],
    },
  },
  JavaScript: {
    files: {
      'a.js': `const LIMIT = 3;
function one() {}
function two(cb) { return cb; }
module.exports = { one, two, LIMIT };
`,
      'b.js': `const { one, LIMIT } = require('./a');
const a = require('./a');
a.two(one);
process.on('exit', a.one);
[1].map((one) => one + LIMIT);
`,
    },
    uses: { one: ['b.js:3', 'b.js:4'], LIMIT: ['b.js:5'] },
  },
  Go: {
    files: {
      'go.mod': 'module x\n\ngo 1.22\n',
      'h.go': `package m

import (
	"net/http"

	"x/conf"
	_ "x/side"
)

const limit = 3

var table = map[Kind]func(){KindA: run}

type Kind int

const (
	KindA Kind = iota
	KindB
)

type Opts struct{ home int }

func home(w http.ResponseWriter, r *http.Request) {}

func run() {}

func Reg(k Kind) int {
	http.HandleFunc("/", home)
	o := Opts{home: limit}
	switch k {
	case KindB:
		return conf.Max
	}
	table[KindA]()
	go func(run int) { _ = run }(1)
	return o.home
}

type Server struct{}

func (s *Server) handle(w http.ResponseWriter, r *http.Request) {}

func (s *Server) routes() {
	home := 1
	_ = home
	http.HandleFunc("/x", s.handle)
}
`,
      'h2.go': 'package m\n\nfunc same() int { return limit }\n',
      'conf/conf.go': 'package conf\n\nconst Max = 1\n\nvar Hook = hook\n\nfunc hook() {}\n',
      'side/side.go': 'package side\n\nfunc init() {}\n',
    },
    uses: {
      home: ['h.go:28'],
      limit: ['h.go:29', 'h2.go:3'],
      run: ['h.go:12'],
      KindA: ['h.go:12', 'h.go:34'],
      KindB: ['h.go:31'],
      Max: ['h.go:32'],
      table: ['h.go:34'],
      hook: ['conf/conf.go:5'],
      'Server.handle': ['h.go:46'],
    },
  },
  Rust: {
    files: {
      'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\n',
      'src/lib.rs': `mod conf;

use conf::{Mode, TOP, parse};

pub const LIMIT: usize = 3;
static NAMES: [&str; 1] = ["a"];

pub fn cb(x: usize) -> usize {
    x + conf::TOP
}

pub struct Store;

impl Store {
    pub const KEY: usize = 1;
    fn each(&self) -> usize { Self::KEY + Store::KEY }
    fn show(x: &usize) -> String { format!("{}", x + LIMIT) }
    fn all(&self) -> Vec<String> { vec![1].iter().map(Self::show).collect() }
}

pub fn run(xs: Vec<usize>) -> Vec<usize> {
    let n = NAMES.len().min(LIMIT);
    let f = parse;
    xs.into_iter().map(cb).take(n + TOP).collect()
}

pub fn shadow(cb: usize, parse: usize) -> usize {
    let LIMITS = cb;
    let closure = |parse: usize| parse;
    match Mode::On {
        Mode::Off => closure(parse),
        _ => LIMITS,
    }
}
`,
      'src/conf.rs': `pub const TOP: usize = 1;
pub enum Mode { On, Off }
pub fn parse() {}
`,
    },
    uses: {
      LIMIT: ['src/lib.rs:17', 'src/lib.rs:22'],
      NAMES: ['src/lib.rs:22'],
      cb: ['src/lib.rs:24'],
      TOP: ['src/lib.rs:9', 'src/lib.rs:24'],
      parse: ['src/lib.rs:23'],
      Mode: ['src/lib.rs:30', 'src/lib.rs:31'],
      'Store.KEY': ['src/lib.rs:16'],
      'Store.show': ['src/lib.rs:18'],
    },
  },
  C: {
    files: {
      'a.h': `#define LIMIT 3
extern int counter;
enum mode { ON, OFF };
int cmp(const void *a, const void *b);
`,
      'a.c': `#include "a.h"
int counter;
static int handler(int x) { return x; }
static int other(int x) { return x; }
int cmp(const void *a, const void *b) { return a == b; }
struct op { int (*f)(int); };
static const struct op table[] = { { handler }, { .f = other } };
int run(int *xs, int n) {
  qsort(xs, n, LIMIT, cmp);
  counter += 1;
  int (*p)(int) = &handler;
  return table[0].f(p(n));
}
int shadow(int handler, int counter) {
  int other = handler;
  for (int cmp = 0; cmp < other; cmp++) counter += cmp;
  return counter;
}
`,
    },
    uses: {
      LIMIT: ['a.c:9'],
      counter: ['a.c:10'],
      handler: ['a.c:7', 'a.c:11'],
      other: ['a.c:7'],
      cmp: ['a.c:9'],
      table: ['a.c:12'],
    },
  },
  'C++': {
    files: {
      'a.hpp': `namespace conf {
constexpr int kMax = 3;
enum class Mode { On, Off };
void hook();
}
struct Box {
  static const int kSize = 1;
  static void tick();
};
`,
      'b.cpp': `#include "a.hpp"
using conf::kMax;
static void each(int x) {}
void Box::tick() {}
void run(Box b) {
  std::for_each(0, kMax, each);
  auto m = conf::Mode::On;
  call(conf::hook, &Box::tick, Box::kSize);
}
void shadow(int kMax) {
  auto f = [](int each) { return each; };
  use(kMax, f);
}
`,
    },
    uses: {
      each: ['b.cpp:6'],
      'conf.kMax': ['b.cpp:6'],
      'conf.Mode': ['b.cpp:7'],
      'conf.hook': ['b.cpp:8'],
      'Box.tick': ['b.cpp:8'],
      'Box.kSize': ['b.cpp:8'],
      Box: ['b.cpp:5', 'b.cpp:8'],
    },
  },
  Java: {
    files: {
      'src/main/java/a/J.java': `package a;

import java.util.List;
import static a.K.TOP;

public class J {
    static final int LIMIT = 3;

    static int f(int x) { return x; }

    int g(int x) { return x + LIMIT; }

    void run(List<Integer> xs, Mode m) {
        xs.stream().map(J::f).map(this::g).limit(K.MAX + TOP);
        switch (m) {
            case ON: break;
        }
        if (m == Mode.ON) { return; }
    }

    int shadow(int LIMIT) {
        return LIMIT;
    }
}
`,
      'src/main/java/a/K.java':
        'package a;\n\npublic class K {\n    public static final int MAX = 3;\n    public static final int TOP = 1;\n}\n',
      'src/main/java/a/Mode.java': 'package a;\n\npublic enum Mode { ON, OFF }\n',
    },
    uses: {
      'J.f': ['src/main/java/a/J.java:14'],
      'J.g': ['src/main/java/a/J.java:14'],
      LIMIT: ['src/main/java/a/J.java:11'],
      MAX: ['src/main/java/a/J.java:14'],
      TOP: ['src/main/java/a/J.java:14'],
      K: ['src/main/java/a/J.java:14'],
      Mode: ['src/main/java/a/J.java:13', 'src/main/java/a/J.java:18'],
    },
  },
  Kotlin: {
    files: {
      'a.kt': `package a

const val LIMIT = 3
val names = listOf("a")

enum class Mode { On, Off }

object Conf {
    const val MAX = 1
    val hook = 2
}

class Box(val size: Int) {
    val area: Int get() = size
    fun twice() = area * 2
    companion object { const val KEY = 1 }
}

fun cb(x: Int) = x

fun run(xs: List<Int>, box: Box) = xs.map(::cb).take(LIMIT + Conf.MAX + Conf.hook + box.area + Box.KEY)

fun shadow(cb: Int, LIMIT: Int): Int {
    val names = cb
    return xs.map { area -> area + LIMIT + names }
}
`,
      'b.kt': `package a

fun other(m: Mode) = if (m == Mode.On) names else listOf(cb(names = 1))
`,
    },
    uses: {
      cb: ['a.kt:21', 'b.kt:3'],
      LIMIT: ['a.kt:21'],
      names: ['b.kt:3'],
      Mode: ['b.kt:3'],
      'Conf.MAX': ['a.kt:21'],
      'Conf.hook': ['a.kt:21'],
      'Box.area': ['a.kt:15', 'a.kt:21'],
    },
  },
  Ruby: {
    files: {
      'a.rb': `LIMIT = 3

class Ctl
  before_action :auth, if: :on?

  def auth
    LIMIT
  end

  def on?
    [1].each(&method(:each_one))
  end

  def each_one(x)
    Conf::MAX + x
  end
end

class Conf
  MAX = 1
end
`,
    },
    uses: {
      LIMIT: ['a.rb:7'],
      'Ctl.auth': ['a.rb:4'],
      'Ctl.on?': ['a.rb:4'],
      'Ctl.each_one': ['a.rb:11'],
      'Conf.MAX': ['a.rb:15'],
      Conf: ['a.rb:15'],
    },
  },
  Swift: {
    files: {
      'Package.swift': '// swift-tools-version:5.5\n',
      'Sources/A/a.swift': `let limit = 3
enum Mode { case on, off }
func cb(_ x: Int) -> Int { x }
struct Box {
  static let key = 1
  var area: Int { limit }
  func twice() -> Int { area * 2 }
}
func run(xs: [Int], box: Box) -> Int {
  let m = Mode.on
  return xs.map(cb).count + box.area + Box.key
}
func shadow(cb: Int, limit: Int) -> Int {
  let f = { (area: Int) in area + limit }
  return cb + f(limit: 1)
}
`,
      'Sources/A/b.swift': 'func other() -> Int { limit }\n',
    },
    uses: {
      limit: ['Sources/A/a.swift:6', 'Sources/A/b.swift:1'],
      Mode: ['Sources/A/a.swift:10'],
      cb: ['Sources/A/a.swift:11'],
      'Box.area': ['Sources/A/a.swift:7', 'Sources/A/a.swift:11'],
      'Box.key': ['Sources/A/a.swift:11'],
    },
  },
  'C#': {
    files: {
      'a.cs': `namespace A;

public enum Mode { On, Off }

public static class Conf
{
    public const int Max = 3;
    public static readonly int Top = 1;
}

public class Box
{
    public int Area => Conf.Max;
    public int Size { get; set; }
    private static int Cb(int x) => x;

    public int Run(List<int> xs, Box other)
    {
        var m = Mode.On;
        xs.Select(Cb);
        Changed += OnChanged;
        return Area + other.Size + nameof(Conf.Top).Length;
    }

    private void OnChanged() { }

    public Box Make(int Area)
    {
        return new Box { Size = Area };
    }
}
`,
    },
    uses: {
      Mode: ['a.cs:19'],
      'Conf.Max': ['a.cs:13'],
      'Conf.Top': ['a.cs:22'],
      'Box.Cb': ['a.cs:20'],
      'Box.OnChanged': ['a.cs:21'],
      'Box.Area': ['a.cs:22'],
      'Box.Size': ['a.cs:22', 'a.cs:29'],
    },
  },
  Scala: {
    files: {
      'a.scala': `package a

object Conf {
  val Max = 3
  def hook(x: Int): Int = x
}

enum Mode:
  case On, Off

class Box(n: Int) {
  def area: Int = n
  def twice: Int = area * 2
}

implicit class Rich(n: Int) {
  def doubled: Int = n * 2
}

def cb(x: Int): Int = x

def run(xs: List[Int], box: Box) =
  val m = Mode.On
  xs.map(cb).map(Conf.hook).take(Conf.Max + box.area)

def shadow(cb: Int, xs: List[Int]) =
  xs.map(area => area + cb)

def num(n: Int) = n.doubled
`,
    },
    uses: {
      cb: ['a.scala:24'],
      Mode: ['a.scala:23'],
      'Conf.hook': ['a.scala:24'],
      'Conf.Max': ['a.scala:24'],
      'Box.area': ['a.scala:13', 'a.scala:24'],
    },
  },
  PHP: {
    files: {
      'a.php': `<?php
namespace A;

const LIMIT = 3;

enum Mode: string { case On = 'on'; }

class Conf
{
    const MAX = 1;
    public function all() { return self::MAX + LIMIT; }
}

function run()
{
    return [Conf::MAX, Mode::On, Conf::class, LIMIT];
}
`,
    },
    uses: {
      LIMIT: ['a.php:11', 'a.php:16'],
      'Conf.MAX': ['a.php:11', 'a.php:16'],
      Conf: ['a.php:16'],
      Mode: ['a.php:16'],
    },
  },
  Lua: {
    files: {
      'm.lua': `local M = {}
M.LIMIT = 3
function M.cb(x) return x end
local function inner(x) return x end
function M.run(xs) return map(inner, xs) end
M.table = { cb = inner, M.cb }
return M
`,
      'n.lua': `local m = require("m")
map(m.cb, m.LIMIT)
local function shadow(inner) return inner end
`,
    },
    uses: {
      inner: ['m.lua:5', 'm.lua:6'],
      'M.cb': ['m.lua:6', 'n.lua:2'],
      'M.LIMIT': ['n.lua:2'],
    },
  },
  Elixir: {
    files: {
      'mix.exs': 'defmodule X.MixProject do\nend\n',
      'lib/a.ex': `defmodule A do
  @limit 3

  def cb(x), do: x + @limit

  def run(xs) do
    xs |> Enum.map(&cb/1) |> Enum.map(&A.B.go/1) |> Enum.take(@limit)
  end
end

defmodule A.B do
  def go(x), do: x
end
`,
    },
    uses: {
      'A.cb': ['lib/a.ex:7'],
      'A.limit': ['lib/a.ex:4', 'lib/a.ex:7'],
    },
  },
  Zig: {
    files: {
      'a.zig': `const conf = @import("conf.zig");
const limit = 3;
fn cb(x: u32) u32 {
    return x + limit;
}
pub fn run(xs: []u32) void {
    each(xs, cb, conf.max);
    const m = conf.Mode.on;
    _ = m;
}
fn shadow(cb2: u32) u32 {
    const max = cb2;
    return max;
}
`,
      'conf.zig': 'pub const max = 1;\npub const Mode = enum { on, off };\n',
    },
    uses: { cb: ['a.zig:7'], limit: ['a.zig:4'], max: ['a.zig:7'], Mode: ['a.zig:8'] },
  },
  Haskell: {
    files: {
      'A.hs': `module A where

import B (top, Mode (..))

limit :: Int
limit = 3

cb :: Int -> Int
cb x = x + limit

run :: [Int] -> [Int]
run xs = map cb (take top xs)

shadow :: Int -> Int
shadow cb = let limit = cb in limit
`,
      'B.hs': 'module B where\n\ndata Mode = On | Off\n\ntop :: Int\ntop = 1\n',
    },
    uses: { cb: ['A.hs:12'], limit: ['A.hs:9'], top: ['A.hs:12'] },
  },
  Bash: {
    files: {
      'a.sh':
        '#!/bin/bash\nreadonly LIMIT=3\nrun() {\n  echo "$LIMIT" "${LIMIT}"\n}\nshow() {\n  local LIMIT2=1\n  echo $((LIMIT + LIMIT2))\n}\n',
    },
    uses: { LIMIT: ['a.sh:4', 'a.sh:8'] },
  },
};

for (const [language, { files, uses }] of Object.entries(CASES)) {
  test(`${language}: what is read or passed on is found, and what has its name is not`, async (t) => {
    const where = project(t, files);
    for (const [symbol, places] of Object.entries(uses)) {
      const { callers } = await answer<RefsAnswer>(where, ['refs', symbol]);
      t.deepEqual([...new Set(callers.map(({ path, line }) => `${path}:${line}`))], places, symbol);
      t.true(
        callers.every(({ confidence }) => confidence === 'exact' || confidence === 'unique'),
        `${symbol} is sure`,
      );
    }
  });
}

test('a package that is imported for what loading it does reaches who imports it', async (t) => {
  const where = project(t, {
    'go.mod': 'module x\n\ngo 1.22\n',
    'main.go':
      'package main\n\nimport (\n\t_ "x/side"\n\t"x/used"\n)\n\nvar top = used.Max\n\nfunc main() {}\n',
    'other.go': 'package main\n\nfunc other() int { return top }\n',
    'side/side.go': 'package side\n\nfunc init() { register() }\n',
    'side/register.go': 'package side\n\nfunc register() {}\n',
    'used/used.go': 'package used\n\nconst Max = 1\n',
    'used/apart.go': 'package used\n\nconst Min = 1\n',
  });
  const reached = async (file: string) => {
    const { reached: files } = await answer<AffectedAnswer>(where, ['affected', file]);
    return files.map(({ path }) => path);
  };
  t.deepEqual(await reached('side/side.go'), ['main.go', 'other.go']);
  t.deepEqual(await reached('side/register.go'), ['main.go', 'side/side.go', 'other.go']);
  t.deepEqual(await reached('used/used.go'), ['main.go', 'other.go']);
  t.deepEqual(await reached('used/apart.go'), []);
  t.deepEqual(await reached('main.go'), ['other.go']);
});

test('reads of values whose type is unknown are said, by refs, why and affected', async (t) => {
  const where = project(t, {
    'm.py': `class Box:
    @property
    def total(self):
        return 1

    def fill(self):
        return 2


def unused():
    pass


LONE = 1
`,
    'n.py': `def show(thing):
    return thing.total, list(map(thing.other, []))
`,
  });
  const total = await answer<RefsAnswer>(where, ['refs', 'Box.total']);
  t.deepEqual(total.callers, []);
  t.is(total.counts.unseen_reads, 1);
  t.false(total.next.complete);
  t.regex(total.next.says, /1 file reads `\.total` of values whose type is unknown/);
  const why = await answer<WhyAnswer>(where, ['why', 'Box.total']);
  t.is(why.unseen, 'reads of `.total` on values whose type is unknown are not counted');
  t.true(why.impact_summary.includes('Reads of `.total` on values whose type is unknown are not counted.'));
  const affected = await answer<AffectedAnswer>(where, ['affected', 'm.py']);
  t.is(affected.unseen, 'reads of `.total` on values whose type is unknown are not counted');
  for (const symbol of ['Box.fill', 'unused', 'LONE']) {
    const { next } = await answer<RefsAnswer>(where, ['refs', symbol]);
    t.true(next.complete, symbol);
    t.is((await answer<WhyAnswer>(where, ['why', symbol])).unseen, null, symbol);
  }
});
