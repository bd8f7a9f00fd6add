import test from 'ava';

import type {
  Bundle,
  ErrorAnswer,
  RefsAnswer,
  ShowAnswer,
  SignaturesAnswer,
  WhyAnswer,
} from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { project } from './support/project.js';

/** A member of each language that has them, what it is called, and the lines that read it. */
const MEMBERS: [string, Record<string, string>, string, string[]][] = [
  [
    'Java: a constant of an enum in `switch`, and a field',
    {
      'src/Color.java': 'package a;\n\npublic enum Color { RED(1), GREEN(2); Color(int n) {} }\n',
      'src/Use.java':
        'package a;\n\nclass Use {\n  int f(Color c) {\n    switch (c) { case RED: return 1; default: return Color.RED.ordinal(); }\n  }\n}\n',
    },
    'Color.RED',
    ['src/Use.java:5'],
  ],
  [
    'Java: a field of a type that the file says',
    {
      'src/Order.java':
        'package a;\n\npublic class Order {\n  public int total = 3;\n  private int hidden;\n}\n',
      'src/Use.java': 'package a;\n\nclass Use {\n  int f(Order o) {\n    return o.total;\n  }\n}\n',
    },
    'Order.total',
    ['src/Use.java:5'],
  ],
  [
    'Kotlin: a property in the head of a class',
    {
      'src/Order.kt': 'package a\n\ndata class Order(val total: Int, private val hidden: Int)\n',
      'src/Use.kt': 'package a\n\nfun f(o: Order) = o.total\n',
    },
    'Order.total',
    ['src/Use.kt:3'],
  ],
  [
    'C#: a value of an enum',
    {
      'Color.cs': 'namespace A;\n\npublic enum Color { Red = 1, Green }\n',
      'Use.cs': 'namespace A;\n\npublic class Use { public int F() => (int)Color.Red; }\n',
    },
    'Color.Red',
    ['Use.cs:3'],
  ],
  [
    'TypeScript: a member of an enum by its written name, too',
    {
      'package.json': '{"name":"x"}',
      'c.ts': "export enum Color { Red = 'r', Green }\n",
      'u.ts': "import { Color } from './c';\n\nexport const a = Color.Red;\nexport const b = Color['Red'];\n",
    },
    'Color.Red',
    ['u.ts:3', 'u.ts:4'],
  ],
  [
    'TypeScript: a field that a constructor declares',
    {
      'package.json': '{"name":"x"}',
      'b.ts': 'export class Box {\n  constructor(readonly wide: number, private deep: number) {}\n}\n',
      'u.ts': "import { Box } from './b';\n\nexport const f = (b: Box) => b.wide;\n",
    },
    'Box.wide',
    ['u.ts:3'],
  ],
  [
    'Python: a member of an enum in small letters, and an attribute',
    {
      'm.py': 'import enum\n\n\nclass Color(enum.Enum):\n    red = 1\n\n\nclass Order:\n    total: int = 3\n',
      'u.py': 'from m import Color, Order\n\n\ndef f(o: Order):\n    return Color.red, o.total\n',
    },
    'Order.total',
    ['u.py:5'],
  ],
  [
    'Rust: a variant, constructed and matched',
    {
      'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\n',
      'src/lib.rs':
        'pub enum Pay { Card(u32), Cash }\n\npub fn f(p: Pay) -> Pay {\n    match p {\n        Pay::Card(n) => Pay::Card(n + 1),\n        Pay::Cash => Pay::Cash,\n    }\n}\n',
    },
    'Pay.Card',
    ['src/lib.rs:5'],
  ],
  [
    'PHP: a property of a typed value and a static one',
    {
      'composer.json': '{"autoload":{"psr-4":{"A\\\\":"src/"}}}',
      'src/Order.php': '<?php\nnamespace A;\n\nclass Order\n{\n    public int $total = 3;\n}\n',
      'src/Use1.php':
        '<?php\nnamespace A;\n\nclass Use1\n{\n    public function f(Order $o)\n    {\n        return $o->total;\n    }\n}\n',
    },
    'Order.total',
    ['src/Use1.php:8'],
  ],
  [
    'Swift: what an instance stores',
    {
      'Package.swift': '// swift-tools-version:5.5\n',
      'Sources/A/Box.swift': 'struct Box {\n  let size = 1\n}\n',
      'Sources/A/Use.swift': 'func f(b: Box) -> Int {\n  return b.size\n}\n',
    },
    'Box.size',
    ['Sources/A/Use.swift:2'],
  ],
  [
    'Scala: a parameter of a case class',
    {
      'src/main/scala/Order.scala': 'package a\n\ncase class Order(total: Int)\n',
      'src/main/scala/Use.scala': 'package a\n\nobject Use {\n  def f(o: Order) = o.total\n}\n',
    },
    'Order.total',
    ['src/main/scala/Use.scala:4'],
  ],
];

