// Timing whole processes, and what follows from the times.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { Failure } from '../scripts/lib/process.mjs';

/**
 * @typedef {object} Command
 * @property {string} name
 * @property {string} program
 * @property {string[]} args
 * @property {string} [cwd]
 * @property {() => void} [before] what must be so before each run; not timed
 */

/**
 * Runs the commands in turn, A B A B, so that what else the machine does falls on all of them. The first round is
 * not counted: it warms the file cache.
 * @param {Command[]} commands
 * @param {number} rounds
 * @returns {Record<string, number[]>} milliseconds by name
 */
export function interleaved(commands, rounds) {
  const times = Object.fromEntries(commands.map((command) => [command.name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const command of commands) {
      command.before?.();
      const started = performance.now();
      runOnce(command);
      const elapsed = performance.now() - started;
      if (round > 0) times[command.name].push(elapsed);
    }
  }
  return times;
}

let home;

/**
 * A cache folder in which no parse result can be kept: an index that is deleted is made from the files alone, and nothing of the
 * user's own cache takes part.
 */
function withoutParseCache() {
  if (home === undefined) {
    home = mkdtempSync(join(tmpdir(), 'beadloom-bench-home-'));
    mkdirSync(join(home, 'beadloom'));
    writeFileSync(join(home, 'beadloom', 'parse'), 'a file, where the folder would be\n');
    process.on('exit', () => rmSync(home, { recursive: true, force: true }));
  }
  return home;
}

/** Runs a command once; fails where it fails, for a failure is quickly done. */
export function runOnce({ name, program, args, cwd, env }) {
  const result = spawnSync(program, args, {
    cwd,
    // Certificates that Node reads at its start would make every limit larger that counts starts of Node.
    env: {
      ...process.env,
      XDG_CACHE_HOME: withoutParseCache(),
      ...env,
      NO_COLOR: '1',
      NODE_EXTRA_CA_CERTS: undefined,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 30,
  });
  if (result.error || result.status !== 0) {
    throw new Failure(`${name} ended with ${result.error?.message ?? result.status}: ${result.stderr}`);
  }
  return result.stdout.toString();
}

/** Smallest, middle and greatest of some numbers. */
export function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return { min: sorted[0], median: percentile(sorted, 0.5), max: sorted.at(-1) };
}

/** The value below which that share of the sorted values lies, by nearest rank. */
export function percentile(sorted, share) {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/** Ratios of two series, round by round. */
export function ratios(over, under) {
  return over.map((value, round) => value / under[round]);
}

/** One series less another, round by round; what is left of nothing is a thousandth of a millisecond. */
export function less(values, taken) {
  return values.map((value, round) => Math.max(value - taken[round], 0.001));
}
