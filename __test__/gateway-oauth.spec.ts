import { lstatSync, readFileSync, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import test, { type ExecutionContext } from 'ava';

import { logIn, logOut } from '../src/gateway/oauth/login.js';
import { listenForCallback } from '../src/gateway/oauth/loopback.js';
import { Tokens, type OAuthSettings, type Resource } from '../src/gateway/oauth/provider.js';
import { Logins } from '../src/gateway/oauth/store.js';
import { browse, guarded } from './support/authorisation.js';
import { project } from './support/project.js';

const CODE: OAuthSettings = { grant: 'authorization_code' };

function setting(t: ExecutionContext, url: string, settings = CODE) {
  const folder = project(t).root;
  const logins = new Logins(folder);
  const resource: Resource = { name: 'guarded', url, settings };
  const file = `${folder}/gateway/tokens.json`;
  return { folder, logins, resource, file };
}

/** Logs in as a person does, with a browser of the test's own. */
async function logsIn(logins: Logins, resource: Resource, agrees = true): Promise<string[]> {
  const said: string[] = [];
  let page: Promise<string> | undefined;
  const abort = new AbortController();
  await logIn(logins, resource, {
    browser: false,
    signal: abort.signal,
    say: (text) => {
      said.push(text);
      page = browse(/ at (\S+)$/.exec(text)?.[1] ?? '', agrees);
      // Nobody else comes.
      page.catch(() => abort.abort());
    },
  });
  said.push((await page) ?? '');
  return said;
}

/** Calls the tool of the server behind the guard. */
async function calls(logins: Logins, resource: Resource): Promise<string> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const authProvider = new Tokens(logins, resource);
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL(resource.url), { authProvider }));
    const { content } = await client.callTool({ name: 'whoami', arguments: {} });
    return (content[0] as { text: string }).text;
  } finally {
    await client.close();
  }
}

