// `uninstall` takes back what every other command wrote: project and home are, byte for byte, what they were.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

import test, { type ExecutionContext } from 'ava';

import type { UninstallAnswer, UninstallItem } from '../src/api/index.js';
import { HOOK_PROGRAMS } from '../src/agents/hooks/programs.js';
import { AGENT_TOOLS } from '../src/agents/tools.js';
import { uninstall } from '../src/uninstall/uninstall.js';
import { takeAway } from '../src/yaml/removal.js';
import { beadloom, type Run } from './support/cli.js';
import { git, GIT_ENVIRONMENT, withGit, withGitOnUnix } from './support/git.js';
import { LONG } from './support/long.js';
import { fixture, project, type TestProject } from './support/project.js';
import { TIME_FACTOR } from './support/slow.js';
import { atTerminal } from './support/terminal.js';

/** A project in a repository, and a home of its own. */
interface Place {
  where: TestProject;
  home: TestProject;
}

/** What setup commands are run, by what they set up. */
const SETUPS: Record<string, string[][]> = {
  init: [['init', '--bootstrap', '-y']],
  project: AGENT_TOOLS.filter((tool) => tool.project !== undefined).map(({ name }) => [
    'setup-mcp',
    '--tool',
    name,
  ]),
  global: AGENT_TOOLS.map(({ name }) => ['setup-mcp', '--tool', name, '--global']),
  agents: [['setup-agents']],
  agentHooks: HOOK_PROGRAMS.map(({ name }) => ['setup-agents', '--hooks', '--tool', name]),
  hooks: [['install-hooks', '--pre-commit', '--pre-push']],
};

/** What people have in those files, in forms that are easily spoilt. */
const THERE: Record<string, string> = {
  '.gitignore': 'node_modules',
  '.gitattributes': '*.png binary\r\n',
  'AGENTS.md': '# Agents\n\nRules.',
  'CLAUDE.md': '',
  '.mcp.json': '{"mcpServers": {"a": {"command": "b"}}}',
  '.cursor/mcp.json': '{\n  // mine\n  "mcpServers": {\n    "a": { "command": "b" },\n  },\n}\n',
  '.vscode/mcp.json': '',
  '.codex/config.toml': 'model = "o"',
  '.gemini/settings.json': '{\r\n\t"theme": "x"\r\n}\r\n',
  'opencode.json': '{}\n',
  '.claude/settings.local.json': '{ "permissions": { "allow": [] } }',
  '.cursor/hooks.json': '{\n  "version": 1,\n  "hooks": { "stop": [{ "command": "make" }] }\n}\n',
  '.git/hooks/pre-commit': '#!/bin/sh\n',
  '.git/hooks/pre-push': '#!/bin/bash\nmake check',
};

const THERE_AT_HOME: Record<string, string> = {
  '.claude.json': '{"projects": {}, "mcpServers": {}}',
  '.cursor/mcp.json': '{\n}',
  '.config/Code/User/mcp.json': '// mine\n{"servers": {}}\n',
  '.codex/config.toml': '[mcp_servers.other]\ncommand = "x"\n',
  '.config/zed/settings.json': '{ "theme": "One", }\n',
};

function place(
  t: ExecutionContext,
  name: string,
  files: Record<string, string>,
  home: Record<string, string>,
): Place {
  const where = fixture(t, name);
  git(where.root, 'init');
  for (const [path, text] of Object.entries(files)) {
    where.write(path, text);
  }
  return { where, home: project(t, home) };
}

function run({ where, home }: Place, args: string[], more: Record<string, string> = {}): Promise<Run> {
  const env = {
    ...GIT_ENVIRONMENT,
    HOME: home.root,
    USERPROFILE: home.root,
    APPDATA: home.path('AppData/Roaming'),
    LOCALAPPDATA: home.path('AppData/Local'),
    XDG_CONFIG_HOME: home.path('.config'),
    XDG_CACHE_HOME: home.path('.cache'),
    XDG_DATA_HOME: home.path('.local/share'),
    CODEX_HOME: home.path('.codex'),
    ...more,
  };
  return beadloom(where, args, { env, warm: true });
}

async function succeed(at: Place, args: string[]): Promise<void> {
  const { code, stderr } = await run(at, args);
  if (code !== 0) {
    throw new Error(`${args.join(' ')}: ${stderr}`);
  }
}

async function remove(at: Place, ...args: string[]): Promise<UninstallAnswer & { code: number | null }> {
  const { code, stdout, stderr } = await run(at, ['uninstall', '--json', ...args]);
  if (!stdout.startsWith('{')) {
    throw new Error(stderr);
  }
  return { ...(JSON.parse(stdout) as UninstallAnswer), code };
}

