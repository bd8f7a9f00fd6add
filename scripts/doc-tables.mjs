// Writes the tables of `docs/configuration.md`, `docs/errors.md` and `docs/rules.md` from what the addon says of itself.
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
  const { settings, providers, codes, kinds } = JSON.parse(native.declarations());
  const files = new Map([
    withTables('docs/configuration.md', { settings, providers }),
    withTables('docs/errors.md', { codes }),
    withTables('docs/rules.md', { kinds }),
  ]);
  emit(files, { check: args.includes('--check'), command: 'npm run generate' });
});

/** A document with its tables made anew. */
function withTables(path, tables) {
  const text = readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n');
  const made = Object.entries(tables).reduce(
    (before, [name, table]) => replaceBetween(before, name, table.trimEnd()),
    text,
  );
  return [path, made];
}
