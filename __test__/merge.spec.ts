import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import test from 'ava';

import type { MergePlan } from '../src/model/plan.js';
import { BeadloomError, type GraphAnswer, type InitAnswer, type LintAnswer } from '../src/api/index.js';
import { changeLinks } from '../src/yaml/links.js';
import { merge } from '../src/yaml/merge.js';
import { locked } from '../src/yaml/rewrite.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project } from './support/project.js';

const BOOTSTRAP = ['init', '--bootstrap', '-y'];
const MERGE = ['init', '--merge', '-y'];
const DOMAINS = '.beadloom/_graph/domains.yml';

test('a second run adds nothing and changes no byte', async (t) => {
  const where = fixture(t, 'orders');
  await answer<InitAnswer>(where, BOOTSTRAP);
  const before = readFileSync(where.path(DOMAINS), 'utf8');
  const merged = await answer<InitAnswer>(where, MERGE);
  t.is(merged.mode, 'merge');
  t.deepEqual(merged.written, []);
  t.deepEqual(merged.conflicts, []);
  t.deepEqual(merged.gone, []);
  t.is(readFileSync(where.path(DOMAINS), 'utf8'), before);
  t.regex((await beadloom(where, MERGE)).stdout, /^The graph is up to date$/m);
});

test('what a person edited stays byte for byte; new parts are added, what differs is listed', async (t) => {
  const where = fixture(t, 'orders');
  await answer<InitAnswer>(where, BOOTSTRAP);
  const { nodes } = await answer<GraphAnswer>(where, ['graph']);
  const users = nodes.find((node) => node.ref_id === 'users');
  t.truthy(users);
  const file = ['domains', 'services']
    .map((name) => `.beadloom/_graph/${name}.yml`)
    .find((path) => readFileSync(where.path(path), 'utf8').includes('{ref_id: users,')) as string;
  const edited = readFileSync(where.path(file), 'utf8')
    .replace(
      /(ref_id: users,.*\n\s+)summary: .*(?=\})/,
      "$1summary:   'People, and what they may do'  # mine\n    ",
    )
    .replaceAll('\n', '\r\n');
  where.write(file, edited);
  where.write('src/parcels/__init__.py', '"""Parcels on their way."""\n');
  where.write(
    'src/parcels/track.py',
    'from src.shared import *\n\n\ndef track(parcel):\n    return parcel\n',
  );
  where.write('src/parcels/label.py', 'def label(parcel):\n    return str(parcel)\n');

  const dry = await answer<InitAnswer>(where, [...MERGE, '--dry-run']);
  t.is(readFileSync(where.path(file), 'utf8'), edited);
  const merged = await answer<InitAnswer>(where, MERGE);
  t.deepEqual(merged.written, dry.written);
  t.deepEqual(
    merged.conflicts.filter(({ field }) => field === 'summary').map(({ ref_id, kept }) => [ref_id, kept]),
    [['users', 'People, and what they may do']],
  );
  const now = await answer<GraphAnswer>(where, ['graph']);
  t.true(now.nodes.some((node) => node.ref_id === 'parcels'));
  t.is(now.nodes.find((node) => node.ref_id === 'users')?.summary, 'People, and what they may do');
  const text = readFileSync(where.path(file), 'utf8');
  t.true(text.includes("summary:   'People, and what they may do'  # mine\r\n"));
  // What was added stands between bytes that are all still there, in their order.
  let at = 0;
  for (const line of edited.split('\r\n')) {
    at = text.indexOf(line, at);
    t.true(at >= 0, line);
  }
  t.notRegex(text, /[^\r]\n/);
});

