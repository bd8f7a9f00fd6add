import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import test from 'ava';
import { parse } from 'yaml';

import { BeadloomError } from '../src/model/error.js';
import type { ErrorAnswer, GatewayAddAnswer } from '../src/api/index.js';
import { readServerJson } from '../src/gateway/registry.js';
import { beadloom } from './support/cli.js';
import { project } from './support/project.js';
import { violations } from './support/schema.js';
import { registryErrors, REGISTRY_SCHEMA } from './support/registry-schema.js';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const server = (more: object) =>
  JSON.stringify({ name: 'io.github.me/My.Server', description: 'x', version: '1.2.3', ...more });
const npm = (more: object = {}) => ({
  registryType: 'npm',
  identifier: '@me/server',
  version: '1.2.3',
  transport: { type: 'stdio' },
  ...more,
});

/** Files of the registry, what is given, and what the configuration says of them. */
const READ: Array<
  [what: string, file: object, given: Record<string, string>, entry: object, wants: string[]]
> = [
  ['npm', { packages: [npm()] }, {}, { command: 'npx', args: ['-y', '@me/server@1.2.3'] }, []],
  [
    'pypi',
    { packages: [npm({ registryType: 'pypi', identifier: 'me-server', runtimeHint: 'uvx' })] },
    {},
    { command: 'uvx', args: ['me-server@1.2.3'] },
    [],
  ],
  [
    'oci, whose variables are passed on',
    {
      packages: [
        npm({
          registryType: 'oci',
          identifier: 'docker.io/me/server:1.2.3',
          version: undefined,
          runtimeArguments: [
            { type: 'named', name: '--network', value: 'none' },
            { type: 'named', name: '-v', value: '{dir}:/data', variables: { dir: { isRequired: true } } },
          ],
          environmentVariables: [{ name: 'TOKEN', isRequired: true, isSecret: true }],
        }),
      ],
    },
    { dir: '/tmp/x' },
    {
      command: 'docker',
      args: [
        'run',
        '-i',
        '--rm',
        '-e',
        'TOKEN',
        '--network=none',
        '-v',
        '/tmp/x:/data',
        'docker.io/me/server:1.2.3',
      ],
      env: { TOKEN: '${MY_SERVER_TOKEN}' },
    },
    ['MY_SERVER_TOKEN'],
  ],
  [
    'nuget',
    { packages: [npm({ registryType: 'nuget', identifier: 'Me' })] },
    {},
    { command: 'dnx', args: ['Me@1.2.3', '--yes'] },
    [],
  ],
  [
    'arguments with values, defaults, switches, and what may be left out',
    {
      packages: [
        npm({
          runtimeHint: 'npx',
          runtimeArguments: [{ type: 'positional', value: '-y' }],
          packageArguments: [
            { type: 'positional', value: 'serve' },
            { type: 'positional', valueHint: 'root', isRequired: true },
            { type: 'positional', valueHint: 'more' },
            { type: 'named', name: '--level', default: 'info' },
            { type: 'named', name: '--verbose', format: 'boolean', default: 'true' },
            { type: 'named', name: '--quiet', format: 'boolean' },
            { type: 'named', name: 'port', value: '{port}', variables: { port: { default: '80' } } },
            { type: 'positional', value: '{kept}' },
          ],
          environmentVariables: [
            { name: 'MODE', choices: ['a', 'b'], default: 'a' },
            { name: 'OPTIONAL' },
            { name: 'NEEDED', isRequired: true },
          ],
        }),
      ],
    },
    { MODE: 'b' },
    {
      command: 'npx',
      args: [
        '-y',
        '@me/server@1.2.3',
        'serve',
        '${MY_SERVER_ROOT}',
        '--level=info',
        '--verbose',
        '--port=80',
        '{kept}',
      ],
      env: { MODE: 'b', NEEDED: '${MY_SERVER_NEEDED}' },
    },
    ['MY_SERVER_NEEDED', 'MY_SERVER_ROOT'],
  ],
  [
    'an address with headers and variables',
    {
      remotes: [
        { type: 'sse', url: 'https://x.example/sse' },
        {
          type: 'streamable-http',
          url: 'https://{tenant}.x.example/mcp',
          variables: { tenant: { default: 'main' } },
          headers: [{ name: 'Authorization', value: 'Bearer {key}', variables: { key: { isSecret: true } } }],
        },
      ],
    },
    { tenant: 'ours', key: 'planted' },
    { url: 'https://ours.x.example/mcp', headers: { Authorization: 'Bearer ${MY_SERVER_KEY}' } },
    [],
  ],
  [
    'a package before an address, and of packages the first that can be started',
    {
      remotes: [{ type: 'sse', url: 'https://x.example/sse' }],
      packages: [npm({ registryType: 'mcpb', identifier: 'https://x.example/a.mcpb' }), npm()],
    },
    {},
    { command: 'npx', args: ['-y', '@me/server@1.2.3'] },
    [],
  ],
  [
    'an address of the earlier kind',
    { remotes: [{ type: 'sse', url: 'https://x.example/sse' }] },
    {},
    { url: 'https://x.example/sse', type: 'sse' },
    [],
  ],
];

