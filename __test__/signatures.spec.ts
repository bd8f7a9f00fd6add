import test from 'ava';

import type { Code, SignaturesAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project } from './support/project.js';

test('what a file defines, in order, without bodies', async (t) => {
  const where = fixture(t, 'shop');
  const charge = await answer<SignaturesAnswer>(where, ['signatures', 'src/billing/charge.py']);
  t.is(charge.path, 'src/billing/charge.py');
  t.is(charge.language, 'python');
  t.deepEqual(
    charge.symbols.map(({ qualified_name: name, line_start: line, signature }) => [name, line, signature]),
    [
      ['refund', 6, 'def refund(invoice, token)'],
      ['charge', 12, 'def charge(amount, token)'],
      ['Ledger', 20, 'class Ledger'],
      ['Ledger.post', 23, 'def post(self, amount)'],
    ],
  );
  t.is(charge.omitted, 0);
  t.deepEqual(charge.more, []);
});

test('several files, each once', async (t) => {
  const where = fixture(t, 'shop');
  const two = await answer<SignaturesAnswer>(where, [
    'signatures',
    'src/auth/tokens.py',
    'src/billing/charge.py',
    './src/auth/tokens.py',
    'docs/domains/auth.md',
  ]);
  t.is(two.path, 'src/auth/tokens.py');
  t.deepEqual(
    two.more.map(({ path, language, symbols }) => [path, language, symbols.length]),
    [
      ['src/billing/charge.py', 'python', 4],
      ['docs/domains/auth.md', null, 0],
    ],
  );
});

test('the budget drops what is hidden first, and is never exceeded', async (t) => {
  const definitions = Array.from(
    { length: 100 },
    (_, number) =>
      `def ${number % 2 === 0 ? '_hidden' : 'shown'}_${number}(first, second):\n    return first\n`,
  );
  const where = project(t, { 'a.py': definitions.join('\n\n') });
  const whole = await answer<SignaturesAnswer>(where, ['signatures', 'a.py', '--budget', '100000']);
  t.is(whole.symbols.length, 100);
  for (const budget of [200, 1000, 4000]) {
    const some = await answer<SignaturesAnswer>(where, ['signatures', 'a.py', '--budget', `${budget}`]);
    t.true(some.tokens <= budget);
    t.true(some.tokens > budget / 2);
    t.is(some.symbols.length + some.omitted, 100);
    const hidden = some.symbols.filter(({ exported }) => !exported).length;
    t.true(hidden === 0 || some.symbols.length - hidden === 50);
  }
  const small = await failure(where, ['signatures', 'a.py', '--budget', '10']);
  t.is(small.code, 'budget_too_small');
  t.regex(small.hint ?? '', /^use --budget \d+ or more/);
});

test('for people: nested as the code is', async (t) => {
  const where = fixture(t, 'shop');
  const { stdout } = await beadloom(where, ['signatures', 'src/billing/charge.py', 'src/auth/tokens.py']);
  t.is(
    stdout,
    `src/billing/charge.py (python, 25 lines)
  6  def refund(invoice, token)
 12  def charge(amount, token)
 20  class Ledger
 23    def post(self, amount)

src/auth/tokens.py (python, 5 lines)
  2  def check(token)
`,
  );
});

test('files that are none', async (t) => {
  const where = fixture(t, 'shop');
  for (const [args, code, says] of [
    [['signatures'], 'usage', /missing required argument/],
    [['signatures', 'src/auth/tokens.py', 'nope.py'], 'not_found', /nope\.py/],
    [['signatures', 'src'], 'not_found', /is a folder/],
    [['signatures', '../x'], 'outside_root', /outside/],
    [['signatures', 'src/auth/tokens.py', '--budget', '0'], 'usage', /whole number/],
    [['signatures', 'src/auth/tokens.py', '--budget', '-1'], 'usage', /whole number/],
  ] as Array<[string[], Code, RegExp]>) {
    const error = await failure(where, args);
    t.is(error.code, code, args.join(' '));
    t.regex(`${error.message} ${error.hint}`, says);
  }
});