/** Every file and folder with its bytes, but for what Git and the graph keep for themselves. */
function tree({ where, home }: Place): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (name: string, folder: string) => {
    for (const entry of readdirSync(folder).toSorted()) {
      const path = join(folder, entry);
      const shown = `${name}/${entry}`;
      const stat = lstatSync(path);
      // The key stays: memories of other projects may be sealed with it.
      if (shown === 'project/.beadloom' || shown === 'home/.local') {
        continue;
      }
      if (stat.isSymbolicLink()) {
        found[shown] = `-> ${readlinkSync(path)}`;
      } else if (stat.isDirectory()) {
        found[`${shown}/`] = '';
        walk(shown, path);
      } else {
        found[shown] = readFileSync(path, 'latin1');
      }
    }
  };
  walk('project', where.root);
  walk('home', home.root);
  return found;
}

/** The files and folders that are not the same, each before and after. */
function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => before[path] !== after[path])
    .map((path) => `${path}: ${JSON.stringify(before[path])} -> ${JSON.stringify(after[path])}`);
}

const names = Object.keys(SETUPS);
for (let chosen = 1; chosen < 1 << names.length; chosen++) {
  const setups = names.filter((_, bit) => (chosen & (1 << bit)) !== 0);
  // Each alone, and all together, where several write into one file; every combination in a long run.
  const often = setups.length === 1 || setups.length === names.length;
  if (!often && !LONG) {
    continue;
  }
  for (const there of often ? [false, true] : [chosen % 2 === 1]) {
    withGit(`${setups.join(', ')}, ${there ? 'in files that are there' : 'in new files'}`, async (t) => {
      t.timeout(300_000 * TIME_FACTOR);
      const at = place(t, 'orders', there ? THERE : {}, there ? THERE_AT_HOME : {});
      const before = tree(at);
      for (const args of setups.flatMap((name) => SETUPS[name] ?? [])) {
        await succeed(at, args);
      }
      t.not(differences(before, tree(at)).length, 0);
      const planned = await remove(at, '--dry-run');
      const done = await remove(at, '--yes');
      const kept = done.items.filter(({ what, outcome }) => outcome === 'kept' && what !== 'keys');
      t.deepEqual([done.code, kept, done.refused], [0, [], 0], JSON.stringify(done.items));
      t.deepEqual(planned.items, done.items);
      t.deepEqual(differences(before, tree(at)), []);
      t.is((await remove(at, '--yes')).removed, 0);
    });
  }
}

withGit('.beadloom/ goes only where it is asked for', async (t) => {
  const at = place(t, 'orders', {}, {});
  await succeed(at, ['init', '--bootstrap', '-y']);
  await remove(at, '--yes', '--index');
  t.deepEqual(readdirSync(at.where.path('.beadloom')).toSorted(), ['_graph', 'config.yml', 'sync.lock']);
  await remove(at, '--yes', '--graph');
  t.false(existsSync(at.where.path('.beadloom')));
});

withGit('logins at servers stay unless they are named, also where earlier versions kept them', async (t) => {
  const at = place(t, 'orders', {}, {});
  const files = ['.local/share', '.cache'].map((one) => at.home.path(`${one}/beadloom/gateway/tokens.json`));
  for (const file of files) {
    at.home.write(relative(at.home.root, file), '{"version":1,"logins":{}}');
  }
  const { items } = await remove(at, '--yes');
  t.is(items.filter(({ what, outcome }) => what === 'logins' && outcome === 'kept').length, 2);
  t.true(files.every((file) => existsSync(file)));
  await remove(at, '--yes', '--logins', '--project-only');
  t.true(files.every((file) => existsSync(file)));
  await remove(at, '--yes', '--logins');
  t.false(files.some((file) => existsSync(dirname(file))));
});

withGit('--project-only leaves the files of the user', async (t) => {
  const at = place(t, 'orders', {}, {});
  await succeed(at, ['init', '--bootstrap', '-y']);
  await succeed(at, ['setup-mcp']);
  await succeed(at, ['setup-mcp', '--global']);
  const home = () => Object.keys(tree(at)).filter((path) => path.startsWith('home/'));
  const before = home();
  await remove(at, '--yes', '--project-only');
  t.deepEqual(home(), before);
  t.false(existsSync(at.where.path('.mcp.json')));
});

