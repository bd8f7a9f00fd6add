import { join } from 'node:path';

import test from 'ava';

import { Beadloom, BeadloomError, findProject, type Progress } from '../src/api/index.js';
import { beadloom, run } from './support/cli.js';
import { fixture, project } from './support/project.js';

test('answers are those of the command line', async (t) => {
  const where = fixture(t, 'shop');
  using open = Beadloom.open(where.root);
  const indexed = await open.reindex();
  t.is(indexed.mode, 'full');
  const cli = async (...args: string[]) =>
    JSON.parse((await beadloom(where, [...args, '--json'])).stdout) as unknown;
  t.deepEqual(await open.ctx('FEAT-7', { depth: 1 }), await cli('ctx', 'FEAT-7', '--depth', '1'));
  t.deepEqual(await open.ctx(['FEAT-7', 'auth']), await cli('ctx', 'FEAT-7', 'auth'));
  t.deepEqual(await open.graph({ refs: ['auth'], depth: 1 }), await cli('graph', 'auth', '--depth', '1'));
  t.deepEqual(await open.why('auth', { depth: 1 }), await cli('why', 'auth', '--depth', '1'));
  t.deepEqual(
    await open.refs('charge', { kind: 'call', limit: 1 }),
    await cli('refs', 'charge', '--kind', 'call', '--limit', '1'),
  );
  t.deepEqual(
    await open.related('src/auth/tokens.py', { limit: 1 }),
    await cli('related', 'src/auth/tokens.py', '--limit', '1'),
  );
  t.deepEqual(await open.signatures('src/auth/tokens.py'), await cli('signatures', 'src/auth/tokens.py'));
  t.deepEqual(await open.search('Ledger', { in: 'code' }), await cli('search', 'Ledger', '--in', 'code'));
  t.deepEqual(await open.status(), await cli('status'));
  t.is(
    `${(await open.ctxMarkdown('FEAT-7')).trimEnd()}\n`,
    (await beadloom(where, ['ctx', 'FEAT-7'])).stdout,
  );
  // The page exists in the bundle only; its own tests have it.
  for (const picture of ['mermaid', 'dot', 'c4', 'c4-plantuml'] as const) {
    const { stdout } = await beadloom(where, ['graph', '--format', picture]);
    t.is(await open.graphPicture(picture), stdout, picture);
  }
});

test('init writes and indexes', async (t) => {
  const where = fixture(t, 'orders');
  using open = Beadloom.open(where.root);
  const dry = await open.init({ dryRun: true });
  const init = await open.init();
  t.deepEqual(init.written, dry.written);
  t.false((await open.ctx('orders', { refresh: false })).derived);
  await t.throwsAsync(open.init(), { instanceOf: BeadloomError, message: /already has a graph/ });
});

test('what another process wrote is found', async (t) => {
  const body = (name: string) =>
    `def ${name}(order):\n    """Pays what the order costs."""\n    return order\n`;
  const where = project(t, { 'src/pay.py': body('settle_invoice'), 'src/late.py': body('wait_longer') });
  using open = Beadloom.open(where.root);
  await open.reindex();
  const names = async (query: string) => {
    const { hits } = await open.search(query, { in: 'code', refresh: false });
    return hits.map(({ name, path, line_start }) => `${name} ${path}:${line_start}`);
  };
  const sees = async (query: string, ...expected: string[]) => {
    // Twice: what the first search kept must not be another answer.
    t.deepEqual([await names(query), await names(query)], [expected, expected], query);
    const task = await open.ctxMarkdown([], { task: query, refresh: false });
    for (const hit of expected) t.true(task.includes(hit.split(' ')[0] ?? ''), task);
  };
  await sees('settle_invoice', 'settle_invoice src/pay.py:1');
  // In place, so that ids and chunks stay the same.
  where.write('src/pay.py', `\n${body('refund_customer')}`);
  await beadloom(where, ['reindex']);
  await sees('refund_customer', 'refund_customer src/pay.py:2');
  t.false((await names('settle_invoice')).some((hit) => hit.startsWith('settle_invoice')));
  where.write('src/more.py', body('refund_customer'));
  await beadloom(where, ['reindex']);
  await sees('refund_customer', 'refund_customer src/more.py:1', 'refund_customer src/pay.py:2');
});

