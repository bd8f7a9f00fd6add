// What commands with a meaningful exit code say while the index is not that of the files.
import { linkSync, rmSync, writeFileSync } from 'node:fs';

import test from 'ava';

import { Beadloom, type SearchAnswer, type SyncCheckAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { daemonUser, until } from './support/daemon.js';
import { git, withGit } from './support/git.js';
import { fixture, project, type TestProject } from './support/project.js';

import type { ExecutionContext } from 'ava';

const onLinux = process.platform === 'linux' ? test : test.skip;

/** A committed project with a document that was confirmed. */
async function pay(t: ExecutionContext): Promise<TestProject> {
  const where = project(t, {
    '.beadloom/_graph/parts.yml':
      'version: 1\nnodes:\n  - { ref_id: pay, kind: domain, source: src/pay/, docs: [docs/pay.md] }\n  - { ref_id: web, kind: domain, source: src/web/ }\n',
    '.beadloom/_graph/rules.yml':
      'version: 1\nrules:\n  - name: pay-not-web\n    severity: error\n    forbid_import: { from: src/pay/**, to: src/web/** }\n',
    'docs/pay.md': '# Pay\n\nSee [the code](../src/pay/charge.py).\n',
    'src/pay/charge.py': 'def charge(amount):\n    return amount\n',
    'src/web/page.py': 'def page():\n    return 1\n',
    'tests/test_charge.py':
      'from src.pay.charge import charge\n\n\ndef test_charge():\n    assert charge(1)\n',
  });
  git(where.root, 'init', '--quiet', '.');
  await answer(where, ['sync-update', '--all', '-y']);
  await answer(where, ['snapshot', 'save', '--label', 'first']);
  git(where.root, 'add', '--all');
  git(where.root, 'commit', '--quiet', '--no-verify', '-m', 'begin');
  return where;
}

/** Gates, and what they end with once the code imports what a rule forbids. */
const GATES: Array<[string[], number]> = [
  [['sync-check'], 2],
  [['lint', '--strict'], 2],
  [['docs', 'audit', '--fail-if', 'findings > 0'], 0],
  [['status', '--debt', '--fail-if', 'rules > 0'], 2],
  [['diff', '--exit-code'], 0],
  [['snapshot', 'compare', 'first', '--exit-code'], 0],
  [['affected'], 0],
  [['affected', '--tests'], 0],
  [['export', '--json'], 0],
  [['doctor'], 0],
];

withGit('without a refresh no gate passes files that are not in the index', async (t) => {
  const where = await pay(t);
  const before = new Map<string, number | null>();
  for (const [gate] of GATES) {
    const { code, stderr } = await beadloom(where, [...gate, '--no-refresh']);
    t.not(code, 1, `${gate.join(' ')}: ${stderr}`);
    before.set(gate.join(' '), code);
  }
  where.write(
    'src/pay/charge.py',
    'from src.web.page import page\n\n\ndef charge(amount):\n    return amount + page()\n',
  );
  for (const [gate] of GATES) {
    const said = gate.join(' ');
    const { code, stdout, stderr } = await beadloom(where, [...gate, '--no-refresh', '--quiet']);
    t.is(code, 1, said);
    t.regex(stderr, /error: src\/pay\/charge\.py is not in the index in its current form/, said);
    t.notRegex(stdout, /up to date|no violations|holds|nothing is/i, said);
  }
  t.is((await beadloom(where, ['affected', '--tests', '--no-refresh'])).stdout, '');
  t.is((await beadloom(where, ['export', '-o', where.path('out.json'), '--no-refresh'])).code, 1);
  t.is((await failure(where, ['snapshot', 'save', '--no-refresh'])).code, 'not_readable');
  for (const [gate, code] of GATES) {
    const ended = await beadloom(where, gate);
    t.is(ended.code, code, `${gate.join(' ')}: ${ended.stdout}${ended.stderr}`);
  }
});

withGit('a graph file that does not parse lets no gate pass', async (t) => {
  const where = await pay(t);
  where.write('.beadloom/_graph/parts.yml', 'version: 1\nnodes:\n  - { ref_id: [\n');
  for (const [gate] of GATES.filter(([[name]]) => name !== 'doctor')) {
    const { code, stderr } = await beadloom(where, gate);
    t.is(code, 1, gate.join(' '));
    t.regex(stderr, /parts\.yml/, gate.join(' '));
  }
  t.is((await beadloom(where, ['doctor'])).code, 2);
  t.is((await beadloom(where, ['ci'])).code, 2);
  const hook = await beadloom(where, ['sync-check', '--hook']);
  t.is(hook.code, 1);
  t.regex(hook.stderr, /documents were not checked/);
});

onLinux('what the index knows as too costly is named by a gate', async (t) => {
  const where = await pay(t);
  where.write('src/web/deep.ts', `export const a = ${'['.repeat(60_000)}${']'.repeat(60_000)};\n`);
  const { warning } = await answer<SyncCheckAnswer>(where, ['sync-check']);
  if (warning !== null) {
    t.regex(warning, /src\/web\/deep\.ts was not checked \(too_costly\)/);
  } else {
    t.pass('it was read');
  }
});

withGit(
  'a daemon lets no gate pass either, and a question that does not refresh loses no change',
  async (t) => {
    const where = await pay(t);
    const user = daemonUser(t, where);
    await user.run(['status']);
    await user.running();
    for (let round = 0; round < 4; round += 1) {
      where.write(
        'src/pay/charge.py',
        `from src.web.page import page\n\n\ndef charge(amount):\n    return amount + page() + ${round}\n`,
      );
      await user.run(['search', 'charge', '--no-refresh']);
      const { code, stdout, stderr } = await user.run(['lint', '--strict']);
      t.is(code, 2, stdout + stderr);
      where.write('src/pay/charge.py', `def charge(amount):\n    return amount - ${round}\n`);
      await user.run(['status', '--no-refresh']);
      t.is((await user.run(['lint', '--strict'])).code, 0);
      // Nobody asks with a refresh: the daemon takes it in by itself.
      where.write('src/web/page.py', `def page${round}():\n    return 1\n`);
      await user.run(['status', '--no-refresh']);
      await until('the daemon to have it', async () => {
        const { stdout: found } = await user.run(['search', `page${round}`, '--no-refresh', '--json']);
        return (JSON.parse(found) as SearchAnswer).hits[0]?.name === `page${round}` ? true : undefined;
      });
    }
  },
);

onLinux('a file that is changed by another name of it is seen', async (t) => {
  const where = fixture(t, 'shop');
  const aside = project(t);
  const open = Beadloom.open(where.root, { watch: true });
  t.teardown(() => open.close());
  where.write('src/billing/linked.py', 'def before_all(): pass\n');
  for (let round = 0; round < 6; round += 1) {
    await open.search('before', {});
    // Once the files are watched, and from the third round on the name is there already.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await open.search('before', {});
    if (round < 3) {
      rmSync(aside.path('other.py'), { force: true });
      linkSync(where.path('src/billing/linked.py'), aside.path('other.py'));
    }
    writeFileSync(aside.path('other.py'), `def zylophone${round}(): pass\n`);
    const { hits } = await open.search(`zylophone${round}`, { in: 'code' });
    t.is(hits[0]?.name, `zylophone${round}`);
  }
});
