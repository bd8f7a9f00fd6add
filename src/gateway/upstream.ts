import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type JSONRPCRequest,
  type McpSubscription,
  type Notification,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';

import { Bucket } from './bucket.js';
import { Connector, IDENTITY, type Link } from './connector.js';
import { isLostSession, isUnauthorized } from './failures.js';
import { Limiter } from './limiter.js';
import type { Member, Pool } from './pool.js';
import { type ServerConfig, withoutSecrets } from './server-config.js';
import { type Json, NoAnswer, type Relayed, RpcError } from './wire.js';

/** How a server stands. */
export type Status = 'ready' | 'connecting' | 'idle' | 'failed' | 'needs login' | 'disabled';

/** Who an upstream tells, and asks. */
export interface UpstreamHooks {
  /** What the client that is behind us can be asked. */
  capabilities: () => ClientCapabilities;
  /** A new connection is there. */
  connected: (upstream: Upstream, link: Link) => void;
  /** The server asks the client something. */
  asked: (upstream: Upstream, request: JSONRPCRequest, signal: AbortSignal) => Promise<Json>;
  /** The server notifies. */
  noticed: (upstream: Upstream, notification: Notification) => void;
  /** How it stands changed. */
  changed: (upstream: Upstream) => void;
  log: (text: string) => void;
  /** Places for processes. */
  pool: Pool;
}

/** Waiting times before a server is tried again: the first, and the longest, in milliseconds. */
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 60_000;

/** A call waits so long for a server that is being tried again; else it is told. */
const PATIENCE_MS = 5_000;

/** Whoever ran so long, in milliseconds, was well: its failures are forgotten. */
const WELL_MS = 30_000;

/** After so many failures in a row nobody tries on its own: the next call does. */
const MAX_TRIES = 6;

/** Whoever lost its place to others so often before it answered has failed. */
const MAX_LOSSES = 5;

/** Characters of an error at most: some servers answer with a whole page. */
const MAX_ERROR_CHARS = 500;

/** Notifications that a server may send at once, and then in a second. */
const BURST = 1_000;
const PER_SECOND = 200;

/** Pages of a list at most, and entries in it. */
const MAX_PAGES = 100;
const MAX_ENTRIES = 20_000;

/** A server behind the gateway: connected when it is needed, and again when it was lost. */
export class Upstream {
  status: Status;
  /** Why it failed. */
  error: string | undefined;
  /** Lets through what it may be asked at a time. */
  readonly limiter: Limiter;

  /** Resources that somebody watches, and how many do; of a server of the modern era. */
  readonly #watched = new Map<string, number>();
  #subscription: McpSubscription | undefined;

  readonly #member: Member;
  /** Requests that it answers, or that it starts for. */
  #busy = 0;

  /** Whether a process starts, or waits for its place, and answers nothing yet. */
  #isStarting = false;
  /** The connection that is being opened, and whether it was given up because others wait for the place of its process. */
  #opening: Promise<Link> | undefined;
  #isPutOut = false;

  #link: Link | undefined;
  #connecting: Promise<Link> | undefined;
  #closed = false;
  #failures = 0;
  #notBefore = 0;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #connector: Connector;
  #logged: string | undefined;
  readonly #notices = new Bucket(BURST, PER_SECOND);
  #drowns = false;
  /** Ends the pause before the next try. */
  #wake: () => void = () => undefined;

