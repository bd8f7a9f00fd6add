// What the MCP server leaves out of answers that would fill an agent's context.
import test from 'ava';

import { answer } from './support/cli.js';
import { connect } from './support/mcp.js';
import { fixture, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

/** A node with a document and so many files of code. */
function wide(where: TestProject, files: number): void {
  where.write(
    '.beadloom/_graph/wide.yml',
    'nodes:\n  - ref_id: wide\n    kind: domain\n    summary: Many.\n    source: src/wide/\n    docs: [docs/wide.md]\n',
  );
  where.write('docs/wide.md', '# Wide\n\n## Description\n\nMany files.\n');
  for (let index = 0; index < files; index++) {
    where.write(`src/wide/m${index}.py`, `def f${index}(): pass\n`);
  }
}

interface Checked {
  summary: { ok: number; stale: number; untracked: number };
  pairs: Array<{ status: string; code_path: string }>;
  warning: string | null;
}

test('of many pairs those are listed that are not up to date, and all are counted', async (t) => {
  const where = fixture(t, 'shop');
  wide(where, 45);
  const client = await connect(t, where, 'client 2.x, 2026-07-28');
  const check = async () => {
    const { structuredContent } = await client.call('sync_check', { ref_id: 'wide' });
    t.deepEqual(violations('sync-check', structuredContent), []);
    return structuredContent as unknown as Checked;
  };
  const untracked = await check();
  t.deepEqual(untracked.summary, { ok: 0, stale: 0, untracked: 45 });
  t.is(untracked.pairs.length, 40);
  t.is(untracked.warning, '40 of 45 pairs are listed, stale ones first');

  await client.call('mark_synced', { ref_id: 'wide' });
  where.write('src/wide/m7.py', 'def f7(more): pass\n');
  const one = await check();
  t.deepEqual(one.summary, { ok: 44, stale: 1, untracked: 0 });
  t.deepEqual(
    one.pairs.map((pair) => [pair.status, pair.code_path]),
    [['stale', 'src/wide/m7.py']],
  );
  t.is(one.warning, '1 of 45 pairs are listed, all that are not ok');

  // Few are all listed, and the command lists all of many.
  const few = await client.call('sync_check', { ref_id: 'auth' });
  t.is((few.structuredContent as unknown as Checked).pairs.length, 1);
  t.is((await answer<Checked>(where, ['sync-check', '--ref', 'auth'])).pairs.length, 1);
});

test('of many findings the gravest are listed', async (t) => {
  const where = fixture(t, 'shop');
  const nodes = Array.from(
    { length: 30 },
    (_, index) =>
      `  - ref_id: n${index}\n    kind: ${index === 29 ? 'nix' : 'domain'}\n    source: src/none${index}/\n`,
  );
  where.write('.beadloom/_graph/many.yml', `nodes:\n${nodes.join('')}`);
  const client = await connect(t, where, 'client 2.x, 2026-07-28');
  const { structuredContent } = await client.call('get_index_status', {});
  t.deepEqual(violations('status', structuredContent), []);
  const { diagnostics, warning } = structuredContent as {
    diagnostics: Array<{ level: string; code: string }>;
    warning: string;
  };
  t.is(diagnostics.length, 10);
  t.true(diagnostics.some(({ level, code }) => level === 'error' && code === 'unknown_kind'));
  t.regex(warning, /^10 of \d+ diagnostics are listed, the gravest first$/);
});
