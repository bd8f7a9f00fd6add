// A daemon that is killed at any moment costs no answer, gives no wrong one, and leaves nothing that stays.
import test from 'ava';

import { daemonsOf, daemonUser, leftovers, until } from './support/daemon.js';
import { LONG } from './support/long.js';
import { fixture } from './support/project.js';
import { Random, seedOf } from './support/random.js';
import { TIME_FACTOR } from './support/slow.js';

const onLinux = process.platform === 'linux' ? test.serial : test.serial.skip;

/** `BEADLOOM_KILLS=200 npx ava __test__/daemon-faults.spec.ts` takes minutes. */
const KILLS = Number(process.env['BEADLOOM_KILLS'] ?? (LONG ? 60 : 6));
const CLIENTS = 4;

onLinux(
  `${KILLS} kills under the load of ${CLIENTS} clients: every answer is right, one daemon is left`,
  async (t) => {
    t.timeout((KILLS * 30_000 + 120_000) * TIME_FACTOR);
    const seed = seedOf('BEADLOOM_KILL_SEED');
    t.log(`seed ${seed}`);
    const random = new Random(seed);
    const where = fixture(t, 'shop');
    const user = daemonUser(t, where);
    const queries = [
      ['search', 'refund', '--json'],
      ['ctx', 'billing'],
      ['why', 'billing', '--json'],
      ['ctx', '--task', 'refunds lose their currency', '--json'],
    ];
    const expected = new Map<string, string>();
    for (const query of queries) {
      expected.set(query.join(' '), await user.text([...query, '--no-daemon']));
    }
    const load = { isOver: false };
    let answered = 0;
    const asking = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let turn = client; !load.isOver; turn += 1) {
        const query = queries[turn % queries.length] as string[];
        const { code, stdout, stderr } = await user.run(query, { own: true });
        t.is(code, 0, stderr);
        t.is(stdout, expected.get(query.join(' ')) ?? '', query.join(' '));
        answered += 1;
      }
    });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const [pid = 0] = await until('a daemon', () => {
        const now = daemonsOf(where.root);
        return now.length === 0 ? undefined : now;
      });
      await new Promise((resolve) => setTimeout(resolve, random.below(400)));
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It lost a race, and ended by itself.
      }
    }
    load.isOver = true;
    await Promise.all(asking);
    t.log(`${answered} answers`);
    // The last command may have found the dying one's socket.
    await user.text(['search', 'refund']);
    const { pid } = await user.running();
    await until('the end of the others', () => (daemonsOf(where.root).length === 1 ? true : undefined));
    t.deepEqual(daemonsOf(where.root), [pid]);
    await user.text(['daemon', 'stop']);
    t.deepEqual(leftovers(user.runtime), []);
  },
);
