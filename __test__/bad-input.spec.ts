// Files as they come: other encodings, odd names, what cannot be read, what changes while it is read. Whatever they
// are, the rest is indexed, and a finding says which they are.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';

import test from 'ava';

import type { ReindexAnswer, SearchAnswer } from '../src/api/index.js';
import { answer, beadloom, environment } from './support/cli.js';
import { difference, dump } from './support/dump.js';
import { project, type TestProject } from './support/project.js';

const posix = platform() !== 'win32' ? test : test.skip;
/** Nothing is unreadable to root. */
const withPermissions = platform() !== 'win32' && process.getuid?.() !== 0 ? test : test.skip;
/** File systems that take any bytes for a name. */
const withAnyName = platform() === 'linux' ? test : test.skip;

async function reindex(where: TestProject, ...flags: string[]): Promise<ReindexAnswer> {
  return answer<ReindexAnswer>(where, ['reindex', ...flags]);
}

/** Where the index has a symbol of that name: `path:first-last`. */
async function places(where: TestProject, symbol: string): Promise<string[]> {
  const args = ['search', symbol, '--in', 'code', '--limit', '100', '--no-refresh'];
  const { hits } = await answer<SearchAnswer>(where, args);
  return hits
    .filter((hit) => hit.name === symbol)
    .map((hit) => `${hit.path}:${hit.line_start}-${hit.line_end}`);
}

/** Level, code and place of each finding; none without a reason and what to do about it. */
function findings({ diagnostics }: ReindexAnswer) {
  return diagnostics.map(({ level, code, path, line, message, hint }) => {
    if (message === '' || (hint ?? '') === '') {
      throw new Error(`${code} of ${path} says too little: ${message} (hint: ${hint})`);
    }
    return [level, code, path, line];
  });
}

test('encodings and ends of lines: what is text is read, what is none is named', async (t) => {
  const source = (name: string) => `# é\ndef ${name}():\n    return 1\n`;
  const utf16 = (text: string, mark: boolean) => Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le');
  const where = project(t, {
    'utf8.py': source('utf8'),
    'marked.py': `\ufeff${source('marked')}`,
    'utf16le.py': utf16(source('utf16le'), true),
    'utf16be.py': utf16(source('utf16be'), true).swap16(),
    'unmarked.py': utf16(source('unmarked'), false),
    'latin.py': Buffer.from(`x = 1\n${source('latin')}`, 'latin1'),
    'nul.py': `${source('nul')}\0\n`,
    'late.py': `${source('late')}${'#'.repeat(9000)}\0\n`,
    'cut.py': Buffer.from(source('cut')).subarray(0, 3),
    'empty.py': '',
    'crlf.py': 'x = 1\r\n\r\nclass Crlf:\r\n    def method(self):\r\n        return 1\r\n',
    'docs/crlf.md': '# Title\r\n\r\n## Constraints\r\n\r\nNever twice.\r\n',
    'docs/utf16.md': utf16('# Title\n\n## Constraints\n\nAlways once.\n', true),
  });
  const found = await reindex(where);
  t.deepEqual(findings(found), [
    ['warn', 'bytes_replaced', 'cut.py', 1],
    ['warn', 'bytes_replaced', 'latin.py', 2],
    ['warn', 'binary', 'nul.py', null],
    ['warn', 'binary', 'unmarked.py', null],
  ]);
  t.is(found.files.skipped, 2);
  t.is(found.totals.chunks, 2);
  for (const name of ['utf8', 'marked', 'utf16le', 'utf16be', 'late']) {
    t.deepEqual(await places(where, name), [`${name}.py:2-3`], name);
  }
  t.deepEqual(await places(where, 'Crlf'), ['crlf.py:3-5']);
  t.deepEqual(await places(where, 'Crlf.method'), ['crlf.py:4-5']);
  t.deepEqual(await places(where, 'latin'), ['latin.py:3-4']);
  for (const name of ['unmarked', 'nul']) {
    t.deepEqual(await places(where, name), [], name);
  }
  t.is((await reindex(where)).mode, 'unchanged');
  // Saved as UTF-8 it counts.
  where.write('latin.py', source('latin'));
  await reindex(where);
  t.deepEqual(await places(where, 'latin'), ['latin.py:2-3']);
});

