import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import test, { type ExecutionContext } from 'ava';
import { parse } from 'yaml';

import type { ErrorAnswer, SetupMcpAnswer, UninstallAnswer } from '../src/api/index.js';
import { beadloom, CLI } from './support/cli.js';
import { project, type TestProject } from './support/project.js';

type Servers = Record<string, Record<string, unknown>>;

function environment(where: TestProject): Record<string, string> {
  const home = where.path('home');
  return {
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    CODEX_HOME: join(home, '.codex'),
    XDG_CACHE_HOME: join(home, '.cache'),
  };
}

function run(where: TestProject, ...args: string[]) {
  return beadloom(where, ['setup-mcp', '--gateway', ...args, '--json'], {
    env: environment(where),
    warm: true,
  });
}

async function move(where: TestProject, ...args: string[]): Promise<SetupMcpAnswer> {
  const { code, stdout, stderr } = await run(where, ...args);
  if (code !== 0) {
    throw new Error(stderr);
  }
  return JSON.parse(stdout) as SetupMcpAnswer;
}

const read = (where: TestProject, path: string) => readFileSync(where.path(path), 'utf8');

function configured(where: TestProject, path = '.beadloom/gateway.yml'): Servers {
  return (parse(read(where, path)) as { servers: Servers }).servers;
}

function secrets(where: TestProject): Record<string, string> {
  const path = '.beadloom/gateway/secrets.json';
  return existsSync(where.path(path)) ? (JSON.parse(read(where, path)) as Record<string, string>) : {};
}

/** Files as people have them, one of every program. */
const FILES: Array<[tool: string, path: string, text: string, servers: Servers]> = [
  [
    'claude-code',
    '.mcp.json',
    '{\n  "mcpServers": {\n    "files": { "command": "npx", "args": ["-y", "files", "."] },\n    "web": {\n      "type": "http",\n      "url": "https://example.com/mcp",\n      "headers": { "Authorization": "Bearer ${WEB_TOKEN:-none}" }\n    }\n  }\n}\n',
    {
      files: { command: 'npx', args: ['-y', 'files', '.'] },
      web: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${WEB_TOKEN:-none}' } },
    },
  ],
  [
    'cursor',
    '.cursor/mcp.json',
    '\uFEFF{\r\n\t// theirs\r\n\t"mcpServers": {\r\n\t\t"a": {"command": "${workspaceFolder}/a", "args": ["${env:WHERE}",],}, // first\r\n\t\t"b": {"url": "https://b.example"}\r\n\t},\r\n}',
    { a: { command: './a', args: ['${WHERE}'] }, b: { url: 'https://b.example' } },
  ],
  [
    'vscode',
    '.vscode/mcp.json',
    '{"inputs": [], "servers": {"x y": {"type": "stdio", "command": "x", "dev": {"watch": "src"}}}}',
    { 'x-y': { command: 'x' } },
  ],
  [
    'codex',
    '.codex/config.toml',
    'model = "m"\n\n# the files\n[mcp_servers.files]\ncommand = "files"\nargs = [\n  "a", # one\n]\nenv_vars = ["HOST"]\n\n[mcp_servers.files.env]\nMODE = "debug"\n\n[mcp_servers."re.mote"]\nurl = "https://r.example"\nbearer_token_env_var = "R_TOKEN"\ntool_timeout_sec = 2.5\nenabled_tools = ["one"]\n\n[tui]\nx = 1\n',
    {
      files: { command: 'files', args: ['a'], env: { MODE: 'debug', HOST: '${HOST}' } },
      're-mote': {
        url: 'https://r.example',
        headers: { Authorization: 'Bearer ${R_TOKEN}' },
        include: ['one'],
        timeout_ms: 2500,
      },
    },
  ],
  [
    'gemini-cli',
    '.gemini/settings.json',
    '{\n  // mine\n  "mcpServers": {\n    "g": { "httpUrl": "https://g.example/$PLACE", "excludeTools": ["rm"], "timeout": 3000, "trust": true }\n  },\n  "theme": "x"\n}\n',
    { g: { url: 'https://g.example/${PLACE}', exclude: ['rm'], timeout_ms: 3000 } },
  ],
  [
    'zed',
    '.zed/settings.json',
    '{\n  "context_servers": {\n    "z": { "source": "custom", "command": { "path": "z", "args": ["1"], "env": {} }, "enabled": false }\n  }\n}\n',
    { z: { command: 'z', args: ['1'], enabled: false } },
  ],
  [
    'opencode',
    'opencode.json',
    '{\n  "mcp": {\n    "o": { "type": "local", "command": ["o", "serve"], "environment": { "LEVEL": "{env:LEVEL}" } },\n    "p": { "type": "remote", "url": "https://p.example", "oauth": { "clientId": "me", "scope": "read" } }\n  }\n}\n',
    {
      o: { command: 'o', args: ['serve'], env: { LEVEL: '${LEVEL}' } },
      p: { url: 'https://p.example', oauth: { client_id: 'me', scope: 'read' } },
    },
  ],
];

