// Commands whose exit code says something, at moments when the index is behind the files.

import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isIndex, Random, run } from './lib.mjs';

/**
 * @typedef {object} Gate
 * @property {string[]} args
 * @property {boolean} [isData] its output is what it is for, so that this is compared too
 */

/** @type {Gate[]} */
const GATES = [
  { args: ['sync-check'] },
  { args: ['sync-check', '--ref', 'pay'] },
  { args: ['sync-update', '--all', '--check'] },
  { args: ['lint', '--strict'] },
  { args: ['lint', '--fail-on-warn'] },
  { args: ['ci'] },
  { args: ['ci', '--base', 'HEAD'] },
  { args: ['docs', 'audit', '--fail-if', 'findings > 0'] },
  { args: ['status', '--debt', '--fail-if', 'debt > 0'] },
  { args: ['status', '--debt', '--fail-if', 'rules > 0 or stale_documents > 0'] },
  { args: ['diff', '--exit-code'] },
  { args: ['snapshot', 'compare', 'first', '--exit-code'] },
  { args: ['affected', '--tests'], isData: true },
  { args: ['export', '--json'], isData: true },
  { args: ['doctor'] },
];

/** Of these, what takes `--no-refresh`. */
const compares = (/** @type {Gate} */ { args }) => !['ci', 'sync-update'].includes(args[0] ?? '');

const GRAPH =
  'version: 1\nnodes:\n  - { ref_id: pay, kind: domain, summary: Money, source: src/pay/, docs: [docs/pay.md] }\n  - { ref_id: web, kind: service, summary: Pages, source: src/web/, docs: [docs/web.md] }\n';
const RULES =
  'version: 1\nrules:\n  - name: pay-not-web\n    severity: error\n    forbid_import: { from: src/pay/**, to: src/web/** }\n';
const CODE = (/** @type {string} */ word) => `def charge(amount):\n    return amount + len("${word}")\n`;

const FILES = {
  '.beadloom/_graph/parts.yml': GRAPH,
  '.beadloom/_graph/rules.yml': RULES,
  '.beadloom/config.yml': 'daemon: {idle_minutes: 5}\n',
  'docs/pay.md': '# Pay\n\nSee [the code](../src/pay/charge.py) and `charge`.\n',
  'docs/web.md': '# Web\n\nSee [the page](../src/web/page.py).\n',
  'src/pay/charge.py': CODE('first'),
  'src/pay/tax.py': 'def tax(amount):\n    return amount // 5\n',
  'src/web/page.py': 'from src.pay.charge import charge\n\n\ndef page():\n    return charge(1)\n',
  'tests/test_charge.py': 'from src.pay.charge import charge\n\n\ndef test_charge():\n    assert charge(1)\n',
  '.gitignore': '.beadloom/beadloom.db*\n',
};

/** The environment in which nothing of this machine decides. `daemon`: whether one may answer. */
function environment(/** @type {string} */ home, daemon = false) {
  return {
    HOME: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: join(home, 'run'),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    BEADLOOM_DAEMON: daemon ? 'auto' : 'off',
    CI: '',
  };
}

/** A project, and what can happen to its files. */
class Project {
  /**
   * @param {string} root
   * @param {Random} random
   */
  constructor(root, random) {
    this.root = root;
    this.random = random;
    this.edits = 0;
  }

