import { readFileSync, renameSync, rmSync } from 'node:fs';

import type { ExecutionContext } from 'ava';

import type { CiAnswer } from '../src/api/index.js';
import { beadloom, failure } from './support/cli.js';
import { git, withGit } from './support/git.js';
import { junitCases, junitFaults } from './support/junit.js';
import { fixture, project, type TestProject } from './support/project.js';
import { sarifFaults } from './support/sarif.js';
import { violations } from './support/schema.js';

const RULES = '.beadloom/_graph/rules.yml';
const APART = 'version: 1\nrules:\n  - {name: apart, deny: {from: {ref_id: auth}, to: {ref_id: billing}}}\n';
const TOKENS = 'src/auth/tokens.py';

/** The shop with a rule that holds and documents that are up to date, committed. */
async function shop(t: ExecutionContext): Promise<TestProject> {
  const where = fixture(t, 'shop');
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '-q');
  where.write('.gitignore', '.beadloom/beadloom.db*\n.beadloom/memory.db*\n.beadloom/CONTEXT.md\n');
  where.write(RULES, APART);
  await beadloom(where, ['sync-update', '--all', '-y']);
  commit(where, 'first');
  return where;
}

function commit(where: TestProject, message: string): void {
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', message);
}

function append(where: TestProject, path: string, text: string): void {
  where.write(path, readFileSync(where.path(path), 'utf8') + text);
}

function edit(where: TestProject, path: string, from: string | RegExp, to: string): void {
  where.write(path, readFileSync(where.path(path), 'utf8').replace(from, to));
}

async function ci(
  t: ExecutionContext,
  where: TestProject,
  ...args: string[]
): Promise<{ code: number | null; answer: CiAnswer }> {
  const { code, stdout } = await beadloom(where, ['ci', '--json', ...args]);
  const answer = JSON.parse(stdout) as CiAnswer;
  t.deepEqual(violations('ci', answer), []);
  t.is(answer.passed, code === 0);
  return { code, answer };
}

function short({ findings }: CiAnswer): string[] {
  return findings.map(
    ({ step, rule, code, path, line }) =>
      `${step} ${rule ?? code} ${path ?? ''}${line === null ? '' : `:${line}`}`,
  );
}

function states({ steps }: CiAnswer): string {
  return steps.map(({ name, status }) => `${name} ${status}`).join(', ');
}

withGit('a project that is well passes, and each step says what it looked at', async (t) => {
  const where = await shop(t);
  const { code, answer } = await ci(t, where);
  t.is(code, 0);
  t.is(states(answer), 'reindex passed, lint passed, sync-check passed, doctor passed');
  t.deepEqual(short(answer), []);
  for (const step of answer.steps) {
    t.not(step.checked, '', step.name);
  }
  const json = await beadloom(where, ['ci', '--format', 'json']);
  const timeless = (text: string) => text.replaceAll(/"duration_ms":\d+/g, '');
  t.is(timeless(json.stdout), timeless((await beadloom(where, ['ci', '--json'])).stdout));
});

withGit('every step is run though the ones before failed, and a finding is told once', async (t) => {
  const where = await shop(t);
  where.write('.beadloom/_graph/zz.yml', 'nodes:\n  - {ref_id: auth, kind: domain, summary: x}\n');
  append(where, TOKENS, '\nfrom billing.charge import charge\n');
  edit(where, 'src/billing/charge.py', 'def charge(amount, token):', 'def charge(amount, token, note):');
  const { code, answer } = await ci(t, where);
  t.is(code, 2);
  t.is(states(answer), 'reindex failed, lint failed, sync-check failed, doctor passed');
  const found = short(answer);
  t.is(found[0], 'reindex duplicate_id .beadloom/_graph/zz.yml:2');
  t.true(found.includes(`lint apart ${TOKENS}:7`));
  t.true(found.some((one) => one.startsWith('sync-check signature_changed docs/domains/billing.md')));
  t.is(found.filter((one) => one.includes('zz.yml')).length, 1);
  for (const step of answer.steps) {
    t.is(step.findings, answer.findings.filter((one) => one.step === step.name).length);
  }
});

