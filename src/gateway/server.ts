import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type JSONRPCRequest,
  LOG_LEVEL_META_KEY,
  type Notification,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

import { BeadloomError } from '../model/error.js';
import { asCall } from '../mcp/survival.js';
import { VERSION } from '../model/version.js';
import { fittedArguments, withNotes } from './arguments.js';
import { ANSWER_MS, ANYTHING, type CallRequest, type Calls } from './calls.js';
import type { Gateway } from './gateway.js';
import {
  type Listing,
  lateTool,
  listFor,
  modeOf,
  serverIn,
  serversOf,
  usableTool,
  usableTools,
} from './lists.js';
import { isMeta } from './meta/definitions.js';
import { runMeta, unknownTool } from './meta/run.js';
import { shaped } from './results/shaped.js';
import type { Session } from './session.js';
import { timeLimit } from './time-limits.js';
import type { Upstream } from './upstream.js';
import { type Json, NoAnswer, RpcError } from './wire.js';

/** What the extension of tasks is called, and what clients ask of a task. */
const TASKS = 'io.modelcontextprotocol/tasks';
const TASK_METHODS = ['tasks/get', 'tasks/result', 'tasks/update', 'tasks/cancel', 'tasks/list'];

/** The header of a trace, and characters of the one beside it that are passed on. */
const TRACE_PARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const MAX_TRACE_STATE_CHARS = 512;

/** What is listed. */
type What = 'tools' | 'prompts' | 'resources';

/** What every server of a gateway shares. */
export interface Serving {
  gateway: Gateway;
  calls: Calls;
  /** What `auto` came to, by profile. */
  decided: Map<string, 'all' | 'search'>;
  /** Resources that clients subscribed to. */
  watching: Watching;
}

/** How many clients watch each resource. */
export class Watching {
  readonly #counts = new Map<string, number>();

  enter(uri: string): void {
    this.#counts.set(uri, (this.#counts.get(uri) ?? 0) + 1);
  }

  /** Whether that was the last one. */
  leave(uri: string): boolean {
    const left = (this.#counts.get(uri) ?? 1) - 1;
    if (left > 0) {
      this.#counts.set(uri, left);
    } else {
      this.#counts.delete(uri);
    }
    return left <= 0;
  }
}

/** What clients may ask a gateway, beside what the library answers by itself. */
const METHODS: ReadonlySet<string> = new Set([
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'completion/complete',
]);

/** A server towards one client, or one request. */
export class GatewayServer {
  /** Whether there is an answer to a request of the modern era; any other is refused before it is one. */
  static answers(method: string | null | undefined): boolean {
    return method === null || method === undefined || METHODS.has(method) || method.startsWith('tasks/');
  }

  readonly server: Server;
  /** The last lists that were given, as JSON. */
  readonly #given = new Map<What, string>();
  /** Resources that the client subscribed to. */
  readonly #watched = new Set<string>();

