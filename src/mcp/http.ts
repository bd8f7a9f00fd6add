import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

import {
  createMcpHandler,
  INTERNAL_ERROR,
  type McpServerFactory,
  type ServerNotifier,
} from '@modelcontextprotocol/server';

import { BeadloomError, usage } from '../model/error.js';
import { HttpSessions, type SessionServer } from './sessions.js';
import { asCall } from './survival.js';

/** Where to listen. */
export interface Place {
  host: string;
  /** 0: any that is free. */
  port: number;
}

/** A server that listens. */
export interface Listening {
  url: string;
  token: string;
  /** Tells clients that listen of changes. */
  notify: ServerNotifier;
  close: () => Promise<void>;
}

const PATH = '/mcp';

/** Names of this machine, as they stand in URLs. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Bytes of a request at most. */
const MAX_REQUEST_BYTES = 10 << 20;

/**
 * The place that `[HOST:]PORT` means.
 *
 * @throws BeadloomError `usage` where it is none, or not on this machine
 */
export function placeOf(address: string): Place {
  const colon = address.lastIndexOf(':');
  const host = colon < 0 ? '127.0.0.1' : address.slice(0, colon);
  const digits = address.slice(colon + 1);
  const port = /^\d{1,5}$/.test(digits) ? Number(digits) : NaN;
  if (!(port >= 0 && port <= 65_535)) {
    throw usage(
      `--http: "${address}" is not a [HOST:]PORT`,
      'such as 8123, 127.0.0.1:8123, or 0 for any port',
    );
  }
  if (!LOOPBACK.test(host)) {
    throw usage(
      `--http: ${host} is not this machine alone`,
      'use localhost, 127.0.0.1 or [::1]: anyone who reaches the server can read the project',
    );
  }
  return { host, port };
}

/**
 * Serves Streamable HTTP at `/mcp`, to whoever has the token.
 *
 * @param token a new one where none is given
 * @param below addresses besides `/mcp`: `review` is at `/mcp/review`
 * @param session makes the server of a session, for clients up to 2025-11-25; without, each of their requests stands for itself
 * @throws BeadloomError `usage` where the port is taken
 */
export async function listen(
  { host, port }: Place,
  factory: McpServerFactory,
  onerror: (error: Error) => void,
  {
    token = randomBytes(32).toString('base64url'),
    below = [],
    session,
  }: {
    token?: string | undefined;
    below?: readonly string[];
    session?: ((request: Request) => SessionServer) | undefined;
  } = {},
): Promise<Listening> {
  const paths = new Set([PATH, ...below.map((name) => `${PATH}/${name}`)]);
  const handler = createMcpHandler(factory, { onerror, maxRequestBodySize: MAX_REQUEST_BYTES });
  const sessions = session && new HttpSessions(session, MAX_REQUEST_BYTES, onerror);
  const server = createServer((request, response) => {
    asCall(() => answer(request, response)).catch((error: Error) => {
      // The client went away in the middle, or there is a bug.
      onerror(error);
      if (response.headersSent) {
        response.destroy();
      } else {
        refuse(response, 500, 'the request could not be answered', INTERNAL_ERROR);
      }
    });
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = refusal(request, token, paths);
    if (refused !== undefined) {
      refuse(response, ...refused);
      return;
    }
    let asked: Request;
    try {
      asked = webRequest(request, response);
    } catch {
      // A method or an address that no `Request` can have, which HTTP has.
      refuse(response, 400, 'this is not a request of the protocol');
      return;
    }
    await send(response, (await sessions?.handle(asked)) ?? (await handler.fetch(asked)));
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const message = `--http: cannot listen at ${host}:${port} (${cause.code})`;
      reject(new BeadloomError({ code: 'usage', message, hint: '0 takes any port that is free' }, { cause }));
    });
    server.listen(port, host.replace(/^\[|\]$/g, ''), resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${taken}${PATH}`,
    token,
    notify: handler.notify,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await sessions?.close();
      await handler.close();
    },
  };
}

/** Why a request is not served: status and sentence. */
function refusal(
  { headers, url }: IncomingMessage,
  token: string,
  paths: ReadonlySet<string>,
): [status: number, message: string] | undefined {
  // A page that had its name point here knows neither.
  if (!LOOPBACK.test(nameOf(headers.host ?? ''))) {
    return [421, 'the host is not this machine'];
  }
  const { origin } = headers;
  if (origin !== undefined && !isLocal(origin)) {
    return [403, 'the origin is not this machine'];
  }
  if (!isToken(headers.authorization, token)) {
    return [
      401,
      'the token that was set, or printed at the start, goes into the header Authorization: Bearer TOKEN',
    ];
  }
  return paths.has(url?.split('?', 1)[0] ?? '')
    ? undefined
    : [404, `the server is at ${[...paths].join(', ')}`];
}

/** A host without its port. */
function nameOf(host: string): string {
  return host.replace(/:\d{1,5}$/, '').toLowerCase();
}

function isLocal(origin: string): boolean {
  try {
    return LOOPBACK.test(new URL(origin).hostname);
  } catch {
    return false; // `null`, of a file or a sandbox
  }
}

function isToken(authorization: string | undefined, token: string): boolean {
  const given = Buffer.from(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '');
  const right = Buffer.from(token);
  return given.length === right.length && timingSafeEqual(given, right);
}

function refuse(response: ServerResponse, status: number, message: string, code = -32000): void {
  const head: Record<string, string> = { 'content-type': 'application/json', connection: 'close' };
  if (status === 401) {
    head['www-authenticate'] = 'Bearer';
  }
  response.writeHead(status, head);
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }));
}

/** The request as the handler takes it; it is aborted when the client goes. */
function webRequest(request: IncomingMessage, response: ServerResponse): Request {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) {
      headers.set(name, [value].flat().join(', '));
    }
  }
  const method = request.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`http://${request.headers.host}${request.url}`, {
    method,
    headers,
    signal: gone.signal,
    ...(hasBody ? { body: Readable.toWeb(request) as ReadableStream<Uint8Array>, duplex: 'half' } : {}),
  } as RequestInit);
}

async function send(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
  } else {
    await pipeline(Readable.fromWeb(answer.body as ReadableStream<Uint8Array>), response);
  }
}
