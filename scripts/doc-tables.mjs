// Writes the tables of `docs/configuration.md` and `docs/errors.md` from what the addon says of itself.
// `--check`: fail where one is not current.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { ensureAddon, thisPlatform } from './lib/ensure.mjs';
import { emit, replaceBetween } from './lib/generated.mjs';
import { addonFile, packageFolder } from './lib/platforms.mjs';
import { root, script } from './lib/process.mjs';

await script((args) => {
  ensureAddon();
  const platform = thisPlatform();
  const native = createRequire(import.meta.url)(join(packageFolder(platform), addonFile(platform)));
  const files = new Map([
    withTable('docs/configuration.md', 'settings', native.configSettings()),
    withTable('docs/errors.md', 'codes', native.errorCodes()),
  ]);
  emit(files, { check: args.includes('--check'), command: 'npm run generate' });
});

/** A document with one of its tables made anew. */
function withTable(path, name, table) {
  const text = readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n');
  return [path, replaceBetween(text, name, table.trimEnd())];
}
