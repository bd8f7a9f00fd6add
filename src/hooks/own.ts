import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { HookCommand } from './block.js';

/** The beadloom that runs here, as a hook can call it. */
export function ownCommand(): HookCommand {
  const here = dirname(fileURLToPath(import.meta.url));
  // From `dist/chunks`, where the bundle has this file; from `dist`; from the source.
  const places = [join(here, '..', 'cli.js'), join(here, 'cli.js'), join(here, '..', '..', 'dist', 'cli.js')];
  const file = places.find((place) => existsSync(place)) ?? places[0] ?? '';
  return { program: forShell(process.execPath), file: forShell(file) };
}

/** Git's shell on Windows takes both kinds of slashes; only one of them needs no care in quotes. */
function forShell(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}
