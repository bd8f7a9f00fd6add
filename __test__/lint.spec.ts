import { readFileSync } from 'node:fs';

import test from 'ava';

import type { LintAnswer, RuleAnswer, Violation } from '../src/api/index.js';
import { answer, beadloom, failure } from './support/cli.js';
import { fixture, project, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

const RULES = '.beadloom/_graph/rules.yml';

function short({ rule, file_path: file, line_number: line, from_ref_id: from, to_ref_id: to }: Violation) {
  return [rule, `${file}:${line}`, from, to].join(' ');
}

/** A graph of domains whose sources are folders of `src/`, and Python files that import each other. */
function domains(t: Parameters<typeof project>[0], imports: Record<string, string[]>): TestProject {
  const ids = [...new Set([...Object.keys(imports), ...Object.values(imports).flat()])].toSorted();
  const files = Object.fromEntries(
    ids.map((id) => [
      `src/${id}/main.py`,
      [...(imports[id] ?? []).map((to) => `from src.${to} import main`), 'def run(): pass', ''].join('\n'),
    ]),
  );
  const nodes = ids.map((id) => `  - {ref_id: ${id}, kind: domain, summary: ${id}, source: src/${id}/}`);
  return project(t, { ...files, '.beadloom/_graph/a.yml': `nodes:\n${nodes.join('\n')}\n` });
}

test('an import that is added shows at once, and is gone once it is removed', async (t) => {
  const where = fixture(t, 'shop');
  where.write(
    RULES,
    'version: 1\nrules:\n  - name: auth-knows-nobody\n    deny: {from: {ref_id: auth}, to: {ref_id: billing}}\n',
  );
  t.deepEqual((await answer<LintAnswer>(where, ['lint'])).violations, []);
  const before = readFileSync(where.path('src/auth/tokens.py'), 'utf8');
  where.write('src/auth/tokens.py', `${before}\nfrom billing.charge import charge\n`);
  const lint = await answer<LintAnswer>(where, ['lint']);
  t.deepEqual(lint.violations.map(short), ['auth-knows-nobody src/auth/tokens.py:7 auth billing']);
  t.deepEqual(lint.summary, { errors: 1, warnings: 0, rules_evaluated: 1 });
  t.deepEqual(violations('lint', lint), []);
  where.write('src/auth/tokens.py', before);
  t.deepEqual((await answer<LintAnswer>(where, ['lint'])).violations, []);
});

test('exit codes, severities and formats', async (t) => {
  const where = fixture(t, 'shop');
  const rule = (name: string, severity: string) =>
    `  - {name: ${name}, severity: ${severity}, deny: {from: {ref_id: billing}, to: {ref_id: auth}}}\n`;
  where.write(RULES, `version: 1\nrules:\n${rule('z-hard', 'error')}${rule('a-soft', 'warn')}`);
  for (const [flags, code, shown] of [
    [[], 0, 2],
    [['--strict'], 2, 2],
    [['--fail-on-warn'], 2, 2],
    [['--strict', '--severity', 'warn'], 0, 1],
    [['--fail-on-warn', '--severity', 'warn'], 2, 1],
  ] as const) {
    const run = await beadloom(where, ['lint', '--json', ...flags]);
    t.is(run.code, code, flags.join(' '));
    t.is((JSON.parse(run.stdout) as LintAnswer).violations.length, shown, flags.join(' '));
  }
  const json = await beadloom(where, ['lint', '--json']);
  t.is((await beadloom(where, ['lint', '--format', 'json'])).stdout, json.stdout);
  t.is(
    (await beadloom(where, ['lint', '--format', 'porcelain'])).stdout,
    'a-soft\tdeny\twarn\tsrc/billing/charge.py\t2\tbilling\tauth\nz-hard\tdeny\terror\tsrc/billing/charge.py\t2\tbilling\tauth\n',
  );
  const github = (await beadloom(where, ['lint', '--format', 'github'])).stdout.trimEnd().split('\n');
  t.regex(github[0] ?? '', /^::warning file=src\/billing\/charge\.py,line=2,title=a-soft::/);
  t.regex(github[1] ?? '', /^::error file=src\/billing\/charge\.py,line=2,title=z-hard::/);
  t.is((await beadloom(where, ['lint', '--format', 'xml'])).code, 1);
});

test('SARIF names rules and places relative to the root', async (t) => {
  const where = fixture(t, 'shop');
  where.write(
    RULES,
    'version: 1\nrules:\n  - {name: apart, deny: {from: {ref_id: billing}, to: {ref_id: auth}}}\n  - {name: nothing, check: {for: {kind: adr}, max_files: 1}}\n',
  );
  const { stdout } = await beadloom(where, ['lint', '--format', 'sarif']);
  const log = JSON.parse(stdout) as {
    version: string;
    runs: Array<{
      tool: { driver: { name: string; rules: Array<{ id: string }> } };
      results: Array<{ ruleId: string; ruleIndex: number; level: string; locations: object[] }>;
    }>;
  };
  t.is(log.version, '2.1.0');
  const [run] = log.runs;
  t.deepEqual(run?.tool.driver.rules, [{ id: 'apart' }, { id: 'nothing' }]);
  t.deepEqual(
    run?.results.map(({ ruleId, ruleIndex, level }) => [ruleId, ruleIndex, level]),
    [
      ['nothing', 1, 'warning'],
      ['apart', 0, 'error'],
    ],
  );
  t.deepEqual(run?.results[1]?.locations, [
    {
      physicalLocation: {
        artifactLocation: { uri: 'src/billing/charge.py', uriBaseId: '%SRCROOT%' },
        region: { startLine: 2 },
      },
    },
  ]);
});

const WRONG: Array<[what: string, rule: string, code: string, line: number, column: number, hint: RegExp]> = [
  ['an unknown id', 'deny: {from: {ref_id: biling}, to: {kind: domain}}', 'not_found', 4, 27, /billing/],
  ['an unknown kind', 'deny: {from: {kind: domian}, to: {kind: domain}}', 'unknown_kind', 4, 25, /domain/],
  ['an unknown key', 'deny: {frm: {kind: domain}, to: {kind: domain}}', 'unknown_key', 4, 12, /from/],
  [
    'an edge kind',
    'forbid: {from: {kind: domain}, to: {kind: domain}, edge_kind: use}',
    'unknown_kind',
    4,
    67,
    /uses/,
  ],
  ['no body', 'description: x', 'missing_key', 3, 11, /deny/],
  [
    'two bodies',
    'forbid_cycles: {}\n    check: {for: {kind: domain}, max_files: 3}',
    'bad_value',
    5,
    5,
    /two rules/,
  ],
  ['an empty matcher', 'check: {for: {}, max_files: 3}', 'missing_key', 4, 18, /ref_id/],
  ['no bound', 'check: {for: {kind: domain}}', 'missing_key', 4, 12, /max_symbols/],
  ['one layer', 'layers: [{tag: a}]', 'bad_value', 4, 13, /top/],
  ['a severity', 'severity: fatal\n    forbid_cycles: {}', 'bad_value', 4, 15, /error, warn/],
  ['no reason', 'forbid_cycles: {}\n    exempt: [{from: auth}]', 'missing_key', 5, 14, /reason/],
  [
    'an exemption that is over',
    'forbid_cycles: {}\n    exempt: [{from: auth, reason: x, until: 2001-02-03}]',
    'expired_exemption',
    5,
    45,
    /later date/,
  ],
  [
    'no date',
    'forbid_cycles: {}\n    exempt: [{from: auth, reason: x, until: 2001-02-30}]',
    'bad_value',
    5,
    45,
    /20/,
  ],
  ['a pattern', 'forbid_import: {from: "a[", to: x}', 'bad_value', 4, 27, /gitignore/],
];

for (const [what, rule, code, line, column, hint] of WRONG) {
  test(`a wrong rules file is an error with its place: ${what}`, async (t) => {
    const where = fixture(t, 'shop');
    where.write(RULES, `version: 1\nrules:\n  - name: one\n    ${rule}\n`);
    const error = await failure(where, ['lint']);
    t.like(error, { code, path: RULES, line, column });
    t.regex(error.hint ?? '', hint);
  });
}

test('all that is wrong is told at once, names taken twice too', async (t) => {
  const where = fixture(t, 'shop');
  where.write(
    RULES,
    'version: 2\nrules:\n  - {name: a, forbid_cycles: {}}\n  - {name: a, forbid_cycles: {x: 1}}\n',
  );
  const { code, stderr } = await beadloom(where, ['lint']);
  t.is(code, 1);
  t.regex(stderr, /rules\.yml:1:10: Version 2/);
  t.regex(stderr, /4:12: The name `a` is already taken in line 3/);
  t.regex(stderr, /4:31: The key `x` is not known here/);
});

test('rules are no graph file, and without them there is nothing to break', async (t) => {
  const where = fixture(t, 'shop');
  const none = await answer<LintAnswer>(where, ['lint', '--strict']);
  t.like(none, { rules_path: null, violations: [], summary: { rules_evaluated: 0 } });
  where.write(RULES, 'version: 1\nrules:\n  - {name: a, forbid_cycles: {}}\n');
  t.deepEqual((await answer<{ diagnostics: unknown[] }>(where, ['reindex'])).diagnostics, []);
  t.is((await answer<LintAnswer>(where, ['lint'])).rules_path, RULES);
});

test('a ring of twelve nodes is one cycle, from its smallest id', async (t) => {
  const ids = Array.from({ length: 12 }, (_, at) => `n${String((at * 5) % 12).padStart(2, '0')}`);
  const imports = Object.fromEntries(ids.map((id, at) => [id, [ids[(at + 1) % 12] as string]]));
  const where = domains(t, imports);
  where.write(RULES, 'version: 1\nrules:\n  - {name: acyclic, forbid_cycles: {}}\n');
  const { violations: found } = await answer<LintAnswer>(where, ['lint']);
  t.is(found.length, 1);
  t.like(found[0], { from_ref_id: 'n00', file_path: '.beadloom/_graph/a.yml', line_number: 2 });
  t.deepEqual(found[0]?.members, ids);
  // Imports are read for what is suggested, though no rule is broken by them.
  t.regex(found[0]?.suggestion ?? '', /only one import supports that edge/);
  where.write(
    RULES,
    'version: 1\nrules:\n  - name: acyclic\n    forbid_cycles: {}\n    exempt: [{from: n05, to: n10, reason: old}]\n',
  );
  t.deepEqual((await answer<LintAnswer>(where, ['lint'])).violations, []);
});

test('layers: up is wrong, past the next layer only where it is not allowed', async (t) => {
  const where = domains(t, { ui: ['core', 'store'], core: ['store'], store: ['ui'] });
  const layers = (skip: boolean) =>
    `version: 1\ntags: {top: ui, middle: [src/core/], bottom: store}\nrules:\n  - name: down\n    layers: [{tag: top}, {tag: middle}, {tag: bottom}]\n    allow_skip: ${skip}\n`;
  where.write(RULES, layers(true));
  t.deepEqual((await answer<LintAnswer>(where, ['lint'])).violations.map(short), [
    'down src/store/main.py:1 store ui',
  ]);
  where.write(RULES, layers(false));
  t.deepEqual((await answer<LintAnswer>(where, ['lint'])).violations.map(short), [
    'down src/store/main.py:1 store ui',
    'down src/ui/main.py:2 ui store',
  ]);
  // A layer without nodes stands between nothing.
  where.write(
    RULES,
    layers(false).replace('middle: [src/core/], ', '').replace('{tag: middle}', '{tag: middle}, {tag: more}'),
  );
  t.deepEqual(
    (await answer<LintAnswer>(where, ['lint'])).violations.map(short).filter((one) => one.includes('.py')),
    ['down src/store/main.py:1 store ui'],
  );
  where.write(RULES, layers(true).replace('bottom: store', 'bottom: [store, ui]'));
  t.regex((await failure(where, ['lint'])).message, /`ui` is in the layers `top` and `bottom`/);
});

test('packages of others can be forbidden, with all that is in them', async (t) => {
  const where = project(t, {
    'src/a.py': 'import os\nimport requests.auth\nfrom django.db import models\n',
    'src/b.ts': "import x from 'lodash/fp';\nimport y from '@scope/pkg';\nimport z from './c';\n",
    'src/c.ts': 'export default 1;\n',
    [RULES]:
      'version: 1\nrules:\n  - {name: none, forbid_import: {from: src/, to: [requests, django.db, lodash, "@scope/*", src/c.ts]}}\n',
  });
  const { violations: found } = await answer<LintAnswer>(where, ['lint']);
  t.deepEqual(
    found.map((one) => `${one.file_path}:${one.line_number}`),
    ['src/a.py:2', 'src/a.py:3', 'src/b.ts:1', 'src/b.ts:2', 'src/b.ts:3'],
  );
});

test('rules explain says what a rule matches and whether it holds', async (t) => {
  const where = fixture(t, 'shop');
  where.write(
    RULES,
    'version: 1\nrules:\n  - name: apart\n    description: Domains do not know each other\n    deny: {from: {kind: domain}, to: {kind: domain}}\n    exempt: [{to: auth, reason: tokens, until: 2199-01-01}]\n',
  );
  const rule = await answer<RuleAnswer>(where, ['rules', 'explain', 'apart']);
  t.deepEqual(violations('rules-explain', rule), []);
  t.like(rule, { rule_type: 'deny', violations: 0, line: 3, description: 'Domains do not know each other' });
  t.deepEqual(
    rule.matches.map(({ part, nodes }) => [part, nodes]),
    [
      ['from', ['auth', 'billing']],
      ['to', ['auth', 'billing']],
    ],
  );
  t.like(rule.exempt[0], { to: 'auth', reason: 'tokens', exempted: 1 });
  const { stdout } = await beadloom(where, ['rules', 'explain', 'apart']);
  t.regex(stdout, /No file of a node of kind domain imports from a node of kind domain/);
  t.regex(stdout, /It holds/);
  t.regex((await failure(where, ['rules', 'explain', 'apert'])).hint ?? '', /apart/);
});

test('the rules that bootstrap writes hold, and the next wrong turn breaks them', async (t) => {
  const where = fixture(t, 'orders');
  await answer(where, ['init', '--bootstrap', '-y']);
  const text = readFileSync(where.path(RULES), 'utf8');
  t.regex(text, /name: no-dependency-cycles/);
  t.regex(text, /name: layers-go-down/);
  const clean = await beadloom(where, ['lint', '--strict', '--fail-on-warn']);
  t.is(clean.code, 0, clean.stdout);
  where.write('src/shared/money.py', 'from src.orders.api import routes\n');
  const { violations: found } = await answer<LintAnswer>(where, ['lint']);
  t.true(
    found.some(({ rule, file_path: file }) => rule === 'layers-go-down' && file === 'src/shared/money.py'),
    JSON.stringify(found),
  );
  // A graph that is made anew keeps the rules that a person has.
  await answer(where, ['init', '--bootstrap', '-y', '--force']);
  t.is(readFileSync(where.path(RULES), 'utf8'), text);
});

/** A project of packages that import each other at random, from a seed. */
function random(seed: number): Record<string, string> {
  let state = seed * 2_654_435_761 + 1;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
  const packages = 3 + below(6);
  const files: Record<string, string> = { 'pyproject.toml': '[project]\nname = "made"\n' };
  for (let one = 0; one < packages; one++) {
    for (const folder of below(2) === 0 ? [''] : ['', 'api/', 'store/']) {
      for (let file = 0; file < 3; file++) {
        const lines = Array.from(
          { length: below(4) },
          () => `${below(4) === 0 ? '    ' : ''}from src.p${below(packages)} import m${below(3)}`,
        ).map((line) => (line.startsWith(' ') ? `def f${below(99)}():\n${line}` : line));
        files[`src/p${one}/${folder}m${file}.py`] = `${lines.join('\n')}\ndef g(): pass\n`;
        files[`src/p${one}/${folder}__init__.py`] = '';
      }
    }
  }
  files['tests/test_all.py'] = 'from src.p0 import m0\n';
  return files;
}

for (let seed = 1; seed <= 6; seed++) {
  test(`right after bootstrap a lint is clean: made project ${seed}`, async (t) => {
    const where = project(t, random(seed));
    await answer(where, ['init', '--bootstrap', '-y']);
    const { code, stdout } = await beadloom(where, ['lint', '--strict', '--fail-on-warn']);
    t.is(code, 0, stdout);
  });
}

for (const name of ['python', 'go', 'java', 'javascript', 'rust', 'typescript']) {
  test(`right after bootstrap a lint is clean: imports-${name}`, async (t) => {
    const where = fixture(t, `imports-${name}`);
    await answer(where, ['init', '--bootstrap', '-y', '--force']);
    const { code, stdout } = await beadloom(where, ['lint', '--strict', '--fail-on-warn']);
    t.is(code, 0, stdout);
  });
}
