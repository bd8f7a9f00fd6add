import { spawn } from 'node:child_process';
import { chmodSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import test, { type ExecutionContext } from 'ava';

import { Audit, type AuditedCall, type AuditLevel } from '../src/gateway/audit.js';
import { BusyError, Limiter, type Limits } from '../src/gateway/limiter.js';
import { Pool, type Member } from '../src/gateway/pool.js';
import { timeFactor } from '../src/gateway/time-limits.js';
import { WINDOWS_SCRIPT } from '../src/gateway/watchdog.js';
import { project } from './support/project.js';

const HERE = dirname(fileURLToPath(import.meta.url));

/** A clock that only the test moves. */
function clock() {
  let now = 0;
  const alarms: Array<{ at: number; what: () => void }> = [];
  return {
    now: () => now,
    later: (ms: number, what: () => void) => {
      const alarm = { at: now + ms, what };
      alarms.push(alarm);
      return () => void alarms.splice(alarms.indexOf(alarm), 1);
    },
    async pass(ms: number) {
      const end = now + ms;
      for (;;) {
        const [first] = alarms.toSorted((a, b) => a.at - b.at);
        if (first === undefined || first.at > end) {
          break;
        }
        now = first.at;
        alarms.splice(alarms.indexOf(first), 1);
        first.what();
        await settled();
      }
      now = end;
    },
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Work that ends when it is told to. */
function works(limiter: Limiter, count: number, signal?: AbortSignal) {
  const begun: number[] = [];
  const ends: Array<() => void> = [];
  const all = Array.from({ length: count }, (_, n) =>
    limiter.run(signal, () => {
      begun.push(n);
      return new Promise<void>((resolve) => {
        ends[n] = resolve;
      });
    }),
  );
  return { begun, all, end: async (n: number) => (ends[n]?.(), settled()) };
}

const limits = (more: Partial<Limits>): Limits => ({ concurrency: 100, queue: 100, perMinute: 0, ...more });

for (const [text, expected] of [
  [undefined, 1],
  ['5', 5],
  ['100', 100],
  ['101', 1],
  ['0', 1],
  ['-3', 1],
  ['2.5', 1],
  ['', 1],
  ['much', 1],
] as const) {
  test(`time limits with BEADLOOM_TIME_FACTOR=${text ?? '(none)'}`, (t) => {
    t.is(timeFactor(text), expected);
  });
}

test('so many calls run at once, the others in their order', async (t) => {
  const limiter = new Limiter(limits({ concurrency: 2 }), clock());
  const { begun, end, all } = works(limiter, 5);
  await settled();
  t.deepEqual(begun, [0, 1]);
  t.deepEqual(limiter.load, { running: 2, waiting: 3 });
  await end(1);
  t.deepEqual(begun, [0, 1, 2]);
  await end(0);
  await end(2);
  t.deepEqual(begun, [0, 1, 2, 3, 4]);
  await end(3);
  await end(4);
  await Promise.all(all);
  t.deepEqual(limiter.load, { running: 0, waiting: 0 });
});

test('a call that fails gives its place back', async (t) => {
  const limiter = new Limiter(limits({ concurrency: 1 }), clock());
  await t.throwsAsync(
    limiter.run(undefined, () => Promise.reject(new Error('no'))),
    { message: 'no' },
  );
  t.is(await limiter.run(undefined, async () => 1), 1);
});

test('a queue that is full is said at once, and a call that is cancelled leaves it', async (t) => {
  const limiter = new Limiter(limits({ concurrency: 1, queue: 2 }), clock());
  const { begun, end, all } = works(limiter, 2);
  const abort = new AbortController();
  const cancelled = limiter.run(abort.signal, async () => t.fail());
  await t.throwsAsync(
    limiter.run(undefined, async () => t.fail()),
    { instanceOf: BusyError, message: /2 calls wait/ },
  );
  abort.abort(new Error('cancelled'));
  await t.throwsAsync(cancelled, { message: 'cancelled' });
  t.deepEqual(limiter.load, { running: 1, waiting: 1 });
  await end(0);
  t.deepEqual(begun, [0, 1]);
  await end(1);
  await Promise.all(all);
  await t.throwsAsync(
    limiter.run(AbortSignal.abort(new Error('before')), async () => t.fail()),
    { message: 'before' },
  );
});

test('so many calls begin in a minute', async (t) => {
  const time = clock();
  const limiter = new Limiter(limits({ perMinute: 6 }), time);
  const { begun } = works(limiter, 10);
  await settled();
  t.is(begun.length, 6);
  await time.pass(10_002);
  t.is(begun.length, 7);
  await time.pass(20_000);
  t.is(begun.length, 9);
  await time.pass(60_000);
  t.is(begun.length, 10);
});

/** A process that notes what becomes of it. */
function member(name: string, said: string[], calls = { now: 0 }): Member & { calls: { now: number } } {
  return {
    name,
    calls,
    busy: () => calls.now,
    rest: async () => {
      await settled();
      said.push(name);
    },
  };
}

test('whoever was not used for longest makes room, and is gone before', async (t) => {
  const pool = new Pool(2);
  const said: string[] = [];
  await pool.enter(member('a', said));
  await pool.enter(member('b', said));
  pool.used('a');
  await pool.enter(member('c', said));
  t.deepEqual(said, ['b']);
  t.is(pool.size, 2);
  await pool.enter(member('a', said));
  t.deepEqual(said, ['b']);
  pool.leave('a');
  await pool.enter(member('d', said));
  t.deepEqual(said, ['b']);
});

test('where all are busy, one waits until one is not', async (t) => {
  const pool = new Pool(1);
  const said: string[] = [];
  const a = member('a', said, { now: 1 });
  await pool.enter(a);
  let entered = false;
  const enter = async () => {
    await pool.enter(member('b', said));
    entered = true;
  };
  const b = enter();
  await settled();
  t.false(entered);
  pool.freed();
  await settled();
  t.false(entered, 'it is busy still');
  a.calls.now = 0;
  pool.freed();
  await b;
  t.deepEqual(said, ['a']);
});

test('whoever never answers makes room, too, and only then', async (t) => {
  let now = 0;
  const alarms: Array<{ at: number; what: () => void }> = [];
  const pool = new Pool(2, {
    now: () => now,
    later: (ms, what) => {
      const alarm = { at: now + ms, what };
      alarms.push(alarm);
      return () => void alarms.splice(alarms.indexOf(alarm), 1);
    },
  });
  const said: string[] = [];
  const hanging = { ...member('hangs', said, { now: 1 }), isStarting: () => true };
  await pool.enter(hanging);
  await pool.enter(member('works', said, { now: 1 }));
  let entered = false;
  const enter = pool.enter(member('waits', said)).then(() => (entered = true));
  await settled();
  t.false(entered);
  const [alarm] = alarms;
  now = alarm?.at ?? 0;
  alarm?.what();
  await enter;
  t.deepEqual(said, ['hangs']);
  t.is(alarms.length, 0);
  t.is(pool.size, 2);
});

test('whoever lost its place has twice the time to start in, but not where one that is called waits', async (t) => {
  const time = clock();
  const pool = new Pool(1, time);
  const said: string[] = [];
  const starts = (name: string, isWanted = false) => ({
    ...member(name, said, { now: 1 }),
    isStarting: () => true,
    isWanted: () => isWanted,
  });
  const [a, b] = [starts('a'), starts('b')];
  await pool.enter(a);
  const turns: Array<[member: Member, ms: number]> = [
    [b, 2_000],
    [a, 2_000],
    [b, 4_000],
    [a, 4_000],
    [starts('called', true), 2_000],
    [a, 2_000],
  ];
  for (const [waits, ms] of turns) {
    const before = said.length;
    const entered = pool.enter(waits);
    await time.pass(ms - 1);
    t.is(said.length, before, `${waits.name} waits`);
    await time.pass(1);
    await entered;
    t.is(said.length, before + 1);
  }
  t.deepEqual(said, ['a', 'b', 'a', 'b', 'a', 'called']);
});

const CALL: AuditedCall = {
  client: 'test',
  server: 's',
  tool: 'write',
  arguments: {
    path: '/a/b.txt',
    text: 'x'.repeat(1_000),
    api_key: 'planted',
    header: 'Authorization: Bearer planted',
    given: 'has confidential in it',
    n: 3,
    list: [1, 2],
    deep: { a: { b: { c: { d: { e: 1 } } } } },
  },
  outcome: 'ok',
  milliseconds: 12.4,
  bytes: 99,
};

function audited(t: ExecutionContext, level: AuditLevel, call = CALL) {
  const where = project(t);
  where.write('.beadloom/gateway.yml', 'servers: {}\n');
  const said: string[] = [];
  const audit = new Audit(
    where.path('.beadloom/gateway.yml'),
    level,
    (text) => said.push(text),
    () => new Date(0),
  );
  audit.note(call, ['confidential']);
  audit.flush();
  const path = where.path('.beadloom/gateway/audit.jsonl');
  const lines = () => readFileSync(path, 'utf8').trim().split('\n');
  return { where, audit, path, lines, said };
}

test('names: what was called, and of its arguments names and sizes', (t) => {
  const { lines, path } = audited(t, 'names');
  t.deepEqual(
    lines().map((line) => JSON.parse(line) as unknown),
    [
      {
        time: '1970-01-01T00:00:00.000Z',
        client: 'test',
        server: 's',
        tool: 'write',
        outcome: 'ok',
        error: null,
        milliseconds: 12,
        bytes: 99,
        arguments: {
          path: 'string(8)',
          text: 'string(1000)',
          api_key: 'string(7)',
          header: 'string(29)',
          given: 'string(22)',
          n: 'number',
          list: 'list(2)',
          deep: { a: { b: { c: '{…}' } } },
        },
      },
    ],
  );
  if (process.platform !== 'win32') {
    t.is(lstatSync(path).mode & 0o777, 0o600);
  }
});

test('values: cut, and without secrets', (t) => {
  const { lines } = audited(t, 'values', {
    ...CALL,
    outcome: 'error',
    error: 'no\nconfidential  ghp_0123456789abcdef',
  });
  const { arguments: given, error } = JSON.parse(lines()[0] ?? '') as {
    arguments: Record<string, unknown>;
    error: string;
  };
  t.is(error, 'no [redacted] [redacted]');
  t.deepEqual(given, {
    path: '/a/b.txt',
    text: `${'x'.repeat(200)}… (1000 characters)`,
    api_key: '[redacted]',
    header: 'Authorization: Bearer [redacted]',
    given: 'has [redacted] in it',
    n: 3,
    list: [1, 2],
    deep: { a: { b: { c: '{…}' } } },
  });
});

test('off: nothing is written; and what cannot be written disturbs no call', (t) => {
  const off = audited(t, 'off');
  t.throws(off.lines, { code: 'ENOENT' });
  const { where, audit, path, said } = audited(t, 'names');
  writeFileSync(path, 'theirs\n', { mode: 0o600 });
  where.write('.beadloom/gateway.yml', '');
  audit.note({
    ...CALL,
    arguments: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}${'y'.repeat(100)}`, n])),
  });
  audit.flush();
  const [, line = ''] = readFileSync(path, 'utf8').split('\n');
  t.is((JSON.parse(line) as { arguments: unknown }).arguments, '…');
  t.deepEqual(said, []);
});

test('lines are bounded, the oldest go', (t) => {
  const { audit, where } = audited(t, 'values');
  const call = {
    ...CALL,
    arguments: Object.fromEntries(Array.from({ length: 14 }, (_, n) => [`k${n}`, 'z '.repeat(100)])),
  };
  for (let n = 0; n < 7_000; n++) {
    audit.note(call);
  }
  audit.flush();
  const size = ['audit.jsonl', 'audit.jsonl-older'].reduce(
    (sum, name) => sum + lstatSync(where.path(`.beadloom/gateway/${name}`)).size,
    0,
  );
  t.true(size > 8 << 20 && size <= 16 << 20, String(size));
});

/** Whether a process is there and no zombie. */
function lives(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('processes end with the one that started them, also when that is killed', async (t) => {
  if (process.platform !== 'linux') {
    t.pass();
    return;
  }
  const where = project(t);
  // It starts one that ignores the end of its stdin and SIGTERM, with a grandchild, and one that has left by then.
  const module = pathToFileURL(join(HERE, '../src/gateway/watchdog.ts')).href;
  where.write(
    'parent.mjs',
    `import { spawn } from 'node:child_process';
const { watchdog } = await import(${JSON.stringify(module)});
const start = (script) => spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
const stubborn = start('trap "" TERM HUP; sleep 1000 & echo $!; while :; do sleep 1; done');
const gone = start('exit 0');
watchdog.add(stubborn.pid);
watchdog.add(gone.pid);
gone.on('exit', () => {
  watchdog.remove(gone.pid);
  stubborn.stdout.once('data', (text) => console.log(stubborn.pid, Number(text)));
});
`,
  );
  const parent = spawn(process.execPath, ['--import', '@oxc-node/core/register', where.path('parent.mjs')], {
    cwd: join(HERE, '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [child = 0, grandchild = 0] = await new Promise<number[]>((resolve) => {
    parent.stdout.once('data', (text: Buffer) => resolve(String(text).trim().split(' ').map(Number)));
  });
  t.true(child > 1 && grandchild > 1 && lives(child) && lives(grandchild));
  parent.kill('SIGKILL');
  while (lives(child) || lives(grandchild)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  t.pass();
});

test('what watches on Windows ends the trees that are left when its stdin closes', async (t) => {
  if (process.platform === 'win32') {
    t.pass();
    return;
  }
  // Any system can say what it would end, by a program of that name.
  const where = project(t);
  where.write('taskkill', `#!/bin/sh\necho "$@" >> ${where.path('ended')}\n`);
  chmodSync(where.path('taskkill'), 0o755);
  const child = spawn(process.execPath, ['-e', WINDOWS_SCRIPT], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { PATH: `${where.root}:/usr/bin:/bin` },
  });
  child.stdin.write('+ 12\n+ 13\n');
  child.stdin.write('+ 1');
  child.stdin.end('4\n- 12\n');
  await new Promise((resolve) => child.once('exit', resolve));
  t.is(readFileSync(where.path('ended'), 'utf8'), '/PID 13 /T /F\n/PID 14 /T /F\n');
});