test('a node that was renamed is known by its source; one whose source is gone is listed', async (t) => {
  const where = fixture(t, 'orders');
  await answer<InitAnswer>(where, BOOTSTRAP);
  const { nodes } = await answer<GraphAnswer>(where, ['graph']);
  for (const name of ['domains', 'services', 'features']) {
    const path = `.beadloom/_graph/${name}.yml`;
    try {
      const text = readFileSync(where.path(path), 'utf8');
      where.write(path, text.replaceAll(/(ref_id|src|dst): users(?=,)/g, '$1: people'));
    } catch {
      // A kind without nodes has no file.
    }
  }
  where.write(
    '.beadloom/_graph/own.yml',
    'nodes:\n  - ref_id: old\n    kind: domain\n    summary: It was\n    source: src/old/\n',
  );
  const merged = await answer<InitAnswer>(where, MERGE);
  t.deepEqual(merged.gone, [{ ref_id: 'old', source: 'src/old/' }]);
  t.false(merged.written.some((file) => file.nodes > 0));
  const ids = (await answer<GraphAnswer>(where, ['graph'])).nodes.map((node) => node.ref_id);
  t.true(ids.includes('people'));
  t.false(ids.includes('users'));
  t.is(ids.length, nodes.length + 1);
  t.regex((await beadloom(where, MERGE)).stdout, /^Nodes whose source is gone:\n {2}old {2}src\/old\//m);
});

/** A workspace of two packages, and a graph whose nodes are these lines. */
function workspace(t: Parameters<typeof project>[0], nodes: string[]) {
  const unit = (name: string) => ({
    [`packages/${name}/package.json`]: `{"name": "@shop/${name}", "main": "src/index.ts"}\n`,
    [`packages/${name}/src/index.ts`]: `export function ${name}() {}\n`,
  });
  return project(t, {
    'package.json': '{"name": "shop", "private": true, "workspaces": ["packages/*"]}\n',
    ...unit('auth'),
    ...unit('billing'),
    ...(nodes.length === 0 ? {} : { '.beadloom/_graph/own.yml': `nodes:\n${nodes.join('')}` }),
  });
}

const ROOT = '  - {ref_id: shop, kind: service, summary: The shop, source: ""}\n';

test('the root of several units has an empty source, and the name that its manifest says', async (t) => {
  const where = workspace(t, []);
  await answer<InitAnswer>(where, BOOTSTRAP);
  const { nodes } = await answer<GraphAnswer>(where, ['graph']);
  t.deepEqual(
    nodes.map(({ ref_id, source }) => [ref_id, source]),
    [
      ['auth', 'packages/auth/'],
      ['billing', 'packages/billing/'],
      ['shop', ''],
    ],
  );
});

test('the root of several units that was renamed is no second one', async (t) => {
  const unit = (name: string) => ({
    [`packages/${name}/package.json`]: `{"name": "@shop/${name}", "main": "src/index.ts"}`,
    [`packages/${name}/src/index.ts`]: `export const ${name} = 1;\n`,
  });
  const where = project(t, {
    'package.json': '{"name": "shop", "private": true, "workspaces": ["packages/*"]}',
    ...unit('one'),
    ...unit('two'),
  });
  await answer<InitAnswer>(where, BOOTSTRAP);
  for (const name of ['domains', 'services']) {
    const path = `.beadloom/_graph/${name}.yml`;
    const text = readFileSync(where.path(path), 'utf8');
    where.write(path, text.replaceAll(/(dst|ref_id): shop(?=,)/g, '$1: ours'));
  }
  const before = readFileSync(where.path(DOMAINS), 'utf8');
  const same = await answer<InitAnswer>(where, MERGE);
  t.deepEqual([same.written, same.conflicts], [[], []]);
  t.is(readFileSync(where.path(DOMAINS), 'utf8'), before);
  for (const [path, text] of Object.entries(unit('three'))) {
    where.write(path, text);
  }
  await answer<InitAnswer>(where, MERGE);
  const { nodes, edges } = await answer<GraphAnswer>(where, ['graph']);
  t.deepEqual(nodes.map(({ ref_id }) => ref_id).toSorted(), ['one', 'ours', 'three', 'two']);
  t.deepEqual(
    edges.filter(({ kind }) => kind === 'part_of').map(({ src, dst }) => `${src} ${dst}`),
    ['one ours', 'three ours', 'two ours'],
  );
});

test('a source says more than an id which node is meant', async (t) => {
  const swapped = ['auth', 'billing'].map(
    (id, at, ids) =>
      `  - {ref_id: ${id}, kind: domain, summary: Of ${id}, source: packages/${ids[1 - at]}/}\n`,
  );
  const where = workspace(t, [ROOT, ...swapped]);
  const merged = await answer<InitAnswer>(where, MERGE);
  t.deepEqual(
    merged.conflicts.filter(({ field }) => field === 'source'),
    [],
  );
  t.false(merged.written.some(({ nodes }) => nodes > 0));
});

test('a new node whose id another one has gets an id of its own', async (t) => {
  const where = workspace(t, [
    ROOT,
    '  - {ref_id: billing, kind: domain, summary: Who is who, source: packages/auth/}\n',
  ]);
  await answer<InitAnswer>(where, MERGE);
  const { nodes, edges } = await answer<GraphAnswer>(where, ['graph']);
  t.deepEqual(
    nodes.map(({ ref_id, source }) => [ref_id, source]),
    [
      ['billing', 'packages/auth/'],
      ['billing-2', 'packages/billing/'],
      ['shop', ''],
    ],
  );
  t.true(edges.some(({ src, dst, kind }) => src === 'billing-2' && dst === 'shop' && kind === 'part_of'));
});

test('rules are written where there are none, for the graph as it is kept', async (t) => {
  const RULES = '.beadloom/_graph/rules.yml';
  const where = fixture(t, 'orders');
  await answer<InitAnswer>(where, BOOTSTRAP);
  for (const name of readdirSync(where.path('.beadloom/_graph'))) {
    const path = `.beadloom/_graph/${name}`;
    where.write(path, readFileSync(where.path(path), 'utf8').replaceAll(/\busers(?=[,\]]|$)/gm, 'people'));
  }
  rmSync(where.path(RULES));
  const { written } = await answer<InitAnswer>(where, MERGE);
  t.deepEqual(
    written.map(({ path }) => path).filter((path) => path.startsWith('.beadloom/_graph/')),
    [RULES],
  );
  const text = readFileSync(where.path(RULES), 'utf8');
  t.notRegex(text, /\busers(?=[,\]]|$)/m);
  t.is((await answer<LintAnswer>(where, ['lint', '--strict'])).violations.length, 0);

  where.write(RULES, 'version: 1\nrules: []\n');
  await answer<InitAnswer>(where, MERGE);
  t.is(readFileSync(where.path(RULES), 'utf8'), 'version: 1\nrules: []\n');
});

