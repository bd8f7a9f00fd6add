// A disk that is full: what was acknowledged stays, what was not is not half there, and the command says why.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

import test from 'ava';

import type { ErrorAnswer, MemoriesAnswer, RecallAnswer, RememberAnswer } from '../src/api/index.js';
import { CLI, answer, environment } from './support/cli.js';
import { project, type TestProject } from './support/project.js';

const SHARED = '.beadloom/memories.jsonl';

/** 512 bytes each: the least with which nothing can be written, up to enough for everything. */
const BLOCKS = [0, 1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 4096];

const withLimits = process.platform === 'win32' ? test.skip : test;

const listed = async (where: TestProject) =>
  (await answer<MemoriesAnswer>(where, ['memories', 'list'])).memories
    .map(({ content }) => content)
    .toSorted();

for (const flags of [[], ['--shared']] as const) {
  withLimits(`files that may not grow, ${flags[0] ?? 'private'}: kept whole, or refused`, async (t) => {
    const where = project(t);
    const kept: string[] = [];
    for (const at of [1, 2, 3]) {
      const text = `what was known before, part ${at}${' and more of it'.repeat(30)}`;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await answer<RememberAnswer>(where, ['remember', text, ...flags]);
      kept.push(text);
    }
    const codes: Array<number | null> = [];
    for (const blocks of BLOCKS) {
      const before = existsSync(where.path(SHARED)) ? readFileSync(where.path(SHARED)) : undefined;
      const text = `learned with room for ${blocks} blocks${', which takes some bytes'.repeat(60)}`;
      const run = spawnSync(
        'sh',
        ['-c', `ulimit -f ${blocks}; exec "$NODE" "$CLI" remember "$TEXT" --json ${flags.join(' ')}`],
        {
          cwd: where.root,
          env: environment({ CLI, NODE: process.execPath, TEXT: text }),
          encoding: 'utf8',
        },
      );
      codes.push(run.status);
      if (run.status === 0) {
        kept.push(text);
      } else {
        t.is(run.status, 1, `${blocks} blocks: ${run.stdout}${run.stderr}`);
        t.is((JSON.parse(run.stdout) as ErrorAnswer).error.code, 'disk_full', `${blocks} blocks`);
        const after = existsSync(where.path(SHARED)) ? readFileSync(where.path(SHARED)) : undefined;
        t.deepEqual(after, before, `${blocks} blocks`);
      }
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      t.deepEqual(await listed(where), kept.toSorted(), `${blocks} blocks`);
    }
    t.true(codes.includes(0) && codes.includes(1), codes.join(' '));
    t.true((await answer<RecallAnswer>(where, ['recall', 'what was known before'])).memories.length >= 3);
  });
}

/** Whether this process may mount file systems. */
const mounts = spawnSync('unshare', ['--mount', 'true']).status === 0;
const withMounts = mounts ? test : test.skip;

withMounts('a file system without room: disk_full, nothing lost, and room again helps', (t) => {
  const where = project(t);
  const script = `set -e
    mkdir small && mount -t tmpfs -o size=1m tmpfs small && cd small && mkdir .git
    export XDG_DATA_HOME="$PWD/data"
    "$NODE" "$CLI" remember 'the pool has ten connections' >/dev/null
    "$NODE" "$CLI" remember 'releases are cut from main' --shared >/dev/null
    dd if=/dev/zero of=fill bs=1k count=4096 2>/dev/null || true
    long=$(printf 'a long story %.0s' $(seq 3000))
    "$NODE" "$CLI" remember "$long" --json || echo "exit $?"
    "$NODE" "$CLI" remember "$long" --shared --json || echo "exit $?"
    "$NODE" "$CLI" recall 'pool connections' --json
    "$NODE" "$CLI" memories list --json
    rm fill
    "$NODE" "$CLI" remember "$long" --json
    ls -AR .beadloom data | grep -E 'tmp|staged' || echo clean`;
  const run = spawnSync('unshare', ['--mount', 'sh', '-c', script], {
    cwd: where.root,
    env: environment({ CLI, NODE: process.execPath }),
    encoding: 'utf8',
  });
  const [own = '', first, shared = '', second, found = '', all = '', kept = '', clean] = run.stdout
    .trim()
    .split('\n');
  for (const [failed, exit] of [
    [own, first],
    [shared, second],
  ]) {
    t.is((JSON.parse(failed ?? '') as ErrorAnswer).error.code, 'disk_full', run.stdout + run.stderr);
    t.is(exit, 'exit 1');
  }
  t.is((JSON.parse(found) as RecallAnswer).memories[0]?.content, 'the pool has ten connections');
  t.is((JSON.parse(all) as MemoriesAnswer).memories.length, 2);
  t.is((JSON.parse(kept) as RememberAnswer).outcome, 'stored');
  t.is(clean, 'clean');
});
