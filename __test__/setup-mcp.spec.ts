import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import test, { type ExecutionContext } from 'ava';

import type { DoctorAnswer, ErrorAnswer, SetupMcpAnswer } from '../src/api/index.js';
import { setupMcp } from '../src/agents/setup.js';
import { beadloom, CLI } from './support/cli.js';
import { project, type TestProject } from './support/project.js';

/** Tools with the file of a project, and where the server stands in it. */
const TOOLS: Array<[tool: string, path: string, key: string]> = [
  ['claude-code', '.mcp.json', 'mcpServers'],
  ['cursor', '.cursor/mcp.json', 'mcpServers'],
  ['vscode', '.vscode/mcp.json', 'servers'],
  ['gemini-cli', '.gemini/settings.json', 'mcpServers'],
  ['zed', '.zed/settings.json', 'context_servers'],
  ['opencode', 'opencode.json', 'mcp'],
];

async function setup(where: TestProject, ...args: string[]): Promise<SetupMcpAnswer> {
  const { code, stdout, stderr } = await run(where, ...args);
  if (code !== 0) {
    throw new Error(stderr);
  }
  return JSON.parse(stdout) as SetupMcpAnswer;
}

/** The user's folder is one of the test's own. */
function run(where: TestProject, ...args: string[]) {
  const home = where.path('home');
  const env = {
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    CODEX_HOME: join(home, '.codex'),
  };
  return beadloom(where, ['setup-mcp', ...args, '--json'], { env });
}

function read(where: TestProject, path: string): string {
  return readFileSync(where.path(path), 'utf8');
}

for (const [tool, path, key] of TOOLS) {
  test(`${tool}: written, written again, taken out`, async (t) => {
    const where = project(t);
    t.deepEqual((await setup(where, '--tool', tool)).outcome, 'installed');
    const entry = (JSON.parse(read(where, path)) as Record<string, Record<string, Record<string, unknown>>>)[
      key
    ]?.['beadloom'];
    const command = entry?.['command'];
    const words = [
      ...(Array.isArray(command) ? command : [command]),
      ...((entry?.['args'] ?? []) as unknown[]),
    ];
    t.deepEqual(words, [process.execPath, CLI, 'mcp-serve']);
    const again = await setup(where, '--tool', tool);
    t.deepEqual([again.outcome, again.path], ['unchanged', path]);
    t.is((await setup(where, '--tool', tool, '--remove')).outcome, 'removed');
    t.false(existsSync(where.path(path)));
    t.is((await setup(where, '--tool', tool, '--remove')).outcome, 'absent');
  });
}

test('the file of a user stands in the folder of the user', async (t) => {
  const where = project(t);
  for (const [tool, path] of [
    ['claude-code', '.claude.json'],
    ['cursor', '.cursor/mcp.json'],
    ['windsurf', '.codeium/windsurf/mcp_config.json'],
    ['codex', '.codex/config.toml'],
    ['gemini-cli', '.gemini/settings.json'],
  ] as const) {
    const answer = await setup(where, '--tool', tool, '--global');
    t.is(answer.outcome, 'installed', tool);
    t.true(existsSync(join(where.path('home'), path)), tool);
    t.false(answer.command.includes('--project'), tool);
    t.is((await setup(where, '--tool', tool, '--global', '--remove')).outcome, 'removed', tool);
    t.false(existsSync(join(where.path('home'), path)), tool);
  }
  // A program without files of projects is told which project.
  const { command } = await setup(where, '--tool', 'windsurf');
  t.deepEqual(command.slice(-2), ['--project', where.root]);
});

