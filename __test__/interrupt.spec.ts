import test from 'ava';

import type { ReindexAnswer } from '../src/api/index.js';
import { answer, beadloom } from './support/cli.js';
import { dump } from './support/dump.js';
import { project } from './support/project.js';

/** So many files that a signal meets their reindex. */
const FILES = 1500;

/** Enough work that a signal meets it. */
function large(): Record<string, string> {
  const body = Array.from({ length: 60 }, (_, i) => `def f${i}(a, b):\n    return a + b * ${i}\n`).join(
    '\n\n',
  );
  return Object.fromEntries(
    Array.from({ length: FILES }, (_, i) => [`p${i % 40}/m${i}.py`, `# ${i}\n${body}`]),
  );
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test.serial(
    `${signal} in the middle of a reindex: a message, exit ${code}, the index as it was`,
    async (t) => {
      const where = project(t, { 'first.py': 'x = 1\n' });
      const before = await answer<ReindexAnswer>(where, ['reindex']);
      for (const [path, content] of Object.entries(large())) {
        where.write(path, content);
      }
      let sent = false;
      const run = await beadloom(where, ['reindex', '--progress=json'], {
        onStderr: (_, kill) => {
          if (!sent) {
            sent = true;
            kill(signal);
          }
        },
      });
      t.true(sent, 'there was progress');
      t.is(run.code, code, run.stderr);
      t.regex(run.stderr, /interrupted: the last good index is intact\n$/);
      t.is(run.stdout, '');

      t.true(dump(where).sound);
      const kept = await beadloom(where, ['status', '--no-refresh', '--json']);
      t.is(
        (JSON.parse(kept.stdout) as { index: { generation: number } }).index.generation,
        before.generation,
      );
      const after = await answer<ReindexAnswer>(where, ['reindex']);
      t.is(after.files.added, FILES);
    },
  );
}

test('--progress=json: one object per line on stderr, the answer alone on stdout', async (t) => {
  const where = project(t, large());
  const { code, stdout, stderr } = await beadloom(where, ['reindex', '--json', '--progress=json']);
  t.is(code, 0);
  const answered = JSON.parse(stdout) as ReindexAnswer;
  t.is(answered.mode, 'full');
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  t.true(lines.length > 0);
  for (const line of lines) {
    t.deepEqual(Object.keys(line), ['phase', 'done', 'total', 'rate', 'remaining_ms']);
  }
  const quiet = await beadloom(where, ['reindex', '--full', '--no-progress']);
  t.is(quiet.stderr, '');
});
