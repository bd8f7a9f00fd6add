// The commands that write into a project, each with a project in which it has something to write.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @typedef {object} WritingCommand
 * @property {string} name
 * @property {string} fixture a folder of `__test__/fixtures/`
 * @property {ReadonlyArray<readonly string[] | ((root: string) => void)>} before commands and changes that lead to where it
 *   begins
 * @property {readonly string[]} args
 * @property {string} [input] what it reads from stdin
 * @property {string} [until] what stands in its output when it has done what its input asks for; a server does not wait for that
 */

const INIT = ['init', '--bootstrap', '-y'];
const DOMAINS = '.beadloom/_graph/domains.yml';

/** More nodes than fit into one piece of a file: what is cut in the middle shows. */
const MANY = Array.from(
  { length: 400 },
  (_, n) =>
    `  - ref_id: kept-${n}\n    kind: domain\n    summary: "Part ${n}, which a person wrote about."\n`,
).join('');

/** @param {Record<string, string>} files */
const write = (files) => (/** @type {string} */ root) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};

const manyNodes = (/** @type {string} */ root) => {
  const path = join(root, DOMAINS);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('nodes:\n', `nodes:\n${MANY}\n`));
};

const newPackage = write({
  'src/shipping/__init__.py': '',
  'src/shipping/parcels.py':
    'from src.shared.money import Money\n\n\ndef parcel(weight: int) -> Money:\n    return Money(weight)\n',
  'src/shipping/labels.py':
    'from src.shipping.parcels import parcel\n\n\ndef label(weight: int):\n    return parcel(weight)\n',
});

const wiki = write(
  Object.fromEntries(
    ['auth', 'billing', 'orders', 'shipping'].map((name) => [
      `wiki/${name}.md`,
      `# ${name}\n\nThe ${name} domain. It needs [auth](auth.md) and \`src/${name}/\`.\n`,
    ]),
  ),
);

/** Moves a file with a pair in the lock. */
const moved = (/** @type {string} */ root) => {
  renameSync(join(root, 'src/auth/tokens.py'), join(root, 'src/auth/sessions.py'));
};

const repository = (/** @type {string} */ root) => {
  rmSync(join(root, '.git'), { recursive: true, force: true });
  execFileSync('git', ['init', '--quiet', '.'], { cwd: root });
};

const call = (/** @type {number} */ id, /** @type {string} */ method, /** @type {object} */ params) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

/** Servers of a program, with secrets. */
const SERVERS = JSON.stringify({
  mcpServers: {
    a: { command: 'a', env: { KEY: 'secret' } },
    b: { url: 'https://b.example', headers: { 'X-Key': 'secret' } },
  },
});

const LISTING = JSON.stringify({
  name: 'io.example/server',
  description: 'A server.',
  version: '1.0.0',
  packages: [
    {
      registryType: 'npm',
      identifier: 'server',
      version: '1.0.0',
      transport: { type: 'stdio' },
      environmentVariables: [{ name: 'KEY', isSecret: true, isRequired: true }],
    },
  ],
});

