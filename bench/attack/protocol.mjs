// Messages of a client that is broken or hostile, to the MCP server over stdin and over HTTP. The server must answer whatever
// has an id, must go on, and must stay within its memory.

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { memoryOf, Random } from './lib.mjs';

const FIXTURE = fileURLToPath(new URL('../../__test__/fixtures/shop', import.meta.url));

/** Messages between two looks whether the server answers. */
const ROUND = 25;

/** Milliseconds after which a server that does not answer is taken for dead. Machines are busy. */
const PATIENCE = 120_000;

/** Bytes that a server may take. */
const MOST = 1.5 * 2 ** 30;

/** A message that is longer than the server takes. */
const TOO_LONG = 10 << 20;

// oxlint-disable-next-line no-control-regex
const RAW = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

export default {
  name: 'protocol',
  about: 'Invalid messages to the MCP server, or requests for unknown things, over stdio and HTTP',
  unit: 'messages',
  counts: { short: 300, long: 5000 },

  /** @param {import('./lib.mjs').Setting} setting */
  async run({ count, seed, scratch, cli, log }) {
    const root = join(scratch, 'project');
    cpSync(FIXTURE, root, { recursive: true });
    mkdirSync(join(root, '.git'), { recursive: true });
    mkdirSync(join(root, '.beadloom'), { recursive: true });
    writeFileSync(join(root, '.beadloom/config.yml'), 'mcp: {timeout_ms: 600000}\n');
    const random = new Random(seed);
    /** @type {string[]} */
    const failures = [];
    const overLines = Math.ceil((count * 4) / 5);
    const tools = await stdio(cli, root, random, overLines, failures, seed);
    log(`${overLines} over stdio, to ${tools.length} tools`);
    await http(cli, root, random, count - overLines, tools, failures, seed);
    return { tried: count, failures, skipped: [] };
  },
};

/**
 * @typedef {{ name: string, inputSchema: any }} ListedTool
 * @typedef {{ bytes: Buffer, what: string, id?: string | number }} Message `id`: what has to be answered
 */

/** Sends messages as lines. @returns {Promise<ListedTool[]>} */
async function stdio(cli, root, random, count, failures, seed) {
  let server = await startLines(cli, root);
  const { tools } = (await server.ask('tools/list', {})).result;
  for (let sent = 0; sent < count;) {
    /** @type {Message[]} */
    const round = [];
    for (let at = 0; at < ROUND && sent < count; at++, sent++) {
      round.push(message(random, tools, sent));
    }
    let why;
    try {
      for (const one of round) await server.write(one.bytes, random);
      await server.ask('ping', {});
      for (const { id } of round) if (id !== undefined) await server.answer(id);
    } catch (error) {
      why = error.message;
    }
    if (server.raw !== undefined) {
      failures.push(`seed ${seed}: a line of the server holds a control character raw: ${server.raw}`);
      server.raw = undefined;
    }
    if (memoryOf(server.pid) > MOST) why ??= `it took ${memoryOf(server.pid)} bytes`;
    why ??= server.bug();
    if (why !== undefined) {
      const whats = round.map(({ what }) => what).join('; ');
      failures.push(
        `seed ${seed}, stdio, messages ${sent - round.length} to ${sent}: ${why} after: ${whats}`,
      );
      server.kill();
      server = await startLines(cli, root);
    }
  }
  // Half a message at the end is none, and no reason to end otherwise than with 0.
  const code = await server.end(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"pi'));
  if (code !== 0) failures.push(`seed ${seed}: the server ended with ${code} when its client went`);
  return tools;
}

/** A server over lines, greeted. */
async function startLines(cli, root) {
  const child = spawn(process.execPath, [cli, 'mcp-serve'], { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
  const answers = new Map();
  /** @type {Map<unknown, (message: any) => void>} */
  const waiting = new Map();
  let rest = '';
  let stderr = '';
  let last = 0;
  child.stdin.on('error', () => {});
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr = (stderr + text).slice(-2000)));
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)));
  const server = {
    pid: child.pid,
    /** @type {string | undefined} */
    raw: undefined,
    /** What the server calls a bug: it lives, and yet it is one. */
    bug: () => /^mcp: a bug: .*/m.exec(stderr)?.[0],
    /** Writes bytes, in pieces now and then. */
    async write(bytes, random) {
      const cut = random.below(4) === 0 ? random.below(bytes.length + 1) : bytes.length;
      for (const piece of [bytes.subarray(0, cut), bytes.subarray(cut)]) {
        if (piece.length > 0 && !child.stdin.write(piece)) {
          await Promise.race([new Promise((resolve) => child.stdin.once('drain', resolve)), ended]);
        }
      }
    },
    /** The answer to an id. */
    answer(id) {
      if (answers.has(id)) return Promise.resolve(answers.get(id));
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`no answer to ${String(id).slice(0, 80)}`)),
          PATIENCE,
        );
        const settle = (then) => (said) => {
          clearTimeout(timer);
          waiting.delete(id);
          then(said);
        };
        waiting.set(id, settle(resolve));
        void ended.then(settle((code) => reject(new Error(`it ended with ${code}: ${stderr}`))));
      });
    },
    async ask(method, params) {
      const id = `own ${++last}`;
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return server.answer(id);
    },
    kill: () => child.kill('SIGKILL'),
    end(bytes) {
      child.stdin.end(bytes);
      return ended;
    },
  };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (RAW.test(line)) server.raw = JSON.stringify(line.slice(0, 300));
      const { id, ...answer } = JSON.parse(line);
      answers.set(id, answer);
      waiting.get(id)?.(answer);
    }
  });
  await server.ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'attack', version: '1' },
  });
  await server.write(Buffer.from('{"jsonrpc":"2.0","method":"notifications/initialized"}\n'), new Random(0));
  return server;
}

