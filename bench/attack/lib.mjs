// What attacks share: running a command within bounds, and seeing what became of a folder.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export { Random } from '../random.mjs';

/**
 * @typedef {object} Attack
 * @property {string} name as the table in SECURITY.md has it
 * @property {string} about what is tried, in a phrase
 * @property {string} unit what is counted: runs, files, messages
 * @property {{ short: number, long: number }} counts how many: in `npm test`, and in the nightly workflow
 * @property {(setting: Setting) => Promise<Outcome>} run
 *
 * @typedef {object} Setting
 * @property {number} count
 * @property {number} seed
 * @property {string} scratch an empty folder that goes afterwards
 * @property {string} cli `dist/cli.js`
 * @property {(text: string) => void} log
 *
 * @typedef {object} Outcome
 * @property {number} tried
 * @property {string[]} failures what did not hold, a sentence each, with what it takes to repeat it
 * @property {string[]} skipped what could not be tried here, and why
 *
 * @typedef {object} Ended
 * @property {number | null} code null where a signal ended it
 * @property {string | null} signal
 * @property {string} stdout
 * @property {string} stderr
 * @property {number} ms
 * @property {boolean} late ended because its time was over
 * @property {number} peak the most memory that its processes took together, in bytes; 0 where the system does not tell
 */

/** Bytes of output that are kept of one run. */
const KEPT = 64 << 20;

/**
 * The index with its log, its seal and its locks, and one that was put aside: all of it is derived. And the receipts, which grow with every
 * answer, and are kept only where no pipeline says that it is one.
 */
const INDEX = /^\.beadloom\/beadloom\.db(?:-(?:wal|shm|journal|seal|lock|receipts))?(?:\.foreign)?$/;

/**
 * Whether a file of a project is part of its index.
 * @param {string} path
 */
export function isIndex(path) {
  return INDEX.test(path);
}

/** Milliseconds between two looks at memory. */
const LOOK = 25;

/** How many times as long a command may take here; `npm test` sets it on slow machines. */
const TIME_FACTOR = Number(process.env['BEADLOOM_TIME_FACTOR']) || 1;

/**
 * Runs `beadloom` to its end, or to the end of its time.
 * @param {string} cli
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string | undefined>, input?: string | Buffer, timeoutMs?: number, mostBytes?: number, until?: string, umask?: string }} options
 *   `mostBytes`: memory at which it is ended; `until`: its input stays open until that stands in its output; `umask`: of a shell that
 *   becomes the command, because a thread has none of its own
 * @returns {Promise<Ended>}
 */
export function run(
  cli,
  args,
  { cwd, env = {}, input, until, timeoutMs = 60_000, mostBytes = Infinity, umask },
) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const words = [process.execPath, cli, ...args];
    const [program, ...rest] =
      umask === undefined ? words : ['/bin/sh', '-c', `umask ${umask}; exec "$@"`, 'sh', ...words];
    const child = spawn(program ?? '', rest, {
      cwd,
      env: { ...process.env, NO_COLOR: '1', NODE_OPTIONS: undefined, ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    /** @type {{ stdout: Buffer[], stderr: Buffer[] }} */
    const pieces = { stdout: [], stderr: [] };
    let kept = 0;
    for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
      child[name]?.on('data', (/** @type {Buffer} */ piece) => {
        kept += piece.length;
        if (kept <= KEPT) pieces[name].push(piece);
        if (until !== undefined && Buffer.concat(pieces.stdout).includes(until)) child.stdin?.end();
      });
    }
    if (input !== undefined) {
      child.stdin?.on('error', () => {}); // it may end before it has read all
      child.stdin?.write(input);
      if (until === undefined) child.stdin?.end();
    }
    let [late, peak] = [false, 0];
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, timeoutMs * TIME_FACTOR);
    const look = setInterval(() => {
      peak = Math.max(peak, memoryOf(child.pid));
      if (peak > mostBytes) child.kill('SIGKILL');
    }, LOOK);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      clearInterval(look);
      const text = (/** @type {Buffer[]} */ of) => Buffer.concat(of).toString('utf8');
      const [stdout, stderr] = [text(pieces.stdout), text(pieces.stderr)];
      resolve({ code, signal, stdout, stderr, ms: performance.now() - began, late, peak });
    });
  });
}

/**
 * The most memory that a process has taken so far, in bytes; 0 where the system does not tell.
 * @param {number | undefined} pid
 */
export function memoryOf(pid) {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/**
 * What is in a folder: by path the hash of a file, the target of a link, `folder`, or `other`. Links are not followed.
 * @param {string} folder
 * @param {(path: string) => boolean} [wanted] of paths relative to the folder; what is not wanted is not looked into
 * @returns {Map<string, string>}
 */
export function tree(folder, wanted = () => true) {
  const found = new Map();
  const visit = (/** @type {string} */ path) => {
    const full = join(folder, path);
    const stat = lstatSync(full);
    if (stat.isSymbolicLink()) found.set(path, `link to ${readlinkSync(full)}`);
    else if (stat.isFile()) found.set(path, createHash('sha256').update(readFileSync(full)).digest('hex'));
    else if (!stat.isDirectory()) found.set(path, 'other');
    else {
      if (path !== '') found.set(path, 'folder');
      for (const name of readdirSync(full).toSorted()) {
        const below = path === '' ? name : `${path}/${name}`;
        if (wanted(below)) visit(below);
      }
    }
  };
  if (existsSync(folder)) visit('');
  return found;
}

/**
 * What differs between two such maps, a line each.
 * @param {Map<string, string>} before
 * @param {Map<string, string>} after
 */
export function differences(before, after) {
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return paths
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => `${path}: ${before.get(path) ?? 'missing'} -> ${after.get(path) ?? 'missing'}`);
}
