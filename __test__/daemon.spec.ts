// A daemon changes nothing but how long it takes: who starts it, what it answers, when it ends.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import test from 'ava';

import { Beadloom, type ReceiptsAnswer } from '../src/api/index.js';
import { beadloom, CLI } from './support/cli.js';
import { daemonsOf, daemonUser, leftovers, until } from './support/daemon.js';
import { fixture, project } from './support/project.js';
import { TIME_FACTOR } from './support/slow.js';

/** What is published beside the command line. */
const DATA = join(dirname(CLI), 'data');
/** Where the system tells which processes there are. */
const onLinux = process.platform === 'linux' ? test.serial : test.serial.skip;

onLinux('the first query starts one, which answers the next ones and sees every edit', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  t.false((await user.status()).running);
  const first = await user.text(['search', 'refund']);
  const { pid, socket, requests } = await user.running();
  t.is(requests, 0);
  t.is(statSync(socket ?? '').mode & 0o777, 0o600);
  t.is(statSync(dirname(socket ?? '')).mode & 0o777, 0o700);
  for (const name of readdirSync(dirname(socket ?? ''))) {
    t.is(statSync(join(dirname(socket ?? ''), name)).mode & 0o077, 0, name);
  }
  t.is(await user.text(['search', 'refund']), first);
  where.write('src/billing/new.py', 'def quicksilver():\n    return 1\n');
  t.regex(await user.text(['search', 'quicksilver']), /src\/billing\/new\.py/);
  const now = await user.status();
  t.is(now.pid, pid);
  t.is(now.requests, 2);
  const stopped = JSON.parse(await user.text(['daemon', 'stop', '--json'])) as { outcome: string };
  t.is(stopped.outcome, 'stopped');
  t.deepEqual(leftovers(user.runtime), []);
  await user.gone();
  t.is(
    (JSON.parse(await user.text(['daemon', 'stop', '--json'])) as { outcome: string }).outcome,
    'unchanged',
  );
});

/** Every command that asks a daemon. */
const QUERIES: string[][] = [
  ['ctx', 'billing'],
  ['ctx', 'billing', 'auth', '--budget', '2000'],
  ['ctx', '--task', 'refunds lose their currency'],
  ['ctx', 'src/billing/charge.py'],
  ['search', 'refund'],
  ['search', 'charge', '--kind', 'function', '--explain'],
  ['search', '--exact', 'def '],
  ['search', '--regex', 'def \\w+', '--context', '1'],
  ['show', 'src/billing/charge.py'],
  ['graph'],
  ['graph', '--format', 'mermaid'],
  ['why', 'billing'],
  ['why', 'src/billing/charge.py'],
  ['path', 'billing', 'auth'],
  ['refs', 'charge'],
  ['related', 'src/billing/charge.py'],
  ['signatures', 'src/billing/charge.py'],
  ['next-file', 'refunds'],
  ['status'],
  ['status', '--debt'],
  ['prime'],
  ['lint'],
  ['sync-check'],
  ['docs', 'audit'],
  ['docs', 'polish'],
  ['affected', 'src/billing/charge.py'],
  ['ctx', 'no-such-thing'],
];

onLinux('every query gives the same bytes with it, without it and in a pipeline', async (t) => {
  t.timeout(300_000 * TIME_FACTOR);
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  await user.text(['reindex']);
  await user.text(['daemon', 'start']);
  let before = (await user.status()).requests ?? 0;
  for (const query of QUERIES) {
    // A picture is none as JSON.
    const forms = query.includes('mermaid') ? [query] : [query, [...query, '--json']];
    for (const [at, form] of forms.entries()) {
      const args = [...form, '--no-progress'];
      // A pipeline asks none either, so that one of the two is enough for a form.
      const [asked, without] = await Promise.all([
        user.run(args, { own: true }),
        at === 0 ? user.run([...args, '--no-daemon']) : user.run(args, { env: { CI: '1' } }),
      ]);
      t.deepEqual(without, asked, args.join(' '));
    }
    const { requests } = await user.status();
    t.is(requests, before + forms.length, `the daemon answered ${query.join(' ')}`);
    before = requests ?? 0;
  }
  t.is((await user.status()).requests, before);
});