for (const [tool, path, text, servers] of FILES) {
  test(`${tool}: its servers go behind the gateway, and come back byte for byte`, async (t) => {
    const where = project(t, { [path]: text });
    const answer = await move(where, '--tool', tool);
    t.is(answer.outcome, 'installed');
    t.deepEqual(answer.command, [process.execPath, CLI, 'gateway', 'serve']);
    t.deepEqual(configured(where), servers);
    t.deepEqual(
      answer.gateway?.servers.map(({ server, outcome }) => [server, outcome]),
      Object.keys(servers).map((name) => [name, 'moved']),
    );
    const left = read(where, path);
    t.true(left.includes('beadloom-gateway'));
    for (const name of ['"files"', 'mcp_servers.files', '"a"', '"x y"', 're.mote', '"g"', '"z"', '"o"']) {
      t.false(left.includes(name), name);
    }
    const again = await move(where, '--tool', tool);
    t.deepEqual([again.outcome, again.gateway?.servers], ['unchanged', []]);
    t.is(read(where, path), left);
    t.is((await move(where, '--tool', tool, '--remove')).outcome, 'removed');
    t.is(read(where, path), text);
    t.false(existsSync(where.path('.beadloom')));
    t.is((await move(where, '--tool', tool, '--remove')).outcome, 'absent');
  });
}

/** Of a server, what is a secret, and what the configuration says instead. */
const SECRETS: Array<
  [server: Record<string, unknown>, entry: Record<string, unknown>, secrets: Record<string, string>]
> = [
  [
    { command: 's', env: { S_TOKEN: 'abc', LOG: 'debug', ON: 'true', NAME: 'Ann', FROM: '${HOME}/x' } },
    {
      command: 's',
      env: { S_TOKEN: '${S_TOKEN}', LOG: 'debug', ON: 'true', NAME: '${S_NAME}', FROM: '${HOME}/x' },
    },
    { S_TOKEN: 'abc', S_NAME: 'Ann' },
  ],
  [
    { command: 's', args: ['--api-key', 'k1', '--token=k2', '--author', 'Ann', '-e', 'MY_SECRET=k3'] },
    {
      command: 's',
      args: [
        '--api-key',
        '${S_API_KEY}',
        '--token=${S_TOKEN}',
        '--author',
        'Ann',
        '-e',
        'MY_SECRET=${S_MY_SECRET}',
      ],
    },
    { S_API_KEY: 'k1', S_TOKEN: 'k2', S_MY_SECRET: 'k3' },
  ],
  [
    { command: 's', args: ['postgresql://me:pw@host/db', '--header', 'Authorization: Bearer tkn'] },
    {
      command: 's',
      args: ['postgresql://me:${S_ARG}@host/db', '--header', 'Authorization: Bearer ${S_AUTHORIZATION}'],
    },
    { S_ARG: 'pw', S_AUTHORIZATION: 'tkn' },
  ],
  [
    { url: 'https://h.example/mcp?v=2&api_key=k', headers: { 'X-Org': 'acme', Accept: 'application/json' } },
    {
      url: 'https://h.example/mcp?v=2&api_key=${S_API_KEY}',
      headers: { 'X-Org': '${S_X_ORG}', Accept: 'application/json' },
    },
    { S_API_KEY: 'k', S_X_ORG: 'acme' },
  ],
  [
    { command: 's', args: ['ghp_0123456789abcdefghij', '0123456789abcdef0123456789abcdef', '${OWN}'] },
    { command: 's', args: ['${S_ARG}', '${S_ARG_2}', '${OWN}'] },
    { S_ARG: 'ghp_0123456789abcdefghij', S_ARG_2: '0123456789abcdef0123456789abcdef' },
  ],
  [
    { url: 'https://h.example', oauth: { clientId: 'c', clientSecret: 'shh', callbackPort: 4000 } },
    {
      url: 'https://h.example',
      oauth: { client_id: 'c', client_secret: '${S_CLIENT_SECRET}', redirect_port: 4000 },
    },
    { S_CLIENT_SECRET: 'shh' },
  ],
];

