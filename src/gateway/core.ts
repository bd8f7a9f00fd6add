import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Error as ErrorFields } from '../api/answers.js';
import { BeadloomError } from '../api/error.js';
import { finished, started } from '../api/running.js';
import { loadNative } from '../native/load.js';
import type { Json } from './wire.js';

/** A tool as the core knows it. */
export interface CoreTool {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  input_schema: Json;
  output_schema?: Json | undefined;
  annotations?: Json | undefined;
  /** What else its definition has, kept as it is. */
  extra?: Json | undefined;
}

/** Why a tool waits for an approval. */
export interface Held {
  reason: string;
  detail: string;
}

/** What is suspicious in the texts of a tool. */
export interface Finding {
  kind: string;
  where?: string;
  text?: string;
  [more: string]: unknown;
}

/** What reading a server's list came to. */
export interface CatalogueAnswer {
  added: string[];
  removed: string[];
  changed: string[];
  held: Array<{ name: string } & Held>;
  flagged: Array<{ name: string; findings: Finding[] }>;
}

/** What was known of servers when they were last read. */
export interface KnownAnswer {
  servers: Array<{ name: string; read_at: string | number; tools: Array<CoreTool & { held?: Held | null }> }>;
}

/** What a search found, best first. */
export interface SearchAnswer {
  results: Array<{ server: string; name: string; score: number; query?: number }>;
  /** 0 to 1. */
  confidence: number;
}

interface Requests {
  catalogue: [
    request: {
      server: string;
      instructions?: string | undefined;
      tools: CoreTool[];
      trust: 'pin' | 'always';
    },
    answer: CatalogueAnswer,
  ];
  known: [request: Record<never, never>, answer: KnownAnswer];
  drop_server: [request: { server: string }, answer: Record<never, never>];
  search: [
    request: {
      queries: string[];
      servers?: string[];
      tools?: Array<{ server: string; name: string }>;
      read_only?: boolean;
      limit: number;
      context_query?: string;
    },
    answer: SearchAnswer,
  ];
  learn: [
    request: {
      server: string;
      name: string;
      query: string;
      how: 'listed' | 'searched' | 'direct';
      ok: boolean;
    },
    answer: { learned: boolean },
  ];
  called: [
    request: {
      server: string;
      name: string;
      ok: boolean;
      upstream_ms: number;
      added_ms: number;
      bytes: number;
    },
    answer: Record<never, never>,
  ];
  listed: [request: { tokens_all: number; tokens_shown: number }, answer: Record<never, never>];
  approve: [request: { server: string; name?: string } | { all: true }, answer: { approved: string[] }];
  forget: [request: { all: true } | { server: string; name?: string }, answer: { forgotten: number }];
  stats: [request: Record<never, never>, answer: Json];
  settings: [request: { privacy: 'text' | 'hash'; learning: boolean }, answer: Record<never, never>];
  examine: [
    request: { tools: CoreTool[] },
    answer: { flagged: Array<{ name: string; findings: Finding[] }> },
  ];
  tokens: [request: { texts: string[] }, answer: { tokens: number[] }];
}

/** Where the core keeps what it knows, relative to the root. */
export const GATEWAY_DATABASE = '.beadloom/gateway.db';

/** What the addon has for it. */
interface NativeGateway {
  call: (name: string, request: string, cancellation: object) => Promise<{ value?: string; error?: string }>;
}

/** The core of the gateway: what it knows of tools, finds among them and learned. */
export class Core {
  readonly #native: NativeGateway;

  /** @param root of the project; without `.beadloom/` in it nothing is kept */
  constructor(root: string) {
    const { NativeGateway } = loadNative() as unknown as {
      NativeGateway: new (path: string | null) => NativeGateway;
    };
    this.#native = new NativeGateway(
      existsSync(join(root, '.beadloom')) ? join(root, GATEWAY_DATABASE) : null,
    );
  }

  /** @throws BeadloomError */
  async ask<Name extends keyof Requests>(name: Name, request: Requests[Name][0]): Promise<Requests[Name][1]> {
    const { Cancellation } = loadNative();
    const cancellation = new Cancellation();
    started(cancellation);
    try {
      const { value, error } = await this.#native.call(name, JSON.stringify(request), cancellation);
      if (value === undefined) {
        throw new BeadloomError(JSON.parse(error ?? 'null') as ErrorFields);
      }
      return JSON.parse(value) as Requests[Name][1];
    } finally {
      finished(cancellation);
    }
  }

  /** Tells it something that nobody waits for. */
  tell<Name extends keyof Requests>(name: Name, request: Requests[Name][0]): void {
    void this.ask(name, request).catch(() => undefined);
  }
}
