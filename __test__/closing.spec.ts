// The last line of an answer: whether it is all, and which call has the rest. It has to be true, short, and the same in all forms.
import test, { type ExecutionContext } from 'ava';

import type { ExactAnswer, Next, RefsAnswer, SearchAnswer, ShowAnswer } from '../src/model/answers.js';
import { answer, beadloom } from './support/cli.js';
import { connect } from './support/mcp.js';
import { fixture, project, type TestProject } from './support/project.js';

const CALLERS = 30;

/** Many callers of one function, one of another, none of a third; a name that two classes have; a long function. */
function crowd(t: ExecutionContext): TestProject {
  const callers = Array.from(
    { length: CALLERS },
    (_, at) => `def caller_${at}():\n    return charge(${at})\n`,
  ).join('\n\n');
  const long = Array.from({ length: 300 }, (_, at) => `    total = total + amount * ${at}`).join('\n');
  return project(t, {
    'src/pay.py': [
      '"""Payments."""',
      'def charge(amount):\n    return amount\n',
      'def lonely():\n    """Nobody calls this."""\n    return "lonely"\n',
      'def single():\n    return 1\n',
      callers,
      'def uses_single():\n    return single()\n',
      `def reconcile(total, amount):\n    """Reconciles the ledger of an invoice."""\n${long}\n    return total\n`,
    ].join('\n\n'),
    'src/shapes.py': [
      'class Circle:\n    def area(self):\n        return 1\n',
      'class Square:\n    def area(self):\n        return 2\n',
      'def measure(thing):\n    return thing.area()\n',
    ].join('\n\n'),
    'tests/test_pay.py':
      'from pay import single\n\ndef test_single():\n    assert single() == 1  # magic_word\n',
    'src/many.py': Array.from({ length: 200 }, (_, at) => `def many_${at}():\n    return ${at}\n`).join(
      '\n\n',
    ),
    'src/magic.py': 'WORD = "magic_word"\n',
    'src/start.py': 'def started():\n    return 1\n\n\nVALUE = started()\nstarted()\n',
  });
}

/** What is asked as a command and as a tool, and how the answer ends. */
type Row = [command: string[], tool: string, args: Record<string, unknown>, complete: boolean, says: RegExp];

