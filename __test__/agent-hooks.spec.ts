import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import type { ExecutionContext } from 'ava';

import { takesOldCalls } from '../src/agent-hooks/signatures.js';
import { answer, beadloom, CLI, environment, type Run } from './support/cli.js';
import { git, withGit as test, withGitOnUnix as unixTest } from './support/git.js';
import { project, type TestProject } from './support/project.js';

const PAY = `def charge_card(amount):
    """Take money from the card of a customer."""
    return amount


def refund_order(order):
    """Give money of an order back to the customer."""
    return order
`;

const FILES = {
  'shop/pay.py': PAY,
  'shop/cart.py':
    'from shop.pay import charge_card, refund_order\n\n\ndef check_out():\n    refund_order(1)\n    return charge_card(3)\n',
  'shop/mail.py':
    'def send_receipt(address):\n    """Send the receipt of a payment by mail."""\n    return address\n',
  'docs/pay.md': '# Pay\n\n`charge_card` takes money.\n',
  '.beadloom/_graph/shop.yml': `nodes:
  - {ref_id: pay, kind: domain, summary: Takes money, source: shop/pay.py, docs: [docs/pay.md]}
  - {ref_id: cart, kind: domain, summary: What is bought, source: shop/cart.py}
`,
  '.beadloom/_graph/rules.yml':
    'version: 1\nrules:\n  - name: pay-knows-no-cart\n    description: It is called\n    forbid_import: {from: shop/pay.py, to: shop/cart.py}\n',
};

/** A project with a commit and an index. */
async function shop(t: ExecutionContext, commit = true): Promise<TestProject> {
  const where = project(t, FILES);
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '-q');
  await answer(where, ['reindex']);
  await answer(where, ['sync-update', '--all', '-y']);
  if (commit) {
    git(where.root, 'add', '-A');
    git(where.root, 'commit', '-q', '-m', 'one');
  }
  return where;
}

/** What a test gives a hook: an object is sent as JSON. */
interface Given {
  env?: Record<string, string>;
  program?: string;
  cwd?: string;
}

function call(where: TestProject, event: string, input: object | string, given: Given = {}): Promise<Run> {
  const words = ['agent-hook', event, ...(given.program === undefined ? [] : ['--program', given.program])];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, ...words], {
      cwd: given.cwd ?? where.root,
      // Nothing here depends on how fast the machine is: the bound has a test of its own.
      env: environment({ BEADLOOM_HOOK_TIMEOUT_MS: '60000', ...given.env }),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject).on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(typeof input === 'string' ? input : JSON.stringify(input));
  });
}

interface Spoken {
  hookSpecificOutput?: { hookEventName: string; additionalContext?: string; decision?: string };
  additional_context?: string;
  followup_message?: string;
  decision?: string;
  reason?: string;
}

/** What a hook said; undefined where it was silent. It never fails. */
async function said(
  t: ExecutionContext,
  where: TestProject,
  event: string,
  input: object,
  given: Given = {},
): Promise<Spoken | undefined> {
  const all = { session_id: 's', cwd: where.root, ...input };
  const { code, stdout, stderr } = await call(where, event, all, given);
  t.deepEqual([code, stderr], [0, '']);
  return stdout === '' ? undefined : (JSON.parse(stdout) as Spoken);
}

function edit(path: string) {
  return { tool_name: 'Edit', tool_input: { file_path: path } };
}

/** The file of the one session that there is. */
function sessionFile(where: TestProject): string {
  return readdirSync(where.path('.beadloom')).find((name) => name.startsWith('beadloom.db-agent-')) ?? '';
}

const told = (spoken: Spoken | undefined) => spoken?.hookSpecificOutput?.additionalContext ?? '';

