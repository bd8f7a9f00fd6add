// Files are written whole or not at all, under names that nobody can guess, and nothing is left behind. Kills and failures at
// every call of every command: bench/attack/kills.mjs.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

import test from 'ava';

import { compileFaults, faulty } from '../bench/attack/faults.mjs';
import { Bench } from '../bench/attack/kills.mjs';
import { isIndex, Random } from '../bench/attack/lib.mjs';
import { writingCommands } from '../bench/attack/writing.mjs';
import { CLI, answer, beadloom, environment, failure } from './support/cli.js';
import { git } from './support/git.js';
import { LONG, sample } from './support/long.js';
import { fixture, project, type TestProject } from './support/project.js';
import { TIME_FACTOR } from './support/slow.js';

const scratch = mkdtempSync(join(tmpdir(), 'beadloom-writing-'));
test.after.always(() => rmSync(scratch, { recursive: true, force: true }));

const faults = compileFaults(scratch);
const withFaults = 'library' in faults ? test : test.skip;
const library = 'library' in faults ? faults.library : '';
const onUnix = process.platform === 'win32' ? test.skip : test;

/** Everything in a folder but the index, files by their hash. */
function tree(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(
    entries
      .filter((path) => !isIndex(path) && !/^\.git\/(?!hooks)/.test(path))
      .map((path) => {
        const stat = lstatSync(join(folder, path));
        const kind = stat.isFile()
          ? createHash('sha256')
              .update(readFileSync(join(folder, path)))
              .digest('hex')
          : stat.isDirectory()
            ? 'folder'
            : 'other';
        return [path, kind];
      }),
  );
}

/** A project in which every command has something to write: a graph file of 38 KB, an `AGENTS.md`, pairs, hooks. */
async function written(t: Parameters<typeof fixture>[0]): Promise<TestProject> {
  const where = fixture(t, 'shop');
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '--quiet', '.');
  const nodes = Array.from(
    { length: 500 },
    (_, n) => `  - ref_id: kept-${n}\n    kind: domain\n    summary: "Of a person."\n`,
  );
  const domains = readFileSync(where.path('.beadloom/_graph/domains.yml'), 'utf8');
  where.write('.beadloom/_graph/domains.yml', domains.replace('nodes:\n', `nodes:\n${nodes.join('')}\n`));
  where.write('AGENTS.md', `# Rules\n\n${'Be kind to whoever reads this.\n'.repeat(1_300)}`);
  where.write('.mcp.json', `{\n  "mcpServers": {${' '.repeat(38_000)}\n  }\n}\n`);
  where.write('.git/hooks/pre-commit', `#!/bin/sh\n${'# of a team\n'.repeat(3_300)}`);
  where.write('.gitignore', 'node_modules/\n'.repeat(2_800));
  for (const path of ['out.json', 'graph.html', 'CONTEXT.md']) {
    where.write(path, 'of a person\n'.repeat(3_300));
  }
  await answer(where, ['reindex']);
  return where;
}

const WRITING: ReadonlyArray<readonly string[]> = [
  ['link', 'auth', 'https://tracker.example/1'],
  ['setup-agents'],
  ['setup-mcp'],
  ['install-hooks'],
  ['doctor', '--fix'],
  ['sync-update', '--all', '-y'],
  ['export', '-o', 'out.json'],
  ['graph', '--format', 'json', '-o', 'graph.html'],
  ['generate-context', '--out', 'CONTEXT.md'],
  ['init', '--bootstrap', '--force', '-y'],
  ['init', '--merge', '-y'],
  ['docs', 'generate'],
  ['snapshot', 'save'],
];

withFaults('a disk that fills up while a file is written: disk_full, and every file as it was', async (t) => {
  const where = await written(t);
  const before = tree(where.root);
  for (const args of WRITING) {
    // Nothing has room, from that call on; the write at hand takes half of its bytes.
    for (const at of LONG ? [1, 2] : [2]) {
      const env = faulty(library, { under: [where.root], kind: 'full', at, index: false });
      const { code, stdout } = await beadloom(where, [...args, '--json'], { env });
      const name = `${args.join(' ')} at ${at}`;
      t.is(code, 1, name);
      t.is((JSON.parse(stdout) as { error: { code: string } }).error.code, 'disk_full', name);
      t.deepEqual(tree(where.root), before, name);
    }
  }
});