onLinux(
  'recall gives the same with it, without it and in a pipeline, and every use is counted',
  async (t) => {
    t.timeout(300_000 * TIME_FACTOR);
    const where = fixture(t, 'shop');
    const user = daemonUser(t, where);
    await user.text(['reindex']);
    await user.text(['daemon', 'start']);
    const remember = async (...args: string[]) =>
      (JSON.parse(await user.text(['remember', ...args, '--json'])) as { memory: { id: string } }).memory.id;
    const id = await remember('refunds are booked in the currency of the charge', '--ref', 'billing');
    const answered = async () => (await user.status()).requests ?? 0;
    // A count of uses, and what follows from it, is the one thing that a recall changes.
    const same = ({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }) => ({
      code,
      stderr,
      stdout: stdout.replace(/"(uses|quality)":[\d.]+/g, '"$1":N'),
    });
    let uses = 0;
    for (const query of [
      ['recall', 'currency of refunds'],
      ['recall', 'currency of refunds', '--json'],
      ['recall', 'currency of refunds', '--ref', 'billing', '--limit', '1', '--json'],
      ['recall', 'sailing ships of the line'],
      ['recall', 'currency of refunds', '--ref', 'no-such-node'],
    ]) {
      const args = [...query, '--no-progress'];
      const before = await answered();
      const asked = await user.run(args, { own: true });
      t.is(await answered(), before + 1, `the daemon answered ${args.join(' ')}`);
      const without = await user.run([...args, '--no-daemon']);
      const pipeline = await user.run(args, { env: { CI: '1' } });
      t.is(await answered(), before + 1);
      t.deepEqual(same(without), same(asked), args.join(' '));
      t.deepEqual(same(pipeline), same(asked), `${args.join(' ')} with CI=1`);
      uses += asked.stdout.includes('currency of the charge') ? 3 : 0;
      const shown = await user.text(['memories', 'show', id, '--json']);
      t.is((JSON.parse(shown) as { memory: { uses: number } }).memory.uses, uses, args.join(' '));
    }
    t.is(uses, 9);
    // What another process remembers, changes and forgets is known at once.
    const other = await remember('the tax of a voucher is rounded down');
    t.regex(await user.text(['recall', 'rounding of voucher tax']), /rounded down/);
    await user.text(['forget', other]);
    t.notRegex((await user.run(['recall', 'rounding of voucher tax'])).stdout, /rounded down/);
  },
);

/** Commands with receipts, one that prints JSON, one whose text is too long for the daemon, and some that have none. */
const NOTED: string[][] = [
  ['ctx', 'billing'],
  ['ctx', 'billing', '--json'],
  ['ctx', '--task', 'refunds lose their currency'],
  ['search', 'refund'],
  ['search', '--exact', 'def '],
  ['show', 'src/billing/charge.py'],
  ['show', 'src/long.py:1-9000', '--budget', '1000000'],
  ['refs', 'charge'],
  ['why', 'billing'],
  ['path', 'billing', 'auth'],
  ['related', 'src/billing/charge.py'],
  ['signatures', 'src/billing/charge.py'],
  ['next-file', 'refunds'],
  ['prime'],
  ['status'],
  ['lint'],
  ['ctx', 'no-such-thing'],
];

onLinux('its answers have the receipts that they have without it, and none in a pipeline', async (t) => {
  t.timeout(300_000 * TIME_FACTOR);
  const where = fixture(t, 'shop');
  where.write('src/long.py', `# ${'-'.repeat(70)}\n`.repeat(9_000));
  const user = daemonUser(t, where);
  await user.text(['reindex']);
  const receipts = async () =>
    JSON.parse(await user.text(['receipts', '--json', '--limit', '100', '--no-daemon'])) as ReceiptsAnswer;
  const all = async (more: string[], env: Record<string, string> = {}) => {
    await user.text(['receipts', '--forget']);
    for (const query of NOTED) {
      // A process that ends waits for its receipt.
      const own = more.length === 0 && Object.keys(env).length === 0;
      const { stderr } = await user.run([...query, '--no-progress', ...more], { env, own });
      t.is(stderr === '', query.at(-1) !== 'no-such-thing', `${query.join(' ')}: ${stderr}`);
    }
  };
  const untimed = ({ answers }: ReceiptsAnswer) =>
    answers.map(({ asked, ...one }) => ({ ...one, asked: asked?.replace(' --no-daemon', ''), at: 0, ms: 0 }));

  await all(['--no-daemon']);
  const without = untimed(await receipts());
  t.is(without.length, NOTED.length - 3);
  await user.text(['daemon', 'start']);
  const before = (await user.status()).requests ?? 0;
  await all([]);
  t.is((await user.status()).requests, before + NOTED.length);
  // A command waits for its receipt for a moment only.
  const kept = await until('the receipts', async () => {
    const now = await receipts();
    return now.totals.answers >= without.length ? now : undefined;
  });
  const byCommand = (list: typeof without) =>
    list.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  t.deepEqual(byCommand(untimed(kept)), byCommand(without));
  await all([], { CI: '1' });
  t.is((await receipts()).totals.answers, 0);
});

