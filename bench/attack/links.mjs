// Links in place of everything that commands write, and files that the work tree leaves out.
//
// A repository brings links that lead anywhere. Whatever a command is asked, nothing outside of the project changes, and nothing in
// `.git` but hooks; nothing private is there for others, whatever the umask. A sparse checkout is no deletion: no command says so,
// and none takes a line of the lock, or a file, away.

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { differences, Random, run, tree } from './lib.mjs';
import { writingCommands } from './writing.mjs';

const FIXTURES = fileURLToPath(new URL('../../__test__/fixtures/', import.meta.url));

/** Milliseconds in which the slowest command ends many times over. */
const PATIENCE = 120_000;

/** What commands write besides those that kills are tried on. */
const MORE = [
  { name: 'remember', fixture: 'shop', before: [], args: ['remember', 'Tokens are short.', '--json'] },
  {
    name: 'remember --shared',
    fixture: 'shop',
    before: [],
    args: ['remember', 'Tokens are short.', '--shared', '--json'],
  },
  {
    name: 'forget',
    fixture: 'shop',
    before: [['remember', 'Tokens are short.', '--shared']],
    args: ['memories', 'resolve', '--json'],
  },
  { name: 'lint --baseline', fixture: 'shop', before: [], args: ['lint', '--baseline', 'write', '--json'] },
  { name: 'setup-agents --hooks', fixture: 'shop', before: [], args: ['setup-agents', '--hooks', '--json'] },
  {
    name: 'uninstall',
    fixture: 'shop',
    before: [['setup-agents'], ['setup-mcp'], ['install-hooks']],
    args: ['uninstall', '--project-only', '--index', '--graph', '-y', '--json'],
  },
  { name: 'ctx', fixture: 'shop', before: [], args: ['ctx', 'auth', '--json'] },
  { name: 'sync-update --check', fixture: 'shop', before: [], args: ['sync-update', '--check', '--json'] },
];

/** What is written by its name, or lies above such a file. */
const NAMES = [
  '.beadloom',
  '.beadloom/_graph',
  '.beadloom/_graph/domains.yml',
  '.beadloom/_graph/services.yml',
  '.beadloom/_graph/rules.yml',
  '.beadloom/config.yml',
  '.beadloom/sync.lock',
  '.beadloom/lint-baseline.jsonl',
  '.beadloom/memories.jsonl',
  '.beadloom/memory.db',
  '.beadloom/memory.db-wal',
  '.beadloom/memory.db-shared-lock',
  '.beadloom/beadloom.db',
  '.beadloom/beadloom.db-wal',
  '.beadloom/beadloom.db-lock',
  '.beadloom/beadloom.db-seal',
  '.beadloom/beadloom.db-receipts',
  '.beadloom/gateway',
  '.beadloom/gateway/secrets.json',
  '.beadloom/gateway/moved.json',
  '.beadloom/gateway.yml',
  '.beadloom/gateway.db',
  '.beadloom/CONTEXT.md',
  '.beadloom/snapshots',
  '.gitignore',
  '.gitattributes',
  'AGENTS.md',
  'CLAUDE.md',
  '.claude',
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.mcp.json',
  '.cursor',
  '.cursor/mcp.json',
  'docs',
  'docs/auth.md',
  'docs/domains',
  '.git/hooks',
  '.git/hooks/pre-commit',
  '.git/hooks/pre-push',
  '.git/beadloom-check',
  '.git/beadloom-hooks',
  '.husky',
  'lefthook.yml',
];

/** What is put in a place. `kept`: a copy outside of what was there; `free`: a place outside where nothing is. */
const KINDS = {
  'a link to a copy of it outside': (place, { kept }) => symlinkSync(kept, place),
  'a link to nothing outside': (place, { free }) => symlinkSync(free, place),
  'a link to a file outside': (place, { outside }) => symlinkSync(join(outside, 'precious.txt'), place),
  'a link to a folder outside': (place, { outside }) => symlinkSync(join(outside, 'folder'), place),
  'links in a row that end outside': (place, { root, kept }) => {
    rmSync(join(root, 'one-more'), { force: true });
    symlinkSync(kept, join(root, 'one-more'));
    symlinkSync(join(root, 'one-more'), place);
  },
  'a loop of links': (place, { root }) => {
    rmSync(join(root, 'one-more'), { force: true });
    symlinkSync(place, join(root, 'one-more'));
    symlinkSync(join(root, 'one-more'), place);
  },
  "a link to Git's settings": (place, { root }) => symlinkSync(join(root, '.git', 'config'), place),
  'a link to a device': (place) => symlinkSync('/dev/null', place),
};

