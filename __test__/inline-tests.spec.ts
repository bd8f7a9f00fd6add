import test from 'ava';

import type {
  AffectedAnswer,
  Bundle,
  DebtAnswer,
  GraphAnswer,
  LintAnswer,
  WhyAnswer,
} from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { project } from './support/project.js';

const NODES = `nodes:
  - {ref_id: money, kind: domain, summary: money, source: src/money/}
  - {ref_id: shop, kind: domain, summary: shop, source: src/shop/}
  - {ref_id: plain, kind: domain, summary: plain, source: src/plain/}
`;

/** A crate with tests beside its code, in every way that Rust has. */
const CRATE = {
  'Cargo.toml': '[package]\nname = "till"\nversion = "0.1.0"\nedition = "2021"\n',
  'src/lib.rs': 'pub mod money;\npub mod plain;\npub mod shop;\n',
  'src/money/mod.rs': `pub fn round(cents: i64) -> i64 {
    cents
}

#[cfg(test)]
mod tests {
    use crate::money::round;
    use crate::shop::sell;

    #[test]
    fn rounds() {
        assert_eq!(round(sell(1)), 1);
    }
}
`,
  'src/shop/mod.rs': `use crate::money::round;

/// Sells.
///
/// \`\`\`
/// assert_eq!(till::shop::sell(2), 2);
/// \`\`\`
pub fn sell(cents: i64) -> i64 {
    round(cents)
}
`,
  'src/plain/mod.rs': `/// Says.
///
/// \`\`\`text
/// no test
/// \`\`\`
#[cfg(any(test, feature = "loud"))]
pub fn say() {}
`,
  '.beadloom/_graph/a.yml': NODES,
  '.beadloom/_graph/rules.yml': `version: 1
tags: {upper: [shop], lower: [money]}
rules:
  - {name: no-rings, forbid_cycles: {}}
  - {name: no-file-rings, forbid_cycles: {scope: files}}
  - {name: down, layers: [{name: upper, tag: upper}, {name: lower, tag: lower}], enforce: top-down}
`,
};

test('what a test beside the code imports is no edge, no cycle and no step up', async (t) => {
  const where = project(t, CRATE);
  const graph = await answer<GraphAnswer>(where, ['graph']);
  t.deepEqual(
    graph.edges.map(({ src, dst, kind }) => `${src} ${kind} ${dst}`),
    ['shop depends_on money'],
  );
  t.deepEqual((await answer<LintAnswer>(where, ['lint'])).violations, []);
  // The same statement outside of the test is all of these.
  where.write('src/money/mod.rs', `use crate::shop::sell;\n${CRATE['src/money/mod.rs']}`);
  const lint = await answer<LintAnswer>(where, ['lint']);
  t.deepEqual(lint.violations.map(({ rule }) => rule).toSorted(), ['down', 'no-file-rings', 'no-rings']);
});

test('tests beside the code are tests: for why, ctx, affected and debt', async (t) => {
  const where = project(t, CRATE);
  const paths = (tests: ReadonlyArray<{ path: string; distance: number }>) =>
    tests.map(({ path, distance }) => `${path} ${distance}`);
  t.deepEqual(paths((await answer<WhyAnswer>(where, ['why', 'money'])).tests), ['src/money/mod.rs 1']);
  t.deepEqual(paths((await answer<WhyAnswer>(where, ['why', 'plain'])).tests), []);
  const file = await answer<WhyAnswer>(where, ['why', 'src/money/mod.rs']);
  t.deepEqual(paths(file.tests), ['src/money/mod.rs 0', 'src/shop/mod.rs 1']);
  const round = await answer<WhyAnswer>(where, ['why', 'src/money/mod.rs:round']);
  t.deepEqual(
    round.downstream.filter((one) => one.direct).map(({ name }) => name),
    ['sell'],
  );
  t.deepEqual(paths(round.tests), ['src/money/mod.rs 1']);
  const bundle = await answer<Bundle>(where, ['ctx', 'money']);
  t.deepEqual(bundle.tests, ['src/money/mod.rs']);
  t.deepEqual((await answer<Bundle>(where, ['ctx', 'plain'])).tests, []);
  const debt = await answer<DebtAnswer>(where, ['status', '--debt']);
  const untested = debt.items.filter(({ part }) => part === 'untested').map(({ ref_id: id }) => id);
  t.deepEqual(untested, ['plain']);
});

test('affected: the tests in the files that a change reaches', async (t) => {
  const where = project(t, CRATE);
  const run = await answer<AffectedAnswer>(where, ['affected', 'src/money/mod.rs']);
  t.deepEqual(
    run.tests.map(({ path, distance }) => `${path} ${distance}`),
    ['src/money/mod.rs 0', 'src/shop/mod.rs 1'],
  );
});

