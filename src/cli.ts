#!/usr/bin/env node
// The fast ways first: `--version` loads nothing, a Git hook no command line. Everything else is behind an import.
import { writeSync } from 'node:fs';

import { VERSION } from './version.js';

/** The words that an installed hook calls beadloom with, as `src/hooks/block.ts` writes them. */
const HOOK = 'sync-check --hook --no-progress';

const words = process.argv.slice(2);
if (words.length === 1 && words[0] === '--version') {
  writeSync(1, `${VERSION}\n`);
} else {
  // From Node 22.1: compiled code is kept between runs.
  const loader = process.getBuiltinModule('node:module') as { enableCompileCache?: () => void };
  loader.enableCompileCache?.();
  // Nothing is caught here: both print what they throw.
  void (words.join(' ') === HOOK
    ? import('./shell/hook.js').then(({ hook }) => hook(words))
    : import('./shell/main.js').then(({ main }) => main(words)));
}
