// `npm test`: everything from a fresh clone. Installs and builds what is missing, runs the Rust and the ava suites, both in
// any case, names again what failed and ends with the count of both. `npm test -- FILE…` hands its arguments to ava.

import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

import { cargoEnv, needCargo } from './lib/cargo.mjs';
import { ensureAddon, ensureInstalled, ensureShell } from './lib/ensure.mjs';
import { Failure, heading, root, script, tool } from './lib/process.mjs';

await script(async (args) => {
  needCargo();
  ensureInstalled();
  // The addon and the Rust tests in one go: what they share compiles once.
  ensureAddon({ withTests: true });
  ensureShell();

  heading('cargo test');
  const rust = rustResult(
    await shown('cargo', ['test', '--workspace', '--no-fail-fast', '--', '--quiet'], cargoEnv('dev')),
  );

  heading('ava');
  const colour = process.stdout.isTTY && !process.env.NO_COLOR ? '--color' : '--no-color';
  const ava = avaResult(await shown(...tool('ava/entrypoints/cli.mjs', colour, ...args), process.env));

  heading('summary');
  for (const [name, { passed, failed, skipped, failures }] of Object.entries({ rust, ava })) {
    console.log(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
    for (const failure of failures) console.log(`  failed: ${failure}`);
  }
  console.log(`${rust.passed + ava.passed} passed, ${rust.failed + ava.failed} failed`);
  process.exitCode = rust.failed + ava.failed === 0 ? 0 : 1;
});

/** Runs a program, shows what it prints, and gives that back as lines without colours, with the exit code. */
async function shown(program, args, env) {
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    from.setEncoding('utf8').on('data', (part) => {
      text += part;
      to.write(part);
    });
  }
  const status = await new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Failure(`${program} did not start: ${error.message}`)));
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  return { status, lines: stripVTControlCharacters(text).split('\n') };
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
    failures: [...failures, ...broken],
  };
}