withGit('what a person changed stays, and is said', async (t) => {
  const at = place(t, 'orders', {}, {});
  await succeed(at, ['init', '--bootstrap', '-y']);
  await succeed(at, ['setup-agents']);
  await succeed(at, ['setup-mcp']);
  const stubs = ['users', 'orders'].map((name) => `docs/domains/${name}/README.md`);
  const [written = '', summarised = ''] = stubs;
  at.where.write(written, `${readFileSync(at.where.path(written), 'utf8')}\nMore.\n`);
  at.where.write(
    summarised,
    readFileSync(at.where.path(summarised), 'utf8').replace('## Summary\n', '## Summary\nWords of mine.\n\n'),
  );
  at.where.write('AGENTS.md', `${readFileSync(at.where.path('AGENTS.md'), 'utf8')}\n# Mine\n`);
  at.where.write('.gitignore', `${readFileSync(at.where.path('.gitignore'), 'utf8')}dist\n`);
  const entry = JSON.parse(readFileSync(at.where.path('.mcp.json'), 'utf8')) as {
    mcpServers: { beadloom: Record<string, unknown> };
  };
  entry.mcpServers.beadloom['env'] = { A: 'b' };
  const own = JSON.stringify(entry);
  at.where.write('.mcp.json', own);
  const { code, items } = await remove(at, '--yes');
  t.is(code, 0);
  t.deepEqual(
    items.filter(({ outcome, what }) => outcome === 'kept' && what !== 'keys').map(({ path }) => path),
    ['.mcp.json', ...stubs.toSorted()],
  );
  t.is(readFileSync(at.where.path('.mcp.json'), 'utf8'), own);
  t.is(readFileSync(at.where.path('AGENTS.md'), 'utf8'), '\n# Mine\n');
  t.is(readFileSync(at.where.path('.gitignore'), 'utf8'), 'dist\n');
  t.true(existsSync(at.where.path(written)) && existsSync(at.where.path(summarised)));
  t.false(existsSync(at.where.path('docs/domains/shared')));
});

withGit('a line of .gitignore that was there before init stays', async (t) => {
  const text = '.beadloom/beadloom.db*\n';
  const at = place(t, 'orders', { '.gitignore': text }, {});
  await succeed(at, ['init', '--bootstrap', '-y']);
  await remove(at, '--yes');
  t.is(readFileSync(at.where.path('.gitignore'), 'utf8'), text);
});

/** A file that is not as it should be, and what is said of it. */
const BAD: Array<[path: string, text: string, expected: Partial<UninstallItem>]> = [
  ['.mcp.json', '{"mcpServers": {"beadloom": }}', { outcome: 'refused', code: 'usage', line: 1, column: 29 }],
  ['.mcp.json', '{"mcpServers": ["beadloom"]}', { outcome: 'refused', code: 'usage', line: 1, column: 16 }],
  ['.mcp.json', '{"mcpServers": {"beadloom": {"command": "other"}}}', { outcome: 'kept' }],
  ['.codex/config.toml', '[mcp_servers.beadloom]\ncommand = "other"\n', { outcome: 'kept' }],
  ['AGENTS.md', 'a\n<!-- beadloom begin: x -->\nb\n', { outcome: 'refused', code: 'usage', line: 2 }],
  ['AGENTS.md', '\u0000\uFFFD', { outcome: undefined as never }],
];

for (const [path, text, expected] of BAD) {
  withGit(`the rest goes on: ${path} ${JSON.stringify(text)}`, async (t) => {
    const at = place(t, 'orders', { [path]: text }, {});
    await succeed(at, ['setup-mcp', '--tool', 'cursor']);
    const { items, code } = await remove(at, '--yes');
    const found = items.find((item) => item.path === path);
    for (const [key, value] of Object.entries(expected)) {
      t.is(found?.[key as keyof UninstallItem], value as never, key);
    }
    t.is(code, expected.outcome === 'refused' ? 1 : 0);
    t.is(readFileSync(at.where.path(path), 'utf8'), text);
    t.false(existsSync(at.where.path('.cursor')));
  });
}

withGitOnUnix('links: what they lead to inside loses our part, what is outside is refused', async (t) => {
  const outside = project(t, { 'agents.md': 'Rules.\n' });
  const at = place(t, 'orders', { 'team/AGENTS.md': 'Team.\n' }, { 'dotfiles/cursor.json': '{}\n' });
  symlinkSync('team/AGENTS.md', at.where.path('AGENTS.md'));
  mkdirSync(at.home.path('.cursor'));
  symlinkSync('../dotfiles/cursor.json', at.home.path('.cursor/mcp.json'));
  await succeed(at, ['setup-agents']);
  await succeed(at, ['setup-mcp', '--tool', 'cursor', '--global']);
  symlinkSync(outside.path('agents.md'), at.where.path('CLAUDE.md'));
  const { items, code } = await remove(at, '--yes');
  t.is(code, 1);
  t.deepEqual(
    items.filter(({ outcome }) => outcome === 'refused').map(({ path, code: why }) => [path, why]),
    [['CLAUDE.md', 'outside_root']],
  );
  t.is(readFileSync(at.where.path('team/AGENTS.md'), 'utf8'), 'Team.\n');
  t.is(readFileSync(at.home.path('dotfiles/cursor.json'), 'utf8'), '{}\n');
  t.true(lstatSync(at.home.path('.cursor/mcp.json')).isSymbolicLink());
});

