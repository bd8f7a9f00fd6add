// `npm run gateway:servers [-- --keep --write]`: eight public MCP servers that need no network, of npm and PyPI, old and new, behind one
// gateway, driven by real clients of both eras through a long script: lists, searches, calls, progress, cancelling, resources,
// prompts, a server that is killed, a gateway that is killed. Prints what was done and what came of it, then figures and `gateway
// stats`; `--write` puts that into docs/internals/GATEWAY-SERVERS.md. A server that cannot be installed here is named and left out; with fewer than six it fails.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { cacheFolder } from '../scripts/lib/cache.mjs';
import { ensureAddon, ensureShell } from '../scripts/lib/ensure.mjs';
import { replaceBetween } from '../scripts/lib/generated.mjs';
import { Failure, heading, npm, root, script } from '../scripts/lib/process.mjs';

/** Of npm: what a server is called here, its package, and its version. The oldest of them is from the first weeks of the protocol. */
const NPM = {
  files: ['@modelcontextprotocol/server-filesystem', '2026.8.31'],
  oldfiles: ['@modelcontextprotocol/server-filesystem', '0.5.1'],
  memory: ['@modelcontextprotocol/server-memory', '2026.8.31'],
  thinking: ['@modelcontextprotocol/server-sequential-thinking', '2026.8.31'],
  everything: ['@modelcontextprotocol/server-everything', '2026.8.31'],
};

const PYPI = {
  time: ['mcp-server-time', '2026.10.19'],
  git: ['mcp-server-git', '2026.10.19'],
  // With a library of its time: it does not start with those of today.
  sqlite: ['mcp-server-sqlite', '2025.4.25', 'mcp==1.9.4', 'pydantic==2.10.6'],
};

const LEAST = 6;
const CLI = join(root, 'dist', 'cli.js');

/** The servers that can be had here: the command of each. */
function installed() {
  const folder = join(cacheFolder(), 'gateway-servers');
  mkdirSync(folder, { recursive: true });
  const found = {};
  for (const [name, [id, version]] of Object.entries(NPM)) {
    const at = join(folder, `${name}-${version}`);
    if (!existsSync(join(at, 'complete'))) {
      mkdirSync(at, { recursive: true });
      writeFileSync(join(at, 'package.json'), '{"private":true}');
      const [program, args] = npm('install', '--no-audit', '--no-fund', '--prefix', at, `${id}@${version}`);
      const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: at });
      if (status !== 0) {
        console.log(`left out  ${id}@${version}: ${stderr.trim().split('\n')[0]}`);
        continue;
      }
      writeFileSync(join(at, 'complete'), '');
    }
    const manifest = JSON.parse(readFileSync(join(at, 'node_modules', id, 'package.json'), 'utf8'));
    const bin = typeof manifest.bin === 'string' ? manifest.bin : Object.values(manifest.bin)[0];
    found[name] = {
      command: process.execPath,
      args: [join(at, 'node_modules', id, bin)],
      from: `${id} ${version}`,
    };
  }
  for (const [name, [id, version, ...besides]] of Object.entries(PYPI)) {
    const at = join(folder, `${name}-${version}`);
    const bin = join(at, process.platform === 'win32' ? 'Scripts' : 'bin');
    if (!existsSync(join(at, 'complete'))) {
      rmSync(at, { recursive: true, force: true });
      const made = spawnSync('python3', ['-m', 'venv', at], { encoding: 'utf8' });
      const got =
        made.status === 0
          ? spawnSync(join(bin, 'pip'), ['install', '--quiet', `${id}==${version}`, ...besides], {
              encoding: 'utf8',
            })
          : made;
      if (got.status !== 0) {
        console.log(
          `left out  ${id}==${version}: ${(got.stderr ?? String(got.error)).trim().split('\n')[0]}`,
        );
        continue;
      }
      writeFileSync(join(at, 'complete'), '');
    }
    found[name] = { command: join(bin, id), args: [], from: `${id} ${version}` };
  }
  const count = Object.keys(found).length;
  if (count < LEAST) throw new Failure(`${count} servers can be had here, and ${LEAST} are needed`);
  return found;
}

