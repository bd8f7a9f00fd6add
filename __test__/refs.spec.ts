import test from 'ava';

import type { Code, RefsAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project } from './support/project.js';

/** `path:line kind confidence symbol` of each caller. */
function places({ callers }: RefsAnswer): string[] {
  return callers.map(
    ({ path, line, kind, confidence, symbol }) => `${path}:${line} ${kind} ${confidence} ${symbol}`,
  );
}

const CODE = {
  'pay/__init__.py': '',
  'pay/ledger.py': `class Book:
    pass


class Ledger(Book):
    def post(self, amount):
        return amount
`,
  'pay/charge.py': `from pay.ledger import Ledger


def charge(ledger: Ledger, amount):
    ledger.post(amount)
    return ledger.post(amount)


Ledger().post(1)
`,
  'other.py': `class Mail:
    def post(self):
        pass


def send(thing):
    thing.post()
`,
};

test('every place, with what it does, how sure it is and what it stands in', async (t) => {
  const where = project(t, CODE);
  const post = await answer<RefsAnswer>(where, ['refs', 'Ledger.post']);
  t.is(post.symbol, 'Ledger.post');
  t.deepEqual(
    post.definitions.map(({ file_path: path, line_start: line }) => `${path}:${line}`),
    ['pay/ledger.py:6'],
  );
  t.deepEqual(places(post), [
    'other.py:7 call ambiguous send',
    'pay/charge.py:5 call exact charge',
    'pay/charge.py:6 call exact charge',
    'pay/charge.py:9 call exact null',
  ]);
  t.deepEqual(post.callers[0]?.candidates, ['other.py:2 Mail.post']);
  t.deepEqual(post.counts, {
    exact: 3,
    unique: 0,
    ambiguous: 1,
    files: 2,
    external_callees: 0,
    left_out: 0,
    unseen_reads: 0,
    complete: true,
  });
  const ledger = await answer<RefsAnswer>(where, ['refs', 'Ledger']);
  t.deepEqual(places(ledger), ['pay/charge.py:4 type exact charge', 'pay/charge.py:9 call exact null']);
  t.deepEqual(
    ledger.callees.map(({ symbol, kind, path, line, places: at }) => [symbol, kind, `${path}:${line}`, at]),
    [['Book', 'inherit', 'pay/ledger.py:1', ['pay/ledger.py:5']]],
  );
  const charge = await answer<RefsAnswer>(where, ['refs', 'charge']);
  t.deepEqual(
    charge.callees.map(({ symbol, kind, places: at }) => `${symbol} ${kind} ${at.join(' ')}`),
    ['Ledger type pay/charge.py:4', 'Ledger.post call pay/charge.py:5 pay/charge.py:6'],
  );
});

test('filters narrow the lists and not the counts; the limit keeps the surest', async (t) => {
  const where = project(t, CODE);
  const all = await answer<RefsAnswer>(where, ['refs', 'Ledger.post']);
  const sure = await answer<RefsAnswer>(where, ['refs', 'Ledger.post', '--confidence', 'unique']);
  t.deepEqual(places(sure), places(all).slice(1));
  t.deepEqual(sure.counts, all.counts);
  const two = await answer<RefsAnswer>(where, ['refs', 'Ledger.post', '--limit', '2']);
  t.deepEqual(places(two), places(all).slice(1, 3));
  t.is(two.omitted.callers, 2);
  const types = await answer<RefsAnswer>(where, ['refs', 'Ledger', '--kind', 'type']);
  t.deepEqual(places(types), ['pay/charge.py:4 type exact charge']);
  const inherits = await answer<RefsAnswer>(where, ['refs', 'Book', '--kind', 'inherit']);
  t.deepEqual(places(inherits), ['pay/ledger.py:5 inherit exact Ledger']);
});

test('a name that several symbols have: which there are, and FILE:NAME', async (t) => {
  const where = project(t, CODE);
  const several = await failure(where, ['refs', 'post']);
  t.is(several.code, 'ambiguous');
  t.is(several.message, '2 symbols are named "post"');
  t.is(several.hint, 'say which: Ledger.post, Mail.post');
  const mail = await answer<RefsAnswer>(where, ['refs', 'other.py:post']);
  t.is(mail.symbol, 'Mail.post');
  const line = await answer<RefsAnswer>(where, ['refs', './pay/ledger.py:7']);
  t.is(line.symbol, 'Ledger.post');
  const colons = await answer<RefsAnswer>(where, ['refs', 'Ledger::post()']);
  t.is(colons.symbol, 'Ledger.post');
  const dotted = await answer<RefsAnswer>(where, ['refs', 'pay.ledger.Ledger.post']);
  t.is(dotted.symbol, 'Ledger.post');
  t.is((await answer<RefsAnswer>(where, ['refs', 'other.Mail'])).symbol, 'Mail');
  t.is((await failure(where, ['refs', 'nope.Mail'])).code, 'not_found');
});

