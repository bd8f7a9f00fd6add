import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';

import test from 'ava';

import type { GraphAnswer, InitAnswer, LintAnswer } from '../src/api/index.js';
import { answer, beadloom, CLI, failure } from './support/cli.js';
import { fixture, project, type TestProject } from './support/project.js';

const BOOTSTRAP = ['init', '--bootstrap', '-y'];

/** Every file and folder, with bytes, without what is derived. */
function tree(where: TestProject): Record<string, string> {
  const entries = readdirSync(where.root, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/^\.git(\/|$)|beadloom\.db|^\.beadloom\/\.gitignore$/.test(path))
    .toSorted()
    .map((path) => [
      path,
      statSync(where.path(path)).isFile() ? readFileSync(where.path(path), 'latin1') : '/',
    ]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** What a run that failed may leave behind: the folder of the index. */
function withoutIndexFolder(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => path !== '.beadloom'));
}

test('a graph that is half written is a graph: it is kept, and merging completes it', async (t) => {
  const halves: Record<string, string> = {
    empty: '',
    'a comment': '# to be done\n',
    'nodes without edges': 'nodes:\n  - {ref_id: users, kind: domain, source: src/users/}\n',
    'edges to nothing yet': 'edges:\n  - {src: orders, dst: users, kind: depends_on}\n',
  };
  for (const [name, text] of Object.entries(halves)) {
    const where = fixture(t, 'orders');
    where.write('.beadloom/_graph/domains.yml', text);
    const before = tree(where);
    t.is((await failure(where, BOOTSTRAP)).code, 'graph_exists', name);
    t.deepEqual(tree(where), before, name);
    // An edge to nothing is a warning, and goes once the node is there.
    await answer<InitAnswer>(where, ['init', '--merge', '-y']);
    t.true(readFileSync(where.path('.beadloom/_graph/domains.yml'), 'utf8').startsWith(text.trimEnd()), name);
    const ids = (await answer<GraphAnswer>(where, ['graph'])).nodes.map((node) => node.ref_id);
    t.true(
      ['users', 'orders', 'shared'].every((id) => ids.includes(id)),
      `${name}: ${ids.join(', ')}`,
    );
    t.is(new Set(ids).size, ids.length, name);
  }
});

test('a graph with errors is told with its places, and nothing is touched', async (t) => {
  const broken: Array<[text: string, line: number]> = [
    ['nodes:\n  - {ref_id: a, kind: domain}\n  - {ref_id: a, kind: domain}\n', 3],
    ['nodes:\n  - ref_id: a\n    kind: [domain\n', 4],
  ];
  for (const [text, line] of broken) {
    const where = fixture(t, 'orders');
    where.write('.beadloom/_graph/domains.yml', text);
    const before = tree(where);
    for (const args of [['init', '--merge', '-y'], ['init', '--import', 'src', '-y'], BOOTSTRAP]) {
      const error = await failure(where, args);
      if (error.code !== 'graph_exists' && error.code !== 'not_found') {
        t.is(error.path, '.beadloom/_graph/domains.yml');
        t.true(Math.abs((error.line ?? 0) - line) <= 1, `${String(error.line)} for ${line}`);
      }
      t.deepEqual(tree(where), before, args.join(' '));
    }
  }
});

test('what a run that was killed left beside the graph goes with the next one', async (t) => {
  const where = fixture(t, 'orders');
  // A graph that was to be exchanged with the old one, and was not finished; a kept one has no such file.
  where.write('.beadloom/_graph.bak-20000101T000000Z/.unfinished', '');
  where.write('.beadloom/_graph.bak-20000101T000000Z/domains.yml', 'nodes:\n  - {ref_id: half, ki');
  where.write('.beadloom/_graph.bak-20000102T000000Z/domains.yml', 'nodes: []\n');
  await answer<InitAnswer>(where, BOOTSTRAP);
  t.false(existsSync(where.path('.beadloom/_graph.bak-20000101T000000Z')));
  t.true(existsSync(where.path('.beadloom/_graph.bak-20000102T000000Z/domains.yml')));
  t.false((await answer<GraphAnswer>(where, ['graph'])).nodes.some((node) => node.ref_id === 'half'));
});

test('a repository of one file is one node', async (t) => {
  for (const [path, text] of [
    ['app.py', 'def main():\n    pass\n'],
    ['src/index.ts', 'export const one = 1;\n'],
    ['shop/__init__.py', 'def main():\n    pass\n'],
    ['src/main/java/com/acme/App.java', 'package com.acme;\npublic class App {}\n'],
  ] as const) {
    const where = project(t, { [path]: text });
    const { found } = await answer<InitAnswer>(where, BOOTSTRAP);
    t.true(found.services + found.domains + found.features >= 1, path);
    const { nodes } = await answer<GraphAnswer>(where, ['graph']);
    t.true(nodes.length <= 2, `${path}: ${nodes.map((node) => node.ref_id).join(', ')}`);
    t.is((await answer<LintAnswer>(where, ['lint'])).violations.length, 0);
  }
});