test('Zig: test blocks', async (t) => {
  const where = project(t, {
    'src/a/a.zig': 'const b = @import("../b/b.zig");\npub fn a() void { b.b(); }\n',
    'src/b/b.zig': 'pub fn b() void {}\n\ntest "b" {\n    const a = @import("../a/a.zig");\n    a.a();\n}\n',
    '.beadloom/_graph/a.yml':
      'nodes:\n  - {ref_id: a, kind: domain, summary: a, source: src/a/}\n  - {ref_id: b, kind: domain, summary: b, source: src/b/}\n',
  });
  const graph = await answer<GraphAnswer>(where, ['graph']);
  t.deepEqual(
    graph.edges.map(({ src, dst }) => `${src} ${dst}`),
    ['a b'],
  );
  t.deepEqual(
    (await answer<WhyAnswer>(where, ['why', 'b'])).tests.map(({ path }) => path),
    ['src/b/b.zig'],
  );
});

test('tests in files of their own make no edges, and their projects no parts', async (t) => {
  const csproj = (references: string[]) =>
    `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>${references
      .map((path) => `<ProjectReference Include="${path}" />`)
      .join('')}</ItemGroup></Project>\n`;
  const code = (namespace: string, name: string, uses: string[]) =>
    `${uses.map((one) => `using ${one};\n`).join('')}namespace ${namespace};\n\npublic class ${name} { public int One() => 1; public int Two() => 2; }\n`;
  const where = project(t, {
    'src/Basket/Basket.csproj': csproj([]),
    'src/Basket/Store.cs': code('Basket', 'Store', []),
    'src/Basket/Line.cs': code('Basket', 'Line', []),
    'src/Ordering/Ordering.csproj': csproj(['..\\Basket\\Basket.csproj']),
    'src/Ordering/Order.cs': code('Ordering', 'Order', ['Basket']),
    'src/Ordering/Buyer.cs': code('Ordering', 'Buyer', ['Basket']),
    'src/MySqlMigrations/MySqlMigrations.csproj': csproj([]),
    'src/MySqlMigrations/Migrations/20230101_First.cs': code('MySqlMigrations.Migrations', 'First', []),
    'src/MySqlMigrations/Migrations/20230102_Second.cs': code('MySqlMigrations.Migrations', 'Second', []),
    'src/Basket.UnitTests/Basket.UnitTests.csproj': csproj(['..\\Basket\\Basket.csproj']),
    'src/Basket.UnitTests/StoreTests.cs': code('Basket.UnitTests', 'StoreTests', ['Basket', 'Test.Common']),
    'src/Basket.UnitTests/LineTests.cs': code('Basket.UnitTests', 'LineTests', ['Basket']),
    'src/Test.Common/Test.Common.csproj': csproj([]),
    'src/Test.Common/Host.cs': code('Test.Common', 'Host', []),
    'src/Test.Common/Clock.cs': code('Test.Common', 'Clock', []),
  });
  const graph = await answer<GraphAnswer>(where, ['graph']);
  t.deepEqual(
    graph.nodes.map((node) => node.source).filter((source) => source?.startsWith('src/')),
    ['src/Basket/', 'src/Ordering/'],
  );
  const declared = project(t, {
    'src/a/x.py': 'def x(): pass\n',
    'src/b/y.py': 'def y(): pass\n',
    'src/b/test_y.py': 'from src.a import x\n',
    '.beadloom/_graph/a.yml':
      'nodes:\n  - {ref_id: a, kind: domain, summary: a, source: src/a/}\n  - {ref_id: b, kind: domain, summary: b, source: src/b/}\n',
  });
  t.deepEqual((await answer<GraphAnswer>(declared, ['graph'])).edges, []);
});

test('routes of tests, fixtures and migrations are nobody’s', async (t) => {
  const app = (path: string) =>
    `from flask import Flask\n\napp = Flask(__name__)\n\n\n@app.get("${path}")\ndef view():\n    return 1\n`;
  const where = project(t, {
    'src/web/app.py': app('/orders'),
    'src/web/test_app.py': app('/of-test'),
    'src/web/fixtures/app.py': app('/of-fixture'),
    'src/web/migrations/app.py': app('/of-migration'),
    '.beadloom/_graph/a.yml': 'nodes:\n  - {ref_id: web, kind: service, summary: web, source: src/web/}\n',
  });
  const bundle = await answer<Bundle>(where, ['ctx', 'web']);
  t.deepEqual(
    bundle.routes.map((route) => route.path),
    ['/orders'],
  );
  // Who asks for the test itself is told its routes.
  const own = await answer<Bundle>(where, ['ctx', 'src/web/test_app.py']);
  t.deepEqual(
    own.routes.map((route) => route.path),
    ['/of-test'],
  );
  t.is((await beadloom(where, ['ctx', 'web'])).code, 0);
});
