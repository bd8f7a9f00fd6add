// `npm test`: everything from a fresh clone. Installs and builds what is missing, runs the Rust and the ava suites, both in
// any case, names again what failed and ends with the count of both.
//
// `npm test -- FILE.spec.ts …` and `--only ava` run ava alone, with the other arguments, and build no Rust tests.
// `npm test -- --only rust [FILTER]` runs the Rust tests alone.

import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { cargoEnv, needCargo } from './lib/cargo.mjs';
import { ensureAddon, ensureInstalled, ensureShell } from './lib/ensure.mjs';
import { ensureFixtures } from './lib/fixtures.mjs';
import { Failure, heading, root, script, tool } from './lib/process.mjs';
import { BUNDLED, BUNDLES, bundleSpecs, OUT_OF_TIME } from './lib/specs.mjs';

/** A machine on which Node takes that long to begin, in milliseconds, is slow: where the table of speed was measured, it took 80. */
const SLOW_START_MS = 200;

/** Time limits of answers are at most so many times as long. */
const MAX_TIME_FACTOR = 10;

/** Of so many attacks one is tried, at most. Quicker machines, and each night, try all. */
const MAX_SHARE = 4;

/** No spec begins later than that after the start, in minutes: one that is cut off from outside would tell nothing at all. */
const MAX_MINUTES = 40;

/** Where more specs than that fail, it is not because the machine is slow. */
const MAX_SPECS_AGAIN = 6;

const SUITES = { rust: rustTests, ava: avaTests };

await script(async (argv) => {
  const { suites, args } = wanted(argv);
  ensureInstalled();
  if (suites.includes('rust')) needCargo();
  if (suites.includes('ava')) {
    // The addon and the Rust tests in one go: what they share compiles once.
    ensureAddon({ withTests: suites.includes('rust') });
    ensureShell();
    await ensureFixtures();
  }
  const factor = timeFactor();
  if (factor > 1) {
    process.env.BEADLOOM_TIME_FACTOR ??= String(factor);
    process.env.BEADLOOM_TEST_SHARE ??= String(Math.min(MAX_SHARE, factor));
    const { BEADLOOM_TIME_FACTOR: times, BEADLOOM_TEST_SHARE: share } = process.env;
    console.log(
      `This machine is slow: answers wait ${times} times as long, and of ${share} attacks and deep projects one is tried.`,
    );
  }
  process.env.BEADLOOM_TESTS_UNTIL ??= String(performance.timeOrigin + MAX_MINUTES * 60_000);
  // Side by side: each waits a good part of its time, and at its end most cores have nothing left to do. What ava prints is
  // shown as it comes, that of the Rust tests behind it.
  const results = Object.fromEntries(
    await Promise.all(suites.map(async (suite) => [suite, await SUITES[suite](args, suites.length === 1)])),
  );

  if (results.rust?.kept.length > 0) {
    heading('cargo test');
    for (const [to, text] of results.rust.kept) to.write(text);
  }

  heading('summary');
  for (const [name, { passed, failed, skipped, failures, late = 0, passedAlone = [] }] of Object.entries(
    results,
  )) {
    console.log(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
    for (const failure of failures) console.log(`  failed: ${failure}`);
    for (const failure of passedAlone) console.log(`  failed among others, passed alone: ${failure}`);
    if (late > 0) console.log(`  ${late} specs were skipped, as they would have begun too late`);
  }
  const total = (key) => Object.values(results).reduce((count, result) => count + result[key], 0);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  process.exitCode = total('failed') === 0 ? 0 : 1;
});

/** Which suites run, and what they are given. */
function wanted(argv) {
  const all = Object.keys(SUITES);
  const at = argv.findIndex((arg) => arg === '--only' || arg.startsWith('--only='));
  if (at === -1) return { suites: argv.length === 0 ? all : ['ava'], args: argv };
  const [, inline] = argv[at].split('=');
  const only = inline ?? argv[at + 1];
  if (!all.includes(only)) throw new Failure(`--only must be one of ${all.join(', ')}`);
  return { suites: [only], args: argv.toSpliced(at, inline === undefined ? 2 : 1) };
}

/** How many times as long answers have to wait here for what they need; it does not depend on what else runs for a moment. */
function timeFactor() {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    spawnSync(process.execPath, ['--eval', '']);
    return performance.now() - began;
  });
  return Math.min(MAX_TIME_FACTOR, Math.max(1, Math.floor(Math.min(...times) / SLOW_START_MS) * 4));
}

async function rustTests(args, alone) {
  if (alone) heading('cargo test');
  const command = ['test', '--workspace', '--no-fail-fast', '--', '--quiet', ...args];
  const { status, pieces, lines } = await ran('cargo', command, cargoEnv('dev'), alone);
  return { ...rustResult({ status, lines }), kept: alone ? [] : pieces };
}

