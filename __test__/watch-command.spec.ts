// `beadloom watch`: what changes together is one update, and the index is that of a run over all files.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

import test, { type ExecutionContext } from 'ava';

import type { ReindexAnswer } from '../src/api/index.js';
import { CLI, environment } from './support/cli.js';
import { daemonsOf, daemonUser, until, type DaemonUser } from './support/daemon.js';
import { difference, dump } from './support/dump.js';
import { git, withGit } from './support/git.js';
import { LONG } from './support/long.js';
import { fixture, project, type TestProject } from './support/project.js';
import { TIME_FACTOR } from './support/slow.js';

const onLinux = process.platform === 'linux' ? test.serial : test.serial.skip;

/** Files that a checkout changes. */
const FILES = LONG ? 2_000 : 400;

/** The command, and what it has said so far. */
function watching(t: ExecutionContext, where: TestProject, user: DaemonUser, args: string[] = []) {
  const child = spawn(process.execPath, [CLI, 'watch', ...args], {
    cwd: where.root,
    env: environment(user.env),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  t.teardown(() => child.kill('SIGKILL'));
  return {
    child,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    answers: () =>
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as ReindexAnswer),
  };
}

onLinux('it prints what changed, until Ctrl-C', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  const watch = watching(t, where, user);
  await until('the first line', () => (/up to date|added/.test(watch.stdout()) ? true : undefined));
  t.regex(watch.stdout(), /^\d\d:\d\d:\d\d {2}/);
  // What changes between the look that names files and the run is counted without a name.
  const named = async (file = 0): Promise<string> => {
    const path = `src/billing/quicksilver${file}.py`;
    where.write(path, `def quicksilver${file}(): pass\n`);
    const count = file + 1;
    await until(path, () => (watch.stdout().split('1 added').length > count ? true : undefined));
    return watch.stdout().includes(`\n          ${path}\n`) ? path : named(file + 1);
  };
  rmSync(where.path(await named()));
  await until('its end', () => (/1 deleted/.test(watch.stdout()) ? true : undefined));
  watch.child.kill('SIGINT');
  t.is(await watch.ended, 130);
  t.is(watch.stderr(), '');
});

onLinux('it takes the place of the daemon, and none starts beside it', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  await user.text(['daemon', 'start']);
  const watch = watching(t, where, user);
  await until('the note', () => (/the daemon was ended/.test(watch.stderr()) ? true : undefined));
  await until('its end', () => (daemonsOf(where.root).length === 0 ? true : undefined));
  await until('the first line', () => (watch.stdout() === '' ? undefined : true));
  await user.text(['search', 'refund']);
  await until('the end of one that tried', () => (daemonsOf(where.root).length === 0 ? true : undefined));
  t.false((await user.status()).running);
  for (const action of ['start', 'stop']) {
    const { code, stderr } = await user.run(['daemon', action]);
    t.is(code, 1);
    t.regex(stderr, /beadloom watch runs in the place/);
  }
  watch.child.kill('SIGINT');
  await watch.ended;
  await user.text(['search', 'refund']);
  await user.running();
});

withGit('a checkout of many files is one update, and the index is a fresh one', async (t) => {
  if (process.platform !== 'linux') {
    t.pass();
    return;
  }
  t.timeout(240_000 * TIME_FACTOR);
  const where = project(t);
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '-q');
  const write = (what: string) => {
    for (let file = 0; file < FILES; file += 1) {
      where.write(`src/p${file % 40}/m${file}.py`, `def ${what}_${file}():\n    return other_${file}()\n`);
    }
  };
  write('first');
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'one');
  git(where.root, 'branch', 'one');
  write('second');
  where.write('src/more/x.py', 'def more(): pass\n');
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'two');
  const user = daemonUser(t, where);
  const watch = watching(t, where, user, ['--json']);
  await until('the index', () => watch.answers().at(0));
  // Until files are watched, edits are found one by one.
  where.write('src/p0/m0.py', 'def third(): pass\n');
  await until('an edit', () => watch.answers().at(1));
  git(where.root, 'checkout', '-q', '-f', 'one');
  const { files } = await until('the update', () => watch.answers().at(2));
  t.is(files.changed, FILES);
  t.is(files.deleted, 1);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  t.is(watch.answers().length, 3, 'nothing is left');
  watch.child.kill('SIGINT');
  await watch.ended;
  const kept = dump(where);
  await user.text(['reindex', '--full', '--json']);
  t.deepEqual(difference(kept, dump(where)), []);
});
