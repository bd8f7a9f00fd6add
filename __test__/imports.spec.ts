import test from 'ava';

import type { GraphAnswer } from '../src/api/index.js';
import { answer } from './support/cli.js';
import { fixture } from './support/project.js';

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
    const found = edges.filter((edge) => edge.kind === 'depends_on' && edge.extra['origin'] === 'import');
    t.deepEqual(
      found.map(({ src, dst }) => `${src} -> ${dst}`).filter((edge) => !edge.startsWith('app ')),
      expected,
    );
    t.true(found.every((edge) => typeof edge.extra['count'] === 'number' && edge.extra['count'] > 0));
  });
}
