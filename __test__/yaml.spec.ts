import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';

import test from 'ava';
import { parse } from 'yaml';

import type { BootstrapPlan } from '../src/model/plan.js';
import { BeadloomError } from '../src/api/index.js';
import { writeBootstrap } from '../src/yaml/bootstrap.js';
import { graphFolder } from '../src/yaml/config.js';
import { graphTexts } from '../src/yaml/graph.js';
import { gitFiles } from '../src/yaml/ignore.js';
import { project } from './support/project.js';

/** As `init --force` does it, and as a dry run of it. */
const WRITE = { force: true, dryRun: false };
const DRY = { force: true, dryRun: true };

const FOLDER = '.beadloom/_graph/';

const PLAN: BootstrapPlan = {
  files: { scanned: 3, languages: { python: 3 } },
  nodes: [
    {
      ref_id: 'app',
      kind: 'service',
      summary: 'All: "of" it # really',
      source: '',
      docs: [],
      confidence: 'high',
    },
    {
      ref_id: 'yes',
      kind: 'domain',
      summary: '',
      source: 'src/yes/',
      docs: ['docs/domains/yes/README.md'],
      confidence: 'low',
    },
    { ref_id: '1e3', kind: 'entity', summary: 'multi\nline', source: null, docs: [], confidence: 'low' },
  ],
  edges: [
    { src: 'yes', dst: 'app', kind: 'part_of' },
    { src: '1e3', dst: 'yes', kind: 'part_of' },
  ],
  documents: [{ path: 'docs/domains/yes/README.md', content: '# yes\n', ref_id: 'yes' }],
  stubs_left_out: 0,
  published_by: null,
  ignored_by: null,
  rules: { tags: {}, rules: [] },
  graph_exists: false,
};

test('each kind has its file, an edge stands with its source; what is read equals what was meant', (t) => {
  const texts = graphTexts(PLAN);
  t.deepEqual(
    texts.map(({ name, nodes, edges }) => [name, nodes, edges]),
    [
      ['domains.yml', 1, 1],
      ['services.yml', 1, 0],
      ['entities.yml', 1, 1],
    ],
  );
  const read = texts.map(
    ({ text }) => parse(text) as { nodes: Array<Record<string, unknown>>; edges?: unknown },
  );
  t.deepEqual(read[0]?.nodes, [
    {
      ref_id: 'yes',
      kind: 'domain',
      source: 'src/yes/',
      docs: ['docs/domains/yes/README.md'],
      confidence: 'low',
    },
  ]);
  t.deepEqual(read[0]?.edges, [{ src: 'yes', dst: 'app', kind: 'part_of' }]);
  t.is(read[1]?.nodes[0]?.['summary'], 'All: "of" it # really');
  t.is(read[2]?.nodes[0]?.['ref_id'], '1e3');
  t.true(texts.every(({ text }) => text.startsWith('# ') && text.endsWith('\n')));
});

test('writes everything once; a second time only the graph, and no byte of a person', (t) => {
  const where = project(t, {
    '.gitignore': '/target\r\n.beadloom/CONTEXT.md\r\nlast',
    'docs/domains/yes/README.md': 'mine\n',
  });
  const written = writeBootstrap(where.root, FOLDER, PLAN, WRITE);
  t.deepEqual(
    written.map(({ path }) => path),
    [
      '.beadloom/config.yml',
      `${FOLDER}domains.yml`,
      `${FOLDER}services.yml`,
      `${FOLDER}entities.yml`,
      '.gitignore',
      '.gitattributes',
    ],
  );
  t.is(
    readFileSync(where.path('.gitattributes'), 'utf8'),
    '.beadloom/sync.lock merge=union\n.beadloom/memories.jsonl merge=union\n',
  );
  t.is(readFileSync(where.path('docs/domains/yes/README.md'), 'utf8'), 'mine\n');
  t.is(
    readFileSync(where.path('.gitignore'), 'utf8'),
    '/target\r\n.beadloom/CONTEXT.md\r\nlast\r\n# beadloom\r\n.beadloom/beadloom.db*\r\n.beadloom/memory.db*\r\n.beadloom/gateway.db*',
  );
  t.deepEqual(parse(readFileSync(where.path('.beadloom/config.yml'), 'utf8')), {
    version: 1,
    scan_paths: ['.'],
  });
  where.write('.beadloom/config.yml', 'version: 1 # mine\n');
  where.write(`${FOLDER}rules.yml`, 'rules: []\n');
  where.write(`${FOLDER}own.yml`, 'nodes: []\n');

  const again = writeBootstrap(where.root, FOLDER, PLAN, WRITE);
  t.is(readFileSync(where.path('.beadloom/config.yml'), 'utf8'), 'version: 1 # mine\n');
  t.deepEqual(gitFiles(where.root), []);
  const backup = again[0]?.path ?? '';
  t.regex(backup, /^\.beadloom\/_graph\.bak-\d{8}T\d{6}Z\/$/);
  t.is(readFileSync(where.path(`${backup}own.yml`), 'utf8'), 'nodes: []\n');
  t.is(readFileSync(where.path(`${FOLDER}rules.yml`), 'utf8'), 'rules: []\n');
  t.false(existsSync(where.path(`${FOLDER}own.yml`)));
  t.deepEqual(
    readdirSync(where.path('.beadloom')).filter((name) => name.endsWith('.tmp')),
    [],
  );
});

