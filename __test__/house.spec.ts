// What `docs/ARCHITECTURE.md` says must not be, for the TypeScript side. The Rust side has
// `crates/beadloom-bench/tests/house.rs`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

import test from 'ava';

import { PLATFORMS } from '../src/native/platforms.js';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** An edge of the graph of the folders: `cli` is what lies beside them. */
const EDGE = /\{src: ([\w-]+), dst: ([\w-]+), kind: depends_on\}/g;

/** Each folder of `src/` and the folders that its files may import from, as the graph of this repository says. */
const ARROWS = new Map<string, string[]>();
for (const [, from = '', to = ''] of readFileSync(
  join(ROOT, '.beadloom', '_graph', 'shell.yml'),
  'utf8',
).matchAll(EDGE)) {
  ARROWS.set(from, [...(ARROWS.get(from) ?? []), to]);
}

/** Single files that may do what their folder may not. */
const EXCEPTIONS: Record<string, readonly string[]> = {
  // The command that starts the server.
  'src/commands/mcp-serve.ts': ['mcp'],
  // The command that starts the gateway.
  'src/commands/gateway.ts': ['gateway'],
};

/** Files are written by the addon, through `src/yaml/`. What else may change files, and by what. */
const WRITERS: Record<string, readonly string[]> = {
  // What is printed.
  'src/cli.ts': ['writeSync'],
  'src/shell/streams.ts': ['writeSync'],
  // Models, of which a part is kept and continued, in the user's cache.
  'src/models/download.ts': ['mkdir', 'open', 'rename', 'rm', 'writeFile', 'appendFile'],
  'src/models/pull.ts': ['mkdir', 'rename', 'rm'],
  // Opens for reading.
  'src/model/reading.ts': ['openSync'],
  // A log of the user's, to which lines are added; what only this user may reach.
  'src/daemon/log.ts': ['mkdirSync', 'openSync', 'renameSync', 'writeSync'],
  'src/daemon/process.ts': ['chmodSync', 'mkdirSync'],
  // Hooks that are there are made executable.
  'src/hooks/examine.ts': ['chmodSync'],
};

/** What listens for clients, on this machine alone, and what asks a daemon. */
const LISTENS = new Set([
  'src/mcp/http.ts',
  'src/daemon/server.ts',
  'src/daemon/connection.ts',
  'src/daemon/client.ts',
  // A browser that comes back from a login, and the authorisation server that it was at.
  'src/gateway/oauth/loopback.ts',
  'src/gateway/oauth/net.ts',
]);

/** Ways to the network. */
const CONNECTS = /\bfetch\(|\bnode:(?:http|https|net|tls|dgram|http2)\b|\bWebSocket\b/;

/** What reads a project's files as regular ones, of a bounded size; `src/models/` reads the user's cache. */
const READER = 'src/model/reading.ts';
const READS = /\b(?:readFile|readFileSync|createReadStream|readSync)\b/;

/**
 * What runs a program: the editor that a person uses, beadloom as a daemon, the servers that a person listed, what ends them, the
 * browser of a login, and no other.
 */
const RUNS = [
  'src/shell/editor.ts',
  'src/daemon/start.ts',
  'src/gateway/child.ts',
  'src/gateway/watchdog.ts',
  'src/gateway/oauth/browser.ts',
];
const RUNNING = /\bnode:child_process\b|'cross-spawn'/;

/** What connects to other machines: the servers that a person listed. */
const REACHES = 'src/gateway/transport.ts';
const REACHING = /\b(?:SSEClientTransport|StreamableHTTPClientTransport)\b/;

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g;
/** Functions of Node that change files, not the addon's; of those that are words of other things too, only what is imported. */
const WRITES =
  /\b(?:(?:writeFile|appendFile|copyFile|rename|unlink|mkdir|rmdir|rm|chmod|chown|truncate|ftruncate|utimes|symlink|link|cp|open|write|writev|mkdtemp)Sync|(?<!native\.|loadNative\(\)\.)writeFile|appendFile|copyFile|createWriteStream|mkdtemp)\b/g;
const FS_IMPORT = /import\s*\{([^}]*)\}\s*from\s*'(?:node:)?fs(?:\/promises)?'/g;
const FS_CHANGES =
  /^(?:writeFile|appendFile|copyFile|rename|unlink|mkdir|rmdir|rm|chmod|chown|truncate|utimes|symlink|link|cp|open|mkdtemp)$/;

test('folders import only from where the arrows lead', (t) => {
  t.deepEqual(
    sources().flatMap(([path, text]) => offences(path, text)),
    [],
  );
});

