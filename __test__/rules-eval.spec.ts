// How findings of two tools are put side by side, on reports that are written by hand in the form of each tool.
import test from 'ava';

import { compare, ownFindings, withPlants } from '../bench/eval/findings.mjs';
import { readReport } from '../bench/eval/reports.mjs';

const files = (...paths: string[]) => new Set(paths);

test('chains of imports: where they begin, on each line, and where they arrive', (t) => {
  const report = `
Contracts
---------

Down BROKEN

Down
----

shop.low is not allowed to import shop.high:

-   shop.low.a -> shop.high.b (l.3, l.9)

- shop.low -> shop.middle.c (l.1)
  shop.middle.c -> shop.high.b (l.4)
`;
  const found = readReport('import-linter', report, files('shop/low/a.py', 'shop/low/__init__.py'));
  t.deepEqual(
    found.map(({ rule, file, line, target, via }) => [rule, file, line, target, via]),
    [
      ['Down', 'shop/low/a.py', 3, 'shop.high.b', null],
      ['Down', 'shop/low/a.py', 9, 'shop.high.b', null],
      ['Down', 'shop/low/__init__.py', 1, 'shop.middle.c', 'shop.high.b'],
    ],
  );
});

test('lines of depguard, each once, and none of what the compiler makes', (t) => {
  const line = (path: string) => `${path}:12:2: import 'a/b' is not allowed from list 'main': no`;
  const report = [line('/any/p/sdk/x.go'), line('/any/p/sdk/x.go'), line('/cache/0f-d'), 'error: no'].join(
    '\n',
  );
  t.deepEqual(readReport('depguard', report, files('sdk/x.go', 'x.go')), [
    { rule: 'main', file: 'sdk/x.go', line: 12, target: 'a/b', via: null },
  ]);
});

test('classes of ArchUnit: those inside others are their file', (t) => {
  const report =
    'apart\tio.a.One$Inner\tio.b.Two$Part\napart\tio.a.One\tio.b.Two\napart\torg.Other\tio.b.Two\n';
  t.deepEqual(readReport('ArchUnit', report, files('src/main/java/io/a/One.java')), [
    { rule: 'apart', file: 'src/main/java/io/a/One.java', line: null, target: 'io.b.Two', via: null },
  ]);
});

test('violations of dependency-cruiser', (t) => {
  const report = JSON.stringify({
    summary: { violations: [{ rule: { name: 'up' }, from: 'a.ts', to: 'b.ts' }] },
  });
  t.deepEqual(readReport('dependency-cruiser', report, files()), [
    { rule: 'up', file: 'a.ts', line: null, target: 'b.ts', via: null },
  ]);
  t.throws(() => readReport('eslint', '', files()), { message: /dependency-cruiser/ });
});

test('plants go in from below, several into one file', (t) => {
  const plant = (line: number, text: string) => ({
    rule: 'r',
    file: 'a',
    at: line,
    insert: [{ line, text }],
  });
  const both = {
    rule: 'r',
    file: 'b',
    at: 1,
    insert: [
      { line: 1, text: 'x' },
      { line: 3, text: 'y' },
    ],
  };
  const texts = withPlants([plant(2, 'new'), both], () => 'one\ntwo\nthree');
  t.deepEqual(
    [...texts],
    [
      ['a', 'one\nnew\ntwo\nthree'],
      ['b', 'x\none\ntwo\ny\nthree'],
    ],
  );
});

test('what both find, what one finds, and why', (t) => {
  const violation = (rule: string, file: string, line: number, message: string, type = 'deny') =>
    ({ rule, rule_type: type, file_path: file, line_number: line, message }) as never;
  const ours = ownFindings(
    [
      violation('r', 'src/main/java/io/a/One.java', 3, '`a` must not import `b`: it imports `io.b.Two.part`'),
      violation('r', 'a.ts', 1, 'a.ts must not import b.ts', 'forbid_import'),
      violation('probe-x', 'a.ts', 2, 'a.ts must not import c.ts', 'forbid_import'),
      violation('r', 'rules.yml', 1, 'matches no node', 'rule_never_matches'),
    ],
    files('src/main/java/io/b/Two.java'),
  );
  t.deepEqual(
    ours.map(({ target }) => target),
    ['io.b.Two', 'b.ts', 'c.ts'],
  );
  const set = {
    repo: 'o/p',
    revision: '1',
    tool: 'ArchUnit',
    version: '1',
    statement: '',
    same: 'target' as const,
    rules: { R: 'r' },
    plants: [{ rule: 'r', file: 'a.ts', at: 1, insert: [] }],
    differences: [{ side: 'theirs' as const, rule: '^r$', why: 'known' }],
  };
  const theirs = [
    { rule: 'R', file: 'a.ts', line: null, target: 'b.ts', via: null },
    { rule: 'R', file: 'z.ts', line: null, target: 'b.ts', via: null },
  ];
  const { stated, probes, planted } = compare(set, ours, theirs);
  t.deepEqual([stated.both, stated.ours.length, stated.theirs.map(({ why }) => why)], [1, 1, ['known']]);
  t.deepEqual([probes.both, probes.ours.map(({ why }) => why)], [0, [null]]);
  t.deepEqual([planted.total, planted.lint, planted.other], [1, 1, 1]);
});
