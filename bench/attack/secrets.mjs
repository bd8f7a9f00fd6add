// Secrets in every form, pushed through everything that keeps what people, agents and servers write: none may be found in any file
// afterwards. And pairs of facts that differ in one thing: both must still be there.

import { spawn } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Random, run } from './lib.mjs';

/** The forms that the detector is tested with: `{b62:20}` are drawn characters, `{=text}` is text. */
const FORMS = fileURLToPath(new URL('../../crates/beadloom-screening/tests/it/data/', import.meta.url));

/** A server that says what it is told. */
const ECHO = fileURLToPath(new URL('../../__test__/fixtures/gateway/old.mjs', import.meta.url));

/** Milliseconds after which a server that does not answer is taken for dead. Machines are busy. */
const PATIENCE = 120_000;

/** Characters of what is looked for in files: shorter runs are in some file by chance. */
const LEAST = 10;

/** Letters by the names that forms have for them. */
const LETTERS = {
  hex: 'abcdef',
  b62: 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ',
  b64: 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ',
  b64w: 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ',
  b36: 'abcdefghjkmnpqrstuvwxyz',
  b32: 'ABCDEFGHJKMNPQRSTUVWXYZ',
  up: 'ABCDEFGHJKMNPQRSTUVWXYZ',
  lower: 'abcdefghjkmnpqrstuvwxyz',
  dig: '123456789',
};

export default {
  name: 'secrets',
  about:
    'Secrets in every form, in memories, imports, calls over MCP and through the gateway, and looked for in every file; facts that differ in one thing',
  unit: 'texts',
  counts: { short: 60, long: 2400 },

  /** @param {import('./lib.mjs').Setting} setting */
  async run({ count, seed, scratch, cli, log }) {
    const random = new Random(seed);
    const root = join(scratch, 'project');
    const user = join(scratch, 'user');
    mkdirSync(join(root, '.beadloom'), { recursive: true });
    writeFileSync(join(root, 'a.py'), 'def pay(invoice):\n    return invoice\n');
    const env = homes(user);
    const forms = ['forms-a.txt', 'forms-b.txt']
      .flatMap((name) => readFileSync(join(FORMS, name), 'utf8').split('\n'))
      .filter((form) => /\{(?!=)\w+(?::\d+)?\}/.test(form));
    /** @type {string[]} */
    const failures = [];
    const planted = new Map();
    const plant = () => {
      const one = filled(random.pick(forms), random);
      if (one.value.length >= LEAST) planted.set(one.value, one.text);
      return one.text;
    };
    const share = Math.ceil(count / 4);
    const pairs = await overMcp(cli, root, env, { random, share, plant, failures });
    log(`${share} texts and ${pairs} pairs of facts over MCP`);
    await byCommand(cli, root, join(scratch, 'given'), env, { random, times: Math.ceil(share / 8), plant });
    await throughGateway(cli, root, env, { share, plant, failures });
    const before = planted.size;
    let files = 0;
    for (const file of filesOf([join(root, '.beadloom'), user])) {
      if (file.endsWith('gateway.yml')) continue;
      files++;
      const bytes = readFileSync(file);
      for (const [value, text] of planted) {
        if (!bytes.includes(value)) continue;
        failures.push(`seed ${seed}: ${file.slice(scratch.length)} has ${value} of ${JSON.stringify(text)}`);
        planted.delete(value);
      }
    }
    log(`${before} secrets looked for in ${files} files`);
    if (before === 0 || files < 3)
      failures.push(`seed ${seed}: ${before} secrets and ${files} files prove nothing`);
    return { tried: count, failures, skipped: [] };
  },
};

/** Folders of a user of its own. */
function homes(user) {
  const env = { HOME: user, USERPROFILE: user, CI: undefined };
  for (const [name, folder] of [
    ['XDG_CACHE_HOME', 'cache'],
    ['XDG_DATA_HOME', 'data'],
    ['XDG_CONFIG_HOME', 'config'],
    ['XDG_STATE_HOME', 'state'],
    ['XDG_RUNTIME_DIR', 'run'],
  ]) {
    env[name] = join(user, folder);
    mkdirSync(env[name], { recursive: true, mode: 0o700 });
  }
  return env;
}

/** A form with drawn characters in its places, and the longest of what was drawn. Every fourth is a digit, as about that many are. */
function filled(form, random) {
  let value = '';
  const drawnOf = (letters, length) =>
    Array.from({ length }, (_, at) =>
      at % 4 === 2 ? 1 + random.below(9) : letters[random.below(letters.length)],
    ).join('');
  const uuid = () =>
    [8, 4, 3, 3, 12].map((length, at) => ['', '', '4', 'a', ''][at] + drawnOf(LETTERS.hex, length)).join('-');
  const text = form.replaceAll(/\{(=)?(\w+|[^{}]*)(?::(\d+))?\}/g, (whole, fixed, kind, length) => {
    if (fixed !== undefined) return whole.slice(2, -1);
    const drawn =
      kind === 'uuid'
        ? uuid()
        : kind === 'pw' || kind === 'pwu'
          ? `${random.pick(['hunter', 'Winter', 'tiger', 'Sommer'])}${drawnOf(LETTERS.b62, 6)}7`
          : kind in LETTERS
            ? drawnOf(LETTERS[kind], Number(length))
            : undefined;
    if (drawn === undefined) return whole;
    if (drawn.length > value.length) value = drawn;
    return drawn;
  });
  return { text: text.replaceAll(String.raw`\n`, '\n'), value };
}

