import test from 'ava';

import type { PrimeAnswer } from '../src/api/index.js';
import { loadNative } from '../src/native/load.js';
import { answer, beadloom } from './support/cli.js';
import { fixture, project } from './support/project.js';

/** A graph with many of everything, said at length. */
function large(count: number): Record<string, string> {
  const names = Array.from({ length: count }, (_, at) => String(at).padStart(4, '0'));
  const words = 'everything that has to do with the part, said at a length that nobody asked for. '.repeat(9);
  const nodes = names.flatMap((name) => [
    `- {ref_id: domain-${name}, kind: domain, summary: "${name}: ${words}", source: src/d${name}/}`,
    `- {ref_id: service-${name}, kind: service, summary: "${name}: ${words}"}`,
    `- {ref_id: feature-${name}, kind: feature, summary: x}`,
  ]);
  const rules = names.map(
    (name, at) =>
      `- {name: rule-${name}, description: "${words}", severity: ${at % 2 === 0 ? 'warn' : 'error'}, require: {for: {ref_id: domain-${name}}, has_edge_to: {}, edge_kind: part_of}}`,
  );
  return {
    '.beadloom/_graph/all.yml': `nodes:\n${nodes.join('\n')}\n`,
    '.beadloom/_graph/rules.yml': `version: 1\nrules:\n${rules.join('\n')}\n`,
    'src/d0007/a.py': 'def first():\n    pass\n\n\ndef second():\n    pass\n',
    'src/d0005/a.py': 'def third():\n    pass\n',
  };
}

test('a small project is there whole', async (t) => {
  const where = fixture(t, 'shop');
  const told = await answer<PrimeAnswer>(where, ['prime']);
  t.deepEqual(told.architecture, {
    nodes: 5,
    domains: 2,
    services: 1,
    features: 1,
    entities: 1,
    symbols: 5,
    derived: false,
  });
  t.deepEqual(
    told.domains.map(({ ref_id }) => ref_id),
    ['billing', 'auth'],
  );
  t.deepEqual(told.omitted, { rules: 0, domains: 0, services: 0, stale_docs: 0 });
  t.deepEqual([told.health.lint.errors, told.health.stale_docs, told.warning], [0, [], null]);
  const { code, stdout } = await beadloom(where, ['prime']);
  t.is(code, 0);
  for (const line of ['- billing: Charges and refunds.', '- shop: ', '## How to use beadloom']) {
    t.true(stdout.includes(line), line);
  }
});

test('a large one is cut to fewer than 2,000 tokens, and says what was cut', async (t) => {
  const where = project(t, large(400));
  const told = await answer<PrimeAnswer>(where, ['prime']);
  t.true(told.tokens < 2000 && told.tokens > 1500, String(told.tokens));
  t.is(told.domains.length + told.omitted.domains, 400);
  t.is(told.services.length + told.omitted.services, 400);
  t.is(told.rules.length + told.omitted.rules, 400);
  t.deepEqual([told.health.lint.errors, told.health.lint.warnings], [200, 200]);
  // Those with the most code first, then by id; rules that are errors before those that warn.
  t.deepEqual(
    told.domains.slice(0, 3).map(({ ref_id }) => ref_id),
    ['domain-0007', 'domain-0005', 'domain-0000'],
  );
  t.true(told.rules.length > 0 && told.rules.every(({ severity }) => severity === 'error'));
  t.true(told.services.length > 0);
  t.true(told.domains.every(({ summary }) => [...summary].length <= 120));
  const { stdout } = await beadloom(where, ['prime']);
  t.true((loadNative().countTokens(stdout) ?? NaN) < 2000);
  const listed = stdout.match(/^- domain-\d+/gm) ?? [];
  t.is(listed.length, told.domains.length);
  t.true(stdout.includes(`- and ${told.omitted.domains} more;`));
  const again = await beadloom(where, ['prime']);
  t.is(again.stdout, stdout);
});

test('names without end take no room from the others', async (t) => {
  const id = 'a'.repeat(3000);
  const where = project(t, {
    '.beadloom/_graph/a.yml': `nodes:\n- {ref_id: ${id}, kind: domain, summary: x}\n- {ref_id: b, kind: domain, summary: y}\n`,
  });
  const told = await answer<PrimeAnswer>(where, ['prime']);
  t.deepEqual(
    told.domains.map(({ ref_id }) => ref_id),
    ['b'],
  );
  t.true(told.tokens < 2000);
});

test('a rules file that is wrong is a warning', async (t) => {
  const where = fixture(t, 'shop');
  where.write('.beadloom/_graph/rules.yml', 'version: 1\nrules:\n- {name: a, nonsense: true}\n');
  const told = await answer<PrimeAnswer>(where, ['prime']);
  t.regex(told.warning ?? '', /^\.beadloom\/_graph\/rules\.yml:3 is wrong, so no rule was looked at/);
  const { stdout } = await beadloom(where, ['prime']);
  t.regex(stdout, /Warning: .*rules\.yml:3/);
});

test('a project without a graph is told how to keep one', async (t) => {
  const where = project(t, { 'src/orders/a.py': 'def f():\n    pass\n' });
  const told = await answer<PrimeAnswer>(where, ['prime']);
  t.true(told.architecture.derived);
  t.regex(told.instructions, /init --bootstrap/);
});
