// Devices, pipes, sockets, folders, loops of links and files with holes in the place of every file that beadloom looks for by
// name, in every command: each ends, within its memory, and calls nothing of it a bug of its own.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  openSync,
  closeSync,
  ftruncateSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

import { everyCommand } from './every.mjs';
import { Random, run } from './lib.mjs';

/** Milliseconds in which the slowest command ends many times over, on a machine that does much else. */
const PATIENCE = 120_000;

/** Bytes that a command may take. Node alone takes 60 MB. */
const MOST = 800 << 20;

const FILES = {
  'src/pay/api.py':
    'from src.pay.store import save\n\n\ndef pay(invoice):\n    """Pays an invoice."""\n    return save(invoice)\n',
  'src/pay/store.py': 'def save(invoice):\n    return invoice\n',
  'src/web/main.ts': "import { pay } from '@lib/pay';\npay(1);\n",
  'src/web/lib/pay.ts': 'export function pay(amount: number): number {\n  return amount;\n}\n',
  'docs/pay.md': '# Pay\n\nWhat `pay` does.\n',
  'README.md': '# Shop\n\nA shop.\n',
  'adr/0001-pay.md': '# Pay by card\n\n## Decision\n\nWe pay.\n',
  'package.json': '{"name":"shop"}\n',
  'tsconfig.base.json': '{"compilerOptions":{"paths":{"@lib/*":["./src/web/lib/*"]}}}\n',
  'tsconfig.json': '{"extends":"./tsconfig.base.json"}\n',
  'orders.json': '{}\n',
  CODEOWNERS: '* @team\n',
  '.beadloom/config.yml': 'sync: {auto_ack: true}\n',
  '.beadloom/_graph/services.yml':
    'nodes:\n  - {ref_id: pay, kind: domain, summary: Pays, source: src/pay/, docs: [docs/pay.md]}\n  - {ref_id: web, kind: service, summary: Web, source: src/web/}\nedges:\n  - {src: web, dst: pay, kind: depends_on}\n',
  '.beadloom/_graph/rules.yml':
    'version: 1\nrules:\n  - name: no-web\n    description: Pay knows no web.\n    forbid_import: {from: src/pay/**, to: src/web/**}\n',
};

/** Everything that is looked for by a name of its own; what a project has of it is in {@link FILES}. */
const NAMES = [
  ...Object.keys(FILES),
  '.beadloom',
  '.beadloom/_graph',
  '.beadloom/_graph/more.yml',
  '.beadloom/.gitignore',
  '.beadloom/CONTEXT.md',
  '.beadloom/sync.lock',
  '.beadloom/snapshots',
  '.beadloom/snapshots/a.json',
  '.beadloom/models',
  '.beadloom/models/minilm/config.json',
  '.mcp.json',
  '.cursor/mcp.json',
  '.vscode/mcp.json',
  '.codex/config.toml',
  '.gemini/settings.json',
  '.zed/settings.json',
  'opencode.json',
  'AGENTS.md',
  'CLAUDE.md',
  'GEMINI.md',
  '.cursorrules',
  '.windsurfrules',
  '.cursor/rules/beadloom.mdc',
  '.github/copilot-instructions.md',
  'lefthook.yml',
  '.lefthook.yml',
  '.husky',
  '.husky/pre-commit',
  '.gitignore',
  '.ignore',
  '.beadloomignore',
  'src/.gitignore',
  '.git/info/exclude',
  '.git/hooks/pre-commit',
  '.git/hooks/post-commit',
  '.git/commondir',
  '.git/HEAD',
  '.git/packed-refs',
  '.git/config',
  '.git/index',
  '.git/shallow',
  '.git/info/attributes',
  '.git/info/grafts',
  '.git/objects/info/alternates',
  '.git/objects/info/commit-graph',
  '.git/refs/heads/main',
  '.git/refs/replace',
  '.git/logs/HEAD',
  'src/pay/.git',
  '.github/CODEOWNERS',
  'docs/CODEOWNERS',
  '.gitlab/CODEOWNERS',
  'pnpm-workspace.yaml',
  'jsconfig.json',
  'go.mod',
  'go.work',
  'Cargo.toml',
  'pyproject.toml',
  'setup.cfg',
  'composer.json',
  'pom.xml',
  'Package.swift',
  'package.yaml',
  'build.zig',
  'buf.yaml',
  'build.gradle',
  'gradle.properties',
  'compile_commands.json',
  'CMakeLists.txt',
  'Makefile',
  'shop.gemspec',
  'shop.csproj',
  'Gemfile',
  'CHANGELOG.md',
  'CONTEXT.md',
  'docs/architecture.md',
  'docs',
  'adr',
  'src/pay/new.py',
  'openapi.yaml',
];