/** Sends messages as requests of HTTP. */
async function http(cli, root, random, count, tools, failures, seed) {
  let server = await startHttp(cli, root);
  for (let sent = 0; sent < count; sent++) {
    const one = message(random, tools, sent);
    const way = random.below(10);
    let why;
    try {
      if (way === 0) await garbage(server, random);
      else await post(server, random, way, one.bytes);
      if (sent % ROUND === ROUND - 1 || sent === count - 1) {
        const status = await post(server, random, 9, Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}'));
        if (status !== 200) why = `a ping was answered with ${status}`;
      }
    } catch (error) {
      why = error.message;
    }
    if (server.ended()) why = `it ended: ${server.stderr()}`;
    why ??= /^mcp: a bug: .*/m.exec(server.stderr())?.[0];
    if (memoryOf(server.pid) > MOST) why ??= `it took ${memoryOf(server.pid)} bytes`;
    if (why !== undefined) {
      failures.push(`seed ${seed}, HTTP, message ${sent} (${one.what}, way ${way}): ${why}`);
      server.kill();
      server = await startHttp(cli, root);
    }
  }
  server.kill();
}

async function startHttp(cli, root) {
  const child = spawn(process.execPath, [cli, 'mcp-serve', '--http', '0'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  let over = false;
  child.on('close', () => (over = true));
  const [, url, token] = await new Promise((resolve, reject) => {
    child.on('close', () => reject(new Error(`no server over HTTP: ${stderr}`)));
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr = (stderr + text).slice(-4000);
      const said = /serving at (\S+)\nmcp: token (\S+)\n/.exec(stderr);
      if (said !== null) resolve(said);
    });
  });
  return {
    pid: child.pid,
    url: new URL(url),
    token,
    ended: () => over,
    stderr: () => stderr,
    kill: () => child.kill('SIGKILL'),
  };
}

/** A request with some of it wrong; its status, or 0 where the connection was closed, which is an answer too. */
function post({ url, token }, random, way, body) {
  const headers = {
    'content-type':
      way === 1 ? random.pick(['text/plain', '', 'application/json; charset=utf-16']) : 'application/json',
    accept: way === 2 ? random.pick(['*/*', '', 'text/html']) : 'application/json, text/event-stream',
    authorization:
      way === 3 ? random.pick(['', 'Bearer', `Bearer ${token}x`, 'Basic eA==']) : `Bearer ${token}`,
    ...(way === 4
      ? { 'mcp-protocol-version': random.pick(['', '9999-99-99', 'x'.repeat(4000), '2026-07-28']) }
      : {}),
    ...(way === 5 ? { 'mcp-session-id': 'x'.repeat(random.below(6000)), 'last-event-id': '\u00ff' } : {}),
  };
  const method =
    way === 6
      ? random.pick(['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'CONNECT'])
      : 'POST';
  const path =
    way === 7
      ? random.pick(['//mcp', '/mcp/../mcp', '/mcp?%00', '/%', '/mcp#x', '*', 'http://[', '//[/mcp'])
      : url.pathname;
  const breaks = way === 8;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), PATIENCE);
    const done = (status) => {
      clearTimeout(timer);
      sent.destroy();
      resolve(status);
    };
    const sent = request(
      { host: url.hostname, port: url.port, path, method, headers, agent: false },
      (response) => {
        // A stream of events may stay open; that it began is an answer.
        response.on('error', () => done(0));
        if (/event-stream/.test(response.headers['content-type'] ?? '')) return done(response.statusCode);
        response.resume().on('end', () => done(response.statusCode));
      },
    );
    sent.on('error', () => done(0));
    sent.on('upgrade', () => done(101));
    sent.on('connect', () => done(200));
    if (breaks) {
      sent.setHeader('content-length', String(body.length + 10));
      sent.write(body.subarray(0, random.below(body.length + 1)), () => done(0));
    } else {
      sent.end(method === 'GET' || method === 'HEAD' ? undefined : body);
    }
  });
}

