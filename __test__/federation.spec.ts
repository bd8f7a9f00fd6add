// `export` and `federate` through the command line: bytes, exit codes, bad input, three repositories with all protocols.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

import test, { type ExecutionContext } from 'ava';

import { Beadloom, type ExportAnswer, type FederateAnswer, type StatusAnswer } from '../src/api/index.js';
import { answer as asked, beadloom } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { fixture, project, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

const REPOSITORIES = ['federation-orders', 'federation-billing', 'federation-web'];

/** The three repositories' artifacts in a folder. */
async function artifacts(t: ExecutionContext): Promise<{ folder: TestProject; files: string[] }> {
  const folder = project(t);
  for (const name of REPOSITORIES) {
    const { code, stderr } = await beadloom(fixture(t, name), ['export', '-o', folder.path(`${name}.json`)]);
    t.is(code, 0, stderr);
  }
  return { folder, files: REPOSITORIES.map((name) => `${name}.json`) };
}

test('three repositories have contracts of every protocol', async (t) => {
  const { folder, files } = await artifacts(t);
  const { code, stdout, stderr } = await beadloom(folder, ['federate', ...files, '--json']);
  t.is(code, 0, stderr);
  const answer = JSON.parse(stdout) as FederateAnswer;
  t.deepEqual(violations('federate', answer), []);
  t.deepEqual(
    answer.contracts.map(({ protocol, name, verdict }) => `${protocol} ${name}: ${verdict}`),
    [
      'amqp mails: undeclared_producer',
      'amqp orders/order.cancelled: orphaned_consumer',
      'amqp orders/order.paid: confirmed',
      'asyncapi orders.shipped: confirmed',
      'graphql catalog: drift',
      'openapi Orders API: breaking',
      'openapi Payment Provider: external',
      'protobuf billing.v1.Invoices: breaking',
    ],
  );
  t.deepEqual(
    answer.edges
      .filter(({ across }) => across)
      .map(({ src, kind, dst, state }) => `${src} ${kind} ${dst}: ${state}`),
    [
      '@billing:invoices uses @orders:ordering: resolved',
      '@web:cart uses @mailer:mails: outside',
      '@web:cart uses @orders:ordering: resolved',
      '@web:cart uses @orders:refunds: dangling',
    ],
  );
  const reverse = await beadloom(folder, ['federate', ...files.toReversed(), '--json']);
  t.is(reverse.stdout, stdout);
});

test('every format says what is wrong', async (t) => {
  const { folder, files } = await artifacts(t);
  const pretty = await beadloom(folder, ['federate', ...files]);
  t.regex(pretty.stdout, /^3 repositories, \d+ nodes\n/);
  t.regex(pretty.stdout, /breaking {2}openapi Orders API {2}@orders:ordering → @web:cart\n/);
  t.regex(pretty.stdout, /@orders:refunds {2}dangling: no such node/);
  const markdown = await beadloom(folder, ['federate', ...files, '--format', 'markdown']);
  t.regex(
    markdown.stdout,
    /^\| breaking \| openapi Orders API \| @orders:ordering → @web:cart \| @web:cart: /m,
  );
  const json = await beadloom(folder, ['federate', ...files, '--json']);
  t.is((await beadloom(folder, ['federate', ...files, '--format', 'json'])).stdout, json.stdout);
  t.is((await beadloom(folder, ['federate', ...files, '--format', 'markdown', '--json'])).code, 1);
});

test('--fail-on exits with 2 on what it names, and with 1 on what is no verdict', async (t) => {
  const { folder, files } = await artifacts(t);
  for (const [failOn, code] of [
    ['breaking', 2],
    ['undeclared', 2],
    ['confirmed,orphaned', 2],
    ['orphaned-consumer', 2],
    ['drift', 2],
    ['dangling', 2],
    ['breakng', 1],
    ['breaking,', 1],
    ['', 1],
  ] as const) {
    const run = await beadloom(folder, ['federate', ...files, '--fail-on', failOn]);
    t.is(run.code, code, `${failOn}: ${run.stderr}`);
  }
  const alone = ['federate', 'federation-orders.json', '--fail-on', 'undeclared_producer,dangling'];
  t.is((await beadloom(folder, alone)).code, 0);
  const { stdout } = await beadloom(folder, ['federate', ...files, '--fail-on', 'breakng', '--json']);
  t.deepEqual(violations('error', JSON.parse(stdout)), []);
});

withGit('the same tree gives the same bytes, pinned to its commit', async (t) => {
  const where = fixture(t, 'federation-orders');
  git(where.root, 'init', '-q');
  where.write('.gitignore', '.beadloom/beadloom.db*\n');
  git(where.root, 'add', '.');
  git(where.root, 'commit', '-qm', 'one');
  const first = await beadloom(where, ['export', '--json']);
  const answer = JSON.parse(first.stdout) as ExportAnswer;
  t.deepEqual(violations('export', answer), []);
  t.regex(answer.commit ?? '', /^[0-9a-f]{40}$/);
  t.false(answer.dirty);
  // An artifact in the repository is no change of it, nor is where a clone lies.
  t.is((await beadloom(where, ['export', '-o', 'orders.json', '--json'])).code, 0);
  t.is(readFileSync(where.path('orders.json'), 'utf8'), first.stdout);
  t.is((await beadloom(where, ['export', '--json'])).stdout, first.stdout);
  const clone = project(t);
  git(clone.root, 'clone', '-q', where.root, 'elsewhere');
  t.is((await beadloom(clone.path('elsewhere'), ['export', '--json'])).stdout, first.stdout);
  where.write('src/orders.js', '// changed\n');
  t.true((JSON.parse((await beadloom(where, ['export', '--json'])).stdout) as ExportAnswer).dirty);
});

test('status counts the nodes of this repository, and what of these has documents', async (t) => {
  const where = fixture(t, 'federation-web');
  const before = await asked<StatusAnswer>(where, ['status']);
  t.is(before.nodes_count, 2);
  t.is(before.doc_coverage, 0);
  where.write('docs/cart.md', '<!-- beadloom:ref=cart ref=@orders:ordering -->\n# Cart\n\nWhat it is.\n');
  const after = await asked<StatusAnswer>(where, ['status']);
  t.is(after.nodes_count, 2);
  t.is(after.doc_coverage, 50);
});

test('nodes of other repositories are seen in ctx and graph, and are no part of an artifact', async (t) => {
  const where = fixture(t, 'federation-web');
  const { code, stderr } = await beadloom(where, ['reindex']);
  t.is(code, 0, stderr);
  t.notRegex(stderr, /unknown_endpoint|is no node/);
  const ctx = await beadloom(where, ['ctx', 'cart', '--json']);
  const bundle = JSON.parse(ctx.stdout) as { graph: { nodes: Array<{ ref_id: string; kind: string }> } };
  t.true(bundle.graph.nodes.some((node) => node.ref_id === '@orders:ordering' && node.kind === 'external'));
  t.regex((await beadloom(where, ['graph'])).stdout, /@orders:ordering/);
  const artifact = JSON.parse((await beadloom(where, ['export', '--json'])).stdout) as ExportAnswer;
  t.deepEqual(
    artifact.nodes.map((node) => node.ref_id),
    ['cart', 'pages'],
  );
});

test('what is wrong with an artifact is said with its place', async (t) => {
  const { folder, files } = await artifacts(t);
  const [first = ''] = files;
  const text = readFileSync(folder.path(first), 'utf8');
  const cases: Array<[content: string, message: RegExp]> = [
    ['', /bad\.json:1.*damaged/],
    [text.slice(0, text.length / 2), /bad\.json:\d+:\d+: it is damaged/],
    ['{"version":1,"nodes":[]}', /bad\.json: it is not an artifact/],
    [text.replace('"version": 1', '"version": 9'), /bad\.json: it is of version 9/],
    [text.replace('"repo": "orders"', '"repo": 3'), /bad\.json:\d+:\d+: it is damaged: invalid type/],
    [text.replace('"dirty": false', '"dirty": true'), /the repository orders is in .* too/],
  ];
  for (const [content, message] of cases) {
    writeFileSync(folder.path('bad.json'), content);
    const { code, stderr, stdout } = await beadloom(folder, ['federate', ...files, 'bad.json', '--json']);
    t.is(code, 1, content.slice(0, 40));
    t.regex(stderr, message);
    t.deepEqual(violations('error', JSON.parse(stdout)), []);
  }
  for (const path of ['gone.json', '.']) {
    t.is((await beadloom(folder, ['federate', path])).code, 1);
  }
  t.is((await beadloom(folder, ['federate'])).code, 1);
});

test('a wrong contract is an error with its place, and everything else is exported', async (t) => {
  const where = project(t, {
    '.beadloom/config.yml': 'repo: odd\n',
    '.beadloom/_graph/a.yml':
      'nodes:\n  - ref_id: a\n    kind: domain\n    contracts:\n      - {protocol: smtp, role: produces, name: x}\n      - {protocol: amqp, role: produces, name: y}\n',
    'api.yaml': 'openapi: 3.0.0\npaths:\n  - : ][\n',
    'other.json': '{"openapi": "3.0.0", "info": {"title": "Other"}, "paths": {"/": {"get": {}}}}',
  });
  const reindex = await beadloom(where, ['reindex']);
  t.is(reindex.code, 1);
  t.regex(reindex.stderr + reindex.stdout, /a\.yml:5:20/);
  const { code, stdout, stderr } = await beadloom(where, ['export', '--json']);
  t.is(code, 0);
  t.regex(stderr, /api\.yaml:3/);
  const answer = JSON.parse(stdout) as ExportAnswer;
  t.deepEqual(
    answer.contracts.map((contract) => `${contract.protocol} ${contract.name}`),
    ['amqp y', 'openapi Other'],
  );
  t.deepEqual(
    answer.unread.map(({ path, line }) => [path, line]),
    [['api.yaml', 3]],
  );
});

test('the library gives what the command prints', async (t) => {
  const { folder, files } = await artifacts(t);
  const library = Beadloom.open(folder.root);
  t.teardown(() => library.close());
  const { stdout } = await beadloom(folder, ['federate', ...files, '--json']);
  t.deepEqual(await library.federate(files.map((file) => folder.path(file))), JSON.parse(stdout));
  t.is((await library.export()).repo, basename(folder.root));
});
