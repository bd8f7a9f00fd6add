import type { ClientCapabilities, JSONRPCRequest, Notification } from '@modelcontextprotocol/client';

import { BeadloomError } from '../model/error.js';
import { errorText } from '../mcp/answer.js';
import { Audit } from './audit.js';
import { Catalogue, type LeftOut, readTools, type Tool } from './catalogue.js';
import type { GatewayConfig } from './config.js';
import { Core, type CoreTool, type Held } from './core.js';
import { Offers } from './offers.js';
import { Pool } from './pool.js';
import type { Link } from './connector.js';
import { timeLimit } from './time-limits.js';
import { Upstream } from './upstream.js';
import { type Json, RpcError } from './wire.js';

/** Who is behind the gateway, as servers see it. */
export interface Audience {
  /** What it can be asked. */
  capabilities: () => ClientCapabilities;
  /** Asks it what a server asks. */
  ask: (server: string, request: JSONRPCRequest, signal: AbortSignal) => Promise<Json>;
  /** Tells it what a server tells. */
  tell: (server: string, notification: Notification) => void;
  /** What it was listed may be another now. */
  changed: (what: 'tools' | 'prompts' | 'resources') => void;
}

/** Nobody: a command that asks itself. */
const NOBODY: Audience = {
  capabilities: () => ({}),
  ask: (_, { method }) => Promise.reject(new RpcError(-32601, `no client can be asked for ${method}`)),
  tell: () => undefined,
  changed: () => undefined,
};

/**
 * How long the first list waits for servers of which nothing is known yet, in milliseconds: where there is nothing else to list, once the
 * first of them has listed something, and where others are known from before.
 */
const FIRST_LIST_MS = timeLimit(8_000);
const FURTHER_LISTS_MS = timeLimit(4_000);
const BESIDE_KNOWN_MS = timeLimit(150);

/** Definitions whose tokens are remembered, at most. */
const MAX_COUNTED_DEFINITIONS = 20_000;

/** How long lists that nothing is kept of wait for servers that they have not waited for before, in milliseconds. */
const LIST_MS = timeLimit(5_000);

/** How long after the first list the servers whose tools were known are connected to, in milliseconds. */
const AFTER_LIST_MS = 50;

/** How often it is looked whether what waits was approved, at most, in milliseconds: it means reading all that is known. */
const RECHECK_MS = 250;

/** What servers list. */
type Listed = 'tools' | 'prompts' | 'resources';

/** Lists that change more often than this, in milliseconds, are read once for all changes. */
const SETTLE_MS = 100;

/** The servers behind the gateway, what they offer, and what is known and learned of it. */
export class Gateway {
  readonly core: Core;
  readonly catalogue: Catalogue;
  readonly offers: Offers;
  readonly audit: Audit;
  /** By name. */
  readonly upstreams: ReadonlyMap<string, Upstream>;
  audience: Audience = NOBODY;
  /** What of the memory had to be set aside. */
  notice: string | undefined;

