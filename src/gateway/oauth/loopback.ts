import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { usage } from '../../model/error.js';

/** What the browser brought back. */
export interface Callback {
  code: string;
  /** Who says that it sent it. */
  iss: string | undefined;
}

/** Waits for a browser to come back. */
export interface Loopback {
  /** Where it comes back to. */
  url: string;
  /** What it brought. @throws BeadloomError where the person, or the server, refused */
  callback: Promise<Callback>;
  close: () => void;
}

const PATH = '/callback';

/**
 * Listens on this machine alone for the one request by which a browser comes back from an authorisation server. Only what has the
 * state of this login is heard.
 *
 * @param port 0: any that is free
 * @throws BeadloomError `usage` where the port is taken
 */
export async function listenForCallback(port: number, state: string): Promise<Loopback> {
  let settle: { resolve: (callback: Callback) => void; reject: (error: Error) => void };
  const callback = new Promise<Callback>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Whoever waits for it hears of it; whoever has given up does not.
  callback.catch(() => undefined);
  const server = createServer((request, response) => answer(request, response, state, settle));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        usage(
          `the login cannot listen on port ${port} (${error.code})`,
          'end what listens there, or set another oauth.redirect_port',
        ),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
  return {
    url,
    callback,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  state: string,
  settle: { resolve: (callback: Callback) => void; reject: (error: Error) => void },
): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const host = /^127\.0\.0\.1(?::\d+)?$/.test(request.headers.host ?? '');
  if (request.method !== 'GET' || pathname !== PATH || !host) {
    say(response, 404, 'Nothing is here.');
    return;
  }
  if (!isSame(searchParams.get('state') ?? '', state)) {
    say(response, 400, 'This is not the login that was begun here.');
    return;
  }
  const code = searchParams.get('code');
  if (code === null || code === '') {
    const why = searchParams.get('error_description') ?? searchParams.get('error') ?? 'no reason was given';
    say(response, 200, 'The login was refused. You can close this page.');
    settle.reject(
      usage(
        `the login was refused: ${why.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
        "try again, or ask the server's operator",
      ),
    );
    return;
  }
  say(response, 200, 'You are logged in. You can close this page.');
  settle.resolve({ code, iss: searchParams.get('iss') ?? undefined });
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(`<!doctype html><html lang="en"><title>beadloom</title><p>${text}</p></html>\n`);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