test('a name that several files define: code before tests, else FILE:NAME', async (t) => {
  const where = project(t, {
    'a/run.py': 'class Job:\n    pass\n',
    'tests/test_run.py': 'class Job:\n    pass\n\n\nJob()\n',
  });
  const job = await answer<RefsAnswer>(where, ['refs', 'Job']);
  t.deepEqual(
    job.definitions.map((one) => one.file_path),
    ['a/run.py'],
  );
  t.deepEqual(job.other_definitions, ['tests/test_run.py:1']);
  t.deepEqual(places(job), []);
  const ofTest = await answer<RefsAnswer>(where, ['refs', 'tests/test_run.py:Job']);
  t.deepEqual(places(ofTest), ['tests/test_run.py:5 call exact null']);
  where.write('b/run.py', 'class Job:\n    pass\n');
  const several = await failure(where, ['refs', 'Job']);
  t.is(several.code, 'ambiguous');
  t.is(several.message, '"Job" is defined in 2 files');
  t.is(several.hint, 'say which: a/run.py:Job, b/run.py:Job');
});

test('a type of one name in two projects is two types', async (t) => {
  const sdk = '<Project Sdk="Microsoft.NET.Sdk"></Project>\n';
  const part = (member: string) =>
    `namespace Acme;\npublic partial class Ledger { public void ${member}() {} }\n`;
  const use = (name: string) =>
    `namespace Acme;\npublic class ${name} { public void Go() { var l = new Ledger(); l.Post(); } }\n`;
  const opened = (member: string) => `module Shop\n  class Ledger\n    def ${member}; end\n  end\nend\n`;
  const user = (name: string) => `class ${name}\n  def go\n    Shop::Ledger.new.post\n  end\nend\n`;
  const gem = (name: string) => `Gem::Specification.new { |s| s.name = "${name}" }\n`;
  const gems = {
    'a/a.gemspec': gem('a'),
    'a/lib/shop/ledger.rb': opened('post'),
    'a/lib/a.rb': user('A'),
    'b/b.gemspec': gem('b'),
    'b/lib/shop/ledger.rb': opened('post'),
    'b/lib/b.rb': user('B'),
  };
  const cases: Array<[string, Record<string, string>, string[] | null, Record<string, string[]>]> = [
    [
      'Ledger',
      {
        'a/a.csproj': sdk,
        'a/Ledger.cs': part('Post'),
        'a/Parts/Ledger.cs': part('Close'),
        'a/Use.cs': use('UseA'),
        'b/b.csproj': sdk,
        'b/Ledger.cs': part('Post'),
        'b/Use.cs': use('UseB'),
      },
      null,
      { 'a/Ledger.cs:Ledger': ['a/Use.cs'], 'b/Ledger.cs:Ledger': ['b/Use.cs'] },
    ],
    [
      'Shop::Ledger',
      gems,
      null,
      {
        'a/lib/shop/ledger.rb:Shop.Ledger': ['a/lib/a.rb'],
        'b/lib/shop/ledger.rb:Shop.Ledger': ['b/lib/b.rb'],
      },
    ],
    // Loaded together: one class.
    [
      'Shop::Ledger',
      { ...gems, Gemfile: 'gemspec path: "a"\n' },
      ['a/lib/shop/ledger.rb', 'b/lib/shop/ledger.rb'],
      {},
    ],
    // One uses the other.
    [
      'Shop::Ledger',
      { ...gems, 'b/lib/b.rb': `require "a"\n${user('B')}` },
      ['a/lib/shop/ledger.rb', 'b/lib/shop/ledger.rb'],
      {},
    ],
    [
      'Ledger',
      { 'a/a.csproj': sdk, 'a/Ledger.cs': part('Post'), 'a/Parts/Ledger.cs': part('Close') },
      ['a/Ledger.cs', 'a/Parts/Ledger.cs'],
      {},
    ],
  ];
  for (const [number, [name, files, together, callers]] of cases.entries()) {
    const where = project(t, files);
    if (together) {
      const { definitions } = await answer<RefsAnswer>(where, ['refs', name]);
      t.deepEqual(definitions.map((one) => one.file_path).toSorted(), together, `${number}`);
    } else {
      t.is((await failure(where, ['refs', name])).code, 'ambiguous', `${number}`);
    }
    for (const [symbol, expected] of Object.entries(callers)) {
      const found = await answer<RefsAnswer>(where, ['refs', symbol]);
      t.deepEqual([...new Set(found.callers.map((one) => one.path))].toSorted(), expected, symbol);
    }
  }
});

