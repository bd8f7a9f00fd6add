// Arguments as clients send them, and servers behind the gateway that are broken or hostile beside one that is neither.
// What a strict client gets, one that writes null, "5" and other words gets too; the good server is always listed and called.

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { Random } from './lib.mjs';

const FIXTURE = fileURLToPath(new URL('../../__test__/fixtures/shop', import.meta.url));

/** Milliseconds after which a server that does not answer is taken for dead. Machines are busy. */
const PATIENCE = 120_000;

/** Calls between two starts of a gateway with other servers behind it. */
const ROUND = 20;

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Calls of tools as they are meant. */
const CALLS = [
  ['explore_codebase', { question: 'how is an order paid', budget: 1000, max_chunks: 3 }],
  ['explore_codebase', { ref: ['src/'] }],
  ['search_code', { query: 'order', limit: 5 }],
  ['grep_code', { text: 'def', ignore_case: true, limit: 3, context: 1 }],
  ['find_references', { symbol: 'charge', limit: 5 }],
  ['analyze_impact', { ref_id: 'billing', depth: 2 }],
  ['next_file', { task: 'pay an order', exclude: ['src/x.py'] }],
  ['recall', { query: 'orders', limit: 3, tag: ['a'] }],
  ['list_architecture_nodes', {}],
  ['sync_check', {}],
  ['codebase_overview', {}],
];

/** Other words for an argument. */
const WORDS = {
  question: ['query', 'task', 'q', 'prompt', 'text'],
  query: ['question', 'text', 'q', 'search'],
  task: ['question', 'query', 'prompt'],
  symbol: ['name', 'query', 'ref'],
  ref_id: ['ref', 'node', 'path', 'symbol'],
};

export default {
  name: 'clients',
  about:
    'Arguments as clients send them, to all tools, and hostile servers behind the gateway next to a good one',
  unit: 'calls',
  counts: { short: 40, long: 3000 },

  /** @param {import('./lib.mjs').Setting} setting */
  async run({ count, seed, scratch, cli, log }) {
    const random = new Random(seed);
    /** @type {string[]} */
    const failures = [];
    const root = join(scratch, 'project');
    cpSync(FIXTURE, root, { recursive: true });
    mkdirSync(join(root, '.git'), { recursive: true });
    mkdirSync(join(root, '.beadloom'), { recursive: true });
    writeFileSync(join(root, '.beadloom/config.yml'), 'mcp: {timeout_ms: 600000}\n');
    const own = Math.ceil(count / 2);
    await toServer(cli, root, random, own, failures, seed);
    log(`${own} to the MCP server`);
    for (let done = own, round = 0; done < count; done += ROUND, round++) {
      // oxlint-disable-next-line no-await-in-loop -- one gateway at a time
      await toGateway(
        cli,
        join(scratch, `gateway-${round}`),
        random,
        Math.min(ROUND, count - done),
        failures,
        seed,
      );
    }
    return { tried: count, failures, skipped: [] };
  },
};

async function toServer(cli, root, random, count, failures, seed) {
  const server = await started(cli, root, ['mcp-serve', '--structured']);
  const { tools } = await server.ask('tools/list', {});
  try {
    for (let at = 0; at < count; at++) {
      const [name, strict] = random.pick(CALLS);
      const { properties } = tools.find((tool) => tool.name === name).inputSchema;
      const loose = loosened(random, strict, properties ?? {});
      const [wanted, got] = [
        await server.ask('tools/call', { name, arguments: strict }),
        await server.ask('tools/call', { name, arguments: loose }),
      ];
      if ((wanted.isError ?? false) !== (got.isError ?? false)) {
        failures.push(
          `seed ${seed}: ${name} ${JSON.stringify(loose)}: ${got.content[0]?.text.slice(0, 300)}`,
        );
      }
    }
  } catch (error) {
    failures.push(`seed ${seed}: the MCP server: ${error.message}`);
  } finally {
    server.kill();
  }
}

/** The same arguments as a client may write them. */
function loosened(random, strict, properties) {
  const loose = {};
  for (const [key, value] of Object.entries(strict)) {
    const others = (WORDS[key] ?? []).filter((word) => !(word in properties) && !(word in strict));
    const name = others.length > 0 && random.below(3) === 0 ? random.pick(others) : key;
    loose[name] = otherwise(random, value);
  }
  for (const [key, schema] of Object.entries(properties)) {
    if (key in strict || random.below(2) === 0) continue;
    const isText = schema.type === 'string' && schema.enum === undefined;
    loose[key] = isText && random.below(3) === 0 ? '' : null;
  }
  return loose;
}

function otherwise(random, value) {
  if (random.below(2) === 0) return value;
  if (typeof value === 'number') return random.pick([String(value), `${value}.0`, ` ${value} `]);
  if (typeof value === 'boolean') return random.pick([String(value), value ? 'True' : 'FALSE']);
  if (Array.isArray(value))
    return random.pick([JSON.stringify(value), value.length === 1 ? value[0] : value]);
  return value;
}

