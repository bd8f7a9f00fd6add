import { existsSync } from 'node:fs';

import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { ExecutionContext } from 'ava';

import { CLI, environment } from './cli.js';
import type { TestProject } from './project.js';
import { REQUEST_MS } from './slow.js';

/** What a tool answered. */
export interface ToolResult {
  isError?: boolean;
  content: Array<{ type: string; text: string }>;
  structuredContent?: Record<string, unknown>;
}

/** A tool, as listed. */
export interface ListedTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
  _meta?: Record<string, unknown>;
}

/** How a tool is called. */
export interface CallOptions {
  signal?: AbortSignal;
  onprogress?: (progress: {
    progress: number;
    total?: number | undefined;
    message?: string | undefined;
  }) => void;
  timeout?: number;
}

/** A resource or a template of some. */
export interface ListedResource {
  uri?: string;
  uriTemplate?: string;
  name: string;
  mimeType?: string;
}

/** A prompt, as listed. */
export interface ListedPrompt {
  name: string;
  title?: string;
  arguments?: Array<{ name: string; required?: boolean }>;
}

/** What both clients do for a test. */
export interface TestClient {
  era: string | undefined;
  instructions: string | undefined;
  tools: () => Promise<ListedTool[]>;
  call: (name: string, args: Record<string, unknown>, options?: CallOptions) => Promise<ToolResult>;
  resources: () => Promise<ListedResource[]>;
  templates: () => Promise<ListedResource[]>;
  read: (uri: string) => Promise<Array<{ uri: string; mimeType?: string; text: string }>>;
  prompts: () => Promise<ListedPrompt[]>;
  /** The text of a prompt. */
  prompt: (name: string, args: Record<string, string>) => Promise<string>;
  /** Values for an argument of a prompt, or of a resource by its template. */
  complete: (of: { prompt: string } | { template: string }, name: string, value: string) => Promise<string[]>;
  close: () => Promise<void>;
}

/** The tools of `--tools core`, in the order in which they are listed: from the question to the finished change. */
export const CORE_TOOLS = [
  'explore_codebase',
  'show_code',
  'grep_code',
  'find_references',
  'analyze_impact',
  'codebase_overview',
  'check_architecture',
  'sync_check',
  'mark_synced',
];

const IDENTITY = { name: 'test', version: '1.0.0' };

/** The clients that a server has to serve. */
export const CLIENTS = {
  'client 2.x, 2026-07-28': (start: Start) => modern(start, { versionNegotiation: { mode: 'auto' } }),
  'client 2.x, initialize': (start: Start) => modern(start, {}),
  'sdk 1.x, initialize': older,
} satisfies Record<string, (start: Start) => Promise<TestClient>>;

/** Where a client finds its server, and what the server is started with. */
export interface Start {
  where: TestProject;
  args?: string[];
  env?: Record<string, string>;
  /** Whether answers are asked for as programs read them, which is what most tests look at; else as text for a model. */
  structured?: boolean;
}

/** Connects a client to `beadloom mcp-serve` in a project; it is closed when the test ends. */
export async function connect(
  t: ExecutionContext,
  where: TestProject | Start,
  name: keyof typeof CLIENTS,
): Promise<TestClient> {
  const start = 'where' in where ? where : { where };
  patient(start.where);
  const client = await CLIENTS[name](start);
  t.teardown(() => client.close());
  return client;
}

/** Settings by which an answer waits until the index is fresh, however busy the machine is; a test's own stay. */
export function patient(where: TestProject): void {
  const path = '.beadloom/config.yml';
  if (!existsSync(where.path(path))) {
    where.write(path, 'mcp: {timeout_ms: 600000}\n');
  }
}

/** What the server sends for `tools/list`, as it is on the wire, to a client of 2.x. */
export async function listing(start: Start, mode: 'auto' | undefined): Promise<{ tools: ListedTool[] }> {
  const client = new ModernClient(IDENTITY, mode === undefined ? {} : { versionNegotiation: { mode } });
  const transport = new ModernTransport(server(start));
  await client.connect(transport);
  const sent: unknown[] = [];
  const take = transport.onmessage;
  // A transport has one listener, which the client is.
  Object.assign(transport, {
    onmessage: (message: Parameters<NonNullable<typeof take>>[0]) => {
      sent.push(message);
      take?.(message);
    },
  });
  try {
    await client.listTools();
  } finally {
    await client.close();
  }
  const found = sent.find((message) => 'tools' in ((message as { result?: object }).result ?? {}));
  return (found as { result: { tools: ListedTool[] } }).result;
}

function server({ where, args = [], env = {}, structured = true }: Start): {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  stderr: 'ignore';
} {
  return {
    command: process.execPath,
    args: [CLI, 'mcp-serve', ...(structured ? ['--structured'] : []), ...args],
    cwd: where.root,
    env: environment(env),
    stderr: 'ignore',
  };
}

async function modern(
  start: Start,
  options: ConstructorParameters<typeof ModernClient>[1],
): Promise<TestClient> {
  const client = new ModernClient(IDENTITY, options);
  await client.connect(new ModernTransport(server(start)));
  return {
    ...common(client),
    era: client.getProtocolEra(),
    call: async (name, args, how) =>
      (await client.callTool({ name, arguments: args }, { timeout: REQUEST_MS, ...how })) as ToolResult,
  };
}

async function older(start: Start): Promise<TestClient> {
  const client = new OlderClient(IDENTITY);
  await client.connect(new OlderTransport(server(start)));
  return {
    ...common(client),
    era: undefined,
    call: async (name, args, how) =>
      (await client.callTool({ name, arguments: args }, undefined, {
        timeout: REQUEST_MS,
        ...how,
      })) as ToolResult,
  };
}

/** What both clients call alike. */
function common(client: ModernClient | OlderClient): Omit<TestClient, 'era' | 'call'> {
  const refOf = (of: { prompt: string } | { template: string }) =>
    'prompt' in of
      ? { type: 'ref/prompt' as const, name: of.prompt }
      : { type: 'ref/resource' as const, uri: of.template };
  return {
    instructions: client.getInstructions(),
    tools: async () => (await client.listTools()).tools as ListedTool[],
    resources: async () => (await client.listResources()).resources as ListedResource[],
    templates: async () => (await client.listResourceTemplates()).resourceTemplates as ListedResource[],
    read: async (uri) =>
      (await client.readResource({ uri })).contents as Array<{
        uri: string;
        mimeType?: string;
        text: string;
      }>,
    prompts: async () => (await client.listPrompts()).prompts as ListedPrompt[],
    prompt: async (name, args) => {
      const { messages } = await client.getPrompt({ name, arguments: args });
      return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n');
    },
    complete: async (of, name, value) => {
      const { completion } = await client.complete({ ref: refOf(of), argument: { name, value } });
      return completion.values;
    },
    close: () => client.close(),
  };
}