test('folders import one way', (t) => {
  // A folder is left when nothing that remains imports it.
  const left = new Map(ARROWS);
  for (;;) {
    const free = [...left.keys()].filter((folder) => ![...left.values()].flat().includes(folder));
    if (free.length === 0) {
      break;
    }
    free.forEach((folder) => left.delete(folder));
  }
  t.deepEqual([...left.keys()], [], 'these need each other');
  t.true(ARROWS.size > 10);
});

const planted: [path: string, line: string, expected: string | undefined][] = [
  ['src/mcp/server.ts', "import { run } from '../commands/ctx.js';", 'mcp must not import commands'],
  ['src/mcp/tools/a.ts', "const m = await import('../../commands/ctx.js');", 'mcp must not import commands'],
  ['src/commands/ctx.ts', "import { serve } from '../mcp/server.js';", 'commands must not import mcp'],
  ['src/commands/mcp-serve.ts', "const { serve } = await import('../mcp/server.js');", undefined],
  ['src/api/beadloom.ts', "export { text } from '../print/text.js';", 'api must not import print'],
  ['src/yaml/graph.ts', "import { loadNative } from '../native/load.js';", undefined],
  ['src/yaml/graph.ts', "import { Document } from 'yaml';", undefined],
  ['src/api/init.ts', "import { stringify } from 'yaml';", 'only src/yaml may use the package yaml'],
  ['src/agents/setup.ts', "text = readFileSync(path, 'utf8');", 'only src/model/reading.ts may read files'],
  ['src/yaml/files.ts', 'const bytes = await readFile(path);', 'only src/model/reading.ts may read files'],
  ['src/model/reading.ts', 'const read = readSync(file, piece);', undefined],
  ['src/yaml/graph.ts', "import { text } from '../print/text.js';", 'yaml must not import print'],
  [
    'src/commands/init.ts',
    "await writeFile('.beadloom/config.yml', text);",
    'files are written by the addon',
  ],
  ['src/yaml/files.ts', 'writeFileSync(temporary, text);', 'files are written by the addon'],
  ['src/yaml/files.ts', "import { rename } from 'node:fs/promises';", 'files are written by the addon'],
  ['src/api/bootstrap.ts', 'rmSync(folder, { recursive: true });', 'files are written by the addon'],
  ['src/mcp/server.ts', "const file = openSync(path, 'w');", 'files are written by the addon'],
  ['src/agents/setup.ts', 'writeSync(file, text);', 'files are written by the addon'],
  ['src/hooks/install.ts', 'writeFileSync(path, text);', 'files are written by the addon'],
  ['src/shell/streams.ts', 'written += writeSync(this.descriptor, bytes, written);', undefined],
  ['src/yaml/files.ts', 'check(loadNative().writeFile(place, text), path);', undefined],
  ['src/models/download.ts', 'await writeFile(part, bytes);', undefined],
  ['src/models/pull.ts', 'await writeFile(part, bytes);', 'files are written by the addon'],
  ['src/models/hub.ts', 'const response = await fetch(url);', undefined],
  ['src/api/index.ts', 'const response = await fetch(url);', 'only src/models may open connections'],
  ['src/mcp/server.ts', "import { connect } from 'node:net';", 'only src/models may open connections'],
  ['src/mcp/http.ts', "import { createServer } from 'node:http';", undefined],
  ['src/shell/editor.ts', "import { spawnSync } from 'node:child_process';", undefined],
  ['src/hooks/install.ts', "import { execFileSync } from 'node:child_process';", 'only the engine asks Git'],
  ['src/gateway/child.ts', "import spawn from 'cross-spawn';", undefined],
  ['src/gateway/upstream.ts', "import spawn from 'cross-spawn';", 'only the engine asks Git'],
  [
    'src/mcp/server.ts',
    "import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';",
    'only src/gateway/transport.ts may reach other machines',
  ],
  ['src/gateway/server.ts', "import { run } from '../commands/ctx.js';", 'gateway must not import commands'],
  ['src/mcp/server.ts', "import { Gateway } from '../gateway/gateway.js';", 'mcp must not import gateway'],
  ['src/extra/new.ts', "import { a } from '../api/error.js';", 'extra must not import api'],
  ['src/model/error.ts', "import { b } from '../api/beadloom.js';", 'model must not import api'],
  ['src/api/index.ts', "import { b } from './beadloom.js';", undefined],
];

for (const [path, line, expected] of planted) {
  test(`${expected ?? 'nothing'}: ${path}: ${line}`, (t) => {
    const found = offences(path, line);
    if (expected === undefined) {
      t.deepEqual(found, []);
    } else {
      t.true(
        found.some((offence) => offence.includes(expected)),
        found.join('\n'),
      );
    }
  });
}