/** Bytes that are no HTTP, on a connection of their own. */
function garbage({ url }, random) {
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname);
    const done = () => {
      socket.destroy();
      resolve(undefined);
    };
    socket.on('error', done).on('close', done).resume();
    socket.setTimeout(200, done);
    socket.write(
      random.pick([
        Buffer.from('GET /mcp HTTP/9.9\r\n\r\n'),
        Buffer.from('POST /mcp HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n'),
        Buffer.from(
          'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nx',
        ),
        Buffer.from(`GET /mcp HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
        Buffer.from(`GET ${'/'.repeat(100_000)} HTTP/1.1\r\n`),
        Buffer.from(Array.from({ length: 500 }, () => random.below(256))),
        Buffer.alloc(0),
      ]),
    );
  });
}

/** A message, or what is none. @returns {Message} */
function message(random, tools, at) {
  const id = `m${at}`;
  const made = (what, text, answered) => ({
    what,
    bytes: Buffer.from(`${text}\n`),
    ...(answered ? { id } : {}),
  });
  if (at % 50 === 7) {
    const wrong = IDS[Math.floor(at / 50) % IDS.length];
    const text = `{"jsonrpc":"2.0","id":${wrong},"method":"ping","params":{"x":"${'x'.repeat(TOO_LONG)}"}}`;
    return made(`too long, with the id ${wrong.slice(0, 40)}`, text, false);
  }
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2: {
      const { name, inputSchema } = random.pick(tools);
      const args = wrongArguments(random, inputSchema);
      // A text, because a field that is called `__proto__` would be none of an object.
      return made(
        `${name} ${args.slice(0, 200)}`,
        `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":{"name":"${name}","arguments":${args}}}`,
        true,
      );
    }
    case 3: {
      const method = random.pick(METHODS);
      const params = value(random, 0);
      const text = `{"jsonrpc":"2.0","id":"${id}","method":${JSON.stringify(method)},"params":${params}}`;
      // What the client says to end a request is a notification, and `subscriptions/listen` is answered at its end.
      return made(`${method} ${params.slice(0, 200)}`, text, false);
    }
    case 4: {
      const wrong = random.pick(IDS);
      const text = `{"jsonrpc":"2.0","id":${wrong},"method":"ping"}`;
      return made(`the id ${wrong.slice(0, 40)}`, text, false);
    }
    case 5: {
      const name = random.pick([
        'notifications/cancelled',
        'notifications/progress',
        'notifications/initialized',
        'notifications/none',
      ]);
      const text = random.pick([
        `{"jsonrpc":"2.0","method":"${name}","params":${value(random, 1)}}`,
        `{"jsonrpc":"2.0","method":"${name}","params":{"requestId":${random.pick(IDS)}}}`,
        `{"jsonrpc":"2.0","id":${random.pick(IDS)},"result":${value(random, 1)}}`,
        `{"jsonrpc":"2.0","id":${random.pick(IDS)},"error":${value(random, 1)}}`,
        `[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":1,"method":"ping"}]`,
      ]);
      return made(text.slice(0, 200), text, false);
    }
    case 6: {
      const bytes = Buffer.from(Array.from({ length: 1 + random.below(300) }, () => random.below(256)));
      return {
        what: 'bytes',
        bytes: Buffer.concat([bytes, Buffer.from(random.pick(['\n', '\r\n', '\0\n']))]),
      };
    }
    default: {
      const text = `{"jsonrpc":"2.0","id":"${id}","method":"ping","params":{"x":${value(random, 0)}}}`;
      const cut = random.below(text.length);
      const signs = ['', '\ufeff', '\u0000', '\u2028', '\r', '"', '}', '\\ud800', '\u0085', ' '];
      const broken = text.slice(0, cut) + random.pick(signs) + text.slice(cut + random.below(3));
      return made(`broken at ${cut}`, broken, false);
    }
  }
}

const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/subscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'server/discover',
  'tasks/get',
  'sampling/createMessage',
  'rpc.discover',
  '__proto__',
  'constructor',
  'toString',
  '',
  'x'.repeat(10_000),
  '\u202e\u001b[2J\n::error::x',
];

