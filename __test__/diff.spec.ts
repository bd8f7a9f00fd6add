import { readFileSync } from 'node:fs';

import type { ExecutionContext } from 'ava';

import type { DiffAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { fixture, project, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

const DOMAINS = '.beadloom/_graph/domains.yml';

/** The shop, committed. */
function shop(t: ExecutionContext): TestProject {
  const where = fixture(t, 'shop');
  git(where.root, 'init', '-q');
  commit(where, 'first');
  return where;
}

function commit(where: TestProject, message: string): void {
  git(where.root, 'add', '-A', '--', '.beadloom/_graph', 'src', 'docs');
  git(where.root, 'commit', '-q', '-m', message);
}

function edit(where: TestProject, path: string, from: string | RegExp, to: string): void {
  where.write(path, readFileSync(where.path(path), 'utf8').replace(from, to));
}

async function diff(t: ExecutionContext, where: TestProject, ...args: string[]): Promise<DiffAnswer> {
  const made = await answer<DiffAnswer>(where, ['diff', ...args]);
  t.deepEqual(violations('diff', made), []);
  return made;
}

withGit('nothing differs; a summary does, old and new', async (t) => {
  const where = shop(t);
  const same = await diff(t, where, '--since', 'HEAD');
  t.like(same, { since: 'HEAD', to: null, changed_nodes: [], symbols: [], warning: null });
  t.regex(same.since_commit ?? '', /^[0-9a-f]{40}$/);
  t.is((await beadloom(where, ['diff', '--exit-code'])).code, 0);

  edit(where, DOMAINS, 'Charges and refunds.', 'Takes money.');
  const { changed_nodes: changed, ...rest } = await diff(t, where, '--since', 'HEAD');
  t.is(changed.length, 1);
  t.like(changed[0], { ref_id: 'billing', old_summary: 'Charges and refunds.', new_summary: 'Takes money.' });
  t.deepEqual(changed[0]?.fields, ['summary']);
  t.deepEqual([rest.added_nodes, rest.removed_nodes, rest.renamed_nodes, rest.added_edges], [[], [], [], []]);
  t.is((await beadloom(where, ['diff', '--exit-code'])).code, 2);
  t.is((await beadloom(where, ['diff'])).code, 0);
});

withGit('nodes and edges that come and go; a renamed node is renamed, and its edges stay', async (t) => {
  const where = shop(t);
  edit(where, DOMAINS, 'ref_id: auth', 'ref_id: identity');
  edit(where, DOMAINS, 'src: auth', 'src: identity');
  edit(where, '.beadloom/_graph/features.yml', 'dst: auth', 'dst: identity');
  edit(where, '.beadloom/_graph/features.yml', /\n {2}- src: FEAT-7\n {4}dst: Invoice\n.*\n/, '\n');
  where.write(
    '.beadloom/_graph/more.yml',
    'nodes:\n  - {ref_id: mail, kind: service, summary: Sends mail.}\nedges:\n  - {src: billing, dst: mail, kind: uses}\n',
  );
  const made = await diff(t, where);
  t.deepEqual(made.renamed_nodes, [{ from: 'auth', to: 'identity' }]);
  t.deepEqual(made.added_nodes, [{ ref_id: 'mail', kind: 'service', summary: 'Sends mail.' }]);
  t.deepEqual(made.removed_nodes, []);
  t.deepEqual(made.added_edges, [{ src: 'billing', dst: 'mail', kind: 'uses' }]);
  t.deepEqual(made.removed_edges, [{ src: 'FEAT-7', dst: 'Invoice', kind: 'touches_entity' }]);
  const { stdout } = await beadloom(where, ['diff']);
  t.regex(stdout, /> auth is identity now/);
});

withGit('public symbols that come, go and change signature, by node', async (t) => {
  const where = shop(t);
  edit(where, 'src/billing/charge.py', 'def charge(amount, token):', 'def charge(amount, token, note=""):');
  edit(where, 'src/billing/charge.py', 'def post(self, amount):', 'def book(self, amount):');
  edit(where, 'src/auth/tokens.py', 'raise PermissionError("no token")', 'raise PermissionError("none")');
  where.write('src/auth/keys.py', 'def rotate():\n    pass\n\ndef _secret():\n    pass\n');
  where.write('tests/test_keys.py', 'def test_rotate():\n    pass\n');
  const { symbols } = await diff(t, where);
  t.deepEqual(
    symbols.map((one) => one.ref_id),
    ['auth', 'billing'],
  );
  const [auth, billing] = symbols;
  t.deepEqual(auth?.added, [
    { name: 'rotate', kind: 'function', path: 'src/auth/keys.py', line: 1, signature: 'def rotate()' },
  ]);
  t.deepEqual(auth?.changed, []);
  t.deepEqual(
    [billing?.added, billing?.removed].map((list) => list?.map(({ name }) => name)),
    [['Ledger.book'], ['Ledger.post']],
  );
  t.deepEqual(
    billing?.changed.map(({ name, old_signature: old, new_signature: now }) => [name, old, now]),
    [['charge', 'def charge(amount, token)', 'def charge(amount, token, note="")']],
  );
});

withGit('between two commits, whatever lies in the working tree', async (t) => {
  const where = shop(t);
  edit(where, 'src/auth/tokens.py', 'def check(token):', 'def check(token, now):');
  commit(where, 'second');
  where.write('src/auth/tokens.py', 'def other(): pass\n');
  edit(where, DOMAINS, 'Who may do what.', 'Nobody.');
  const made = await diff(t, where, '--since', 'HEAD~1', '--to', 'HEAD');
  t.is(made.to, 'HEAD');
  t.deepEqual(made.changed_nodes, []);
  t.deepEqual(
    made.symbols.map(({ ref_id: id, changed }) => [id, changed.map(({ new_signature: now }) => now)]),
    [['auth', ['def check(token, now)']]],
  );
});

withGit('a revision that does not exist, and a project without Git, are errors', async (t) => {
  const where = shop(t);
  for (const revision of ['nope', '-x', '', 'HEAD~7', 'HEAD:src']) {
    const error = await failure(where, ['diff', `--since=${revision}`]);
    t.is(error.code, 'bad_revision', revision);
  }
  t.is((await failure(where, ['diff', '--since', 'HEAD', '--to', 'nope'])).code, 'bad_revision');
  const bare = project(t, { 'a.py': 'def f(): pass\n' });
  t.is((await failure(bare, ['diff'])).code, 'no_repository');
});

withGit('a graph file that does not parse at a revision is left out, and it is said', async (t) => {
  const where = shop(t);
  const good = readFileSync(where.path(DOMAINS), 'utf8');
  where.write(DOMAINS, 'nodes: [');
  commit(where, 'broken');
  where.write(DOMAINS, good);
  const { warning, added_nodes: added } = await diff(t, where);
  t.regex(warning ?? '', /domains\.yml:1 does not parse at [0-9a-f]{12}/);
  t.deepEqual(
    added.map((node) => node.ref_id),
    ['auth', 'billing'],
  );
});

withGit('no filter of the repository runs', async (t) => {
  const where = shop(t);
  git(where.root, 'config', 'filter.evil.clean', 'touch ran; cat');
  git(where.root, 'config', 'filter.evil.smudge', 'touch ran; cat');
  where.write('.gitattributes', '*.py filter=evil\n');
  edit(where, 'src/auth/tokens.py', 'def check(token):', 'def check(taken):');
  const { symbols } = await diff(t, where);
  t.is(symbols.length, 1);
  t.throws(() => readFileSync(where.path('ran')));
});

withGit('as Markdown for a pull request, in which no word of the project is Markdown', async (t) => {
  const where = shop(t);
  edit(where, DOMAINS, 'Charges and refunds.', 'Takes `money` <b>now</b>.');
  edit(where, 'src/auth/tokens.py', 'def check(token):', 'def check(token, now="```"):');
  where.write(
    '.beadloom/_graph/more.yml',
    'nodes:\n  - {ref_id: mail, kind: service, summary: "Asks @team, *loudly* <img>."}\n',
  );
  const { stdout } = await beadloom(where, ['diff', '--format', 'markdown']);
  t.regex(stdout, /^## Architecture: `HEAD` to the working tree\n/);
  t.regex(stdout, /- \*\*new\*\* `mail` \(service\): Asks @\u200bteam, \\\*loudly\\\* \\<img\\>\./);
  t.regex(stdout, / {2}- summary: `Charges and refunds\.` → ``Takes `money` <b>now<\/b>\.``\n/);
  t.regex(stdout, /<summary>auth: 1 changed<\/summary>\n\n````diff\n- def check\(token\)\n\+ def check/);
  const json = await beadloom(where, ['diff', '--json']);
  t.is((await beadloom(where, ['diff', '--format', 'json'])).stdout, json.stdout);
});

withGit('of an index that is behind it does not say that nothing differs', async (t) => {
  const where = shop(t);
  await beadloom(where, ['reindex']);
  edit(where, DOMAINS, /summary: .*/, 'summary: Something else');
  for (const args of [
    ['diff', '--no-refresh'],
    ['diff', '--no-refresh', '--format', 'markdown'],
    ['affected', '--no-refresh'],
    ['doctor', '--no-refresh'],
    ['sync-check', '--no-refresh'],
  ]) {
    const { code, stdout, stderr } = await beadloom(where, args);
    t.is(code, 1, args.join(' '));
    t.notRegex(stdout, /[Nn]othing differs|are well|is up to date|Nothing to compare/, args.join(' '));
    t.regex(stderr, /not in the index in its current form/, args.join(' '));
  }
});