for (const [server, entry, values] of SECRETS) {
  test(`secrets go to a private file: ${JSON.stringify(server)}`, async (t) => {
    const text = JSON.stringify({ mcpServers: { s: server } });
    const where = project(t, { '.mcp.json': text });
    const { gateway } = await move(where);
    t.deepEqual(configured(where), { s: entry });
    t.deepEqual(secrets(where), values);
    t.deepEqual(gateway?.secrets, Object.keys(values).toSorted());
    await move(where, '--remove');
    t.is(read(where, '.mcp.json'), text);
  });
}

test('no secret reaches a file that Git would take, and nobody else may read it', async (t) => {
  const env = { GITHUB_PERSONAL_ACCESS_TOKEN: 'planted-secret-one' };
  const where = project(t, {
    '.cursor/mcp.json': JSON.stringify({
      mcpServers: { github: { command: 'g', env }, web: { url: 'https://u:planted-secret-two@h.example' } },
    }),
  });
  rmSync(where.path('.git'), { recursive: true });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: where.root, encoding: 'utf8' });
  git('init', '-q');
  const { stdout, stderr } = await run(where, '--tool', 'cursor');
  t.notRegex(stdout + stderr, /planted-secret/);
  git('add', '-A');
  const tracked = git('ls-files').trim().split('\n');
  t.deepEqual(tracked, ['.beadloom/gateway.yml', '.cursor/mcp.json']);
  for (const path of tracked) {
    t.notRegex(read(where, path), /planted-secret/, path);
  }
  if (process.platform !== 'win32') {
    const mode = (path: string) => lstatSync(where.path(path)).mode & 0o777;
    t.is(mode('.beadloom/gateway'), 0o700);
    t.is(mode('.beadloom/gateway/secrets.json'), 0o600);
    t.is(mode('.beadloom/gateway/moved.json'), 0o600);
  }
});

/** Servers that stay, with the reason. */
const STAY: Array<[tool: string, path: string, key: string, server: unknown, reason: RegExp]> = [
  ['vscode', '.vscode/mcp.json', 'servers', { command: 'x', args: ['${input:key}'] }, /\$\{input:key\}/],
  ['vscode', '.vscode/mcp.json', 'servers', { command: 'x', envFile: '.env' }, /no counterpart of envFile/],
  ['opencode', 'opencode.json', 'mcp', { command: ['x'], environment: { A: '{file:a}' } }, /\{file:a\}/],
  ['zed', '.zed/settings.json', 'context_servers', { source: 'extension', settings: {} }, /extension/],
  ['cursor', '.cursor/mcp.json', 'mcpServers', { args: ['x'] }, /neither a command nor an address/],
  [
    'cursor',
    '.cursor/mcp.json',
    'mcpServers',
    { command: 'x', url: 'https://x' },
    /a command and an address/,
  ],
  ['cursor', '.cursor/mcp.json', 'mcpServers', 'x', /not an object/],
  ['cursor', '.cursor/mcp.json', 'mcpServers', { command: 'b', args: ['mcp-serve'] }, /beadloom itself/],
];

for (const [tool, path, key, server, reason] of STAY) {
  test(`it stays: ${JSON.stringify(server)}`, async (t) => {
    const text = JSON.stringify({ [key]: { stays: server, goes: { command: 'c' } } });
    const where = project(t, { [path]: text });
    const { gateway } = await move(where, '--tool', tool);
    t.deepEqual(
      gateway?.servers.map(({ name, outcome }) => [name, outcome]),
      [
        ['stays', 'kept'],
        ['goes', 'moved'],
      ],
    );
    t.regex(gateway?.servers[0]?.reason ?? '', reason);
    t.deepEqual(Object.keys((JSON.parse(read(where, path)) as Record<string, Servers>)[key] ?? {}), [
      'stays',
      'beadloom-gateway',
    ]);
    await move(where, '--tool', tool, '--remove');
    t.is(read(where, path), text);
  });
}

