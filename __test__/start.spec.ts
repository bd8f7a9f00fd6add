// What Node has to load before a command can begin: each file takes its time, and V8 reads every letter of it.
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import test from 'ava';

import { environment } from './support/cli.js';
import { git } from './support/git.js';
import { project } from './support/project.js';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const LOADED = fileURLToPath(new URL('support/loaded.cjs', import.meta.url));

interface Loaded {
  files: string[];
  builtins: string[];
}

/** What a program asks for: files of `dist/` and modules of Node. */
function loaded(args: readonly string[], cwd = DIST): Loaded {
  const env = environment({ BEADLOOM_DIST: DIST });
  const { status, stderr } = spawnSync(process.execPath, ['--require', LOADED, ...args], {
    cwd,
    env,
    encoding: 'utf8',
  });
  const found = /^loaded: (.*)$/m.exec(stderr)?.[1];
  if (status !== 0 || found === undefined) {
    throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  }
  return JSON.parse(found) as Loaded;
}

const CLI = join(DIST, 'cli.js');
const bytes = (files: readonly string[]) =>
  files.reduce((sum, path) => sum + statSync(join(DIST, path)).size, 0);

test('a version is printed from one file', (t) => {
  t.deepEqual(loaded([CLI, '--version']).files, ['cli.js']);
});

test('the library is one file behind its entry, for import and require', (t) => {
  const { files, builtins } = loaded(['-e', `require(${JSON.stringify(join(DIST, 'index.js'))})`]);
  t.deepEqual(files, ['chunks/library.js', 'chunks/rolldown-runtime.js', 'index.js']);
  t.false(builtins.includes('child_process'));
  const names = `import { Beadloom, BeadloomError, findProject } from ${JSON.stringify(new URL('../dist/index.js', import.meta.url))};
    console.log(typeof Beadloom.open, BeadloomError.prototype instanceof Error, typeof findProject);`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', names], { encoding: 'utf8' });
  t.is(said.trim(), 'function true function');
});

test('a command begins with its own file and four more, without processes, YAML or MCP', (t) => {
  const where = project(t, { 'src/a.py': 'def one():\n    return 1\n' });
  const { files, builtins } = loaded([CLI, 'sync-check'], where.root);
  t.true(files.includes('chunks/sync-check.js'));
  t.is(files.length, 5, files.join(', '));
  t.false(builtins.includes('child_process'), builtins.join(', '));
  // Nor Node's streams, where no terminal is written to.
  t.false(builtins.includes('net'), builtins.join(', '));
  // Without what only readers need; YAML alone would be as much again.
  t.true(bytes(files) < 110_000, String(bytes(files)));
});

test('a hook begins without the command line, and with it where more is asked', (t) => {
  const where = project(t, { 'src/a.py': 'def one():\n    return 1\n' });
  rmSync(where.path('.git'), { recursive: true });
  git(where.root, 'init', '--quiet', '.');
  const hook = ['sync-check', '--hook', '--no-progress'];
  const { files, builtins } = loaded([CLI, ...hook], where.root);
  t.false(builtins.includes('net'), builtins.join(', '));
  t.deepEqual(files, ['chunks/library.js', 'chunks/rolldown-runtime.js', 'cli.js']);
  t.true(loaded([CLI, ...hook, '--quiet'], where.root).files.includes('chunks/main.js'));
});