for (const [what, file, given, entry, wants] of READ) {
  test(`read: ${what}`, (t) => {
    const read = readServerJson(server(file), 'server.json', given);
    t.is(read.name, 'My-Server');
    t.deepEqual(read.entry, entry);
    t.deepEqual(
      read.wants.map(({ name }) => name),
      wants,
    );
    const wrapped = JSON.stringify({ server: JSON.parse(server(file)) as object, _meta: {} });
    t.deepEqual(readServerJson(wrapped, 'server.json', given), read);
  });
}

test('a secret that is given stands apart', (t) => {
  const { secrets, entry } = readServerJson(
    server({
      packages: [npm({ environmentVariables: [{ name: 'API_KEY', isRequired: true }, { name: 'PLAIN' }] })],
    }),
    'server.json',
    { API_KEY: 'planted', PLAIN: 'a ${b}' },
  );
  t.deepEqual(secrets, { MY_SERVER_API_KEY: 'planted', MY_SERVER_PLAIN: 'a ${b}' });
  t.deepEqual(entry['env'], { API_KEY: '${MY_SERVER_API_KEY}', PLAIN: '${MY_SERVER_PLAIN}' });
});

/** Files of which nothing is added. */
const REFUSED: Array<[text: string, says: RegExp, given?: Record<string, string>]> = [
  ['{', /is not JSON/],
  ['[]', /the file is not an object/],
  ['{}', /name is not a text/],
  [server({ name: 'no-namespace' }), /not a name of the registry/],
  [server({}), /neither packages nor remotes/],
  [
    server({ packages: [npm({ registryType: 'mcpb' })] }),
    /none of its packages can be started over stdio here: mcpb/,
  ],
  [
    server({ packages: [npm({ transport: { type: 'sse', url: 'http://localhost' } })] }),
    /none of its packages/,
  ],
  [server({ packages: [npm({ runtimeHint: 'bash' })] }), /wants to be started by "bash"/],
  [server({ packages: [npm({ identifier: '--eval=x' })] }), /not a package with a version/],
  [server({ packages: [npm({ identifier: 'a b' })] }), /not a package with a version/],
  [server({ packages: [npm({ version: 'latest' })] }), /not a package with a version/],
  [server({ packages: [npm({ version: '^1.0.0' })] }), /not a package with a version/],
  [
    server({ packages: [npm({ environmentVariables: [{ name: 'X', value: '${AWS_SECRET_ACCESS_KEY}' }] })] }),
    /variable of the environment/,
  ],
  [
    server({ packages: [npm({ packageArguments: [{ type: 'positional', value: '${HOME}' }] })] }),
    /variable of the environment/,
  ],
  [
    server({ packages: [npm({ packageArguments: [{ type: 'named', name: '--a b', value: 'x' }] })] }),
    /is not a valid flag/,
  ],
  [
    server({ packages: [npm({ environmentVariables: [{ name: 'A=B', value: 'x' }] })] }),
    /is not a valid name/,
  ],
  [
    server({ packages: [npm({ environmentVariables: [{ name: 'A', choices: ['x'] }] })] }),
    /not one of x/,
    { A: 'y' },
  ],
  [server({ packages: [npm()] }), /it has no input NOPE/, { NOPE: 'y' }],
  [server({ remotes: [{ type: 'sse', url: 'file:///etc/passwd' }] }), /is not an address/],
  [server({ remotes: [{ type: 'sse', url: 'https://${HOME}' }] }), /variable of the environment/],
  [server({ packages: Array.from({ length: 300 }, () => npm()) }), /at most 200/],
];

for (const [text, says, given] of REFUSED) {
  test(`refused: ${says} ${text.slice(-150)}`, (t) => {
    const error = t.throws(() => readServerJson(text, 'server.json', given), { instanceOf: BeadloomError });
    t.regex(error?.message ?? '', says);
  });
}

