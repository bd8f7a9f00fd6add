import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync } from 'node:fs';

import type { ExecutionContext } from 'ava';
import test from 'ava';

import type { CiAnswer, LintAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { git } from './support/git.js';
import { fixture, type TestProject } from './support/project.js';
import { sarifFaults } from './support/sarif.js';
import { violations } from './support/schema.js';

const BASELINE = '.beadloom/lint-baseline.jsonl';
const TOKENS = 'src/auth/tokens.py';
const ENTRY =
  '{"rule":"apart","type":"deny","file":"src/auth/tokens.py","import":"billing.charge","from":"auth","to":"billing"}';

/** The shop, in which an import breaks a rule. */
function shop(t: ExecutionContext): TestProject {
  const where = fixture(t, 'shop');
  const rule = 'deny: {from: {ref_id: auth}, to: {ref_id: billing}}';
  where.write('.beadloom/_graph/rules.yml', `version: 1\nrules:\n  - {name: apart, ${rule}}\n`);
  where.write(TOKENS, `${read(where, TOKENS)}\nfrom billing.charge import charge\n`);
  return where;
}

function read(where: TestProject, path: string): string {
  return readFileSync(where.path(path), 'utf8');
}

async function lint(t: ExecutionContext, where: TestProject, ...args: string[]) {
  const { code, stdout } = await beadloom(where, ['lint', '--strict', '--json', ...args]);
  const made = JSON.parse(stdout) as LintAnswer;
  t.deepEqual(violations('lint', made), []);
  const { known, fixed, added, written } = made.baseline ?? {};
  return [code, made.violations.length, known, fixed?.length, added?.length, written];
}

test('known violations do not fail, new ones do, and fixed ones have to be taken out', async (t) => {
  const where = shop(t);
  const clean = read(where, TOKENS).replace('from billing.charge import charge\n', '');
  const broken = read(where, TOKENS);
  t.deepEqual(await lint(t, where), [2, 1, undefined, undefined, undefined, undefined]);
  t.deepEqual(await lint(t, where, '--baseline', 'write'), [0, 0, 1, 0, 1, true]);
  t.is(read(where, BASELINE), `{"version":1}\n${ENTRY}\n`);
  t.deepEqual(await lint(t, where), [0, 0, 1, 0, 0, false]);
  t.deepEqual(await lint(t, where, '--ignore-baseline'), [2, 1, undefined, undefined, undefined, undefined]);

  where.write(TOKENS, `# moved down\n\n\n${clean}\nif True:\n    from billing.charge import charge\n`);
  t.deepEqual(await lint(t, where), [0, 0, 1, 0, 0, false], 'lines and indentation mean nothing');
  where.write(TOKENS, `${broken}\nfrom billing.charge import charge as again\n`);
  t.deepEqual(await lint(t, where), [2, 1, 1, 0, 0, false], 'one more of the same is new');

  where.write(TOKENS, clean);
  t.deepEqual(await lint(t, where), [2, 0, 0, 1, 0, false]);
  const { stdout } = await beadloom(where, ['lint']);
  t.true(stdout.includes('beadloom lint --baseline prune'), stdout);
  t.deepEqual(await lint(t, where, '--baseline', 'prune'), [0, 0, 0, 1, 0, true]);
  t.is(read(where, BASELINE), '{"version":1}\n');
  where.write(TOKENS, broken);
  t.deepEqual(await lint(t, where, '--baseline', 'prune'), [2, 1, 0, 0, 0, false], 'prune adds nothing');
  t.is(read(where, BASELINE), '{"version":1}\n');
});

test('a file that is moved to another folder takes its known violations along', async (t) => {
  const where = shop(t);
  await beadloom(where, ['lint', '--baseline', 'write']);
  mkdirSync(where.path('src/auth/deep'));
  renameSync(where.path(TOKENS), where.path('src/auth/deep/tokens.py'));
  t.deepEqual(await lint(t, where), [0, 0, 1, 0, 0, false]);
  t.deepEqual(await lint(t, where, '--baseline', 'prune'), [0, 0, 1, 0, 0, true]);
  t.true(read(where, BASELINE).includes('src/auth/deep/tokens.py'));
});

test('formats for other programs', async (t) => {
  const where = shop(t);
  await beadloom(where, ['lint', '--baseline', 'write']);
  const format = async (how: string) => (await beadloom(where, ['lint', '--format', how])).stdout;
  const text = await format('sarif');
  t.deepEqual(sarifFaults(text), []);
  const sarif = JSON.parse(text) as { runs: Array<{ results: object[] }> };
  const [result] = sarif.runs[0]?.results ?? [];
  t.like(result, { baselineState: 'unchanged', suppressions: [{ kind: 'external' }] });
  t.is((await format('porcelain')).trim(), '');
  t.is((await format('github')).trim(), '');
  t.true((await format('pretty')).includes('nothing new, 1 known (baseline)'));
  t.is((await answer<LintAnswer>(where, ['lint', '--known'])).baseline?.known_violations.length, 1);
  where.write(BASELINE, `{"version":1}\n${ENTRY.replace('apart', 'gone')}\n`);
  t.regex(await format('porcelain'), /^gone\tbaseline_fixed\twarn\t\.beadloom\/lint-baseline\.jsonl\t2\t/m);
});

test('ci shows how the baseline changed', async (t) => {
  const where = shop(t);
  rmSync(where.path('.git'), { recursive: true, force: true });
  git(where.root, 'init', '-q');
  await beadloom(where, ['lint', '--baseline', 'write']);
  const run = async (...args: string[]) => {
    const { stdout } = await beadloom(where, ['ci', '--json', ...args]);
    const { steps, findings } = JSON.parse(stdout) as CiAnswer;
    return { ...steps.find(({ name }) => name === 'lint'), codes: findings.map(({ code }) => code) };
  };
  git(where.root, 'add', '-A');
  git(where.root, 'commit', '-q', '-m', 'first');
  t.regex((await run()).checked ?? '', /, 1 known by the baseline$/);
  where.write(TOKENS, read(where, TOKENS).replace('from billing.charge import charge\n', ''));
  const fixed = await run();
  t.is(fixed.status, 'passed');
  t.true(fixed.codes.includes('baseline_fixed'));
  await beadloom(where, ['lint', '--baseline', 'prune']);
  t.regex((await run('--base', 'HEAD')).checked ?? '', /\(it lists 0, 1 in base: 0 added, 1 removed\)$/);
});

test('a baseline that cannot be used is told with its place, and stays as it is', async (t) => {
  const where = shop(t);
  t.is((await failure(where, ['lint', '--baseline', 'prune'])).code, 'not_found');
  t.is((await failure(where, ['lint', '--baseline', 'write', '--severity', 'error'])).code, 'usage');
  for (const [text, line] of [
    ['{"version":9}\n', 1],
    [`{"version":1}\n<<<<<<< HEAD\n${ENTRY}\n`, 2],
    [`{"version":1}\n${ENTRY.replace('"type"', '"kind"')}\n`, 2],
    ['not json', 1],
  ] as const) {
    where.write(BASELINE, text);
    for (const args of [[], ['--baseline', 'write'], ['--baseline', 'prune']]) {
      t.like(await failure(where, ['lint', ...args]), { code: 'bad_baseline', path: BASELINE, line });
    }
    t.is(read(where, BASELINE), text);
  }
  truncateSync(where.path(BASELINE), 100_000_000);
  t.is((await failure(where, ['lint'])).code, 'bad_baseline');
  rmSync(where.path(BASELINE));
  symlinkSync('/etc/hostname', where.path(BASELINE));
  t.is((await failure(where, ['lint', '--baseline', 'write'])).code, 'outside_root');
});