test('a session: an overview, places, what an edit breaks, what is left at the end; each once', async (t) => {
  const where = await shop(t);
  const start = await said(t, where, 'start', { source: 'startup' });
  t.is(start?.hookSpecificOutput?.hookEventName, 'SessionStart');
  t.regex(told(start), /pay: Takes money/);
  t.is(await said(t, where, 'stop', {}), undefined, 'nothing has changed');

  where.write(
    'shop/pay.py',
    `from shop.cart import check_out\n${PAY.replace('(amount)', '(amount, currency)')}`,
  );
  const after = await said(t, where, 'edit', edit(where.path('shop/pay.py')));
  t.is(after?.hookSpecificOutput?.hookEventName, 'PostToolUse');
  t.regex(told(after), /rule pay-knows-no-cart \(error\) at shop\/pay\.py:1/);
  t.regex(told(after), /docs\/pay\.md is behind shop\/pay\.py \(signature changed: charge_card\)/);
  t.regex(
    told(after),
    /charge_card \(shop\/pay\.py:2\) has another signature; it is used in shop\/cart\.py:6/,
  );
  t.true(told(after).length <= 600);
  t.is(await said(t, where, 'edit', edit('shop/pay.py')), undefined, 'told already');

  const [id] = /(?<=\[)[0-9a-f]{10}(?=\] rule)/.exec(told(after)) ?? [];
  t.is((await beadloom(where, ['agent-hook', 'dismiss', id ?? ''])).stdout, `Dismissed: ${id}\n`);
  const stop = await said(t, where, 'stop', { stop_hook_active: false });
  t.is(stop?.decision, 'block');
  t.regex(stop?.reason ?? '', /docs\/pay\.md is behind/);
  t.regex(stop?.reason ?? '', /agent-hook dismiss ID/);
  t.notRegex(stop?.reason ?? '', /pay-knows-no-cart/, 'dismissed');
  t.is(await said(t, where, 'stop', {}), undefined, 'told already');
});

test('what was wrong before is not told, another session knows nothing, and a removed symbol leaves its name', async (t) => {
  const where = await shop(t);
  where.write('shop/pay.py', `from shop.cart import check_out\n${PAY}`);
  await said(t, where, 'start', {});
  where.write('shop/pay.py', `\nfrom shop.cart import check_out\n${PAY.slice(0, PAY.indexOf('def refund'))}`);
  const after = told(await said(t, where, 'edit', edit('shop/pay.py')));
  t.notRegex(after, /pay-knows-no-cart/);
  t.regex(
    after,
    /refund_order is gone from shop\/pay\.py, and its name is still used in shop\/cart\.py:1, shop\/cart\.py:5/,
  );
  t.is(await said(t, where, 'stop', { session_id: 'other' }), undefined, 'it began with that');
  where.write('shop/cart.py', 'from shop.pay import charge_card\n');
  t.notRegex((await said(t, where, 'stop', {}))?.reason ?? '', /refund_order is gone/);
});

for (const [before, now, takes] of [
  ['def f(a, b)', 'def f(a, b, c=1)', true],
  ['def f(a, **rest)', 'def f(a, *, c: str = "x", **rest)', true],
  ['def f(a, b)', 'def f(a, c=1, b=2)', false],
  ['def f(a, b)', 'def f(a, b, c)', false],
  ['def f(a, b)', 'def f(a)', false],
  ['def f(a, *rest)', 'def f(a, c=1, *rest)', false],
  ['def f(a, **rest)', 'def f(a)', false],
  ['function f(a: () => void): T', 'function f(a: () => void, b?: number): T', true],
  ['function f(a: A): T', 'function f(a: A, b: () => void): T', false],
  ['function f(a: A): T', 'function f(a: A, b: [A, B] = [x, y]): T', true],
  ['function f(a: A): T', 'function f(a: A, b = 1): U', false],
  ['fn f(a: u8)', 'fn f(a: u8, b: u8)', false],
  ['const A = 1', 'const A = 2', false],
] as const) {
  test(`${before} ${takes ? 'and' : 'but not'} ${now} takes the same calls`, (t) => {
    t.is(takesOldCalls(before, now), takes);
  });
}

test('what a document states and is no longer so comes with both texts, whoever linked the document', async (t) => {
  const where = await shop(t, false);
  where.write('shop/pay.py', `CARD_LIMIT = 500\n\n\n${PAY}`);
  where.write('guide/limits.md', '# Limits\n\n`CARD_LIMIT` is 500.\n');
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'one');
  await said(t, where, 'start', {});
  where.write('shop/pay.py', `CARD_LIMIT = 900\n\n\n${PAY}`);
  t.regex(
    told(await said(t, where, 'edit', edit('shop/pay.py'))),
    /guide\/limits\.md:3 says "`CARD_LIMIT` is 500\.", but CARD_LIMIT is 900 now, not 500 \(shop\/pay\.py:1\)/,
  );
});