test('where there is no graph, all of it is missing', async (t) => {
  const where = fixture(t, 'orders');
  t.is((await answer<InitAnswer>(where, MERGE)).mode, 'bootstrap');
  t.true((await answer<GraphAnswer>(where, ['graph'])).nodes.length > 0);
});

test('a graph with errors is refused with the place, and nothing is touched', async (t) => {
  const where = fixture(t, 'orders');
  const broken = 'nodes:\n  - ref_id: a\n    kind: domain\n  - ref_id: a\n    kind: domain\n';
  where.write(DOMAINS, broken);
  const error = await failure(where, MERGE);
  t.is(error.code, 'duplicate_id');
  t.is(error.path, DOMAINS);
  t.true((error.line ?? 0) > 0);
  t.is(readFileSync(where.path(DOMAINS), 'utf8'), broken);

  where.write(DOMAINS, 'nodes: [\n');
  t.is((await failure(where, MERGE)).code, 'yaml_syntax');
});

test('--merge and --force contradict each other', async (t) => {
  const where = fixture(t, 'orders');
  t.is((await failure(where, [...MERGE, '--force'])).code, 'usage');
});

/** What a merge into a kept graph adds: one node at the end of its file. */
const PLAN: MergePlan = {
  files: { scanned: 1, languages: { python: 1 } },
  nodes: [
    { ref_id: 'parcels', kind: 'domain', summary: '', source: 'src/parcels/', docs: [], confidence: 'low' },
  ],
  edges: [],
  documents: [],
  stubs_left_out: 0,
  published_by: null,
  ignored_by: null,
  rules: { tags: {}, rules: [] },
  graph_exists: true,
  conflicts: [],
  graph_files: [{ path: DOMAINS, kind: 'domain', nodes: 1 }],
  homes: { users: DOMAINS },
  gone: [],
};

const KEPT = 'nodes:\n  - ref_id: users\n    kind: domain\n';

const FOLDER = '.beadloom/_graph/';

test('what comes into the graph between planning and writing is planned for, and stays', async (t) => {
  const where = project(t, { [DOMAINS]: KEPT });
  let asked = 0;
  const find = () => {
    asked += 1;
    // A person saves the file, and then no more.
    if (asked === 1) {
      appendFileSync(where.path(DOMAINS), '# a note\n');
    }
    return Promise.resolve(PLAN);
  };
  const [, written] = await merge(where.root, FOLDER, find, false);
  t.is(asked, 2);
  t.true(written.some(({ path }) => path === DOMAINS));
  const text = readFileSync(where.path(DOMAINS), 'utf8');
  t.regex(text, /# a note/);
  t.regex(text, /ref_id: parcels/);
});

test('a command that is changing the file is waited for, and what it wrote stays', async (t) => {
  const where = project(t, { [DOMAINS]: KEPT });
  let asked = 0;
  const link = 'https://example.org/users';
  let ended: Promise<unknown> = Promise.resolve();
  const find = () => {
    asked += 1;
    if (asked === 1) {
      // Holds the file when the merge comes to write, and reads it only then.
      ended = locked(where.root, where.path(DOMAINS), DOMAINS, () => sleep(100)).then(() =>
        changeLinks(where.root, DOMAINS, 'users', { url: link }),
      );
    }
    return Promise.resolve(PLAN);
  };
  await merge(where.root, FOLDER, find, false);
  await ended;
  const text = readFileSync(where.path(DOMAINS), 'utf8');
  t.true(text.includes(link));
  t.is(text.match(/ref_id: parcels/g)?.length, 1);
  t.deepEqual(
    readdirSync(where.path('.beadloom')).filter((name) => name.includes('lock')),
    [],
  );
});

test('a graph that others keep changing is left to them', async (t) => {
  const where = project(t, { [DOMAINS]: KEPT });
  let asked = 0;
  const find = () => {
    asked += 1;
    appendFileSync(where.path(DOMAINS), `# ${asked}\n`);
    return Promise.resolve(PLAN);
  };
  const error = await t.throwsAsync(() => merge(where.root, FOLDER, find, false), {
    instanceOf: BeadloomError,
  });
  t.is(error?.code, 'file_changed');
  t.true(asked > 1);
  t.false(readFileSync(where.path(DOMAINS), 'utf8').includes('parcels'));
});

test('a graph file that is not UTF-8 is not added to', async (t) => {
  const where = project(t);
  where.write(DOMAINS, '');
  writeFileSync(where.path(DOMAINS), Buffer.from(`# caf\xE9\n${KEPT}`, 'latin1'));
  const before = readFileSync(where.path(DOMAINS));
  const error = await t.throwsAsync(() => merge(where.root, FOLDER, () => Promise.resolve(PLAN), false), {
    instanceOf: BeadloomError,
  });
  t.is(error?.code, 'not_text');
  t.deepEqual(readFileSync(where.path(DOMAINS)), before);
});
