import type { ClientCapabilities, Notification, ServerContext } from '@modelcontextprotocol/server';

import type { Tool } from './catalogue.js';
import type { Gateway } from './gateway.js';
import { BusyError } from './limiter.js';
import type { AuditedCall } from './audit.js';
import { mirroredHeaders } from './mirrored.js';
import { Questions } from './questions.js';
import type { Session } from './session.js';
import { type Json, NoAnswer, RpcError } from './wire.js';

/** A request of a client, with what it was sent besides its parameters. */
export interface CallRequest {
  /** As the client sent them, without what belongs to the exchange. */
  params: Json;
  context: ServerContext;
  /** Tells clients apart: what is the same is the same client. */
  client: object;
  /** What it calls itself. */
  clientName?: string | undefined;
  /** What the client can be asked. */
  capabilities: ClientCapabilities;
  /** What the client's answers to questions are, where this is a request again. */
  inputResponses?: Json | undefined;
  requestState?: string | undefined;
}

/** A call of a tool. */
export interface Call {
  tool: Tool;
  args: unknown;
  /** What the client said the call belongs to. */
  contextId?: string | undefined;
}

/** How long a list of tasks waits for servers, in milliseconds. */
const TASKS_MS = 5_000;

/** Tasks of which it is known who began them, at most. */
const MAX_TASKS = 10_000;

/** How often a server may ask a client of the earlier era before a call is given up. */
const MAX_ROUNDS = 16;

/** Fields of results that only the modern era has. */
const MODERN_FIELDS = ['resultType', 'ttlMs', 'cacheScope'];

/** Relays requests of clients to the servers behind the gateway. */
export class Calls {
  readonly questions = new Questions();
  /** Servers by the tasks that they began. */
  readonly #tasks = new Map<string, string>();

  constructor(private readonly gateway: Gateway) {}

  /**
   * Calls a tool of a server. What the server answers comes back as it is; where it gives no answer, that is an answer with `isError`.
   *
   * @throws RpcError what the server answered with an error
   */
  async tool(session: Session, { tool, args, contextId }: Call, asked: CallRequest): Promise<Json> {
    const began = performance.now();
    if (tool.held !== undefined) {
      this.#audited({ tool, args }, asked, 'held', { error: tool.held.reason, milliseconds: 0, bytes: 0 });
      return failed(
        `${tool.shown} waits for an approval: ${tool.held.reason}: ${tool.held.detail}\nhint: a person looks at it and runs beadloom gateway approve ${tool.server} ${tool.name}`,
      );
    }
    const params: Json = { ...asked.params, name: tool.name, arguments: args ?? {} };
    const upstream = this.gateway.upstreamOf(tool);
    let answered = began;
    let ok = false;
    let bytes = 0;
    let sent = began;
    let wrong: string | undefined;
    try {
      sent = performance.now();
      const headers = mirroredHeaders(tool.listed['inputSchema'], params['arguments']);
      const result = await this.relay(session, tool.server, 'tools/call', params, asked, headers);
      answered = performance.now();
      ok = result['isError'] !== true;
      bytes = JSON.stringify(result).length;
      this.#noteTask(result, tool.server);
      if (ok && result['resultType'] !== 'input_required') {
        const lesson = session.lesson(tool, contextId);
        if (lesson !== undefined && this.gateway.config.learning) {
          this.gateway.core.tell('learn', { server: tool.server, name: tool.name, ...lesson, ok });
        }
      }
      return result;
    } catch (error) {
      answered = performance.now();
      wrong = (error as Error).message;
      if (error instanceof BusyError) {
        return failed(
          `${upstream.name} is busy: ${error.message}\nhint: try again when some of them have ended`,
        );
      }
      if (error instanceof NoAnswer && error.why !== 'cancelled') {
        return failed(`${upstream.name} gave no answer: ${error.message}`);
      }
      throw error;
    } finally {
      const ended = performance.now();
      const isCancelled = asked.context.mcpReq.signal.aborted;
      this.#audited({ tool, args }, asked, ok ? 'ok' : isCancelled ? 'cancelled' : 'error', {
        error: wrong,
        milliseconds: ended - began,
        bytes,
      });
      const upstreamMs = Math.max(0, answered - sent);
      setImmediate(() =>
        this.gateway.core.tell('called', {
          server: tool.server,
          name: tool.name,
          ok,
          upstream_ms: upstreamMs,
          added_ms: Math.max(0, ended - began - upstreamMs),
          bytes,
        }),
      );
    }
  }

  /** The server that began a task. */
  serverOfTask(id: string): string | undefined {
    return this.#tasks.get(id);
  }

  /** The tasks of all servers that have any. */
  async tasks(session: Session, servers: ReadonlySet<string>, asked: CallRequest): Promise<Json[]> {
    const began = [...new Set(this.#tasks.values())].filter((server) => servers.has(server));
    // A server that does not answer costs its own tasks, and nobody waits for it as long as a call may take.
    const signal = AbortSignal.any([asked.context.mcpReq.signal, AbortSignal.timeout(TASKS_MS)]);
    const lists = await Promise.allSettled(
      began.map(async (server) => {
        const context = { ...asked.context, mcpReq: { ...asked.context.mcpReq, signal } };
        const { tasks } = await this.relay(session, server, 'tasks/list', asked.params, {
          ...asked,
          context,
        });
        return Array.isArray(tasks) ? (tasks as Json[]) : [];
      }),
    );
    const refused = lists.find((list) => list.status === 'rejected');
    if (refused !== undefined && lists.every((list) => list.status === 'rejected')) {
      throw refused.reason;
    }
    return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
  }

  #noteTask(result: Json, server: string): void {
    // The modern era has the fields of the task in the result itself.
    const id = (result['task'] as Json | undefined)?.['taskId'] ?? result['taskId'];
    if (typeof id === 'string') {
      this.#tasks.set(id, server);
      const [oldest] = this.#tasks.keys();
      if (this.#tasks.size > MAX_TASKS && oldest !== undefined) {
        this.#tasks.delete(oldest);
      }
    }
  }

  #audited(
    { tool, args }: Call,
    { clientName }: CallRequest,
    outcome: AuditedCall['outcome'],
    more: Pick<AuditedCall, 'error' | 'milliseconds' | 'bytes'>,
  ): void {
    const { audit, upstreams } = this.gateway;
    const call = {
      client: clientName,
      server: tool.server,
      tool: tool.name,
      arguments: args,
      outcome,
      ...more,
    };
    audit.note(call, upstreams.get(tool.server)?.config.secrets);
  }

  /**
   * Relays a request to a server, with progress, cancellation, and what the server asks the client meanwhile.
   *
   * @param headers that go with it over HTTP
   * @throws RpcError, NoAnswer
   */
  async relay(
    session: Session,
    server: string,
    method: string,
    params: Json,
    asked: CallRequest,
    headers?: Record<string, string>,
  ): Promise<Json> {
    const { context, inputResponses, requestState, client, capabilities } = asked;
    if (session.isModern && Questions.isOurs(requestState)) {
      return this.questions.resume(requestState, server, inputResponses ?? {}, context.mcpReq.signal);
    }
    const upstream = this.gateway.upstreams.get(server);
    if (upstream === undefined) {
      throw new NoAnswer('unreachable', `there is no server ${server}`);
    }
    const { progressToken } = context.mcpReq._meta ?? {};
    const timeoutMs = Math.min(
      session.profile?.timeoutMs ?? upstream.config.timeoutMs,
      upstream.config.timeoutMs,
    );
    const progress =
      progressToken === undefined
        ? undefined
        : (said: Json) => {
            if (upstream.passes()) {
              void context.mcpReq
                .notify({ method: 'notifications/progress', params: { ...said, progressToken } })
                .catch(() => undefined); // The client went away; the call itself will notice.
            }
          };
    const abort = new AbortController();
    const cancel = (): void => abort.abort();
    context.mcpReq.signal.addEventListener('abort', cancel, { once: true });
    const send = (more: Json): Promise<Json> =>
      upstream.limiter.run(abort.signal, () =>
        upstream.relay(
          method,
          { ...params, ...more },
          { signal: abort.signal, timeoutMs, progress, headers },
          capabilities,
        ),
      );
    // Over HTTP what is told beside the answer goes on the stream of the call; over stdio there is one stream.
    const tell = (notification: Notification): void =>
      void context.mcpReq.notify(notification).catch(() => undefined);
    const again = {
      ...(inputResponses && { inputResponses }),
      ...(requestState !== undefined && { requestState }),
    };
    if (session.isModern) {
      // A server of the earlier era asks while the call runs; then the client is answered with the question, and calls again.
      return this.questions.during(
        { server, client, cancel, canAsk: (what) => isDeclared(asked, what), tell },
        send(again),
        () => context.mcpReq.signal.removeEventListener('abort', cancel),
      );
    }
    return this.questions.direct(
      { server, client, ask: (request, signal) => askClient(asked, request, signal), tell },
      (async () => {
        let result = await send(again);
        for (let round = 0; result['resultType'] === 'input_required'; round++) {
          if (round >= MAX_ROUNDS) {
            throw new RpcError(-32603, `${server} asked more than ${MAX_ROUNDS} times and gave no answer`);
          }
          result = await send(await answersFor(asked, result, abort.signal));
        }
        return withoutModern(result);
      })(),
    );
  }
}