test('a file that was changed since keeps the changes and gets its servers back', async (t) => {
  const text = '{\n  "mcpServers": {\n    "a": {\n      "command": "a"\n    }\n  }\n}\n';
  for (const toml of [false, true]) {
    const path = toml ? '.codex/config.toml' : '.mcp.json';
    const tool = toml ? 'codex' : 'claude-code';
    const where = project(t, { [path]: toml ? '[mcp_servers.a]\ncommand = "a"\n' : text });
    await move(where, '--tool', tool);
    where.write(
      path,
      toml
        ? `${read(where, path)}\n[mcp_servers.b]\ncommand = "b"\n`
        : read(where, path).replace('"mcpServers": {', '"mcpServers": {\n    "b": { "command": "b" },'),
    );
    const second = await move(where, '--tool', tool);
    t.is(second.outcome, 'updated');
    t.deepEqual(Object.keys(configured(where)), ['a', 'b']);
    where.write(path, `${read(where, path)}\n`);
    await move(where, '--tool', tool, '--remove');
    const left = read(where, path);
    t.false(left.includes('gateway'), left);
    t.true(toml ? /\[mcp_servers\.a\]/.test(left) : left.includes('"a"'), left);
    t.true(toml ? /\[mcp_servers\.b\]/.test(left) : left.includes('"b"'), left);
    t.false(existsSync(where.path('.beadloom')));
  }
});

test('two programs share a server, and the last one takes it along', async (t) => {
  const text = JSON.stringify({ mcpServers: { a: { command: 'a', env: { KEY: 'v' } } } });
  const where = project(t, { '.mcp.json': text, '.cursor/mcp.json': text });
  await move(where);
  await move(where, '--tool', 'cursor');
  t.deepEqual(configured(where), { a: { command: 'a', env: { KEY: '${A_KEY}' } } });
  await move(where, '--remove');
  t.is(read(where, '.mcp.json'), text);
  t.deepEqual(Object.keys(configured(where)), ['a']);
  t.deepEqual(secrets(where), { A_KEY: 'v' });
  await move(where, '--tool', 'cursor', '--remove');
  t.is(read(where, '.cursor/mcp.json'), text);
  t.false(existsSync(where.path('.beadloom')));
});

test('another server of the same name stays where it is', async (t) => {
  const where = project(t, {
    '.mcp.json': '{"mcpServers": {"a": {"command": "other"}, "b": {"command": "b"}}}',
    '.beadloom/gateway.yml': 'servers:\n  a:\n    command: a\n',
  });
  const { gateway } = await move(where);
  t.deepEqual(
    gateway?.servers.map(({ outcome, reason }) => [outcome, reason]),
    [
      ['kept', 'the gateway has another server called a'],
      ['moved', null],
    ],
  );
  t.deepEqual(configured(where), { a: { command: 'a' }, b: { command: 'b' } });
});

for (const config of [
  '# ours\nmode: search\n',
  '# ours\nmode: search',
  'servers:\n    # first\n    z: {command: z} # z\n\nmode: all # last\n',
  'mode: all\nservers:\n  z:\n    command: z\n    args:\n      - a\n      - b',
  'mcpServers:\r\n  z:\r\n    command: z\r\n',
]) {
  test(`a configuration that is there keeps every byte: ${JSON.stringify(config)}`, async (t) => {
    const where = project(t, {
      '.mcp.json': '{"mcpServers": {"a": {"command": "a", "env": {"K": "v"}}, "b": {"command": "b"}}}',
      '.beadloom/gateway.yml': config,
    });
    await move(where);
    const made = parse(read(where, '.beadloom/gateway.yml')) as Record<string, Servers>;
    const servers = made['servers'] ?? made['mcpServers'] ?? {};
    t.deepEqual([servers['a'], servers['b']], [{ command: 'a', env: { K: '${A_K}' } }, { command: 'b' }]);
    for (const line of config.split(/\r?\n/)) {
      t.true(read(where, '.beadloom/gateway.yml').includes(line));
    }
    await move(where, '--remove');
    const left = read(where, '.beadloom/gateway.yml');
    t.true(left === config || left === `${config}\n`, left);
  });
}

/** Configurations that cannot be written to. */
for (const config of ['servers: {z: {command: z}}\n', '- a\n', 'servers: [\n', 'servers: &a\n  z: *a\n']) {
  test(`a configuration of another form is left as it is: ${JSON.stringify(config)}`, async (t) => {
    const text = '{"mcpServers": {"a": {"command": "a"}}}';
    const where = project(t, { '.mcp.json': text, '.beadloom/gateway.yml': config });
    const { code, stdout } = await run(where);
    t.is(code, 1);
    t.is((JSON.parse(stdout) as ErrorAnswer).error.path, '.beadloom/gateway.yml');
    t.is(read(where, '.mcp.json'), text);
    t.is(read(where, '.beadloom/gateway.yml'), config);
  });
}