withGit('a rules file that is wrong fails its step alone, with its place', async (t) => {
  const where = await shop(t);
  where.write(RULES, APART.replace('ref_id: billing', 'ref_id: biling'));
  const { code, answer } = await ci(t, where);
  t.is(code, 2);
  t.deepEqual(short(answer), [`lint not_found ${RULES}:3`]);
  t.is(states(answer), 'reindex passed, lint failed, sync-check passed, doctor passed');
  t.deepEqual(answer.steps[1]?.unchecked, ['all rules: the rules file is wrong']);
});

withGit('steps say what they did not look at: no rules, no baseline, files that were skipped', async (t) => {
  const where = fixture(t, 'shop');
  where.write('src/auth/large.py', `x = 1\n${'#'.repeat(1_100_000)}\n`);
  where.write('src/loose.py', 'def f(): pass\n');
  const { code, answer } = await ci(t, where);
  t.is(code, 0);
  t.is(states(answer), 'reindex passed, lint skipped, sync-check skipped, doctor passed');
  const [reindex, lint, sync] = answer.steps.map(({ unchecked }) => unchecked.join('; '));
  t.regex(reindex ?? '', /src\/auth\/large\.py.*too_large/);
  t.regex(lint ?? '', /_graph\/rules\.yml has no rules/);
  t.regex(sync ?? '', /none was confirmed yet/);
  where.write(RULES, APART);
  const again = await ci(t, where);
  t.deepEqual(again.answer.steps[1]?.unchecked, [
    '1 source file that belongs to no node, by rules about nodes',
  ]);
});

withGit('how many imports there are is told, whether or not a rule asks for them', async (t) => {
  const where = await shop(t);
  const asked = (await ci(t, where)).answer.steps[1]?.checked ?? '';
  t.regex(asked, /^1 rule, [1-9]\d* imports?, /);
  where.write(RULES, 'version: 1\nrules:\n  - {name: small, check: {for: {kind: domain}, max_files: 99}}\n');
  t.is((await ci(t, where)).answer.steps[1]?.checked, asked);
});

withGit('--base lists what is new: rules', async (t) => {
  const where = await shop(t);
  append(where, TOKENS, '\nfrom billing.charge import charge\n');
  commit(where, 'an old sin');
  t.is((await ci(t, where)).code, 2);
  const old = await ci(t, where, '--base', 'HEAD');
  t.is(old.code, 0);
  t.deepEqual(short(old.answer), []);
  t.is(old.answer.steps[1]?.known, 1);
  t.is((await ci(t, where, '--base', 'HEAD~1')).code, 2);

  // What stands above an old sin moves it, and makes it no new one.
  edit(where, TOKENS, /^/, '# moved\n\n\n');
  t.deepEqual(short((await ci(t, where, '--base', 'HEAD')).answer), []);
  // A second import of the same file is new; so is one of another file.
  append(where, TOKENS, 'from billing.charge import Ledger\n');
  where.write('src/auth/more.py', 'from billing.charge import charge\n');
  const { code, answer } = await ci(t, where, '--base', 'HEAD');
  t.is(code, 2);
  t.deepEqual(short(answer), ['lint apart src/auth/more.py:1', `lint apart ${TOKENS}:11`]);
  t.is(answer.steps[1]?.known, 1);
});