test('a parameter that may be left out concerns no caller; a document that was edited is to be confirmed', async (t) => {
  const where = await shop(t);
  await said(t, where, 'start', {});
  where.write('shop/pay.py', PAY.replace('(amount)', '(amount, currency="EUR")'));
  const after = told(await said(t, where, 'edit', edit('shop/pay.py')));
  t.regex(after, /docs\/pay\.md is behind shop\/pay\.py/);
  t.notRegex(after, /another signature/);
  where.write('docs/pay.md', '# Pay\n\n`charge_card` takes money in a currency.\n');
  await said(t, where, 'edit', edit('docs/pay.md'));
  const stop = await said(t, where, 'stop', {});
  t.regex(
    stop?.reason ?? '',
    /docs\/pay\.md was edited; if it says again what .*, confirm it: beadloom sync-update pay -y/,
  );
});

test('an agent that goes on because of a hook is not held again', async (t) => {
  const where = await shop(t);
  await said(t, where, 'start', {});
  where.write('shop/pay.py', PAY.replace('(amount)', '(amount, currency)'));
  t.is(await said(t, where, 'stop', { stop_hook_active: true }), undefined);
  t.is(await said(t, where, 'stop', { loop_count: 1 }, { program: 'cursor' }), undefined);
  t.truthy(await said(t, where, 'stop', {}));
});

test('places of a prompt, never twice; nothing for a prompt that says nothing', async (t) => {
  const where = await shop(t);
  // Among files that have nothing to do with it: else no answer is sure.
  for (const what of [
    'apple',
    'bread',
    'cheese',
    'flour',
    'grapes',
    'honey',
    'lemon',
    'olive',
    'rice',
    'salt',
  ]) {
    where.write(
      `kitchen/${what}.py`,
      `def weigh_${what}(scale):\n    """Put ${what} on the scale."""\n    return scale\n`,
    );
  }
  await answer(where, ['reindex']);
  for (const prompt of ['yes', 'commit it', '/compact and go on with this', '   ', 'ok do so']) {
    t.is(await said(t, where, 'prompt', { prompt }), undefined, prompt);
  }
  const prompt = 'send_receipt should send the receipt of a payment by mail with a copy';
  const first = await said(t, where, 'prompt', { prompt });
  t.is(first?.hookSpecificOutput?.hookEventName, 'UserPromptSubmit');
  t.regex(told(first), /- shop\/mail\.py:1-3 send_receipt/);
  t.true(told(first).length <= 1_500);
  t.notRegex(told(await said(t, where, 'prompt', { prompt })), /mail\.py:1-3 send_receipt/);
});

const PROGRAMS: [program: string, path: (spoken: Spoken) => unknown, stop: (spoken: Spoken) => unknown][] = [
  ['claude-code', (one) => one.hookSpecificOutput?.hookEventName, (one) => one.decision],
  ['codex', (one) => one.hookSpecificOutput?.hookEventName, (one) => one.decision],
  ['gemini-cli', (one) => one.hookSpecificOutput?.hookEventName, (one) => one.decision],
  ['cursor', (one) => typeof one.additional_context, (one) => typeof one.followup_message],
];
const WORDS: Record<string, unknown[]> = {
  'claude-code': ['SessionStart', 'PostToolUse', 'block'],
  codex: ['SessionStart', 'PostToolUse', 'block'],
  'gemini-cli': ['SessionStart', 'AfterTool', 'deny'],
  cursor: ['string', 'string', 'string'],
};

for (const [program, context, goOn] of PROGRAMS) {
  test(`the words of ${program}`, async (t) => {
    const where = await shop(t);
    const session =
      program === 'cursor'
        ? { session_id: undefined, cwd: undefined, conversation_id: 'c', workspace_roots: [where.root] }
        : {};
    const changed =
      program === 'codex'
        ? {
            tool_name: 'apply_patch',
            tool_input: { command: '*** Begin Patch\n*** Update File: shop/pay.py\n@@\n' },
          }
        : edit(where.path('shop/pay.py'));
    const start = await said(t, where, 'start', session, { program });
    where.write('shop/pay.py', PAY.replace('(amount)', '(amount, currency)'));
    const after = await said(t, where, 'edit', { ...session, ...changed }, { program });
    const stop = await said(t, where, 'stop', session, { program });
    t.deepEqual([context(start ?? {}), context(after ?? {}), goOn(stop ?? {})], WORDS[program]);
  });
}