onLinux('a command that the daemon answers loads no addon to keep its receipt', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  await user.text(['reindex']);
  await user.text(['daemon', 'start']);
  // Prints what was loaded when the process ends.
  where.write(
    'loaded.cjs',
    `const { dlopen } = process;
process.dlopen = (...args) => { process.stderr.write('loaded\\n'); return dlopen(...args); };
`,
  );
  const env = { NODE_OPTIONS: `--require=${where.path('loaded.cjs')}` };
  const { stderr } = await user.run(['search', 'refund', '--no-progress'], { env, own: true });
  t.is(stderr, '');
  const alone = await user.run(['search', 'refund', '--no-progress', '--no-daemon'], { env, own: true });
  t.regex(alone.stderr, /loaded/);
  const answers = await until('both receipts', async () => {
    const now = JSON.parse(await user.text(['receipts', '--json'])) as ReceiptsAnswer;
    return now.totals.answers === 2 ? now.answers : undefined;
  });
  t.deepEqual(
    answers.map(({ command }) => command),
    ['search', 'search'],
  );
});

onLinux('the library asks it where it was told to, and gives the same', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  where.write(
    'ask.mjs',
    `import { Beadloom } from ${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)};
const progress = [];
const beadloom = Beadloom.open('.', { daemon: process.argv[2] === 'with' });
const said = [
  await beadloom.ctx('billing'),
  await beadloom.ctxMarkdown(['auth']),
  await beadloom.search('refund', { onProgress: (one) => progress.push(one) }),
  await beadloom.search('refund', { limit: 0 }).catch((error) => [error.name, error.code, error.hint]),
  await beadloom.search('refund', { signal: AbortSignal.abort() }).catch((error) => error.code),
];
beadloom.close();
said.push(await beadloom.search('refund').catch((error) => error.code));
console.log(JSON.stringify(said));
`,
  );
  const ask = async (how: string) => {
    const { env } = user;
    const { execFileSync } = await import('node:child_process');
    return execFileSync(process.execPath, ['ask.mjs', how], {
      cwd: where.root,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
  };
  const without = await ask('without');
  t.deepEqual(daemonsOf(where.root), [], 'nobody asked for one');
  t.is(await ask('with'), without, 'the call that starts one');
  // On a slow machine it may have been there before that call ended.
  const before = (await user.running()).requests ?? 0;
  t.is(await ask('with'), without);
  t.is((await user.status()).requests, before + 4);
});

/** Who gets no daemon. */
const NONE: Array<[what: string, args: string[], env: Record<string, string>, config?: string]> = [
  ['a pipeline', ['search', 'refund'], { CI: 'true' }],
  ['--no-daemon', ['search', 'refund', '--no-daemon'], {}],
  ['--sync', ['search', 'refund', '--sync'], {}],
  ['BEADLOOM_DAEMON=off', ['search', 'refund'], { BEADLOOM_DAEMON: 'off' }],
  ['daemon.mode: off', ['search', 'refund'], {}, 'version: 1\ndaemon: {mode: off}\n'],
  ['a command that is no query', ['lint'], {}],
  ['a failure', ['search', 'refund', '--limit', '0'], {}],
];

for (const [what, args, env, config] of NONE) {
  onLinux(`none is started: ${what}`, async (t) => {
    const where = fixture(t, 'shop');
    const user = daemonUser(t, where);
    if (config !== undefined) {
      where.write('.beadloom/config.yml', config);
    }
    await user.run(args, { env });
    // Whoever starts one does so before it ends.
    t.deepEqual(daemonsOf(where.root), []);
    t.deepEqual(leftovers(user.runtime), []);
  });
}

onLinux('where the settings allow none, it cannot be started by hand', async (t) => {
  const where = project(t, { '.beadloom/config.yml': 'daemon: {mode: off}\n' });
  const { code, stderr } = await daemonUser(t, where).run(['daemon', 'start']);
  t.is(code, 1);
  t.regex(stderr, /daemon\.mode/);
});

onLinux('a daemon ends when the settings no longer allow it', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  await user.text(['daemon', 'start']);
  where.write('.beadloom/config.yml', 'daemon: {mode: off}\n');
  await user.gone();
  t.regex(await user.text(['daemon', 'logs']), /ends: daemon\.mode is off/);
});

