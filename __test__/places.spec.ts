// Whatever lies where a file should be: a command ends, and says what is wrong.
import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';

import test, { type ExecutionContext } from 'ava';

import { beadloom } from './support/cli.js';
import { git } from './support/git.js';
import { fixture, type TestProject } from './support/project.js';

/** Windows has no such files. */
const unix = process.platform === 'win32' ? test.skip : test;

const KINDS = {
  pipe: (place: string) => void execFileSync('mkfifo', [place]),
  zeroes: (place: string) => symlinkSync('/dev/zero', place),
  terminal: (place: string) => symlinkSync('/dev/ptmx', place),
  folder: (place: string) => void mkdirSync(place),
  loop: (place: string) => symlinkSync(place, place),
  holes: (place: string) => {
    const file = openSync(place, 'w');
    ftruncateSync(file, 2 ** 40);
    closeSync(file);
  },
};

function plant(where: TestProject, name: string, kind: keyof typeof KINDS): void {
  const place = where.path(name);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(dirname(place), { recursive: true });
  KINDS[kind](place);
}

function repository(t: ExecutionContext): TestProject {
  const where = fixture(t, 'shop');
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '-q');
  return where;
}

/** What lies where, which command reads it, how that ends, and what it says. */
const ROWS: Array<
  [name: string, kind: keyof typeof KINDS, command: string[], code: number, says: RegExp | undefined]
> = [
  ['.mcp.json', 'zeroes', ['doctor'], 0, /warning\[mcp\]: \.mcp\.json: .*not a regular file/],
  ['.mcp.json', 'pipe', ['doctor'], 0, /warning\[mcp\]: \.mcp\.json: .*not a regular file/],
  ['.mcp.json', 'holes', ['doctor'], 0, /warning\[mcp\]: \.mcp\.json: .*is larger than/],
  ['.cursor/mcp.json', 'terminal', ['doctor'], 0, /warning\[mcp\]: \.cursor\/mcp\.json/],
  ['.codex/config.toml', 'zeroes', ['doctor'], 0, /warning\[mcp\]: \.codex\/config\.toml/],
  ['.mcp.json', 'zeroes', ['setup-mcp'], 1, /error\[outside_root\]: \.mcp\.json/],
  ['.mcp.json', 'pipe', ['setup-mcp'], 1, /error\[not_readable\]: \.mcp\.json/],
  ['AGENTS.md', 'pipe', ['doctor'], 0, /warning\[agents\]: AGENTS\.md: .*not a regular file/],
  ['AGENTS.md', 'pipe', ['setup-agents'], 1, /error\[not_readable\]: AGENTS\.md/],
  ['AGENTS.md', 'holes', ['setup-agents'], 1, /error\[not_readable\]: AGENTS\.md/],
  ['.beadloom/config.yml', 'pipe', ['reindex'], 1, /error\[unreadable\]: \.beadloom\/config\.yml/],
  ['.beadloom/config.yml', 'zeroes', ['status'], 0, undefined],
  ['.beadloom/config.yml', 'holes', ['reindex'], 1, /error\[unreadable\]: \.beadloom\/config\.yml/],
  ['.beadloom/sync.lock', 'pipe', ['sync-check'], 1, /error\[bad_lock\]: \.beadloom\/sync\.lock/],
  ['.beadloom/sync.lock', 'zeroes', ['sync-check'], 1, /error\[bad_lock\]: \.beadloom\/sync\.lock/],
  ['.beadloom/sync.lock', 'holes', ['sync-check'], 1, /error\[bad_lock\]: \.beadloom\/sync\.lock/],
  [
    '.beadloom/_graph/rules.yml',
    'pipe',
    ['lint'],
    1,
    /error\[not_readable\]: \.beadloom\/_graph\/rules\.yml/,
  ],
  ['.beadloom/_graph/rules.yml', 'zeroes', ['lint'], 1, /error\[outside_root\]/],
  ['.beadloom/_graph/rules.yml', 'holes', ['lint'], 1, /error\[yaml_limit\]/],
  [
    '.beadloom/_graph/more.yml',
    'pipe',
    ['reindex'],
    0,
    /warning\[unreadable\]: \.beadloom\/_graph\/more\.yml/,
  ],
  ['.beadloom/_graph/more.yml', 'zeroes', ['reindex'], 0, /warning\[link_skipped\]/],
  ['.beadloom/_graph/more.yml', 'holes', ['reindex'], 1, /\[too_large\]: \.beadloom\/_graph\/more\.yml/],
  ['.beadloom/snapshots/a.json', 'pipe', ['snapshot', 'list'], 0, /a\.json cannot be read/],
  ['.beadloom/CONTEXT.md', 'pipe', ['generate-context'], 1, /error\[not_readable\]/],
  [
    'orders.json',
    'pipe',
    ['federate', 'orders.json'],
    1,
    /error\[not_readable\]: orders\.json: it is not a regular/,
  ],
  ['orders.json', 'zeroes', ['federate', 'orders.json'], 1, /error\[not_readable\]: orders\.json/],
  ['orders.json', 'holes', ['federate', 'orders.json'], 1, /error\[too_large\]: orders\.json/],
  ['.gitignore', 'zeroes', ['reindex'], 0, /warning\[unreadable\]: \.gitignore/],
  ['.gitignore', 'pipe', ['doctor', '--fix'], 1, /error\[not_readable\]: \.gitignore/],
  ['src/.gitignore', 'holes', ['reindex'], 0, /warning\[unreadable\]: src\/\.gitignore/],
  ['.git/info/exclude', 'holes', ['reindex'], 0, undefined],
  ['.git/info/exclude', 'pipe', ['reindex'], 0, undefined],
  ['src/pipe.py', 'pipe', ['reindex'], 0, undefined],
  ['src/holes.py', 'holes', ['reindex'], 0, /too_large/],
  ['src/zeroes.py', 'zeroes', ['reindex'], 0, /link_skipped/],
  ['package.json', 'pipe', ['reindex'], 0, undefined],
  ['tsconfig.json', 'zeroes', ['ctx', 'src/billing/charge.py'], 0, undefined],
  ['CODEOWNERS', 'pipe', ['init', '--bootstrap', '--force', '-y', '--dry-run'], 0, undefined],
  ['CODEOWNERS', 'loop', ['affected', 'src/billing/charge.py'], 0, undefined],
  ['lefthook.yml', 'pipe', ['install-hooks'], 1, /error\[not_readable\]/],
  ['.git/hooks/pre-commit', 'pipe', ['install-hooks'], 1, /error\[not_readable\]/],
  // An index in the user's cache answers.
  ['.beadloom', 'pipe', ['status'], 0, undefined],
  ['.beadloom/_graph', 'pipe', ['status'], 0, undefined],
  ['AGENTS.md', 'folder', ['setup-agents'], 1, /error\[not_readable\]/],
];