test('a person logs in once, in the browser, with a client that was registered for it', async (t) => {
  const server = await guarded(t);
  const { logins, resource, file } = setting(t, server.url);
  const needs = await t.throwsAsync(calls(logins, resource), { instanceOf: UnauthorizedError });
  t.is(needs?.message, 'guarded needs a login: run beadloom gateway login guarded');
  t.false(
    server.asked.some((path) => path.includes('/reg')),
    'nobody registers or opens a browser unasked',
  );
  const said = await logsIn(logins, resource);
  const address = new URL(/ at (\S+)$/.exec(said[0] ?? '')?.[1] ?? '');
  t.like(Object.fromEntries(address.searchParams), {
    response_type: 'code',
    code_challenge_method: 'S256',
    resource: server.url,
  });
  t.regex(address.searchParams.get('redirect_uri') ?? '', /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  t.regex(said[1] ?? '', /You are logged in/);
  t.is(await calls(logins, resource), 'you are known');
  t.is(server.asked.filter((path) => path === 'POST /reg').length, 1);
  if (process.platform !== 'win32') {
    t.is(lstatSync(file).mode & 0o777, 0o600);
    t.is(lstatSync(dirname(file)).mode & 0o777, 0o700);
  }
  // A second login takes the client that is there, and the port that it was registered with.
  const again = await logsIn(logins, resource);
  t.is(
    new URL(/ at (\S+)$/.exec(again[0] ?? '')?.[1] ?? '').searchParams.get('redirect_uri'),
    address.searchParams.get('redirect_uri'),
  );
  t.is(server.asked.filter((path) => path === 'POST /reg').length, 1);
});

test('a token that ended is renewed once, however many ask', async (t) => {
  const server = await guarded(t);
  const { logins, resource, folder } = setting(t, server.url);
  await logsIn(logins, resource);
  t.is(await calls(logins, resource), 'you are known');
  const before = logins.get('guarded', server.url)?.tokens;
  server.expire();
  const renewals = () => server.asked.filter((path) => path === 'POST /token').length;
  const at = renewals();
  const all = await Promise.all(Array.from({ length: 6 }, () => calls(new Logins(folder), resource)));
  t.deepEqual(all, Array(6).fill('you are known'));
  t.is(renewals() - at, 1);
  const after = logins.get('guarded', server.url)?.tokens;
  t.not(after?.access_token, before?.access_token);
  t.not(after?.refresh_token, before?.refresh_token);
  // One that is about to end is renewed before it is used.
  logins.set('guarded', server.url, { ...logins.get('guarded', server.url), expires: Date.now() + 1_000 });
  t.is(await calls(logins, resource), 'you are known');
  t.is(renewals() - at, 2);
});

test('logins that an earlier version kept in the cache serve, and move with the next one', (t) => {
  const [data, cache] = [project(t).root, project(t).root];
  const earlier = new Logins(cache);
  earlier.set('one', 'http://localhost/one', { scope: 'read' });
  const now = new Logins(data, cache);
  t.is(now.get('one', 'http://localhost/one')?.scope, 'read');
  now.set('two', 'http://localhost/two', { scope: 'write' });
  t.is(now.get('one', 'http://localhost/one')?.scope, 'read');
  t.is(earlier.get('one', 'http://localhost/one'), undefined);
  now.set('one', 'http://localhost/one', undefined);
  t.is(new Logins(data, cache).get('one', 'http://localhost/one'), undefined);
  t.is(now.get('two', 'http://localhost/two')?.scope, 'write');
});

test('a login that the server forgot is needed again', async (t) => {
  const server = await guarded(t);
  const { logins, resource } = setting(t, server.url);
  await logsIn(logins, resource);
  await calls(logins, resource);
  server.expire();
  server.forget();
  await t.throwsAsync(calls(logins, resource), {
    instanceOf: UnauthorizedError,
    message: /gateway login guarded/,
  });
  t.is(logins.get('guarded', server.url)?.tokens, undefined);
});

test('a client logs in by itself with the rights that it has, and its secret stays in the settings', async (t) => {
  const server = await guarded(t, {
    clients: [
      {
        client_id: 'machine',
        client_secret: 'planted-secret',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
  });
  const settings: OAuthSettings = {
    grant: 'client_credentials',
    clientId: 'machine',
    clientSecret: 'planted-secret',
    scope: 'mcp:read',
  };
  const { logins, resource, file } = setting(t, server.url, settings);
  t.is(await calls(logins, resource), 'you are known');
  server.expire();
  t.is(await calls(logins, resource), 'you are known');
  t.notRegex(readFileSync(file, 'utf8'), /planted-secret/);
  const wrong = { ...resource, settings: { ...settings, clientSecret: 'other' } };
  logins.set('guarded', server.url, undefined);
  await t.throwsAsync(
    logIn(logins, wrong, { browser: false, signal: AbortSignal.timeout(60_000), say: () => {} }),
    {
      message: /the login to guarded failed/,
    },
  );
});

test('who refuses is not logged in', async (t) => {
  const server = await guarded(t);
  const { logins, resource } = setting(t, server.url);
  await t.throwsAsync(logsIn(logins, resource, false), {
    message: /the login was refused: End-User aborted/,
  });
  t.is(logins.get('guarded', server.url)?.tokens, undefined);
});

test('logging out forgets, here and there', async (t) => {
  const server = await guarded(t);
  const { logins, resource, file } = setting(t, server.url);
  await logsIn(logins, resource);
  await calls(logins, resource);
  t.deepEqual(await logOut(logins, resource), { was: true, revoked: true });
  t.false(existsSync(file));
  t.true(server.asked.includes('POST /token/revocation'));
  t.deepEqual(await logOut(logins, resource), { was: false, revoked: false });
  await t.throwsAsync(calls(logins, resource), { instanceOf: UnauthorizedError });
});

test('a login belongs to a name and an address together', async (t) => {
  const server = await guarded(t);
  const { logins, resource } = setting(t, server.url);
  await logsIn(logins, resource);
  const other = await guarded(t);
  await t.throwsAsync(calls(logins, { ...resource, url: other.url }), { instanceOf: UnauthorizedError });
  await t.throwsAsync(calls(logins, { ...resource, name: 'another' }), { instanceOf: UnauthorizedError });
  t.is(other.seen.size, 0);
});

test('only the browser of this login is heard', async (t) => {
  const { url, callback, close } = await listenForCallback(0, 'right');
  t.teardown(close);
  for (const [path, status] of [
    ['/callback?code=x', 400],
    ['/callback?code=x&state=wrong', 400],
    ['/callback?code=x&state=right2', 400],
    ['/other?code=x&state=right', 404],
  ] as const) {
    t.is((await fetch(new URL(path, url))).status, status, path);
  }
  t.is((await fetch(`${url}?code=x&state=right`, { method: 'POST' })).status, 404);
  const response = await fetch(`${url}?code=abc&state=right&iss=me`);
  t.regex(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  t.deepEqual(await callback, { code: 'abc', iss: 'me' });
});

/** Servers that are not as they should be. */
for (const [what, answer, says] of [
  ['answers without a login', { status: 200, body: '{}' }, /asks for no login/],
  ['has no authorisation server', { status: 401, body: '' }, /the login to guarded failed/],
  [
    'sends the browser to a file',
    {
      status: 401,
      body: '',
      metadata: { authorization_endpoint: 'file:///etc/passwd', token_endpoint: 'https://x.example/token' },
    },
    /neither https nor on this machine|failed/,
  ],
  ['answers without end', { status: 401, body: '', endless: true }, /larger than|failed/],
] as const) {
  test(`a server that ${what}`, async (t) => {
    const server = createServer((request, response) => {
      if (request.url?.includes('oauth-authorization-server') && 'metadata' in answer) {
        const issuer = `http://${request.headers.host}`;
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify({
            issuer,
            response_types_supported: ['code'],
            code_challenge_methods_supported: ['S256'],
            ...answer.metadata,
          }),
        );
        return;
      }
      if (request.url !== '/mcp' && 'endless' in answer) {
        response.writeHead(200, { 'content-type': 'application/json' });
        const more = (): void =>
          void (response.destroyed || response.write(' '.repeat(1 << 16), () => setImmediate(more)));
        more();
        return;
      }
      response.writeHead(request.url === '/mcp' ? answer.status : 404);
      response.end(answer.body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(() => (server.closeAllConnections(), server.close()));
    const { logins, resource } = setting(
      t,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
      {
        ...CODE,
        ...('metadata' in answer ? { clientId: 'me' } : {}),
      },
    );
    const error = await t.throwsAsync(
      logIn(logins, resource, {
        browser: false,
        signal: AbortSignal.timeout(60_000),
        say: (text) => t.fail(text),
      }),
    );
    t.regex(error?.message ?? '', says);
  });
}

test('a login that is given up ends', async (t) => {
  const server = await guarded(t);
  const { logins, resource } = setting(t, server.url);
  const abort = new AbortController();
  const login = logIn(logins, resource, { browser: false, signal: abort.signal, say: () => abort.abort() });
  await t.throwsAsync(login, { message: /given up/ });
});
