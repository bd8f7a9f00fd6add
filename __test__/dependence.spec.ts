import test from 'ava';

import type { GraphAnswer, LintAnswer, WhyAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { project, type TestProject } from './support/project.js';

/** Two domains with a file or two each, the edges given, and a rule against rings. */
function pair(t: Parameters<typeof project>[0], edges: string[], files: Record<string, string>): TestProject {
  const lines = edges.map((edge) => {
    const [src, kind, dst] = edge.split(' ');
    return `  - {src: ${src}, kind: ${kind}, dst: ${dst}}\n`;
  });
  return project(t, {
    'src/a/x.py': 'def x(): pass\n',
    'src/b/y.py': 'def y(): pass\n',
    ...files,
    '.beadloom/_graph/a.yml': `nodes:
  - {ref_id: a, kind: domain, summary: a, source: src/a/}
  - {ref_id: b, kind: domain, summary: b, source: src/b/}
${lines.length > 0 ? 'edges:\n' : ''}${lines.join('')}`,
    '.beadloom/_graph/rules.yml':
      'version: 1\nrules:\n  - {name: no-rings, forbid_cycles: {edge_kind: depends_on}}\n',
  });
}

async function shownEdges(where: TestProject): Promise<string[]> {
  const graph = await answer<GraphAnswer>(where, ['graph']);
  return graph.edges.map(({ src, dst, kind, extra }) =>
    [src, kind, dst, extra['origin'] ?? 'declared', extra['count'] ?? '-'].join(' '),
  );
}

const AGAINST = { 'src/b/y.py': 'import src.a.x\n' };
const ALONG = { 'src/a/x.py': 'from src.b import y\n', 'src/a/z.py': 'from src.b import y\n' };

const CASES: Array<
  [name: string, declared: string[], files: Record<string, string>, found: string[], ring: boolean]
> = [
  [
    'an import against a declared dependence is an edge of its own',
    ['a depends_on b'],
    AGAINST,
    ['a depends_on b declared -', 'b depends_on a code 1'],
    true,
  ],
  [
    'so is one against any other kind',
    ['a uses b'],
    AGAINST,
    ['a uses b declared -', 'b depends_on a code 1'],
    false,
  ],
  [
    'imports along a declared edge are counted on it',
    ['a depends_on b'],
    ALONG,
    ['a depends_on b declared 2'],
    false,
  ],
  ['of whatever kind', ['a uses b'], ALONG, ['a uses b declared 2'], false],
  [
    'a ring whose one half is counted on a declared edge is one',
    ['a uses b'],
    { ...ALONG, ...AGAINST },
    ['a uses b declared 2', 'b depends_on a code 1'],
    true,
  ],
  [
    'a whole and its part: nothing is added',
    ['a part_of b'],
    { ...ALONG, ...AGAINST },
    ['a part_of b declared -'],
    false,
  ],
  [
    'what an annotation touches stands beside another edge',
    ['a uses b'],
    { 'src/b/y.py': '# beadloom:component=a\ndef y(): pass\n\n\ndef z(): pass\n' },
    ['a touches_code b annotation -', 'a uses b declared -'],
    false,
  ],
];

for (const [name, declared, files, found, ring] of CASES) {
  test(name, async (t) => {
    const where = pair(t, declared, files);
    t.deepEqual((await shownEdges(where)).toSorted(), found.toSorted());
    t.is((await answer<LintAnswer>(where, ['lint'])).violations.length, ring ? 1 : 0);
  });
}

test('why names who imports against the declared edge, and the strongest first', async (t) => {
  const where = pair(t, ['a depends_on b', 'c depends_on b'], {
    ...ALONG,
    ...AGAINST,
    'src/c/w.py': 'from src.b import y\n',
  });
  where.write(
    '.beadloom/_graph/b.yml',
    'nodes:\n  - {ref_id: c, kind: domain, summary: c, source: src/c/}\n',
  );
  const a = await answer<WhyAnswer>(where, ['why', 'a']);
  t.deepEqual(
    a.downstream.filter((one) => one.direct).map(({ name, count }) => [name, count]),
    [['b', 1]],
  );
  const b = await answer<WhyAnswer>(where, ['why', 'b']);
  t.deepEqual(
    b.downstream.filter((one) => one.direct).map(({ name, count, origin }) => [name, count, origin]),
    [
      ['a', 2, 'declared'],
      ['c', 1, 'declared'],
    ],
  );
  // One import fewer, and the edge says so.
  where.write('src/a/z.py', 'def z(): pass\n');
  const later = await answer<WhyAnswer>(where, ['why', 'b']);
  t.is(later.downstream.find(({ name }) => name === 'a')?.count, 1);
});