withGit(
  '--base: a rule, or a whole graph, that comes with the change is broken only by what the change adds',
  async (t) => {
    const where = await shop(t);
    append(where, TOKENS, '\nfrom billing.charge import charge\n');
    rmSync(where.path('.beadloom/_graph'), { recursive: true });
    rmSync(where.path('.beadloom/sync.lock'), { force: true });
    commit(where, 'before anybody drew a graph');
    git(where.root, 'checkout', '-q', 'HEAD~1', '--', '.beadloom');
    t.is((await ci(t, where)).code, 2);
    const { code, answer } = await ci(t, where, '--base', 'HEAD');
    t.deepEqual(short(answer), []);
    t.is(code, 0);
    t.is(answer.steps[1]?.known, 1);
  },
);

withGit('--base follows files that were moved and nodes that were renamed', async (t) => {
  const where = await shop(t);
  append(where, TOKENS, '\nfrom billing.charge import charge\n');
  commit(where, 'an old sin');
  git(where.root, 'mv', TOKENS, 'src/auth/checks.py');
  edit(where, '.beadloom/_graph/domains.yml', 'ref_id: auth', 'ref_id: identity');
  edit(where, '.beadloom/_graph/domains.yml', 'src: auth', 'src: identity');
  edit(where, '.beadloom/_graph/features.yml', 'dst: auth', 'dst: identity');
  where.write(RULES, APART.replace('{ref_id: auth}', '{ref_id: identity}'));
  const { answer } = await ci(t, where, '--base', 'HEAD');
  t.deepEqual(
    short(answer).filter((one) => one.startsWith('lint')),
    [],
  );
  t.is(answer.steps[1]?.known, 1);
});

withGit('--base: a cycle that something joined is new, one that something left is not', async (t) => {
  const node = (id: string) => `  - {ref_id: ${id}, kind: domain, summary: ${id}, source: src/${id}/}\n`;
  const where = project(t, {
    '.gitignore': '.beadloom/beadloom.db*\n.beadloom/memory.db*\n.beadloom/CONTEXT.md\n',
    '.beadloom/_graph/a.yml': `nodes:\n${['a', 'b', 'c'].map(node).join('')}`,
    [RULES]: 'version: 1\nrules:\n  - {name: no-rings, forbid_cycles: {scope: nodes}}\n',
    'src/a/main.py': 'from src.b import main\n',
    'src/b/main.py': 'from src.a import main\n',
    'src/c/main.py': 'def f(): pass\n',
  });
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '-q');
  commit(where, 'a ring of two');
  t.is((await ci(t, where, '--base', 'HEAD')).code, 0);
  where.write('src/b/main.py', 'from src.a import main\nfrom src.c import main as c\n');
  where.write('src/c/main.py', 'from src.a import main\n');
  t.deepEqual(short((await ci(t, where, '--base', 'HEAD')).answer), [
    'lint no-rings .beadloom/_graph/a.yml:2',
  ]);
  commit(where, 'a ring of three');
  where.write('src/c/main.py', 'def f(): pass\n');
  t.deepEqual(short((await ci(t, where, '--base', 'HEAD')).answer), []);
});

withGit('--base lists what is new: documents and health', async (t) => {
  const where = await shop(t);
  edit(where, 'src/billing/charge.py', 'def charge(amount, token):', 'def charge(amount, token, note):');
  edit(where, '.beadloom/_graph/domains.yml', '"Charges and refunds."', '""');
  commit(where, 'behind');
  const whole = await ci(t, where);
  t.is(whole.code, 2);
  t.true(short(whole.answer).some((one) => one.startsWith('doctor summaries')));
  const old = await ci(t, where, '--base', 'HEAD');
  t.is(old.code, 0);
  t.deepEqual(short(old.answer), []);
  t.true((old.answer.steps[2]?.known ?? 0) >= 1);
  t.is(old.answer.steps[3]?.known, 1);
  // A pair that is behind further is as old as it was; another one is new.
  edit(
    where,
    'src/billing/charge.py',
    'def charge(amount, token, note):',
    'def charge(amount, token, text):',
  );
  edit(where, TOKENS, 'def check(token):', 'def check(token, now):');
  edit(where, '.beadloom/_graph/domains.yml', '"Who may do what."', '""');
  const { code, answer } = await ci(t, where, '--base', 'HEAD');
  t.is(code, 2);
  const found = short(answer);
  t.true(found.some((one) => one.startsWith('sync-check signature_changed docs/domains/auth.md')));
  t.false(found.some((one) => one.includes('docs/domains/billing.md')));
  t.is(found.filter((one) => one.startsWith('doctor summaries')).length, 1);
});

