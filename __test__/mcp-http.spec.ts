import { spawn } from 'node:child_process';
import { request } from 'node:http';

import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import test, { type ExecutionContext } from 'ava';

import { beadloom, CLI, environment } from './support/cli.js';
import { patient } from './support/mcp.js';
import { fixture, type TestProject } from './support/project.js';

interface Served {
  url: URL;
  token: string;
  stdout: () => string;
  stop: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Starts a server over HTTP on a port of its own; it ends with the test. */
async function serve(t: ExecutionContext, where: TestProject, address = '0'): Promise<Served> {
  patient(where);
  const child = spawn(process.execPath, [CLI, 'mcp-serve', '--structured', '--http', address], {
    cwd: where.root,
    env: environment(),
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  t.teardown(() => child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const [, url = '', token = ''] = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      const said = /^mcp: serving at (\S+)\nmcp: token (\S+)\n/.exec(stderr);
      if (said !== null) {
        resolve(said);
      }
    });
    void ended.then(() => reject(new Error(stderr)));
  });
  return {
    url: new URL(url),
    token,
    stdout: () => stdout,
    stop: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

interface Answer {
  status: number;
  body: string;
}

/** A request with any headers, which `fetch` would not send. */
function send(url: URL, headers: Record<string, string>, body = '', method = 'POST'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const CONNECT: Record<string, (served: Served) => Promise<OlderClient | ModernClient>> = {
  'client 2.x, 2026-07-28': async ({ url, token }) => {
    const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new ModernTransport(url, { requestInit }));
    return client;
  },
  'client 2.x, initialize': async ({ url, token }) => {
    const client = new ModernClient({ name: 'test', version: '1' });
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new ModernTransport(url, { requestInit }));
    return client;
  },
  'sdk 1.x, initialize': async ({ url, token }) => {
    const client = new OlderClient({ name: 'test', version: '1' });
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    // The transport's own type has optional fields where the interface has none.
    await client.connect(new OlderTransport(url, { requestInit }) as never);
    return client;
  },
};

for (const [name, connect] of Object.entries(CONNECT)) {
  test(`${name}: tools, resources and prompts over HTTP`, async (t) => {
    const served = await serve(t, fixture(t, 'shop'));
    const client = await connect(served);
    t.true((await client.listTools()).tools.length >= 15);
    const call = async (args: Record<string, unknown>) => {
      const result = await client.callTool({ name: 'get_context', arguments: args });
      return result.structuredContent as { etag: string; cached?: boolean };
    };
    const first = await call({ ref_id: 'FEAT-7' });
    // Requests know nothing of each other: what is a repeat, the etag says.
    t.deepEqual(await call({ ref_id: 'FEAT-7' }), first);
    t.true((await call({ ref_id: 'FEAT-7', etag: first.etag })).cached);
    t.is((await client.readResource({ uri: 'beadloom://status' })).contents.length, 1);
    t.is((await client.listPrompts()).prompts.length, 3);
    await client.close();
    t.is(served.stdout(), '');
    const code = await served.stop('SIGTERM');
    // Windows has no signals to end by.
    t.true(process.platform === 'win32' || code === 128 + 15, String(code));
  });
}

test('who has no token, comes from elsewhere or means another host is refused', async (t) => {
  const where = fixture(t, 'shop');
  const { url, token } = await serve(t, where);
  const right = { ...HEADERS, authorization: `Bearer ${token}` };
  const rows: Array<[what: string, headers: Record<string, string>, status: number]> = [
    ['all is right', right, 200],
    ['another case', { ...right, authorization: `bearer ${token}` }, 200],
    ['by name', { ...right, host: `localhost:${url.port}` }, 200],
    ['a page of this machine', { ...right, origin: 'http://localhost:3000' }, 200],
    ['no token', HEADERS, 401],
    ['another token', { ...right, authorization: `Bearer ${token.slice(1)}x` }, 401],
    ['a token that goes on', { ...right, authorization: `Bearer ${token}x` }, 401],
    ['a token of another kind', { ...right, authorization: `Basic ${token}` }, 401],
    ['a foreign page', { ...right, origin: 'https://example.org' }, 403],
    ['a foreign page that looks local', { ...right, origin: 'http://localhost.example.org' }, 403],
    ['a page without an origin', { ...right, origin: 'null' }, 403],
    ['a foreign host', { ...right, host: 'example.org' }, 421],
    ['a foreign host on this port', { ...right, host: `127.0.0.1.example.org:${url.port}` }, 421],
    ['all of it wrong', { ...HEADERS, host: 'example.org', origin: 'https://example.org' }, 421],
  ];
  for (const [what, headers, status] of rows) {
    const answer = await send(url, headers, PING);
    t.is(answer.status, status, `${what}: ${answer.body}`);
    t.false(answer.body.includes(token), what);
  }
  t.is((await send(new URL('/', url), right, PING)).status, 404);
  t.is((await send(new URL('/mcp?x=1', url), right, PING)).status, 200);
});

test('bad requests are answered, and the server lives on', async (t) => {
  const { url, token } = await serve(t, fixture(t, 'shop'));
  const right = { ...HEADERS, authorization: `Bearer ${token}` };
  const rows: Array<[what: string, headers: Record<string, string>, body: string, method: string]> = [
    ['no JSON', right, '{', 'POST'],
    ['nothing', right, '', 'POST'],
    ['no message', right, '[1, 2]', 'POST'],
    ['no type', { ...right, 'content-type': 'text/plain' }, PING, 'POST'],
    ['too long', right, JSON.stringify({ x: 'y'.repeat(12 << 20) }), 'POST'],
    ['another method', right, '', 'PUT'],
    ['to listen', right, '', 'GET'],
    ['to end a session', right, '', 'DELETE'],
    ['a method that no page may send', right, '', 'TRACE'],
    ['a version that is none', { ...right, 'mcp-protocol-version': '9999-99-99' }, PING, 'POST'],
    ['nested too deep', right, '['.repeat(100_000) + ']'.repeat(100_000), 'POST'],
  ];
  for (const [what, headers, body, method] of rows) {
    const answer = await send(url, headers, body, method).catch((error: NodeJS.ErrnoException) => ({
      // Of what is too long the end need not be read.
      status: error.code === 'EPIPE' || error.code === 'ECONNRESET' ? 413 : 0,
      body: String(error),
    }));
    t.true(answer.status >= 400 && answer.status < 500, `${what}: ${answer.status} ${answer.body}`);
  }
  // A client that goes in the middle of its request.
  await new Promise<void>((resolve) => {
    const sent = request(url, { method: 'POST', headers: { ...right, 'content-length': '1000' } });
    sent.on('error', () => resolve());
    sent.write('{"jsonrpc"', () => sent.destroy());
    sent.on('close', () => resolve());
  });
  t.is((await send(url, right, PING)).status, 200);
});

test('only this machine is listened on', async (t) => {
  const where = fixture(t, 'shop');
  for (const address of ['0.0.0.0:0', 'example.org:80', '[::]:0', '192.168.0.1:8000', ':0']) {
    const { code, stderr } = await beadloom(where, ['mcp-serve', '--http', address]);
    t.is(code, 1, address);
    t.regex(stderr, /^error\[usage\]: --http: .* is not this machine alone/, address);
  }
  for (const address of ['x', '70000', '', '-1', 'localhost:']) {
    const { code, stderr } = await beadloom(where, ['mcp-serve', `--http=${address}`]);
    t.is(code, 1, address);
    t.regex(stderr, /^error\[usage\]: --http: .* is not a \[HOST:\]PORT/, address);
  }
  const { url } = await serve(t, where, 'localhost:0');
  const { code, stderr } = await beadloom(where, ['mcp-serve', '--http', `localhost:${url.port}`]);
  t.is(code, 1);
  t.regex(stderr, /cannot listen at localhost:\d+ \(EADDRINUSE\)/);
});

test('a token that is set stays the same, and is not printed', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  const [ofFile, ofVariable] = ['file-0123456789abcdef', 'variable-0123456789abcdef'];
  where.write('token.txt', `${ofFile}\n`);
  for (const [more, env, token, from] of [
    [[], { BEADLOOM_MCP_TOKEN: ofVariable }, ofVariable, 'BEADLOOM_MCP_TOKEN'],
    [['--token-file', 'token.txt'], { BEADLOOM_MCP_TOKEN: ofVariable }, ofFile, 'token.txt'],
  ] as const) {
    const child = spawn(process.execPath, [CLI, 'mcp-serve', '--http', '0', ...more], {
      cwd: where.root,
      env: environment(env),
    });
    t.teardown(() => child.kill('SIGKILL'));
    let stderr = '';
    const url = await new Promise<string>((resolve) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
        const said = /^mcp: serving at (\S+)\nmcp: the token is that of (\S+)\n/.exec(stderr);
        if (said?.[2] === from) resolve(said[1] ?? '');
      });
    });
    const status = async (authorization: string) =>
      (await send(new URL(url), { ...HEADERS, authorization }, PING)).status;
    t.is(await status(`Bearer ${token}`), 200);
    t.is(await status(`Bearer ${token === ofFile ? ofVariable : ofFile}`), 401);
    t.false(stderr.includes(token));
    child.kill('SIGKILL');
  }
});

test('a token that is none is an error before anything is served', async (t) => {
  const where = fixture(t, 'shop');
  where.write('short.txt', 'short\n');
  where.write('two.txt', '0123456789abcdef 0123456789abcdef\n');
  for (const [args, says] of [
    [['--http', '0', '--token-file', 'short.txt'], /short\.txt contains no token/],
    [['--http', '0', '--token-file', 'two.txt'], /two\.txt contains no token/],
    [['--http', '0', '--token-file', 'gone.txt'], /gone\.txt cannot be read \(ENOENT\)/],
    [['--token-file', 'short.txt'], /--token-file is for --http/],
  ] as const) {
    const { code, stderr } = await beadloom(where, ['mcp-serve', ...args]);
    t.is(code, 1);
    t.regex(stderr, says);
  }
});
