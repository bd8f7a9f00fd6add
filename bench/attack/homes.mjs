// Random orders of what a user does to memories and to the folders around them: no memory that was acknowledged is ever lost or cannot
// be read, unless a command named it; and nothing of another project changes.

import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';

import { Random, run } from './lib.mjs';

/** Steps of one order, after which all is compared. */
const STEPS = 6;

/** Milliseconds within which a process that moves memories is ended. */
const WITHIN = 400;

/** @type {import('./lib.mjs').Attack} */
export default {
  name: 'homes',
  about:
    'Emptied caches, moved and deleted folders, work trees, uninstalls, sandboxes and kills between memories',
  unit: 'orders',
  counts: { short: 2, long: 400 },
  async run({ count, seed, scratch, cli, log }) {
    if (process.platform === 'win32' || !hasGit()) {
      return { tried: 0, failures: [], skipped: ['needs Git and a Unix'] };
    }
    const failures = [];
    for (let number = 0; number < count; number++) {
      const order = new Order(cli, join(scratch, `${number}`), new Random(seed * 1_000 + number));
      const said = (await order.run()).map((what) => `order ${number}, seed ${seed}: ${what}`);
      said.forEach((one) => log(one));
      failures.push(...said);
      order.close();
    }
    const skipped = process.getuid?.() === 0 ? [] : ['another user, because only root becomes one'];
    return { tried: count, failures, skipped };
  },
};