for (const [what, files, symbol, places] of MEMBERS) {
  test(`${what}: its uses are found by its name`, async (t) => {
    const where = project(t, files);
    const { callers, definitions } = await answer<RefsAnswer>(where, ['refs', symbol]);
    t.deepEqual([...new Set(callers.map((of) => `${of.path}:${of.line}`))].toSorted(), places);
    t.true(callers.every((of) => ['value', 'call'].includes(of.kind)));
    t.is(definitions[0]?.qualified_name, symbol);
    t.is((await beadloom(where, ['show', symbol])).code, 0);
    const why = await answer<WhyAnswer>(where, ['why', symbol]);
    t.is(why.symbol, symbol);
  });
}

const ENUM = {
  'package.json': '{"name":"x"}',
  'c.ts':
    "export enum Color { Red = 'r', Green }\nexport enum Tone { Loud }\nexport class Box { size = 3; area() {} }\n",
};

test('what a type lists is no line of an outline', async (t) => {
  const where = project(t, ENUM);
  const { symbols } = await answer<SignaturesAnswer>(where, ['signatures', 'c.ts']);
  t.deepEqual(
    symbols.map((of) => of.qualified_name),
    ['Color', 'Tone', 'Box', 'Box.area'],
  );
});

const UNKNOWN: [string, string][] = [
  ['Color.Rod', 'Did you mean: Color.Red?'],
  ['Color.Purple', 'Color has: Green, Red'],
  ['Colour.Red', 'Did you mean: Color.Red?'],
  ['Color.One', 'Color has: Green, Red'],
  ['Kind.One', '`beadloom search --in code` looks for words'],
];

for (const [name, hint] of UNKNOWN) {
  test(`\`${name}\` is answered with members of that type, or with nothing`, async (t) => {
    const { stdout } = await beadloom(project(t, ENUM), ['refs', name, '--json']);
    t.is((JSON.parse(stdout) as ErrorAnswer).error.hint, hint);
  });
}

test('templates of Astro and Angular that may name a symbol are said to be unread', async (t) => {
  const where = project(t, {
    'package.json': '{"name":"x"}',
    'lib.ts': 'export function greet() {}\nexport function other() {}\n',
    'page.astro': '---\nimport { greet } from "./lib";\n---\n<p>{greet()}</p>\n',
    'app.component.html': '<p>{{ title }}</p>\n',
  });
  const named = await answer<RefsAnswer>(where, ['refs', 'greet']);
  t.false(named.next.complete);
  t.regex(named.next.says, /1 template of Astro or Angular/);
  const unnamed = await answer<RefsAnswer>(where, ['refs', 'other']);
  t.true(unnamed.next.complete);
  const { stdout } = await beadloom(where, ['why', 'greet']);
  t.regex(stdout, /1 template of Astro or Angular may name it and is not read/);
});

test('files of Objective-C that may name a symbol of Swift or C are said to be unread', async (t) => {
  const where = project(t, {
    'Store.swift': '@objc class Store: NSObject {\n  @objc func load() {}\n  func save() {}\n}\n',
    'count.h': 'int count_all(void);\n',
    'count.c': 'int count_all(void) { return 1; }\n',
    'Main.m':
      '#import "App-Swift.h"\n@implementation Main\n- (void)run { [[Store new] load]; count_all(); }\n@end\n',
  });
  for (const name of ['Store', 'Store.load', 'count_all']) {
    const { next, counts } = await answer<RefsAnswer>(where, ['refs', name]);
    t.false(next.complete, name);
    t.false(counts.complete, name);
    t.regex(next.says, /1 file of Objective-C, whose code is not read/, name);
  }
  t.true((await answer<RefsAnswer>(where, ['refs', 'Store.save'])).next.complete);
  const { stdout } = await beadloom(where, ['why', 'Store.load']);
  t.regex(stdout, /1 file of Objective-C may name it and is not read/);
});