test('the file of a user has a gateway of the user', async (t) => {
  const text = '{"mcpServers": {"a": {"command": "a", "env": {"K": "v"}}}}';
  const where = project(t, { 'home/.cursor/mcp.json': text });
  const answer = await move(where, '--tool', 'cursor', '--global');
  const config = join(where.path('home'), '.config', 'beadloom', 'gateway.yml');
  t.deepEqual(answer.command.slice(-4), ['gateway', 'serve', '--config', config]);
  t.deepEqual(configured(where, 'home/.config/beadloom/gateway.yml'), {
    a: { command: 'a', env: { K: '${A_K}' } },
  });
  t.false(existsSync(where.path('.beadloom')));
  await move(where, '--tool', 'cursor', '--global', '--remove');
  t.is(read(where, 'home/.cursor/mcp.json'), text);
  t.false(existsSync(config));
});

test('what a killed run left is taken up by the next one', async (t) => {
  const text = '{"mcpServers": {"a": {"command": "a"}}}';
  const where = project(t, { '.mcp.json': text });
  await move(where);
  // As if the last write had not come.
  where.write('.mcp.json', text);
  t.is((await move(where)).outcome, 'installed');
  await move(where, '--remove');
  t.is(read(where, '.mcp.json'), text);
  t.false(existsSync(where.path('.beadloom')));
});

test('a private file that others may read is not taken for ours', async (t) => {
  if (process.platform === 'win32') {
    t.pass();
    return;
  }
  const where = project(t, { '.mcp.json': '{"mcpServers": {"a": {"command": "a", "env": {"K": "v"}}}}' });
  await move(where);
  chmodSync(where.path('.beadloom/gateway/moved.json'), 0o644);
  const { code, stdout } = await run(where, '--remove');
  t.is(code, 1);
  t.is((JSON.parse(stdout) as ErrorAnswer).error.code, 'not_readable');
});

/** Files that are broken: nothing is touched, and the place is said. */
for (const [tool, path, text, says] of [
  ['cursor', '.cursor/mcp.json', '{"mcpServers": {"a": }', /not a JSON value/],
  ['cursor', '.cursor/mcp.json', '{"mcpServers": {"a": {"command": "a"}, "a": {}}}', /defined twice/],
  ['codex', '.codex/config.toml', '[mcp_servers.a]\ncommand = \n', /./],
  ['codex', '.codex/config.toml', 'mcp_servers = {a = {command = "a"}}\n', /is not in a table/],
  ['claude-code', '.mcp.json', '{}', /no server to move/],
] as const) {
  test(`refused in ${path}: ${text}`, async (t: ExecutionContext) => {
    const where = project(t, { [path]: text });
    const { code, stdout } = await run(where, '--tool', tool);
    t.is(code, 1);
    t.regex((JSON.parse(stdout) as ErrorAnswer).error.message, says);
    t.is(read(where, path), text);
    t.false(existsSync(where.path('.beadloom')));
  });
}

test('uninstall moves the servers back first', async (t) => {
  const text = '{"mcpServers": {"a": {"command": "a", "env": {"K": "v"}}}}';
  const where = project(t, { '.mcp.json': text, 'home/.cursor/mcp.json': text, 'a.py': 'x = 1\n' });
  await move(where);
  await move(where, '--tool', 'cursor', '--global');
  const env = environment(where);
  const { stdout, code, stderr } = await beadloom(where, ['uninstall', '--yes', '--json'], { env });
  t.is(code, 0, stderr);
  const { items } = JSON.parse(stdout) as UninstallAnswer;
  t.deepEqual(
    items.filter(({ what }) => what === 'mcp').map(({ path, outcome }) => [path, outcome]),
    [
      ['.mcp.json', 'removed'],
      ['home/.cursor/mcp.json', 'removed'],
    ],
  );
  t.is(read(where, '.mcp.json'), text);
  t.is(read(where, 'home/.cursor/mcp.json'), text);
  t.false(existsSync(where.path('.beadloom/gateway')));
  t.false(existsSync(where.path('home/.config')));
});

test('it says in words what became of each server', async (t) => {
  const where = project(t, {
    '.mcp.json': '{"mcpServers": {"a b": {"command": "a", "env": {"K": "v"}}, "c": {"args": []}}}',
  });
  const { stdout } = await beadloom(where, ['setup-mcp', '--gateway'], { env: environment(where) });
  t.regex(stdout, /^Written to \.mcp\.json: .* gateway serve\n/);
  t.regex(stdout, /^ {2}moved a b to \.beadloom\/gateway\.yml as a-b$/m);
  t.regex(stdout, /^ {2}kept c: it has neither a command nor an address$/m);
  t.regex(stdout, /^ {2}1 value is in \.beadloom\/gateway\/secrets\.json, .*: A_B_K$/m);
});