test('a monorepo with vendored copies of itself: the copies are no parts, and ids stay unique', async (t) => {
  const where = project(t);
  const own = (folder: string) => {
    for (const name of ['cart', 'stock']) {
      where.write(`${folder}packages/${name}/package.json`, `{"name": "@shop/${name}"}\n`);
      where.write(`${folder}packages/${name}/src/index.ts`, `export const ${name} = 1;\n`);
      where.write(`${folder}packages/${name}/src/price/price.ts`, `export const of${name} = 1;\n`);
    }
    where.write(`${folder}package.json`, '{"name": "shop", "workspaces": ["packages/*"]}\n');
  };
  own('');
  for (const folder of [
    'vendor/shop/',
    'third_party/shop/',
    'packages/cart/node_modules/shop/',
    'old/shop/',
  ]) {
    own(folder);
  }
  own('vendor/shop/vendor/shop/');
  await answer<InitAnswer>(where, BOOTSTRAP);
  const { nodes } = await answer<GraphAnswer>(where, ['graph']);
  const ids = nodes.map((node) => node.ref_id.toLowerCase());
  t.is(new Set(ids).size, ids.length, ids.join(', '));
  t.deepEqual(
    nodes.filter(({ source }) => /vendor|third_party|node_modules/.test(source ?? '')),
    [],
  );
  // The copy that no name gives away does not take the names of the original.
  t.is(nodes.find((node) => node.ref_id === 'cart')?.source, 'packages/cart/');
  t.is((await answer<LintAnswer>(where, ['lint'])).violations.length, 0);
});

test('where one file cannot be written, none is', async (t) => {
  // A file where a folder has to be, and a folder where a file has to be: rights do not keep root from writing.
  const obstacles: Array<(where: TestProject) => void> = [
    (where) => where.write('docs', 'a file\n'),
    (where) => where.write('.beadloom/_graph', 'a file\n'),
    (where) => mkdirSync(where.path('.gitignore')),
    (where) => mkdirSync(where.path('.gitattributes')),
    (where) => mkdirSync(where.path('.beadloom/config.yml'), { recursive: true }),
  ];
  for (const [number, stand] of obstacles.entries()) {
    const where = fixture(t, 'orders');
    rmSync(where.path('.gitignore'), { force: true });
    stand(where);
    const before = withoutIndexFolder(tree(where));
    const { code, stderr } = await beadloom(where, BOOTSTRAP);
    t.is(code, 1, `${number}: ${stderr}`);
    t.notRegex(stderr, /\bat .*\.js:\d+/, 'no stack trace');
    t.deepEqual(withoutIndexFolder(tree(where)), before, String(number));
  }
});

test('killed at any moment: there is no half of a graph, and the next run completes it', async (t) => {
  const whole = fixture(t, 'orders');
  await answer<InitAnswer>(whole, BOOTSTRAP);
  // Without the file that says that the run goes on.
  const graphOf = (where: TestProject) =>
    Object.fromEntries(
      Object.entries(tree(where)).filter(
        ([path]) => path.startsWith('.beadloom/_graph/') && !path.endsWith('.unfinished'),
      ),
    );
  const expected = graphOf(whole);
  for (const after of [0, 20, 60, 100, 140, 180, 220, 260, 300, 400]) {
    const where = fixture(t, 'orders');
    await new Promise((resolve) => {
      const child = spawn(process.execPath, [CLI, ...BOOTSTRAP], { cwd: where.root, stdio: 'ignore' });
      const watch = setInterval(() => {
        if (existsSync(where.path('.beadloom'))) {
          clearInterval(watch);
          setTimeout(() => child.kill('SIGKILL'), after);
        }
      }, 1);
      child.on('close', () => {
        clearInterval(watch);
        resolve(undefined);
      });
    });
    const found = graphOf(where);
    t.true(Object.keys(found).length === 0 || isSame(found, expected), `killed at ${after}`);
    await answer<InitAnswer>(where, ['init', '--merge', '-y']);
    t.deepEqual(graphOf(where), expected, `completed after ${after}`);
    t.false(existsSync(where.path('.beadloom/_graph/.unfinished')), `finished after ${after}`);
  }
});

function isSame(one: Record<string, string>, other: Record<string, string>): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