test('a dry run lists the same and writes nothing', (t) => {
  const where = project(t);
  const listed = writeBootstrap(where.root, FOLDER, PLAN, DRY);
  t.deepEqual(readdirSync(where.root), ['.git']);
  t.deepEqual(listed, writeBootstrap(where.root, FOLDER, PLAN, WRITE));
});

test('an empty project gets settings', (t) => {
  const where = project(t);
  const empty = { ...PLAN, nodes: [], edges: [], documents: [] };
  const written = writeBootstrap(where.root, FOLDER, empty, WRITE);
  t.deepEqual(
    written.map(({ path }) => path),
    ['.beadloom/config.yml', '.gitignore', '.gitattributes'],
  );
  t.deepEqual(parse(readFileSync(where.path('.beadloom/config.yml'), 'utf8')), {
    version: 1,
    scan_paths: ['.'],
  });
});

test('links out of the project are not followed when writing', (t) => {
  const outside = project(t);
  const where = project(t);
  symlinkSync(outside.root, where.path('.beadloom'));
  const error = t.throws(() => writeBootstrap(where.root, FOLDER, PLAN, WRITE), {
    instanceOf: BeadloomError,
  });
  t.is(error?.code, 'outside_root');
  t.deepEqual(readdirSync(outside.root), ['.git']);

  const docs = project(t);
  symlinkSync(outside.root, docs.path('docs'));
  t.is(
    t.throws(() => writeBootstrap(docs.root, FOLDER, PLAN, WRITE), { instanceOf: BeadloomError })?.code,
    'outside_root',
  );
  t.deepEqual(readdirSync(outside.root), ['.git']);
});

test('where a graph cannot be written, the old one is put back', (t) => {
  const where = project(t, { [`${FOLDER}domains.yml`]: 'nodes: []\n' });
  // Fails in the middle: the third node cannot be written.
  const bad = { ...PLAN, nodes: PLAN.nodes.with(2, null as never) };
  t.throws(() => writeBootstrap(where.root, FOLDER, bad, WRITE));
  t.is(readFileSync(where.path(`${FOLDER}domains.yml`), 'utf8'), 'nodes: []\n');
  t.deepEqual(
    readdirSync(where.path('.beadloom')).filter((name) => name.startsWith('_graph.bak')),
    [],
  );
});

test('where a later file cannot be written, nothing is', (t) => {
  const where = project(t, { docs: 'a file where the stubs need a folder\n', '.gitignore': 'mine\n' });
  t.throws(() => writeBootstrap(where.root, FOLDER, PLAN, WRITE), { instanceOf: BeadloomError });
  t.is(readFileSync(where.path('.gitignore'), 'utf8'), 'mine\n');
  t.false(existsSync(where.path(FOLDER)));
  t.false(existsSync(where.path('.beadloom/config.yml')));
  t.deepEqual(existsSync(where.path('.beadloom')) ? readdirSync(where.path('.beadloom')) : [], []);
});

test('.gitignore without a final newline, empty, or missing', (t) => {
  const lines = '.beadloom/beadloom.db*\n.beadloom/memory.db*\n.beadloom/gateway.db*\n.beadloom/CONTEXT.md\n';
  const cases: Array<[before: string | undefined, after: string]> = [
    // As the text ended, so it can end again once the lines are taken out.
    ['a', `a\n${lines.trimEnd()}`],
    ['a\n', `a\n${lines}`],
    ['', lines.trimEnd()],
    [undefined, lines],
    // Not UTF-8: what is there keeps its bytes.
    ['caf\xE9\n', `caf\xE9\n${lines}`],
  ];
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  for (const [before, after] of cases) {
    const where = project(t);
    if (before !== undefined) {
      writeFileSync(where.path('.gitignore'), bytes(before));
    }
    const [file] = gitFiles(where.root, '.gitignore');
    t.deepEqual(file?.bytes, bytes(after));
    t.deepEqual(file?.before, before === undefined ? undefined : bytes(before));
  }
});

test('the graph is where the settings say', (t) => {
  t.is(graphFolder(project(t).root), FOLDER);
  t.is(
    graphFolder(project(t, { '.beadloom/config.yml': 'docs: {graph: arch/graph}\n' }).root),
    'arch/graph/',
  );
  t.is(graphFolder(project(t, { '.beadloom/config.yml': ': [broken' }).root), FOLDER);
});
