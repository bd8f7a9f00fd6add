// `npm run plugins`: writes a plugin for each program of agents that has a format for one, into `plugins/`, and the lists by
// which programs find them. `--check`: fail where one is not current.

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { ensureInstalled } from './lib/ensure.mjs';
import { emit } from './lib/generated.mjs';
import { pluginFiles } from './lib/plugins.mjs';
import { Failure, root, script } from './lib/process.mjs';

await script(async (args) => {
  ensureInstalled();
  // The sources are TypeScript, as they are for the tests.
  await import('@oxc-node/core/register');
  const files = await pluginFiles();
  const check = args.includes('--check');
  const old = written().filter((path) => !files.has(path));
  if (check && old.length > 0) {
    throw new Failure(`not made any more: ${old.join(', ')}; run \`npm run plugins\` and commit the result`);
  }
  old.forEach((path) => rmSync(join(root, path)));
  emit(files, { check, command: 'npm run plugins' });
});

/** What stands in the folder now. */
function written() {
  const folder = join(root, 'plugins');
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath ?? entry.path, entry.name)
            .slice(root.length + 1)
            .replaceAll('\\', '/'),
        )
    : [];
}
