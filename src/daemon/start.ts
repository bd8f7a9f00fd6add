import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';

import { loadNative } from '../native/load.js';
import { passedOn } from './environment.js';

/** The word by which the command line is a daemon, and no command. */
export const DAEMON_WORD = 'daemon-serve';

/** Starts a daemon that nobody waits for, unless there is one, or one on its way. */
export function startInBackground(root: string, lock: string): void {
  if (!isHeld(lock)) {
    spawnDaemon(root);
  }
}

/** Starts a process of its own: it has nothing of this one, neither terminal nor folder nor open files. */
export function spawnDaemon(root: string): void {
  const child = spawn(process.execPath, [commandLine(), DAEMON_WORD, root], {
    cwd: parse(root).root,
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    env: passedOn(),
  });
  // Where there can be no further process, everything is answered without one.
  child.on('error', () => undefined);
  child.unref();
}

/** Whether a daemon lives that has this lock. */
export function isHeld(place: string): boolean {
  try {
    const lock = loadNative().NativeFileLock.tryAcquire(place);
    lock?.release();
    return lock === null;
  } catch {
    return false; // the folder is not there yet
  }
}

/** `dist/cli.js`, from wherever this file was bundled to. */
function commandLine(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const usual = join(here, '..', 'cli.js');
  const places = [usual, join(here, 'cli.js'), join(here, '..', '..', 'dist', 'cli.js')];
  return places.find((place) => existsSync(place)) ?? usual;
}