withFaults('a disk that is full before there is an index is said to be full', async (t) => {
  const where = fixture(t, 'orders');
  const calls = Array.from({ length: 30 }, (_, before) => before + 1);
  for (const at of sample(calls, 4)) {
    rmSync(where.path('.beadloom'), { recursive: true, force: true });
    const env = faulty(library, { under: [where.root], kind: 'full', at });
    const { code, stdout } = await beadloom(where, ['reindex', '--json'], { env });
    t.is(code, 1, `at ${at}`);
    t.is((JSON.parse(stdout) as { error: { code: string } }).error.code, 'disk_full', `at ${at}`);
  }
});

withFaults('a draft is not made from an index that could not be brought up to date', async (t) => {
  const where = await written(t);
  where.write('wiki/Page.md', '# Page\n\nWhat it is.\n');
  for (const at of [1, 4, 8]) {
    const env = faulty(library, { under: [where.root], kind: 'full', at });
    const { code, stdout } = await beadloom(where, ['init', '--import', 'wiki', '--json'], { env });
    t.is(code, 1, `at ${at}`);
    t.is((JSON.parse(stdout) as { error: { code: string } }).error.code, 'disk_full', `at ${at}`);
  }
});

withFaults('a write that takes a part of the bytes, or is interrupted, goes on', async (t) => {
  const where = await written(t);
  const path = where.path('.beadloom/_graph/domains.yml');
  const whole = readFileSync(path, 'utf8');
  for (const kind of ['short', 'again'] as const) {
    for (const at of [1, 2, 3]) {
      writeFileSync(path, whole);
      const env = faulty(library, { under: [where.root], kind, at, index: false });
      const { code } = await beadloom(where, ['link', 'auth', 'https://tracker.example/1'], { env });
      t.is(code, 0, `${kind} at ${at}`);
      const text = readFileSync(path, 'utf8');
      t.true(
        text.includes('https://tracker.example/1') && text.startsWith(whole.slice(0, 30_000)),
        `${kind} at ${at}`,
      );
    }
  }
});

/** Whether this process may mount file systems. */
const mounts = spawnSync('unshare', ['--mount', 'true']).status === 0;
const withMounts = mounts ? test : test.skip;

withMounts('16 KB of room, and a graph file of 38 KB: it stays whole, and the command says so', async (t) => {
  const where = await written(t);
  const script = `set -e
    mkdir ../full-$$ && cd ../full-$$ && mount -t tmpfs -o size=4m tmpfs . && cd .
    cp -a "$ROOT/." . && "$NODE" "$CLI" reindex >/dev/null 2>&1
    dd if=/dev/zero of=fill bs=1k count=8192 2>/dev/null || true
    size=$(stat -c %s fill); truncate -s $((size - 16384)) fill
    before=$(sha256sum < .beadloom/_graph/domains.yml)
    "$NODE" "$CLI" link auth https://tracker.example/1 --json || echo "exit $?"
    test "$before" = "$(sha256sum < .beadloom/_graph/domains.yml)" && echo whole
    ls -A . .beadloom .beadloom/_graph | grep -E 'tmp|staged|lock-' || echo clean`;
  const run = spawnSync('unshare', ['--mount', 'sh', '-c', script], {
    cwd: where.root,
    env: environment({ CLI, NODE: process.execPath, ROOT: where.root }),
    encoding: 'utf8',
  });
  const [failed, ...rest] = run.stdout.trim().split('\n');
  t.is((JSON.parse(failed ?? '') as { error: { code: string } }).error.code, 'disk_full', run.stderr);
  t.deepEqual(rest, ['exit 1', 'whole', 'clean']);
});

