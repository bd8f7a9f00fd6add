// How one thing reaches another.
import test from 'ava';

import type { PathAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project } from './support/project.js';

const CODE = {
  'api/__init__.py': '',
  'api/view.py': `from core.order import place


def view(request):
    return place(request)
`,
  'core/__init__.py': '',
  'core/order.py': `from core.ledger import Ledger
from core.mail import send


def place(request):
    ledger = Ledger()
    ledger.post(1)
    send(request)


def fast(thing):
    thing.post()
`,
  'core/ledger.py': `class Ledger:
    def __init__(self):
        self.load()

    def load(self):
        return []

    def post(self, amount):
        return write(amount)


def write(amount):
    return amount
`,
  'core/mail.py':
    'def send(x):\n    return x\n\n\nclass Mail:\n    def post(self):\n        return send(self)\n',
  'core/alone.py': 'def alone():\n    return 1\n',
};

/** `path:line from>to` of the steps of each way. */
function ways({ ways: all }: PathAnswer): string[][] {
  return all.map(({ steps }) => steps.map(({ path, line, from, to }) => `${path}:${line} ${from}>${to}`));
}

for (const [from, to, found] of [
  [
    'view',
    'write',
    [['api/view.py:5 view>place', 'core/order.py:7 place>Ledger.post', 'core/ledger.py:9 Ledger.post>write']],
  ],
  ['view', 'send', [['api/view.py:5 view>place', 'core/order.py:8 place>send']]],
  [
    'place',
    'Ledger.load',
    [
      [
        'core/order.py:6 place>Ledger',
        'core/ledger.py:2 Ledger>Ledger.__init__',
        'core/ledger.py:3 Ledger.__init__>Ledger.load',
      ],
    ],
  ],
  ['api/', 'core/mail.py', [['api/view.py:5 view>place', 'core/order.py:8 place>send']]],
  [
    'api/view.py',
    'Ledger',
    [
      ['api/view.py:5 view>place', 'core/order.py:6 place>Ledger'],
      ['api/view.py:5 view>place', 'core/order.py:7 place>Ledger.post'],
    ],
  ],
] as const) {
  test(`path ${from} ${to}`, async (t) => {
    const answered = await answer<PathAnswer>(project(t, CODE), ['path', from, to]);
    t.deepEqual(
      ways(answered),
      found.map((way) => [...way]),
    );
    t.is(answered.reversed, undefined);
    t.is(answered.stops, undefined);
    t.true(answered.ways.every(({ confidence }) => confidence !== 'ambiguous'));
  });
}

test('a way that may be another says so', async (t) => {
  const found = await answer<PathAnswer>(project(t, CODE), ['path', 'fast', 'write']);
  t.is(found.ways[0]?.confidence, 'ambiguous');
  t.deepEqual(ways(found), [['core/order.py:12 fast>Ledger.post', 'core/ledger.py:9 Ledger.post>write']]);
});

test('where there is no way: why, and the other way round', async (t) => {
  const where = project(t, CODE);
  const back = await answer<PathAnswer>(where, ['path', 'write', 'view']);
  t.true(back.reversed);
  t.regex(back.stops ?? '', /nothing in write refers to other code of the project/);
  t.is(ways(back)[0]?.length, 3);
  const none = await answer<PathAnswer>(where, ['path', 'view', 'alone']);
  t.deepEqual(none.ways, []);
  t.regex(none.stops ?? '', /none belongs to alone.*nothing outside alone is known to refer to it/);
  const part = await answer<PathAnswer>(where, ['path', 'Ledger.post', 'core/ledger.py']);
  t.regex(part.stops ?? '', /Ledger\.post is a part of core\/ledger\.py/);
});

test('imports lead where no reference does', async (t) => {
  const where = project(t, {
    'a.ts': "import './b.js';\n",
    'b.ts': "import './c.js';\n",
    'c.ts': 'console.log(1);\n',
    'tsconfig.json': '{}',
  });
  const found = await answer<PathAnswer>(where, ['path', 'a.ts', 'c.ts']);
  t.deepEqual(ways(found), [['a.ts:1 a.ts>b.ts', 'b.ts:1 b.ts>c.ts']]);
  t.is(found.ways[0]?.steps[0]?.text, "import './b.js';");
});

test('for people', async (t) => {
  const { stdout } = await beadloom(project(t, CODE), ['path', 'view', 'send']);
  t.is(
    stdout,
    `view (api/view.py:4) reaches send (core/mail.py:1)

2 steps, exact
  view calls place core/order.py:5
    api/view.py:5  return place(request)
  place calls send core/mail.py:1
    core/order.py:8  send(request)
`,
  );
});

test('unknown and empty ends', async (t) => {
  const where = fixture(t, 'shop');
  for (const [args, code, says] of [
    [['chrge', 'auth'], 'not_found', /chrge.*charge/s],
    [['auth', 'nope/nothing.py'], 'not_found', /nope/],
    [['auth', ''], 'usage', /empty/],
    [['auth'], 'usage', /to/],
  ] as const) {
    const error = await failure(where, ['path', ...args]);
    t.is(error.code, code, args.join(' '));
    t.regex(`${error.message} ${error.hint}`, says);
  }
});
