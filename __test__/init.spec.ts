import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';

import test from 'ava';
import { parse } from 'yaml';

import type { Bundle, GraphAnswer, InitAnswer, StatusAnswer, SyncCheckAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project, type TestProject } from './support/project.js';

const BOOTSTRAP = ['init', '--bootstrap', '-y'];

/** Every file under a folder, with its bytes. */
function snapshot(where: TestProject): Record<string, string> {
  const names = readdirSync(where.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('beadloom.db'))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(where.root.length + 1));
  return Object.fromEntries(names.toSorted().map((name) => [name, readFileSync(where.path(name), 'latin1')]));
}

test('bootstrap finds the parts, what they are part of, and who imports whom', async (t) => {
  const where = fixture(t, 'orders');
  const init = await answer<InitAnswer>(where, BOOTSTRAP);
  t.false(init.dry_run);
  t.true(init.found.domains + init.found.services >= 3);

  const { derived, nodes, edges } = await answer<GraphAnswer>(where, ['graph']);
  t.false(derived);
  const ids = nodes.map((node) => node.ref_id);
  for (const id of ['orders', 'users', 'shared']) {
    t.true(ids.includes(id), `${id} in ${ids.join(', ')}`);
  }
  t.false(
    nodes.some((node) => node.source?.startsWith('tests')),
    'tests become no node',
  );
  const drawn = edges.map(({ src, kind, dst }) => `${src} ${kind} ${dst}`);
  t.true(
    drawn.some((edge) => /^(orders|api|models)\S* (depends_on|uses) (shared|users|services)/.test(edge)),
    drawn.join('\n'),
  );
  t.true(
    drawn.some((edge) => edge.endsWith(' part_of orders')),
    drawn.join('\n'),
  );

  const bundle = await answer<Bundle>(where, ['ctx', 'orders']);
  t.true(bundle.code_symbols.some((symbol) => symbol.file_path.startsWith('src/orders/')));
  const status = await answer<StatusAnswer>(where, ['status']);
  t.true(status.coverage.some((one) => one.ref_id === 'orders'));
});

test('every file that it lists is there, reads as it was meant, and Git leaves the index alone', async (t) => {
  const where = fixture(t, 'orders');
  const { written } = await answer<InitAnswer>(where, BOOTSTRAP);
  let nodes = 0;
  for (const file of written) {
    t.true(existsSync(where.path(file.path)), file.path);
    if (file.nodes > 0) {
      const text = readFileSync(where.path(file.path), 'utf8');
      const graph = parse(text) as { nodes: Array<{ confidence: string }>; edges?: unknown[] };
      t.is(graph.nodes.length, file.nodes);
      t.is(graph.edges?.length ?? 0, file.edges);
      t.true(graph.nodes.every(({ confidence }) => ['high', 'medium', 'low'].includes(confidence)));
      nodes += file.nodes;
    }
  }
  t.is((await answer<GraphAnswer>(where, ['graph'])).nodes.length, nodes);
  t.regex(readFileSync(where.path('.gitignore'), 'utf8'), /^\.beadloom\/beadloom\.db\*$/m);
  const config = parse(readFileSync(where.path('.beadloom/config.yml'), 'utf8')) as Record<string, unknown>;
  t.deepEqual(config, { version: 1, scan_paths: ['.'] });
  // Bootstrap writes what the index accepts: hints for the review are all it may say.
  const { stdout } = await beadloom(where, ['reindex', '--json']);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Array<{ code: string }> };
  t.deepEqual(
    diagnostics.filter((one) => one.code !== 'leftover_confidence'),
    [],
  );
});

test('documents: stubs with symbol names, never over an existing file', async (t) => {
  const where = fixture(t, 'orders');
  const planned = await answer<InitAnswer>(where, ['init', '--bootstrap', '--dry-run']);
  const stub = planned.written.find((file) => file.path.startsWith('docs/') && file.path.includes('orders'));
  t.truthy(stub);
  const where2 = fixture(t, 'orders');
  where2.write(stub?.path ?? '', 'mine\n');
  await answer<InitAnswer>(where2, BOOTSTRAP);
  t.is(readFileSync(where2.path(stub?.path ?? ''), 'utf8'), 'mine\n');
  await answer<InitAnswer>(where, BOOTSTRAP);
  t.regex(readFileSync(where.path(stub?.path ?? ''), 'utf8'), /Order|Basket|read_order/);
});

test('a dry run writes nothing and lists what a run writes', async (t) => {
  const where = fixture(t, 'orders');
  const before = snapshot(where);
  const dry = await answer<InitAnswer>(where, ['init', '--bootstrap', '--dry-run']);
  t.true(dry.dry_run);
  t.deepEqual(snapshot(where), before);
  t.deepEqual((await answer<InitAnswer>(where, BOOTSTRAP)).written, dry.written);
});

test('a graph that is there stays, unless --force, which keeps it beside', async (t) => {
  const where = fixture(t, 'orders');
  await answer<InitAnswer>(where, BOOTSTRAP);
  where.write('.beadloom/_graph/domains.yml', 'nodes:\n  - {ref_id: mine, kind: domain}\n');
  const before = snapshot(where);
  const error = await failure(where, BOOTSTRAP);
  t.is(error.code, 'graph_exists');
  t.regex(error.hint ?? '', /--force/);
  t.deepEqual(snapshot(where), before);

  const forced = await answer<InitAnswer>(where, [...BOOTSTRAP, '--force']);
  const kept = forced.written.find((file) => file.path.includes('_graph.bak-'))?.path ?? '';
  t.is(readFileSync(where.path(`${kept}domains.yml`), 'utf8'), before['.beadloom/_graph/domains.yml'] ?? '');
  t.false((await answer<GraphAnswer>(where, ['graph'])).nodes.some((node) => node.ref_id === 'mine'));
});