test('errors carry code, hint and place', async (t) => {
  using open = Beadloom.open(fixture(t, 'shop').root);
  const rejects = async (work: Promise<unknown>) =>
    (await t.throwsAsync(work, { instanceOf: BeadloomError })) as BeadloomError;
  const unknown = await rejects(open.ctx('FEAT-8'));
  t.is(unknown.code, 'not_found');
  t.regex(unknown.hint ?? '', /FEAT-7/);
  t.deepEqual(Object.keys(unknown.toJSON()), ['code', 'message', 'path', 'line', 'column', 'hint']);
  t.is((await rejects(open.search('x', { kind: 'gizmo' }))).code, 'usage');
  const wrong: Array<Promise<unknown>> = [
    open.ctx([]),
    open.ctx(7 as never),
    open.ctx('a', { depth: -1 }),
    open.ctx('a', { budget: 2 ** 40 }),
    open.ctx('a', { maxNodes: 1.5 }),
    open.search('x', { limit: Number.NaN }),
    open.search('x', { in: 'nowhere' as never }),
    open.search(undefined as never),
    open.graph({ refs: [null as never] }),
    open.graph({ scope: 7 as never }),
    open.graphPicture('png' as never),
    open.graphPicture('c4', { level: 'code' as never }),
    open.graphPicture('html', { level: 'context' }),
    open.graphPicture('dot', { level: 'context' }),
  ];
  for (const work of wrong) {
    t.is((await rejects(work)).code, 'usage');
  }
  t.is(t.throws(() => Beadloom.open('/no/such/folder'), { instanceOf: BeadloomError })?.code, 'no_project');
});

test('close: twice does no harm, and nothing answers afterwards', async (t) => {
  const open = Beadloom.open(fixture(t, 'shop').root);
  await open.reindex();
  open.close();
  open.close();
  for (const work of [open.reindex(), open.ctx('FEAT-7'), open.status(), open.init()]) {
    const error = await t.throwsAsync(work, { instanceOf: BeadloomError });
    t.is((error as BeadloomError).code, 'closed');
  }
});

test('a signal cancels before and during the work', async (t) => {
  const where = project(t);
  for (let i = 0; i < 3000; i++) {
    where.write(`p${i % 30}/m${i}.py`, `def f${i}():\n    return ${i}\n`.repeat(20));
  }
  using open = Beadloom.open(where.root);
  const before = await t.throwsAsync(open.reindex({ signal: AbortSignal.abort() }), {
    instanceOf: BeadloomError,
  });
  t.is((before as BeadloomError).code, 'cancelled');

  const controller = new AbortController();
  const seen: Progress[] = [];
  const during = await t.throwsAsync(
    open.reindex({
      signal: controller.signal,
      onProgress: (progress) => {
        seen.push(progress);
        controller.abort();
      },
    }),
    { instanceOf: BeadloomError },
  );
  t.is((during as BeadloomError).code, 'cancelled');
  t.true(seen.length > 0);
  t.deepEqual(Object.keys(seen[0] as Progress), ['phase', 'done', 'total', 'rate', 'remaining_ms']);
  t.is((await open.reindex()).files.added, 3000);
});

test('a progress callback that throws ends neither the work nor the process', async (t) => {
  const where = project(t);
  for (let i = 0; i < 2000; i++) {
    where.write(`m${i}.py`, `def f${i}():\n    return ${i}\n`);
  }
  using open = Beadloom.open(where.root);
  const answer = await open.reindex({
    onProgress: () => {
      throw new Error('mine');
    },
  });
  t.is(answer.files.added, 2000);
});

test('calls at the same time all answer', async (t) => {
  using open = Beadloom.open(fixture(t, 'shop').root);
  const bundles = await Promise.all(Array.from({ length: 20 }, () => open.ctx('FEAT-7')));
  t.is(new Set(bundles.map((bundle) => bundle.etag)).size, 1);
});

test('process.exit in the middle of work ends the process at once', async (t) => {
  const where = project(t);
  for (let i = 0; i < 4000; i++) {
    where.write(`p${i % 30}/m${i}.py`, `def f${i}():\n    return ${i}\n`.repeat(30));
  }
  const library = new URL('../dist/index.js', import.meta.url).href;
  where.write(
    'exit.mjs',
    `import { Beadloom } from ${JSON.stringify(library)};
const beadloom = Beadloom.open('.');
beadloom.reindex({ onProgress: () => { console.log('leaving'); process.exit(7); } });
`,
  );
  const { code, stdout, stderr } = await run(process.execPath, [where.path('exit.mjs')], { cwd: where.root });
  t.is(code, 7, stderr);
  t.is(stdout, 'leaving\n');
  using open = Beadloom.open(where.root);
  t.is((await open.reindex()).files.added, 4001);
});

test('the project is found from below', (t) => {
  const where = project(t, {
    'a/b/c.txt': '',
    'inner/.beadloom/config.yml': 'version: 1\n',
    'inner/x/y.txt': '',
  });
  t.deepEqual(findProject(undefined, where.path('a/b')), { root: where.root, by: 'git' });
  t.deepEqual(findProject(undefined, where.path('inner/x')), {
    root: where.path('inner'),
    by: 'beadloom',
    git: where.root,
  });
  t.deepEqual(findProject('inner', where.root), { root: join(where.root, 'inner'), by: 'given' });
  t.throws(() => findProject('a/b/c.txt', where.root), { instanceOf: BeadloomError });
});