test('a line of two megabytes: listed by default, read within limits where the settings ask for it', async (t) => {
  const where = project(t, {
    'line.js': 'var a=1,b=2;'.repeat(170_000),
    'line.py': `x = [${'1, '.repeat(700_000)}]\n`,
    'line.md': `# Title\n\n${'word '.repeat(400_000)}`,
    'small.py': 'def small(): pass\n',
  });
  const listed = await reindex(where);
  t.deepEqual(findings(listed), [
    ['warn', 'too_large', 'line.js', null],
    ['warn', 'too_large', 'line.md', null],
    ['warn', 'too_large', 'line.py', null],
  ]);
  where.write('.beadloom/config.yml', 'max_file_size: 10000000\n');
  const read = await reindex(where);
  t.true(findings(read).every(([level, code]) => level === 'warn' && code === 'parse_limit'));
  t.is(read.files.skipped, 0);
  t.deepEqual(await places(where, 'small'), ['small.py:1-1']);
});

posix('names with newlines, quotes, spaces, and as long as they may be', async (t) => {
  const names = [
    'new\nline.py',
    'tab\there.py',
    ' lead and trail .py',
    `quo"te's.py`,
    'back\\slash.py',
    '-n.py',
    '*?[x].py',
    '$(id)`id`.py',
    'ünïcödé 界 🧵.py',
    `${'n'.repeat(252)}.py`,
    '#hash%20.py',
  ];
  const where = project(t);
  for (const [number, name] of names.entries()) {
    where.write(`odd dir/${name}`, `def odd_${number}(): pass\n`);
  }
  const found = await reindex(where);
  t.deepEqual(found.diagnostics, []);
  t.is(found.files.added, names.length);
  for (const [number, name] of names.entries()) {
    t.deepEqual(await places(where, `odd_${number}`), [`odd dir/${name}:1-1`]);
  }
  const shown = await beadloom(where, ['search', 'odd_0', '--in', 'code']);
  t.true(shown.stdout.includes('odd dir/new line.py:1'), shown.stdout);
  t.is((await reindex(where)).mode, 'unchanged');
  rmSync(where.path(`odd dir/${names[0]}`));
  t.is((await reindex(where)).files.deleted, 1);
});

withAnyName('names that are no UTF-8 are named as far as they can be, and left out', async (t) => {
  const where = project(t, { 'fine.py': 'def fine(): pass\n' });
  const inRoot = (bytes: number[]) => Buffer.concat([Buffer.from(`${where.root}/`), Buffer.from(bytes)]);
  writeFileSync(inRoot([0x61, 0xff, 0x2e, 0x70, 0x79]), 'def bad_name(): pass\n');
  mkdirSync(inRoot([0xfe]));
  writeFileSync(inRoot([0xfe, 0x2f, 0x62, 0x2e, 0x70, 0x79]), 'def bad_folder(): pass\n');
  const found = await reindex(where);
  t.deepEqual(findings(found), [
    ['warn', 'unreadable', 'a\ufffd.py', null],
    ['warn', 'unreadable', '\ufffd/b.py', null],
  ]);
  t.deepEqual(await places(where, 'fine'), ['fine.py:1-1']);
  t.is((await reindex(where)).mode, 'unchanged');
});

test('a name that changes in case alone', async (t) => {
  const where = project(t, {
    'pkg/Charge.py': 'def refund(): pass\n',
    'pkg/use.py': 'from pkg.charge import refund\n',
  });
  await reindex(where);
  renameSync(where.path('pkg/Charge.py'), where.path('pkg/charge.py'));
  const { files } = await reindex(where);
  t.deepEqual([files.renamed, files.parsed], [1, 0]);
  t.deepEqual(await places(where, 'refund'), ['pkg/charge.py:1-1']);
  const { totals } = await reindex(where, '--full');
  t.is(totals.symbols, 1);
});

