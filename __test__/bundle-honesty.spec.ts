// What a bundle says of rules, of what was left out, and of what changed since the index was made.
import { rmSync } from 'node:fs';

import test from 'ava';

import type { Bundle, SearchAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { project, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

const GRAPH = `nodes:
  - {ref_id: core, kind: domain, source: src/core/, tags: [low]}
  - {ref_id: web, kind: domain, source: src/web/, tags: [high]}
  - {ref_id: tools, kind: service, source: tools/}
`;

const RULES = `version: 1
rules:
  - name: core-knows-no-web
    description: The core stands alone.
    deny: {from: {ref_id: core}, to: {ref_id: web}}
  - name: services-have-parents
    severity: warn
    require: {for: {kind: service}, has_edge_to: {}, edge_kind: part_of}
  - name: layers
    layers: [{name: top, tag: high}, {name: bottom, tag: low}]
    enforce: top-down
  - name: no-cycles
    forbid_cycles: {scope: nodes}
  - name: no-os-in-web
    forbid_import: {from: [src/web/**], to: [os]}
  - name: everything-has-a-node
    module_coverage: {source_root: src/}
`;

function ruled(t: Parameters<typeof project>[0]): TestProject {
  return project(t, {
    '.beadloom/_graph/g.yml': GRAPH,
    '.beadloom/_graph/rules.yml': RULES,
    'src/core/a.py': 'def a():\n    return 1\n',
    'src/web/b.py': 'from core.a import a\n\n\ndef b():\n    return a()\n',
    'tools/c.py': 'def c():\n    return 1\n',
  });
}

test('a bundle has the rules about its focus', async (t) => {
  const where = ruled(t);
  for (const [ref, rules] of [
    ['core', ['core-knows-no-web', 'layers', 'no-cycles']],
    ['web', ['core-knows-no-web', 'layers', 'no-cycles', 'no-os-in-web']],
    ['tools', ['services-have-parents', 'no-cycles']],
    ['src/web/b.py', ['core-knows-no-web', 'layers', 'no-cycles', 'no-os-in-web']],
    ['c', ['services-have-parents', 'no-cycles']],
  ] as const) {
    const bundle = await answer<Bundle>(where, ['ctx', ref]);
    t.deepEqual(violations('ctx', bundle), []);
    t.deepEqual(
      bundle.constraints.map(({ rule }) => rule),
      [...rules],
      ref,
    );
  }
  const { constraints } = await answer<Bundle>(where, ['ctx', 'tools']);
  t.deepEqual(constraints[0], { rule: 'services-have-parents', severity: 'warn', description: '' });
  const { stdout } = await beadloom(where, ['ctx', 'core']);
  t.regex(stdout, /## Rules\n- core-knows-no-web: The core stands alone\.\n- layers\n- no-cycles\n/);

  // A change of the rules is in the next bundle, and so is what is wrong in them.
  where.write('.beadloom/_graph/rules.yml', RULES.replace('The core stands alone.', 'Alone.'));
  t.is((await answer<Bundle>(where, ['ctx', 'core'])).constraints[0]?.description, 'Alone.');
  where.write('.beadloom/_graph/rules.yml', 'version: 1\nrules:\n  - name: x\n    denny: {}\n');
  const wrong = await answer<Bundle>(where, ['ctx', 'core']);
  t.deepEqual(wrong.constraints, []);
  t.regex(wrong.warning ?? '', /rules\.yml:\d+:\d+: /);
  rmSync(where.path('.beadloom/_graph/rules.yml'));
  t.like(await answer<Bundle>(where, ['ctx', 'core']), { constraints: [], warning: null });
});

test('omitted says what the budget dropped, limited what limits did', async (t) => {
  const functions = Array.from(
    { length: 120 },
    (_, index) =>
      `def operation_with_a_long_name_${index}(first_argument, second_argument):\n    return ${index}\n`,
  );
  const where = project(t, {
    '.beadloom/_graph/g.yml': 'nodes:\n  - {ref_id: many, kind: domain, source: src/}\n',
    '.beadloom/_graph/rules.yml': `version: 1\nrules:\n${Array.from({ length: 12 }, (_, index) => `  - {name: rule-${index}, description: "${'words '.repeat(60)}", check: {for: {ref_id: many}, max_files: 100}}\n`).join('')}`,
    'src/many.py': functions.join('\n\n'),
    'src/site.py': `from flask import Flask\napp = Flask(__name__)\n${Array.from({ length: 20 }, (_, index) => `\n\n@app.get("/route/number/${index}")\ndef route_${index}():\n    return ""\n`).join('')}`,
    ...Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [
        `tests/test_${index}.py`,
        'from src.many import operation_with_a_long_name_1\n',
      ]),
    ),
  });
  const small = await answer<Bundle>(where, ['ctx', 'many', '--budget', '700']);
  const large = await answer<Bundle>(where, ['ctx', 'many', '--budget', '100000']);
  t.deepEqual(violations('ctx', small), []);
  t.deepEqual(large.omitted, { nodes: 0, text_chunks: 0, code_symbols: 0, code: 0 }, 'nothing was dropped');
  t.is(large.code_symbols.length + (large.limited.code_symbols ?? 0), 140);
  for (const [list, dropped] of [
    ['routes', small.omitted.routes],
    ['constraints', small.omitted.constraints],
    ['tests', small.omitted.tests],
  ] as const) {
    t.is(small[list].length + (dropped ?? 0), large[list].length, list);
    t.true((dropped ?? 0) > 0, list);
  }
  t.is(small.code_symbols.length + small.omitted.code_symbols + (small.limited.code_symbols ?? 0), 140);
  t.true(small.tokens <= 700);
});

test('without a refresh an answer says what is stale, and shows no lines under names that are others now', async (t) => {
  const where = project(t, {
    'src/stays.py': 'def stays(quokka):\n    return quokka\n',
    'src/changes.py': 'def changes(quokka):\n    return quokka\n',
    'src/goes.py': 'def goes(quokka):\n    return quokka\n',
  });
  await beadloom(where, ['reindex']);
  where.write('src/changes.py', `${'SECRET = 1\n'.repeat(5)}\n\ndef changes(quokka):\n    return quokka\n`);
  where.write('src/comes.py', 'def comes():\n    return 1\n');
  rmSync(where.path('src/goes.py'));
  const stale = ['src/changes.py', 'src/comes.py', 'src/goes.py'];

  const search = await answer<SearchAnswer>(where, ['search', 'quokka', '--in', 'code', '--no-refresh']);
  t.deepEqual(search.stale_paths, stale);
  t.regex(search.warning ?? '', /index is stale/);
  const snippets = Object.fromEntries(search.hits.map((hit) => [hit.path, hit.snippet]));
  t.deepEqual(snippets, {
    'src/stays.py': 'def stays(quokka):\n    return quokka',
    'src/changes.py': null,
  });
  const task = await answer<Bundle>(where, ['ctx', '--task', 'quokka changes', '--no-refresh']);
  t.deepEqual(task.stale_paths, stale);
  t.deepEqual(
    (task.code ?? []).map(({ path }) => path),
    ['src/stays.py'],
  );
  for (const args of [
    ['ctx', 'src/stays.py'],
    ['why', 'src/stays.py'],
    ['related', 'src/stays.py'],
    ['status'],
    ['graph'],
    ['prime'],
  ]) {
    const told = await answer<{ stale_paths: string[] }>(where, [...args, '--no-refresh']);
    t.deepEqual(told.stale_paths, stale, args.join(' '));
  }
  const { stderr } = await beadloom(where, ['search', 'quokka', '--no-refresh']);
  t.regex(stderr, /src\/comes\.py\n {2}src\/goes\.py/);
  t.deepEqual((await answer<SearchAnswer>(where, ['search', 'quokka'])).stale_paths, []);
});
