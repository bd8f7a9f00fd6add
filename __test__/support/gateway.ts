import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

import { Client, type ClientCapabilities, type Notification } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { ExecutionContext } from 'ava';

import { fixtureServer } from '../../scripts/lib/fixtures.mjs';
import { CLI, environment } from './cli.js';
import { project, type TestProject } from './project.js';
import { REQUEST_MS } from './slow.js';

/** A server of the fixtures: which, how it behaves, and what else the settings say of it. */
export interface FixtureServer {
  is?: 'old' | 'modern';
  /** What its environment has as `FIXTURE`. */
  how?: Record<string, unknown>;
  [setting: string]: unknown;
}

/** The settings of a server of the fixtures. */
export function serverSettings(
  name: string,
  { is = 'old', how = {}, env = {}, ...rest }: FixtureServer,
): object {
  if ('url' in rest) {
    return rest;
  }
  return 'command' in rest
    ? { env, ...rest }
    : {
        command: process.execPath,
        args: [fixtureServer(`${is}.mjs`)],
        env: { FIXTURE: JSON.stringify({ name, ...how }), ...(env as object) },
        ...rest,
      };
}

/** A project with a gateway before servers of the fixtures. */
export function gatewayProject(
  t: ExecutionContext,
  servers: Record<string, FixtureServer>,
  top: Record<string, unknown> = {},
): TestProject {
  const where = project(t);
  settings(where, servers, top);
  return where;
}

/** Writes the settings of the gateway. JSON is YAML too. */
export function settings(
  where: TestProject,
  servers: Record<string, FixtureServer>,
  top: Record<string, unknown> = {},
): void {
  const all = Object.entries(servers).map(([name, server]) => [name, serverSettings(name, server)]);
  where.write(
    '.beadloom/gateway.yml',
    JSON.stringify({ ...top, servers: Object.fromEntries(all) as object }),
  );
}

/** An object of JSON. */
export type Json = Record<string, unknown>;

/** What a tool answered, with all that the answer has. */
export interface Answer extends Json {
  isError?: boolean;
  content: Array<{ type: string; text: string }>;
  structuredContent?: Json;
}

/** What a search found. */
export function resultsOf({ structuredContent }: Answer): Array<Json & { name: string }> {
  return (structuredContent?.['results'] ?? []) as Array<Json & { name: string }>;
}

/** How a client connects. */
export interface Connecting {
  modern?: boolean;
  args?: string[];
  env?: Record<string, string>;
  capabilities?: ClientCapabilities;
  /** What it answers when it is asked. */
  answers?: Record<string, Json>;
}

/** A client of the gateway. */
export interface GatewayClient {
  client: Client;
  names: () => Promise<string[]>;
  /** Lists as they were sent. */
  list: () => Promise<Array<Json & { name: string; description: string }>>;
  call: (name: string, args?: object, options?: CallOptions) => Promise<Answer>;
  /** Any request; its result as it was sent. */
  ask: (method: string, params?: Json, options?: CallOptions) => Promise<Json>;
  /** Likewise, of a method that the client's own library has no word for. */
  raw: (method: string, params?: Json) => Promise<Json>;
  /** Every message of the gateway, as it was on the wire. */
  sent: Array<{ method?: string; params?: Json; result?: Json; error?: { code: number; message: string } }>;
  /** What the gateway told, in order. */
  told: Notification[];
  /** Waits until it told something. */
  until: (is: (told: Notification) => boolean) => Promise<Notification>;
  stderr: () => string;
  pid: () => number | null;
  close: () => Promise<void>;
}

interface CallOptions {
  signal?: AbortSignal;
  timeout?: number;
  onprogress?: (progress: {
    progress: number;
    total?: number | undefined;
    message?: string | undefined;
  }) => void;
}

const ANYTHING = {
  '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) },
} as const;

/** Notifications that a client takes. */
const TOLD = [
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
  'notifications/message',
] as const;

/** Connects a client to `beadloom gateway serve` in a project; it is closed when the test ends. */
export async function gatewayClient(
  t: ExecutionContext,
  where: TestProject,
  { modern = false, args = [], env = {}, capabilities = {}, answers = {} }: Connecting = {},
): Promise<GatewayClient> {
  const told: Notification[] = [];
  const waiting = new Set<() => void>();
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities,
      ...(modern && { versionNegotiation: { mode: 'auto' } }),
      listChanged: Object.fromEntries(
        ['tools', 'prompts', 'resources'].map((what) => [
          what,
          { autoRefresh: false, onChanged: () => undefined },
        ]),
      ),
    },
  );
  for (const [method, answer] of Object.entries(answers)) {
    client.setRequestHandler(method as 'roots/list', () => answer as never);
  }
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'gateway', 'serve', ...args],
    cwd: where.root,
    env: environment(env),
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (piece: Buffer) => (stderr += piece.toString()));
  await client.connect(transport);
  const sent: GatewayClient['sent'] = [];
  const take = transport.onmessage;
  // A transport has one listener, which the client is.
  Object.assign(transport, {
    onmessage: (message: Parameters<NonNullable<typeof take>>[0]) => {
      sent.push(message as (typeof sent)[number]);
      take?.(message);
    },
  });
  for (const method of TOLD) {
    client.setNotificationHandler(method, (notification) => {
      told.push(notification as Notification);
      for (const wake of waiting) {
        wake();
      }
    });
  }
  t.teardown(() => client.close());
  const ask: GatewayClient['ask'] = async (method, params = {}, options = {}) =>
    (await client.request({ method, params }, ANYTHING, { timeout: REQUEST_MS, ...options })) as Json;
  const list: GatewayClient['list'] = async () => (await ask('tools/list'))['tools'] as never;
  return {
    client,
    list,
    names: async () => (await list()).map(({ name }) => name),
    call: async (name, input = {}, options = {}) =>
      (await ask('tools/call', { name, arguments: input }, options)) as Answer,
    ask,
    raw: async (method, params = {}) => {
      const id = `raw-${sent.length}-${method}`;
      await transport.send({ jsonrpc: '2.0', id, method, params });
      for (;;) {
        const answer = sent.find((message) => (message as { id?: unknown }).id === id);
        if (answer?.error !== undefined) {
          throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
        }
        if (answer?.result !== undefined) {
          return answer.result;
        }
        await new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
      }
    },
    sent,
    told,
    until: (is) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = told.find((one) => is(one));
          if (found !== undefined) {
            waiting.delete(look);
            resolve(found);
          }
        };
        waiting.add(look);
        look();
      }),
    stderr: () => stderr,
    pid: () => transport.pid,
    close: () => client.close(),
  };
}

/** Files of the gateway, at any depth, that hold a text. */
export function filesWith(where: TestProject, text: string): string[] {
  return readdirSync(where.path('.beadloom'), { recursive: true, encoding: 'utf8' })
    .map((name) => `.beadloom/${name}`)
    .filter((path) => statSync(where.path(path)).isFile() && readFileSync(where.path(path)).includes(text));
}

/** What a server of the fixtures noted in its log, line by line. */
export function noted(where: TestProject, log: string): string[] {
  const path = where.path(log);
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
}
