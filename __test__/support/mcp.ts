import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { ExecutionContext } from 'ava';

import { CLI, environment } from './cli.js';
import type { TestProject } from './project.js';

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
}

/** What both clients do for a test. */
export interface TestClient {
  era: string | undefined;
  tools: () => Promise<ListedTool[]>;
  call: (name: string, args: Record<string, unknown>) => Promise<ToolResult>;
  close: () => Promise<void>;
}

const IDENTITY = { name: 'test', version: '1.0.0' };

/** The clients that a server has to serve. */
export const CLIENTS = {
  'client 2.x, 2026-07-28': (where: TestProject) => modern(where, { versionNegotiation: { mode: 'auto' } }),
  'client 2.x, initialize': (where: TestProject) => modern(where, {}),
  'sdk 1.x, initialize': older,
} satisfies Record<string, (where: TestProject) => Promise<TestClient>>;

/** Connects a client to `beadloom mcp-serve` in a project; it is closed when the test ends. */
export async function connect(
  t: ExecutionContext,
  where: TestProject,
  name: keyof typeof CLIENTS,
): Promise<TestClient> {
  const client = await CLIENTS[name](where);
  t.teardown(() => client.close());
  return client;
}

function server(where: TestProject): {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
} {
  return { command: process.execPath, args: [CLI, 'mcp-serve'], cwd: where.root, env: environment() };
}

async function modern(
  where: TestProject,
  options: ConstructorParameters<typeof ModernClient>[1],
): Promise<TestClient> {
  const client = new ModernClient(IDENTITY, options);
  await client.connect(new ModernTransport(server(where)));
  return {
    era: client.getProtocolEra(),
    tools: async () => (await client.listTools()).tools as ListedTool[],
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as ToolResult,
    close: () => client.close(),
  };
}

async function older(where: TestProject): Promise<TestClient> {
  const client = new OlderClient(IDENTITY);
  await client.connect(new OlderTransport(server(where)));
  return {
    era: undefined,
    tools: async () => (await client.listTools()).tools as ListedTool[],
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as ToolResult,
    close: () => client.close(),
  };
}