const ROWS: Row[] = [
  [
    ['refs', 'uses_single'],
    'find_references',
    { symbol: 'uses_single' },
    true,
    /no code refers to uses_single/,
  ],
  [
    ['refs', 'charge', '--limit', '10'],
    'find_references',
    { symbol: 'charge', limit: 10 },
    false,
    /20 places are not listed; .*charge.*limit 30/,
  ],
  [['refs', 'charge'], 'find_references', { symbol: 'charge' }, true, /every place in code .*\(30\)/],
  [
    ['refs', 'charge', '--kind', 'call'],
    'find_references',
    { symbol: 'charge', kind: 'call' },
    true,
    /30 places of the kind asked for/,
  ],
  [
    ['refs', 'Circle.area'],
    'find_references',
    { symbol: 'Circle.area' },
    false,
    /1 of 1 place may mean another definition/,
  ],
  [['show', 'charge'], 'show_code', { ref: 'charge' }, true, /the definition is whole/],
  [
    ['show', 'charge', 'single'],
    'show_code',
    { ref: ['charge', 'single'] },
    true,
    /all 2 definitions are whole/,
  ],
  [['show', 'src/pay.py:1-3'], 'show_code', { ref: 'src/pay.py:1-3' }, true, /it is whole/],
  [
    ['show', 'reconcile', '--budget', '600'],
    'show_code',
    { ref: 'reconcile', budget: 600 },
    false,
    /1 of 1 cut; read on with .*src\/pay\.py:\d+-\d+/,
  ],
  [['show', 'charge', 'chrge'], 'show_code', { ref: ['charge', 'chrge'] }, false, /not found, first chrge/],
  [
    ['show', 'charge', '--callers'],
    'show_code',
    { ref: 'charge', callers: true },
    false,
    /\d+ referring lines are not listed; .*charge/,
  ],
  [
    ['search', 'caller', '--limit', '1'],
    'search_code',
    { query: 'caller', limit: 1 },
    false,
    /the best 1 hit; .*limit.*src\/pay\.py:\d+-\d+/,
  ],
  [['search', 'qqqqzzzz'], 'search_code', { query: 'qqqqzzzz' }, false, /nothing matches/],
  [
    ['search', '--exact', 'return single()'],
    'grep_code',
    { text: 'return single()' },
    true,
    /all there is: 1 line in 1 file/,
  ],
  [
    ['search', '--exact', 'charge(', '--limit', '5'],
    'grep_code',
    { text: 'charge(', limit: 5 },
    false,
    /26 lines are not listed; .*limit.* 31 lists all/,
  ],
  [
    ['search', '--exact', 'magic_word'],
    'grep_code',
    { text: 'magic_word' },
    false,
    /every line outside tests is listed; 1 line is in tests/,
  ],
  [['search', '--exact', 'qqqqzzzz'], 'grep_code', { text: 'qqqqzzzz' }, true, /no line/],
  [
    ['ctx', 'single'],
    'explore_codebase',
    { ref: 'single' },
    true,
    /the definition is whole, its one caller outside tests/,
  ],
  // A call outside of every definition has no caller that could be listed.
  [
    ['ctx', 'started'],
    'explore_codebase',
    { ref: 'started' },
    false,
    /2 uses and callees left out; .*started/,
  ],
  [
    ['ctx', 'charge', '--budget', '700'],
    'explore_codebase',
    { ref: 'charge', budget: 700 },
    false,
    /left out; .*charge.? lists all/,
  ],
  [
    ['ctx', 'Circle.area'],
    'explore_codebase',
    { ref: 'Circle.area' },
    false,
    /1 caller may mean another definition/,
  ],
  [
    ['ctx', 'src/many.py', '--budget', '500'],
    'explore_codebase',
    { ref: 'src/many.py', budget: 500 },
    false,
    /left out; .*src\/many\.py.*budget 1000/,
  ],
  [['ctx', 'src/shapes.py'], 'explore_codebase', { ref: 'src/shapes.py' }, true, /every definition/],
  [
    ['ctx', '--task', 'reconcile the ledger of an invoice', '--budget', '900'],
    'explore_codebase',
    { question: 'reconcile the ledger of an invoice', budget: 900 },
    false,
    /src\/pay\.py:\d+-\d+/,
  ],
  [
    ['ctx', '--task', 'qqqqzzzz wwwwyyyy'],
    'explore_codebase',
    { question: 'qqqqzzzz wwwwyyyy' },
    false,
    /nothing matches/,
  ],
];

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? '';

test('each answer ends with whether it is all, as text, as JSON and over MCP', async (t) => {
  const where = crowd(t);
  const client = await connect(t, { where, structured: false }, 'client 2.x, 2026-07-28');
  for (const [command, tool, args, complete, says] of ROWS) {
    const said = command.join(' ');
    const next = ((await beadloom(where, [...command, '--json'])).stdout || '{}') as string;
    const { next: ending } = JSON.parse(next) as { next: Next };
    t.regex(ending.says, says, said);
    t.is(ending.complete, complete, `${said}: ${ending.says}`);
    t.regex(ending.says, complete ? /^Complete: .*\.$/ : /^Incomplete: .*\.$/, said);
    t.true(ending.says.split(/\s+/).length <= 25, `${said}: ${ending.says}`);
    t.notRegex(ending.says, /_code|_codebase|_references/, said);
    const { stdout } = await beadloom(where, command);
    t.regex(lastLine(stdout), says, said);
    const { content } = await client.call(tool, args);
    const line = lastLine(content[0]?.text ?? '');
    t.regex(line, says, said);
    t.notRegex(line, /beadloom |--/, said);
    t.true(line.split(/\s+/).length <= 25, `${said}: ${line}`);
  }
});

