import test from 'ava';

import type { GraphAnswer, RefsAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { difference, dump } from './support/dump.js';
import { fixture, project } from './support/project.js';

/** For each project, which part imports which: all of it, so that a wrong edge is as bad as a missing one. */
const EDGES: Record<string, string[]> = {
  python: ['api -> cache', 'api -> db', 'api -> util'],
  typescript: ['api -> core', 'api -> db', 'api -> logic', 'api -> shared', 'api -> text'],
  javascript: ['api -> db', 'api -> lazy', 'view -> api'],
  go: ['cmd -> db', 'cmd -> text'],
  rust: ['api -> db', 'api -> text'],
  java: ['api -> db', 'api -> text'],
};

for (const [language, expected] of Object.entries(EDGES)) {
  test(`${language}: imports are edges between the nodes that own the files`, async (t) => {
    const { nodes, edges } = await answer<GraphAnswer>(fixture(t, `imports-${language}`), ['graph']);
    t.true(nodes.length > 0);
    const found = edges.filter((edge) => edge.kind === 'depends_on' && edge.extra['origin'] === 'code');
    t.deepEqual(
      found.map(({ src, dst }) => `${src} -> ${dst}`).filter((edge) => !edge.startsWith('app ')),
      expected,
    );
    t.true(found.every((edge) => typeof edge.extra['count'] === 'number' && edge.extra['count'] > 0));
  });
}

/** A graph, without which a node would be named after the folder. */
const GRAPH = { '.beadloom/_graph/all.yml': 'nodes:\n  - {ref_id: shop, kind: domain, source: src/}\n' };

/** Lists of exports that say a name several times. */
const LISTS = [
  "export { default, default as A } from './a';",
  "export { default as A, default } from './a';",
  "export { A, A as B, A as default } from './a';",
];

for (const list of LISTS) {
  test(`the index is the same in steps and fresh: ${list}`, async (t) => {
    const files = {
      'src/list.ts': `${list}\n`,
      'src/use.ts': "import A, { B } from './list';\nA();\nB();\n",
    };
    const target = { 'src/a.ts': 'export default class A {}\n' };
    const reindexed = async (where: ReturnType<typeof project>): Promise<ReturnType<typeof dump>> => {
      const { code, stderr } = await beadloom(where, ['reindex']);
      t.is(code, 0, stderr);
      return dump(where);
    };
    const kept = project(t, { ...files, ...GRAPH });
    await reindexed(kept);
    // What the list names comes: only where it leads is looked for again.
    kept.write('src/a.ts', target['src/a.ts']);
    const inSteps = await reindexed(kept);
    const fresh = await reindexed(project(t, { ...files, ...target, ...GRAPH }));
    t.deepEqual(difference(inSteps, fresh), []);
  });
}

test('typescript: a module that passes on a hundred others leads to each of them', async (t) => {
  const count = 120;
  const hooks = Array.from({ length: count }, (_, at) => at);
  const where = project(t, {
    ...Object.fromEntries(
      hooks.map((at) => [`hooks/use${at}.ts`, `export function useHook${at}() {\n  return ${at};\n}\n`]),
    ),
    'hooks/inner.ts': "export * from './last';\n",
    'hooks/last.ts': 'export function useLast() {}\n',
    'hooks/index.ts': `${hooks.map((at) => `export * from './use${at}';\n`).join('')}export * from './inner';\n`,
    'page.ts': `import { useHook3, useHook${count - 1}, useLast } from './hooks';\n\nexport function page() {\n  useHook3();\n  useHook${count - 1}();\n  useLast();\n}\n`,
  });
  for (const name of ['useHook3', `useHook${count - 1}`, 'useLast']) {
    const { callers } = await answer<RefsAnswer>(where, ['refs', name]);
    t.deepEqual(
      callers.map(({ path, confidence }) => `${path} ${confidence}`),
      ['page.ts exact'],
      name,
    );
  }
});
