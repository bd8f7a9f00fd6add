import { readFileSync } from 'node:fs';

import test, { type ExecutionContext } from 'ava';

import type { DebtAnswer } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { project, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

/** Four nodes: one is large, reaches too far and breaks a rule, one has a document that is behind, one has nothing. */
function indebted(t: ExecutionContext): TestProject {
  return project(t, {
    '.beadloom/config.yml': 'debt: {max_symbols: 2, max_fan_out: 1, untested: 7}\n',
    '.beadloom/_graph/a.yml': [
      'nodes:',
      '  - {ref_id: a, kind: domain, summary: a, source: src/a/, docs: [docs/a.md]}',
      '  - {ref_id: b, kind: domain, summary: b, source: src/b/, docs: [docs/b.md]}',
      '  - {ref_id: c, kind: domain, summary: c, source: src/c/}',
      '  - {ref_id: d, kind: domain, summary: d, source: ""}',
      '',
    ].join('\n'),
    '.beadloom/_graph/rules.yml': [
      'version: 1',
      'rules:',
      '  - {name: hard, deny: {from: {ref_id: a}, to: {ref_id: b}}}',
      '  - {name: soft, severity: warn, deny: {from: {ref_id: a}, to: {ref_id: c}}}',
      '',
    ].join('\n'),
    'docs/a.md': '# A\n',
    'docs/b.md': '# B\n',
    'src/a/main.py':
      'from src.b import main\nfrom src.c import main as other\n\ndef one(): pass\ndef two(): pass\ndef three(): pass\n',
    'src/b/main.py': 'def f(): pass\n',
    'src/c/main.py': 'def f(): pass\n',
    'tests/test_a.py': 'from src.a import main\n',
    'tests/test_b.py': 'from src.b import main\n',
  });
}

async function debt(t: ExecutionContext, where: TestProject, ...args: string[]): Promise<DebtAnswer> {
  const made = await answer<DebtAnswer>(where, ['status', '--debt', ...args]);
  t.deepEqual(violations('status-debt', made), []);
  return made;
}

test('one figure, its parts by weights, and each thing with its place', async (t) => {
  const where = indebted(t);
  await beadloom(where, ['sync-update', '--all', '-y']);
  where.write('src/b/main.py', 'def f(x): pass\n');
  const made = await debt(t, where);
  t.deepEqual(
    made.parts.map(({ part, count, weight }) => `${part} ${count} × ${weight}`),
    [
      'rule_errors 1 × 5',
      'rule_warnings 1 × 1',
      'stale_documents 1 × 3',
      'missing_documents 1 × 1',
      'size 1 × 2',
      'fan_out 1 × 2',
      'untested 1 × 7',
    ],
  );
  t.is(made.debt, 5 + 1 + 3 + 1 + 2 + 2 + 7);
  t.is(
    made.debt,
    made.items.reduce((sum, { points }) => sum + points, 0),
  );
  t.deepEqual(
    made.items.map(
      ({ part, ref_id: id, path, line }) => `${part} ${id} ${path}${line === null ? '' : `:${line}`}`,
    ),
    [
      'rule_errors a src/a/main.py:1',
      'rule_warnings a src/a/main.py:2',
      'stale_documents b docs/b.md',
      'missing_documents c .beadloom/_graph/a.yml:4',
      'size a .beadloom/_graph/a.yml:2',
      'fan_out a .beadloom/_graph/a.yml:2',
      'untested c .beadloom/_graph/a.yml:4',
    ],
  );
  const { stdout } = await beadloom(where, ['status', '--debt']);
  t.regex(stdout, /^Debt: 21\n/);
  t.regex(stdout, /nodes that no test reaches +1 × 7 = 7\n/);
  t.deepEqual((await debt(t, where)).trend, []);
});

test('what tests reach does not depend on what rules ask for', async (t) => {
  const where = indebted(t);
  const untested = async () =>
    (await debt(t, where)).items.filter(({ part }) => part === 'untested').map(({ ref_id: id }) => id);
  t.deepEqual(await untested(), ['c']);
  const rules = 'version: 1\nrules:\n  - {name: small, check: {for: {kind: domain}, max_files: 99}}\n';
  where.write('.beadloom/_graph/rules.yml', rules);
  t.deepEqual(await untested(), ['c']);
});

test('--fail-if ends with 2 where it holds, and with 1 and a place where it is no condition', async (t) => {
  const where = indebted(t);
  for (const [condition, code] of [
    ['debt > 1000', 0],
    ['debt > 3', 2],
    ['rules >= 2', 2],
    ['rules >= 3 or untested > 5', 0],
    ['rule_errors > 0 and rule_warnings == 1', 2],
  ] as const) {
    const run = await beadloom(where, ['status', '--debt', '--json', '--fail-if', condition]);
    t.is(run.code, code, condition);
    const made = JSON.parse(run.stdout) as DebtAnswer;
    t.like(made, { condition, condition_holds: code === 2 });
  }
  for (const [condition, column] of [
    ['debts > 3', 1],
    ['debt > ', 8],
    ['debt >> 3', 7],
    ['debt > 3 rules', 10],
  ] as const) {
    const error = await failure(where, ['status', '--debt', '--fail-if', condition]);
    t.is(error.code, 'usage', condition);
    t.regex(error.message, new RegExp(`column ${column}:`), condition);
  }
  t.is((await failure(where, ['status', '--fail-if', 'debt > 3'])).code, 'usage');
  t.is((await failure(where, ['status', '--trend'])).code, 'usage');
});

test('rules that are wrong are not counted, and that is said; a graph that is derived has places too', async (t) => {
  const where = indebted(t);
  const rules = '.beadloom/_graph/rules.yml';
  where.write(rules, readFileSync(where.path(rules), 'utf8').replace('ref_id: a}', 'ref_id: zzz}'));
  const made = await debt(t, where);
  t.regex(made.warning ?? '', /rules file is wrong/);
  t.like(made.parts[0], { part: 'rule_errors', count: 0 });

  const bare = project(t, { 'src/a/main.py': 'def f(): pass\n', 'src/b/main.py': 'def f(): pass\n' });
  for (const item of (await debt(t, bare)).items) {
    t.truthy(item.path, item.message);
  }
});
