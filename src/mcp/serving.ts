import type { JSONRPCMessage, McpServerFactory, ServerNotifier } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

import { Lines } from './lines.js';
import type { SessionServer } from './sessions.js';

/** What is served over HTTP, and who is told. */
export interface OverHttp {
  factory: McpServerFactory;
  log: (text: string) => void;
  /** Addresses below the usual one, such as `review` for `/mcp/review`. */
  below?: readonly string[];
  /** Makes the server of a session, for clients up to 2025-11-25; without, each of their requests stands for itself. */
  session?: (request: Request) => SessionServer;
  /** Told how to tell clients that have no session of changes, once it is served. */
  started?: (notify: ServerNotifier) => void;
}

/**
 * Serves on stdin and stdout until the client goes or a signal comes.
 *
 * @param sent told of every message that was sent
 */
export async function overStdio(
  factory: McpServerFactory,
  log: (text: string) => void,
  sent: (message: JSONRPCMessage) => void = () => undefined,
): Promise<void> {
  keepStdoutClean();
  const transport = new Lines(process.stdin, process.stdout, { sent });
  const handle = serveStdio(factory, { transport, onerror: (error) => log(error.message) });
  await Promise.race([
    new Promise<void>((resolve) => {
      process.stdin.once('end', resolve);
      process.stdin.once('close', resolve);
      // The client went away without a word.
      process.stdout.once('error', () => resolve());
    }),
    terminated(),
  ]);
  await handle.close();
}

/**
 * Serves over HTTP until a signal comes.
 *
 * @throws BeadloomError `usage` for an address that is none, or a token
 */
export async function overHttp(
  address: string,
  tokenFile: string | undefined,
  { factory, log, below = [], session, started }: OverHttp,
): Promise<void> {
  const [{ listen, placeOf }, { fixedToken }] = await Promise.all([
    import('./http.js'),
    import('./token.js'),
  ]);
  const place = placeOf(address);
  const fixed = fixedToken(tokenFile, process.env);
  const server = await listen(place, factory, (error) => log(error.message), {
    token: fixed?.token,
    below,
    session,
  });
  started?.(server.notify);
  log(`serving at ${server.url}`);
  // One that somebody set is known, and has no business in a log.
  log(fixed === undefined ? `token ${server.token}` : `the token is that of ${fixed.from}`);
  await terminated();
  await server.close();
}

function terminated(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

/** stdout belongs to the protocol; whatever else might print there goes to stderr. */
function keepStdoutClean(): void {
  globalThis.console = new console.Console(process.stderr, process.stderr);
}
