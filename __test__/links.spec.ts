// Links: nothing is written through one that leads out of the project, and one inside it is another name of a file.
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import anyTest from 'ava';

import type { DocsAuditAnswer, GraphAnswer, RefsAnswer, ReindexAnswer } from '../src/api/index.js';
import { answer, beadloom, CLI, environment, failure } from './support/cli.js';
import { git, GIT_ENVIRONMENT } from './support/git.js';
import { project, type TestProject } from './support/project.js';

const test = process.platform === 'win32' ? anyTest.skip : anyTest;

const FILES = {
  'a/x.py': 'def one():\n    return 1\n',
  'docs/a.md': '# A\n\nWhat `one` does.\n',
  '.beadloom/config.yml': 'version: 1\n',
  '.beadloom/_graph/g.yml':
    'nodes:\n  - {ref_id: a, kind: domain, summary: A part., source: a/, docs: [docs/a.md]}\n',
  '.beadloom/_graph/rules.yml':
    'version: 1\nrules:\n  - name: has-doc\n    description: Documented.\n    require: {for: {kind: domain}, has_edge_to: {}}\n',
  '.beadloom/gateway.yml': 'servers:\n  s:\n    command: s\n',
  'server.json': JSON.stringify({
    name: 'io.example/server',
    description: 'A server.',
    version: '1.0.0',
    packages: [
      {
        registryType: 'npm',
        identifier: 'server',
        version: '1.0.0',
        transport: { type: 'stdio' },
        environmentVariables: [{ name: 'KEY', isSecret: true }],
      },
    ],
  }),
};

/** All that is in a folder, with what it says. */
function contents(folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    found[path] = entry.isFile() ? readFileSync(path, 'utf8') : 'no file';
  }
  return found;
}

/** Commands that write what the link stands for. */
const THROUGH: Array<[link: string, commands: string[][]]> = [
  [
    '.beadloom',
    [
      ['remember', 'a fact', '--shared'],
      ['lint', '--baseline', 'write'],
      ['sync-update', '--all', '-y'],
      ['snapshot', 'save'],
      ['generate-context'],
      ['link', 'a', 'https://tracker.example/1'],
      ['gateway', 'add', 'server.json', '--set', 'KEY=secret'],
      ['setup-mcp', '--gateway'],
      ['init', '--bootstrap', '--force', '-y'],
      ['init', '--merge', '-y'],
    ],
  ],
  ['.beadloom/sync.lock', [['sync-update', '--all', '-y']]],
  ['.beadloom/lint-baseline.jsonl', [['lint', '--baseline', 'write']]],
  ['.beadloom/memories.jsonl', [['remember', 'a fact', '--shared']]],
  ['.beadloom/_graph', [['link', 'a', 'https://tracker.example/1']]],
  ['.beadloom/CONTEXT.md', [['generate-context']]],
  ['.beadloom/gateway.yml', [['gateway', 'add', 'server.json', '--set', 'KEY=secret']]],
  ['.beadloom/gateway', [['gateway', 'add', 'server.json', '--set', 'KEY=secret']]],
  ['.mcp.json', [['setup-mcp'], ['setup-mcp', '--gateway']]],
  ['AGENTS.md', [['setup-agents']]],
  ['.claude', [['setup-agents', '--hooks']]],
];

for (const [link, commands] of THROUGH) {
  test(`${link} as a link out of the project is not written through`, async (t) => {
    for (const args of commands) {
      for (const there of [true, false]) {
        const where = project(t, FILES);
        const outside = project(t, { 'kept.txt': 'kept\n' });
        const place = where.path(link);
        if (there && lstatSync(place, { throwIfNoEntry: false }) !== undefined) {
          renameSync(place, outside.path('moved'));
        }
        execFileSync('rm', ['-rf', place]);
        mkdirSync(join(place, '..'), { recursive: true });
        symlinkSync(outside.path(there ? 'moved' : 'nothing'), place);
        const before = contents(outside.root);
        const what = `${args.join(' ')}, ${there ? 'something' : 'nothing'} is there`;
        const error = await failure(where, args);
        t.true(
          ['outside_root', 'not_writable', 'not_readable', 'bad_memories', 'usage'].includes(error.code),
          `${what}: ${error.code}`,
        );
        t.truthy(error.path ?? error.message, what);
        t.deepEqual(contents(outside.root), before, what);
        t.true(lstatSync(place).isSymbolicLink(), what);
      }
    }
  });
}

test('shared memories, lock and baseline are written through links that stay inside', async (t) => {
  const where = project(t, FILES);
  renameSync(where.path('.beadloom'), where.path('tools'));
  symlinkSync('tools', where.path('.beadloom'));
  await answer(where, ['remember', 'a fact', '--shared']);
  await answer(where, ['sync-update', '--all', '-y']);
  t.regex(readFileSync(where.path('tools/memories.jsonl'), 'utf8'), /a fact/);
  t.regex(readFileSync(where.path('tools/sync.lock'), 'utf8'), /docs\/a\.md/);
});

