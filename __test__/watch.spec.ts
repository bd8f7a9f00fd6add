// A project that is watched answers as one that is not; whoever watches stops when it is closed.
import { readdirSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import test, { type ExecutionContext } from 'ava';

import { Beadloom } from '../src/api/index.js';
import { run } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { rawServer } from './support/lines.js';
import { fixture, type TestProject } from './support/project.js';

/** Where the system tells of files that change. */
const onLinux = process.platform === 'linux' ? test : test.skip;

/** How many watchers a process has. */
function watchers(pid: number | 'self'): number {
  const folder = `/proc/${pid}/fd`;
  const leads = (file: string) => {
    try {
      return readlinkSync(join(folder, file));
    } catch {
      // Closed meanwhile.
      return '';
    }
  };
  return readdirSync(folder).filter((file) => leads(file).includes('inotify')).length;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(is: () => boolean, what: string): Promise<void> {
  for (let tries = 0; !is(); tries += 1) {
    if (tries > 1000) {
      throw new Error(`${what} never came`);
    }
    await pause(10);
  }
}

async function sameAnswers(t: ExecutionContext, watched: Beadloom, where: TestProject, what: string) {
  using plain = Beadloom.open(where.root);
  const all = async (open: Beadloom) => [
    // Where no graph is kept there are no such nodes, for neither.
    await open.ctx(['billing', 'FEAT-7']).catch(String),
    await open.graph(),
    await open.search('quicksilver charge'),
    await open.status(),
    await open.syncCheck(),
  ];
  // The one that is watched first: it must not live on what the other found.
  const answers = await all(watched);
  t.deepEqual(answers, await all(plain), what);
}

withGit('answers are those of a project that is not watched', async (t) => {
  const where = fixture(t, 'shop');
  rmSync(where.path('.git'), { recursive: true, force: true });
  git(where.root, 'init', '-q');
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'one');
  git(where.root, 'branch', 'one');
  using watched = Beadloom.open(where.root, { watch: true });
  const before = process.platform === 'linux' ? watchers('self') : 0;
  await sameAnswers(t, watched, where, 'at first');
  if (process.platform === 'linux') {
    await until(() => watchers('self') > before, 'the watcher');
  }
  const graph = '.beadloom/_graph/domains.yml';
  const edits: Array<[string, () => void]> = [
    ['nothing', () => undefined],
    ['code', () => where.write('src/billing/charge.py', 'def quicksilver(): pass\n')],
    ['a new folder', () => where.write('src/billing/deep/er.py', 'def quicksilver_two(): pass\n')],
    ['a document', () => where.write('docs/f/refunds.md', '# Refunds\n\nQuicksilver.\n')],
    [
      'the graph',
      () => where.write(graph, readFileSync(where.path(graph), 'utf8').replace('Who may do what.', 'New.')),
    ],
    ['settings', () => where.write('.beadloom/config.yml', 'version: 1\nignore_paths: [src/billing/deep]\n')],
    ['an ignore file', () => where.write('.gitignore', 'charge.py\n')],
    ['a rename', () => renameSync(where.path('src/auth'), where.path('src/authn'))],
    ['another branch', () => git(where.root, 'checkout', '-q', '-f', 'one')],
    ['no folder of ours', () => rmSync(where.path('.beadloom'), { recursive: true, force: true })],
    ['and again', () => git(where.root, 'checkout', '-q', '-f', 'one')],
  ];
  for (const [what, edit] of edits) {
    edit();
    // Once at once, and once when there is nothing new.
    await sameAnswers(t, watched, where, what);
    await pause(30);
    await sameAnswers(t, watched, where, `after ${what}`);
  }
});

onLinux('a project that is closed is watched no longer', async (t) => {
  const where = fixture(t, 'shop');
  const library = new URL('../dist/index.js', import.meta.url).href;
  where.write(
    'close.mjs',
    `import { readdirSync, readlinkSync } from 'node:fs';
import { Beadloom } from ${JSON.stringify(library)};
const watchers = () => readdirSync('/proc/self/fd').filter((file) => {
  try { return readlinkSync('/proc/self/fd/' + file).includes('inotify'); } catch { return false; }
}).length;
const until = async (count) => { while (watchers() !== count) await new Promise((done) => setTimeout(done, 5)); };
const plain = Beadloom.open('.');
await plain.status();
const none = watchers();
for (let round = 0; round < 20; round += 1) {
  const open = Beadloom.open('.', { watch: true });
  await open.status();
  await until(none + 1);
  for (let call = 0; call < 20; call += 1) await open.status();
  open.close();
  await until(none);
}
// One that is not closed keeps no process alive.
const forgotten = Beadloom.open('.', { watch: true });
await forgotten.status();
await until(none + 1);
console.log('done');
`,
  );
  const { code, stdout, stderr } = await run(process.execPath, [where.path('close.mjs')], {
    cwd: where.root,
  });
  t.is(stdout, 'done\n', stderr);
  t.is(code, 0, stderr);
});

onLinux('the server watches once there is an index, and ends with its watcher', async (t) => {
  const where = fixture(t, 'shop');
  const server = await rawServer(t, where);
  const pid = server.child.pid ?? 0;
  t.is(watchers(pid), 0, 'not in the way of the first index');
  await server.call('explore_codebase', { ref: 'auth' });
  await until(() => watchers(pid) === 1, 'the watcher');
  where.write('src/auth/new.py', 'def quicksilver(): pass\n');
  const { result } = await server.call('search_code', { query: 'quicksilver' });
  t.regex(result?.content?.[0]?.text ?? '', /src\/auth\/new\.py/);
  server.child.stdin.end();
  t.is(await server.ended, 0);
  t.is(server.stderr(), '');
});
