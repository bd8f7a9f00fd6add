import { existsSync, symlinkSync } from 'node:fs';

import test from 'ava';

import { beadloom, CLI, failure, run } from './support/cli.js';
import { fixture, project } from './support/project.js';
import { atTerminal } from './support/terminal.js';

const COMMANDS = [
  'init',
  'reindex',
  'ctx',
  'graph',
  'why',
  'refs',
  'related',
  'signatures',
  'search',
  'status',
  'mcp-serve',
  'completion',
  'version',
  'help',
];

test('without arguments: help on stdout, exit 0', async (t) => {
  const bare = await beadloom(project(t), []);
  t.is(bare.code, 0);
  t.is(bare.stderr, '');
  for (const name of COMMANDS) {
    t.regex(bare.stdout, new RegExp(`^[* ] ${name} `, 'm'));
  }
  const { stdout } = await beadloom(project(t), ['--help']);
  t.is(stdout, bare.stdout);
  t.is((await beadloom(project(t), ['help'])).stdout, bare.stdout);
});

for (const name of COMMANDS) {
  test(`help ${name} equals ${name} --help and has examples`, async (t) => {
    const where = project(t);
    const help = await beadloom(where, ['help', name]);
    const flag = await beadloom(where, [name, '--help']);
    t.deepEqual(help, flag);
    t.is(help.code, 0);
    t.regex(help.stdout, new RegExp(`^Usage: beadloom ${name} `));
    t.regex(help.stdout, /\nExamples:\n {2}\$ beadloom /);
    t.true(help.stdout.split('\n').every((line) => line.length <= 80 || line.startsWith('  $ ')));
  });
}

test('--version prints the number alone', async (t) => {
  const { code, stdout, stderr } = await beadloom(project(t), ['--version']);
  t.is(code, 0);
  t.regex(stdout, /^\d+\.\d+\.\d+\n$/);
  t.is(stderr, '');
  t.is((await beadloom(project(t), ['ctx', '--version'])).stdout, stdout);
});

const USAGE: Array<[args: string[], message: RegExp, hint: RegExp]> = [
  [['serach', 'x'], /unknown command 'serach'/, /search/],
  [['frobnicate'], /unknown command 'frobnicate'/, /help/],
  [['ctx', 'a', '--bugdet', '5'], /unknown option '--bugdet'/, /--budget/],
  [['ctx'], /needs a reference or a task/, /ctx --task TEXT/],
  [['ctx', 'a', '--budget', 'abc'], /whole number/, /ctx --help/],
  [['ctx', 'a', '--budget', '-1'], /whole number/, /ctx --help/],
  [['ctx', 'a', '--budget', '1e3'], /whole number/, /ctx --help/],
  [['ctx', 'a', '--depth', '99999999999999999999'], /whole number/, /ctx --help/],
  [['ctx', 'a', '--max-nodes', '0'], /whole number/, /ctx --help/],
  [['ctx', 'a', '--markdown', '--json'], /cannot be used with/, /ctx --help/],
  [['search', 'x', '--limit', '1.5'], /whole number/, /search --help/],
  [['search', 'x', '--in', 'nowhere'], /nodes, docs, code, all/, /search --help/],
  [['graph', '--format', 'png'], /mermaid, dot, c4, c4-plantuml, html, json/, /graph --help/],
  [['graph', '--format', 'mermaid', '--json'], /exclude each other/, /^$/],
  [['version', 'extra'], /too many arguments/, /version --help/],
  [['help', 'serach'], /unknown command/, /search/],
  [['--jsno'], /unknown option '--jsno'/, /--json/],
  [['completion', 'powershell'], /bash, zsh, fish/, /completion --help/],
];

for (const [args, message, hint] of USAGE) {
  test(`usage error: ${args.join(' ')}`, async (t) => {
    const where = project(t);
    const human = await beadloom(where, args);
    t.is(human.code, 1);
    if (args.includes('--json')) {
      t.is(human.stderr.trim().split('\n').length, 1);
    } else {
      t.is(human.stdout, '');
      t.regex(human.stderr, /^error\[usage\]: /);
    }
    const error = await failure(
      where,
      args.includes('--json') ? args.filter((arg) => arg !== '--json') : args,
    ).catch(() => undefined);
    if (error !== undefined) {
      t.is(error.code, 'usage');
      t.regex(error.message, message);
      t.regex(error.hint ?? '', hint);
    } else {
      t.regex(human.stdout, message);
    }
  });
}

test('errors: place and hint for people; with --json the object on stdout and one sentence on stderr', async (t) => {
  const where = fixture(t, 'shop');
  const human = await beadloom(where, ['ctx', 'FEAT-8']);
  t.is(human.code, 1);
  t.is(human.stdout, '');
  t.regex(human.stderr, /^error\[not_found\]: .*FEAT-8/m);
  const json = await beadloom(where, ['ctx', 'FEAT-8', '--json', '--no-progress']);
  t.is(json.code, 1);
  t.deepEqual(Object.keys(JSON.parse(json.stdout) as object), ['version', 'error']);
  t.regex(json.stderr, /^error\[not_found\]: [^\n]*\n$/);
});