/** A project with a repository, a database and files for the servers, and the gateway before them. */
function prepared(place, servers) {
  const project = join(place, 'project');
  mkdirSync(join(project, '.beadloom'), { recursive: true });
  writeFileSync(join(project, 'README.md'), '# A project\n\nIt has a file.\n');
  writeFileSync(join(project, 'large.txt'), Array.from({ length: 20_000 }, (_, n) => `line ${n}`).join('\n'));
  const git = (...args) => spawnSync('git', args, { cwd: project, encoding: 'utf8' });
  git('init', '--quiet');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'add', 'README.md');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'Begin');
  const more = {
    files: [project],
    oldfiles: [project],
    git: ['--repository', project],
    sqlite: ['--db-path', join(place, 'data.db')],
    time: ['--local-timezone', 'UTC'],
    everything: ['stdio'],
  };
  const entries = Object.entries(servers).map(([name, { command, args }]) => [
    name,
    {
      command,
      args: [...args, ...(more[name] ?? [])],
      ...(name === 'memory' && { env: { MEMORY_FILE_PATH: join(place, 'memory.jsonl') } }),
    },
  ]);
  writeFileSync(
    join(project, '.beadloom', 'gateway.yml'),
    JSON.stringify({ audit: 'names', servers: Object.fromEntries(entries) }),
  );
  console.log(
    `servers: ${Object.values(servers)
      .map(({ from }) => from)
      .join(', ')}`,
  );
  return project;
}

function beadloom(project, args) {
  return spawnSync(process.execPath, [CLI, ...args], { cwd: project, encoding: 'utf8' });
}

/** Does things with clients, one line for each, and counts. */
class Drive {
  failed = [];
  /** What was said, as it stands in the page. */
  said = [];
  times = [];
  steps = 0;

  constructor(project) {
    this.project = project;
  }

  /** A client of an era, with what ends it. */
  async client(era, mode) {
    const server = {
      command: process.execPath,
      args: [CLI, 'gateway', 'serve', '--mode', mode],
      cwd: this.project,
      env: process.env,
      stderr: 'ignore',
    };
    const identity = { name: `bench-${era}`, version: '1.0.0' };
    const began = performance.now();
    const client =
      era === 'modern'
        ? new ModernClient(identity, { versionNegotiation: { mode: 'auto' } })
        : new OlderClient(identity);
    const transport = era === 'modern' ? new ModernTransport(server) : new OlderTransport(server);
    await client.connect(transport);
    this.say(`connected in ${Math.round(performance.now() - began)} ms`);
    return { client, pid: transport.pid };
  }

  /** A line of the transcript, without where the project lies. */
  say(line) {
    console.log(line);
    this.said.push(line.replaceAll(this.project, 'PROJECT'));
  }

  title(what) {
    heading(what);
    this.said.push('', what, '');
  }

  /** One step: what it is, how it is done, and what must be true of what comes of it. */
  async step(what, work, check = () => true) {
    this.steps += 1;
    const began = performance.now();
    let said;
    let right = false;
    try {
      const result = await work();
      right = check(result) === true;
      said = short(result);
    } catch (error) {
      said = `${error.name}: ${error.message}`.slice(0, 120);
      right = check(error) === true;
    }
    const ms = performance.now() - began;
    this.times.push(ms);
    if (!right) this.failed.push(what);
    this.say(`${right ? 'passed' : 'FAILED'}  ${what}  ${Math.round(ms)} ms  ${said}`);
  }