/** @type {readonly WritingCommand[]} */
export const writingCommands = [
  { name: 'init', fixture: 'orders', before: [], args: [...INIT, '--json'] },
  {
    name: 'init beside rules',
    fixture: 'orders',
    before: [write({ '.beadloom/_graph/rules.yml': 'version: 1\nrules: []\n' })],
    args: [...INIT, '--json'],
  },
  {
    name: 'init --force',
    fixture: 'orders',
    before: [INIT, newPackage],
    args: [...INIT, '--force', '--json'],
  },
  {
    name: 'init --merge',
    fixture: 'orders',
    before: [INIT, newPackage],
    args: ['init', '--merge', '-y', '--json'],
  },
  {
    name: 'init --import',
    fixture: 'orders',
    before: [INIT, wiki],
    args: ['init', '--import', 'wiki', '--strategy', 'restructure', '--json'],
  },
  {
    name: 'link',
    fixture: 'shop',
    before: [manyNodes, ['reindex']],
    args: ['link', 'auth', 'https://tracker.example/1', '--label', 'ticket', '--json'],
  },
  {
    name: 'update_node',
    fixture: 'shop',
    before: [manyNodes, ['reindex']],
    args: ['mcp-serve'],
    input:
      call(1, 'initialize', {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'kills', version: '1' },
      }) +
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n` +
      call(2, 'tools/call', {
        name: 'update_node',
        arguments: { ref_id: 'auth', summary: 'Sessions and tokens.' },
      }),
    until: '"id":2',
  },
  {
    name: 'setup-agents',
    fixture: 'shop',
    before: [write({ 'AGENTS.md': `# Rules\n\n${'Be kind.\n'.repeat(4_000)}`, 'CLAUDE.md': '# Claude\n' })],
    args: ['setup-agents', '--json'],
  },
  {
    name: 'setup-agents --remove',
    fixture: 'shop',
    before: [write({ 'CLAUDE.md': '# Claude\n' }), ['setup-agents']],
    args: ['setup-agents', '--remove', '--json'],
  },
  {
    name: 'setup-mcp',
    fixture: 'shop',
    before: [write({ '.mcp.json': `{\n  "mcpServers": {${' '.repeat(30_000)}\n  }\n}\n` })],
    args: ['setup-mcp', '--json'],
  },
  {
    name: 'setup-mcp of another tool',
    fixture: 'shop',
    before: [],
    args: ['setup-mcp', '--tool', 'cursor', '--json'],
  },
  {
    name: 'setup-mcp --remove',
    fixture: 'shop',
    before: [['setup-mcp', '--tool', 'cursor']],
    args: ['setup-mcp', '--tool', 'cursor', '--remove', '--json'],
  },
  {
    name: 'setup-mcp --gateway',
    fixture: 'shop',
    before: [write({ '.cursor/mcp.json': SERVERS })],
    args: ['setup-mcp', '--gateway', '--tool', 'cursor', '--json'],
  },
  {
    name: 'setup-mcp --gateway --remove',
    fixture: 'shop',
    before: [write({ '.cursor/mcp.json': SERVERS }), ['setup-mcp', '--gateway', '--tool', 'cursor']],
    args: ['setup-mcp', '--gateway', '--tool', 'cursor', '--remove', '--json'],
  },
  {
    name: 'gateway add',
    fixture: 'shop',
    before: [write({ 'server.json': LISTING, '.beadloom/gateway.yml': 'servers:\n  a:\n    command: a\n' })],
    args: ['gateway', 'add', 'server.json', '--set', 'KEY=secret', '--json'],
  },
  {
    name: 'install-hooks',
    fixture: 'shop',
    before: [repository],
    args: ['install-hooks', '--pre-commit', '--pre-push', '--json'],
  },
  {
    name: 'install-hooks --remove',
    fixture: 'shop',
    before: [
      repository,
      write({ '.git/hooks/pre-push': '#!/bin/sh\necho pushed\n' }),
      ['install-hooks', '--pre-commit', '--pre-push'],
    ],
    args: ['install-hooks', '--remove', '--json'],
  },
  {
    name: 'docs generate',
    fixture: 'shop',
    before: [manyNodes, ['reindex']],
    args: ['docs', 'generate', 'kept-7', '--json'],
  },
  {
    name: 'doctor --fix',
    fixture: 'shop',
    before: [repository, write({ '.gitignore': 'node_modules/\n' }), ['reindex']],
    args: ['doctor', '--fix', '--json'],
  },
  {
    name: 'export -o',
    fixture: 'shop',
    before: [write({ 'out.json': 'old\n' }), ['reindex']],
    args: ['export', '-o', 'out.json', '--json'],
  },
  {
    name: 'graph -o',
    fixture: 'shop',
    before: [manyNodes, write({ 'graph.html': 'old\n' }), ['reindex']],
    args: ['graph', '--format', 'html', '-o', 'graph.html'],
  },
  { name: 'generate-context', fixture: 'shop', before: [['reindex']], args: ['generate-context', '--json'] },
  {
    name: 'sync-update',
    fixture: 'shop',
    before: [['sync-update', '--all', '-y'], moved],
    args: ['sync-update', '--all', '-y', '--json'],
  },
  { name: 'reindex --full', fixture: 'shop', before: [], args: ['reindex', '--full', '--json'] },
  {
    name: 'snapshot save',
    fixture: 'shop',
    before: [['reindex']],
    args: ['snapshot', 'save', '--label', 'before', '--json'],
  },
];
