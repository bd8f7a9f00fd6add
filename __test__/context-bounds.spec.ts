import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import test from 'ava';

import type { Bundle } from '../src/api/index.js';
import { answer, beadloom, CLI, environment, failure } from './support/cli.js';
import { fixture, project } from './support/project.js';

/** Arguments after `ctx`, the error's code, and what it says. */
const REFUSED: [string[], string, RegExp][] = [
  [[''], 'not_found', /"" not found/],
  [[' '], 'not_found', /not found/],
  [['FEAT-7', ''], 'not_found', /"" not found/],
  [['--', '--json'], 'not_found', /"--json" not found/],
  [['--', '-x'], 'not_found', /"-x" not found/],
  [['../shop'], 'not_found', /not found/],
  [['x'.repeat(5000)], 'not_found', /not found/],
  [['FEAT-7', '--budget', '0'], 'usage', /from 1 to/],
  [['FEAT-7', '--budget', '1'], 'budget_too_small', /400/],
  [['FEAT-7', '--budget', '-8'], 'usage', /whole number/],
  [['FEAT-7', '--budget', '99999999999999999999'], 'usage', /from 1 to/],
  [['FEAT-7', '--budget', 'much'], 'usage', /whole number/],
  [['FEAT-7', '--depth', '-1'], 'usage', /from 0 to 100/],
  [['FEAT-7', '--depth', '1.5'], 'usage', /from 0 to 100/],
  [['FEAT-7', '--depth', '101'], 'usage', /from 0 to 100/],
  [['FEAT-7', '--max-nodes', '0'], 'usage', /from 1 to/],
  [['FEAT-7', '--max-nodes', 'all'], 'usage', /whole number/],
  [['FEAT-7', '--max-chunks', '-1'], 'usage', /from 0 to/],
];

for (const [args, code, says] of REFUSED) {
  test(`ctx ${JSON.stringify(args).slice(0, 60)}: ${code}`, async (t) => {
    const dashes = args.indexOf('--');
    const given = dashes === 0 ? ['ctx', '--json', ...args] : ['ctx', ...args, '--json'];
    const { code: exit, stdout, stderr } = await beadloom(fixture(t, 'shop'), given);
    t.is(exit, 1);
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string; hint: string } };
    t.is(error.code, code);
    t.regex(`${error.message} ${error.hint}`, says);
    t.false(/\n\s+at /.test(stderr), stderr);
  });
}

test('the largest numbers are no more than everything', async (t) => {
  const where = fixture(t, 'shop');
  const limits = [
    '--budget',
    '10000000',
    '--depth',
    '100',
    '--max-nodes',
    '100000',
    '--max-chunks',
    '100000',
  ];
  const all = await answer<Bundle>(where, ['ctx', 'FEAT-7', ...limits]);
  t.is(all.graph.nodes.length, 5);
  t.deepEqual([all.omitted.nodes, all.limited.nodes, all.limited.text_chunks], [0, 0, 0]);
});

test('circles, self edges and a hub with 10,000 edges', async (t) => {
  const spokes = Array.from({ length: 10_000 }, (_, number) => `s${String(number).padStart(5, '0')}`);
  const node = (id: string) => `  - {ref_id: ${id}, kind: domain}`;
  const edge = (src: string, dst: string) => `  - {src: ${src}, dst: ${dst}, kind: uses}`;
  const where = project(t, {
    '.beadloom/_graph/all.yml': [
      'nodes:',
      ...['a', 'b', 'hub', ...spokes].map(node),
      'edges:',
      edge('a', 'a'),
      edge('a', 'b'),
      edge('b', 'a'),
      ...spokes.map((id) => edge(id, 'hub')),
      '',
    ].join('\n'),
  });
  const circle = await answer<Bundle>(where, ['ctx', 'a']);
  t.deepEqual(
    circle.graph.nodes.map((one) => one.ref_id),
    ['a', 'b'],
  );
  t.true(circle.graph.edges.every(({ src, dst }) => src !== dst));
  const hub = await answer<Bundle>(where, ['ctx', 'hub']);
  t.is(hub.graph.nodes.length, 20);
  t.is(hub.limited.nodes, 10_001 - 20);
  t.true(hub.tokens <= 8000);
  const wide = await answer<Bundle>(where, ['ctx', 'hub', '--max-nodes', '100000', '--budget', '1000']);
  t.true(wide.tokens <= 1000);
  t.is(wide.graph.nodes.length + wide.omitted.nodes, 10_001);
});

test('a document of 5 MB fills no more than the budget', async (t) => {
  const where = fixture(t, 'shop');
  const section = (number: number) => `## Part ${number}\n\n${'Words about refunds. '.repeat(250)}\n\n`;
  const parts = Array.from({ length: 1000 }, (_, number) => section(number));
  where.write('docs/f/refunds.md', `# Refunds\n\n## Specification\n\nMoney goes back.\n\n${parts.join('')}`);
  where.write('.beadloom/config.yml', 'version: 1\nmax_file_size: 8000000\n');
  const bundle = await answer<Bundle>(where, ['ctx', 'FEAT-7']);
  t.true(bundle.tokens <= 8000);
  t.regex(bundle.text_chunks[0]?.content ?? '', /Money goes back/);
  t.true(bundle.limited.text_chunks > 900);
});

test('while the index is rewritten, every answer is of one state', async (t) => {
  const where = fixture(t, 'shop');
  await answer<Bundle>(where, ['ctx', 'FEAT-7']);
  // The name of a function says which state it is; that of one in another file says the same.
  const write = (state: number) => {
    // Moved into place: of a file that is half written, no line is there.
    const put = (path: string, text: string) => {
      writeFileSync(`${where.root}-next`, text);
      renameSync(`${where.root}-next`, join(where.root, path));
    };
    put('src/auth/tokens.py', `# beadloom:domain=auth\n\n\ndef check_${state}():\n    return ${state}\n`);
    put('src/auth/other.py', `def other_${state}():\n    return ${state}\n`);
  };
  write(0);
  await beadloom(where, ['reindex']);
  const work = { runs: true };
  const rewrite = (async () => {
    for (let state = 1; state <= 8; state += 1) {
      write(state);
      const child = spawn(process.execPath, [CLI, 'reindex', '--full', '--quiet'], {
        cwd: where.root,
        env: environment(),
        stdio: 'ignore',
      });
      // oxlint-disable-next-line no-await-in-loop -- one state after the other
      await once(child, 'close');
    }
    work.runs = false;
  })();
  const seen = new Set<string>();
  while (work.runs) {
    // oxlint-disable-next-line no-await-in-loop -- a reader in a loop
    const read = await beadloom(where, ['ctx', 'auth', '--no-refresh', '--json'], { own: true });
    const bundle = JSON.parse(read.stdout) as Bundle;
    const inCode = bundle.code_symbols.find((one) => one.file_path === 'src/auth/tokens.py')?.symbol_name;
    const other = bundle.code_symbols.find((one) => one.file_path === 'src/auth/other.py')?.symbol_name;
    t.is(inCode, `check_${other?.slice('other_'.length)}`);
    seen.add(inCode ?? '');
  }
  await rewrite;
  t.true(seen.size >= 2, [...seen].join(' '));
});

test('a reference that is missing beside one that is there names only the missing one', async (t) => {
  const error = await failure(fixture(t, 'shop'), ['ctx', 'FEAT-7', 'gone-1', 'gone-2']);
  t.regex(error.message, /"gone-1", "gone-2" not found/);
  t.false(error.message.includes('FEAT-7'));
});
