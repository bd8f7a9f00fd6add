// The plugins of `npm run plugins`: each file is what the program's documentation allows, and what the sources say now.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import test from 'ava';

import { PUBLISHED } from '../src/agents/setup.js';
import { COMMANDS } from '../src/commands/index.js';
import { loadNative } from '../src/native/load.js';
import { loaded } from '../src/shell/command.js';
import { pluginViolations, type PluginFile } from './support/plugin-schemas.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n');
const json = (path: string) => JSON.parse(read(path)) as Record<string, unknown>;

/** Each file with the format that it has. */
const FILES: Array<[path: string, format: PluginFile]> = [
  ['plugins/claude-code/.claude-plugin/plugin.json', 'claude-plugin'],
  ['plugins/claude-code/.mcp.json', 'claude-servers'],
  ['plugins/codex/.codex-plugin/plugin.json', 'codex-plugin'],
  ['plugins/codex/.mcp.json', 'servers'],
  ['plugins/cursor/.cursor-plugin/plugin.json', 'cursor-plugin'],
  ['plugins/cursor/mcp.json', 'servers'],
  ['plugins/gemini-cli/gemini-extension.json', 'gemini-extension'],
  ['plugins/agent-plugin/plugin.json', 'agent-plugin'],
  ['plugins/agent-plugin/mcp.json', 'agent-plugin-servers'],
  ['.claude-plugin/marketplace.json', 'claude-marketplace'],
  ['.cursor-plugin/marketplace.json', 'cursor-marketplace'],
  ['.agents/plugins/marketplace.json', 'codex-marketplace'],
];

const PROGRAMS = readdirSync(join(ROOT, 'plugins')).toSorted();

for (const [path, format] of FILES) {
  test(`${path} is what the format allows`, (t) => {
    t.deepEqual(pluginViolations(format, json(path)), []);
  });
}

test('every file of JSON has a format here', (t) => {
  const all = readdirSync(join(ROOT, 'plugins'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .map((path) => `plugins/${path.replaceAll('\\', '/')}`);
  const known = new Set(FILES.map(([path]) => path));
  t.deepEqual(
    all.filter((path) => !known.has(path) && !path.endsWith('/hooks/hooks.json')),
    [],
  );
});

const planted: Array<[format: PluginFile, value: unknown]> = [
  ['claude-plugin', { name: 'Not Kebab' }],
  ['claude-plugin', { name: 'a', mcpServers: 'outside.json' }],
  ['cursor-plugin', { name: 'a', unknown: 1 }],
  ['codex-plugin', { name: 'a', version: '1.0.0', description: 'x', skills: 'skills' }],
  ['gemini-extension', { name: 'a' }],
  ['gemini-extension', { name: 'a', version: '1.0.0', mcpServers: { a: { command: 'b', trust: true } } }],
  ['agent-plugin', { name: 'a' }],
  ['agent-plugin-servers', { mcpServers: { a: { command: 'b' } } }],
  ['claude-marketplace', { name: 'a', plugins: [] }],
  ['codex-marketplace', { name: 'a', plugins: [{ name: 'b', source: '../c' }] }],
];

for (const [format, value] of planted) {
  test(`${format} does not allow ${JSON.stringify(value)}`, (t) => {
    t.not(pluginViolations(format, value).length, 0);
  });
}

test('marketplaces lead to plugins of that name, and paths in manifests to what is there', (t) => {
  const entries = ['.claude-plugin', '.cursor-plugin', '.agents/plugins'].map((folder) => {
    const [plugin] = json(`${folder}/marketplace.json`)['plugins'] as Array<{
      source: string | { path: string };
    }>;
    const source = plugin?.source ?? '';
    return typeof source === 'string' ? source : source.path;
  });
  t.deepEqual(entries, ['./plugins/claude-code', './plugins/cursor', './plugins/codex']);
  for (const [path] of FILES.filter(([one]) => one.endsWith('plugin.json'))) {
    const folder = join(ROOT, path.replace(/(?:\/\.[a-z-]+)?\/plugin\.json$/, ''));
    for (const value of Object.values(json(path))) {
      t.true(
        typeof value !== 'string' || !value.startsWith('./') || existsSync(join(folder, value)),
        `${path} ${String(value)}`,
      );
    }
  }
});

test('versions are that of the package, and the server is started as npm starts it', (t) => {
  const { version } = json('package.json');
  for (const [path] of FILES) {
    const value = json(path);
    const plugins = (value['plugins'] ?? []) as Array<Record<string, unknown>>;
    for (const one of [value, ...plugins].filter((each) => 'version' in each)) {
      t.is(one['version'], version, path);
    }
    const servers = value['mcpServers'];
    if (typeof servers === 'object' && servers !== null) {
      const { command, args } =
        (servers as Record<string, { command: string; args: string[] }>)['beadloom'] ?? {};
      t.deepEqual([command, ...(args ?? [])], [...PUBLISHED], path);
    }
  }
});

test('the skill is the same everywhere, of the form that skills have, and short', async (t) => {
  const texts = new Set(PROGRAMS.map((program) => read(`plugins/${program}/skills/beadloom/SKILL.md`)));
  t.is(texts.size, 1);
  const [text = ''] = texts;
  const [, name = '', description = '', body = ''] =
    /^---\nname: ([^\n]+)\ndescription: ([^\n]+)\n---\n(.*)$/s.exec(text) ?? [];
  t.regex(name, /^(?!.*--)[a-z0-9][a-z0-9-]{0,62}[a-z0-9]$/);
  t.is(name, 'beadloom');
  t.true(description.length > 0 && description.length <= 1024 && !description.includes(': '), description);
  t.true((loadNative().countTokens(body) ?? 0) <= 500, String(loadNative().countTokens(body)));
  // What is named is there.
  const commands = new Map((await loaded(COMMANDS)).map((one) => [one.name, one.module]));
  const lines = [...body.matchAll(/`([a-z][a-z-]+)(?: [^`]*)?`/g)].map(([line]) => line.slice(1, -1));
  for (const line of lines.filter((one) => !one.startsWith('npx '))) {
    const [first = '', ...rest] = line.split(' ');
    const module = commands.get(first);
    t.truthy(module, line);
    for (const word of rest.flatMap((one) => /^\[?--([a-z-]+)/.exec(one)?.[1] ?? [])) {
      t.true(
        module?.flags.some((flag) => flag.name === word),
        line,
      );
    }
  }
});

test('what Gemini CLI reads at the start is the text of setup-agents', (t) => {
  t.regex(read('plugins/gemini-cli/GEMINI.md'), /^## beadloom\n/);
  t.true(existsSync(join(ROOT, dirname('plugins/gemini-cli/GEMINI.md'))));
});