  readonly #pool: Pool;
  #level: string | undefined;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #restored: Promise<void> | undefined;
  #refreshed: Promise<void> | undefined;
  readonly #settled = new Map<string, Promise<void>>();
  /** The same of tools alone: a server that does not list its prompts has tools all the same. */
  readonly #toolsRead = new Map<string, Promise<void>>();
  /** Servers that a list waited for. No list waits for one again: clients are told once it is there. */
  readonly #awaited = { tools: new Set<string>(), others: new Set<string>() };
  #hasListed: () => void = () => undefined;
  readonly #listed = new Promise<void>((resolve) => {
    this.#hasListed = resolve;
  });
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #tokens = new Map<string, number>();
  readonly #kill = (): void => {
    for (const upstream of this.upstreams.values()) {
      upstream.kill();
    }
    this.audit.flush();
  };

  constructor(
    readonly root: string,
    readonly config: GatewayConfig,
    private readonly log: (text: string) => void = () => undefined,
  ) {
    this.core = new Core(root);
    this.audit = new Audit(config.home, config.audit, log);
    const pool = new Pool(config.maxProcesses);
    this.#pool = pool;
    const enabled = config.servers.filter((server) => server.enabled);
    this.catalogue = new Catalogue(new Map(enabled.map((server) => [server.name, server])));
    this.upstreams = new Map(
      config.servers.map((server) => [
        server.name,
        new Upstream(server, {
          capabilities: () => this.audience.capabilities(),
          connected: (upstream, link) => this.#connected(upstream, link),
          asked: (upstream, request, signal) => this.audience.ask(upstream.name, request, signal),
          noticed: (upstream, notification) => this.#noticed(upstream, notification),
          changed: () => undefined,
          log,
          pool,
        }),
      ]),
    );
    this.offers = new Offers(this.upstreams, log);
    process.on('exit', this.#kill);
  }

  /** Servers that are not switched off. */
  get servers(): Upstream[] {
    return [...this.upstreams.values()].filter(({ config }) => config.enabled);
  }

  /** Reads what was known when the gateway ran last. */
  restore(): Promise<void> {
    this.#restored ??= this.#restore();
    return this.#restored;
  }

  async #restore(): Promise<void> {
    try {
      const { privacy, learning } = this.config;
      await this.core.ask('settings', { privacy, learning });
      const known = await this.core.ask('known', {});
      if (known.notice !== null) {
        this.notice = known.notice;
        this.log(known.notice);
      }
      this.catalogue.restore(known);
    } catch (error) {
      // Servers are asked what they have all the same.
      this.notice = (error as Error).message;
      this.log(this.notice);
    }
  }

  /** Lets the model of the settings compare meaning. Resolves when it does, or with why it cannot: then the bundled tables serve. */
  async useModel(): Promise<string | undefined> {
    try {
      const { failure } = await this.core.ask('model', { model: this.config.model });
      return failure === null ? undefined : unserved(new BeadloomError(failure));
    } catch (error) {
      return unserved(BeadloomError.from(error));
    }
  }

  /** Connects to every server, all at once, and reads what each offers. Resolves when each did, or failed. */
  refresh(): Promise<void> {
    this.#refreshed ??= Promise.all(this.servers.map((upstream) => this.settled(upstream))).then(
      () => undefined,
    );
    return this.#refreshed;
  }

  /** Resolves when it is known what a server offers, or that it cannot be. */
  async settled(upstream: Upstream): Promise<void> {
    try {
      await upstream.link();
      await this.#settled.get(upstream.name);
    } catch {
      // Its status says why.
    }
  }

  /**
   * Waits until there is something to list of each server: what was known before is enough. A server that does not answer is waited for
   * once, and only as long as others have nothing either.
   *
   * @param patient whoever asks is told of no changes: it waits for all
   */
  async listable({ patient = false }: { patient?: boolean } = {}): Promise<void> {
    await this.restore();
    const unknown = this.servers.filter(
      ({ name, status }) =>
        !this.catalogue.has(name) && status !== 'failed' && (patient || !this.#awaited.tools.has(name)),
    );
    if (unknown.length > 0) {
      const all = Promise.all(unknown.map((upstream) => this.#listing(upstream)));
      if (patient) {
        await within(all, FIRST_LIST_MS);
      } else if (this.catalogue.all().length > 0) {
        await within(all, BESIDE_KNOWN_MS);
      } else {
        const soon = this.#listed.then(() => within(all, FURTHER_LISTS_MS));
        await within(Promise.race([all, soon]), FIRST_LIST_MS);
      }
      unknown.forEach(({ name }) => this.#awaited.tools.add(name));
    }
    await this.recheck();
    // Starting processes takes time that whoever asked for a list need not wait for.
    setTimeout(() => void this.refresh(), AFTER_LIST_MS).unref();
  }

  /** Those of these servers that may have tools that are not known yet: they have not answered, and have not failed. */
  unlisted(names: readonly string[]): string[] {
    return this.servers
      .filter(({ name, status }) => names.includes(name) && status !== 'failed' && !this.catalogue.has(name))
      .map(({ name }) => name);
  }

  /** Waits until it is known which tools a server has, for a while. */
  async lists(server: string): Promise<void> {
    const upstream = this.upstreams.get(server);
    if (upstream !== undefined && upstream.config.enabled && !this.catalogue.has(server)) {
      await within(
        upstream.wanted(() => this.#listing(upstream)),
        FIRST_LIST_MS,
      );
    }
  }

  /** Waits until what servers offer besides tools is known, for a while, and for none of them twice. */
  async offered(servers: readonly Upstream[] = this.servers): Promise<void> {
    await this.restore();
    const unknown = servers.filter(
      ({ name, status }) => !this.offers.has(name) && status !== 'failed' && !this.#awaited.others.has(name),
    );
    if (unknown.length > 0) {
      await within(Promise.all(unknown.map((upstream) => this.settled(upstream))), LIST_MS);
      unknown.forEach(({ name }) => this.#awaited.others.add(name));
    }
    void this.refresh();
  }

  /** Resolves when it is known which tools a server has, or that it cannot be. */
  async #listing(upstream: Upstream): Promise<void> {
    try {
      await upstream.link();
      await this.#toolsRead.get(upstream.name);
    } catch {
      // Its status says why.
    }
  }

  /** What of which server is not offered, and why. */
  get leftOut(): readonly LeftOut[] {
    return this.catalogue.leftOut;
  }

  /**
   * Tokens of the list that a client gets.
   *
   * @param most what it may be: a list that has fewer characters has fewer tokens, and is not counted
   */
  async tokensOf(tools: readonly Json[], most?: number): Promise<number> {
    const texts = tools.map((tool) => JSON.stringify(tool));
    const characters = texts.reduce((sum, text) => sum + text.length, 0);
    if (most !== undefined && characters <= most) {
      return characters;
    }
    const unknown = [...new Set(texts.filter((text) => !this.#tokens.has(text)))];
    if (unknown.length > 0) {
      if (this.#tokens.size > MAX_COUNTED_DEFINITIONS) {
        this.#tokens.clear();
      }
      const { tokens } = await this.core.ask('tokens', { texts: unknown });
      for (const [index, text] of unknown.entries()) {
        this.#tokens.set(text, tokens[index] ?? 0);
      }
    }
    return texts.reduce((sum, text) => sum + (this.#tokens.get(text) ?? 0), 0);
  }

  /**
   * The server of that name.
   *
   * @throws BeadloomError `not_found`
   */
  upstreamOf(tool: Tool): Upstream {
    const upstream = this.upstreams.get(tool.server);
    if (upstream === undefined) {
      throw new BeadloomError({ code: 'not_found', message: `there is no server ${tool.server}` });
    }
    return upstream;
  }

  /** Looks whether what waits was approved meanwhile, which another process does. */
  async recheck(): Promise<void> {
    const now = performance.now();
    if (now - this.#checkedAt > RECHECK_MS && this.catalogue.all().some(({ held }) => held !== undefined)) {
      this.#checkedAt = now;
      const before = this.catalogue.revision;
      this.catalogue.restore(await this.core.ask('known', {}));
      if (this.catalogue.revision !== before) {
        this.audience.changed('tools');
      }
    }
  }

  /** Says how much servers are to log, those that connect later too. Nobody waits for one that does not answer. */
  setLevel(level: string): void {
    this.#level = level;
    for (const upstream of this.servers) {
      void this.#tellLevel(upstream, upstream.current);
    }
  }

  async #tellLevel(upstream: Upstream, link: Link | undefined): Promise<void> {
    if (
      this.#level !== undefined &&
      link !== undefined &&
      !link.isModern &&
      link.capabilities.logging !== undefined
    ) {
      const { timeoutMs } = upstream.config;
      await upstream.relay('logging/setLevel', { level: this.#level }, { timeoutMs }).catch(() => undefined);
    }
  }

  /** Ends all connections and processes. */
  async close(): Promise<void> {
    for (const timer of this.#timers.values()) {
      clearTimeout(timer);
    }
    this.#pool.close();
    await Promise.all([...this.upstreams.values()].map((upstream) => upstream.close()));
    this.core.close();
    process.off('exit', this.#kill);
    this.audit.flush();
  }

  #connected(upstream: Upstream, link: Link): void {
    const tools = this.#readTools(upstream, link);
    this.#toolsRead.set(
      upstream.name,
      tools.then(
        () => this.#hasListed(),
        () => undefined,
      ),
    );
    this.#settled.set(upstream.name, this.#readAll(upstream, link, tools));
    void this.#tellLevel(upstream, link);
  }

  async #readAll(upstream: Upstream, link: Link, tools: Promise<void>): Promise<void> {
    try {
      await Promise.all([tools, this.offers.read(upstream, link)]);
    } catch (error) {
      upstream.error = `its lists cannot be read: ${(error as Error).message}`;
      this.log(`${upstream.name}: ${upstream.error}`);
    }
    this.audience.changed('prompts');
    this.audience.changed('resources');
  }

  async #readTools(upstream: Upstream, { capabilities, instructions }: Link): Promise<void> {
    const { name, config } = upstream;
    const entries = capabilities.tools === undefined ? [] : await upstream.pages('tools/list', 'tools');
    const { tools: all, leftOut } = readTools(entries);
    const keep = (kept: CoreTool[]) =>
      this.core.ask('catalogue', {
        server: name,
        ...(instructions !== undefined && { instructions: instructions.slice(0, 4_000).toWellFormed() }),
        tools: kept,
        trust: this.config.trust,
      });
    let tools = all;
    const { held, flagged } = await keep(tools).catch(async (error: unknown) => {
      const taken = await this.#taken(name, all);
      if (taken.length === all.length) {
        throw error;
      }
      tools = taken;
      leftOut.push(
        ...all
          .filter((tool) => !taken.includes(tool))
          .map((tool) => ({ name: tool.name, why: 'its definition does not read' })),
      );
      return keep(tools);
    });
    for (const { name: tool, why } of leftOut) {
      this.log(`${name}: the tool ${JSON.stringify(tool)} is not offered: ${why}`);
    }
    this.catalogue.note(name, leftOut);
    for (const { name: tool, reason, detail } of held) {
      this.log(`${config.name}: the tool ${tool} waits for an approval (${reason}: ${detail})`);
    }
    for (const { name: tool, findings } of flagged) {
      this.log(
        `${config.name}: the text of the tool ${tool} is suspicious (${findings.map(({ kind }) => kind).join(', ')})`,
      );
    }
    const waits = new Map<string, Held>(
      held.map(({ name: tool, reason, detail }) => [tool, { reason, detail }]),
    );
    if (this.catalogue.set(name, tools, waits)) {
      this.audience.changed('tools');
    }
  }

  /** The tools that the core takes, each asked for alone: one that it does not take costs no other. */
  async #taken(server: string, tools: CoreTool[]): Promise<CoreTool[]> {
    const taken: CoreTool[] = [];
    for (const tool of tools) {
      const takes = await this.core.ask('examine', { server, tools: [tool] }).then(
        () => true,
        () => false,
      );
      if (takes) {
        taken.push(tool);
      }
    }
    return taken;
  }

  #noticed(upstream: Upstream, notification: Notification): void {
    const { method } = notification;
    const [, what] = /^notifications\/(tools|prompts|resources)\/list_changed$/.exec(method) ?? [];
    if (what === undefined) {
      this.audience.tell(upstream.name, notification);
      return;
    }
    this.#readAgain(upstream, what as Listed);
  }

  /** Reads a list again, once for all changes that come until then. */
  #readAgain(upstream: Upstream, what: Listed): void {
    const key = `${upstream.name} ${what}`;
    if (this.#timers.has(key)) {
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      void this.#again(upstream, what);
    }, SETTLE_MS);
    this.#timers.set(key, timer);
  }

  async #again(upstream: Upstream, what: Listed): Promise<void> {
    const link = upstream.current;
    if (link === undefined) {
      return;
    }
    try {
      if (what === 'tools') {
        await this.#readTools(upstream, link);
      } else {
        await this.offers.read(upstream, link);
        this.audience.changed(what);
      }
    } catch (error) {
      this.log(`${upstream.name}: its ${what} cannot be read again: ${(error as Error).message}`);
    }
  }
}

/** Waits for it, but no longer than that. */
async function within(what: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([what, late]);
  clearTimeout(timer);
}

/** Why a model does not serve; undefined where the gateway only ended before it could. */
function unserved(error: BeadloomError): string | undefined {
  return ['cancelled', 'closed'].includes(error.code)
    ? undefined
    : `the model does not serve: ${errorText(error).replace('\n', '; ')}`;
}