withGit('--base: errors of the graph that were there are old', async (t) => {
  const where = await shop(t);
  const bad = '.beadloom/_graph/zz.yml';
  where.write(bad, 'nodes:\n  - {ref_id: auth, kind: domain, summary: x}\n');
  commit(where, 'broken');
  t.is((await ci(t, where)).code, 2);
  t.is((await ci(t, where, '--base', 'HEAD')).code, 0);
  where.write(
    bad,
    '\nnodes:\n  - {ref_id: auth, kind: domain, summary: x}\n  - {ref_id: billing, kind: domain, summary: x}\n',
  );
  t.deepEqual(short((await ci(t, where, '--base', 'HEAD')).answer), [`reindex duplicate_id ${bad}:4`]);
});

withGit('a merge commit, a tag and a branch are bases', async (t) => {
  const where = await shop(t);
  git(where.root, 'checkout', '-q', '-b', 'side');
  where.write('src/auth/side.py', 'from billing.charge import charge\n');
  commit(where, 'side');
  git(where.root, 'checkout', '-q', '-');
  where.write('src/auth/other.py', 'def f(): pass\n');
  commit(where, 'main');
  git(where.root, 'merge', '-q', '--no-ff', '-m', 'merge', 'side');
  git(where.root, 'tag', 'v1');
  for (const base of ['HEAD', 'v1', 'side']) {
    const { code, answer } = await ci(t, where, '--base', base);
    t.is(code, 0, base);
    t.is(answer.base, base);
    t.regex(answer.base_commit ?? '', /^[0-9a-f]{40}$/);
  }
  t.deepEqual(short((await ci(t, where, '--base', 'HEAD^1')).answer), ['lint apart src/auth/side.py:1']);
});

withGit('a bad revision, a shallow clone without it, and no repository are errors', async (t) => {
  const where = await shop(t);
  for (const base of ['nope', '-x', 'HEAD~9', 'HEAD:src']) {
    t.is((await failure(where, ['ci', `--base=${base}`])).code, 'bad_revision', base);
  }
  where.write('src/auth/more.py', 'def f(): pass\n');
  commit(where, 'second');
  const clone = project(t);
  git(clone.root, 'clone', '-q', '--depth', '1', `file://${where.root}`, 'shallow');
  const error = await failure({ ...clone, root: clone.path('shallow') }, ['ci', '--base', 'HEAD~1']);
  t.is(error.code, 'bad_revision');
  t.regex(error.hint ?? '', /git fetch --unshallow.*fetch-depth: 0/);
  const bare = project(t, { 'a.py': 'def f(): pass\n' });
  t.is((await failure(bare, ['ci', '--base', 'HEAD'])).code, 'no_repository');
  t.is((await beadloom(where, ['ci', '--format', 'xml'])).code, 1);
});

withGit('nothing is checked out, and no filter of the repository runs', async (t) => {
  const where = await shop(t);
  git(where.root, 'config', 'filter.evil.clean', 'touch ran; cat');
  git(where.root, 'config', 'filter.evil.smudge', 'touch ran; cat');
  where.write('.gitattributes', '*.md filter=evil\n');
  append(where, TOKENS, '\nfrom billing.charge import charge\n');
  renameSync(where.path('src/billing/charge.py'), where.path('src/billing/charges.py'));
  await ci(t, where, '--base', 'HEAD');
  t.false(readFileSync(where.path(TOKENS), 'utf8').startsWith('<<<<'));
  t.throws(() => readFileSync(where.path('src/billing/charge.py')));
});