/** As they stand in a message: not all are JSON. */
const IDS = [
  '007',
  '"\\q"',
  '"\t"',
  'null',
  '{}',
  '[]',
  'true',
  '1.5',
  '-0',
  '1e400',
  '-1e308',
  '+1',
  '0x10',
  'NaN',
  '"\\ud800"',
  '"\\u0000"',
  '""',
  '"__proto__"',
  '9007199254740993',
  '123456789012345678901234567890',
  `"${'i'.repeat(100_000)}"`,
  '"\u202e\u2028"',
  '1',
  '1',
];

/** Arguments that a tool's schema allows, in part: what is wrong is in one place or in all. */
function wrongArguments(random, schema) {
  if (random.below(10) === 0) return value(random, 0);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const how = random.below(5);
    if (how === 0) return [];
    const text = how === 1 ? value(random, 1) : right(random, property);
    return [`${JSON.stringify(name)}:${text}`];
  });
  if (random.below(6) === 0)
    fields.push(
      `${JSON.stringify(random.pick(['__proto__', 'constructor', 'extra', '']))}:${value(random, 1)}`,
    );
  return `{${fields.join(',')}}`;
}

/** A value of the type that a schema names, with a hostile content. */
function right(random, schema) {
  const of = schema.anyOf ?? schema.oneOf;
  if (of !== undefined) return right(random, random.pick(of));
  if (schema.enum !== undefined) return JSON.stringify(random.pick(schema.enum));
  switch (Array.isArray(schema.type) ? random.pick(schema.type) : schema.type) {
    case 'string':
      return JSON.stringify(random.pick(TEXTS));
    case 'integer':
    case 'number':
      return random.pick([
        '0',
        '1',
        '2',
        '-1',
        '10',
        '1e3',
        '100000',
        '4294967296',
        '9007199254740993',
        '1e308',
        '0.5',
      ]);
    case 'boolean':
      return random.pick(['true', 'false']);
    case 'array':
      return `[${Array.from({ length: random.below(4) }, () => right(random, schema.items ?? {})).join(',')}]`;
    default:
      return value(random, 2);
  }
}

const TEXTS = [
  '',
  ' ',
  'FEAT-7',
  'orders',
  'src/orders.py',
  'where are orders priced',
  '../../etc/passwd',
  '/dev/zero',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e\u001b[2J\u009b2J\u2028',
  '\n::error::pwned',
  '"; DROP TABLE nodes; --',
  'AND OR NOT ( "',
  '*'.repeat(2000),
  '('.repeat(20_000),
  'x'.repeat(200_000),
  '🙂'.repeat(30_000),
  '%00%ff',
  '__proto__',
  'C:\\Windows',
  'beadloom://doc/..%2f..%2fetc%2fpasswd',
];

/** Any JSON, as text: deep, wide, large, strange. */
function value(random, depth) {
  switch (random.below(14)) {
    case 0:
      return 'null';
    case 1:
      return random.pick(['true', 'false']);
    case 2:
      return random.pick(['0', '-1', '1.5', '1e400', '-1e-400', '123456789012345678901234567890']);
    case 3:
    case 4:
      return JSON.stringify(random.pick(TEXTS));
    case 5:
      return '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"hasOwnProperty":1,"toString":null,"then":1}';
    case 6:
      return `{"_meta":${random.pick(['1', '{"progressToken":{}}', '{"progressToken":"t"}', '{"io.modelcontextprotocol/protocolVersion":7}'])}}`;
    case 7: {
      const levels = random.pick([200, 5000, 100_000]);
      return random.below(2) === 0
        ? '['.repeat(levels) + ']'.repeat(levels)
        : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    }
    case 8:
      return `[${Array.from({ length: 20_000 }, () => '0').join(',')}]`;
    case 9:
      return `{${Array.from({ length: 5000 }, (_, at) => `"k${at}":0`).join(',')}}`;
    case 10:
      return JSON.stringify({
        name: random.pick(['search', 'get_context', 'none', '__proto__']),
        arguments: null,
        uri: random.pick(TEXTS),
      });
    case 11:
      return JSON.stringify({
        ref: {
          type: random.pick(['ref/prompt', 'ref/resource', 'x']),
          name: 'onboard',
          uri: 'beadloom://node/{ref_id}',
        },
        argument: { name: 'ref_id', value: random.pick(TEXTS) },
      });
    case 12:
      return JSON.stringify({
        uri: random.pick([
          'beadloom://status',
          'beadloom://node/%',
          'beadloom://doc/../x',
          'file:///etc/passwd',
          '',
          'x:',
        ]),
      });
    default: {
      if (depth > 3) return '{}';
      const parts = Array.from({ length: random.below(4) }, () => value(random, depth + 1));
      return random.below(2) === 0
        ? `[${parts.join(',')}]`
        : `{${parts.map((part, at) => `"f${at}":${part}`).join(',')}}`;
    }
  }
}
