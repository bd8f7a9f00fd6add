// The attacks of `npm run attack`, a few of each, and a share of these where `npm test` finds a machine slow. Their long forms
// run every night.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import test from 'ava';

import { attacks } from '../bench/attack/attacks.mjs';
import { CLI } from './support/cli.js';

/** Of so many one is tried. */
const SHARE = Number(process.env['BEADLOOM_TEST_SHARE'] ?? 1);

for (const attack of attacks) {
  test.serial(`${attack.name}: ${attack.about}`, async (t) => {
    // A machine that is five times as slow is not hung.
    t.timeout(1_200_000);
    // Always the same here: other seeds are for the night.
    const seed = Number(process.env['BEADLOOM_ATTACK_SEED'] ?? 1);
    const scratch = mkdtempSync(join(tmpdir(), 'beadloom-attack-'));
    t.teardown(() => rmSync(scratch, { recursive: true, force: true }));
    const { tried, failures, skipped } = await attack.run({
      count: Math.ceil(attack.counts.short / SHARE),
      seed,
      scratch,
      cli: CLI,
      log: (text) => t.log(text),
    });
    skipped.forEach((reason) => t.log(`skipped: ${reason}`));
    t.deepEqual(failures, [], `seed ${seed}`);
    t.true(tried > 0 || skipped.length > 0, 'nothing was tried, and nothing says why');
    t.log(`${tried} ${attack.unit}`);
  });
}