withGitOnUnix('a folder that cannot be written to is refused', async (t) => {
  if (process.getuid?.() === 0) {
    t.pass('root may write anywhere');
    return;
  }
  const at = place(t, 'orders', {}, {});
  await succeed(at, ['setup-mcp', '--tool', 'cursor']);
  await succeed(at, ['setup-mcp']);
  chmodSync(at.where.path('.cursor'), 0o555);
  t.teardown(() => chmodSync(at.where.path('.cursor'), 0o755));
  const { items, code } = await remove(at, '--yes');
  t.is(code, 1);
  t.deepEqual(
    items.filter(({ what }) => what === 'mcp').map(({ path, outcome, code: why }) => [path, outcome, why]),
    [
      ['.mcp.json', 'removed', null],
      ['.cursor/mcp.json', 'refused', 'not_writable'],
    ],
  );
});

test('a file that another process changes meanwhile is not written to', (t) => {
  const where = project(t, { 'a.json': 'theirs' });
  const removal = { path: 'a.json', place: where.path('a.json'), text: 'ours' };
  for (const next of ['', null]) {
    const error = t.throws(() => takeAway({ ...removal, next }, where.root));
    t.is((error as { code?: string }).code, 'file_changed');
    t.is(readFileSync(where.path('a.json'), 'utf8'), 'theirs');
  }
});

withGit('hooks that husky or lefthook hid later are found, and those outside only on request', async (t) => {
  const at = place(t, 'orders', {}, {});
  const before = tree(at);
  await succeed(at, ['install-hooks']);
  at.where.write('lefthook.yml', 'pre-push:\n  commands:\n    a:\n      run: b');
  await succeed(at, ['install-hooks', '--pre-push', '--pre-commit']);
  await remove(at, '--yes');
  t.deepEqual(tree(at), {
    ...before,
    'project/lefthook.yml': 'pre-push:\n  commands:\n    a:\n      run: b',
  });

  const shared = project(t);
  git(at.where.root, 'config', 'core.hooksPath', shared.path('hooks'));
  const { items: left } = await remove(at, '--yes');
  t.deepEqual(
    left.filter(({ what }) => what !== 'keys'),
    [],
  );
});

test('without a terminal somebody has to say yes', async (t) => {
  const where = project(t);
  const { code, stderr } = await beadloom(where, ['uninstall']);
  t.is(code, 1);
  t.regex(stderr, /--yes to remove, or --dry-run/);
});

withGitOnUnix('at a terminal a person sees what goes, and is asked', async (t) => {
  const at = place(t, 'orders', { 'AGENTS.md': 'Rules.' }, {});
  await succeed(at, ['setup-agents']);
  const env = {
    ...GIT_ENVIRONMENT,
    HOME: at.home.root,
    XDG_CACHE_HOME: at.home.path('.cache'),
    XDG_DATA_HOME: at.home.path('.local/share'),
  };
  const no = await atTerminal(at.where, ['uninstall'], [['Remove these?', 'n']], env);
  if (no === undefined) {
    t.pass('no terminal to be had');
    return;
  }
  t.regex(no.stdout, /AGENTS\.md.*Remove these\?.*nothing was removed/s);
  t.not(readFileSync(at.where.path('AGENTS.md'), 'utf8'), 'Rules.');
  await atTerminal(at.where, ['uninstall'], [['Remove these?', 'y']], env);
  t.is(readFileSync(at.where.path('AGENTS.md'), 'utf8'), 'Rules.');
});

test('nothing to remove is said, and is no fault', (t) => {
  const where = project(t);
  const nowhere = { folder: '', gitDir: '', commonDir: where.path('.git'), hooks: '', isSet: false };
  const home = { files: [], memories: 0, projects: 0 };
  const flags = {
    outside: false,
    index: false,
    graph: false,
    memories: false,
    gatewayData: false,
    logins: false,
    keys: false,
  };
  const from = { root: where.root, git: nowhere, home, ...flags };
  const answer = uninstall({ ...from, projectOnly: true, platform: process.platform }, true);
  t.deepEqual([answer.items, answer.removed], [[], 0]);
});