test('unknown, empty and odd names', async (t) => {
  const where = fixture(t, 'shop');
  for (const [args, code, says] of [
    [['refs', 'chrge'], 'not_found', /no symbol is named "chrge".*charge/s],
    [['refs', 'src/billing/charge.py:9999'], 'not_found', /no symbol/],
    [['refs', 'src/billing/charge.py:'], 'not_found', /no symbol/],
    [['refs', ':::'], 'not_found', /no symbol/],
    [['refs', ''], 'usage', /empty/],
    [['refs', 'charge', '--kind', 'gizmo'], 'usage', /call.*type.*inherit/s],
    [['refs', 'charge', '--confidence', 'sure'], 'usage', /exact.*unique.*ambiguous/s],
    [['refs', 'charge', '--limit', '-3'], 'usage', /whole number/],
    [['refs', '--charge'], 'usage', /unknown option/],
  ] as Array<[string[], Code, RegExp]>) {
    const error = await failure(where, args);
    t.is(error.code, code, args.join(' '));
    t.regex(`${error.message} ${error.hint}`, says);
  }
});

test('for people: by file', async (t) => {
  const where = project(t, CODE);
  const { stdout } = await beadloom(where, ['refs', 'Ledger.post']);
  t.is(
    stdout,
    `Ledger.post
  method pay/ledger.py:6
  def post(self, amount)
4 places in 2 files: 3 exact, 1 ambiguous

Refer to it
  pay/charge.py
     5  call    charge
     6  call    charge
     9  call    at the top of the file

May refer to it
  other.py
     7  call    send  or Mail.post

Incomplete: 1 of 4 places may mean another definition, which stands behind it.
`,
  );
});

/** A shop with one manager whose methods others may have too. */
const SHOP = {
  'shop/__init__.py': '',
  'shop/models.py': `class Manager:
    pass


class AppManager(Manager):
    def create(self, name):
        return name

    def get_price(self):
        return 1

    def to_dict(self):
        return {}

    def ferment(self):
        return 1


class App:
    def close(self):
        pass
`,
  'shop/rules.py': `from shop.models import App


def promote(promotion, app):
    promotion.rules.create(name="x")
    app.connection.close()
    promotion.to_dict()
    promotion.ferment()
    return promotion.rules.get_price()
`,
};

for (const [symbol, confidence] of [
  // What many types have may be anything, though the project has one.
  ['AppManager.create', 'ambiguous'],
  ['AppManager.to_dict', 'ambiguous'],
  ['AppManager.ferment', 'ambiguous'],
  // Types of the language have it, and the project has it too.
  ['App.close', 'ambiguous'],
  ['AppManager.get_price', 'unique'],
] as const) {
  test(`a call of ${symbol} on a value of unknown type is ${confidence}`, async (t) => {
    const { callers, counts } = await answer<RefsAnswer>(project(t, SHOP), ['refs', symbol]);
    t.deepEqual(
      callers.map((one) => `${one.symbol} ${one.confidence}`),
      [`promote ${confidence}`],
    );
    t.true(counts.complete);
  });
}

test('calls that too many definitions may be meant by are counted, and the list is not complete', async (t) => {
  const holder = 'class C:\n    def save(self):\n        pass\n';
  const shop = (more: number) =>
    project(t, {
      'a/models.py': holder,
      'a/near.py': 'def run(x):\n    x.save()\n',
      'b/use.js': 'export function run(x) {\n  x.save();\n}\n',
      ...Object.fromEntries(
        Array.from({ length: more }, (_, at) => [`b/m${String(at).padStart(2, '0')}.py`, holder]),
      ),
    });
  const counted = async (where: ReturnType<typeof project>, path: string) => {
    const { counts, callers } = await answer<RefsAnswer>(where, ['refs', `${path}:C.save`]);
    return [callers.length, counts.left_out, counts.complete];
  };
  t.deepEqual(await counted(shop(7), 'b/m06.py'), [1, 0, true]);
  // Eight candidates are kept, the nearest: the ninth is not among them.
  const nine = shop(8);
  t.deepEqual(await counted(nine, 'a/models.py'), [1, 0, true]);
  t.deepEqual(await counted(nine, 'b/m07.py'), [0, 1, false]);
  t.regex((await beadloom(nine, ['refs', 'b/m07.py:C.save'])).stdout, /1 call of that name .* left out/);
  // Of so many, none is looked at.
  t.deepEqual(await counted(shop(70), 'a/models.py'), [0, 1, false]);
});