/** Files that are for their user alone. */
const PRIVATE =
  /(?:^|\/)(?:memory\.db|gateway\.db|beadloom\.db-receipts)[^/]*$|\/gateway\/(?!\.gitignore$)[^/]+$/;

export default {
  name: 'links',
  about: 'Links out of the project in place of everything that commands write, and sparse checkouts',
  unit: 'runs',
  counts: { short: 8, long: 4000 },

  /** @param {import('./lib.mjs').Setting} setting */
  async run({ count, seed, scratch, cli, log }) {
    if (process.platform === 'win32')
      return { tried: 0, failures: [], skipped: ['links need rights that not every user has'] };
    const bench = new Bench(cli, scratch, new Random(seed));
    const failures = [];
    const sparse = Math.min(STATES.length, Math.ceil(count / 8));
    for (let at = 0; at < count - sparse; at += 1) {
      const said = await bench.link(at);
      said.forEach((one) => log(one));
      failures.push(...said.map((one) => `seed ${seed}: ${one}`));
    }
    for (let at = 0; at < sparse; at += 1) {
      const said = await bench.sparse(STATES[(at + seed) % STATES.length]);
      said.forEach((one) => log(one));
      failures.push(...said);
    }
    return { tried: count, failures, skipped: [] };
  },
};

class Bench {
  /**
   * @param {string} cli
   * @param {string} scratch
   * @param {Random} random
   */
  constructor(cli, scratch, random) {
    this.cli = cli;
    this.scratch = scratch;
    this.random = random;
    this.user = join(scratch, 'user');
    this.env = {
      HOME: join(this.user, 'home'),
      XDG_CACHE_HOME: join(this.user, 'cache'),
      XDG_CONFIG_HOME: join(this.user, 'config'),
      XDG_DATA_HOME: join(this.user, 'data'),
      XDG_RUNTIME_DIR: join(this.user, 'runtime'),
      GIT_CONFIG_NOSYSTEM: '1',
      // The receipts of a pipeline are not kept.
      CI: undefined,
      // A daemon would still be at work in a project that is taken away.
      BEADLOOM_DAEMON: 'off',
    };
    this.templates = new Map();
  }

  /** @param {readonly string[]} words */
  go(root, words, more = {}) {
    // What is private is so whatever the umask.
    const options = { cwd: root, env: this.env, timeoutMs: PATIENCE, umask: '0', ...more };
    return run(this.cli, [...words], options);
  }

  /** A project in which a command has something to write; made once, then copied. */
  async project(command) {
    let template = this.templates.get(command.name);
    if (template === undefined) {
      mkdirSync(this.env.HOME, { recursive: true });
      mkdirSync(this.env.XDG_RUNTIME_DIR, { recursive: true, mode: 0o700 });
      template = join(this.scratch, `template-${this.templates.size}`);
      cpSync(join(FIXTURES, command.fixture), template, { recursive: true });
      git(template, 'init', '--quiet', '.');
      for (const step of command.before) {
        if (typeof step === 'function') step(template);
        else await this.go(template, step);
      }
      this.templates.set(command.name, template);
    }
    return template;
  }

