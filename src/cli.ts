#!/usr/bin/env node
// The fast way first: `--version` loads nothing. Everything else is behind an import.
import { writeSync } from 'node:fs';
import module from 'node:module';

import { VERSION } from './version.js';

if (process.argv.length === 3 && process.argv[2] === '--version') {
  writeSync(1, `${VERSION}\n`);
} else {
  // From Node 22.1: compiled code is kept between runs.
  (module as { enableCompileCache?: () => void }).enableCompileCache?.();
  const { main } = await import('./shell/main.js');
  await main(process.argv.slice(2));
}