test('without a terminal and without flags: exit 1 and the flags to pass', async (t) => {
  const where = fixture(t, 'orders');
  const before = snapshot(where);
  for (const args of [['init'], ['init', '-y']]) {
    const { code, stdout, stderr } = await beadloom(where, args);
    t.is(code, 1);
    t.is(stdout, '');
    t.regex(stderr, /--bootstrap -y/);
  }
  t.deepEqual(snapshot(where), before);
});

test('--scope looks at some folders only', async (t) => {
  const where = fixture(t, 'orders');
  const init = await answer<InitAnswer>(where, ['init', '--bootstrap', '--scope', 'src/users', '-y']);
  t.true(init.files.scanned > 0);
  const { nodes } = await answer<GraphAnswer>(where, ['graph']);
  t.true(nodes.some((node) => node.source?.startsWith('src/users')));
  t.false(nodes.some((node) => node.source?.startsWith('src/orders')));
  // The rest is indexed, and shows as code that no node owns.
  const { unmapped } = await answer<StatusAnswer>(where, ['status']);
  t.true(
    unmapped.some((path) => path.startsWith('src/orders')),
    unmapped.join(', '),
  );
  for (const scope of ['../x', 'nowhere']) {
    const fresh = fixture(t, 'orders');
    const before = snapshot(fresh);
    t.is((await beadloom(fresh, ['init', '--scope', scope, '-y'])).code, 1, scope);
    t.deepEqual(snapshot(fresh), before);
  }
});

test('the derived graph answers, but for pairs and rules, which say what they need', async (t) => {
  const where = fixture(t, 'orders');
  where.write('src/orders/README.md', '# Orders\n\nOrders of customers.\n');
  t.true((await answer<GraphAnswer>(where, ['graph'])).derived);
  const check = await answer<SyncCheckAnswer>(where, ['sync-check']);
  t.deepEqual(check.pairs, []);
  t.regex(check.warning ?? '', /init --bootstrap/);
  t.regex((await beadloom(where, ['lint'])).stdout, /init --bootstrap/);
  await answer<InitAnswer>(where, BOOTSTRAP);
  const kept = await answer<SyncCheckAnswer>(where, ['sync-check']);
  t.is(kept.warning, null);
  t.true(kept.pairs.length > 0);
  rmSync(where.path('.beadloom/_graph'), { recursive: true });
  t.deepEqual((await answer<SyncCheckAnswer>(where, ['sync-check'])).pairs, []);
});

test('a class that implements an interface of another part is drawn, and the derived graph follows', async (t) => {
  const where = project(t, {
    'package.json': '{"name": "shop"}\n',
    'src/ports/sender.ts': 'export interface Sender {\n  send(): void;\n}\n',
    'src/ports/clock.ts': 'export interface Clock {\n  now(): number;\n}\n',
    'src/mail/mailer.ts':
      "import type { Sender } from '../ports/sender.js';\nimport { helper } from '../ports/helper.js';\n\nexport class Mailer implements Sender {\n  send(): void {\n    helper();\n  }\n}\n",
    'src/ports/helper.ts': 'export function helper(): void {}\n',
    'src/mail/text.ts': 'export const text = 1;\n',
  });
  const drawn = async () =>
    (await answer<GraphAnswer>(where, ['graph'])).edges
      .filter(({ kind }) => kind === 'implements')
      .map(({ src, dst }) => `${src} ${dst}`);
  t.deepEqual(await drawn(), ['mail ports']);
  const mailer = readFileSync(where.path('src/mail/mailer.ts'), 'utf8');
  where.write('src/mail/mailer.ts', mailer.replace(' implements Sender', ''));
  t.deepEqual(await drawn(), []);
  where.write('src/mail/mailer.ts', mailer);
  t.deepEqual(await drawn(), ['mail ports']);
  await answer<InitAnswer>(where, BOOTSTRAP);
  t.deepEqual(await drawn(), ['mail ports']);
});

test('many stubs are one line of the report; what it lists as JSON and dry is all of it', async (t) => {
  const where = project(t, { 'pyproject.toml': '[project]\nname = "shop"\n' });
  for (const name of ['cart', 'mail', 'pay', 'ship', 'stock', 'tax']) {
    where.write(`shop/${name}/a.py`, `def ${name}():\n    pass\n`);
  }
  const dry = await beadloom(where, ['init', '--bootstrap', '--dry-run']);
  t.regex(dry.stdout, /docs\/domains\/tax\/README\.md/);
  const { stdout } = await beadloom(where, BOOTSTRAP);
  t.regex(stdout, /docs\/domains\/\*\/README\.md +\(7 stubs\)/);
  t.notRegex(stdout, /docs\/domains\/tax\/README\.md/);
  t.regex(stdout, /beadloom ctx cart/);
  t.regex((await beadloom(where, ['status'])).stdout, /cart .* 0% +\(1 symbol, 1 stub\)/);
});

test('an empty project: exit 0, settings, and it says so', async (t) => {
  const where = project(t);
  const { code, stdout } = await beadloom(where, BOOTSTRAP);
  t.is(code, 0);
  t.regex(stdout, /^Found no code/m);
  t.true(existsSync(where.path('.beadloom/config.yml')));
  t.false(existsSync(where.path('.beadloom/_graph')));
});
