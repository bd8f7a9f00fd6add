// What was remembered stands in the answer to a task that it is about, and changes no other one.
import test from 'ava';

import type { Bundle, RememberAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { connect } from './support/mcp.js';
import { fixture, type TestProject } from './support/project.js';

const MEMORIES = [
  ['Charges are rounded up to whole cents before they are sent', '--ref', 'billing'],
  ['Retries of the payment client stop after three attempts'],
  ['The staging database is restored every Monday at six'],
  ['Tokens of sessions expire after an hour', '--evidence', 'src/auth/tokens.py'],
  ['Release notes are written from the subjects of commits'],
] as const;

const bundle = (where: TestProject, task: string, ...flags: string[]) =>
  answer<Bundle>(where, ['ctx', '--task', task, ...flags]);

async function remembered(where: TestProject): Promise<void> {
  for (const [text, ...flags] of MEMORIES) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as people do
    await answer<RememberAnswer>(where, ['remember', text, ...flags]);
  }
}

for (const [task, expected] of [
  ['why are charges rounded up', [0]],
  ['payment client gives up although retries are configured: attempts should be five', [1]],
  ['when is the staging database restored', [2]],
  ['how long do session tokens live before they expire', [3]],
  ['add a command that prints the version', []],
  ['rename the module of the ledger', []],
  ['every test of the day fails', []],
] as const) {
  test(`${task}: ${expected.length} of what was remembered`, async (t) => {
    const where = fixture(t, 'shop');
    const before = (await beadloom(where, ['ctx', '--task', task])).stdout;
    await remembered(where);
    const { memories = [] } = await bundle(where, task);
    const text = (await beadloom(where, ['ctx', '--task', task])).stdout;
    t.deepEqual(
      memories.map(({ content }) => content),
      expected.map((at) => MEMORIES[at][0]),
    );
    if (expected.length === 0) {
      t.is(text, before);
    } else {
      for (const { content, id } of memories) t.true(text.includes(`- ${content} [${id}]`), text);
      const code = text.indexOf('```');
      t.true(code < 0 || text.indexOf('## Remembered') < code, text);
    }
  });
}

test('a session is told once, and a small budget has room for code instead', async (t) => {
  const where = fixture(t, 'shop');
  await remembered(where);
  const task = 'why are charges rounded up';
  t.is((await bundle(where, task, '--session', 'one')).memories?.length, 1);
  t.is((await bundle(where, task, '--session', 'one')).memories, undefined);
  t.is((await bundle(where, task, '--session', 'two')).memories?.length, 1);
  t.is((await bundle(where, task, '--budget', '400')).memories, undefined);
  t.true((await bundle(where, task)).tokens < 2_000);
});

test('an agent is told over MCP', async (t) => {
  const where = fixture(t, 'shop');
  await remembered(where);
  const client = await connect(t, where, 'client 2.x, 2026-07-28');
  const shown = async (question: string) =>
    (await client.call('explore_codebase', { question })).content[0]?.text ?? '';
  t.regex(await shown('why are charges rounded up'), /Charges are rounded up to whole cents/);
  t.notRegex(await shown('rename the module of the ledger'), /Remembered|memories/);
});

test('what was forgotten or replaced is not shown', async (t) => {
  const where = fixture(t, 'shop');
  const { memory } = await answer<RememberAnswer>(where, [
    'remember',
    'Charges are rounded up to whole cents',
  ]);
  const task = 'are charges rounded to whole cents';
  t.is((await bundle(where, task)).memories?.[0]?.id, memory.id);
  const next = await answer<RememberAnswer>(where, [
    'remember',
    'Charges are rounded to the nearest cent, whole or half',
    '--supersedes',
    memory.id,
  ]);
  t.deepEqual(
    (await bundle(where, task)).memories?.map(({ id }) => id),
    [next.memory.id],
  );
  await beadloom(where, ['forget', next.memory.id]);
  await beadloom(where, ['forget', memory.id]);
  t.is((await bundle(where, task)).memories, undefined);
});