/** A server in a few lines: what it lists and does follows from its one argument. */
const SERVER = `
import { createInterface } from 'node:readline';
const { kind, seed } = JSON.parse(process.argv[2]);
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const nested = (depth) => '{"type":"object","properties":{"a":'.repeat(depth) + '{}' + '}}'.repeat(depth);
const plain = (name, schema = { type: 'object', properties: {} }) => ({ name, description: 'Does ' + name, inputSchema: schema });
const GOOD = [plain('add', { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' }, c: { type: 'string' }, in: { type: 'object', properties: { d: { type: 'integer' } } } }, required: ['a', 'b'], additionalProperties: false })];
const ODD = ['a.b', 'a/b', 'a b', 'x'.repeat(200), 'größe', '検索', '\\u0000', '', '__proto__', 'constructor', 'good__add', 'add', '\\ud800', '-', '💥'].map((name) => plain(name));
const lists = { good: GOOD, odd: ODD, deep: GOOD, many: Array.from({ length: 5000 }, (_, at) => plain('t' + at)) };
if (kind === 'ends') process.exit(seed % 5);
if (kind === 'floods') { const go = () => { while (process.stdout.write('noise '.repeat(500) + '\\n')); process.stdout.once('drain', go); }; go(); }
if (kind === 'tells') setInterval(() => { for (let at = 0; at < 200; at++) say({ method: 'notifications/tools/list_changed' }); }, 5);
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || kind === 'silent' || kind === 'floods') return;
  if (method === 'initialize') return say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {}, ...(kind === 'stuck' && { prompts: {} }) }, serverInfo: { name: kind, version: '1' } } });
  if (kind === 'begins' || (kind === 'stuck' && method === 'prompts/list')) return;
  if (method === 'tools/list' && kind === 'deep') {
    const deep = [101, 150, 3000, 20000].map((depth) => '{"name":"d' + depth + '","description":"x","inputSchema":' + nested(depth) + '}');
    return process.stdout.write('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',"result":{"tools":[' + [...deep, JSON.stringify(GOOD[0])].join(',') + ']}}\\n');
  }
  if (method === 'tools/list') return say({ id, result: { tools: lists[kind] ?? GOOD } });
  if (method === 'tools/call' && params.name === 'add') return say({ id, result: { content: [{ type: 'text', text: String(params.arguments.a + params.arguments.b) }] } });
  say({ id, error: { code: -32601, message: 'no' } });
});
`;

const KINDS = ['silent', 'begins', 'ends', 'floods', 'tells', 'odd', 'deep', 'many', 'stuck'];

async function toGateway(cli, root, random, count, failures, seed) {
  mkdirSync(join(root, '.beadloom'), { recursive: true });
  const script = join(root, 'server.mjs');
  writeFileSync(script, SERVER);
  const kinds = KINDS.filter(() => random.below(3) > 0);
  const entry = (kind) => ({
    command: process.execPath,
    args: [script, JSON.stringify({ kind, seed: random.below(1000) })],
  });
  const mode = random.pick(['all', 'search']);
  const servers = Object.fromEntries([...kinds, 'good'].map((kind) => [kind, entry(kind)]));
  // Of this one nothing is said by what its tools are called.
  servers.good.pin = ['add'];
  writeFileSync(join(root, '.beadloom/gateway.yml'), JSON.stringify({ mode, trust: 'always', servers }));
  const where = `seed ${seed}: ${mode}, beside ${kinds.join(', ')}`;
  const gateway = await started(cli, root, ['gateway', 'serve']);
  try {
    const { tools } = await gateway.ask('tools/list', {});
    const names = tools.map(({ name }) => name);
    if (!names.includes('good__add')) failures.push(`${where}: good__add is not listed`);
    const unfit = names.find((name) => !NAME.test(name));
    if (unfit !== undefined) failures.push(`${where}: ${JSON.stringify(unfit)} is listed`);
    if (new Set(names).size !== names.length) failures.push(`${where}: a name is listed twice`);
    for (let at = 0; at < count; at++) {
      const [a, b] = [random.below(100), random.below(100)];
      const args = { a: otherwise(random, a), b: otherwise(random, b) };
      if (random.below(2) === 0) args.c = null;
      if (random.below(2) === 0) args.in = random.pick([null, { d: null }, '{"d": "4"}']);
      const direct = random.below(2) === 0;
      const { content, isError } = await gateway.ask(
        'tools/call',
        direct
          ? { name: 'good__add', arguments: args }
          : {
              name: 'call_tool',
              arguments: { [random.pick(['name', 'tool'])]: 'good__add', arguments: args, result: null },
            },
      );
      if (isError || content?.[0]?.text !== String(a + b)) {
        failures.push(`${where}: ${JSON.stringify(args)}: ${content?.[0]?.text?.slice(0, 300)}`);
      }
    }
  } catch (error) {
    failures.push(`${where}: ${error.message}`);
  } finally {
    gateway.kill();
  }
}

/** A server of ours that was begun, to be asked. */
async function started(cli, cwd, args) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd,
    env: { ...process.env, BEADLOOM_DAEMON: 'off' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map();
  let next = 1;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
  });
  child.on('exit', () => waiting.forEach((take) => take({ error: { message: 'it ended' } })));
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = async (method, params) => {
    const id = next++;
    let timer;
    const answer = await new Promise((resolve) => {
      waiting.set(id, resolve);
      timer = setTimeout(() => resolve({ error: { message: `no answer to ${method}` } }), PATIENCE);
      send({ id, method, params });
    });
    clearTimeout(timer);
    waiting.delete(id);
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  };
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'attack', version: '1' },
  });
  send({ method: 'notifications/initialized' });
  return {
    ask,
    kill: () => {
      child.stdin.end();
      setTimeout(() => child.kill('SIGKILL'), 2_000).unref();
    },
  };
}