withPermissions('what must not be read is left out until it may be', async (t) => {
  const where = project(t, {
    'open/a.py': 'def in_open(): pass\n',
    'shut/b.py': 'def in_shut(): pass\n',
    'locked.py': 'def in_locked(): pass\n',
  });
  chmodSync(where.path('shut'), 0o000);
  chmodSync(where.path('locked.py'), 0o000);
  t.teardown(() => chmodSync(where.path('shut'), 0o755));
  const found = await reindex(where);
  t.deepEqual(findings(found), [
    ['warn', 'unreadable', 'locked.py', null],
    ['warn', 'unreadable', 'shut', null],
  ]);
  t.is(found.totals.symbols, 1);
  // It is tried again each time, and that is no change.
  const again = await reindex(where);
  t.deepEqual([again.mode, again.generation], ['unchanged', found.generation]);
  t.deepEqual(again.diagnostics, found.diagnostics);
  chmodSync(where.path('shut'), 0o755);
  chmodSync(where.path('locked.py'), 0o644);
  const open = await reindex(where);
  t.deepEqual([open.totals.symbols, open.diagnostics], [3, []]);
});

posix(
  'links: in circles, to themselves, to nothing, out of the project, to files and folders in it',
  async (t) => {
    const outside = project(t, { 'secret.py': 'def outside_secret(): pass\n' });
    const where = project(t, { 'a/real.py': 'def real(): pass\n', 'a/deep/inner.py': 'def inner(): pass\n' });
    const link = (target: string, path: string) => symlinkSync(target, where.path(path));
    link('self', 'self');
    link('pong', 'ping');
    link('ping', 'pong');
    link('nowhere', 'dangling.py');
    link('..', 'a/up');
    link('../..', 'a/deep/up');
    link(`${outside.root}/secret.py`, 'secret.py');
    link(outside.root, 'out');
    link('a/real.py', 'alias.py');
    link('a/deep', 'folder');
    mkdirSync(where.path('many'));
    for (let i = 0; i < 20; i++) {
      link('..', `many/l${i}`);
      link('../a', `many/m${i}`);
    }
    const found = await reindex(where);
    t.true(findings(found).every(([level, code]) => level === 'warn' && code === 'link_skipped'));
    const paths = new Set(found.diagnostics.map((one) => one.path));
    for (const path of ['self', 'ping', 'pong', 'a/up', 'a/deep/up', 'secret.py', 'out', 'many/l0']) {
      t.true(paths.has(path), path);
    }
    // There is nothing that could have been left out.
    t.false(paths.has('dangling.py'));
    const reals = await places(where, 'real');
    t.deepEqual(reals, ['a/real.py:1-1']);
    t.deepEqual(await places(where, 'inner'), ['a/deep/inner.py:1-1']);
    t.deepEqual(await places(where, 'outside_secret'), []);
    // Each file is there once, however many links lead to it.
    t.is(found.files.scanned, 2);
    t.is((await reindex(where)).mode, 'unchanged');
  },
);