/** What is put there. Each throws where the system does not let it be made. */
const KINDS = {
  'a link to /dev/zero': (place) => symlinkSync('/dev/zero', place),
  'a link to /dev/urandom': (place) => symlinkSync('/dev/urandom', place),
  'a link to a terminal': (place) => symlinkSync('/dev/ptmx', place),
  'a link to /dev/stdin': (place) => symlinkSync('/dev/stdin', place),
  'a link to a file without size': (place) => symlinkSync('/proc/self/environ', place),
  'a pipe': (place) => execFileSync('mkfifo', [place]),
  'a link to a pipe': (place, beside) => {
    const pipe = join(beside, 'pipe');
    rmSync(pipe, { force: true });
    execFileSync('mkfifo', [pipe]);
    symlinkSync(pipe, place);
  },
  'a socket': async (place) => {
    const server = createServer();
    // By its whole path, because that is what is taken away in the end, wherever this process is then.
    await new Promise((resolve, reject) =>
      server.once('error', reject).listen(place, () => resolve(undefined)),
    );
    return () => new Promise((resolve) => server.close(resolve));
  },
  'a folder': (place) => mkdirSync(place),
  'a terabyte of nothing': (place) => {
    const file = openSync(place, 'w');
    try {
      ftruncateSync(file, 2 ** 40);
    } finally {
      closeSync(file);
    }
  },
  'a loop of links': (place) => symlinkSync(place, place),
  'a file that nobody may read': (place) => {
    writeFileSync(place, 'x\n');
    chmodSync(place, 0);
  },
};

export default {
  name: 'places',
  about:
    'Devices, pipes, sockets, folders and files with holes in the place of every file of a fixed name, in every command',
  unit: 'runs',
  counts: { short: 20, long: 3000 },

  /** @param {import('./lib.mjs').Setting} setting */
  async run({ count, seed, scratch, cli, log }) {
    if (process.platform === 'win32')
      return { tried: 0, failures: [], skipped: ['Windows has no such files'] };
    const random = new Random(seed);
    const template = join(scratch, 'template');
    const env = {
      HOME: join(scratch, 'home'),
      XDG_CACHE_HOME: join(scratch, 'cache'),
      XDG_DATA_HOME: join(scratch, 'data'),
      XDG_CONFIG_HOME: join(scratch, 'home'),
    };
    await prepare(template, cli, env);
    const commands = everyCommand({
      node: 'pay',
      file: 'src/pay/api.py',
      symbol: 'pay',
      rule: 'no-web',
      artifact: 'orders.json',
      folder: 'adr',
    });
    const cases = shuffled(
      NAMES.flatMap((name) => Object.keys(KINDS).map((kind) => ({ name, kind }))),
      random,
    );
    log(`${NAMES.length} names, ${Object.keys(KINDS).length} kinds, ${commands.length} commands`);
    const [failures, skipped] = [/** @type {string[]} */ ([]), new Set()];
    let tried = 0;
    for (let at = 0; at < count; at++) {
      const { name, kind } = cases[at % cases.length];
      // The commands that read much come first with every name, the others by chance.
      const words = random.below(3) === 0 ? random.pick(USUAL) : random.pick(commands);
      const root = join(scratch, `run-${at}`);
      cpSync(template, root, { recursive: true });
      let undo;
      try {
        undo = await plant(root, name, kind, scratch);
      } catch (error) {
        skipped.add(`${kind}: ${error.code ?? error.message}`);
        rmSync(root, { recursive: true, force: true });
        continue;
      }
      const ended = await run(cli, words, { cwd: root, env, timeoutMs: PATIENCE, mostBytes: MOST });
      tried++;
      const why = wrong(ended);
      if (why !== undefined)
        failures.push(`seed ${seed}: ${name} is ${kind}, beadloom ${words.join(' ')}: ${why}`);
      if (typeof undo === 'function') await undo();
      rmSync(root, { recursive: true, force: true });
    }
    return { tried, failures, skipped: [...skipped] };
  },
};

const USUAL = [
  ['doctor'],
  ['reindex'],
  ['ctx', 'pay'],
  ['ci'],
  ['status'],
  ['sync-check'],
  ['lint'],
  ['setup-mcp'],
  ['setup-agents'],
  ['init', '--bootstrap', '-y', '--dry-run'],
];

/** What a run must not do. */
function wrong({ code, signal, late, peak, stderr, stdout }) {
  if (late) return `it had not ended after ${PATIENCE / 1000} s`;
  if (peak > MOST) return `it took ${Math.round(peak / 2 ** 20)} MB`;
  if (signal !== null || code === null || code > 2)
    return `it ended with ${signal ?? code}: ${stderr.slice(-500)}`;
  if (/error\[internal\]|"code":"internal"|^\s+at .*\(.*:\d+:\d+\)$/m.test(stderr + stdout))
    return `it met a bug: ${stderr.slice(0, 500)}`;
  return undefined;
}

async function prepare(root, cli, env) {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(env.HOME, { recursive: true });
  const git = (...words) =>
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false', ...words],
      { cwd: root, env: { ...process.env, ...env }, stdio: 'ignore' },
    );
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'Begin');
  await run(cli, ['sync-update', '--all', '-y'], { cwd: root, env, timeoutMs: PATIENCE });
}

/** Puts it there; what is there already goes. */
async function plant(root, name, kind, beside) {
  const place = join(root, name);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(dirname(place), { recursive: true });
  return KINDS[kind](place, beside);
}

function shuffled(list, random) {
  for (let at = list.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [list[at], list[other]] = [list[other], list[at]];
  }
  return list;
}