test('members that the body of a macro names are said to be read', async (t) => {
  const where = project(t, {
    'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\n',
    'src/lib.rs':
      'pub struct Ledger;\n\nimpl Ledger {\n    pub fn post(&self) {}\n}\n\nmacro_rules! go {\n    ($x:expr) => {\n        $x.post()\n    };\n}\n',
  });
  const { next } = await answer<RefsAnswer>(where, ['refs', 'Ledger.post']);
  t.false(next.complete);
});

test('a call on a field of what another file makes is listed', async (t) => {
  const where = project(t, {
    'package.json': '{"name":"x"}',
    'api.ts': 'export class Users {\n  newUserApi() {}\n}\n',
    'remote.ts': "import { make } from 'lib';\n\nexport const remote = make();\n",
    'use.ts': "import { remote } from './remote';\n\nexport const f = () => remote.sdk.newUserApi();\n",
  });
  const { callers } = await answer<RefsAnswer>(where, ['refs', 'Users.newUserApi']);
  t.deepEqual(
    callers.map((of) => [of.path, of.confidence]),
    [['use.ts', 'ambiguous']],
  );
});

const PARTIALS = {
  'a.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>',
  'one/W.cs': 'namespace One;\npublic partial class W { public void A() {} }\n',
  'one/W.More.cs': 'namespace One;\npublic partial class W { public void B() {} }\n',
  'two/W.cs': 'namespace Two;\npublic partial class W { public void C() {} }\n',
  'UseOne.cs': 'using One;\nnamespace X;\npublic class UseOne { public object F() => new W(); }\n',
  'UseTwo.cs': 'using Two;\nnamespace X;\npublic class UseTwo { public object F() => new W(); }\n',
};

test('partial types of one name in two namespaces are two types', async (t) => {
  const where = project(t, PARTIALS);
  const { stdout } = await beadloom(where, ['refs', 'W', '--json']);
  t.is((JSON.parse(stdout) as ErrorAnswer).error.code, 'ambiguous');
  for (const [name, user] of [
    ['One.W', 'UseOne.cs'],
    ['Two.W', 'UseTwo.cs'],
  ] as const) {
    const { callers } = await answer<RefsAnswer>(where, ['refs', name]);
    t.deepEqual(
      callers.map((of) => of.path),
      [user],
      name,
    );
  }
});

test('types of one name in two packages are two types', async (t) => {
  const where = project(t, {
    'src/A.kt': 'package one\n\nclass Money\n',
    'src/B.kt': 'package two\n\nclass Money\n',
    'src/UseA.kt': 'package x\n\nimport one.Money\n\nfun f() = Money()\n',
  });
  const { stdout } = await beadloom(where, ['refs', 'Money', '--json']);
  t.is((JSON.parse(stdout) as ErrorAnswer).error.code, 'ambiguous');
  const { callers } = await answer<RefsAnswer>(where, ['refs', 'one.Money']);
  t.deepEqual(
    callers.map((of) => of.path),
    ['src/UseA.kt'],
  );
});

test('templates of Django that may use a tag or a filter are said to be unread', async (t) => {
  const where = project(t, {
    'shop/templatetags/money.py':
      'from django import template\n\nregister = template.Library()\n\n\n@register.filter\ndef in_euros(value):\n    return value\n\n\n@register.filter\ndef in_cents(value):\n    return value\n',
    'shop/models.py': 'def in_words(value):\n    return value\n',
    'shop/templates/order.html': '{% load money %}\n{{ total|in_euros }} {{ in_words }}\n',
  });
  const says = async (name: string) => (await answer<RefsAnswer>(where, ['refs', name])).next.says;
  t.regex(await says('in_euros'), /1 template of Django, whose tags and filters are not read/);
  t.regex(await says('in_cents'), /^Complete/);
  t.regex(await says('in_words'), /^Complete/);
});