/** Files with enums, and the lines of their outlines. */
const ENUMS: Array<[path: string, text: string, outline: string[]]> = [
  [
    'a.ts',
    "export enum Color { Red = 'r', Green = 'g' }\nexport const enum Dir { Up, Down }\n",
    ["1  export enum Color { Red = 'r', Green = 'g' }", '2  export const enum Dir { Up, Down }'],
  ],
  [
    'Order.java',
    'package x;\npublic enum Order {\n  NEW("n"), PAID("p");\n  Order(String code) {}\n}\n',
    ['2  public enum Order { NEW("n"), PAID("p") }', '4    Order(String code)'],
  ],
  [
    'a.kt',
    'enum class State(val code: Int) {\n    OPEN(1),\n    CLOSED(2);\n\n    fun f() = code\n}\n',
    ['1  enum class State(val code: Int) { OPEN(1), CLOSED(2) }', '5    fun f()'],
  ],
  ['A.cs', 'public enum Level { Low = 1, High }\n', ['1  public enum Level { Low = 1, High }']],
  [
    'a.rs',
    'pub enum Shape {\n    Circle(f64),\n    Square { side: f64 },\n    Empty,\n}\n',
    ['1  pub enum Shape { Circle(f64), Square { side: f64 }, Empty }'],
  ],
  [
    'a.swift',
    'enum Dir: String {\n  case north, south\n  indirect case west(Dir)\n  func f() {}\n}\n',
    ['1  enum Dir: String { north, south, west(Dir) }', '4    func f()'],
  ],
  [
    'a.c',
    'enum level {\n  LOW,\n  HIGH = 3\n};\ntypedef enum { ALPHA, BETA } greek_t;\n',
    ['1  enum level { LOW, HIGH = 3 }', '5  typedef enum greek_t { ALPHA, BETA }'],
  ],
  [
    'a.cpp',
    'enum class Kind : int { One, Two };\nclass C {\n  enum E { X, Y };\n};\n',
    ['1  enum class Kind : int { One, Two }', '2  class C', '3    enum E { X, Y }'],
  ],
  [
    'a.py',
    'import enum\n\n\nclass Color(enum.Enum):\n    RED = 1\n    GREEN = enum.auto()\n\n    def f(self):\n        return 1\n',
    ['4  class Color(enum.Enum) { RED = 1, GREEN = enum.auto() }', '8    def f(self)'],
  ],
  [
    'a.php',
    "<?php\nenum Suit: string {\n  case Hearts = 'H';\n  case Spades = 'S';\n  const X = 1;\n}\n",
    ["2  enum Suit: string { Hearts = 'H', Spades = 'S' }", '5    const X = 1'],
  ],
  [
    'a.scala',
    'enum Planet:\n  case Earth\n  case Mars, Venus\n  def f = 1\n',
    ['1  enum Planet { Earth, Mars, Venus }', '4    def f'],
  ],
  [
    'a.graphql',
    'enum Role {\n  "May do all."\n  ADMIN\n  USER @deprecated\n}\n',
    ['1  enum Role { ADMIN, USER @deprecated }'],
  ],
  [
    'a.proto',
    'syntax = "proto3";\nmessage M {\n  enum Inner { A = 0; B = 1; }\n}\n',
    ['2  message M', '3    enum Inner { A = 0, B = 1 }'],
  ],
];

for (const [path, text, outline] of ENUMS) {
  test(`enums with their members: ${path}`, async (t) => {
    const where = project(t, { [path]: text });
    const { stdout } = await beadloom(where, ['signatures', path]);
    t.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.trimStart()),
      outline,
    );
    // What is listed as a definition of its own stays one elsewhere.
    const enumLine = outline.find((line) => line.includes('enum') || line.includes('Color')) ?? '';
    const { stdout: shown } = await beadloom(where, ['show', path, '--budget', '150']);
    const whole = !shown.includes('… the rest');
    t.true(whole || shown.includes(enumLine.slice(3)), shown);
  });
}

test('an enum of many members says how many there are, within the budget, in every outline', async (t) => {
  const members = Array.from({ length: 400 }, (_, number) => `    Member${number},`).join('\n');
  const others = Array.from(
    { length: 80 },
    (_, number) => `pub fn f${number}() {\n${'    g();\n'.repeat(30)}}\n`,
  );
  const text = `fn main() {}\n\npub enum Large {\n${members}\n}\n\n${others.join('\n')}`;
  const where = project(t, { 'src/a.rs': text });
  const list = /pub enum Large \{ Member0, Member1, .*Member\d+, … \d+ more \}/;
  const { symbols, tokens } = await answer<SignaturesAnswer>(where, [
    'signatures',
    'src/a.rs',
    '--budget',
    '1000',
  ]);
  t.true(tokens <= 1000);
  t.regex(symbols.find(({ symbol_name: name }) => name === 'Large')?.signature ?? '', list);
  t.regex((await beadloom(where, ['show', 'src/a.rs', '--budget', '1200'])).stdout, list);
  t.regex((await beadloom(where, ['ctx', 'src/a.rs'])).stdout, /pub enum Large \{ Member0, Member1, .*…/);
});