test('what is said is so', async (t) => {
  const where = crowd(t);
  const all = await answer<RefsAnswer>(where, ['refs', 'charge']);
  t.is(all.callers.length, CALLERS);
  const some = await answer<RefsAnswer>(where, ['refs', 'charge', '--limit', '10']);
  // The call that is named has the rest.
  const limit = /--limit (\d+)/.exec(some.next.says)?.[1] ?? '';
  t.deepEqual((await answer<RefsAnswer>(where, ['refs', 'charge', '--limit', limit])).callers, all.callers);

  // Reading on ends with the whole.
  let [ref] = ['reconcile'];
  let shown = await answer<ShowAnswer>(where, ['show', ref, '--budget', '2000']);
  const lines: string[] = (shown.shown[0]?.text ?? '').split('\n');
  for (let round = 0; !shown.next.complete && round < 50; round++) {
    [ref = ''] = shown.next.read ?? [];
    shown = await answer<ShowAnswer>(where, ['show', ref, '--budget', '2000']);
    lines.push(...(shown.shown[0]?.text ?? '').split('\n'));
  }
  const whole = await answer<ShowAnswer>(where, ['show', 'reconcile', '--budget', '50000']);
  t.true(whole.next.complete);
  t.is(lines.join('\n'), whole.shown[0]?.text ?? '');

  const few = await answer<ExactAnswer>(where, ['search', '--exact', 'charge(', '--limit', '5']);
  const more = /--limit (\d+)/.exec(few.next.says)?.[1] ?? '';
  t.is((await answer<ExactAnswer>(where, ['search', '--exact', 'charge(', '--limit', more])).omitted ?? 0, 0);

  const { hits, next } = await answer<SearchAnswer>(where, ['search', 'reconcile']);
  t.is(next.read?.[0], `${hits[0]?.path}:${hits[0]?.line_start}-${hits[0]?.line_end}`);
});

test('an index that is behind is never said to be complete', async (t) => {
  const where = fixture(t, 'shop');
  where.write('.beadloom/config.yml', 'mcp: {auto_reindex: false}\n');
  await beadloom(where, ['reindex']);
  where.write('src/billing/newer.py', 'from billing.charge import charge\n\ncharge(1)\n');
  const client = await connect(t, { where, structured: false }, 'client 2.x, 2026-07-28');
  for (const [tool, args] of [
    ['find_references', { symbol: 'charge' }],
    ['explore_codebase', { ref: 'charge' }],
    ['explore_codebase', { question: 'charge an invoice' }],
    ['search_code', { query: 'charge' }],
  ] as Array<[string, Record<string, unknown>]>) {
    const { content } = await client.call(tool, args);
    t.is(lastLine(content[0]?.text ?? ''), 'Incomplete: see the warning above.', tool);
  }
});

test('names that a shell would take for more than a word are quoted, or not named', async (t) => {
  const where = project(t, {
    'src/a b.py': Array.from({ length: 200 }, (_, at) => `def f${at}():\n    return ${at}\n`).join('\n'),
    "src/x'; touch y;.py": Array.from({ length: 200 }, (_, at) => `def g${at}():\n    return ${at}\n`).join(
      '\n',
    ),
  });
  const ending = async (path: string) =>
    (await answer<ShowAnswer>(where, ['show', path, '--budget', '800'])).next.says;
  t.regex(await ending('src/a b.py'), /`beadloom show 'src\/a b\.py:\d+-\d+'`/);
  t.regex(await ending("src/x'; touch y;.py"), /`beadloom show`/);
});

test('an answer that is cut for its length says so at its end', async (t) => {
  const where = project(t, {
    'src/wide.py': Array.from({ length: 2_000 }, (_, at) => `x_${at} = "needle ${'y'.repeat(60)}"\n`).join(
      '',
    ),
  });
  const client = await connect(t, { where, structured: false }, 'client 2.x, 2026-07-28');
  const { content } = await client.call('grep_code', { text: 'needle', limit: 5_000 });
  t.is(lastLine(content[0]?.text ?? ''), 'Incomplete: the warning above lists the cuts.');
});