test('what is private is for its user alone, whatever the umask', async (t) => {
  const where = project(t, FILES);
  const user = project(t);
  mkdirSync(user.path('runtime'), { mode: 0o700 });
  const env = environment({
    ...GIT_ENVIRONMENT,
    HOME: user.root,
    XDG_CACHE_HOME: user.path('cache'),
    XDG_DATA_HOME: user.path('data'),
    XDG_RUNTIME_DIR: user.path('runtime'),
  });
  delete env['CI'];
  const go = (...args: string[]) =>
    execFileSync('sh', ['-c', 'umask 0; exec "$@"', 'sh', process.execPath, CLI, ...args], {
      cwd: where.root,
      env,
      stdio: 'ignore',
    });
  go('remember', 'a fact');
  go('ctx', '--task', 'what does one return', '--session', 'one');
  go('gateway', 'add', 'server.json', '--set', 'KEY=secret');
  const mine = /^(?:memory\.db|beadloom\.db-receipts|gateway\.db|secrets\.json|moved\.json)/;
  for (const [folder, wanted] of [
    [where.path('.beadloom'), (name: string) => mine.test(name)],
    [user.path('cache/beadloom'), () => true],
    [user.path('data/beadloom'), () => true],
    [user.path('runtime'), () => true],
  ] as const) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && wanted(entry.name)) {
        const path = join(entry.parentPath, entry.name);
        t.is(statSync(path).mode & 0o077, 0, path);
      }
    }
  }
  // One of an earlier version, or a copy.
  const kept = user.path('data/beadloom/memories');
  const stores = readdirSync(kept, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('memory.db'),
  );
  t.is(stores.length, 1);
  const store = join(kept, stores[0] ?? '');
  execFileSync('chmod', ['644', store]);
  go('remember', 'another fact');
  t.is(statSync(store).mode & 0o777, 0o600);
});

/** A project in which links are other names of files. */
function linked(t: Parameters<typeof project>[0]): TestProject {
  const where = project(t, {
    'docs/agents/base.md': '# Rules\n\nSee [notes](notes/a.md) and [code](../../src/alias/run.py).\n',
    'docs/agents/notes/a.md': '# A\n\nBack to [rules](../../../AGENTS.md#rules).\n',
    'src/core/run.py': 'def run_core():\n    return 1\n',
    'src/use.py': 'from src.alias.run import run_core\n\nrun_core()\n',
  });
  for (const [target, link] of [
    ['docs/agents/base.md', 'AGENTS.md'],
    ['AGENTS.md', 'CLAUDE.md'],
    ['core', 'src/alias'],
    ['alias', 'src/chain'],
    ['loop', 'src/loop'],
    ['..', 'src/core/up'],
    ['/etc/hostname', 'hostname.py'],
    ['.git', 'settings'],
  ] as const) {
    symlinkSync(target, where.path(link));
  }
  return where;
}

test('a link inside the project is another name of a file, which is indexed once', async (t) => {
  const where = linked(t);
  const refs = await answer<RefsAnswer>(where, ['refs', 'run_core']);
  t.deepEqual(
    refs.definitions.map((one) => one.file_path),
    ['src/core/run.py'],
  );
  t.true(JSON.stringify(refs).includes('src/use.py'), 'the call through the link leads to the file');
  const audit = await answer<DocsAuditAnswer>(where, ['docs', 'audit']);
  t.deepEqual(audit.findings, []);
  const graph = await answer<GraphAnswer>(where, ['graph']);
  t.false(JSON.stringify(graph).includes('alias'));
  const { diagnostics } = await answer<ReindexAnswer>(where, ['reindex']);
  t.deepEqual(diagnostics.map(({ path }) => path).toSorted(), ['hostname.py', 'src/core/up', 'src/loop']);
});

test('a question for the name of a link is one for the file', async (t) => {
  const where = linked(t);
  for (const [args, wanted] of [
    [['signatures', 'src/alias/run.py'], /src\/core\/run\.py/],
    [['signatures', 'src/chain/run.py'], /src\/core\/run\.py/],
    [['show', 'src/chain/run.py:run_core'], /return 1/],
    [['ctx', 'src/alias/run.py'], /run_core/],
    [['ctx', 'src/alias'], /run_core/],
    [['related', 'src/alias/run.py'], /src\/core\/run\.py/],
    [['ctx', 'src/alias/run.py:run_core'], /run_core/],
    [['why', 'src/alias/run.py'], /src\/core\/run\.py|src\/use\.py/],
  ] as const) {
    const { code, stdout, stderr } = await beadloom(where, [...args]);
    t.is(code, 0, `${args.join(' ')}: ${stderr}`);
    t.regex(stdout, wanted, args.join(' '));
  }
});

test('sources and documents of a graph may be named by links', async (t) => {
  const where = linked(t);
  where.write(
    '.beadloom/_graph/g.yml',
    'nodes:\n  - {ref_id: core, kind: domain, summary: A part., source: src/alias/, docs: [CLAUDE.md]}\n',
  );
  const { diagnostics } = await answer<ReindexAnswer>(where, ['reindex']);
  t.deepEqual(
    diagnostics.filter(({ code }) => code !== 'link_skipped'),
    [],
  );
  t.regex((await beadloom(where, ['ctx', 'core'])).stdout, /run_core/);
  await answer(where, ['sync-update', '--all', '-y']);
  t.regex(
    readFileSync(where.path('.beadloom/sync.lock'), 'utf8'),
    /^docs\/agents\/base\.md\tcore\t.*\tsrc\/core\/run\.py/m,
  );
});

test('a link that takes the place of a folder makes no deletion of the files that it leads to', async (t) => {
  const where = project(t, { 'src/core/run.py': 'def run_core():\n    return 1\n' });
  git(where.root, 'init', '-q');
  await answer(where, ['reindex']);
  renameSync(where.path('src/core'), where.path('src/main'));
  symlinkSync('main', where.path('src/core'));
  const refs = await answer<RefsAnswer>(where, ['refs', 'run_core']);
  t.deepEqual(
    refs.definitions.map((one) => one.file_path),
    ['src/main/run.py'],
  );
});