/** Two facts that differ in one thing. */
function distinct(random, at) {
  const one = 1 + random.below(40);
  const two = one + 1 + random.below(40);
  const numbered = random.pick([
    (/** @type {number} */ n) => `the backups of shop${at} are written to host${n + 10}`,
    (n) => `the build ${n + 10} of lane${at} is broken`,
    (n) => `sessions of app${at} are kept in db-eu-${n}`,
    (n) => `the metrics of svc${at} listen on :80${n + 10}`,
    (n) => `the parser of part${at} is in src/p${n}/parse.rs`,
  ]);
  return random.pick([
    [numbered(one), numbered(two)],
    [`lane${at} deploys before the release`, `lane${at} deploys after the release`],
    [`jobs of lane${at} must be retried`, `jobs of lane${at} may be retried`],
    [`the pool${at} calls the cache`, `the cache calls the pool${at}`],
    [`Sicherungen von shop${at} liegen auf host${one}`, `Sicherungen von shop${at} liegen auf host${two}`],
  ]);
}

async function overMcp(cli, root, env, { random, share, plant, failures }) {
  const server = await session(cli, ['mcp-serve'], root, env);
  const call = (name, args) => server.ask('tools/call', { name, arguments: args });
  for (let sent = 0; sent < share; sent++) {
    const text = plant();
    const place = random.below(3);
    const given =
      place === 0
        ? { content: text }
        : place === 1
          ? { content: `a note ${sent} with its reason`, why: text }
          : { content: `a note ${sent} with its place`, evidence: [text.slice(0, 500)] };
    await call('remember', given);
    if (random.below(4) === 0) await call('recall', { query: plant() });
  }
  const pairs = Math.ceil(share / 3);
  const facts = Array.from({ length: pairs }, (_, at) => distinct(random, at)).flat();
  for (const content of facts) {
    const { result } = await call('remember', { content });
    if (result?.isError === true) failures.push(`${JSON.stringify(content)} was not kept`);
  }
  await server.end();
  const { stdout } = await run(cli, ['memories', 'list', '--json'], { cwd: root, env, timeoutMs: PATIENCE });
  const kept = new Map(JSON.parse(stdout).memories.map((one) => [one.content, one]));
  for (const content of facts) {
    const one = kept.get(content);
    if (one === undefined || one.superseded_by !== null) {
      failures.push(`${JSON.stringify(content)} is gone, or another fact stands in its place`);
    }
  }
  return pairs;
}

/** The same by the command line, and as lines of an import, with secrets where only an import has a place for them. */
async function byCommand(cli, root, given, env, { random, times, plant }) {
  mkdirSync(given, { recursive: true });
  for (let at = 0; at < times; at++) {
    await run(cli, ['remember', '--', plant()], { cwd: root, env, timeoutMs: PATIENCE });
    const line = { id: `mem-import${at}`, content: `an import ${at}`, created_at: '2026-01-31T00:00:00Z' };
    const text = plant();
    const more = random.pick([
      { why: text },
      { history: [{ content: text, until: '2026-01-31T00:00:00Z' }] },
      { later: { text } },
      { content: text },
    ]);
    const file = join(given, `${at}.jsonl`);
    writeFileSync(file, `${JSON.stringify({ ...line, ...more })}\n`);
    await run(cli, ['memories', 'import', file], { cwd: root, env, timeoutMs: PATIENCE });
  }
}

/** As queries and as arguments of calls: what is learned of them, and the log of calls with values. */
async function throughGateway(cli, root, env, { share, plant, failures }) {
  const echo = { command: process.execPath, args: [ECHO], env: { FIXTURE: '{}' } };
  writeFileSync(
    join(root, '.beadloom/gateway.yml'),
    JSON.stringify({ privacy: 'text', audit: 'values', servers: { work: echo } }),
  );
  const server = await session(cli, ['gateway', 'serve'], root, env);
  const call = (name, args) => server.ask('tools/call', { name, arguments: args });
  let called = 0;
  for (let sent = 0; sent < share; sent++) {
    const found = await call('search_tools', { query: `echo a text, ${plant()}` });
    const context = found.result?.structuredContent?.context_id;
    const given = { name: 'work__echo', arguments: { text: plant() }, context_id: context };
    const { result } = await call('call_tool', given);
    called += result?.isError === true || result === undefined ? 0 : 1;
  }
  await server.end();
  const log = join(root, '.beadloom/gateway/audit.jsonl');
  if (called === 0 || !existsSync(log))
    failures.push(`the gateway relayed ${called} calls, and ${log} proves nothing`);
}

/** A client of a server over stdio. */
async function session(cli, args, cwd, env) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map();
  let rest = '';
  let last = 0;
  child.stdin.on('error', () => {});
  child.setMaxListeners(0);
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { id, ...answer } = JSON.parse(line);
      waiting.get(id)?.(answer);
      waiting.delete(id);
    }
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const write = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      const timer = setTimeout(() => reject(new Error(`${args[0]} did not answer ${method}`)), PATIENCE);
      waiting.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      child.once('close', () => {
        clearTimeout(timer);
        reject(new Error(`${args[0]} ended`));
      });
      write({ id, method, params });
    });
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'attack', version: '1' },
  });
  write({ method: 'notifications/initialized' });
  return {
    ask,
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}

/** Every regular file below folders. */
function filesOf(folders) {
  const found = [];
  const visit = (/** @type {string} */ path) => {
    const stat = lstatSync(path);
    if (stat.isFile()) found.push(path);
    else if (stat.isDirectory())
      readdirSync(path)
        .toSorted()
        .forEach((name) => visit(join(path, name)));
  };
  folders.filter((folder) => existsSync(folder)).forEach(visit);
  return found;
}
