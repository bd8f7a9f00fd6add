// The same work by other programs, on the same files in the same run. They are installed from their registries into
// the cache.

import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { hasProgram, npm, output, root } from '../scripts/lib/process.mjs';
import { cached, commitAll } from './corpora.mjs';
import { interleaved, ratios } from './measure.mjs';
import { beadloom, row } from './rows.mjs';

const CODEGRAPH = '@colbymchenry/codegraph@1.6.1';
const BEADLOOM_9 = 'beadloom==9.0.0';
const CORPUS = 'Django 5.2.4, wheel';
/** A file that much imports, and a function that it defines. */
const CHANGED = join('django', 'urls', 'base.py');
const QUERY = 'get_resolver';

/** @typedef {{ name: string, env?: object, full: object, change: object, query: object, bytes: number, goals: Record<string, number> }} Peer */

/** @returns {Promise<{ rows: import('./rows.mjs').Row[], skipped: { corpus: string, reason: string }[] }>} */
export async function peerRows(rounds) {
  if (!hasProgram('pip')) return { rows: [], skipped: [{ corpus: CORPUS, reason: 'no pip on the path' }] };
  const rows = [];
  for (const peer of [codegraph(), beadloom9()]) rows.push(...(await rowsAgainst(peer, ours(), rounds)));
  return { rows, skipped: [] };
}

async function rowsAgainst(peer, own, rounds) {
  const against = (what, series) =>
    row(CORPUS, what, peer.name, ratios(series[own[key(what)].name], series[peer[key(what)].name]), {
      goal: peer.goals[key(what)],
      detail: series,
    });
  const rows = [];
  for (const what of ['full', 'one file changed', 'query']) {
    const series = interleaved(
      [own[key(what)], peer[key(what)]],
      what === 'query' ? rounds : Math.min(rounds, 3),
    );
    rows.push(against(what, series));
  }
  const peaks = [await peakOfTree(own.full), await peakOfTree(peer.full)];
  if (peaks.every((peak) => peak > 0)) {
    rows.push(
      row(CORPUS, 'full, peak memory', peer.name, [peaks[0] / peaks[1]], {
        goal: peer.goals.memory,
        detail: { own_mb: peaks[0], peer_mb: peaks[1] },
      }),
    );
  }
  rows.push(
    row(CORPUS, 'installed bytes', peer.name, [own.bytes / peer.bytes], {
      goal: peer.goals.bytes,
      detail: { own: own.bytes, peer: peer.bytes },
    }),
  );
  return rows;
}

const key = (what) => ({ full: 'full', 'one file changed': 'change', query: 'query' })[what];

function ours() {
  const project = wheel('own');
  const reindex = ['reindex', '--quiet', '--project', project];
  const forget = () => rmSync(join(project, '.beadloom'), { recursive: true, force: true });
  return {
    full: { ...beadloom('beadloom full', reindex), before: forget },
    change: { ...beadloom('beadloom change', reindex), before: () => edit(project) },
    query: beadloom('beadloom query', ['search', QUERY, '--project', project]),
    bytes: size(join(root, 'dist')) + size(join(root, 'npm')) + size(join(root, 'package.json')),
  };
}

/** @returns {Peer} */
function codegraph() {
  const home = cached('peer-codegraph', (folder) => {
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    const [program, args] = npm('install', '--silent', '--no-audit', '--no-fund', CODEGRAPH);
    output(program, args, { cwd: folder });
  });
  const project = wheel('codegraph');
  // It reports on its use unless told not to.
  const env = { CODEGRAPH_TELEMETRY: '0' };
  const command = (name, ...args) => ({
    name,
    program: process.execPath,
    args: [join(home, 'node_modules', '@colbymchenry', 'codegraph', 'npm-shim.js'), ...args],
    cwd: project,
    env,
  });
  const folder = join(project, '.codegraph');
  return {
    name: 'CodeGraph 1.6.1',
    full: {
      ...command('codegraph full', 'init', '.'),
      before: () => rmSync(folder, { recursive: true, force: true }),
    },
    change: { ...command('codegraph change', 'sync', '.'), before: () => edit(project) },
    query: command('codegraph query', 'query', QUERY),
    bytes: size(join(home, 'node_modules')),
    goals: { full: 1 / 3, memory: 1 / 2, change: 1 / 8, query: 1 / 2, bytes: 1 / 4 },
  };
}

/** @returns {Peer} */
function beadloom9() {
  const home = cached('peer-beadloom-9', (folder) => {
    // The environment names its own place: it is made where it stays.
    writeFileSync(join(folder, 'made'), '');
  });
  const program = join(home, 'venv', 'bin', 'beadloom');
  if (!existsSync(program)) {
    output('python3', ['-m', 'venv', join(home, 'venv')]);
    output(join(home, 'venv', 'bin', 'pip'), ['install', '--quiet', BEADLOOM_9]);
  }
  const project = wheel('beadloom-9');
  const command = (name, ...args) => ({ name, program, args, cwd: project });
  if (!existsSync(join(project, '.beadloom')))
    output(program, ['init', '--bootstrap', '-y'], { cwd: project });
  return {
    name: 'Beadloom 9.0.0',
    full: command('beadloom 9 full', 'reindex', '--full'),
    change: { ...command('beadloom 9 change', 'reindex'), before: () => edit(project) },
    query: command('beadloom 9 query', 'search', 'resolver'),
    bytes: size(join(home, 'venv')),
    goals: { full: 1 / 30, change: 1 / 100 },
  };
}

/** The wheel's files in a work tree of its own. */
function wheel(name) {
  return cached(`wheel-${name}`, (folder) => {
    const download = ['download', '--quiet', '--no-deps', '--only-binary', ':all:', '--dest', folder];
    output('pip', [...download, 'django==5.2.4'], { cwd: folder });
    const file = readdirSync(folder).find((entry) => entry.endsWith('.whl'));
    output('python3', ['-m', 'zipfile', '-e', file, '.'], { cwd: folder });
    rmSync(join(folder, file));
    commitAll(folder);
  });
}

let edits = 0;
function edit(project) {
  edits += 1;
  appendFileSync(join(project, CHANGED), `# change ${edits}\n`);
}

function size(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** The greatest resident size of a process and those it started, in MB; 0 where the system does not tell. */
async function peakOfTree({ program, args, cwd, env, before }) {
  before?.();
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'ignore' });
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, resident(child.pid));
  }, 5);
  await new Promise((resolve) => child.on('exit', resolve));
  clearInterval(timer);
  return peak / 2 ** 10;
}

function resident(pid) {
  const read = (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  };
  const own = Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean);
  return own + children.reduce((sum, child) => sum + resident(Number(child)), 0);
}