onLinux('twenty commands at once leave one daemon', async (t) => {
  t.timeout(240_000 * TIME_FACTOR);
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  const expected = await user.text(['search', 'refund', '--no-daemon']);
  const runs = await Promise.all(
    Array.from({ length: 20 }, () => user.run(['search', 'refund'], { own: true })),
  );
  for (const { code, stdout, stderr } of runs) {
    t.is(code, 0, stderr);
    t.is(stdout, expected);
  }
  const { pid } = await user.running();
  // Those that lost the race need a moment to see that.
  await until('the end of the others', () => (daemonsOf(where.root).length === 1 ? true : undefined));
  t.deepEqual(daemonsOf(where.root), [pid]);
});

onLinux('after kill -9 the next command answers and starts another', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  const expected = await user.text(['search', 'refund']);
  const { pid } = await user.running();
  process.kill(pid ?? 0, 'SIGKILL');
  // A process that ends has no command line any more while it still holds its lock.
  await until('its end', async () => {
    const { running, reason } = await user.status();
    return !running && reason === null ? true : undefined;
  });
  t.true(
    leftovers(user.runtime).some((name) => name.endsWith('.sock')),
    'it could take nothing with it',
  );
  t.is(await user.text(['search', 'refund']), expected);
  t.not((await user.running()).pid, pid);
});

onLinux('after one idle second it goes, and its socket with it', async (t) => {
  const where = fixture(t, 'shop');
  where.write('.beadloom/config.yml', 'daemon: {idle_minutes: 0.017}\n');
  const user = daemonUser(t, where);
  await user.text(['search', 'refund']);
  await until('its log', async () =>
    (await user.run(['daemon', 'logs'])).stdout.includes('serves') ? true : undefined,
  );
  await user.gone();
  t.deepEqual(leftovers(user.runtime), []);
  t.regex(await user.text(['daemon', 'logs']), /ends: it was idle/);
});

onLinux(
  'with more memory than it may have it gives some back, then goes, and the next command answers',
  async (t) => {
    const where = fixture(t, 'shop');
    where.write('.beadloom/config.yml', 'daemon: {memory_mb: 32}\n');
    const user = daemonUser(t, where);
    const expected = await user.text(['search', 'refund']);
    const status = await user.running();
    t.is(status.limits?.rss_bytes, 32 << 20);
    await user.gone();
    t.deepEqual(leftovers(user.runtime), []);
    const log = await user.text(['daemon', 'logs']);
    t.regex(log, /gave back \d+ of \d+ MB/);
    t.regex(log, /ends: it has \d+ MB of memory, more than 32/);
    t.is(await user.text(['search', 'refund']), expected);
  },
);

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  onLinux(`${signal} ends it, and nothing stays`, async (t) => {
    const where = fixture(t, 'shop');
    const user = daemonUser(t, where);
    await user.text(['daemon', 'start']);
    process.kill((await user.status()).pid ?? 0, signal);
    await user.gone();
    t.deepEqual(leftovers(user.runtime), []);
  });
}

