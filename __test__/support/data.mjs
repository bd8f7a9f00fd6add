// Read before every file of tests: memories and keys of tests lie in a place of their own.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Each file of tests is a process of its own, because the addon knows one place of data. Those of processes that ended go.
const DATA = 'beadloom-data-';
const place = join(tmpdir(), `${DATA}${process.pid}`);
process.env['XDG_DATA_HOME'] = place;
mkdirSync(place, { recursive: true });
for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(DATA))) {
  if (!isRunning(Number(name.slice(DATA.length)))) {
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