test('without a terminal nothing is coloured and nothing is rewritten', async (t) => {
  const where = fixture(t, 'shop');
  for (const args of [['reindex'], ['status'], ['search', 'Ledger'], ['ctx', 'FEAT-7'], ['ctx', 'nope']]) {
    const { stdout, stderr } = await beadloom(where, args);
    // oxlint-disable-next-line no-control-regex
    t.notRegex(stdout + stderr, /[\u001b\r]/, args.join(' '));
  }
});

test('a terminal gets colour, unless NO_COLOR or --no-color', async (t) => {
  const where = fixture(t, 'shop');
  if ((await atTerminal(where, ['--version'], [])) === undefined) {
    t.pass('no pseudo-terminal here');
    return;
  }
  const onTerminal = async (args: string[], env: Record<string, string> = {}) =>
    (await atTerminal(where, args, [], env))?.stdout ?? '';
  await beadloom(where, ['reindex']);
  const plain = /\u001b\[\d+m/; // oxlint-disable-line no-control-regex
  t.regex(await onTerminal(['search', 'Ledger']), plain);
  t.notRegex(await onTerminal(['search', 'Ledger', '--no-color']), plain);
  t.notRegex(await onTerminal(['search', 'Ledger'], { NO_COLOR: '1' }), plain);
});

test('-q silences notes and warnings, never data', async (t) => {
  const where = fixture(t, 'shop');
  where.write('latin.py', new Uint8Array([0x23, 0xe9, 0x0a]));
  const loud = await beadloom(where, ['reindex']);
  t.regex(loud.stderr, /warning\[bytes_replaced\]: latin\.py/);
  where.write('src/auth/more.py', 'x = 1\n');
  const quiet = await beadloom(where, ['reindex', '-q']);
  t.is(quiet.stderr, '');
  t.regex(quiet.stdout, /Updated/);
});

test('terminal escapes in the repository are made harmless', async (t) => {
  const where = project(t, {
    '.beadloom/_graph/domains.yml':
      'nodes:\n  - ref_id: evil\n    kind: domain\n    summary: "x\\e[2Jy"\n    docs: [docs/e.md]\n',
    'docs/e.md': '# E\n\n## API\n\nbefore \u001b]0;title\u0007 after\n',
  });
  for (const args of [['ctx', 'evil'], ['graph'], ['search', 'before after'], ['search', 'evil']]) {
    const { code, stdout } = await beadloom(where, args);
    t.is(code, 0, args.join(' '));
    t.notRegex(stdout, /[\u001b\u0007]/, args.join(' ')); // oxlint-disable-line no-control-regex
  }
});

test('a reader that goes away ends the command quietly', async (t) => {
  const nodes = Array.from(
    { length: 3000 },
    (_, i) => `  - {ref_id: n${i}, kind: domain, summary: "${'x'.repeat(80)}"}`,
  );
  const where = project(t, { '.beadloom/_graph/domains.yml': `nodes:\n${nodes.join('\n')}\n` });
  await beadloom(where, ['reindex']);
  const { code, stdout, stderr } = await run(
    'bash',
    ['-c', `set -o pipefail; "${process.execPath}" "${CLI}" graph --json --no-refresh | head -c 100`],
    { cwd: where.root },
  );
  t.is(stdout.length, 100);
  t.is(stderr, '');
  t.is(code, 0);
});

const onLinux = existsSync('/dev/full') ? test : test.skip;

onLinux('a disk that is full is an error in one line', async (t) => {
  const where = project(t, { 'src/a.py': 'def one():\n    return 1\n' });
  await beadloom(where, ['reindex']);
  const command = `"${process.execPath}" "${CLI}" graph --json --no-refresh > /dev/full`;
  const { code, stderr } = await run('bash', ['-c', command], { cwd: where.root });
  t.is(stderr, 'error[disk_full]: output cannot be written (ENOSPC)\n');
  t.is(code, 1);
});

test('large answers arrive whole through a pipe', async (t) => {
  const nodes = Array.from(
    { length: 3000 },
    (_, i) => `  - {ref_id: n${i}, kind: domain, summary: "${'x'.repeat(80)}"}`,
  );
  const where = project(t, { '.beadloom/_graph/domains.yml': `nodes:\n${nodes.join('\n')}\n` });
  const { stdout } = await beadloom(where, ['graph', '--json']);
  t.is((JSON.parse(stdout) as { nodes: unknown[] }).nodes.length, 3000);
});

test('the project root: --project, .beadloom/, .git, the current directory with a note', async (t) => {
  const where = fixture(t, 'shop');
  where.write('deep/er/x.txt', '');
  const nodes = async (cwd: string, args: string[] = []) => {
    const { stdout } = await beadloom(where, ['graph', '--json', ...args], { cwd });
    return (JSON.parse(stdout) as { nodes: unknown[] }).nodes.length;
  };
  t.is(await nodes(where.path('deep/er')), 5);
  t.is(await nodes('/', ['--project', where.root]), 5);
  const missing = await failure(where, ['status', '--project', where.path('nowhere')]);
  t.is(missing.code, 'no_project');

  const plain = project(t, { 'a/b.py': 'x = 1\n' });
  symlinkSync('/nowhere', plain.path('dangling'));
  const inGit = await beadloom(plain, ['status', '--json'], { cwd: plain.path('a') });
  // A slow machine may show progress.
  t.notRegex(inGit.stderr, /note/i);
  t.true((JSON.parse(inGit.stdout) as { index: { files: number } }).index.files >= 1);
});