test('VS Code, which reads the settings of Claude Code', async (t) => {
  const where = await shop(t);
  const own = { session_id: undefined, sessionId: 'v', hookEventName: 'Stop' };
  await said(t, where, 'start', own);
  where.write('shop/pay.py', PAY.replace('(amount)', '(amount, currency)'));
  const read = { tool_name: 'read_file', tool_input: { filePath: where.path('shop/pay.py') } };
  t.is(await said(t, where, 'edit', { ...own, ...read }), undefined, 'it calls hooks for every tool');
  const files = { tool_name: 'editFiles', tool_input: { files: ['shop/pay.py'] } };
  t.truthy(await said(t, where, 'edit', { ...own, ...files }));
  t.is((await said(t, where, 'stop', own))?.hookSpecificOutput?.decision, 'block');
});

const GARBAGE = [
  '',
  'x',
  'null',
  '[]',
  '{',
  '"text"',
  '{"session_id":7,"cwd":[],"prompt":{},"tool_input":"x"}',
  '{"cwd":"/no/such/folder","session_id":"s","prompt":"where is the money taken from a card"}',
  `{"session_id":"${'../'.repeat(50)}","prompt":"\\u0000 where is the money \\ud800 taken"}`,
  '{"tool_input":{"file_path":"../../../../etc/passwd"},"session_id":"s"}',
  '['.repeat(100_000),
];

test('garbage is met with silence', async (t) => {
  const where = await shop(t);
  for (const event of ['prompt', 'edit', 'stop']) {
    for (const text of GARBAGE) {
      const { code, stdout, stderr } = await call(where, event, text);
      t.deepEqual([code, stdout, stderr], [0, '', ''], `${event} ${text.slice(0, 60)}`);
    }
  }
  for (const [event, program] of [
    ['start', 'nobody'],
    ['begin', 'codex'],
    ['--help', undefined],
  ] as const) {
    t.deepEqual(await call(where, event, '{}', program === undefined ? {} : { program }), {
      code: 0,
      stdout: '',
      stderr: '',
    });
  }
  const why = await call(where, 'stop', 'x', { env: { BEADLOOM_HOOK_DEBUG: '1' } });
  t.deepEqual([why.code, why.stdout, why.stderr], [0, '', 'beadloom: standard input is no JSON object\n']);
});

test('no project, no index, a broken one, one from elsewhere: silence, and nothing is made', async (t) => {
  const bare = project(t, { 'a.py': 'def one(): pass\n' });
  t.is(await said(t, bare, 'start', {}), undefined);
  t.deepEqual(readdirSync(bare.root), ['.git', 'a.py']);

  const where = await shop(t);
  const index = where.path('.beadloom/beadloom.db');
  const whole = readFileSync(index);
  renameSync(index, `${index}.away`);
  writeFileSync(index, whole);
  t.is(await said(t, where, 'start', {}), undefined, 'a copy has no valid seal');
  writeFileSync(index, 'no database');
  const listed = readdirSync(where.path('.beadloom'));
  t.is(await said(t, where, 'start', {}), undefined);
  t.is(await said(t, where, 'stop', {}), undefined);
  t.deepEqual(readdirSync(where.path('.beadloom')), listed);
});

test('without commits: rules and documents are told of', async (t) => {
  const where = await shop(t, false);
  t.truthy(await said(t, where, 'start', {}));
  where.write('shop/pay.py', `from shop.cart import check_out\n${PAY}`);
  t.regex(told(await said(t, where, 'edit', edit('shop/pay.py'))), /pay-knows-no-cart/);
});

test('many at once: each finding once, and nothing lost', async (t) => {
  const where = await shop(t);
  await said(t, where, 'start', {});
  where.write('shop/pay.py', `from shop.cart import check_out\n${PAY}`);
  where.write('shop/mail.py', 'def send_receipt(address, copy):\n    return address\n');
  await answer(where, ['reindex']);
  const all = await Promise.all(
    ['shop/pay.py', 'shop/pay.py', 'shop/mail.py', 'shop/pay.py'].map((path) =>
      said(t, where, 'edit', edit(path)),
    ),
  );
  t.is(all.filter((one) => told(one).includes('pay-knows-no-cart')).length, 1);
  const file = sessionFile(where);
  const kept = JSON.parse(readFileSync(join(where.path('.beadloom'), file), 'utf8')) as {
    edited: string[];
  };
  t.deepEqual(kept.edited.toSorted(), ['shop/mail.py', 'shop/pay.py']);
  t.false(readdirSync(where.path('.beadloom')).some((name) => name.includes('lock-')));
});

