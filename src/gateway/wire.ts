import type {
  JSONRPCMessage,
  MessageExtraInfo,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';

/** An object of JSON. */
export type Json = Record<string, unknown>;

/** An error that a server answered with, or another one that has a code of the protocol: it is passed on as it is. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** Why a server gave no answer. */
export class NoAnswer extends Error {
  constructor(
    readonly why: 'timeout' | 'closed' | 'cancelled' | 'unreachable',
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** How a request is relayed. */
export interface Relayed {
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  /** Told of progress, with what else the notification says. Progress begins the time anew. */
  progress?: ((params: Json) => void) | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

interface Pending {
  settle: (answer: { result: Json } | { error: Error }) => void;
  progress: ((params: Json) => void) | undefined;
  renew: () => void;
}

/** Ids of relayed requests begin here; the client counts its own from 0. */
const FIRST_ID = 1_000_000_000;

/** However often progress is reported, a call may take so many times its bound, and no longer. */
const MAX_RENEWALS = 60;

/**
 * A transport that relays requests besides those of the client that speaks on it. What is relayed is passed on as it is: nothing in
 * it is read but ids, so nothing of it is lost that this version of the protocol's library does not know.
 */
export class Wire implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  setProtocolVersion?: (version: string) => void;
  setSupportedProtocolVersions?: (versions: string[]) => void;
  /** Only where the server is a process: the client knows it by these. */
  declare stderr?: unknown;
  declare pid?: unknown;

  readonly #pending = new Map<number, Pending>();
  #next = FIRST_ID;
  #closed = false;

  /** @param why there is no connection any more, once there is none */
  constructor(
    private readonly inner: Transport,
    private readonly why: () => string,
  ) {
    if ('pid' in inner) {
      this.stderr = null;
      this.pid = null;
    }
    if (inner.setProtocolVersion !== undefined) {
      this.setProtocolVersion = (version) => inner.setProtocolVersion?.(version);
    }
    // A transport has one listener.
    const listener: Pick<Transport, 'onmessage' | 'onerror' | 'onclose'> = {
      onmessage: (message, extra) => this.#take(message, extra),
      onerror: (error) => this.onerror?.(error),
      onclose: () => this.#close(),
    };
    Object.assign(inner, listener);
  }

  get sessionId(): string | undefined {
    return this.inner.sessionId;
  }

  get hasPerRequestStream(): boolean {
    return this.inner.hasPerRequestStream === true;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Why there is no connection any more. */
  reason(): string {
    return this.why();
  }

  /** Requests without an answer. */
  get waiting(): number {
    return this.#pending.size;
  }

  start(): Promise<void> {
    return this.inner.start();
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.inner.send(message, options);
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  /**
   * Sends a request and resolves with the result as it came.
   *
   * @param cancelByStream whether closing the stream of a request cancels it, as over HTTP since 2026-07-28
   * @throws RpcError what the server answered
   * @throws NoAnswer where there is none
   */
  relay(method: string, params: Json, relayed: Relayed, cancelByStream: boolean): Promise<Json> {
    const { signal, timeoutMs, progress, headers } = relayed;
    if (this.#closed) {
      return Promise.reject(new NoAnswer('closed', this.why()));
    }
    if (signal?.aborted) {
      return Promise.reject(new NoAnswer('cancelled', 'the call was cancelled'));
    }
    const id = this.#next++;
    const stream = cancelByStream && this.hasPerRequestStream ? new AbortController() : undefined;
    return new Promise<Json>((resolve, reject) => {
      let timer: NodeJS.Timeout;
      let renewals = 0;
      const settle: Pending['settle'] = (answer) => {
        if (this.#pending.delete(id)) {
          clearTimeout(timer);
          signal?.removeEventListener('abort', cancelled);
          if ('result' in answer) {
            resolve(answer.result);
          } else {
            reject(answer.error);
          }
        }
      };
      const abandon = (error: NoAnswer): void => {
        settle({ error });
        if (stream !== undefined) {
          stream.abort();
        } else {
          void this.#cancel(id, error.message);
        }
      };
      const cancelled = (): void => abandon(new NoAnswer('cancelled', 'the call was cancelled'));
      const late = (): void => abandon(new NoAnswer('timeout', `no answer within ${timeoutMs} ms`));
      const arm = (): void => {
        clearTimeout(timer);
        timer = setTimeout(late, timeoutMs);
      };
      const renew = (): void => {
        if (++renewals < MAX_RENEWALS) {
          arm();
        }
      };
      this.#pending.set(id, { settle, progress, renew });
      signal?.addEventListener('abort', cancelled, { once: true });
      arm();
      const meta = { ...(params['_meta'] as Json | undefined) };
      // The token is that of the client; towards the server it is ours.
      delete meta['progressToken'];
      if (progress !== undefined) {
        meta['progressToken'] = id;
      }
      const { _meta: _, ...rest } = params;
      const sent = Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
      this.inner
        .send({ jsonrpc: '2.0', id, method, params: sent } as JSONRPCMessage, {
          ...(headers === undefined ? {} : { headers }),
          ...(stream === undefined ? {} : { requestSignal: stream.signal }),
        })
        .catch((error: unknown) => settle({ error: unreachable(error) }));
    });
  }

  async #cancel(requestId: number, reason: string): Promise<void> {
    try {
      await this.inner.send({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId, reason },
      });
    } catch {
      // It hears nothing any more.
    }
  }

  #take(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    if (!('method' in message)) {
      const pending = this.#pending.get(Number(message.id));
      if (pending !== undefined) {
        pending.settle(
          'result' in message
            ? { result: message.result as Json }
            : { error: new RpcError(message.error.code, message.error.message, message.error.data) },
        );
        return;
      }
      if (Number(message.id) >= FIRST_ID) {
        return; // of a call that was given up
      }
    } else if (message.method === 'notifications/progress') {
      const params = (message.params ?? {}) as Json;
      const token = Number(params['progressToken']);
      const pending = this.#pending.get(token);
      if (pending !== undefined) {
        pending.renew();
        pending.progress?.(params);
        return;
      }
      if (token >= FIRST_ID) {
        return;
      }
    }
    this.onmessage?.(message, extra);
  }

  #close(): void {
    if (this.#closed) {
      return;
    }
    this.#closed = true;
    const why = this.why();
    for (const { settle } of this.#pending.values()) {
      settle({ error: new NoAnswer('closed', why) });
    }
    this.onclose?.();
  }
}

/** What the transport could not send. An HTTP status stays readable in the cause. */
function unreachable(error: unknown): NoAnswer {
  return new NoAnswer('unreachable', error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}
