// What others' daemons get wrong: files that are replaced, commits of documents alone, Git's own files, other worktrees, two who
// ask at once.
import {
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import test from 'ava';

import { addonFile, loadNative } from '../src/native/load.js';
import { beadloom } from './support/cli.js';
import { daemonUser } from './support/daemon.js';
import { git } from './support/git.js';
import { fixture } from './support/project.js';

const onLinux = process.platform === 'linux' ? test.serial : test.serial.skip;

onLinux('a file that another one is moved over is seen, as editors save', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  await user.text(['daemon', 'start']);
  await user.running();
  for (const word of ['quicksilver', 'cinnabar', 'vermilion']) {
    const path = where.path('src/billing/charge.py');
    const text = readFileSync(path, 'utf8');
    writeFileSync(`${path}.tmp`, `${text}\n\ndef ${word}():\n    return 1\n`);
    renameSync(`${path}.tmp`, path);
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as people save
    t.regex(await user.text(['search', word]), /src\/billing\/charge\.py/);
  }
});

onLinux('a daemon ends when the addon that it runs is replaced', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  loadNative();
  const addon = where.path('.beadloom/addon.node');
  copyFileSync(addonFile() ?? '', addon, constants.COPYFILE_FICLONE);
  await user.text(['daemon', 'start'], { NAPI_RS_NATIVE_LIBRARY_PATH: addon });
  await user.running();
  utimesSync(addon, new Date(), new Date(Date.now() + 1000));
  await user.gone();
});

onLinux('a commit of a document alone is picked up, and no question touches what is Git’s', async (t) => {
  const where = fixture(t, 'shop');
  git(where.root, 'init', '--quiet');
  git(where.root, 'add', '--all');
  git(where.root, 'commit', '--quiet', '--message', 'First');
  const user = daemonUser(t, where);
  await user.text(['daemon', 'start']);
  await user.running();
  where.write('docs/domains/billing.md', '# Billing\n\n## Settlement\n\nQuicksilver is weighed twice.\n');
  git(where.root, 'commit', '--quiet', '--all', '--message', 'Say how it is weighed');
  const index = readFileSync(where.path('.git/index'));
  // Whoever holds this writes the index of Git: a question neither waits for it nor takes it away.
  where.write('.git/index.lock', '');
  t.regex(await user.text(['search', 'quicksilver']), /docs\/domains\/billing\.md/);
  await user.text(['ctx', 'billing']);
  await user.text(['status']);
  t.true(existsSync(where.path('.git/index.lock')));
  t.true(readFileSync(where.path('.git/index')).equals(index));
});

onLinux(
  'an answer comes from the worktree that was asked, and two who ask at once get the same',
  async (t) => {
    const where = fixture(t, 'shop');
    git(where.root, 'init', '--quiet');
    git(where.root, 'add', '--all');
    git(where.root, 'commit', '--quiet', '--message', 'First');
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'beadloom-worktree-')));
    t.teardown(() => rmSync(home, { recursive: true, force: true }));
    const other = join(home, 'other');
    git(where.root, 'worktree', 'add', '--quiet', other);
    where.write('src/billing/new.py', 'def quicksilver():\n    return "here"\n');
    writeFileSync(join(other, 'src', 'billing', 'new.py'), 'def cinnabar():\n    return "there"\n');
    const user = daemonUser(t, where);
    const start = (cwd: string) => beadloom(cwd, ['daemon', 'start', '--json'], { env: user.env, cwd });
    for (const root of [where.root, other]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      t.is((await start(root)).code, 0);
    }
    t.teardown(() => beadloom(other, ['daemon', 'stop'], { env: user.env, cwd: other }));
    const ask = (cwd: string, word: string) =>
      beadloom(cwd, ['search', word, '--json'], { env: user.env, cwd, own: true });
    for (const [cwd, there, elsewhere] of [
      [where.root, 'quicksilver', 'cinnabar'],
      [other, 'cinnabar', 'quicksilver'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const [one, two, none] = await Promise.all([ask(cwd, there), ask(cwd, there), ask(cwd, elsewhere)]);
      t.is(one.stdout, two.stdout);
      t.true(one.stdout.includes(`"name":"${there}"`), one.stdout);
      t.false(none.stdout.includes(`"name":"${elsewhere}"`), none.stdout);
    }
  },
);