test('our own server.json is current, and as the registry demands', (t) => {
  t.notThrows(() => execFileSync(process.execPath, [join(ROOT, 'scripts', 'server-json.mjs'), '--check']));
  const own = JSON.parse(readFileSync(join(ROOT, 'server.json'), 'utf8')) as Record<string, unknown>;
  t.is(own['$schema'], REGISTRY_SCHEMA);
  t.deepEqual(registryErrors(own), []);
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>;
  // The registry believes that a package belongs to a server if the package says so.
  t.deepEqual([own['name'], own['version']], [manifest['mcpName'], manifest['version']]);
  t.true(existsSync(join(ROOT, 'server.json')));
  // The schema would find it.
  for (const wrong of [
    { ...own, name: 'beadloom' },
    { ...own, description: 'x'.repeat(101) },
    { ...own, packages: [{ registryType: 'npm' }] },
    { ...own, packages: [npm({ version: 'latest' })] },
    { ...own, packages: [npm({ packageArguments: [{ type: 'positional' }] })] },
  ]) {
    t.not(registryErrors(wrong).length, 0, JSON.stringify(wrong));
  }
  // What we write we can read.
  t.deepEqual(readServerJson(JSON.stringify(own), 'server.json').entry, {
    command: 'npx',
    args: ['-y', `beadloom@${String(own['version'])}`, 'mcp-serve'],
  });
});

const FILE = server({
  packages: [
    npm({
      environmentVariables: [
        { name: 'API_KEY', isRequired: true, isSecret: true, description: 'of your account' },
        { name: 'REGION', default: 'eu' },
      ],
    }),
  ],
});

test('gateway add writes the server, and secrets where nobody else reads them', async (t) => {
  const before = '# ours\nservers:\n  z:\n    command: z\n';
  const where = project(t, { 'server.json': FILE, '.beadloom/gateway.yml': before });
  const add = async (...args: string[]) => {
    const { code, stdout, stderr } = await beadloom(where, [
      'gateway',
      'add',
      'server.json',
      ...args,
      '--json',
    ]);
    t.notRegex(stdout + stderr, /planted/);
    return { code, answer: JSON.parse(stdout) as GatewayAddAnswer & ErrorAnswer };
  };
  const config = () => readFileSync(where.path('.beadloom/gateway.yml'), 'utf8');
  const first = await add();
  t.is(first.code, 0);
  t.deepEqual(violations('gateway-add', first.answer), []);
  t.deepEqual(
    [first.answer.server, first.answer.outcome, first.answer.starts],
    ['My-Server', 'added', ['npx', '-y', '@me/server@1.2.3']],
  );
  t.deepEqual(first.answer.wants, [
    { name: 'MY_SERVER_API_KEY', description: 'of your account', secret: true },
  ]);
  t.true(config().startsWith(before));
  t.deepEqual((parse(config()) as { servers: object }).servers, {
    z: { command: 'z' },
    'My-Server': {
      command: 'npx',
      args: ['-y', '@me/server@1.2.3'],
      env: { API_KEY: '${MY_SERVER_API_KEY}', REGION: 'eu' },
    },
  });
  const again = await add('--set', 'API_KEY=planted');
  t.deepEqual([again.answer.outcome, again.answer.wants], ['unchanged', []]);
  const secrets = where.path('.beadloom/gateway/secrets.json');
  t.deepEqual(JSON.parse(readFileSync(secrets, 'utf8')), { MY_SERVER_API_KEY: 'planted' });
  if (process.platform !== 'win32') {
    t.is(lstatSync(secrets).mode & 0o777, 0o600);
  }
  const other = await add('--set', 'REGION=us');
  t.is(other.code, 1);
  t.regex(other.answer.error.message, /another server called My-Server/);
  t.is((await beadloom(where, ['gateway', 'add', 'server.json', 'mine', '--set', 'REGION=us'])).code, 0);
  for (const args of [['nope.json'], [], ['server.json', 'a__b'], ['server.json', 'x', '--set', 'nothing']]) {
    t.is((await beadloom(where, ['gateway', 'add', ...args])).code, 1, args.join(' '));
  }
});

test('gateway add says in words what a server needs', async (t) => {
  const where = project(t, { 'server.json': FILE });
  const { stdout } = await beadloom(where, ['gateway', 'add', 'server.json']);
  t.is(
    stdout,
    `Added to .beadloom/gateway.yml: My-Server (io.github.me/My.Server)
  npx -y @me/server@1.2.3
It needs values, in the environment of the gateway or by --set:
  MY_SERVER_API_KEY (secret): of your account
Whether it works: beadloom gateway test My-Server
`,
  );
});
