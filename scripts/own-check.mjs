// `npm run own:check`: what beadloom says of this repository, by the graph and the rules in `.beadloom/_graph/`.
// `npm run ready` and `.ci/run` call it; what they ask stands here once.

import { join } from 'node:path';

import { ensureAddon, ensureInstalled, ensureShell } from './lib/ensure.mjs';
import { attempt, root, script } from './lib/process.mjs';

const QUESTION = ['ci'];

await script((more) => {
  ensureInstalled();
  ensureAddon();
  ensureShell();
  process.exitCode = attempt(process.execPath, [
    join(root, 'dist', 'cli.js'),
    '--project',
    root,
    ...QUESTION,
    ...more,
  ]);
});