/** An answer that says what went wrong. */
export function failed(text: string): Json {
  return { content: [{ type: 'text', text }], isError: true };
}

/** What a client of the earlier era answers to the questions in a result of the modern one. */
async function answersFor(asked: CallRequest, result: Json, signal: AbortSignal): Promise<Json> {
  const requests = (result['inputRequests'] ?? {}) as Record<string, { method?: unknown; params?: Json }>;
  const answers = await Promise.all(
    Object.entries(requests).map(async ([key, { method, params }]) => {
      const answer = await askClient(asked, { method: String(method), params: params ?? {} }, signal);
      return [key, answer] as const;
    }),
  );
  return {
    inputResponses: Object.fromEntries(answers),
    ...(typeof result['requestState'] === 'string' && { requestState: result['requestState'] }),
  };
}

/** What servers may ask clients. */
const ASKED: Record<string, 'sampling' | 'elicitation' | 'roots'> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
};

function isDeclared({ capabilities }: CallRequest, method: string): boolean {
  const what = ASKED[method];
  return what !== undefined && capabilities[what] !== undefined;
}

/** As anything that a client answers. */
export const ANYTHING = {
  '~standard': { version: 1, vendor: 'beadloom', validate: (value: unknown) => ({ value }) },
} as const;

/** People are slow. */
export const ANSWER_MS = 10 * 60_000;

async function askClient(
  asked: CallRequest,
  request: { method: string; params?: Json | undefined },
  signal: AbortSignal,
): Promise<Json> {
  if (!isDeclared(asked, request.method)) {
    throw new RpcError(-32601, `the client cannot be asked for ${request.method}`);
  }
  const { method, params = {} } = request;
  return (await asked.context.mcpReq.send({ method, params }, ANYTHING, {
    signal,
    timeout: ANSWER_MS,
  })) as Json;
}

function withoutModern(result: Json): Json {
  return MODERN_FIELDS.some((field) => field in result)
    ? Object.fromEntries(Object.entries(result).filter(([field]) => !MODERN_FIELDS.includes(field)))
    : result;
}