posix('pipes and devices are not read, whatever they are called', async (t) => {
  const where = project(t, {
    'a.py': 'def in_root(): pass\n',
    'piped/b.py': 'def in_piped(): pass\n',
    'endless/c.py': 'def in_endless(): pass\n',
    'huge/d.py': 'def in_huge(): pass\n',
    'huge/.ignore': 'x\n'.repeat(1 << 20),
    '.beadloom/_graph/good.yml': 'nodes: [{ref_id: shop, kind: service}]\n',
  });
  const pipes = ['x.py', 'package.json', 'docs.md', 'piped/.gitignore', '.beadloom/_graph/pipe.yml'];
  execFileSync('mkfifo', pipes, { cwd: where.root });
  symlinkSync('/dev/zero', where.path('endless/.beadloomignore'));
  symlinkSync('/dev/zero', where.path('zero.py'));
  const found = await reindex(where);
  t.deepEqual(findings(found), [
    ['warn', 'unreadable', '.beadloom/_graph/pipe.yml', null],
    ['warn', 'unreadable', 'endless/.beadloomignore', null],
    ['warn', 'unreadable', 'huge/.ignore', null],
    ['warn', 'unreadable', 'piped/.gitignore', null],
    ['warn', 'link_skipped', 'zero.py', null],
  ]);
  t.deepEqual([found.totals.symbols, found.totals.nodes], [1, 1]);
  t.is((await reindex(where)).mode, 'unchanged');
  // At the root nothing is left out for it, and other kinds of rules go on to count.
  rmSync(where.path('piped'), { recursive: true });
  rmSync(where.path('endless'), { recursive: true });
  rmSync(where.path('huge'), { recursive: true });
  rmSync(where.path('zero.py'));
  execFileSync('mkfifo', ['.gitignore', '.beadloom/config.yml'], { cwd: where.root });
  where.write('.ignore', 'out/\n');
  where.write('out/e.py', 'def ignored(): pass\n');
  where.write('f.py', 'def added(): pass\n');
  const { code, stdout } = await beadloom(where, ['reindex', '--json']);
  const piped = JSON.parse(stdout) as ReindexAnswer;
  t.deepEqual(findings(piped), [
    ['warn', 'unreadable', '.beadloom/_graph/pipe.yml', null],
    ['error', 'unreadable', '.beadloom/config.yml', null],
    ['warn', 'unreadable', '.gitignore', null],
  ]);
  t.deepEqual([code, piped.totals.symbols], [1, 2]);
});

/** Changes thousands of files a second until it is told to stop: writes, cuts, replaces, removes, swaps for folders. */
const RESTLESS = `
const fs = require('node:fs');
let n = 0;
let stop = false;
process.on('message', () => { stop = true; });
const attempt = (work) => { try { work(); } catch {} };
const turn = () => {
  for (let i = 0; i < 50; i++) {
    const path = 'busy/m' + (n++ % 40) + '.py';
    const text = 'def busy_' + n + '(): pass\\n'.repeat(1 + n % 300);
    switch (n % 7) {
      case 0: attempt(() => fs.unlinkSync(path)); break;
      case 1: attempt(() => fs.truncateSync(path, n % 50)); break;
      case 2: attempt(() => { fs.writeFileSync(path + '.new', text); fs.renameSync(path + '.new', path); }); break;
      case 3: attempt(() => { fs.rmSync(path, { force: true }); fs.mkdirSync(path); }); break;
      case 4: attempt(() => fs.rmdirSync(path)); break;
      default: attempt(() => fs.writeFileSync(path, text));
    }
  }
  // As fast as files can change would take a core of those that the runs need.
  if (stop) process.exit(0); else setTimeout(turn, 10);
};
turn();
`;

posix('files that come, change and go while they are read', async (t) => {
  const where = project(t, { 'busy/m0.py': 'def first(): pass\n' });
  for (let i = 0; i < 200; i++) {
    where.write(`calm/m${i}.py`, `def calm_${i}(): pass\n`);
  }
  const restless = spawn(process.execPath, ['-e', RESTLESS], {
    cwd: where.root,
    env: environment(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise((resolve) => restless.on('close', resolve));
  t.teardown(() => restless.kill('SIGKILL'));
  for (let round = 0; round < 12; round++) {
    const { code, stdout, stderr } = await beadloom(where, [
      'reindex',
      '--json',
      ...(round % 3 === 2 ? ['--full'] : []),
    ]);
    t.is(code, 0, stderr);
    const { totals, diagnostics } = JSON.parse(stdout) as ReindexAnswer;
    t.true(totals.symbols >= 200);
    // Binary is what was cut longer than it is.
    t.deepEqual(
      diagnostics.filter((one) => !['unstable', 'binary'].includes(one.code)),
      [],
    );
  }
  restless.send('stop');
  await ended;
  await reindex(where);
  const kept = dump(where);
  await reindex(where, '--full');
  t.true(kept.sound);
  t.deepEqual(difference(kept, dump(where)), []);
});
