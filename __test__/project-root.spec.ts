// Which folder is the project: Git bounds how far up it is looked for, and what holds much more than a project is refused.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import test, { type ExecutionContext } from 'ava';

import { largeFirstIndex } from '../src/api/first-index.js';
import { BeadloomError, findProject } from '../src/api/index.js';
import { beadloom, CLI, environment } from './support/cli.js';
import { project } from './support/project.js';

/** A folder without Git around it. */
function bare(t: ExecutionContext): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'beadloom-')));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

test('a .beadloom above never takes over a clone below', (t) => {
  const where = project(t, { '.beadloom/config.yml': 'version: 1\n', 'work/clone/src/a.py': 'A = 1\n' });
  mkdirSync(where.path('work/clone/.git'));
  t.deepEqual(findProject(undefined, where.path('work/clone/src')), {
    root: where.path('work/clone'),
    by: 'git',
  });
});

test('without Git the folder itself is the project', (t) => {
  const root = bare(t);
  mkdirSync(join(root, '.beadloom'));
  mkdirSync(join(root, 'plain'));
  t.deepEqual(findProject(undefined, root), { root, by: 'beadloom' });
  t.deepEqual(findProject(undefined, join(root, 'plain')), { root: join(root, 'plain'), by: 'directory' });
});

test('what holds much more than a project is refused unless it is named', async (t) => {
  const home = bare(t);
  const run = await beadloom(home, ['status'], { env: { HOME: home } });
  t.is(run.code, 1);
  t.regex(run.stderr, /no_project.*is your home folder, not a project/u);
  t.regex(run.stderr, /hint: change into a project or pass --project FOLDER/u);
  for (const folder of ['/', tmpdir()]) {
    const error = t.throws(() => findProject(undefined, folder), { instanceOf: BeadloomError });
    t.is(error?.code, 'no_project');
    t.is(findProject(folder).by, 'given');
  }
  const given = await beadloom(home, ['status', '--project', '.'], { env: { HOME: home } });
  t.is(given.code, 0, given.stderr);
});

test('a project that is neither the current folder nor the top of the checkout is said', async (t) => {
  const where = project(t, {
    'inner/.beadloom/config.yml': 'version: 1\n',
    'inner/x/y.py': 'A = 1\n',
    'other/z.py': 'B = 1\n',
  });
  const below = await beadloom(where.path('inner/x'), ['status']);
  t.true(below.stderr.includes(`the project is ${where.path('inner')}`), below.stderr);
  for (const folder of ['inner', 'other']) {
    // oxlint-disable-next-line no-await-in-loop -- one index after the other
    const quiet = await beadloom(where.path(folder), ['status']);
    t.false(quiet.stderr.includes('the project is'), quiet.stderr);
  }
});

test('ctx . is the current folder, also where there is nothing', async (t) => {
  const where = project(t, {
    'src/a.py': 'def ask():\n    return 1\n',
    'README.md': '# Shop\n\n[![ci](x.svg)](y)\n\nShop sells books to libraries. It does more.\n',
  });
  const below = await beadloom(where.path('src'), ['ctx', '.']);
  t.regex(below.stdout, /^# src\b/u);
  const all = await beadloom(where, ['ctx', '.']);
  t.regex(all.stdout, /^# \. \(folder\)\nfolder: Shop sells books to libraries\.\n/u);
  const empty = await beadloom(project(t), ['ctx', '.']);
  t.is(empty.code, 0, empty.stderr);
  t.true(empty.stdout.includes('an empty project'), empty.stdout);
});

test('a README says what a folder is, though the project is called like a verb', async (t) => {
  const where = project(t, {
    'click/core.py': 'def command():\n    return 1\n',
    'tools/a.py': 'def one():\n    return 1\n',
    'README.md':
      '# Click\n\nClick is a package for command line interfaces. It is small.\n\nIt aims to make work quick and fun.\n',
    'tools/README.md': '# Tools\n\nClick here to see them.\n\nWhat releases are made with, day by day.\n',
    'lib/a.rb': 'def one\n  1\nend\n',
    'lib/README.md':
      '# Lib\n\nLib is a language for web pages:\n\n```ruby\nget "/"\n```\n\nView at: http://localhost\n',
  });
  const said = async (ref: string) => (await beadloom(where, ['ctx', ref])).stdout.split('\n')[1];
  t.is(await said('.'), 'folder: Click is a package for command line interfaces.');
  t.is(await said('lib/'), 'folder: Lib is a language for web pages.');
  t.regex((await said('tools')) ?? '', /^folder: What releases are made with, day by day\.$/u);
});

test('a question says so before it begins a first index of very many files', async (t) => {
  const where = project(t);
  // As many folders as it takes; a file of a letter costs next to nothing.
  for (let folder = 0; folder < 51; folder += 1) {
    mkdirSync(where.path(`d${folder}`));
    for (let file = 0; file < 1000; file += 1) writeFileSync(where.path(`d${folder}/f${file}.py`), 'A = 1\n');
  }
  const asked = spawn(process.execPath, [CLI, 'status'], { cwd: where.root, env: environment() });
  t.regex(
    await toldFirst(asked),
    /note: the first index of this project has 51,000 files to read.*Ctrl-C stops it/u,
  );
  const server = spawn(process.execPath, [CLI, 'mcp-serve'], { cwd: where.root, env: environment() });
  const ask = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'test', version: '1.0.0' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  ask({ id: 1, method: 'initialize', params });
  ask({ method: 'notifications/initialized' });
  ask({ id: 2, method: 'tools/call', params: { name: 'get_index_status', arguments: {} } });
  t.regex(
    await toldFirst(server),
    /mcp: the first index of this project has 51,000 files to read.*Ending the server stops it/u,
  );
});

test('few files, and later phases, are begun without a word', async (t) => {
  const step = { done: 0, rate: 0, remaining_ms: null };
  t.is(largeFirstIndex({ ...step, phase: 'parse', total: 50_000 }), undefined);
  t.is(largeFirstIndex({ ...step, phase: 'write', total: 90_000 }), undefined);
  const { code, stderr } = await beadloom(project(t, { 'a.py': 'A = 1\n' }), ['status']);
  t.is(code, 0);
  t.notRegex(stderr, /first index/u);
});

/** What a process says of its first index. Then it is ended: the index itself takes long and shows nothing more. */
async function toldFirst(asked: ChildProcessWithoutNullStreams): Promise<string> {
  let said = '';
  await new Promise<void>((resolve) => {
    asked.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/first index.*\n/u.test(said)) resolve();
    });
    asked.stdout.resume();
    asked.on('close', () => resolve());
  });
  const ended = new Promise((resolve) => asked.on('close', resolve));
  if (asked.exitCode === null && asked.kill()) await ended;
  return said;
}
