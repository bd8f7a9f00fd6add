import { randomBytes } from 'node:crypto';

import {
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';

/** What serves a session. */
export interface SessionServer {
  server: Server;
  /** Told once, when the session ends, however that comes. */
  ended?: () => void;
}

/** A session, and since when nobody asked anything. */
interface Open {
  transport: WebStandardStreamableHTTPServerTransport;
  served: SessionServer;
  /** Where it was begun: another address is another server. */
  path: string;
  usedAt: number;
  /** Requests that are being answered, streams of notifications too. */
  running: number;
}

/** Sessions at a time: beyond, the one that was used longest ago ends. A client that finds its session gone begins another. */
const MAX_SESSIONS = 64;

/** A session that nobody used or listened to for so long ends, in milliseconds; and how often that is looked for. */
const IDLE_MS = 30 * 60_000;
const LOOK_MS = 60_000;

/** Bytes of a request that may begin a session. */
const MAX_BEGIN_BYTES = 1 << 20;

const HEADER = 'mcp-session-id';

/** The sessions of clients of the era of `initialize`, each with a server of its own that remembers what was said. */
export class HttpSessions {
  /** By id; the one that was used last stands last. */
  readonly #open = new Map<string, Open>();
  readonly #timer: NodeJS.Timeout;

  /**
   * @param begin makes the server of a session from the request that begins it
   * @param longest bytes of a request
   */
  constructor(
    private readonly begin: (request: Request) => SessionServer,
    private readonly longest: number,
    private readonly onerror: (error: Error) => void,
  ) {
    this.#timer = setInterval(() => this.#endIdle(Date.now() - IDLE_MS), LOOK_MS);
    this.#timer.unref();
  }

  /** The answer to a request that is of a session or begins one; undefined for any other. */
  async handle(request: Request): Promise<Response | undefined> {
    const id = request.headers.get(HEADER);
    const { pathname } = new URL(request.url);
    if (id !== null) {
      const open = this.#open.get(id);
      if (open === undefined || open.path !== pathname) {
        // In the modern era there are no sessions, and the header means nothing.
        return (await isLegacyRequest(request.clone())) ? gone() : undefined;
      }
      this.#open.delete(id);
      this.#open.set(id, open);
      return this.#answer(open, request);
    }
    return (await isInitialize(request))
      ? this.#answer(await this.#beginning(request, pathname), request)
      : undefined;
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#open.keys()].map((id) => this.#end(id)));
  }

  async #beginning(request: Request, path: string): Promise<Open> {
    const served = this.begin(request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomBytes(24).toString('base64url'),
      onsessioninitialized: (id) => {
        this.#makeRoom();
        this.#open.set(id, open);
      },
      onsessionclosed: (id) => this.#end(id),
      maxRequestBodySize: this.longest,
    });
    const open: Open = { transport, served, path, usedAt: Date.now(), running: 0 };
    await served.server.connect(transport);
    return open;
  }

  async #answer(open: Open, request: Request): Promise<Response> {
    open.usedAt = Date.now();
    open.running += 1;
    const done = (): void => {
      open.usedAt = Date.now();
      open.running -= 1;
    };
    let response: Response;
    try {
      response = await open.transport.handleRequest(request);
    } catch (error) {
      done();
      throw error;
    }
    const { sessionId } = open.transport;
    if (sessionId === undefined) {
      // It was not begun after all: the request was refused.
      await open.served.server.close();
      open.served.ended?.();
    }
    if (response.body === null) {
      done();
      return response;
    }
    return new Response(watched(response.body, done), response);
  }

  #makeRoom(): void {
    if (this.#open.size < MAX_SESSIONS) {
      return;
    }
    const all = [...this.#open];
    const [id] = all.find(([, { running }]) => running === 0) ?? all[0] ?? [];
    if (id !== undefined) {
      void this.#end(id);
    }
  }

  #endIdle(before: number): void {
    for (const [id, { usedAt, running }] of this.#open) {
      if (running === 0 && usedAt < before) {
        void this.#end(id);
      }
    }
  }

  async #end(id: string): Promise<void> {
    const open = this.#open.get(id);
    if (open === undefined || !this.#open.delete(id)) {
      return;
    }
    try {
      await open.served.server.close();
    } catch (error) {
      this.onerror(error as Error);
    } finally {
      open.served.ended?.();
    }
  }
}

/** Whether a request begins a session. What cannot be read is none of it: whoever answers it says so. */
async function isInitialize(request: Request): Promise<boolean> {
  if (request.method !== 'POST' || Number(request.headers.get('content-length') ?? 0) > MAX_BEGIN_BYTES) {
    return false;
  }
  const text = await beginning(request.clone());
  // Quicker than reading every request as JSON.
  if (text === undefined || !text.includes('"initialize"')) {
    return false;
  }
  try {
    const body = JSON.parse(text) as unknown;
    const begins = [body].flat().some((one) => (one as { method?: unknown } | null)?.method === 'initialize');
    return begins && (await isLegacyRequest(request, body));
  } catch {
    return false;
  }
}

/** A short body; undefined for a longer one. */
async function beginning(request: Request): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of request.body ?? []) {
    length += piece.length;
    if (length > MAX_BEGIN_BYTES) {
      return undefined;
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** The same body; `done` is called once, when all of it was read or nobody reads it any more. */
function watched(body: ReadableStream<Uint8Array>, done: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isDone = false;
  const end = (): void => {
    if (!isDone) {
      isDone = true;
      done();
    }
  };
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done: isOver, value } = await reader.read();
        if (isOver) {
          end();
          controller.close();
        } else {
          controller.enqueue(value);
        }
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    cancel: async (reason) => {
      end();
      await reader.cancel(reason);
    },
  });
}

/** What the protocol has for a session that there is not: the client begins another. */
function gone(): Response {
  return Response.json(
    { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } },
    { status: 404 },
  );
}