test('the loader knows the platforms that are built', (t) => {
  t.deepEqual([...PLATFORMS].toSorted(), readdirSync(join(ROOT, 'npm')).toSorted());
});

test('the lock file has the packages of all platforms, not only of the one it was made on', (t) => {
  interface Entry {
    optionalDependencies?: Record<string, string>;
  }
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>;
  };
  const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter(
      (name) => !(`node_modules/${name}` in lock.packages || `${path}/node_modules/${name}` in lock.packages),
    ),
  );
  // `npm ci` refuses a lock file that lacks one.
  t.deepEqual(missing, []);
});

/** What a file does that it must not, one line each. */
function offences(path: string, text: string): string[] {
  const folder = folderOf(path);
  const allowed = ARROWS.get(folder) ?? [];
  const found: string[] = [];
  for (const [, specifier = ''] of text.matchAll(IMPORT)) {
    if (specifier === 'yaml' && folder !== 'yaml') {
      found.push(`${path}: only src/yaml may use the package yaml`);
    }
    if (!specifier.startsWith('.')) {
      continue;
    }
    const target = posix.join(posix.dirname(path), specifier);
    const to = folderOf(target);
    const may = to === folder || allowed.includes(to) || EXCEPTIONS[path]?.includes(to);
    if (target.startsWith('src/') && !may) {
      found.push(`${path}: ${folder} must not import ${to} (${specifier})`);
    }
  }
  const imported = [...text.matchAll(FS_IMPORT)].flatMap(([, names = '']) => names.split(','));
  const changing = imported.map((name) => name.trim().split(' ', 1)[0] ?? '');
  const called = [...changing.filter((name) => FS_CHANGES.test(name)), ...(text.match(WRITES) ?? [])];
  for (const name of new Set(called)) {
    if (!WRITERS[path]?.includes(name)) {
      found.push(`${path}: files are written by the addon, through src/yaml (${name})`);
    }
  }
  if (folder !== 'models' && path !== READER && READS.test(text)) {
    found.push(`${path}: only ${READER} may read files`);
  }
  if (folder !== 'models' && !LISTENS.has(path) && CONNECTS.test(text)) {
    found.push(`${path}: only src/models may open connections`);
  }
  if (path !== REACHES && REACHING.test(text)) {
    found.push(`${path}: only ${REACHES} may reach other machines`);
  }
  if (!RUNS.includes(path) && RUNNING.test(text)) {
    found.push(`${path}: only the engine asks Git, and only ${RUNS.join(' and ')} may run programs`);
  }
  return found;
}

function folderOf(path: string): string {
  const parts = path.split('/');
  return parts.length > 2 ? (parts[1] ?? '') : 'cli';
}

function sources(): [path: string, text: string][] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .toSorted()
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]);
}

/** What says again what a request says of a field: a default, or the least and the greatest value. */
const SAID_AGAIN = /\(default \d|z\.(?:int|number|enum)\(|bounds: \[/;

test('no command and no tool says bounds, choices or defaults of a request again', (t) => {
  t.regex("help: 'steps to follow (default 3)'", SAID_AGAIN);
  t.regex('depth: z.int().min(0)', SAID_AGAIN);
  for (const folder of ['src/commands', 'src/mcp/tools']) {
    for (const name of readdirSync(join(ROOT, folder))) {
      const path = posix.join(folder, name);
      const found = SAID_AGAIN.exec(readFileSync(join(ROOT, path), 'utf8'))?.[0];
      t.is(found, undefined, path);
    }
  }
});

/** An assertion about time that has gone by, in a test in Rust or TypeScript. */
const DURATION =
  /\b(?:assert(?:_eq|_ne)?!\((?:[^;]|;\s*\d)*?\.elapsed\(\)|t\.(?:true|false|is|assert|deepEqual)\([^;]*?(?:performance\.now|Date\.now)\(\) -)/;

test('no test asserts a duration', (t) => {
  t.regex('assert!(start.elapsed() < Duration::from_secs(10), "slow");', DURATION);
  t.regex("t.true(performance.now() - began < 1000, 'slow');", DURATION);
  t.notRegex('assert!(found);\nlet took = start.elapsed();', DURATION);
  const tests = [
    ...readdirSync(join(ROOT, 'crates'))
      .map((name) => `crates/${name}/tests`)
      .filter((folder) => existsSync(join(ROOT, folder))),
    '__test__',
  ].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:rs|ts)$/.test(name) && name !== 'house.spec.ts')
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  t.true(tests.length > 100);
  t.deepEqual(
    tests.filter((path) => DURATION.test(readFileSync(join(ROOT, path), 'utf8'))),
    [],
  );
});
