import { copyFileSync, renameSync, rmSync } from 'node:fs';

import test from 'ava';

import type { Bundle } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { fixture, project, type TestProject } from './support/project.js';

const named = (bundle: Bundle, reason: string) =>
  bundle.code_symbols.filter((symbol) => symbol.reason === reason).map((symbol) => symbol.qualified_name);

test('a symbol comes with what calls it and what it calls, and with its tests', async (t) => {
  const where = project(t, {
    'src/ledger.py': `from src.store import save


class Ledger:
    """Keeps entries."""

    def post(self, entry):
        return save(entry)

    def close(self):
        self.post(None)
`,
    'src/store.py': 'def save(entry):\n    return entry\n',
    'src/api.py': `from src.ledger import Ledger


def create():
    ledger = Ledger()
    ledger.post(1)
    ledger.post(2)
`,
    'tests/test_ledger.py': `from src.ledger import Ledger


def test_post():
    ledger = Ledger()
    ledger.post(1)
`,
    'tests/test_other.py': 'import src.ledger\n\n\ndef test_nothing():\n    pass\n',
  });
  const post = await answer<Bundle>(where, ['ctx', 'Ledger.post']);
  t.is(post.focus.type, 'symbol');
  t.is(post.code_symbols[0]?.qualified_name, 'Ledger.post');
  // The nearest first; tests stand with the tests.
  t.deepEqual(named(post, 'caller'), ['Ledger.close', 'create']);
  t.deepEqual(named(post, 'callee'), ['save']);
  t.deepEqual(post.code_symbols.find((symbol) => symbol.qualified_name === 'create')?.lines, [6, 7]);
  t.deepEqual(post.tests, ['tests/test_ledger.py']);
  // A class stands for its members, and what it calls itself is no caller.
  const ledger = await answer<Bundle>(where, ['ctx', 'Ledger']);
  t.deepEqual(named(ledger, 'caller'), ['create']);
  t.deepEqual(named(ledger, 'callee'), ['save']);

  t.regex((await beadloom(where, ['ctx', 'Ledger'])).stdout, /## Used by\n[^#]*create/);
  const text = (await beadloom(where, ['ctx', 'Ledger.post'])).stdout;
  const parts = [
    '# Ledger.post (method)',
    'return save(entry)',
    '## Called by',
    '(line 6, 7: ledger.post(1))',
    '## Calls',
    'Tests:',
  ];
  const places = parts.map((part) => text.indexOf(part));
  t.true(
    places.every((place) => place >= 0),
    text,
  );
  t.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
    text,
  );
});

test('a caller that may mean something else says what', async (t) => {
  const where = project(t, {
    'a/one.rb': 'class One\n  def settle\n  end\nend\n',
    'a/two.rb': 'class Two\n  def settle\n  end\nend\n',
    'a/use.rb': 'def run(it)\n  it.settle\nend\n',
  });
  const bundle = await answer<Bundle>(where, ['ctx', 'One.settle']);
  const caller = bundle.code_symbols.find((symbol) => symbol.reason === 'caller');
  t.is(caller?.qualified_name, 'run');
  t.deepEqual(caller?.candidates, ['a/one.rb:2 One.settle', 'a/two.rb:2 Two.settle']);
  t.regex((await beadloom(where, ['ctx', 'One.settle'])).stdout, /may mean: .*Two\.settle/);
});

withGit('a ticket is what its commits touched', async (t) => {
  const where = fixture(t, 'shop');
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '-q');
  const tokens = (head: string) =>
    `# beadloom:domain=auth\n${head}\n\ndef check(token):\n    return bool(token)\n\n\ndef renew(token):\n    return token\n`;
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'Begin');
  where.write('src/auth/tokens.py', tokens(''));
  git(where.root, 'commit', '-qam', 'PAY-31: renew tokens');
  where.write('docs/domains/auth.md', '# Auth\n\n## Specification\n\nTokens are renewed.\n');
  where.write('src/auth/more.py', 'def more():\n    return 1\n');
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'Write it down\n\nRefs: PAY-31');
  // Lines move after the commit that touched them.
  where.write('src/auth/tokens.py', tokens('import os\n\n'));
  git(where.root, 'commit', '-qam', 'Import os');

  const bundle = await answer<Bundle>(where, ['ctx', 'PAY-31']);
  t.is(bundle.focus.type, 'ticket');
  t.is(bundle.focus.ref_id, 'auth');
  t.is(bundle.focus.summary, '2 commits, the newest: Write it down');
  t.deepEqual(
    bundle.commits.map((commit) => [commit.subject, commit.files]),
    [
      ['Write it down', ['docs/domains/auth.md', 'src/auth/more.py']],
      ['PAY-31: renew tokens', ['src/auth/tokens.py']],
    ],
  );
  t.is(named(bundle, 'touched')[0], 'more');
  t.is(bundle.code_symbols.find((symbol) => symbol.qualified_name === 'renew')?.line_start, 10);
  t.regex((await beadloom(where, ['ctx', 'PAY-31'])).stdout, /## Commits\n- [0-9a-f]{10} Write it down/);

  // A node of that name comes first, and a ticket that nobody names is unknown.
  t.is((await answer<Bundle>(where, ['ctx', 'FEAT-7'])).focus.type, 'node');
  t.is((await failure(where, ['ctx', 'PAY-3'])).code, 'not_found');

  // What the history says is not in the index: a new commit shows at once.
  git(where.root, 'commit', '-q', '--allow-empty', '-m', 'PAY-31 again');
  const again = await answer<Bundle>(where, ['ctx', 'PAY-31']);
  t.is(again.commits[0]?.subject, 'PAY-31 again');
});

test('without a repository a ticket is unknown', async (t) => {
  t.is((await failure(fixture(t, 'shop'), ['ctx', 'PAY-31'])).code, 'not_found');
});

test('the same tree gives the same bundles: elsewhere, with other threads, fresh or in steps', async (t) => {
  const refs = ['FEAT-7', 'billing', 'Ledger.post', 'src/auth/tokens.py', 'src/billing'];
  const bundles = async (where: TestProject, threads: string) => {
    const texts: string[] = [];
    for (const ref of refs) {
      for (const format of ['--json', '--markdown']) {
        const env = { BEADLOOM_THREADS: threads };
        // oxlint-disable-next-line no-await-in-loop -- one after the other: each refreshes the index
        const { code, stdout } = await beadloom(where, ['ctx', ref, format], { env });
        t.is(code, 0);
        texts.push(stdout.replaceAll(/"last_reindex":"[^"]*"/g, ''));
      }
    }
    return texts;
  };
  const one = await bundles(fixture(t, 'shop'), '1');
  t.deepEqual(await bundles(fixture(t, 'shop'), '8'), one);

  // The same files in the end, with others on the way.
  const steps = fixture(t, 'shop');
  const document = steps.path('docs/domains/auth.md');
  copyFileSync(document, `${document}.kept`);
  renameSync(steps.path('src/billing/charge.py'), steps.path('src/billing/later.py'));
  steps.write('src/auth/extra.py', 'def refund():\n    return 1\n');
  steps.write('docs/domains/auth.md', '# Other\n');
  await beadloom(steps, ['reindex']);
  rmSync(steps.path('src/auth/extra.py'));
  renameSync(steps.path('src/billing/later.py'), steps.path('src/billing/charge.py'));
  await beadloom(steps, ['reindex']);
  renameSync(`${document}.kept`, document);
  t.deepEqual(await bundles(steps, '2'), one);
});