/** Files of Cursor, which may have comments and trailing commas, as people leave them. */
const TEXTS = [
  '',
  '\n',
  '{}',
  '{ }\n',
  '{\n}\n',
  '{"a": 1}',
  '\uFEFF{"a": 1}\n',
  '{\n  "mcpServers": {}\n}\n',
  '{\n  "mcpServers": {\n  },\n  "z": []\n}\n',
  '{"mcpServers":{"x":{"command":"y"}},}',
  '{\r\n\t"a": 1,\r\n\t"mcpServers": {\r\n\t\t"x": {"command": "y"}\r\n\t}\r\n}',
  '{\n  // theirs\n  "mcpServers": {\n    "x": {}, // last\n  }, // end\n  /* more */\n}\n',
  '{\n    "mcpServers": {\n        "x": {} // last\n    } // end\n}',
  '{"a": {} /* c */ }',
];

for (const text of TEXTS) {
  test(`what is there stays byte for byte: ${JSON.stringify(text)}`, async (t) => {
    const where = project(t, { '.cursor/mcp.json': text });
    t.is((await setup(where, '--tool', 'cursor')).outcome, 'installed');
    const added = read(where, '.cursor/mcp.json');
    for (const [comment] of text.matchAll(/\/\/[^\r\n]*|\/\*.*?\*\//g)) {
      t.true(added.includes(comment), comment);
    }
    t.is((await setup(where, '--tool', 'cursor')).outcome, 'unchanged');
    t.is((await setup(where, '--tool', 'cursor', '--remove')).outcome, 'removed');
    t.is(read(where, '.cursor/mcp.json'), text);
  });
}

for (const text of [
  '',
  'model = "x"',
  'model = "x"\n',
  '# c\r\n[a.b]\r\nk = """\r\n[mcp_servers.beadloom]\r\n"""\r\n',
  '[mcp_servers.other]\ncommand = "y"\nargs = [\n  "a", # b\n]\n',
]) {
  test(`TOML stays byte for byte: ${JSON.stringify(text)}`, async (t) => {
    const where = project(t, { '.codex/config.toml': text });
    t.is((await setup(where, '--tool', 'codex')).outcome, 'installed');
    const added = read(where, '.codex/config.toml');
    t.true(added.startsWith(text));
    t.regex(added, /\[mcp_servers\.beadloom\]\r?\ncommand = "/);
    t.is((await setup(where, '--tool', 'codex')).outcome, 'unchanged');
    t.is((await setup(where, '--tool', 'codex', '--remove')).outcome, 'removed');
    t.is(read(where, '.codex/config.toml'), text);
  });
}

test('what was written behind the block stays when it goes', async (t) => {
  const where = project(t, { '.codex/config.toml': 'a = 1\n' });
  await setup(where, '--tool', 'codex');
  const text = `${read(where, '.codex/config.toml')}\n[b]\nc = 2\n`;
  where.write('.codex/config.toml', text);
  await setup(where, '--tool', 'codex', '--remove');
  t.is(read(where, '.codex/config.toml'), 'a = 1\n\n[b]\nc = 2\n');
});

/** Broken and foreign files: nothing is touched, and the place is said. */
const REFUSED: Array<[tool: string, path: string, text: string, place: [number, number], says: RegExp]> = [
  ['claude-code', '.mcp.json', '{\n  "a": 1,\n}\n', [2, 9], /no comma after the last item/],
  ['claude-code', '.mcp.json', '{\n  // c\n}\n', [2, 3], /no comments/],
  ['gemini-cli', '.gemini/settings.json', '{\n  // c\n  "a": 1,\n}', [3, 9], /no comma/],
  ['cursor', '.cursor/mcp.json', '{"a": 1 "b": 2}', [1, 9], /a comma or \} is missing/],
  ['cursor', '.cursor/mcp.json', '{"mcpServers": {"x": }', [1, 22], /not a JSON value/],
  ['cursor', '.cursor/mcp.json', '[]', [1, 1], /does not contain an object/],
  ['cursor', '.cursor/mcp.json', '{"mcpServers": []}', [1, 16], /"mcpServers" is not an object/],
  ['cursor', '.cursor/mcp.json', '{"mcpServers": {}, "mcpServers": {}}', [1, 20], /defined twice/],
  [
    'cursor',
    '.cursor/mcp.json',
    '{"mcpServers": {"beadloom": {"command": "mine"}}}',
    [1, 17],
    /"beadloom" is not beadloom/,
  ],
  ['cursor', '.cursor/mcp.json', `${'['.repeat(5000)}`, [1, 202], /nested deeper/],
  ['cursor', '.cursor/mcp.json', '{"a": "x\n"}', [1, 7], /no end/],
  ['codex', '.codex/config.toml', 'a = 1\nnonsense\n', [2, 1], /neither a table/],
  ['codex', '.codex/config.toml', 'a = "x\n', [1, 5], /no end/],
  ['codex', '.codex/config.toml', 'a = [\n', [1, 5], /no end/],
  [
    'codex',
    '.codex/config.toml',
    '[mcp_servers.beadloom]\ncommand = "x"\n',
    [1, 1],
    /was not written by beadloom/,
  ],
  ['codex', '.codex/config.toml', 'mcp_servers = {}\n', [1, 1], /written as a value/],
];

for (const [tool, path, text, [line, column], says] of REFUSED) {
  test(`refused in ${path}: ${JSON.stringify(text.slice(0, 60))}`, async (t) => {
    const where = project(t, { [path]: text });
    const { code, stdout } = await run(where, '--tool', tool);
    const { error } = JSON.parse(stdout) as ErrorAnswer;
    t.is(code, 1);
    t.regex(error.message, says);
    t.deepEqual([error.path, error.line, error.column], [path, line, column]);
    t.is(read(where, path), text);
  });
}

test('a file in another encoding is left as it is', async (t) => {
  const bytes = new Uint8Array([0x7b, 0xff, 0x7d]);
  const where = project(t, { '.mcp.json': bytes });
  const { code } = await run(where);
  t.is(code, 1);
  t.deepEqual(new Uint8Array(readFileSync(where.path('.mcp.json'))), bytes);
});

test('an entry of another version is brought up to date, and keeps what a person added', async (t) => {
  const text =
    '{\n  "mcpServers": {\n    "beadloom": {\n      "command": "old",\n      "args": ["mcp-serve"]\n    },\n    "x": {}\n  }\n}\n';
  const where = project(t, { '.mcp.json': text });
  t.is((await setup(where)).outcome, 'updated');
  const { mcpServers } = JSON.parse(read(where, '.mcp.json')) as {
    mcpServers: Record<string, { command?: string }>;
  };
  t.deepEqual(Object.keys(mcpServers), ['beadloom', 'x']);
  t.is(mcpServers['beadloom']?.command, process.execPath);
  const kept = JSON.stringify({
    mcpServers: {
      beadloom: { command: process.execPath, args: [CLI, 'mcp-serve'], env: { A: 'b' }, alwaysLoad: false },
    },
  });
  where.write('.mcp.json', kept);
  t.is((await setup(where)).outcome, 'unchanged');
  t.is(read(where, '.mcp.json'), kept);
});

test('an entry has what its program needs to load the tools at once, and nothing that it does not document', async (t) => {
  const entryOf = (text: string) =>
    Object.values(JSON.parse(text) as Record<string, Record<string, object>>)[0]?.['beadloom'];
  for (const [tool, keys] of [
    ['claude-code', ['command', 'args', 'alwaysLoad']],
    ['cursor', ['command', 'args']],
    ['vscode', ['type', 'command', 'args']],
    ['gemini-cli', ['command', 'args']],
    ['zed', ['command', 'args']],
    ['opencode', ['type', 'command', 'enabled']],
  ] as const) {
    const { content } = await setup(project(t), '--tool', tool, '--print');
    t.deepEqual(Object.keys(entryOf(content ?? '{}') ?? {}), keys, tool);
  }
});

test('an entry without alwaysLoad, or of another command, gets it and keeps what a person added', async (t) => {
  for (const command of [process.execPath, 'old']) {
    const where = project(t);
    const own = { command, args: [CLI, 'mcp-serve'], env: { A: 'b' } };
    where.write('.mcp.json', JSON.stringify({ mcpServers: { beadloom: own } }));
    t.is((await setup(where)).outcome, 'updated');
    const { mcpServers } = JSON.parse(read(where, '.mcp.json')) as { mcpServers: Record<string, object> };
    t.deepEqual(mcpServers['beadloom'], {
      command: process.execPath,
      args: [CLI, 'mcp-serve'],
      alwaysLoad: true,
      env: { A: 'b' },
    });
    t.is((await setup(where)).outcome, 'unchanged');
    t.is((await setup(where, '--remove')).outcome, 'removed');
  }
});

test('--print writes nothing', async (t) => {
  const where = project(t);
  const answer = await setup(where, '--tool', 'vscode', '--print');
  t.is(answer.outcome, 'printed');
  t.truthy((JSON.parse(answer.content ?? '') as { servers: object }).servers);
  t.false(existsSync(where.path('.vscode')));
  t.is((await run(where, '--print', '--remove')).code, 1);
  const { code, stdout } = await run(where, '--tool', 'nope');
  t.is(code, 1);
  t.regex((JSON.parse(stdout) as ErrorAnswer).error.hint ?? '', /claude-code, cursor/);
});

test('installed from a registry the server is started by npx', (t) => {
  const where = project(t);
  const change = { root: where.root, tool: 'claude-code', global: false, what: 'print' } as const;
  const running = ['/usr/bin/node', '/p/node_modules/beadloom/dist/cli.js'] as const;
  t.deepEqual(setupMcp({ ...change, running, platform: 'linux' }).command, [
    'npx',
    '-y',
    'beadloom',
    'mcp-serve',
  ]);
  t.deepEqual(setupMcp({ ...change, running, platform: 'win32' }).command.slice(0, 3), ['cmd', '/c', 'npx']);
});

test('doctor finds a server that cannot be started', async (t) => {
  const where = project(t, { 'a.py': 'x = 1\n' });
  const findings = async () => {
    const { stdout } = await beadloom(where, ['doctor', '--json']);
    return (JSON.parse(stdout) as DoctorAnswer).findings.filter(({ check }) => check === 'mcp');
  };
  t.deepEqual(
    (await findings()).map(({ level }) => level),
    ['ok'],
  );
  await setup(where);
  t.deepEqual(
    (await findings()).map(({ level }) => level),
    ['ok'],
  );
  where.write(
    '.mcp.json',
    '{\n  "mcpServers": {\n    "beadloom": {"command": "/nowhere/beadloom", "args": ["mcp-serve"]}\n  }\n}\n',
  );
  where.write(
    '.codex/config.toml',
    '[mcp_servers.beadloom]\ncommand = "no-such-program"\nargs = ["mcp-serve"]\n',
  );
  where.write('.cursor/mcp.json', '{"mcpServers": nonsense}');
  const found = await findings();
  t.deepEqual(
    found.map(({ level, path, line }) => [level, path, line]),
    [
      ['warn', '.codex/config.toml', 1],
      ['warn', '.cursor/mcp.json', 1],
      ['warn', '.mcp.json', 3],
    ],
  );
  t.regex(found[2]?.message ?? '', /\/nowhere\/beadloom, which does not exist/);
  t.regex(found[2]?.hint ?? '', /setup-mcp --tool claude-code/);
});

test('a link out of the project is not followed', async (t) => {
  const where = project(t);
  const outside = project(t as ExecutionContext);
  writeFileSync(outside.path('x.json'), '{}');
  const { symlinkSync } = await import('node:fs');
  symlinkSync(outside.path('x.json'), where.path('.mcp.json'));
  const { code, stdout } = await run(where);
  t.is(code, 1);
  t.is((JSON.parse(stdout) as ErrorAnswer).error.code, 'outside_root');
  t.is(readFileSync(outside.path('x.json'), 'utf8'), '{}');
});