onLinux('it has nothing of whoever started it', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  await user.run(['search', 'refund'], { env: { TOKEN: 'secret' }, own: true });
  const { pid } = await user.running();
  t.is(readlinkSync(`/proc/${pid}/cwd`), '/');
  for (const descriptor of ['0', '1', '2']) {
    t.is(readlinkSync(`/proc/${pid}/fd/${descriptor}`), '/dev/null');
  }
  const open = readdirSync(`/proc/${pid}/fd`).map((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`);
    } catch {
      return '';
    }
  });
  t.deepEqual(
    // It may be reading the data that it came with.
    [...new Set(open)]
      .filter((leads) => leads.startsWith('/') && !leads.startsWith(where.root) && !leads.startsWith(DATA))
      .toSorted(),
    [
      '/dev/null',
      join(user.runtime, 'beadloom', leftovers(user.runtime).find((name) => name.endsWith('.lock')) ?? ''),
    ].toSorted(),
  );
  t.false(readFileSync(`/proc/${pid}/environ`, 'utf8').includes('secret'));
  // A session of its own: no terminal ends it.
  t.is(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3], String(pid));
});

onLinux('another environment is answered without it', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  await user.text(['daemon', 'start']);
  t.is(
    await user.text(['search', 'refund'], { GIT_CONFIG_GLOBAL: '/dev/null' }),
    await user.text(['search', 'refund']),
  );
  t.is((await user.status()).requests, 1);
});

onLinux('what a session was given is noted by whoever is given it', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  await user.text(['daemon', 'start']);
  await user.text(['ctx', '--task', 'refunds', '--session', '7']);
  t.is((await user.status()).requests, 0);
});

onLinux('a folder that others may look into is not used', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  chmodSync(user.runtime, 0o755);
  const other = join(user.runtime, 'tmp');
  mkdirSync(other);
  const { socket } = JSON.parse(await user.text(['daemon', 'status', '--json'], { TMPDIR: other })) as {
    socket: string;
  };
  t.is(dirname(socket), join(other, `beadloom-${process.getuid?.()}`));
  mkdirSync(dirname(socket), { mode: 0o755 });
  const elsewhere = JSON.parse(await user.text(['daemon', 'status', '--json'], { TMPDIR: other })) as {
    socket: string;
  };
  t.false(elsewhere.socket.startsWith(other));
});

onLinux('a path that no socket can have is passed over', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  const long = join(user.runtime, 'x'.repeat(100));
  mkdirSync(long, { mode: 0o700 });
  const { socket } = JSON.parse(
    await user.text(['daemon', 'status', '--json'], { XDG_RUNTIME_DIR: long, TMPDIR: user.runtime }),
  ) as { socket: string };
  t.is(dirname(socket), join(user.runtime, `beadloom-${process.getuid?.()}`));
});

onLinux('something else in the place of its socket stays, and everything is answered', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  const { socket } = await user.status();
  mkdirSync(dirname(socket ?? ''), { recursive: true, mode: 0o700 });
  writeFileSync(socket ?? '', 'mine');
  await user.text(['search', 'refund']);
  const { code, stderr } = await user.run(['daemon', 'start']);
  t.is(code, 1);
  t.regex(stderr, /no_daemon/);
  t.is(readFileSync(socket ?? '', 'utf8'), 'mine');
});

for (const what of ['deleted', 'moved'] as const) {
  onLinux(`its project is ${what}: it goes, and its socket with it`, async (t) => {
    const where = project(t, {
      'a/.beadloom/config.yml': 'version: 1\n',
      'a/src/x.py': 'def quicksilver(): pass\n',
    });
    const inner = { ...where, root: where.path('a'), path: (path: string) => where.path(join('a', path)) };
    const user = daemonUser(t, inner);
    await user.text(['daemon', 'start']);
    await user.text(['search', 'quicksilver']);
    // Files that it writes meanwhile keep a folder from being removed at once.
    if (what === 'deleted') rmSync(inner.root, { recursive: true, maxRetries: 10 });
    else renameSync(inner.root, where.path('b'));
    await until('its end', () => (daemonsOf(inner.root).length === 0 ? true : undefined));
    t.deepEqual(
      leftovers(user.runtime).filter((name) => !name.endsWith('.lock')),
      [],
    );
    t.false(existsSync(inner.root));
  });
}

onLinux('an index that is taken away is not made anew behind anybody', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  await user.text(['daemon', 'start']);
  await user.text(['search', 'refund']);
  for (const name of readdirSync(where.path('.beadloom')).filter((one) => one.includes('.db'))) {
    rmSync(where.path(join('.beadloom', name)));
  }
  where.write('src/billing/charge.py', 'def other(): pass\n');
  await user.gone();
  t.false(existsSync(where.path('.beadloom/beadloom.db')));
});

onLinux('uninstall ends it and takes its log away', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  await user.text(['daemon', 'start']);
  t.regex(await user.text(['daemon', 'logs']), /serves/);
  const { stdout } = await user.run(['uninstall', '--dry-run', '--project-only', '--json']);
  t.regex(stdout, /"what":"daemon"/);
  t.is(daemonsOf(where.root).length, 1);
  await user.text(['uninstall', '--yes', '--project-only']);
  await user.gone();
  t.deepEqual(leftovers(user.runtime), []);
  t.is((await user.run(['daemon', 'logs'])).stdout, '');
});

test('a project that is opened without a word about it knows no daemon', async (t) => {
  const where = fixture(t, 'shop');
  using open = Beadloom.open(where.root);
  await open.search('refund');
  t.deepEqual(process.platform === 'linux' ? daemonsOf(where.root) : [], []);
});

test('an action that is none is refused', async (t) => {
  const where = project(t);
  t.is((await beadloom(where, ['daemon', 'dance'])).code, 1);
  t.is((await beadloom(where, ['daemon'])).code, 1);
});
