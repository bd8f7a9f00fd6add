// `ctx --task`: what leads to code besides its words, what the answer shows of a file, and how sure it says it is.
import test from 'ava';

import type { Bundle } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { project } from './support/project.js';

/** Many files about the same thing, of which none stands out. */
function handlers(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `src/handlers/handler_${n}.py`,
      `def handle_event_${n}(event):\n    """Handles an event of the queue."""\n    return event.queue.take(${n})\n`,
    ]),
  );
}

/** A file of code, in which one line is given. */
function holding(line: string): string {
  return `import sys\n\n\ndef first(x):\n    return x\n\n\ndef second(parser):\n    ${line}\n    return parser\n\n\ndef third(x):\n    return x\n`;
}

for (const [what, line, task] of [
  ['a flag', "parser.add('--no-cache-dir')", 'the option --no-cache-dir does nothing'],
  ['a flag as a name', 'return parser.no_cache_dir', 'the option --no-cache-dir does nothing'],
  ['a flag in camel case', 'return parser.noCacheDir', 'events of the queue ignore --no-cache-dir'],
  [
    'a message',
    "raise ValueError('Permission denied for you')",
    'handle event says "Permission denied for you"',
  ],
  [
    'half of a message',
    "raise ValueError('cannot take from it: ' + x)",
    'event queue: "cannot take from it: 17"',
  ],
  ['a route', "route('/api/v1/refunds', take)", 'handle the queue of GET /api/v1/refunds'],
  ['a key', "environ['QUEUE_MAX_EVENTS']", 'events ignore QUEUE_MAX_EVENTS when handled'],
  ['code in backticks', 'x = take(1) or {}', 'handle events: `take(1) or {}` is wrong'],
] as const) {
  test(`${what} that the task quotes leads to the definition that holds it`, async (t) => {
    const where = project(t, { ...handlers(12), 'lib/deep/down/below/plain.py': holding(line) });
    const { code = [] } = await answer<Bundle>(where, ['ctx', '--task', task]);
    const piece = code?.find(({ path }) => path === 'lib/deep/down/below/plain.py');
    t.truthy(piece, JSON.stringify(code));
    t.is(code?.[0]?.path, 'lib/deep/down/below/plain.py');
    t.is(code?.find(({ path, content }) => path === piece?.path && content.includes(line))?.symbol, 'second');
  });
}

test('what many files hold is no sign of any', async (t) => {
  const many = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`a/quoted_${n}.py`, holding("log('--verbose-mode')")]),
  );
  const where = project(t, {
    ...many,
    'src/queue.py':
      'def drain_queue(queue):\n    """Drains the queue, in --verbose-mode too."""\n    return queue\n',
  });
  const { code } = await answer<Bundle>(where, ['ctx', '--task', 'drain_queue ignores --verbose-mode']);
  t.is(code?.[0]?.path, 'src/queue.py');
});

test('the best file names its other definitions with their lines', async (t) => {
  const names = Array.from({ length: 14 }, (_, n) => `step_${String.fromCodePoint(97 + n)}`);
  const long = Array.from({ length: 20 }, (_, n) => `    y = x.turn_${n}(${n})\n`).join('');
  const body = names.map((name) => `def ${name}(x):\n${long}    return y\n`).join('\n\n');
  const where = project(t, {
    'src/ledger.py': `class Ledger:\n    """Keeps refunds."""\n\n    def refund(self, invoice):\n        return self.refunds\n\n\n${body}`,
    ...handlers(4),
  });
  const task = ['ctx', '--task', 'refund of an invoice in Ledger'];
  const bundle = await answer<Bundle>(where, [...task, '--budget', '4000']);
  const pieces = (bundle.code ?? []).filter(({ path }) => path === 'src/ledger.py');
  const { stdout } = await beadloom(where, [...task, '--budget', '1000']);
  let [lines, shown] = [0, 0];
  for (const [at, name] of names.entries()) {
    const [first, last] = [8 + at * 24, 29 + at * 24];
    // What stands in a piece that is shown is not named once more.
    shown += pieces.some(({ line_start: from, line_end: to }) => from <= first && last <= to) ? 1 : 0;
    lines += stdout.includes(`src/ledger.py:${first}-${last} def ${name}(x):`) ? 1 : 0;
  }
  t.true(lines >= 8, stdout);
  t.true(shown >= 12, JSON.stringify(pieces));
  const ranges = pieces.map(({ line_start: from, line_end: to }) => `${from}-${to}`);
  t.is(new Set(ranges).size, ranges.length, 'nothing twice');
});