/** Names under which files were written once, by what they are for; PID is the number of the process. */
const GUESSED: ReadonlyArray<readonly [args: readonly string[], planted: readonly string[]]> = [
  [['generate-context'], ['.beadloom/.CONTEXT.md.PID.tmp']],
  [['reindex', '--full'], ['.beadloom/.CONTEXT.md.PID.tmp']],
  [['setup-agents'], ['.AGENTS.md.PID.tmp']],
  [['setup-mcp'], ['..mcp.json.PID.tmp']],
  [['link', 'auth', 'https://tracker.example/1'], ['.beadloom/_graph/.domains.yml.PID.tmp']],
  [['install-hooks'], ['.git/hooks/.pre-commit.PID.tmp']],
  [['sync-update', '--all', '-y'], ['.beadloom/.sync.lock.PID.tmp']],
  [['doctor', '--fix'], ['..gitignore.PID.tmp']],
  [['export', '-o', 'out.json'], ['.out.json.PID.tmp']],
  [['snapshot', 'save'], ['.beadloom/snapshots/.x.PID.tmp']],
  [
    ['init', '--merge', '-y'],
    ['.beadloom/.config.yml.PID.tmp', '..gitignore.PID.tmp', '.beadloom/_graph/.domains.yml.PID.tmp'],
  ],
  [
    ['init', '--bootstrap', '--force', '-y'],
    ['.beadloom/.config.yml.PID.tmp', '..gitattributes.PID.tmp'],
  ],
];

onUnix('links under names that could be guessed are not written through', async (t) => {
  for (const [args, planted] of GUESSED) {
    const where = await written(t);
    const outside = project(t, { 'kept.txt': 'outside\n' });
    // The shell becomes the command, which so has a number that is known before.
    const link = planted.map((name) => {
      const path = name.replace('PID', '$$');
      return `mkdir -p "$(dirname "${path}")" && ln -s "$OUTSIDE" "${path}"`;
    });
    const script = `${link.join(' && ')} && exec "$NODE" "$CLI" "$@"`;
    execFileSync('sh', ['-c', script, 'sh', ...args], {
      cwd: where.root,
      env: environment({ CLI, NODE: process.execPath, OUTSIDE: outside.path('kept.txt') }),
      stdio: 'ignore',
    });
    t.is(readFileSync(outside.path('kept.txt'), 'utf8'), 'outside\n', args.join(' '));
    t.deepEqual(readdirSync(outside.root).toSorted(), ['.git', 'kept.txt'], args.join(' '));
  }
});

onUnix('folders of known names that lead out of the project are not written through', async (t) => {
  const names = ['_graph.new', '_graph.bak-20000101T000000Z', 'beadloom.db-staged-1', '_graph.aside-1'];
  const where = await written(t);
  const outside = project(t, { '_graph/kept.txt': 'outside\n', 'kept.txt': 'outside\n' });
  const before = tree(outside.root);
  for (const name of names) {
    symlinkSync(outside.root, where.path(`.beadloom/${name}`));
  }
  await answer(where, ['init', '--bootstrap', '--force', '-y']);
  await answer(where, ['init', '--merge', '-y']);
  t.deepEqual(tree(outside.root), before);
  t.true(names.every((name) => lstatSync(where.path(`.beadloom/${name}`)).isSymbolicLink()));

  const docs = fixture(t, 'orders');
  symlinkSync(outside.root, docs.path('docs'));
  t.is((await failure(docs, ['init', '--bootstrap', '-y'])).code, 'outside_root');
  t.deepEqual(tree(outside.root), before);
});

onUnix(
  'a lock that is a link, a pipe or a file of somebody keeps nobody waiting, and a folder is an error',
  async (t) => {
    const where = fixture(t, 'shop');
    const outside = project(t, { 'kept.txt': 'outside\n' });
    const name = createHash('sha256')
      .update(where.path('.beadloom/_graph/domains.yml'))
      .digest('hex')
      .slice(0, 16);
    const lock = where.path(`.beadloom/beadloom.db-lock-${name}`);
    const plant: Record<string, () => void> = {
      link: () => symlinkSync(outside.path('kept.txt'), lock),
      'link to nothing': () => symlinkSync(outside.path('nothing'), lock),
      pipe: () => execFileSync('mkfifo', [lock]),
      file: () => writeFileSync(lock, String(process.pid)),
    };
    for (const [what, make] of Object.entries(plant)) {
      make();
      await answer(where, ['link', 'auth', `https://tracker.example/${encodeURIComponent(what)}`]);
      t.false(existsSync(lock), what);
    }
    t.deepEqual(readdirSync(outside.root).toSorted(), ['.git', 'kept.txt']);
    t.is(readFileSync(outside.path('kept.txt'), 'utf8'), 'outside\n');
    mkdirSync(lock);
    t.is((await failure(where, ['link', 'auth', 'https://tracker.example/2'])).code, 'not_writable');
  },
);