async function avaTests(args) {
  heading('ava');
  const colour = process.stdout.isTTY && !process.env.NO_COLOR ? '--color' : '--no-color';
  // Specs wait for other processes a good part of their time, but not where these take all of it.
  const isSlow = Number(process.env.BEADLOOM_TIME_FACTOR) > 1;
  const concurrency = `--concurrency=${availableParallelism() + (isSlow ? 0 : 1)}`;
  const files = args.map((arg) => (/^[\w-]+\.spec\.ts$/.test(arg) ? `__test__/${arg}` : arg));
  // A file or two start sooner as they are.
  const whole = args.length === 0;
  if (whole) await bundleSpecs();
  const command = tool(
    'ava/entrypoints/cli.mjs',
    colour,
    concurrency,
    ...(whole ? ['--config', BUNDLED] : files),
  );
  // With it Node parses all certificates of the machine at each start, which takes longer than the start itself. No test goes
  // where they are asked for.
  const { NODE_EXTRA_CA_CERTS: _1, ...env } = process.env;
  const result = avaResult(await ran(...command, env, true));
  const specs = new Set(result.failures.flatMap((failure) => /^([\w-]+) › /.exec(failure)?.[1] ?? []));
  if (!whole || !isSlow || specs.size === 0 || specs.size > MAX_SPECS_AGAIN) return result;
  // Among others some answers take longer than any client waits; alone, only what is wrong fails.
  heading('ava again: the specs that failed, one after the other');
  const again = [...specs].map((spec) => join(BUNDLES, `${spec}.spec.mjs`));
  const { BEADLOOM_TESTS_UNTIL: _2, ...later } = env;
  const alone = tool('ava/entrypoints/cli.mjs', colour, '--concurrency=1', '--config', BUNDLED, ...again);
  const second = avaResult(await ran(...alone, later, true));
  return {
    ...result,
    passed: result.passed + result.failed - second.failed,
    failed: second.failed,
    failures: second.failures,
    passedAlone: second.failed === 0 ? result.failures : [],
  };
}

/**
 * Runs a program and gives back its exit code and what it printed: as pieces with the stream of each, and as lines without
 * colours. `show`: prints it as it comes.
 */
async function ran(program, args, env, show) {
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const pieces = [];
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.setEncoding('utf8').on('data', (part) => {
      pieces.push([to, part]);
      if (show) to.write(part);
    });
  }
  const status = await new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Failure(`${program} did not start: ${error.message}`)));
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  const text = pieces.map(([, part]) => part).join('');
  return { status, pieces, lines: stripVTControlCharacters(text).split('\n') };
}

/** Sums the number of a pattern's first group over all lines. */
function sum(lines, pattern) {
  return lines.reduce((total, line) => total + Number(pattern.exec(line)?.[1] ?? 0), 0);
}

/** From the line `test result: …` of every test program, and the lines in which libtest says what failed. */
function rustResult({ status, lines }) {
  const failures = lines.flatMap((line) => /^(\S+) --- FAILED$/.exec(line)?.[1] ?? []);
  const failed = sum(lines, /^test result: .* (\d+) failed;/);
  // A test program that does not compile or is killed has no result.
  const broken = status !== 0 && failed === 0 ? [`cargo test ended with ${status}`] : [];
  return {
    passed: sum(lines, /^test result: .* (\d+) passed;/),
    failed: failed + broken.length,
    skipped: sum(lines, /^test result: .* (\d+) ignored;/),
    failures: [...failures, ...broken],
  };
}

/** From ava's summary; where one failed, that does not say how many passed. */
function avaResult({ status, lines }) {
  const last = lines.slice(-40);
  const failures = lines.flatMap((line) => /^\s*✘ (?:\[fail\]: )?(.*)$/.exec(line)?.[1] ?? []);
  const failed =
    sum(last, /^\s*(\d+) (?:tests?|hooks?) failed/) +
    sum(last, /^\s*(\d+) uncaught exceptions?/) +
    sum(last, /^\s*(\d+) unhandled rejections?/);
  const broken = status !== 0 && failed === 0 ? [`ava ended with ${status}`] : [];
  return {
    passed: sum(last, /^\s*(\d+) tests? passed/) || lines.filter((line) => /^\s*✔ /.test(line)).length,
    failed: failed + broken.length,
    skipped: sum(last, /^\s*(\d+) tests? skipped/),
    late: lines.filter((line) => line.includes(OUT_OF_TIME)).length,
    failures: [...failures, ...broken],
  };
}