const FILLING = Array.from({ length: 20 }, (_, n) => `        let part_${n} = Part::of(${n});\n`).join('');

const RUST = `pub fn settle_account(account: &Account) -> u64 {
    account.total()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settle_account_settles_every_account() {
${FILLING}        assert_eq!(settle_account(&Account::new()), 0, "settle account");
    }

    #[test]
    fn settle_account_of_nobody() {
${FILLING}        assert_eq!(settle_account(&Account::nobody()), 0, "settle account of nobody");
    }
}
`;

for (const [task, shows] of [
  ['settle account of somebody', false],
  ['add a test that settles the account of somebody', true],
] as const) {
  test(`tests beside code are ${shows ? '' : 'not '}shown for "${task}"`, async (t) => {
    const where = project(t, {
      'src/lib.rs': RUST,
      'Cargo.toml': '[package]\nname = "books"\nversion = "1.0.0"\n',
    });
    const { code } = await answer<Bundle>(where, ['ctx', '--task', task]);
    const symbols = (code ?? []).map(({ symbol }) => symbol);
    t.true(symbols.includes('settle_account'));
    t.is(symbols.includes('tests.settle_account_of_nobody'), shows, JSON.stringify(symbols));
  });
}

test('examples and generated code stand behind code, and text of other kinds behind much of it', async (t) => {
  const where = project(t, {
    ...handlers(12),
    'examples/handle_event.py': 'def handle_event_of_the_queue(event):\n    return event.queue\n',
    'db/migrations/0001_event_queue.py': 'def handle_event_queue(event):\n    return event.queue\n',
    'db/old_migrations/0001_event_queue.py': 'def handle_event_queue(event):\n    return event.queue\n',
    '.github/workflows/queue.yml': 'name: handle event queue\non: push\n',
  });
  const task = ['ctx', '--task', 'handle an event of the queue', '--budget', '2000'];
  const { code } = await answer<Bundle>(where, task);
  const paths = (code ?? []).map(({ path }) => path);
  t.true(paths.filter((path) => path.startsWith('src/')).length >= 10);
  t.false(
    paths.slice(3).some((path) => /^(examples|db)\//.test(path)),
    paths.join(' '),
  );
  t.false(paths.includes('.github/workflows/queue.yml'));
  const asked = await answer<Bundle>(where, [
    'ctx',
    '--task',
    'How is an event of the queue handled?',
    '--budget',
    '4000',
  ]);
  t.true((asked.code ?? []).some(({ path }) => path === '.github/workflows/queue.yml'));
});

test('an answer says how sure it is, and is short where it has little', async (t) => {
  const where = project(t, {
    ...handlers(40),
    'src/billing/refund_ledger.py':
      'class RefundLedger:\n    """Posts refunds of invoices to the ledger."""\n\n    def post_refund(self, invoice):\n        return self.ledger.post(invoice.refund)\n',
  });
  const ask = async (task: string) => {
    const bundle = await answer<Bundle>(where, ['ctx', '--task', task]);
    const { stdout } = await beadloom(where, ['ctx', '--task', task]);
    return { bundle, stdout };
  };
  const sure = await ask('RefundLedger.post_refund posts the refund of an invoice twice');
  t.is(sure.bundle.confidence, 'high');
  t.true(sure.stdout.includes('\nConfidence: high.\n'), sure.stdout);
  const unsure = await ask('improve a thing take');
  t.is(unsure.bundle.confidence, 'low');
  t.regex(unsure.stdout, /\nConfidence: low; .+\n/);
  t.true(unsure.stdout.length < 6_000, unsure.stdout);
  // Who says how long it may be wants as much.
  const wanted = await beadloom(where, ['ctx', '--task', 'improve a thing take', '--budget', '2000']);
  t.true(wanted.stdout.length > unsure.stdout.length, wanted.stdout);
  t.true((unsure.bundle.code ?? []).length <= 30);
  // What a reference says is not a guess.
  t.is((await answer<Bundle>(where, ['ctx', 'src/billing/refund_ledger.py'])).confidence, undefined);
});

test('a class that is too long to be shown names its methods', async (t) => {
  const methods = Array.from(
    { length: 20 },
    (_, n) => `    def step_${String.fromCodePoint(97 + n)}(self, x):\n${'        x.turn()\n'.repeat(12)}`,
  );
  const about = '"""Books: refunds of invoices, and what a refund of an invoice costs the ledger."""';
  const where = project(t, {
    'src/ledger.py': `class Ledger:\n    ${about}\n\n${methods.join('\n')}`,
    ...handlers(4),
  });
  const task = ['ctx', '--task', 'Ledger: refund of an invoice', '--budget', '2000'];
  const { code } = await answer<Bundle>(where, task);
  const symbols = (code ?? []).map(({ symbol }) => symbol);
  t.is(symbols[0], 'Ledger');
  t.true(symbols.filter((symbol) => symbol?.startsWith('Ledger.step_')).length >= 10, symbols.join(' '));
});

for (const [task, first] of [
  ['Why does settling the open refund of a stranger raise?', 'spec/refund_of_a_stranger_spec.rb'],
  ['settling the open refund of a stranger raises', 'lib/queue.rb'],
] as const) {
  const isAsked = task.endsWith('?');
  test(`a ${isAsked ? 'question shows' : 'task folds'} the test that it is about`, async (t) => {
    const where = project(t, {
      'spec/refund_of_a_stranger_spec.rb':
        "describe 'settling' do\n  it 'raises for the open refund of a stranger' do\n    settle(open_refund(stranger))\n  end\nend\n",
      'lib/queue.rb': 'class Queue\n  def settle(entry)\n    entry.done\n  end\nend\n',
    });
    const { code, tests } = await answer<Bundle>(where, ['ctx', '--task', task]);
    t.true((code ?? []).some(({ path }) => path === first));
    t.is(tests.length, isAsked ? 0 : 1);
  });
}

test('of a long table those lines are shown that match, of a function all', async (t) => {
  const rows = Array.from(
    { length: 90 },
    (_, n) => `    "E${n}": ("message of the kind ${n}", "kind-${n}"),`,
  );
  const steps = Array.from({ length: 90 }, (_, n) => `    reader.turn(${n})`);
  const where = project(t, {
    'src/table.py': `MESSAGES_OF_REFUNDS = {\n    "R1": ("a refund without an invoice", "refund"),\n${rows.join('\n')}\n}\n`,
    'src/reader.py': `def read_refunds(reader):\n    """A refund without an invoice."""\n${steps.join('\n')}\n    return reader\n`,
  });
  const { code } = await answer<Bundle>(where, [
    'ctx',
    '--task',
    'read_refunds of MESSAGES_OF_REFUNDS: a refund without an invoice',
    '--budget',
    '4000',
  ]);
  const longest = (path: string) =>
    Math.max(
      ...(code ?? []).filter((piece) => piece.path === path).map(({ content }) => content.split('\n').length),
    );
  t.true(longest('src/table.py') < 60, String(longest('src/table.py')));
  t.is(longest('src/reader.py'), 93);
});

test('files behind the first are named, each once', async (t) => {
  const where = project(t, handlers(30));
  const task = ['ctx', '--task', 'handle_event takes an event of the queue', '--budget', '900'];
  const { stdout } = await beadloom(where, task);
  // The last line repeats what to read next.
  const listed = stdout.slice(0, stdout.lastIndexOf('Incomplete:'));
  const named = listed.match(/src\/handlers\/handler_\d+\.py/g) ?? [];
  t.true(named.length >= 20, stdout);
  t.is(new Set(named).size, named.length, stdout);
  // In JSON every file has a line.
  const { code, other_files: others } = await answer<Bundle>(where, task);
  t.is(others?.length ?? 0, 0);
  t.true((code ?? []).length >= 10);
});

const WAY = {
  'src/cli.py': 'from shop import checkout\n\n\ndef main(args):\n    return checkout(args)\n',
  'src/shop.py': 'from ledger import post_entry\n\n\ndef checkout(cart):\n    return post_entry(cart)\n',
  'src/ledger.py': 'def post_entry(entry):\n    return [entry]\n',
};

for (const [task, expected] of [
  ['How does main reach post_entry?', true],
  ['how does `main` end up in the function post_entry', true],
  ['How is post_entry reached from main?', true],
  ['how does main reach nowhere_at_all', false],
  ['main posts an entry twice', false],
] as const) {
  test(`"${task}" is ${expected ? '' : 'not '}answered with the way`, async (t) => {
    const where = project(t, WAY);
    const bundle = await answer<Bundle>(where, ['ctx', '--task', task]);
    const lines = (bundle.ways ?? [])[0]?.steps.map(({ path, line }) => `${path}:${line}`);
    t.deepEqual(lines, expected ? ['src/cli.py:5', 'src/shop.py:5'] : undefined);
    const { stdout } = await beadloom(where, ['ctx', '--task', task]);
    t.is(
      stdout.includes(
        '## From main to post_entry\n- src/cli.py:5 main → checkout: `return checkout(args)`\n',
      ),
      expected,
      stdout,
    );
  });
}

test('a budget for little code has no room for ways, and keeps', async (t) => {
  const where = project(t, WAY);
  for (const budget of ['400', '500', '800']) {
    const bundle = await answer<Bundle>(where, [
      'ctx',
      '--task',
      'how does main reach post_entry',
      '--budget',
      budget,
    ]);
    t.true(bundle.tokens <= Number(budget));
  }
});

/** A command in PHP; `name`: what it publishes. */
function publisher(name: string, ...more: string[]): string {
  return [
    '<?php',
    '',
    `class ${name}PublishCommand extends Command`,
    '{',
    '    public function handle()',
    '    {',
    `        $target = $this->folder->join('${name.toLowerCase()}');`,
    '        foreach ($this->files->under($target) as $file) {',
    "            if ($this->option('force') || !$file->exists()) {",
    '                $file->copy($target);',
    '            }',
    '        }',
    ...more,
    '    }',
    '}',
    '',
  ].join('\n');
}

test('what is written like the place of a task is named, and what it is like', async (t) => {
  const where = project(t, {
    'src/Console/StubPublishCommand.php': publisher('Stub', "        $this->say('Stubs published.');"),
    'src/Console/LangPublishCommand.php': publisher('Lang'),
    'src/Console/OptimizeCommand.php':
      '<?php\n\nclass OptimizeCommand extends Command\n{\n    public function handle()\n    {\n        $this->cache->clear();\n        $this->routes->compile();\n    }\n}\n',
    'tests/ViewPublishCommandTest.php': publisher('View'),
    ...Object.fromEntries(
      Array.from({ length: 4 }, (_, n) => [
        `src/config/stubs_${n}.php`,
        `<?php\n\n$config_stubs_${n} = ['config' => 'stubs', 'leaves' => ${n}];\n`,
      ]),
    ),
  });
  const task = ['ctx', '--task', 'StubPublishCommand leaves the config stubs out'];
  const { code_symbols: symbols } = await answer<Bundle>(where, task);
  const alike = symbols.filter(({ reason }) => reason === 'similar');
  t.deepEqual(
    alike.map(({ qualified_name: name, text }) => [name, text]),
    [['LangPublishCommand', 'StubPublishCommand']],
    JSON.stringify(symbols),
  );
  const { stdout } = await beadloom(where, task);
  t.regex(
    stdout,
    /## Written alike\nsrc\/Console\/LangPublishCommand\.php\n- 3-14 class LangPublishCommand extends Command \(like StubPublishCommand\)\n/u,
  );
});

test('what shares only a name with the place of a task is not written alike', async (t) => {
  const where = project(t, {
    'src/refund.py':
      'def refund_invoice(invoice):\n    total = invoice.total\n    ledger = invoice.ledger\n    return ledger.post(-total)\n',
    'src/mail.py':
      'def refund_letter(user):\n    while user.letters:\n        user.letters.pop()\n    print(user.name, flush=True)\n    return None\n',
    ...handlers(3),
  });
  const { code_symbols: symbols } = await answer<Bundle>(where, ['ctx', '--task', 'refund_invoice rounds']);
  t.deepEqual(
    symbols.filter(({ reason }) => reason === 'similar'),
    [],
  );
});
