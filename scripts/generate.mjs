// `npm run generate`: makes every generated file that is committed, except the types of the addon, which its
// build makes. `--check`: fail where one is not current. Needs a built addon for the tables.

import { join } from 'node:path';

import { attempt, Failure, root, script } from './lib/process.mjs';

/** In this order: later ones read what earlier ones made. */
const GENERATORS = [
  'npm-packages.mjs',
  'crate-notices.mjs',
  'schemas.mjs',
  'generate-types.mjs',
  'generate-requests.mjs',
  'doc-tables.mjs',
  'languages.mjs',
  'mcp-tables.mjs',
  'command-tables.mjs',
  'plugins.mjs',
  'server-json.mjs',
  'transcript.mjs',
];

await script((args) => {
  const failed = GENERATORS.filter(
    (generator) => attempt(process.execPath, [join(root, 'scripts', generator), ...args]) !== 0,
  );
  if (failed.length > 0) throw new Failure(`failed: ${failed.join(', ')}`);
});