  /** @param {number} at */
  async link(at) {
    const commands = [...writingCommands, ...MORE];
    const command = commands[at % commands.length];
    const template = await this.project(command);
    const [root, outside] = [join(this.scratch, 'project'), join(this.scratch, 'outside')];
    [root, outside].forEach((folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    cpSync(template, root, { recursive: true, verbatimSymlinks: true });
    mkdirSync(join(outside, 'folder'), { recursive: true });
    writeFileSync(join(outside, 'precious.txt'), 'precious\n');
    // What the command writes, or begins with, is the likelier place.
    const name = this.random.pick(NAMES);
    const kind = this.random.pick(Object.keys(KINDS));
    const place = join(root, name);
    const kept = join(outside, 'kept');
    if (existsSync(place) || lstatSync(place, { throwIfNoEntry: false })) renameSync(place, kept);
    else writeFileSync(kept, '');
    mkdirSync(dirname(place), { recursive: true });
    try {
      KINDS[kind](place, { root, outside, kept, free: join(outside, 'free') });
    } catch {
      return []; // a file is where a folder is wanted
    }
    const settings = join(root, '.git', 'config');
    const before = [tree(outside), existsSync(settings) && readFileSync(settings, 'utf8')];
    const { input, until } = command;
    const ended = await this.go(root, command.args, { input, until });
    const what = `${command.name}, ${name} is ${kind}`;
    const wrong = differences(before[0], tree(outside)).map((one) => `${what}: outside ${one}`);
    if (before[1] !== (existsSync(settings) && readFileSync(settings, 'utf8')))
      wrong.push(`${what}: Git's settings changed`);
    if (
      ended.late ||
      ended.signal !== null ||
      (ended.code ?? 9) > 2 ||
      /"code":"internal"/.test(ended.stdout)
    )
      wrong.push(`${what}: ended with ${ended.signal ?? ended.code}: ${ended.stderr.slice(-300)}`);
    if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() !== true && ended.code !== 0)
      wrong.push(`${what}: failed, and the link is gone`);
    return [...wrong, ...this.open(root).map((one) => `${what}: ${one}`)];
  }

  /** Private files that others may read. */
  open(root) {
    const found = [];
    for (const [folder, wanted] of [
      [join(root, '.beadloom'), (path) => PRIVATE.test(path)],
      [join(this.env.XDG_CACHE_HOME, 'beadloom'), () => true],
      [join(this.env.XDG_DATA_HOME, 'beadloom'), () => true],
      [join(this.env.XDG_RUNTIME_DIR, 'beadloom'), () => true],
    ]) {
      if (!existsSync(folder) || lstatSync(folder).isSymbolicLink()) continue;
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        const there = lstatSync(path, { throwIfNoEntry: false });
        if (
          there &&
          !there.isSymbolicLink() &&
          (there.mode & 0o077) !== 0 &&
          !there.isDirectory() &&
          wanted(path)
        )
          found.push(`${path} has the mode ${(there.mode & 0o777).toString(8)}`);
      }
    }
    return found;
  }

