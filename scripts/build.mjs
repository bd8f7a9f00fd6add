// `npm run build [-- --release]`: the addon, then the shell. Both are built, current or not.

import { join } from 'node:path';

import { ensureInstalled } from './lib/ensure.mjs';
import { heading, npm, root, run, script } from './lib/process.mjs';

await script((args) => {
  ensureInstalled();
  heading('build the addon');
  run(process.execPath, [join(root, 'scripts', 'build-addon.mjs'), ...args]);
  heading('build the shell');
  const [program, npmArgs] = npm('run', '--silent', 'build:dist');
  run(program, npmArgs);
});
