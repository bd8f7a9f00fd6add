// An authorisation server, and an MCP server that lets only those in whom it knows.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { ExecutionContext } from 'ava';
import { Provider, type Configuration } from 'oidc-provider';

/** What stands there. */
export interface Guarded {
  /** Of the MCP server. */
  url: string;
  issuer: string;
  /** What was asked of the authorisation server, by its paths. */
  asked: string[];
  /** Makes every access token that was given until now worthless. */
  expire: () => void;
  /** Makes refresh tokens worthless too. */
  forget: () => void;
  /** How often each token let somebody in. */
  seen: Set<string>;
}

// What the library says of settings that are good enough for a test.
for (const level of ['info', 'warn'] as const) {
  const say = console[level].bind(console);
  console[level] = (...words: unknown[]) => {
    if (!words.some((word) => /oidc-provider/.test(String(word)))) {
      say(...words);
    }
  };
}

/** Both servers, on this machine, until the test ends. */
export async function guarded(t: ExecutionContext, configuration: Configuration = {}): Promise<Guarded> {
  const asked: string[] = [];
  const seen = new Set<string>();
  const dead = new Set<string>();
  let forgotten = false;
  const front = createServer();
  const issuer = `http://127.0.0.1:${await listening(t, front)}`;
  const back = createServer();
  const url = `http://127.0.0.1:${await listening(t, back)}/mcp`;
  const provider = new Provider(issuer, {
    scopes: ['openid', 'offline_access', 'mcp:read'],
    ttl: {
      AccessToken: 3600,
      ClientCredentials: 3600,
      Grant: 3600,
      Session: 3600,
      Interaction: 3600,
      RefreshToken: 3600,
    },
    pkce: { required: () => true },
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ...configuration,
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: async () => true,
        getResourceServerInfo: async () => ({
          scope: 'mcp:read',
          accessTokenFormat: 'opaque',
          accessTokenTTL: 3600,
        }),
      },
      ...configuration.features,
    },
  });
  const callback = provider.callback();
  front.on('request', (request: IncomingMessage, response: ServerResponse) => {
    asked.push(`${request.method} ${new URL(request.url ?? '/', issuer).pathname}`);
    if (forgotten && request.url === '/token') {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"error":"invalid_grant"}');
      return;
    }
    void callback(request, response);
  });
  back.on('request', (request: IncomingMessage, response: ServerResponse) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? '/', url);
      if (pathname === '/guard') {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ resource: url, authorization_servers: [issuer], scopes_supported: ['mcp:read'] }),
        );
        return;
      }
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const known =
        (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
      if (known === undefined || dead.has(token)) {
        request.resume();
        response.writeHead(401, {
          'www-authenticate': `Bearer resource_metadata="${new URL('/guard', url).href}"`,
        });
        response.end();
        return;
      }
      seen.add(token);
      const transport = new StreamableHTTPServerTransport({});
      await inside().connect(transport as Parameters<McpServer['connect']>[0]);
      await transport.handleRequest(request, response);
    })();
  });
  return {
    url,
    issuer,
    asked,
    seen,
    expire: () => seen.forEach((token) => dead.add(token)),
    forget: () => {
      forgotten = true;
    },
  };
}

function inside(): McpServer {
  const server = new McpServer({ name: 'guarded', version: '1.0.0' });
  server.registerTool('whoami', { description: 'Says that the caller is known.' }, () => ({
    content: [{ type: 'text', text: 'you are known' }],
  }));
  return server;
}

async function listening(t: ExecutionContext, server: Server): Promise<number> {
  // A busy machine must not end a connection that the next request is about to use.
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** What a person does in a browser: logs in, agrees, and is sent back. What the last page says. */
export async function browse(start: string, agrees = true): Promise<string> {
  const cookies = new Map<string, string>();
  let next: { url: string; form?: Record<string, string> } = { url: start };
  for (let step = 0; step < 20; step++) {
    const { url, form } = next;
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    if (location !== null) {
      next = { url: new URL(location, url).href };
      continue;
    }
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined) {
      return page;
    }
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? 'login';
    if (!agrees) {
      const abort = /href="([^"]*\/abort)"/.exec(page)?.[1];
      next = { url: new URL(abort ?? '', url).href };
      continue;
    }
    next = { url: new URL(action, url).href, form: { prompt, login: 'person', password: 'x' } };
  }
  throw new Error('the pages never end');
}