  constructor(
    readonly config: ServerConfig,
    private readonly hooks: UpstreamHooks,
  ) {
    this.status = config.enabled ? 'idle' : 'disabled';
    if (config.enabled && config.problem !== undefined) {
      this.status = 'failed';
      this.error = config.problem;
    }
    this.#connector = new Connector(config, {
      capabilities: () => hooks.capabilities(),
      asked: (request, signal) => hooks.asked(this, request, signal),
      noticed: (notification) => {
        // Changes of lists are read once for many, and none of them may be missed.
        if (notification.method.endsWith('/list_changed') || this.passes()) {
          hooks.noticed(this, notification);
        }
      },
      lost: (link) => this.#lost(link),
    });
    this.limiter = new Limiter(config.limits);
    this.#member = {
      name: config.name,
      busy: () => this.#busy,
      isStarting: () => this.#isStarting,
      // While it starts, the start is one of them.
      isWanted: () => this.#busy > (this.#isStarting ? 1 : 0),
      hasFailed: () => this.#failures > 0,
      rest: () => this.#rest(),
    };
  }

  get name(): string {
    return this.config.name;
  }

  /** The connection, if there is one now. */
  get current(): Link | undefined {
    return this.#link;
  }

  /**
   * The connection; made where there is none.
   *
   * @throws NoAnswer
   */
  link(): Promise<Link> {
    const { enabled, problem } = this.config;
    if (this.#closed || !enabled) {
      const why = enabled ? 'the gateway is closing' : `${this.name} is disabled in ${this.config.path}`;
      return Promise.reject(new NoAnswer('unreachable', why));
    }
    if (problem !== undefined) {
      return Promise.reject(new NoAnswer('unreachable', problem));
    }
    if (this.#link !== undefined) {
      return Promise.resolve(this.#link);
    }
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  /**
   * Relays a request and resolves with the result as it came.
   *
   * @param capabilities what the client of this call can be asked, where every request says so
   * @throws RpcError, NoAnswer
   */
  async relay(
    method: string,
    params: Json,
    relayed: Relayed,
    capabilities?: ClientCapabilities,
  ): Promise<Json> {
    return this.wanted(() => this.#relay(method, params, relayed, capabilities));
  }

  /** Does what somebody waits for: until it is done, the process keeps its place, and comes before others that wait for one. */
  async wanted<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    if (this.#isStarting) {
      this.hooks.pool.freed();
    }
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      this.hooks.pool.freed();
    }
  }

  async #relay(
    method: string,
    params: Json,
    relayed: Relayed,
    capabilities?: ClientCapabilities,
  ): Promise<Json> {
    const link = await this.link();
    this.hooks.pool.used(this.name);
    try {
      return await this.#send(link, method, params, relayed, capabilities);
    } catch (error) {
      if (!isLostSession(error, link)) {
        throw this.#told(error);
      }
      // The server forgot the session, and with it nothing that this call did.
      this.#drop(link, 'the server ended the session');
      this.#notBefore = 0;
      try {
        return await this.#send(await this.link(), method, params, relayed, capabilities);
      } catch (again) {
        throw this.#told(again);
      }
    }
  }

  /** All pages of a list. */
  async pages(method: string, field: string, timeoutMs = this.config.timeoutMs): Promise<Json[]> {
    const all: Json[] = [];
    let cursor: unknown;
    for (let page = 0; page < MAX_PAGES && all.length < MAX_ENTRIES; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const result = await this.relay(method, params, { timeoutMs });
      const entries = result[field];
      if (!Array.isArray(entries)) {
        throw new RpcError(-32603, `${this.name} answered ${method} without ${field}`);
      }
      all.push(...entries.filter((entry): entry is Json => typeof entry === 'object' && entry !== null));
      const next = result['nextCursor'];
      if (typeof next !== 'string' || next === '' || next === cursor) {
        break;
      }
      cursor = next;
    }
    return all.slice(0, MAX_ENTRIES);
  }

  /** Whether one more notification of the server is passed on: a client that cannot take them all must not drown in them. */
  passes(): boolean {
    const passes = this.#notices.take();
    if (!passes && !this.#drowns) {
      this.hooks.log(
        `${this.name}: it notifies too often; notifications beyond ${PER_SECOND} a second are dropped`,
      );
    }
    this.#drowns = !passes;
    return passes;
  }

  /** Tells the server. */
  async notify(method: string, params: Json): Promise<void> {
    await this.#link?.client.notification({ method, params }).catch(() => undefined);
  }

  /** Ends the connection, and the process. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const link = this.#link;
    this.#link = undefined;
    if (this.#connecting !== undefined) {
      // Nobody waits for a server that does not answer.
      this.#wake();
      this.#connector.kill();
    }
    await link?.client.close().catch(() => undefined);
    await this.#connecting?.then(({ client }) => client.close()).catch(() => undefined);
    this.hooks.pool.leave(this.name);
  }

  /** Makes room for another process, until it is needed again. */
  async #rest(): Promise<void> {
    if (this.#isStarting) {
      this.#isPutOut = true;
      this.#connector.giveUp('it did not answer while others waited for its place');
      await this.#opening?.catch(() => undefined);
      return;
    }
    const link = this.#link;
    this.#link = undefined;
    this.#stand('idle', undefined);
    await link?.client.close().catch(() => undefined);
  }

  /** Ends its process at once. */
  kill(): void {
    this.#connector.kill();
  }

  async #send(
    { wire, client, isModern }: Link,
    method: string,
    params: Json,
    relayed: Relayed,
    capabilities: ClientCapabilities = {},
  ): Promise<Json> {
    const envelope = isModern
      ? {
          [PROTOCOL_VERSION_META_KEY]: client.getNegotiatedProtocolVersion(),
          [CLIENT_INFO_META_KEY]: IDENTITY,
          [CLIENT_CAPABILITIES_META_KEY]: capabilities,
        }
      : {};
    const meta = { ...envelope, ...(params['_meta'] as Json | undefined) };
    return wire.relay(
      method,
      Object.keys(meta).length === 0 ? params : { ...params, _meta: meta },
      relayed,
      isModern,
    );
  }

  async #connect(): Promise<Link> {
    const pause = this.#notBefore - Date.now();
    if (pause > PATIENCE_MS) {
      const seconds = Math.ceil(pause / 1000);
      throw new NoAnswer('unreachable', `${this.error ?? 'it failed'}; it is tried again in ${seconds} s`);
    }
    if (pause > 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, pause);
      });
    }
    if (this.#closed) {
      throw new NoAnswer('unreachable', 'the gateway is closing');
    }
    this.#stand('connecting', undefined);
    this.#busy += 1;
    try {
      const link = await (this.config.reach.kind === 'stdio' ? this.#start() : this.#connector.open());
      if (this.#closed) {
        await link.client.close();
        throw new NoAnswer('unreachable', 'the gateway is closing');
      }
      this.#link = link;
      this.#since = Date.now();
      this.#stand('ready', undefined);
      if (link.isModern) {
        this.#subscription = undefined;
        void this.#listen(link).catch(() => undefined);
      }
      this.hooks.connected(this, link);
      return link;
    } catch (error) {
      const needsLogin = isUnauthorized(error);
      const told = this.#told(error);
      this.hooks.pool.leave(this.name);
      this.#failed(told.message, needsLogin);
      throw told;
    } finally {
      this.#isStarting = false;
      this.#busy -= 1;
      this.hooks.pool.freed();
    }
  }

  /** Starts its process, in a place of its own: again where it had to leave that to others before it answered. */
  async #start(): Promise<Link> {
    this.#isStarting = true;
    for (let losses = 0; ; losses++) {
      this.#isPutOut = false;
      await this.hooks.pool.enter(this.#member);
      if (this.#closed) {
        throw new NoAnswer('unreachable', 'the gateway is closing');
      }
      try {
        this.#opening = this.#connector.open();
        return await this.#opening;
      } catch (error) {
        if (!this.#isPutOut || losses >= MAX_LOSSES || this.#closed) {
          throw error;
        }
      } finally {
        this.#opening = undefined;
      }
    }
  }

  /**
   * Asks a server to tell of changes of a resource, or no more. One of the modern era is asked by what it is listened to for.
   *
   * @throws RpcError, NoAnswer
   */
  async watch(uri: string, on: boolean): Promise<void> {
    const link = await this.link();
    if (link.capabilities.resources?.subscribe !== true) {
      throw new RpcError(-32601, `${this.name} does not tell of changes of resources`);
    }
    const watching = (this.#watched.get(uri) ?? 0) + (on ? 1 : -1);
    if (watching > 0) {
      this.#watched.set(uri, watching);
    } else {
      this.#watched.delete(uri);
    }
    await this.#listen(link).catch((error: unknown) => {
      throw this.#told(error);
    });
  }

  /** Nobody who is still there watches a resource: a server that is connected is told so. */
  async unwatch(uri: string): Promise<void> {
    const link = this.#link;
    if (link?.isModern) {
      await this.watch(uri, false);
    } else if (link !== undefined) {
      const { signal } = new AbortController();
      await this.#send(link, 'resources/unsubscribe', { uri }, { signal, timeoutMs: this.config.timeoutMs });
    }
  }

  /** Asks a server of the modern era to tell of changes, as those of the earlier one do anyway. */
  async #listen({ client, capabilities }: Link): Promise<void> {
    const before = this.#subscription;
    const filter = {
      ...(capabilities.tools?.listChanged && { toolsListChanged: true }),
      ...(capabilities.prompts?.listChanged && { promptsListChanged: true }),
      ...(capabilities.resources?.listChanged && { resourcesListChanged: true }),
      ...(this.#watched.size > 0 && { resourceSubscriptions: [...this.#watched.keys()] }),
    };
    this.#subscription = Object.keys(filter).length > 0 ? await client.listen(filter) : undefined;
    await before?.close().catch(() => undefined);
  }

  /** The connection ended without us. */
  #lost(link: Link): void {
    if (this.#link !== link || this.#closed) {
      return;
    }
    this.#link = undefined;
    this.hooks.pool.leave(this.name);
    if (Date.now() - this.#since > WELL_MS) {
      this.#failures = 0;
    }
    // What it died of is known a moment later than that it did.
    this.#failed(link.wire.reason(), false);
  }

  #drop(link: Link, why: string): void {
    if (this.#link === link) {
      this.#link = undefined;
      this.hooks.pool.leave(this.name);
      this.#stand('idle', why);
      void link.client.close().catch(() => undefined);
    }
  }

  #failed(why: string, needsLogin: boolean): void {
    this.#failures += 1;
    const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#failures - 1));
    this.#notBefore = Date.now() + pause;
    this.#stand(needsLogin ? 'needs login' : 'failed', why);
    if (!needsLogin && !this.#closed && this.#failures < MAX_TRIES) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.link().catch(() => undefined), pause);
      this.#timer.unref();
    }
  }

  #stand(status: Status, error: string | undefined): void {
    this.status = status;
    this.error = error;
    // Whoever is tried again and again fails for the same reason.
    if (error !== undefined && error !== this.#logged && !this.#closed) {
      this.hooks.log(`${this.name}: ${error}`);
    }
    this.#logged = status === 'ready' ? undefined : (error ?? this.#logged);
    this.hooks.changed(this);
  }

  /** An error without what nobody may read. */
  #told(error: unknown): RpcError | NoAnswer {
    if (error instanceof RpcError) {
      return error;
    }
    const why = error instanceof NoAnswer ? error.why : 'unreachable';
    const text = error instanceof Error ? error.message : String(error);
    const told = withoutSecrets(text, this.config.secrets);
    return new NoAnswer(why, told.length > MAX_ERROR_CHARS ? `${told.slice(0, MAX_ERROR_CHARS)}…` : told, {
      cause: error,
    });
  }
}