for (const [name, kind, command, code, says] of ROWS) {
  unix(`${name} is a ${kind}: ${command.join(' ')}`, async (t) => {
    const where = repository(t);
    plant(where, name, kind);
    const ended = await beadloom(where, command);
    const output = ended.stdout + ended.stderr;
    t.is(ended.code, code, output);
    t.regex(output, says ?? /^/);
    t.notRegex(output, /internal|^ +at /m);
  });
}

unix('a socket in the place of settings is none', async (t) => {
  const where = repository(t);
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(where.path('.beadloom/config.yml'), resolve);
  });
  t.teardown(() => server.close());
  const { code, stderr } = await beadloom(where, ['reindex']);
  t.is(code, 1);
  t.regex(stderr, /error\[unreadable\]: \.beadloom\/config\.yml: is not a file/);
});

/** What lies in a repository, which command asks Git, how that ends, and what it says. */
const IN_REPOSITORY: typeof ROWS = [
  ['.git/commondir', 'pipe', ['diff'], 1, /\.git\/commondir cannot be read as a file of Git/],
  ['.git/packed-refs', 'pipe', ['diff'], 1, /packed-refs cannot be read as a file of Git/],
  [
    '.git/packed-refs',
    'holes',
    ['affected', '--base', 'HEAD'],
    1,
    /packed-refs cannot be read as a file of Git/,
  ],
  ['.git/index', 'holes', ['affected', '--base', 'HEAD'], 1, /index cannot be read as a file of Git/],
  ['.git/HEAD', 'pipe', ['ci', '--base', 'HEAD'], 1, /HEAD cannot be read as a file of Git/],
  ['.git/refs/heads/main', 'pipe', ['diff'], 1, /refs\/heads\/main cannot be read as a file of Git/],
  ['.git/objects/info/alternates', 'pipe', ['diff'], 1, /alternates cannot be read as a file of Git/],
  ['package.json', 'holes', ['affected', '--base', 'HEAD'], 0, undefined],
];

for (const [name, kind, command, code, says] of IN_REPOSITORY) {
  unix(`${name} of a repository is a ${kind}: ${command.join(' ')}`, async (t) => {
    const where = repository(t);
    git(where.root, 'checkout', '-q', '-B', 'main');
    where.write('package.json', '{}\n');
    git(where.root, 'add', '--all');
    git(where.root, 'commit', '-q', '-m', 'first');
    plant(where, name, kind);
    const ended = await beadloom(where, command);
    const output = ended.stdout + ended.stderr;
    t.is(ended.code, code, output);
    t.regex(output, says ?? /^/);
    t.notRegex(output, /internal|^ +at /m);
  });
}