withGit('GitHub, SARIF and JUnit: paths relative to the root, and valid by their schemas', async (t) => {
  const where = await shop(t);
  where.write('src/auth/a&b <"%>.py', 'from billing.charge import charge\n');
  where.write(RULES, APART.replace('apart,', '"a<b & \\"c\\"",'));
  edit(where, '.beadloom/_graph/domains.yml', '"Who may do what."', '""');
  const github = await beadloom(where, ['ci', '--format', 'github']);
  t.is(github.code, 2);
  const annotations = github.stdout.split('\n').filter((line) => line.startsWith('::'));
  t.regex(annotations[0] ?? '', /^::error file=src\/auth\/a&b <"%25>\.py,line=1,title=/);
  t.true(annotations.some((line) => line.startsWith('::warning file=.beadloom/_graph/domains.yml,line=')));
  t.regex(github.stdout, /\nlint +failed/);

  const sarif = await beadloom(where, ['ci', '--format', 'sarif']);
  t.is(sarif.code, 2);
  t.deepEqual(sarifFaults(sarif.stdout), []);
  t.regex(sarif.stdout, /src\/auth\/a%26b%20%3C%22%25%3E\.py/);
  t.regex(sarif.stdout, /"doctor\/summaries"/);

  const junit = await beadloom(where, ['ci', '--format', 'junit']);
  t.is(junit.code, 2);
  t.deepEqual(junitFaults(junit.stdout), []);
  const cases = junitCases(junit.stdout);
  t.deepEqual(Object.keys(cases), ['reindex', 'lint', 'sync-check', 'doctor']);
  t.regex(cases['lint']?.join() ?? '', /^failure: `auth` must not import `billing`/);
  t.regex(cases['doctor']?.join() ?? '', /^system-out: the node auth has no summary/);
  t.regex(cases['reindex']?.join() ?? '', /^passed: /);
  rmSync(where.path(RULES));
  t.regex(
    junitCases((await beadloom(where, ['ci', '--format', 'junit'])).stdout)['lint']?.join() ?? '',
    /^skipped: /,
  );
});

withGit('what validates reports finds what is wrong in them', async (t) => {
  const where = await shop(t);
  const sarif = (await beadloom(where, ['lint', '--format', 'sarif'])).stdout;
  t.deepEqual(sarifFaults(sarif), []);
  t.deepEqual(sarifFaults(sarif.replace('"2.1.0"', '"2.0.0"')), ['version is 2.1.0']);
  t.deepEqual(sarifFaults(sarif.replace('"results"', '"resultz"')), ['run has resultz']);
  const junit = (await beadloom(where, ['ci', '--format', 'junit'])).stdout;
  t.deepEqual(junitFaults(junit), []);
  t.not(
    junitFaults(junit.replace('tests="1"', 'tests="7"')).length +
      junitFaults(junit.replaceAll('tests="1"', 'tests="7"')).length,
    0,
  );
  t.throws(() => junitFaults(junit.replace('</testsuites>', '')));
  t.deepEqual(junitFaults(junit.replace('<testcase name=', '<testcase title=')), [
    'testcase has title',
    'testcase lacks name',
  ]);
});

withGit('on a terminal a table ends what was found', async (t) => {
  const where = await shop(t);
  append(where, TOKENS, '\nfrom billing.charge import charge\n');
  const { stdout } = await beadloom(where, ['ci', '--base', 'HEAD']);
  t.regex(stdout, /^lint\n {2}src\/auth\/tokens\.py:7: error `auth` must not import `billing`/);
  t.regex(stdout, /step +result +findings +in base +checked\n/);
  t.regex(stdout, /\nlint +failed +1 error +– +1 rule, /);
  t.regex(stdout, /\nFailed since HEAD \([0-9a-f]{10}\), /);
});