  figures() {
    const sorted = this.times.toSorted((a, b) => a - b);
    const at = (part) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]);
    this.say(`${this.steps} steps, ${this.failed.length} failed; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  }
}

function short(result) {
  const text =
    result?.content?.map((item) => item.text ?? `<${item.type}>`).join(' ') ?? JSON.stringify(result);
  return String(text).replaceAll(/\s+/g, ' ').slice(0, 100);
}

const saying = (pattern) => (result) =>
  result?.isError !== true && pattern.test(result?.content?.map(({ text }) => text ?? '').join('\n') ?? '');

/** Calls of each server: what is asked, and what the answer says. */
const CALLS = {
  files: [
    ['list_directory', ({ project }) => ({ path: project }), /README\.md/],
    ['read_text_file', ({ project }) => ({ path: join(project, 'README.md') }), /It has a file/],
    ['write_file', ({ project }) => ({ path: join(project, 'new.txt'), content: 'new' }), /new\.txt/],
  ],
  oldfiles: [
    ['read_file', ({ project }) => ({ path: join(project, 'README.md') }), /It has a file/],
    ['list_directory', ({ project }) => ({ path: project }), /new\.txt/],
  ],
  memory: [
    [
      'create_entities',
      () => ({ entities: [{ name: 'gateway', entityType: 'part', observations: ['it relays'] }] }),
      /gateway|\[\]/,
    ],
    ['search_nodes', () => ({ query: 'gateway' }), /it relays/],
  ],
  thinking: [
    [
      'sequentialthinking',
      () => ({ thought: 'one', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }),
      /thoughtNumber/,
    ],
  ],
  everything: [
    ['echo', () => ({ message: 'hello' }), /hello/],
    ['get-sum', () => ({ a: 2, b: 3 }), /5/],
  ],
  time: [
    ['get_current_time', () => ({ timezone: 'UTC' }), /UTC/],
    [
      'convert_time',
      () => ({ source_timezone: 'UTC', time: '12:00', target_timezone: 'Asia/Tokyo' }),
      /21:00/,
    ],
  ],
  git: [
    ['git_status', ({ project }) => ({ repo_path: project }), /branch/],
    ['git_log', ({ project }) => ({ repo_path: project }), /Begin/],
  ],
  sqlite: [
    ['write_query', () => ({ query: 'CREATE TABLE IF NOT EXISTS t (a INTEGER)' }), /./],
    ['write_query', () => ({ query: 'INSERT INTO t VALUES (42)' }), /affected|1/],
    ['read_query', () => ({ query: 'SELECT a FROM t' }), /42/],
  ],
};

async function everything(drive, era, servers) {
  const { client } = await drive.client(era, 'all');
  const call = (name, args, options) =>
    era === 'modern'
      ? client.callTool({ name, arguments: args }, options)
      : client.callTool({ name, arguments: args }, undefined, options);
  try {
    let tools = [];
    await drive.step(
      'tools of every server are listed',
      async () => {
        ({ tools } = await client.listTools());
        return { tools: tools.length };
      },
      () => Object.keys(servers).every((name) => tools.some((tool) => tool.name.startsWith(`${name}__`))),
    );
    for (const name of Object.keys(servers)) {
      for (const [tool, args, says] of CALLS[name]) {
        await drive.step(`${name}__${tool}`, () => call(`${name}__${tool}`, args(drive)), saying(says));
      }
    }
    await drive.step(
      'a file outside of what it may read is refused by its server',
      () => call('files__read_text_file', { path: '/etc/hostname' }),
      (result) => result.isError === true,
    );
    const steps = [];
    await drive.step(
      'progress comes through',
      () =>
        call(
          'everything__trigger-long-running-operation',
          { duration: 1, steps: 4 },
          { onprogress: (progress) => steps.push(progress.progress) },
        ),
      () => steps.length >= 3,
    );
    await drive.step(
      'a call that is cancelled ends, and the server goes on',
      async () => {
        const abort = new AbortController();
        const long = call(
          'everything__trigger-long-running-operation',
          { duration: 60, steps: 60 },
          { signal: abort.signal },
        );
        setTimeout(() => abort.abort(), 300);
        const ended = await long.then(
          () => false,
          () => true,
        );
        return { ended, after: await call('everything__echo', { message: 'still here' }) };
      },
      ({ ended, after }) => ended === true && saying(/still here/)(after),
    );
    await drive.step(
      'an image comes through',
      () => call('everything__get-tiny-image', {}),
      ({ content }) => content.some(({ type }) => type === 'image'),
    );
    let resources = [];
    await drive.step(
      'resources are listed and read',
      async () => {
        ({ resources } = await client.listResources());
        const { contents } = await client.readResource({ uri: resources[0].uri });
        return { resources: resources.length, contents: contents.length };
      },
      (result) => result.contents > 0,
    );
    await drive.step(
      'prompts are listed and filled in',
      async () => {
        const { prompts } = await client.listPrompts();
        const simple = prompts.find(({ arguments: args = [] }) => args.every(({ required }) => !required));
        const { messages } = await client.getPrompt({ name: simple.name, arguments: {} });
        return { prompts: prompts.length, messages: messages.length };
      },
      (result) => result.messages > 0,
    );
  } finally {
    await client.close();
  }
}

async function searching(drive) {
  const { client } = await drive.client('modern', 'search');
  const call = (name, args) => client.callTool({ name, arguments: args });
  try {
    await drive.step(
      'the list has the means to search, and nothing else',
      async () => ({ tools: (await client.listTools()).tools.map(({ name }) => name) }),
      ({ tools }) => tools.includes('search_tools') && tools.length < 8,
    );
    for (const [query, tool] of [
      ['what time is it', 'time__get_current_time'],
      ['show the commit logs', 'git__git_log'],
      ['run a query on the database', 'sqlite__read_query'],
      ['read a file', 'files__read_text_file'],
      ['add two numbers', 'everything__get-sum'],
    ]) {
      await drive.step(
        `"${query}" finds ${tool}`,
        () => call('search_tools', { queries: [query] }),
        ({ structuredContent }) => structuredContent?.results?.some(({ name }) => name === tool) === true,
      );
    }
    await drive.step(
      'call_tool says which argument is wrong, and sends nothing',
      () => call('call_tool', { name: 'everything__get-sum', arguments: { a: 1 } }),
      (result) => result.isError === true && /b/.test(result.content[0].text),
    );
    let handle = '';
    await drive.step(
      'a long result is cut, and kept',
      () =>
        call('call_tool', {
          name: 'files__read_text_file',
          arguments: { path: join(drive.project, 'large.txt') },
          result: { limit: 1_000 },
        }),
      ({ content }) => {
        handle = /"handle":"([^"]+)"/.exec(content.at(-1).text)?.[1] ?? '';
        return handle !== '' && content[0].text.length <= 1_000;
      },
    );
    await drive.step(
      'and read on',
      () => call('read_result', { handle, offset: 100_000, limit: 50 }),
      saying(/line \d+/),
    );
    await drive.step(
      'fields of a result are chosen',
      () =>
        call('call_tool', {
          name: 'memory__read_graph',
          arguments: {},
          result: { fields: ['entities[].name'] },
        }),
      (result) => saying(/gateway/)(result) && !/it relays/.test(short(result)),
    );
  } finally {
    await client.close();
  }
}

async function together(drive) {
  const { client } = await drive.client('modern', 'all');
  try {
    const one = (n) =>
      client
        .callTool({ name: 'everything__get-sum', arguments: { a: n, b: 1 } })
        .then(saying(new RegExp(`${n + 1}`)));
    await drive.step(
      '200 calls at once are answered, each with its own answer',
      async () => ({
        right: (await Promise.all(Array.from({ length: 200 }, (_, n) => one(n)))).filter(Boolean).length,
      }),
      ({ right }) => right === 200,
    );
  } finally {
    await client.close();
  }
}

async function killed(drive, servers) {
  const { client, pid } = await drive.client('modern', 'all');
  const call = (name, args) => client.callTool({ name, arguments: args });
  for (const name of Object.keys(servers)) {
    const [tool, args] = CALLS[name].at(-1);
    await call(`${name}__${tool}`, args(drive));
  }
  const children = childrenOf(pid);
  await drive.step(
    'a server that is killed is started again, and the others go on',
    async () => {
      const target = children.find(({ command }) => command.includes('server-everything'));
      process.kill(target.pid, 'SIGKILL');
      const other = await call('thinking__sequentialthinking', CALLS.thinking[0][1]());
      let again;
      for (let attempt = 0; attempt < 20; attempt++) {
        again = await call('everything__echo', { message: 'again' });
        if (again.isError !== true) break;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      return { other, again };
    },
    ({ other, again }) => saying(/thoughtNumber/)(other) && saying(/again/)(again),
  );
  if (process.platform !== 'win32') {
    const all = childrenOf(pid);
    await drive.step(
      `a gateway that is killed takes its ${all.length} processes with it`,
      async () => {
        process.kill(pid, 'SIGKILL');
        for (let attempt = 0; attempt < 100 && all.some(lives); attempt++) {
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        return { left: all.filter(lives).map(({ command }) => command) };
      },
      ({ left }) => left.length === 0 && all.length >= Object.keys(servers).length,
    );
  }
  await client.close().catch(() => {});
  const after = await drive.client('older', 'all');
  await drive.step(
    'the next gateway lists at once what the killed one knew',
    async () => ({ tools: (await after.client.listTools()).tools.length }),
    ({ tools }) => tools > 20,
  );
  await after.client.close();
}

/** Processes below one, at any depth. */
function childrenOf(pid) {
  const rows = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter(Boolean)
    .map(([, one, parent, state, command]) => ({ pid: Number(one), parent: Number(parent), state, command }));
  const found = [];
  const add = (parent) =>
    rows
      .filter((row) => row.parent === parent && !row.state.startsWith('Z'))
      .forEach((row) => {
        found.push(row);
        add(row.pid);
      });
  add(pid);
  return found;
}

function lives({ pid }) {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}

/** Puts the transcript into the page. */
function write({ said }) {
  const page = join(root, 'docs', 'internals', 'GATEWAY-SERVERS.md');
  const body = ['```text', ...said.slice(1), '```'].join('\n');
  writeFileSync(page, replaceBetween(readFileSync(page, 'utf8'), 'run', body));
}

await script(async (argv) => {
  const { values } = parseArgs({
    args: argv,
    options: { keep: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
  });
  ensureAddon();
  ensureShell();
  const servers = installed();
  const place = mkdtempSync(join(tmpdir(), 'beadloom-gateway-'));
  try {
    const project = prepared(place, servers);
    const drive = new Drive(project);
    for (const era of ['modern', 'older']) {
      drive.title(`a client of the ${era} era, everything listed`);
      await everything(drive, era, servers);
    }
    drive.title('calls side by side');
    await together(drive);
    drive.title('what is killed');
    await killed(drive, servers);
    drive.title('a client that searches');
    await searching(drive);
    drive.title('figures');
    drive.figures();
    drive.title('beadloom gateway stats');
    drive.say(beadloom(project, ['gateway', 'stats']).stdout.trimEnd());
    if (values.write) write(drive);
    if (drive.failed.length > 0) throw new Failure(`failed: ${drive.failed.join('; ')}`);
  } finally {
    if (!values.keep) rmSync(place, { recursive: true, force: true });
  }
});
