// `npm test`: everything from a fresh clone. Installs and builds what is missing, runs the Rust and the ava
// suites, both in any case, and ends with ava's count. `npm test -- FILE…` hands its arguments to ava.

import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

import { cargoEnv, needCargo } from './lib/cargo.mjs';
import { ensureAddon, ensureInstalled, ensureShell } from './lib/ensure.mjs';
import { attempt, Failure, heading, root, script, tool } from './lib/process.mjs';

await script(async (args) => {
  needCargo();
  ensureInstalled();
  // The addon and the Rust tests in one go: what they share compiles once.
  ensureAddon({ withTests: true });
  ensureShell();

  heading('cargo test');
  const rust = attempt('cargo', ['test', '--workspace', '--no-fail-fast', '--', '--quiet'], {
    env: cargoEnv('dev'),
  });

  heading('ava');
  const { status, passed, failed } = await ava(args);
  if (rust !== 0) console.log(`cargo test ended with ${rust}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = rust === 0 && status === 0 && failed === 0 ? 0 : 1;
});

/** Runs ava, shows what it prints, and takes the counts from its summary. */
async function ava(args) {
  const colour = process.stdout.isTTY && !process.env.NO_COLOR ? '--color' : '--no-color';
  const [program, toolArgs] = tool('ava/entrypoints/cli.mjs', colour, ...args);
  const child = spawn(program, toolArgs, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => {
    text += part;
    process.stdout.write(part);
  });
  const status = await new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Failure(`ava did not start: ${error.message}`)));
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  const all = stripVTControlCharacters(text).split('\n');
  const lines = all.slice(-40);
  const sum = (pattern) => lines.reduce((total, line) => total + Number(pattern.exec(line)?.[1] ?? 0), 0);
  return {
    status,
    // Where one failed, ava's summary does not say how many passed.
    passed: sum(/^\s*(\d+) tests? passed/) || all.filter((line) => /^\s*✔ /.test(line)).length,
    failed:
      sum(/^\s*(\d+) (?:tests?|hooks?) failed/) +
      sum(/^\s*(\d+) uncaught exceptions?/) +
      sum(/^\s*(\d+) unhandled rejections?/),
  };
}