onUnix(
  'permissions of a file that is written over stay, and a link inside the project is written through',
  async (t) => {
    const where = project(t, { 'rules/agents.md': '# Rules\n' });
    execFileSync('chmod', ['640', where.path('rules/agents.md')]);
    symlinkSync('rules/agents.md', where.path('AGENTS.md'));
    await answer(where, ['setup-agents']);
    t.true(lstatSync(where.path('AGENTS.md')).isSymbolicLink());
    t.regex(readFileSync(where.path('rules/agents.md'), 'utf8'), /beadloom begin/);
    t.is(statSync(where.path('rules/agents.md')).mode & 0o777, 0o640);
  },
);

/** What stands in temporary names for this machine. */
function machine(): string {
  return createHash('sha256')
    .update('beadloom temporary files\0')
    .update(hostname())
    .update(existsSync('/etc/machine-id') ? readFileSync('/etc/machine-id') : '')
    .digest('hex')
    .slice(0, 8);
}

onUnix('what a killed run left goes with the next one, though that has nothing to write', async (t) => {
  const where = fixture(t, 'orders');
  where.write('wiki/orders.md', '# Orders\n\nSee `src/orders`.\n');
  const command = ['init', '--import', 'wiki', '--strategy', 'restructure'];
  await answer(where, command);
  const left = `.beadloom/beadloom.db-staged-${machine()}-${'ab'.repeat(16)}`;
  where.write(`${left}/0`, 'part');
  await answer(where, command);
  t.false(existsSync(where.path(left)));
});

onUnix('what a killed run left goes with the next one; what a person could have made stays', async (t) => {
  const where = project(t, { 'AGENTS.md': '# Rules\n' });
  const random = 'ab'.repeat(16);
  const here = machine();
  const day = 24 * 60 * 60;
  const old = Date.now() / 1000 - day - 60;
  const kept = [
    '.AGENTS.md.17.tmp',
    '.beadloom-notes.tmp',
    // Of another machine, which may be at work.
    `.beadloom-00000000-${random}.tmp`,
  ];
  const gone = [`.beadloom-${here}-${random}.tmp`, `.beadloom-00000001-${random}.tmp`];
  for (const name of [...kept, ...gone]) {
    where.write(name, 'part');
  }
  utimesSync(where.path(`.beadloom-00000001-${random}.tmp`), old, old);
  symlinkSync('AGENTS.md', where.path(`.beadloom-${here}-${'cd'.repeat(16)}.tmp`));
  await answer(where, ['setup-agents']);
  const left = readdirSync(where.root);
  t.deepEqual(
    [...kept, `.beadloom-${here}-${'cd'.repeat(16)}.tmp`].filter((name) => !left.includes(name)),
    [],
  );
  t.deepEqual(
    gone.filter((name) => left.includes(name)),
    [],
  );
});

/**
 * The commands of which a kill once lost something, or left something that its repetition could not do with, and every how
 * many of their calls is tried in a long run; a third of these in any other.
 */
const KILLED: Record<string, number> = {
  init: 7,
  'init beside rules': 9,
  'init --force': 2,
  'sync-update': 1,
  'snapshot save': 1,
};

for (const command of writingCommands.filter(({ name }) => name in KILLED)) {
  withFaults(`${command.name}, killed while it writes: nothing is lost, and again it ends`, async (t) => {
    t.timeout(300_000 * TIME_FACTOR);
    const folder = mkdtempSync(join(scratch, 'kills-'));
    const bench = new Bench(CLI, folder, library, { index: false });
    const subject = await bench.prepare(command);
    t.true(subject.calls > 5, String(subject.calls));
    const random = new Random(1);
    const found: string[] = [];
    for (let at = 1; at <= subject.calls; at += (KILLED[command.name] ?? 1) * (LONG ? 1 : 3)) {
      const failures = await bench.attempt(subject, { kind: 'kill', at }, random);
      found.push(...failures.map((what) => `at ${at} of ${subject.calls}: ${what}`));
    }
    t.deepEqual(found, []);
  });
}