function hasGit() {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Two projects of one user, the one a repository, and what is remembered of each. */
class Order {
  /**
   * @param {string} cli
   * @param {string} base
   * @param {Random} random
   */
  constructor(cli, base, random) {
    this.cli = cli;
    this.base = base;
    this.random = random;
    this.failures = /** @type {string[]} */ ([]);
    this.done = /** @type {string[]} */ ([]);
    this.number = 0;
    /** By project: what was acknowledged and is to be there. */
    this.texts = [new Set(), new Set()];
    this.roots = [join(base, 'repo'), join(base, 'plain')];
    this.env = {
      HOME: join(base, 'home'),
      XDG_DATA_HOME: join(base, 'data'),
      XDG_CACHE_HOME: join(base, 'cache'),
      XDG_RUNTIME_DIR: join(base, 'run'),
      TMPDIR: join(base, 'tmp'),
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
    };
    for (const folder of [...this.roots, join(base, 'tmp')]) mkdirSync(folder, { recursive: true });
    mkdirSync(join(base, 'run'), { mode: 0o700 });
    writeFileSync(join(base, 'file'), '');
    for (const root of this.roots) {
      mkdirSync(join(root, '.beadloom'));
      writeFileSync(join(root, 'a.py'), 'def f(): pass\n');
    }
    this.git('init', '-q');
    this.git('add', '-A', '-f');
    this.git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '-m', 'first');
  }

  close() {
    rmSync(this.base, { recursive: true, force: true });
  }

  /** @param {string[]} args */
  git(...args) {
    execFileSync('git', args, { cwd: this.roots[0], stdio: 'ignore', env: { ...process.env, ...this.env } });
  }

  async run() {
    const steps = Object.entries(this.steps());
    await this.remember(0);
    await this.remember(1);
    for (let step = 0; step < STEPS; step++) {
      const [name, work] = steps[this.random.below(steps.length)] ?? ['none', async () => {}];
      this.done.push(name);
      await work();
      if (this.random.below(2) === 0) await this.remember(this.random.below(2));
    }
    await this.compare();
    return this.failures;
  }

  /** @returns {Record<string, () => Promise<unknown>>} */
  steps() {
    const [repo, plain] = [0, 1];
    const uninstall = (/** @type {string[]} */ ...flags) =>
      this.beadloom(repo, ['uninstall', '--yes', ...flags]);
    return {
      'the cache is emptied': async () => rmSync(join(this.base, 'cache'), { recursive: true, force: true }),
      'the folder for sockets is emptied': async () => {
        rmSync(join(this.base, 'run'), { recursive: true, force: true });
        mkdirSync(join(this.base, 'run'), { mode: 0o700 });
      },
      '.beadloom is deleted': async () => this.deleteFolder(this.random.below(2)),
      'the index is deleted': async () =>
        rmSync(join(this.root(repo), '.beadloom/beadloom.db'), { force: true }),
      'the index is made anew': async () => this.beadloom(repo, ['reindex', '--full']),
      uninstall: async () => uninstall(),
      'uninstall --index': async () => uninstall('--index'),
      'uninstall --graph': async () => uninstall('--graph'),
      'uninstall --gateway-data': async () => uninstall('--gateway-data', '--project-only'),
      'uninstall --memories': async () => {
        const { code } = await uninstall('--memories', '--project-only');
        if (code === 0) this.texts[repo]?.clear();
      },
      'the repository moves': async () => {
        const to = join(this.base, `moved-${this.number++}`);
        // Git notes where a work tree is.
        renameSync(this.root(repo), to);
        this.roots[repo] = to;
      },
      'another work tree': async () => {
        const to = join(this.base, `tree-${this.number++}`);
        this.git('worktree', 'prune');
        this.git('worktree', 'add', '-q', '--detach', to);
        await this.beadloom(repo, ['recall', 'anything'], {}, to);
        const found = await this.all(repo, to);
        this.check(repo, found, 'in another work tree');
        this.git('worktree', 'remove', '--force', to);
      },
      'a home that cannot be written': async () => {
        await this.remember(plain, this.sandbox());
        await this.settled();
      },
      'a copy of the project': async () => {
        const to = join(this.base, `copy-${this.number++}`);
        cpSync(this.root(repo), to, { recursive: true, filter: (path) => !path.includes('memory.db') });
        const found = await this.all(repo, to);
        if (found.length > 0)
          this.fail(`a copy opens ${found.length} memories of the project it was made of`);
      },
      'killed while memories move': async () => {
        await this.remember(plain, this.sandbox());
        await this.killed(plain, ['memories', 'list']);
        await this.settled();
      },
      'killed while one is remembered': async () => this.killed(repo, ['remember', this.text()]),
      'many at once': async () => {
        await this.remember(plain, this.sandbox());
        await Promise.all([1, 2, 3].map(() => this.beadloom(plain, ['memories', 'list'])));
      },
    };
  }

  /** Data that cannot be written, as earlier versions had none. */
  sandbox() {
    return { XDG_DATA_HOME: join(this.base, 'file', 'data') };
  }

  /** What was remembered without data is sealed with a key in the cache, and says that this will not last: any later command keeps it. */
  async settled() {
    await this.beadloom(0, ['memories', 'list']);
  }

  /** @param {number} which */
  root(which) {
    return this.roots[which] ?? '';
  }

  /** What lies in the project alone, because a sandbox had no other place, goes with the project. @param {number} which */
  async deleteFolder(which) {
    await this.beadloom(which, ['memories', 'list']);
    rmSync(join(this.root(which), '.beadloom'), { recursive: true, force: true });
  }

  text() {
    return `note${this.number++} ${['alder', 'birch', 'cedar', 'dogwood'][this.number % 4]} ${this.random.below(1e9)}`;
  }

  /**
   * @param {number} which
   * @param {string[]} args
   * @param {Record<string, string>} [env]
   */
  beadloom(which, args, env = {}, root = this.root(which)) {
    return run(this.cli, [...args, '--project', root], { cwd: this.base, env: { ...this.env, ...env } });
  }

  /**
   * @param {number} which
   * @param {Record<string, string>} [env]
   */
  async remember(which, env = {}) {
    const text = this.text();
    const { code, stdout, stderr } = await this.beadloom(which, ['remember', text, '--json'], env);
    if (code === 0) this.texts[which]?.add(text);
    else if (!this.mayRefuse(env, stdout)) this.fail(`remember ended with ${code}: ${stdout}${stderr}`);
  }

  /**
   * Whether a memory may be refused: where no data can be written and the key in the cache is gone, what lies in the project
   * cannot be added to.
   * @param {Record<string, string>} env
   * @param {string} stdout
   */
  mayRefuse(env, stdout) {
    return (
      'XDG_DATA_HOME' in env &&
      this.done.includes('the cache is emptied') &&
      JSON.parse(stdout).error?.code === 'not_writable'
    );
  }

  /**
   * @param {number} which
   * @param {string[]} args
   */
  async killed(which, args) {
    const child = spawn(process.execPath, [this.cli, ...args, '--project', this.root(which)], {
      cwd: this.base,
      env: { ...process.env, ...this.env },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.on('close', resolve));
    setTimeout(() => child.kill('SIGKILL'), this.random.below(WITHIN));
    await ended;
  }

  /** @param {number} which */
  async all(which, root = this.root(which)) {
    const { code, stdout, stderr } = await this.beadloom(which, ['memories', 'list', '--json'], {}, root);
    if (code !== 0) {
      this.fail(`memories list ended with ${code}: ${stdout}${stderr}`);
      return [];
    }
    /** @type {{ memories: Array<{ content: string }>, diagnostics: Array<{ message: string }> }} */
    const { memories, diagnostics } = JSON.parse(stdout);
    for (const { message } of diagnostics) this.fail(message);
    return memories.map(({ content }) => content);
  }

  /**
   * @param {number} which
   * @param {string[]} found
   * @param {string} where
   */
  check(which, found, where) {
    for (const text of this.texts[which] ?? []) {
      if (!found.includes(text)) this.fail(`"${text}" is gone ${where}`);
    }
  }

  async compare() {
    for (const which of [0, 1]) {
      this.check(which, await this.all(which), `from project ${which}`);
      const left = ['memory.db', 'memory.db.moved'].filter((name) =>
        existsSync(join(this.root(which), '.beadloom', name)),
      );
      if (left.length > 0) this.fail(`${left.join(', ')} was not moved`);
    }
  }

  /** @param {string} what */
  fail(what) {
    this.failures.push(`${what} (after: ${this.done.join('; ')})`);
  }
}