  write(/** @type {string} */ path, /** @type {string} */ text) {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(/** @type {string} */ path) {
    return existsSync(join(this.root, path)) ? readFileSync(join(this.root, path), 'utf8') : '';
  }

  git(/** @type {string[]} */ ...args) {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgSign=false'];
    execFileSync('git', [...who, ...args], { cwd: this.root, stdio: 'ignore' });
  }

  /** Changes something; says what. */
  edit() {
    const at = (this.edits += 1);
    /** @type {Record<string, () => void>} */
    const all = {
      'code: a body': () => this.write('src/pay/charge.py', CODE(`w${at}`)),
      'code: as it was': () => this.write('src/pay/charge.py', CODE('first')),
      'code: a signature': () =>
        this.write('src/pay/tax.py', `def tax(amount, n${at}):\n    return amount\n`),
      'code: an import that a rule forbids': () =>
        this.write(
          'src/pay/tax.py',
          'from src.web.page import page\n\n\ndef tax(amount):\n    return page()\n',
        ),
      'code: without it': () => this.write('src/pay/tax.py', FILES['src/pay/tax.py']),
      'code: a file comes': () => this.write(`src/pay/new${at % 3}.py`, `def new${at}():\n    return 1\n`),
      'code: a file goes': () => rmSync(join(this.root, `src/pay/new${at % 3}.py`), { force: true }),
      'document: a broken link': () =>
        this.write('docs/web.md', `# Web\n\nSee [what is gone](../src/web/gone${at}.py).\n`),
      'document: as it was': () => this.write('docs/web.md', FILES['docs/web.md']),
      'document: goes': () => rmSync(join(this.root, 'docs/web.md'), { force: true }),
      'graph: another source': () =>
        this.write('.beadloom/_graph/parts.yml', GRAPH.replace('src/web/,', 'src/pay/,')),
      'graph: as it was': () => this.write('.beadloom/_graph/parts.yml', GRAPH),
      'graph: does not parse': () => this.write('.beadloom/_graph/parts.yml', `${GRAPH}  - { ref_id: [\n`),
      'rules: other ones': () =>
        this.write('.beadloom/_graph/rules.yml', RULES.replace('src/web/**', `src/none${at}/**`)),
      'rules: as they were': () => this.write('.beadloom/_graph/rules.yml', RULES),
      'settings: what is ignored': () =>
        this.write('.beadloom/config.yml', `${FILES['.beadloom/config.yml']}ignore_paths: [src/web/]\n`),
      'settings: commits confirm': () =>
        this.write('.beadloom/config.yml', `${FILES['.beadloom/config.yml']}sync: {auto_ack: true}\n`),
      'settings: as they were': () => this.write('.beadloom/config.yml', FILES['.beadloom/config.yml']),
      'lock: a line goes': () => {
        const lines = this.read('.beadloom/sync.lock').split('\n');
        this.write('.beadloom/sync.lock', lines.filter((line) => !line.includes('charge.py')).join('\n'));
      },
      'lock: as it was': () => this.write('.beadloom/sync.lock', this.lock ?? ''),
      'ignore files': () => this.write('.gitignore', `${FILES['.gitignore']}${at % 2 ? 'src/web/\n' : ''}`),
      'a commit': () => {
        this.git('add', '-A');
        this.git('commit', '-q', '--allow-empty', '-m', `change ${at}`);
      },
    };
    const what = this.random.pick(Object.keys(all));
    all[what]?.();
    return what;
  }
}

/** Milliseconds that a gate may take: it waits half a minute for another writer. */
const MOST_MS = 120_000;

/**
 * What may be going on when the gate is asked. Each says what, and gives what ends it; `fails`: whether the gate may fail
 * although nothing is wrong with it.
 * @type {Record<string, (place: Place) => Promise<{ end?: () => Promise<void>, flags?: string[], fails?: boolean }>>}
 *
 * @typedef {object} Place
 * @property {string} cli
 * @property {string} root
 * @property {Record<string, string>} env
 * @property {Random} random
 * @property {Gate} gate
 */
const MOMENTS = {
  'nothing else': async () => ({}),
  'questions that do not refresh, just before': async ({ cli, root, env, random }) => {
    for (let asked = 0; asked < 1 + random.below(2); asked += 1) {
      await run(cli, ['status', '--no-refresh'], { cwd: root, env });
    }
    return {};
  },
  'without a refresh': async ({ gate }) => (compares(gate) ? { flags: ['--no-refresh'], fails: true } : {}),
  'a reindex that was killed': async ({ cli, root, env, random }) => {
    const child = reindex(cli, root, env);
    await new Promise((resolve) => setTimeout(resolve, random.below(300)));
    child.kill('SIGKILL');
    await ended(child);
    return {};
  },
  'a reindex beside it': async ({ cli, root, env }) => {
    const child = reindex(cli, root, env);
    return { end: () => ended(child) };
  },
  // As often as not while it holds the index.
  'a reindex that stands still': async ({ cli, root, env, random }) => {
    const child = reindex(cli, root, env);
    await new Promise((resolve) => setTimeout(resolve, 50 + random.below(250)));
    child.kill('SIGSTOP');
    const goesOn = setTimeout(() => child.kill('SIGCONT'), 300 + random.below(1500));
    return {
      fails: true,
      end: async () => {
        clearTimeout(goesOn);
        child.kill('SIGCONT');
        await ended(child);
      },
    };
  },
};

/** A run over everything. */
function reindex(
  /** @type {string} */ cli,
  /** @type {string} */ cwd,
  /** @type {Record<string, string>} */ env,
) {
  return spawn(process.execPath, [cli, 'reindex', '--full', '--no-progress'], {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
}

/** @returns {Promise<void>} */
function ended(/** @type {import('node:child_process').ChildProcess} */ child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => void child.on('close', () => resolve()));
}

/** @type {import('./lib.mjs').Attack} */
export default {
  name: 'gates',
  about:
    'commands whose exit code says something, while the index is behind: each gives the code that a fresh clone gives, or 1',
  unit: 'gates',
  counts: { short: 6, long: 1500 },
  async run({ count, seed, scratch, cli, log }) {
    if (process.platform === 'win32') {
      return { tried: 0, failures: [], skipped: ['no process can be made to stand still here'] };
    }
    const random = new Random(seed);
    const home = join(scratch, 'home');
    mkdirSync(join(home, 'run'), { recursive: true, mode: 0o700 });
    const project = new Project(join(scratch, 'a', 'project'), random);
    const { root } = project;
    for (const [path, text] of Object.entries(FILES)) project.write(path, text);
    project.git('init', '-q');
    const plain = environment(home);
    for (const args of [
      ['sync-update', '--all', '-y'],
      ['snapshot', 'save', '--label', 'first'],
    ]) {
      const made = await run(cli, args, { cwd: root, env: plain });
      if (made.code !== 0) throw new Error(`${args.join(' ')}: ${made.stderr}`);
    }
    project.lock = project.read('.beadloom/sync.lock');
    project.git('add', '-A');
    project.git('commit', '-q', '-m', 'first');

    /** @type {string[]} */
    const failures = [];
    const moments = Object.keys(MOMENTS);
    for (let at = 0; at < count; at += 1) {
      // Half of them with a daemon, which is there or is started by the question.
      const env = environment(home, at % 2 === 1);
      const gate = /** @type {Gate} */ (GATES[(at * 7 + seed) % GATES.length]);
      const moment = /** @type {string} */ (moments[at % moments.length]);
      if (at % 2 === 1) await run(cli, ['status'], { cwd: root, env });
      const edits = Array.from({ length: 1 + random.below(3) }, () => project.edit());
      const {
        end,
        flags = [],
        fails = false,
      } = (await MOMENTS[moment]?.({ cli, root, env, random, gate })) ?? {};
      // Some changes come while all that goes on.
      if (random.below(2) === 0) edits.push(project.edit());
      const said = await run(cli, [...gate.args, ...flags], { cwd: root, env, timeoutMs: MOST_MS });
      await end?.();
      const expected = await asFresh(cli, root, join(scratch, `fresh-${at}`, 'project'), gate, plain);
      const fault = faultOf(gate, said, expected, fails);
      if (fault !== undefined) {
        const how = `${gate.args.join(' ')} ${flags.join(' ')} (${moment}, ${at % 2 ? 'a daemon' : 'no daemon'})`;
        failures.push(`gate ${at} of seed ${seed}: ${how} after ${edits.join(', ')}: ${fault}`);
      }
      if (at % 100 === 99) log(`${at + 1} of ${count} gates`);
    }
    await run(cli, ['daemon', 'stop'], { cwd: root, env: environment(home, true) });
    return { tried: count, failures, skipped: [] };
  },
};

/**
 * What the gate says of the same files without an index.
 * @param {string} cli
 * @param {string} root
 * @param {string} place
 * @param {Gate} gate
 * @param {Record<string, string>} env
 */
async function asFresh(cli, root, place, { args }, env) {
  const isKept = (/** @type {string} */ path) => !isIndex(path.slice(root.length + 1));
  cpSync(root, place, { recursive: true, preserveTimestamps: true, filter: isKept });
  const said = await run(cli, args, { cwd: place, env, timeoutMs: MOST_MS });
  rmSync(dirname(place), { recursive: true, force: true });
  return said;
}

/**
 * What does not hold.
 * @param {Gate} gate
 * @param {import('./lib.mjs').Ended} said
 * @param {import('./lib.mjs').Ended} expected
 * @param {boolean} fails whether it may fail
 */
function faultOf({ isData = false }, said, expected, fails) {
  if (said.late) return 'it did not end';
  if (said.code === 1 && expected.code !== 1) {
    // Of a graph file that does not parse an index may know what stood in it before, and passes nothing.
    return fails || said.stderr.includes('does not parse')
      ? undefined
      : `ended with 1, and a fresh clone with ${expected.code}: ${said.stderr.slice(0, 300)}`;
  }
  if (said.code !== expected.code) {
    return `ended with ${said.code ?? said.signal}, and a fresh clone with ${expected.code}: ${said.stdout.slice(0, 200)} ${said.stderr.slice(0, 200)}`;
  }
  if (isData && said.code === 0 && said.stdout !== expected.stdout)
    return 'printed something else than a fresh clone';
  return undefined;
}
