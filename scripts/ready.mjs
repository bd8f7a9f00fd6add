// `npm run ready`: everything that must hold before a change is handed in. Runs every step, so that one run
// shows all that is wrong.

import { join } from 'node:path';

import { ensureAddon, ensureInstalled } from './lib/ensure.mjs';
import { attempt, capture, Failure, heading, npm, root, script } from './lib/process.mjs';

const STEPS = [
  ['format of Rust', 'cargo', ['fmt', '--all', '--check']],
  ['lint of Rust', 'cargo', ['clippy', '--workspace', '--all-targets', '--', '-D', 'warnings']],
  ['format, lint and types of TypeScript', ...npm('run', '--silent', 'lint')],
  ['tests', process.execPath, [join(root, 'scripts', 'test.mjs')]],
  ['rules of this repository', process.execPath, [join(root, 'scripts', 'own-check.mjs')]],
  ['types of the addon', process.execPath, [join(root, 'scripts', 'build-addon.mjs'), '--check']],
  ['generated files', process.execPath, [join(root, 'scripts', 'generate.mjs'), '--check']],
];

await script(() => {
  ensureInstalled();
  ensureAddon();
  const failed = STEPS.filter(([name, program, args]) => {
    heading(name);
    return attempt(program, args) !== 0;
  }).map(([name]) => name);

  heading('clean tree');
  const changed = capture('git', ['status', '--porcelain']).stdout.trim();
  if (changed) {
    console.log(changed);
    failed.push('clean tree');
  }

  heading(failed.length === 0 ? 'ready' : 'not ready');
  if (failed.length > 0) throw new Failure(`failed: ${failed.join('; ')}`);
});