  /** @param {typeof STATES[number]} state */
  async sparse(state) {
    const root = join(this.scratch, 'sparse');
    rmSync(root, { recursive: true, force: true });
    mkdirSync(this.env.HOME, { recursive: true });
    for (const [path, text] of Object.entries(SPARSE)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    git(root, 'init', '--quiet', '-b', 'main', '.');
    await this.go(root, ['sync-update', '--all', '-y']);
    await this.go(root, ['remember', 'Payments are final.', '--shared', '--evidence', 'src/pay/api.py']);
    git(root, 'add', '-A');
    git(root, 'commit', '-qm', 'Begin');
    state.apply(root);
    const missing = git(root, 'ls-files')
      .split('\n')
      .filter((path) => path !== '' && !existsSync(join(root, path)));
    const what = `sparse, ${state.name}`;
    if (missing.length === 0) return [`${what}: nothing is left out`];
    const wrong = [];
    for (const words of SPARSE_COMMANDS) {
      const ended = await this.go(root, words);
      const said = ended.stdout + ended.stderr;
      const called = `${what}, ${words.join(' ')}`;
      if ((ended.code ?? 9) > 2 || /"code":"internal"/.test(said))
        wrong.push(`${called}: ended with ${ended.signal ?? ended.code}: ${said.slice(-300)}`);
      for (const sign of GONE) if (sign.test(said)) wrong.push(`${called}: says ${sign.exec(said)?.[0]}`);
      // Lines may come; none may go, and no file.
      const went = git(root, 'diff', '--numstat', 'HEAD')
        .split('\n')
        .filter((line) => line !== '' && line.split('\t')[1] !== '0');
      if (went.length > 0) wrong.push(`${called}: lines are gone from ${went.join(', ')}`);
    }
    return wrong;
  }
}

/** What says that something was deleted. */
const GONE = [
  /"reason":"(?:code_deleted|doc_deleted|moved)"/,
  /missing_source|missing_doc\b|broken_link/,
  /which does not exist/,
  /"outdated":true/,
  /"gone":\[\{/,
  /\bno code says\b/,
  /obsolete lines/,
];

const SPARSE_COMMANDS = [
  ['reindex', '--json'],
  ['sync-check', '--json'],
  ['docs', 'audit', '--json'],
  ['doctor', '--json'],
  ['lint', '--json'],
  ['status', '--json'],
  ['prime', '--json'],
  ['recall', 'payments', '--json'],
  ['affected', '--base', 'HEAD', '--json'],
  ['diff', '--json'],
  ['ci', '--base', 'HEAD', '--json'],
  ['doctor', '--fix', '--json'],
  ['sync-update', '--all', '-y', '--json'],
  ['init', '--merge', '-y', '--dry-run', '--json'],
  ['remember', 'Refunds take a week.', '--shared', '--json'],
];

const SPARSE = {
  'src/pay/api.py': 'from src.pay.store import save\n\n\ndef pay(invoice):\n    return save(invoice)\n',
  'src/pay/store.py': 'def save(invoice):\n    return invoice\n',
  'src/web/main.py': 'from src.pay.api import pay\n\n\ndef main():\n    return pay(1)\n',
  'docs/pay/guide.md': '# Pay\n\nWhat `pay` does. See [web](../web/guide.md) and `src/pay/api.py`.\n',
  'docs/web/guide.md': '# Web\n\nWhat `main` does, and [pay](../pay/guide.md) with `src/pay/store.py`.\n',
  '.gitignore': '.beadloom/beadloom.db*\n.beadloom/memory.db*\n',
  'README.md': '# Shop\n\nSee [pay](docs/pay/guide.md) and [web](docs/web/guide.md).\n',
  '.beadloom/config.yml': 'version: 1\n',
  '.beadloom/_graph/services.yml':
    'nodes:\n  - {ref_id: pay, kind: domain, summary: Pays, source: src/pay/, docs: [docs/pay/guide.md]}\n  - {ref_id: web, kind: service, summary: Web, source: src/web/, docs: [docs/web/guide.md]}\nedges:\n  - {src: web, dst: pay, kind: depends_on}\n',
};

/** Ways in which files that Git tracks are not there. */
const STATES = [
  {
    name: 'a cone with the graph',
    apply: (root) => git(root, 'sparse-checkout', 'set', '--cone', 'src/web', 'docs/web', '.beadloom'),
  },
  {
    name: 'patterns',
    apply: (root) => git(root, 'sparse-checkout', 'set', '--no-cone', '/*', '!/src/pay/', '!/docs/pay/'),
  },
  {
    name: 'a cone without the graph',
    apply: (root) => git(root, 'sparse-checkout', 'set', '--cone', 'src/web', 'docs/web'),
  },
  {
    name: 'a sparse index',
    apply: (root) => {
      git(root, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'src/web', 'docs/web', '.beadloom');
    },
  },
  { name: 'skip-worktree', apply: (root) => leaveOut(root, '--skip-worktree') },
  { name: 'assume-unchanged', apply: (root) => leaveOut(root, '--assume-unchanged') },
  {
    name: 'an index of version 4',
    apply: (root) => {
      git(root, 'update-index', '--index-version', '4');
      leaveOut(root, '--skip-worktree');
    },
  },
];

function leaveOut(root, how) {
  for (const path of ['src/pay/store.py', 'src/pay/api.py', 'docs/pay/guide.md']) {
    git(root, 'update-index', how, path);
    rmSync(join(root, path));
  }
}

/** @param {string} root @param {...string} words */
function git(root, ...words) {
  const settings = [
    'user.name=a',
    'user.email=a@example.org',
    'commit.gpgsign=false',
    'core.hooksPath=/dev/null',
  ];
  return execFileSync('git', [...settings.flatMap((one) => ['-c', one]), ...words], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