test('a bare name means a field only where nothing else has it', async (t) => {
  const where = project(t, {
    'go.mod': 'module x\n',
    'a.go':
      'package x\n\ntype Limits struct {\n\tRetries int\n\tDepth int\n}\n\ntype Other struct{ Retries int }\n',
    'b.go': 'package x\n\ntype Worker struct{}\n\nfunc (w Worker) Retries() int { return 1 }\n',
    'c.go':
      'package x\n\nfunc Use(l *Limits, w Worker) int {\n\treturn l.Retries + l.Depth + l.Depth + w.Retries()\n}\n',
  });
  const { callers, symbol } = await answer<RefsAnswer>(where, ['refs', 'Retries']);
  t.is(symbol, 'Worker.Retries');
  t.deepEqual(
    callers.map((of) => of.path),
    ['c.go'],
  );
  const shown = await answer<ShowAnswer>(where, ['show', 'Retries']);
  t.deepEqual(
    shown.shown.map((one) => one.symbol),
    ['Worker.Retries'],
  );
  t.is((await answer<RefsAnswer>(where, ['refs', 'Depth'])).symbol, 'Limits.Depth');
  // Fields are listed by their types.
  const { uses } = await answer<Bundle>(where, ['ctx', 'c.go']);
  t.deepEqual(
    uses?.map(({ path, names }) => [path, names]),
    [
      ['a.go', ['Limits']],
      ['b.go', ['Worker', 'Worker.Retries']],
    ],
  );
});

/** What calls a definition, and how sure that is. */
const CALLS: [string, Record<string, string>, string, string[]][] = [
  [
    'C#: a type, where the class around has a property of its name',
    {
      'Address.cs': 'namespace A;\n\npublic class Address\n{\n  public Address(string s) { }\n}\n',
      'Person.cs':
        'namespace A;\n\npublic class Person\n{\n  public Address Address { get; set; }\n  public void Move()\n  {\n    Address = new Address("x");\n  }\n}\n',
    },
    'Address.cs:Address',
    ['Person.cs:8 exact'],
  ],
  [
    'C#: a property that holds a function',
    {
      'Till.cs':
        'namespace A;\n\npublic class Till\n{\n  public System.Func<int> Ring { get; set; }\n  public int Go()\n  {\n    return Ring();\n  }\n}\n',
    },
    'Till.Ring',
    ['Till.cs:8 exact'],
  ],
  [
    'Kotlin: on what a function of a library gives, also as a bare name',
    {
      'src/a/Store.kt': 'package a\n\nclass Store {\n  fun shelveAll() = 1\n}\n',
      'src/a/Use.kt':
        'package a\n\nimport org.lib.make\n\nfun run() {\n  val made = make()\n  made.shelveAll()\n  make().apply { shelveAll() }\n  listOf(1).shelveAll()\n}\n',
    },
    'Store.shelveAll',
    ['src/a/Use.kt:7 unique', 'src/a/Use.kt:8 ambiguous'],
  ],
  [
    'Kotlin: an extension of every type',
    {
      'src/a/Json.kt': 'package a\n\nfun Any.jsonify() = ""\n',
      'src/a/Use.kt': 'package a\n\nimport org.lib.Event\n\nfun run(event: Event) {\n  event.jsonify()\n}\n',
    },
    'Any.jsonify',
    ['src/a/Use.kt:6 exact'],
  ],
  [
    'Kotlin: a member of the class around an extension',
    {
      'src/a/Use.kt':
        'package a\n\nimport org.lib.Event\n\nclass Use {\n  fun throwNotFound() = 1\n  fun Event.find() = throwNotFound()\n}\n',
    },
    'Use.throwNotFound',
    ['src/a/Use.kt:7 ambiguous'],
  ],
];

for (const [name, files, symbol, expected] of CALLS) {
  test(`calls are as sure as what is known of the value: ${name}`, async (t) => {
    const where = project(t, files);
    const found = await answer<RefsAnswer>(where, ['refs', symbol, '--kind', 'call']);
    const calls = found.callers.map(({ path, line, confidence }) => `${path}:${line} ${confidence}`);
    t.deepEqual(calls.toSorted(), expected);
  });
}
