import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import test, { type ExecutionContext } from 'ava';

import type { Receipt, ReceiptsAnswer } from '../src/api/index.js';
import { loadNative } from '../src/native/load.js';
import { beadloom, CLI, run } from './support/cli.js';
import { connect } from './support/mcp.js';
import { fixture, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

const unixTest = process.platform === 'win32' ? test.skip : test;

/** Where CI is set nothing is kept: these tests say that it is not. */
const OPEN = { CI: '' };

const FILE = '.beadloom/beadloom.db-receipts';
const CHARGE = 'src/billing/charge.py';

const asked = (where: TestProject, args: string[], env: Record<string, string> = {}) =>
  beadloom(where, args, { env: { ...OPEN, ...env }, warm: true });

async function receipts(t: ExecutionContext, where: TestProject, ...args: string[]): Promise<ReceiptsAnswer> {
  const { code, stdout, stderr } = await asked(where, ['receipts', '--json', ...args]);
  t.deepEqual([code, stderr], [0, '']);
  const answer = JSON.parse(stdout) as ReceiptsAnswer;
  t.deepEqual(violations('receipts', answer), []);
  return answer;
}

/** A project with an index, which nothing was asked of yet. */
async function shop(t: ExecutionContext): Promise<TestProject> {
  const where = fixture(t, 'shop');
  await beadloom(where, ['reindex']);
  return where;
}

/** Lines as a run of ours leaves them. */
function keep(where: TestProject, lines: object[]): void {
  where.write(FILE, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  chmodSync(where.path(FILE), 0o600);
}

const given = (at: number, more: object = {}) => ({
  is: 'answer',
  at,
  channel: 'cli',
  command: 'ctx',
  bytes: 40,
  tokens: 10,
  ms: 3,
  complete: true,
  ...more,
});

const COMMANDS: [args: string[], command: string, path: string | undefined][] = [
  [['ctx', 'billing'], 'ctx', CHARGE],
  [['ctx', 'billing', '--json'], 'ctx', CHARGE],
  [['ctx', '--task', 'refunds of the ledger'], 'ctx --task', CHARGE],
  [['search', 'Ledger'], 'search', CHARGE],
  [['search', '--exact', 'class Ledger'], 'search --exact', CHARGE],
  [['search', '--regex', 'class Led.er'], 'search --exact', CHARGE],
  [['show', 'Ledger'], 'show', CHARGE],
  [['refs', 'Ledger'], 'refs', CHARGE],
  [['why', CHARGE], 'why', CHARGE],
  [['path', 'billing', 'auth'], 'path', CHARGE],
  [['related', CHARGE], 'related', CHARGE],
  [['signatures', CHARGE], 'signatures', CHARGE],
  [['next-file', 'refunds of the ledger'], 'next-file', undefined],
  [['prime'], 'prime', undefined],
  [['generate-context', '--out', '-'], 'generate-context', undefined],
];

/** Tools that read and that receipts say nothing more of. */
const WITHOUT_PLACES: ReadonlySet<string> = new Set(['recall', 'diff_architecture', 'generate_docs']);

test('every command that agents ask has a receipt of what it printed', async (t) => {
  const where = await shop(t);
  const printed: string[] = [];
  for (const [args] of COMMANDS) {
    const { code, stdout, stderr } = await asked(where, args);
    t.is(code, 0, `${args.join(' ')}: ${stderr}`);
    printed.push(stdout);
  }
  for (const args of [['status'], ['lint'], ['receipts'], ['ctx', 'nope'], ['--help']]) {
    await asked(where, args);
  }
  const { answers, totals, by } = await receipts(t, where, '--limit', '100');
  t.is(totals.answers, COMMANDS.length);
  const native = loadNative();
  for (const [index, one] of answers.toReversed().entries()) {
    const [args, command, path] = COMMANDS[index] as (typeof COMMANDS)[number];
    const name = args.join(' ');
    const text = printed[index] ?? '';
    t.deepEqual([one.channel, one.command, one.program, one.session], ['cli', command, null, null], name);
    t.is(one.tokens, native.countTokens(text), name);
    t.is(one.bytes, Buffer.byteLength(text), name);
    t.true(path === undefined || path in one.named, `${name}: ${JSON.stringify(one.named)}`);
    const { graph, documents, code, history, frame } = one.parts ?? {};
    const sum = [graph, documents, code, history, frame].reduce<number>((all, part) => all + (part ?? 0), 0);
    t.true(Math.abs(sum - (one.tokens ?? 0)) <= 5, name);
    holds(t, one, text, name);
    t.true(one.asked?.includes(args[1] ?? '') ?? false, name);
  }
  t.is(
    by.reduce((sum, { totals: { tokens } }) => sum + tokens, 0),
    totals.tokens,
  );
  t.deepEqual(
    by,
    by.toSorted((a, b) => b.totals.tokens - a.totals.tokens),
  );
  const lines = (one: Receipt | undefined) => one?.named[CHARGE];
  const show = answers.find(({ command }) => command === 'show');
  t.is(lines(show)?.length, 1);
  t.true((lines(show)?.[0]?.[1] ?? 0) > (lines(show)?.[0]?.[0] ?? 0));
  if (process.platform !== 'win32') {
    t.is(statSync(where.path(FILE)).mode & 0o777, 0o600);
  }
});

const SWITCHED: [name: string, config: string, env: Record<string, string>, kept: number, words: boolean][] =
  [
    ['by default', '', {}, 1, true],
    ['receipts.questions: false', 'receipts: {questions: false}\n', {}, 1, false],
    ['receipts.keep: false', 'receipts: {keep: false}\n', {}, 0, false],
    ['CI=1', '', { CI: '1' }, 0, false],
    ['CI=true', '', { CI: 'true' }, 0, false],
    ['CI=false', '', { CI: 'false' }, 1, true],
  ];

for (const [name, config, env, kept, words] of SWITCHED) {
  test(`what is kept: ${name}`, async (t) => {
    const where = await shop(t);
    where.write('.beadloom/config.yml', config);
    await asked(where, ['search', 'Ledger'], env);
    t.is(existsSync(where.path(FILE)), kept === 1);
    const answer = await receipts(t, where);
    t.is(answer.totals.answers, kept);
    t.is(answer.kept, !name.startsWith('receipts.keep'));
    t.is(answer.answers[0]?.asked ?? null, words ? 'Ledger' : null);
    t.is(kept === 1 && readFileSync(where.path(FILE), 'utf8').includes('"Ledger"'), words);
  });
}

test('a client of MCP, with what it was sent, what it had already, and its tools', async (t) => {
  for (const client of ['client 2.x, 2026-07-28', 'sdk 1.x, initialize'] as const) {
    const where = await shop(t);
    const connected = await connect(t, { where, env: OPEN, structured: false }, client);
    const tools = await connected.tools();
    const { content } = await connected.call('get_context', { ref_id: 'billing' });
    await connected.call('search_code', { query: 'Ledger' });
    await connected.call('get_index_status', {});
    await connected.call('get_context', { ref_id: 'billing' });
    await connected.call('search_code', { query: '' });
    await connected.close();
    const { answers, sessions, totals } = await receipts(t, where);
    t.deepEqual(
      answers.map(({ command }) => command),
      ['get_context', 'get_index_status', 'search_code', 'get_context'],
      client,
    );
    const first = answers[3];
    t.like(first, { channel: 'mcp', program: 'test 1.0.0', asked: '{"ref_id":"billing"}' });
    t.is(first?.tokens ?? null, loadNative().countTokens(content[0]?.text ?? ''));
    t.true(CHARGE in (first?.named ?? {}));
    t.true(CHARGE in (answers[2]?.named ?? {}));
    t.is(sessions.length, 1, client);
    t.is(first?.session, sessions[0]?.id);
    // A client of the newer era has no answers that count as known.
    t.is(totals.cached, client.startsWith('sdk') ? 1 : 0);
    const of = sessions[0];
    t.is(of?.resident_tokens, (of?.tool_tokens ?? 0) + totals.tokens);
    t.true((of?.tool_tokens ?? 0) > tools.length * 20, client);
  }
});

test('what a tool sent is booked by what it is about, and whether it was whole', async (t) => {
  const where = await shop(t);
  const connected = await connect(t, { where, env: OPEN, structured: false }, 'sdk 1.x, initialize');
  const calls: Array<[tool: string, input: Record<string, unknown>, part: 'code' | 'graph']> = [
    ['show_code', { ref: ['Ledger'] }, 'code'],
    ['find_references', { symbol: 'Ledger' }, 'code'],
    ['outline_file', { path: [CHARGE] }, 'code'],
    ['find_related_files', { path: CHARGE }, 'code'],
    ['grep_code', { text: 'Ledger' }, 'code'],
    ['list_architecture_nodes', {}, 'graph'],
    ['analyze_impact', { ref: 'billing' }, 'graph'],
  ];
  for (const [tool, input] of calls) {
    const result = await connected.call(tool, input);
    t.falsy(result.isError, JSON.stringify(result));
  }
  const { content } = await connected.call('show_code', { ref: ['Ledger', CHARGE], budget: 180 });
  await connected.close();
  const { answers } = await receipts(t, where);
  for (const [index, [tool, , part]] of calls.toReversed().entries()) {
    const { command, parts, tokens } = answers[index + 1] ?? {};
    t.is(command, tool);
    t.true((parts?.[part] ?? 0) > 0, tool);
    t.true((parts?.frame ?? 0) * 2 < (tokens ?? 0), `${tool}: ${JSON.stringify(parts)} of ${tokens}`);
  }
  t.regex(content[0]?.text ?? '', /^Incomplete/m);
  t.is(answers[0]?.complete, false);
});

const READING_TOOLS: [tool: string, input: Record<string, unknown>, parts: string[]][] = [
  ['explore_codebase', { ref: 'billing' }, ['code', 'documents', 'graph']],
  ['explore_codebase', { ref: 'Ledger' }, ['code']],
  ['explore_codebase', { question: 'how are refunds of the ledger kept?' }, ['code']],
  ['explore_codebase', { question: 'change refunds of the ledger', budget: 400 }, ['code']],
  ['get_context', { ref_id: 'auth', budget: 500 }, ['code']],
  ['codebase_overview', {}, ['graph']],
  ['search_code', { query: 'billing refunds' }, ['code', 'documents']],
  ['search_code', { query: 'nosuchwordatall' }, []],
  ['show_code', { ref: ['Ledger'] }, ['code']],
  ['show_code', { ref: ['docs/f/refunds.md'] }, ['code']],
  ['grep_code', { text: 'Ledger' }, ['code']],
  ['find_references', { symbol: 'Ledger' }, ['code']],
  ['find_related_files', { path: CHARGE }, []],
  ['outline_file', { path: [CHARGE] }, ['code']],
  ['trace_code_path', { from: 'billing', to: 'auth' }, []],
  ['next_file', { task: 'refunds of the ledger' }, []],
  ['analyze_impact', { ref: 'billing' }, ['graph']],
  ['find_affected_tests', { files: [CHARGE] }, []],
  ['list_architecture_nodes', {}, ['graph']],
  ['get_architecture_graph', {}, ['graph']],
  ['get_index_status', {}, []],
  ['check_architecture', {}, []],
  ['sync_check', {}, ['documents']],
];

/** Whether an answer says itself that it is all there is, and in order. */
function saysComplete(text: string): boolean {
  if (!text.startsWith('{')) {
    return !/^(?:Not shown:|Incomplete:|> index)/m.test(text);
  }
  const { next, complete = true } = JSON.parse(text) as { next?: { complete: boolean }; complete?: boolean };
  return complete && (next?.complete ?? true);
}

/** What a receipt says has to stand in what was sent. */
function holds(t: ExecutionContext, receipt: Receipt | undefined, text: string, name: string): void {
  t.is(receipt?.tokens ?? null, loadNative().countTokens(text), name);
  const { graph = 0, documents = 0, code = 0, history = 0, frame = 0 } = receipt?.parts ?? {};
  t.true(Math.abs(graph + documents + code + history + frame - (receipt?.tokens ?? 0)) <= 5, name);
  for (const [path, lines] of Object.entries(receipt?.named ?? {})) {
    t.true(text.includes(path), `${name}: ${path}`);
    // Some texts say where a definition begins, and not where it ends.
    for (const [first] of lines) {
      t.regex(text, new RegExp(`\\b${first}\\b`), `${name}: ${path}:${first}`);
    }
  }
  if (receipt?.complete) {
    t.true(saysComplete(text), `${name}: ${text.slice(-200)}`);
  }
}

for (const structured of [false, true]) {
  test(`the receipt of every tool says what was sent, ${structured ? 'as objects' : 'as texts'}`, async (t) => {
    const where = await shop(t);
    const connected = await connect(t, { where, env: OPEN, structured }, 'sdk 1.x, initialize');
    const tools = await connected.tools();
    const tried = new Set(READING_TOOLS.map(([tool]) => tool));
    t.deepEqual(
      tools
        .filter(({ annotations }) => annotations?.['readOnlyHint'])
        .map(({ name }) => name)
        .filter((name) => !tried.has(name) && !WITHOUT_PLACES.has(name)),
      [],
    );
    const sent: string[] = [];
    for (const [tool, input] of READING_TOOLS) {
      const result = await connected.call(tool, input);
      t.falsy(result.isError, `${tool}: ${JSON.stringify(result)}`);
      sent.push(result.content[0]?.text ?? '');
    }
    await connected.close();
    const { answers } = await receipts(t, where, '--limit', '100');
    t.is(answers.length, READING_TOOLS.length);
    for (const [index, [tool, input, parts]] of READING_TOOLS.entries()) {
      const receipt = answers.at(-1 - index);
      const name = `${tool} ${JSON.stringify(input)}`;
      t.is(receipt?.command, tool);
      holds(t, receipt, sent[index] ?? '', name);
      const found = Object.entries(receipt?.parts ?? {}).filter(([, tokens]) => tokens > 0);
      const about = new Set(found.map(([part]) => part));
      const missing = parts.filter((part) => !about.has(part));
      t.deepEqual(missing, [], `${name}: ${JSON.stringify(receipt?.parts)}`);
    }
  });
}

test('what a document says of itself is no chapter, and its quotations are no warning', async (t) => {
  const where = await shop(t);
  const document = 'docs/domains/billing.md';
  const lines = ['~~~', '## Last commits', ...Array<string>(40).fill('- a line of the document'), '~~~'];
  const quoted = ['> index is stale, as somebody says', '', 'Not shown: much.', ''];
  where.write(document, `# Billing\n\n${[...quoted, ...lines].join('\n')}\n`);
  const { stdout } = await asked(where, ['ctx', 'billing']);
  t.regex(stdout, /^## Last commits$/m);
  const { answers } = await receipts(t, where);
  const { parts, named } = answers[0] ?? {};
  t.is(parts?.history, 0);
  t.true((parts?.documents ?? 0) > 200, JSON.stringify(parts));
  t.true(document in (named ?? {}));
  await asked(where, ['ctx', 'billing', '--json']);
  const [asJson, asText] = (await receipts(t, where)).answers;
  t.is(asJson?.complete, asText?.complete);

  // What was quoted is part of what an answer says: another quotation is another answer.
  const connected = await connect(t, { where, env: OPEN, structured: false }, 'sdk 1.x, initialize');
  const first = await connected.call('explore_codebase', { ref: 'billing' });
  const again = await connected.call('explore_codebase', { ref: 'billing' });
  where.write(document, `# Billing\n\n> another one\n\n${[...quoted, ...lines].join('\n')}\n`);
  const changed = await connected.call('explore_codebase', { ref: 'billing' });
  await connected.close();
  t.regex(again.content[0]?.text ?? '', /^Unchanged:/);
  t.notRegex(first.content[0]?.text ?? '', /another one/);
  t.regex(changed.content[0]?.text ?? '', /> another one/);
});

interface Tool {
  tool_name: string;
  tool_input?: unknown;
  tool_response?: unknown;
}

/** Calls the hook as a program does. It says nothing and never fails. */
async function hook(t: ExecutionContext, where: TestProject, tool: Tool | string, event = 'read') {
  const text =
    typeof tool === 'string' ? tool : JSON.stringify({ session_id: 'one', cwd: where.root, ...tool });
  const script = `printf %s "$INPUT" | "${process.execPath}" "${CLI}" agent-hook ${event} --program claude-code`;
  const env = { ...OPEN, INPUT: text, BEADLOOM_HOOK_TIMEOUT_MS: '60000' };
  const done = await run('sh', ['-c', script], { cwd: where.root, env });
  t.deepEqual([done.code, event === 'read' ? done.stdout : '', done.stderr], [0, '', '']);
}

const read = (file: string, offset?: number, limit?: number): Tool => ({
  tool_name: 'Read',
  tool_input: { file_path: file, ...(offset === undefined ? {} : { offset, limit }) },
  tool_response: { type: 'text', file: { filePath: file, content: 'x'.repeat(100) } },
});

unixTest('what was opened afterwards, of what was named and besides', async (t) => {
  const where = await shop(t);
  await asked(where, ['show', `${CHARGE}:2-4`]);
  await hook(t, where, { tool_name: 'Bash', tool_input: { command: `npx beadloom show ${CHARGE}:2-4` } });
  const before = await receipts(t, where);
  t.false(before.opened.observed);
  t.regex(before.unknown.join('\n'), /setup-agents --hooks/);
  const [session] = before.sessions;
  t.is(before.answers[0]?.session, session?.id);
  t.is(session?.program, 'claude-code');

  await hook(t, where, read(where.path(CHARGE), 3, 10));
  await hook(t, where, read(CHARGE, 5, 1));
  await hook(t, where, read(where.path('src/auth/tokens.py')));
  await hook(t, where, read('/etc/passwd'));
  await hook(t, where, {
    tool_name: 'Bash',
    tool_input: { command: `cd x && sed -n '1,2p' ${CHARGE} | head` },
    tool_response: { stdout: 'y'.repeat(40), stderr: '' },
  });
  await hook(t, where, { tool_name: 'Bash', tool_input: { command: 'make test' }, tool_response: 'zzz' });
  await hook(t, where, {
    tool_name: 'Grep',
    tool_input: { pattern: 'x' },
    tool_response: { content: 'abc' },
  });
  await hook(t, where, { tool_name: 'Edit', tool_input: { file_path: 'src/auth/tokens.py' } }, 'edit');
  const { opened, answers, sessions, unknown } = await receipts(t, where, '--session', 'one');
  t.deepEqual(opened, {
    observed: true,
    named: 1,
    named_opened: 1,
    files: 2,
    unnamed: 1,
    places: 5,
    hits: 2,
    near: 1,
    misses: 2,
    characters: 100 * 4 + 40 + 3,
    searches: 1,
  });
  t.is(answers[0]?.named_opened, 1);
  t.deepEqual(sessions[0]?.opened, opened);
  t.notRegex(unknown.join('\n'), /setup-agents/);
  t.is((await receipts(t, where, '--session', sessions[0]?.id.slice(0, 6) ?? '')).opened.places, 5);
  t.is((await receipts(t, where, '--session', 'two')).totals.answers, 0);
});

unixTest('a hook that is told nonsense notes nothing', async (t) => {
  const where = await shop(t);
  const inputs: Array<Tool | string> = [
    '',
    '[]',
    '{"tool_name": "Read"}',
    { tool_name: 'Read', tool_input: 7 },
    { tool_name: 'Todo', tool_input: { file_path: CHARGE } },
    { tool_name: 'mcp__files__read_file', tool_input: { path: CHARGE } },
    { tool_name: 'Bash', tool_input: { command: ['cat'] } },
  ];
  for (const input of inputs) {
    await hook(t, where, input);
  }
  const { opened } = await receipts(t, where);
  t.deepEqual([opened.files, opened.places], [0, 0]);
});

test('twenty at once lose nothing', async (t) => {
  const where = await shop(t);
  const names = Array.from({ length: 20 }, (_, n) => `word${n}`);
  await Promise.all(names.map((name) => asked(where, ['search', name])));
  const { answers, unreadable } = await receipts(t, where, '--limit', '100');
  t.deepEqual(answers.map((one) => one.asked).toSorted(), names.toSorted());
  t.is(unreadable, 0);
});

/** What may lie in the place of the file, and whether receipts are read from there. */
const IN_PLACE: [what: string, make: (place: string, aside: string) => void, unread: boolean][] = [
  ['a link', (place, aside) => symlinkSync(aside, place), true],
  ['a link to nothing', (place) => symlinkSync('nowhere', place), true],
  ['a hard link', (place, aside) => linkSync(aside, place), true],
  ['a pipe', (place) => execFileSync('mkfifo', [place]), true],
  ['a folder', (place) => mkdirSync(place), true],
  [
    'a file that others may read',
    (place) => writeFileSync(place, '{"is":"answer"}\n', { mode: 0o644 }),
    true,
  ],
  [
    'broken lines',
    (place) => writeFileSync(place, '\0\xff{"is":\nnull\n{"is":"other","at":1}\n{"half', { mode: 0o600 }),
    false,
  ],
  ['a huge file', (place) => writeFileSync(place, `${'x'.repeat(20 << 20)}\n`, { mode: 0o600 }), false],
];

for (const [what, make, unread] of IN_PLACE) {
  unixTest(`the answer is as always: ${what} in place of the file`, async (t) => {
    const where = await shop(t);
    // Progress shows where a machine is slow.
    const query = ['search', 'Ledger', '--no-progress'];
    const expected = await asked(where, query, { CI: '1' });
    const aside = where.path('aside');
    writeFileSync(aside, 'mine', { mode: 0o600 });
    make(where.path(FILE), aside);
    t.deepEqual(await asked(where, query), expected);
    t.is(readFileSync(aside, 'utf8'), 'mine');
    const { totals, warning, unreadable } = await receipts(t, where);
    t.deepEqual([totals.answers, warning !== null], unread ? [0, true] : [1, false]);
    t.true(unread || what !== 'broken lines' || unreadable === 4, `${unreadable}`);
    if (what !== 'a folder') {
      t.true((await receipts(t, where, '--forget')).forgotten);
      t.is((await receipts(t, where)).warning, null);
      t.is(readFileSync(aside, 'utf8'), 'mine');
    }
  });
}

unixTest('a folder that cannot be written to, or is none of the project', async (t) => {
  const where = await shop(t);
  const expected = await asked(where, ['search', 'Ledger', '--no-refresh'], { CI: '1' });
  if (process.getuid?.() !== 0) {
    chmodSync(where.path('.beadloom'), 0o555);
    t.deepEqual(await asked(where, ['search', 'Ledger', '--no-refresh']), expected);
    chmodSync(where.path('.beadloom'), 0o755);
    t.false(existsSync(where.path(FILE)));
  }
  rmSync(where.path('.beadloom'), { recursive: true });
  t.is((await receipts(t, where)).totals.answers, 0);
  t.false(existsSync(where.path('.beadloom')));
});

test('times: since when, what is too old, and a clock that goes back', async (t) => {
  const where = await shop(t);
  const now = Date.now();
  const day = 24 * 3_600_000;
  const opened = (at: number, path: string) => ({
    is: 'opened',
    at,
    session: 'abcdef0123456789',
    program: 'cursor',
    tool: 'read',
    files: { [path]: [] },
    characters: 5,
  });
  keep(where, [
    given(now - 100 * day, { command: 'old' }),
    given(now - 10 * day),
    given(now + 5 * day, { session: 'abcdef0123456789', named: { 'a.py': [[1, 2]] } }),
    // Behind the answer in the file, and before it by the clock.
    opened(now - 2 * day, 'a.py'),
    opened(now - 2 * day, 'b.py'),
    given(now - day, { named: { 'b.py': [] } }),
    given(-5e15),
    { is: 'listed', at: now, session: 'abcdef0123456789', bytes: 9, tokens: 7 },
  ]);
  const all = await receipts(t, where);
  t.is(all.totals.answers, 3);
  t.like(all.opened, { hits: 1, misses: 1, named: 2, named_opened: 1 });
  t.like(all.sessions[0], { program: 'cursor', tool_tokens: 7, resident_tokens: 17 });
  t.is((await receipts(t, where, '--since', '2d')).totals.answers, 2);
  t.is((await receipts(t, where, '--since', '2w')).totals.answers, 3);
  const tomorrow = new Date(now + day).toISOString().slice(0, 10);
  t.is((await receipts(t, where, '--since', tomorrow)).totals.answers, 1);
  for (const wrong of ['yesterday', '3y', '2026-02-30', '', '-1d', `${'9'.repeat(300)}d`]) {
    const { code, stdout } = await asked(where, ['receipts', `--since=${wrong}`, '--json']);
    const { error } = JSON.parse(stdout) as { error: { code: string; hint: string } };
    t.deepEqual([code, error.code], [1, 'usage'], wrong);
  }
});

test('forgotten, and uninstalled with the index', async (t) => {
  const where = await shop(t);
  t.false((await receipts(t, where, '--forget')).forgotten);
  await asked(where, ['search', 'Ledger']);
  t.true((await receipts(t, where, '--forget')).forgotten);
  t.false(existsSync(where.path(FILE)));
  await asked(where, ['search', 'Ledger']);
  const { code } = await asked(where, ['uninstall', '--yes', '--index', '--project-only']);
  t.deepEqual([code, existsSync(where.path(FILE))], [0, false]);
});

test('what a person reads fits the terminal', async (t) => {
  const where = await shop(t);
  const now = Date.now();
  const session = '00112233aabbccdd';
  keep(where, [
    ...Array.from({ length: 30 }, (_, n) =>
      given(now - n, {
        command: `a-rather-long-name-of-a-tool-${n % 15}`,
        program: 'a client with a long name 1.2.3\u001b[31m',
        channel: 'mcp',
        asked: `{"query":"${'漢字 words '.repeat(20)}"}`,
        session,
        tokens: 1_234_567,
        bytes: 9_876_543,
        ms: 90_000,
        cached: n === 3,
        complete: n > 5,
        named: { 'src/a.py': [[1, 900]], 'src/b.py': [] },
        parts: { graph: 1_000, documents: 2_000, code: 900_000, history: 5, frame: 70_000 },
      }),
    ),
    {
      is: 'opened',
      at: now,
      session,
      program: 'claude-code',
      tool: 'read',
      files: { 'src/a.py': [[2, 3]], 'src/c.py': [] },
      characters: 1_234_567,
    },
  ]);
  for (const columns of [60, 100]) {
    const { stdout } = await asked(where, ['receipts'], { COLUMNS: `${columns}` });
    t.regex(stdout, /30 answers/);
    t.regex(stdout, /1 opened \(50 %\)/);
    t.false(stdout.includes('\u001b'));
    const wide = (text: string) => text.length + (text.match(/\p{Script=Han}/gu) ?? []).length;
    t.deepEqual(
      stdout.split('\n').filter((line) => wide(line) > columns),
      [],
    );
  }
  t.is((await asked(await shop(t), ['receipts'])).stdout, 'No answer was recorded yet.\n');
});

test('the library records where it is asked to', async (t) => {
  const where = await shop(t);
  const library = join(dirname(CLI), 'index.js');
  const script = `const { Beadloom } = require(process.argv[1]);
    (async () => {
      for (const receipts of [false, true]) {
        const beadloom = Beadloom.open(process.argv[2], { receipts });
        await beadloom.search('Ledger');
        beadloom.close();
      }
    })();`;
  const { code, stderr } = await run(process.execPath, ['-e', script, library, where.root], { env: OPEN });
  t.deepEqual([code, stderr], [0, '']);
  const { answers } = await receipts(t, where);
  t.is(answers.length, 1);
  t.like(answers[0], { channel: 'library', command: 'search' });
});