  constructor(
    private readonly serving: Serving,
    readonly session: Session,
    /** Told of what clients can be asked. */
    private readonly declared: (capabilities: ClientCapabilities) => void,
  ) {
    this.server = new Server(
      { name: 'beadloom-gateway', title: 'beadloom gateway', version: VERSION },
      {
        capabilities: {
          tools: { listChanged: true },
          prompts: { listChanged: true },
          // Which resources a client of the modern era listens to is not told to whoever answers it.
          resources: { listChanged: true, ...(!session.isModern && { subscribe: true }) },
          completions: {},
          logging: {},
          // Which tools run as tasks their definitions say; in the modern era it is an extension.
          ...(session.isModern
            ? { extensions: { [TASKS]: {} } }
            : { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }),
        },
        instructions: this.#instructions(),
      },
    );
    // One handler without schemas: what a server answers passes as it is.
    this.server.fallbackRequestHandler = (request, context) =>
      asCall(() => this.#answer(request, context)) as Promise<Json>;
    this.server.fallbackNotificationHandler = async ({ method, params = {} }) => {
      if (method === 'notifications/roots/list_changed') {
        await Promise.all(serving.gateway.servers.map((upstream) => upstream.notify(method, params as Json)));
      }
    };
    for (const method of TASK_METHODS) {
      this.server.setRequestHandler(
        method,
        { params: ANYTHING },
        (params, context) => asCall(() => this.#task(method, params as Json, context)) as Promise<Json>,
      );
    }
    this.server.setRequestHandler('logging/setLevel', ({ params: { level } }) => {
      serving.gateway.setLevel(level);
      return {};
    });
  }

  /** Whether the client would get another list now than the one it has. */
  async isStale(what: What): Promise<boolean> {
    const given = this.#given.get(what);
    return given !== undefined && given !== JSON.stringify(await this.#now(what));
  }

  /** A list as the client gets it now. */
  async #now(what: What): Promise<unknown> {
    const { offers } = this.serving.gateway;
    switch (what) {
      case 'tools':
        return (await this.#list()).tools;
      case 'prompts':
        return offers.prompts(this.#servers);
      case 'resources':
        return [offers.resources(this.#servers), offers.templates(this.#servers)];
    }
  }

  async #give(what: What): Promise<void> {
    this.#given.set(what, JSON.stringify(await this.#now(what)));
  }

  async #answer({ method, params = {} }: JSONRPCRequest, context: ServerContext): Promise<Json> {
    const { gateway } = this.serving;
    const asked = this.#asked(params, context);
    this.declared(asked.capabilities);
    try {
      switch (method) {
        case 'tools/list':
          return { tools: await this.#listed() };
        case 'tools/call':
          return await this.#call(asked);
        case 'prompts/list':
          await gateway.offered();
          await this.#give('prompts');
          return { prompts: gateway.offers.prompts(this.#servers) };
        case 'prompts/get': {
          const { upstream, name } = await this.#prompt(String(asked.params['name']));
          return await this.#relay(upstream.name, method, { ...asked.params, name }, asked);
        }
        case 'resources/list':
          await gateway.offered();
          await this.#give('resources');
          return { resources: gateway.offers.resources(this.#servers) };
        case 'resources/templates/list':
          await gateway.offered();
          return { resourceTemplates: gateway.offers.templates(this.#servers) };
        case 'resources/read':
        case 'resources/subscribe':
        case 'resources/unsubscribe':
          return await this.#resource(method, asked);
        case 'completion/complete':
          return await this.#complete(asked);
        default:
          throw new RpcError(-32601, 'Method not found');
      }
    } catch (error) {
      if (error instanceof NoAnswer) {
        throw new RpcError(-32603, error.message);
      }
      throw error;
    }
  }

  get #servers(): ReadonlySet<string> {
    return serversOf(this.serving.gateway, this.session);
  }

  async #list(): Promise<Listing> {
    const { gateway, decided } = this.serving;
    const mode = await modeOf(gateway, this.session, decided);
    return listFor(gateway, this.session, mode);
  }

  async #listed(): Promise<Json[]> {
    const { gateway } = this.serving;
    await gateway.listable();
    const { tools } = await this.#list();
    this.#given.set('tools', JSON.stringify(tools));
    setImmediate(() => void this.#noteListed(tools));
    return tools;
  }

  async #noteListed(tools: Json[]): Promise<void> {
    const { gateway } = this.serving;
    try {
      const all = usableTools(gateway, this.session).flatMap(({ listed, held }) =>
        held === undefined ? [listed] : [],
      );
      const [tokensAll, tokensShown] = [await gateway.tokensOf(all), await gateway.tokensOf(tools)];
      gateway.core.tell('listed', { tokens_all: tokensAll, tokens_shown: tokensShown });
    } catch {
      // Without a vocabulary nothing is counted.
    }
  }

  async #call(asked: CallRequest): Promise<Json> {
    const { gateway, calls } = this.serving;
    const { name: given, arguments: args, ...params } = asked.params;
    const name = String(given);
    const { session } = this;
    // A client may call what it was listed by somebody else, or what another run of the gateway listed it.
    await gateway.restore();
    const rest = { ...asked, params };
    if (isMeta(name)) {
      if (name !== 'call_tool' && name !== 'set_context' && name !== 'read_result') {
        await gateway.listable();
      }
      return runMeta(name, args, { gateway, calls, session, asked: rest, relist: () => this.relist() });
    }
    let tool = usableTool(gateway, session, name) ?? (await lateTool(gateway, session, name));
    if (tool === undefined) {
      throw new RpcError(-32602, unknownTool(gateway, session, name));
    }
    if (tool.held !== undefined) {
      await gateway.recheck();
      tool = usableTool(gateway, session, name) ?? tool;
    }
    const { value, notes } = fittedArguments(tool, args);
    const answer = await calls.tool(session, { tool, args: value }, rest);
    const schema = tool.listed['outputSchema'] !== undefined;
    const result = withNotes(
      (await this.#cuts()) ? shaped(session, tool, answer, {}, schema) : answer,
      notes,
    );
    // A server of the modern era may answer with what is no object, which the earlier one has no form for.
    return !session.isModern &&
      result['structuredContent'] !== undefined &&
      !isObject(result['structuredContent'])
      ? (this.server.projectCallToolResult(result as never, tool.listed['outputSchema'] as never) as Json)
      : result;
  }

  /** Whether results of listed tools are cut: where all tools are listed, only if the settings say so. */
  async #cuts(): Promise<boolean> {
    const { gateway, decided } = this.serving;
    return (
      gateway.config.maxResultChars !== undefined || (await modeOf(gateway, this.session, decided)) !== 'all'
    );
  }

  /** Tells the client that its list is another. */
  relist(): void {
    void this.server.sendToolListChanged().catch(() => undefined);
  }

  /** Something that was listed may be another now. */
  async changed(what: What): Promise<void> {
    try {
      if (!(await this.isStale(what))) {
        return;
      }
      if (what === 'tools') {
        await this.server.sendToolListChanged();
      } else {
        await (what === 'prompts'
          ? this.server.sendPromptListChanged()
          : this.server.sendResourceListChanged());
      }
    } catch {
      // The client went away.
    }
  }

  /** Asks the client beside its calls, where its era has that. */
  async ask({ method, params = {} }: JSONRPCRequest, signal: AbortSignal): Promise<Json> {
    if (this.session.isModern) {
      throw new RpcError(-32601, `the client cannot be asked for ${method} outside a call`);
    }
    return (await this.server.request({ method, params }, ANYTHING, { signal, timeout: ANSWER_MS })) as Json;
  }

  /** Passes on what a server says beside calls. */
  tell(notification: Notification): void {
    void this.server.notification(notification).catch(() => undefined);
  }

  /** What a client asks of a task goes to the server that began it. */
  async #task(method: string, params: Json, context: ServerContext): Promise<Json> {
    const { calls } = this.serving;
    const asked = this.#asked(params, context);
    if (method === 'tasks/list') {
      return { tasks: await calls.tasks(this.session, this.#servers, asked) };
    }
    const server = calls.serverOfTask(String(params['taskId']));
    if (server === undefined || !this.#servers.has(server)) {
      throw new RpcError(-32602, `there is no task ${String(params['taskId']).slice(0, 200)}`);
    }
    return this.#relay(server, method, params, asked);
  }

  /** Whether the client subscribed to a resource. */
  watches(uri: string): boolean {
    return this.#watched.has(uri);
  }

  /** Reads a resource, or begins or ends a subscription. One that several clients have ends with the last. */
  async #resource(method: string, asked: CallRequest): Promise<Json> {
    const uri = String(asked.params['uri']);
    if (method === 'resources/read') {
      return this.#atResource(method, uri, asked);
    }
    const { watching } = this.serving;
    if (method === 'resources/unsubscribe' && this.#watched.delete(uri) && !watching.leave(uri)) {
      return {};
    }
    const answer = await this.#atResource(method, uri, asked);
    if (method === 'resources/subscribe' && this.session.remembers && !this.#watched.has(uri)) {
      this.#watched.add(uri);
      watching.enter(uri);
    }
    return answer;
  }

  /** The client went away: nobody watches for it any more. */
  async left(): Promise<void> {
    const last = [...this.#watched].filter((uri) => this.serving.watching.leave(uri));
    this.#watched.clear();
    const upstreams = last.flatMap((uri) =>
      this.serving.gateway.offers.resourceOf(uri, this.#servers).map((upstream) => ({ uri, upstream })),
    );
    await Promise.allSettled(upstreams.map(({ uri, upstream }) => upstream.unwatch(uri)));
  }

  async #atResource(method: string, uri: string, asked: CallRequest): Promise<Json> {
    const { gateway } = this.serving;
    const kept = method === 'resources/read' ? this.#kept(uri) : undefined;
    if (kept !== undefined) {
      return { contents: [kept] };
    }
    if (!gateway.offers.isListed(uri, this.#servers)) {
      await gateway.offered();
    }
    const upstreams = gateway.offers.resourceOf(uri, this.#servers);
    if (method === 'resources/read' && upstreams.length > 1) {
      return this.#firstOf(upstreams, uri, asked);
    }
    let last: unknown = new RpcError(-32602, `Resource not found: ${uri}`, { uri });
    for (const upstream of upstreams) {
      try {
        return await this.#ofResource(upstream, method, uri, asked);
      } catch (error) {
        last = error;
        // Whoever does not have it says so; then another may.
        if (upstreams.length === 1 || !(error instanceof RpcError)) {
          throw error;
        }
      }
    }
    throw last;
  }

  /** Reads a resource that any of several servers may have: that of the first in their order that has it, as far as they answer. */
  async #firstOf(upstreams: readonly Upstream[], uri: string, asked: CallRequest): Promise<Json> {
    const reads = upstreams.map((upstream) => this.#ofResource(upstream, 'resources/read', uri, asked));
    try {
      const found = await Promise.any(reads);
      for (const read of reads) {
        // Whoever comes first and has it answers, and is not waited for much longer than the others were.
        const first = await soon(read, EARLIER_MS);
        if (first !== undefined) {
          return first;
        }
      }
      return found;
    } catch (error) {
      // What the first of them says is what a client is told.
      const [first, ...rest] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
      throw first instanceof RpcError ? first : (rest.find((one) => one instanceof RpcError) ?? first);
    }
  }

  /** The modern era has no request to subscribe: whoever listens says for what. */
  async #ofResource(upstream: Upstream, method: string, uri: string, asked: CallRequest): Promise<Json> {
    if (method === 'resources/read' || !(await upstream.link()).isModern) {
      return this.#relay(upstream.name, method, asked.params, asked);
    }
    await upstream.watch(uri, method === 'resources/subscribe');
    return {};
  }

  /** An item of a result that was kept. */
  #kept(uri: string): object | undefined {
    try {
      return this.session.results.readResource(uri);
    } catch (error) {
      throw error instanceof BeadloomError ? new RpcError(-32602, error.message, { uri }) : error;
    }
  }

  /** The server of a prompt, and what it calls it. No other server is waited for. */
  async #prompt(name: string): Promise<{ upstream: Upstream; name: string }> {
    const { gateway } = this.serving;
    const server = serverIn(gateway, name);
    const upstream = server === undefined ? undefined : gateway.upstreams.get(server);
    await gateway.offered(upstream === undefined ? undefined : [upstream]);
    return gateway.offers.promptOf(name, this.#servers);
  }

  async #complete(asked: CallRequest): Promise<Json> {
    const { gateway } = this.serving;
    const ref = (asked.params['ref'] ?? {}) as Json;
    const none = { completion: { values: [], total: 0, hasMore: false } };
    if (ref['type'] === 'ref/prompt') {
      const { upstream, name } = await this.#prompt(String(ref['name']));
      const params = { ...asked.params, ref: { ...ref, name } };
      return has(upstream.current, 'completions')
        ? this.#relay(upstream.name, 'completion/complete', params, asked)
        : none;
    }
    let upstream = gateway.offers.templateOf(String(ref['uri']), this.#servers);
    if (upstream === undefined) {
      await gateway.offered();
      upstream = gateway.offers.templateOf(String(ref['uri']), this.#servers);
    }
    if (upstream === undefined) {
      throw new RpcError(-32602, `there is no resource template ${String(ref['uri'])}`);
    }
    return has(upstream.current, 'completions')
      ? this.#relay(upstream.name, 'completion/complete', asked.params, asked)
      : none;
  }

  #relay(server: string, method: string, params: Json, asked: CallRequest): Promise<Json> {
    return this.serving.calls.relay(this.session, server, method, params, asked);
  }

  #asked(params: Json, context: ServerContext): CallRequest {
    const { session } = this;
    const envelope = (context.mcpReq.envelope ?? {}) as Json;
    const level = envelope[LOG_LEVEL_META_KEY];
    const { inputResponses } = context.mcpReq;
    const requestState = context.mcpReq.requestState<string>();
    const capabilities = session.isModern
      ? (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined)
      : this.server.getClientCapabilities();
    const meta = {
      ...traceOf(context.http?.req?.headers),
      ...(params['_meta'] as Json | undefined),
      ...(level !== undefined && { [LOG_LEVEL_META_KEY]: level }),
    };
    return {
      params: Object.keys(meta).length === 0 ? params : { ...params, _meta: meta },
      context,
      // Over HTTP every request may be another client's.
      client: session.remembers || context.http === undefined ? session : context,
      clientName: nameOf(envelope[CLIENT_INFO_META_KEY]) ?? this.server.getClientVersion()?.name,
      capabilities: capabilities ?? {},
      inputResponses,
      requestState: typeof requestState === 'string' ? requestState : undefined,
    };
  }

  #instructions(): string {
    const names = [...this.#servers].join(', ');
    return `This gateway serves these servers: ${names === '' ? 'none' : names}. Tools are named server__tool. Where search_tools is listed, it finds tools by what they do, and call_tool calls them.`;
  }
}

/** What a request answers if it does soon; undefined where it fails or does not. */
async function soon(answer: Promise<Json>, ms: number): Promise<Json | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([answer.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}

function has(link: { capabilities: { completions?: unknown } } | undefined, what: 'completions'): boolean {
  return link?.capabilities[what] !== undefined;
}

/** Milliseconds that a server which comes first has once another one has answered. */
const EARLIER_MS = timeLimit(250);

/** Trace context that came in headers, as the protocol has it in `_meta`; what a request says there itself comes before. */
function traceOf(headers: Headers | undefined): Json {
  const parent = headers?.get('traceparent') ?? '';
  const state = headers?.get('tracestate') ?? '';
  if (!TRACE_PARENT.test(parent)) {
    return {};
  }
  return {
    traceparent: parent,
    ...(state !== '' && state.length <= MAX_TRACE_STATE_CHARS && { tracestate: state }),
  };
}

function nameOf(info: unknown): string | undefined {
  const name = (info as { name?: unknown } | undefined)?.name;
  return typeof name === 'string' ? name.slice(0, 100) : undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
