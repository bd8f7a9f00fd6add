// Writes `docs/schema/<answer>.json` from the Rust types of the answers. `--check`: fail where one is not current.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { emit } from './lib/generated.mjs';
import { output, script } from './lib/process.mjs';

const EXAMPLE = ['--package', 'beadloom-model', '--features', 'schema', '--example', 'schemas'];

await script((args) => {
  const folder = mkdtempSync(join(tmpdir(), 'beadloom-schemas-'));
  try {
    output('cargo', ['run', '--quiet', ...EXAMPLE, '--', folder]);
    const files = readdirSync(folder).map((name) => [
      `docs/schema/${name}`,
      readFileSync(join(folder, name), 'utf8'),
    ]);
    emit(new Map(files), { check: args.includes('--check'), command: 'npm run generate' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