test('whoever has no time says nothing, and may say it later', async (t) => {
  const where = await shop(t);
  await said(t, where, 'start', {});
  where.write('shop/pay.py', `from shop.cart import check_out\n${PAY}`);
  const hurried = await call(
    where,
    'edit',
    { session_id: 's', cwd: where.root, ...edit('shop/pay.py') },
    {
      env: { BEADLOOM_HOOK_TIMEOUT_MS: '1', BEADLOOM_HOOK_DEBUG: '1' },
    },
  );
  t.deepEqual([hurried.code, hurried.stdout], [0, '']);
  t.regex(hurried.stderr, /gave up after 1 ms/);
  t.regex(told(await said(t, where, 'edit', edit('shop/pay.py'))), /pay-knows-no-cart/);
});

test('standard input that never ends is not waited for', async (t) => {
  const where = await shop(t);
  const child = spawn(process.execPath, [CLI, 'agent-hook', 'stop'], {
    cwd: where.root,
    env: environment({ BEADLOOM_HOOK_TIMEOUT_MS: '200' }),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  t.is(code, 0);
});

test('a session that is resumed or compacted keeps what it began with', async (t) => {
  const where = await shop(t);
  await said(t, where, 'start', { source: 'startup' });
  where.write('shop/pay.py', `from shop.cart import check_out\n${PAY}`);
  t.is(await said(t, where, 'start', { source: 'resume' }), undefined, 'it was told');
  t.truthy(await said(t, where, 'start', { source: 'compact' }), 'it was told, and lost it');
  t.regex((await said(t, where, 'stop', {}))?.reason ?? '', /pay-knows-no-cart/);
});

test('what is kept of sessions is ignored by Git, bounded, and repaired', async (t) => {
  const where = await shop(t);
  for (let n = 10; n < 80; n++) {
    where.write(`.beadloom/beadloom.db-agent-${n}00000000000000`, '{"version":1}');
  }
  await said(t, where, 'start', {});
  const kept = () =>
    readdirSync(where.path('.beadloom')).filter((name) => name.startsWith('beadloom.db-agent-'));
  t.is(kept().length, 51);
  kept().forEach((name) =>
    where.write(`.beadloom/${name}`, '{"version":1,"edit":7,"before":[],"head":"--output=x"}'),
  );
  where.write('shop/pay.py', `from shop.cart import check_out\n${PAY}`);
  t.regex((await said(t, where, 'stop', {}))?.reason ?? '', /pay-knows-no-cart/);
});

test('dismissing what nobody was told of is an error', async (t) => {
  const where = await shop(t);
  const { code, stdout, stderr } = await beadloom(where, ['agent-hook', 'dismiss', '0123456789']);
  t.deepEqual([code, stdout, stderr], [1, '', 'beadloom: no session received 0123456789\n']);
});

unixTest('where a session cannot be kept, only the overview is told', async (t) => {
  if (process.getuid?.() === 0) {
    t.pass('nothing is read-only for root');
    return;
  }
  const where = await shop(t);
  chmodSync(where.path('.beadloom'), 0o555);
  t.teardown(() => chmodSync(where.path('.beadloom'), 0o755));
  t.truthy(await said(t, where, 'start', {}));
  where.write('shop/pay.py', `from shop.cart import check_out\n${PAY}`);
  t.is(await said(t, where, 'stop', {}), undefined);
});

unixTest('a session whose file is a link leads nowhere', async (t) => {
  const where = await shop(t);
  await said(t, where, 'start', {});
  const file = sessionFile(where);
  const aside = project(t, { 'kept.txt': 'mine' });
  rmSync(where.path(`.beadloom/${file}`));
  symlinkSync(aside.path('kept.txt'), where.path(`.beadloom/${file}`));
  mkdirSync(where.path('more'));
  const { code, stdout } = await call(where, 'stop', { session_id: 's', cwd: where.path('more') });
  t.deepEqual([code, stdout, readFileSync(aside.path('kept.txt'), 'utf8')], [0, '', 'mine']);
});
