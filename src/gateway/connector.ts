import {
  Client,
  type ClientCapabilities,
  type JSONRPCRequest,
  type Notification,
  type ServerCapabilities,
} from '@modelcontextprotocol/client';

import { VERSION } from '../model/version.js';
import { isClosed, isOtherEra, isTimeout, isUnauthorized, statusOf } from './failures.js';
import type { ServerConfig } from './server-config.js';
import { timeLimit } from './time-limits.js';
import { type Opened, openTransport } from './transport.js';
import { type Json, NoAnswer, type Wire } from './wire.js';

/** A connection to a server. */
export interface Link {
  wire: Wire;
  client: Client;
  isModern: boolean;
  capabilities: ServerCapabilities;
  instructions: string | undefined;
}

/** Who is told of what happens on connections. */
export interface ConnectorHooks {
  /** What the client that is behind us can be asked. */
  capabilities: () => ClientCapabilities;
  /** The server asks the client something. */
  asked: (request: JSONRPCRequest, signal: AbortSignal) => Promise<Json>;
  noticed: (notification: Notification) => void;
  /** A connection ended that was open. */
  lost: (link: Link) => void;
}

/** What the gateway calls itself towards servers. */
export const IDENTITY = { name: 'beadloom', title: 'beadloom gateway', version: VERSION };

/** Version of the modern era that is spoken where the settings leave no choice. */
const MODERN = '2026-07-28';

/** How long a server has to say which era it speaks, and to begin, in milliseconds. */
const PROBE_MS = timeLimit(10_000);
const CONNECT_MS = [timeLimit(5_000), timeLimit(60_000)] as const;

/** An address that speaks an earlier transport answers a POST with one of these. */
const NO_POST: ReadonlySet<number> = new Set([404, 405]);

/** Opens connections to one server, in the era and by the transport that it speaks. */
export class Connector {
  #kill: (() => void) | undefined;
  /** What it turned out to speak. */
  #era: 'legacy' | 'modern' | undefined;
  #sse = false;
  #ended = false;
  /** Why the connection that is being opened is not waited for. */
  #givenUp: string | undefined;

  constructor(
    private readonly config: ServerConfig,
    private readonly hooks: ConnectorHooks,
  ) {
    this.#era = config.era === 'auto' ? undefined : config.era;
  }

  /** Ends the process of the last connection at once, and begins no other. */
  kill(): void {
    this.#ended = true;
    this.#kill?.();
  }

  /** Ends the connection that is being opened; the next one is tried as ever. */
  giveUp(why: string): void {
    this.#givenUp = why;
    this.#kill?.();
  }

  /**
   * A connection in the era that the server speaks.
   *
   * @throws NoAnswer, or what the library throws
   */
  async open(): Promise<Link> {
    const known = this.#era;
    this.#givenUp = undefined;
    try {
      return await this.#open(known ?? 'auto');
    } catch (error) {
      if (this.#givenUp !== undefined) {
        throw new NoAnswer('timeout', this.#givenUp, { cause: error });
      }
      if (isUnauthorized(error) || this.#ended) {
        throw error;
      }
      const isHttp = this.config.reach.kind === 'http';
      if (isHttp && !this.#sse && known !== 'modern' && NO_POST.has(statusOf(error) ?? 0)) {
        this.#sse = true;
        return this.#open('legacy').catch(() => {
          this.#sse = false;
          throw error;
        });
      }
      if (known !== undefined) {
        throw error;
      }
      if (!isHttp && isClosed(error)) {
        // Some servers end at a request before `initialize`.
        return this.#open('legacy');
      }
      if (isOtherEra(error)) {
        // It was too slow to answer the first question, and speaks nothing earlier.
        return this.#open('modern');
      }
      throw error;
    }
  }

  async #open(era: 'auto' | 'legacy' | 'modern'): Promise<Link> {
    const opened: Opened = openTransport(this.config, { sse: this.#sse });
    const { wire } = opened;
    const connectMs = Math.min(CONNECT_MS[1], Math.max(CONNECT_MS[0], this.config.timeoutMs));
    const client = new Client(IDENTITY, {
      capabilities: this.hooks.capabilities(),
      inputRequired: { autoFulfill: false },
      versionNegotiation: {
        mode: era === 'modern' ? { pin: MODERN } : era,
        probe: {
          timeoutMs: Math.min(
            era === 'auto' && this.config.reach.kind === 'stdio' ? PROBE_MS : connectMs,
            connectMs,
          ),
        },
      },
    });
    client.fallbackRequestHandler = (request, context) =>
      this.hooks.asked(request, context.mcpReq.signal) as Promise<Json>;
    client.fallbackNotificationHandler = (notification) => {
      this.hooks.noticed(notification);
      return Promise.resolve();
    };
    // What a server does wrong beside a call is its own matter; what a call needs is said by the call.
    Object.assign(client, { onerror: () => undefined });
    this.#kill = opened.kill;
    try {
      await client.connect(wire, { timeout: connectMs });
    } catch (error) {
      const told = isTimeout(error)
        ? new NoAnswer('timeout', `it did not answer within ${connectMs} ms`, { cause: error })
        : wire.isClosed && !isUnauthorized(error)
          ? // How a process ended says more than that it did.
            new NoAnswer('closed', wire.reason(), { cause: error })
          : error;
      await wire.close().catch(() => undefined);
      throw told;
    }
    const link: Link = {
      wire,
      client,
      isModern: client.getProtocolEra() === 'modern',
      capabilities: client.getServerCapabilities() ?? {},
      instructions: client.getInstructions(),
    };
    Object.assign(client, { onclose: () => this.hooks.lost(link) });
    if (wire.isClosed) {
      throw new NoAnswer('closed', wire.reason());
    }
    this.#era = link.isModern ? 'modern' : 'legacy';
    return link;
  }
}
