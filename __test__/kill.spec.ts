// A reindex that is killed leaves the index of before or the one of after; whoever reads meanwhile sees one of them.
import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';

import test from 'ava';

import { Beadloom, type ReindexAnswer } from '../src/api/index.js';
import { CLI, answer, environment } from './support/cli.js';
import { difference, dump } from './support/dump.js';
import { LONG } from './support/long.js';
import { Polyglot } from './support/polyglot.js';
import { project } from './support/project.js';
import { Random, seedOf } from './support/random.js';
import { TIME_FACTOR } from './support/slow.js';

/** `BEADLOOM_KILLS=200 npx ava __test__/kill.spec.ts` takes minutes. */
const KILLS = Number(process.env['BEADLOOM_KILLS'] ?? (LONG ? 40 : 10));
/** A fresh index is compared after so many rounds, and at the end. */
const FRESH_EVERY = 20;

/**
 * Starts `beadloom reindex` and kills it so many milliseconds after its first sign of progress, so that no kill falls
 * into the time that Node needs to begin. Returns how many milliseconds it lived after that sign, and whether it came
 * to its end before.
 */
function killed(root: string, args: readonly string[], after: number) {
  return new Promise<{ lived: number; finished: boolean }>((resolve) => {
    const child = spawn(process.execPath, [CLI, 'reindex', '--progress=json', ...args], {
      cwd: root,
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let timer: NodeJS.Timeout | undefined;
    let began = performance.now();
    child.stderr.once('data', () => {
      began = performance.now();
      timer = setTimeout(() => child.kill('SIGKILL'), after);
    });
    child.stderr.resume();
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ lived: performance.now() - began, finished: code !== null });
    });
  });
}

test.serial(
  `${KILLS} kills at random moments: the old index or the new one, and nothing of it stays`,
  async (t) => {
    t.timeout((KILLS * 20_000 + 60_000) * TIME_FACTOR);
    const seed = seedOf('BEADLOOM_KILL_SEED');
    t.log(`seed ${seed}`);
    const random = new Random(seed);
    const where = project(t);
    const files = new Polyglot(where, random, 160);
    // How long a whole run takes on this machine, both ways: kills fall anywhere in it, and a little behind.
    const took: Record<string, number> = {};
    for (const flags of [['--full'], []]) {
      files.change();
      took[flags.join()] = (await killed(where.root, flags, 60_000)).lived;
    }
    let before = dump(where);
    const seen = { finished: 0, old: 0, new: 0, same: 0 };
    for (let round = 1, kills = 0; kills < KILLS; round++) {
      files.change();
      const flags = round % 2 === 0 ? ['--full'] : [];
      const whole = took[flags.join()] ?? 0;
      const { lived, finished } = await killed(where.root, flags, random.next() * 1.1 * whole);
      if (finished) {
        seen.finished++;
        // The machine may have more to do now than before, or less.
        took[flags.join()] = (whole + lived) / 2;
      } else {
        kills++;
      }
      const left = dump(where);
      t.true(left.sound, `seed ${seed}, round ${round}: the index is damaged`);
      await answer<ReindexAnswer>(where, ['reindex']);
      const now = dump(where);
      t.true(
        left.hash === before.hash || left.hash === now.hash,
        `seed ${seed}, round ${round}: neither the old index nor the new one:\n${difference(left, now).join('\n')}`,
      );
      if (!finished) {
        seen[before.hash === now.hash ? 'same' : left.hash === now.hash ? 'new' : 'old']++;
      }
      if (round % FRESH_EVERY === 0 || kills === KILLS) {
        const copy = project(t);
        cpSync(where.root, copy.root, { recursive: true, filter: (path) => !path.includes('beadloom.db') });
        await answer<ReindexAnswer>(copy, ['reindex']);
        t.deepEqual(
          difference(now, dump(copy)),
          [],
          `seed ${seed}, round ${round}: differs from a fresh index`,
        );
      }
      before = now;
    }
    t.log(
      `killed: ${seen.old} left the old index, ${seen.new} the new one, ${seen.same} where both are the same; ${seen.finished} came to their end before`,
    );
  },
);

test.serial('who reads while others write sees one index or the other, never a mixture', async (t) => {
  const rounds = 6;
  const where = project(t);
  const write = (round: number) => {
    for (let i = 0; i < 120; i++) {
      const functions = Array.from({ length: 1 + round }, (_, n) => `def part${n}_of_${i}(): pass`).join(
        '\n',
      );
      where.write(`p${i % 6}/m${i}.py`, `def shared_round${round}(): pass\n${functions}\n`);
    }
  };
  write(0);
  const first = await answer<ReindexAnswer>(where, ['reindex']);
  const symbols = new Map([[first.generation, first.totals.symbols]]);
  using open = Beadloom.open(where.root);
  const observed: Array<[generation: number, symbols: number]> = [];
  const mixtures: string[][] = [];
  const written = new AbortController();
  const readers = Array.from({ length: 3 }, async () => {
    while (!written.signal.aborted) {
      const [status, search] = await Promise.all([
        open.status({ refresh: false }),
        open.search('shared', { in: 'code', limit: 200, refresh: false }),
      ]);
      observed.push([status.index.generation, status.symbols_count]);
      const names = new Set(search.hits.map((hit) => hit.name).filter((name) => name.startsWith('shared_')));
      if (names.size !== 1) {
        mixtures.push([...names]);
      }
    }
  });
  for (let round = 1; round <= rounds; round++) {
    write(round);
    const { generation, totals } = await answer<ReindexAnswer>(where, [
      'reindex',
      ...(round % 2 === 0 ? ['--full'] : []),
    ]);
    symbols.set(generation, totals.symbols);
  }
  written.abort();
  await Promise.all(readers);
  t.deepEqual(mixtures, []);
  t.true(observed.length > 0);
  for (const [generation, count] of observed) {
    t.is(symbols.get(generation), count, `generation ${generation}`);
  }
  t.log(
    `${observed.length} answers from ${new Set(observed.map(([generation]) => generation)).size} generations`,
  );
});
