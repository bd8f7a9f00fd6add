import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

import type { ExecutionContext } from 'ava';

import { CLI, environment } from './cli.js';
import type { TestProject } from './project.js';

/** A message of the server. */
export interface Message {
  id?: number | string | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: {
    isError?: boolean;
    content?: Array<{ text: string }>;
    structuredContent?: Record<string, unknown>;
  };
  error?: { code: number; message: string };
}

/** A server that is spoken to line by line, well or badly. */
export interface RawServer {
  child: ChildProcessWithoutNullStreams;
  write: (text: string) => void;
  send: (message: object) => void;
  /** Calls a tool; its answer. */
  call: (name: string, args: object) => Promise<Message>;
  /** The first message, from the start, that is what is looked for. */
  wait: (is: (message: Message) => boolean) => Promise<Message>;
  messages: Message[];
  stderr: () => string;
  /** The exit code once the process has ended. */
  ended: Promise<number | null>;
}

/** Starts `mcp-serve` in a project and shakes hands as clients of the earlier era do; it ends with the test. */
export async function rawServer(
  t: ExecutionContext,
  where: TestProject,
  env: Record<string, string> = {},
): Promise<RawServer> {
  const server = start(t, where, env);
  server.send({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  });
  await server.wait(({ id }) => id === 0);
  server.send({ method: 'notifications/initialized' });
  return server;
}

function start(t: ExecutionContext, where: TestProject, env: Record<string, string>): RawServer {
  const child = spawn(process.execPath, [CLI, 'mcp-serve', '--structured'], {
    cwd: where.root,
    env: environment(env),
  });
  const messages: Message[] = [];
  const waiting = new Set<() => void>();
  let rest = '';
  let stderr = '';
  let last = 100;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    messages.push(...lines.map((line) => JSON.parse(line) as Message));
    waiting.forEach((look) => look());
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined); // A server that ended takes no more.
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  t.teardown(() => child.kill('SIGKILL'));
  const wait = (is: (message: Message) => boolean) =>
    new Promise<Message>((resolve, reject) => {
      const look = () => {
        const found = messages.find(is);
        if (found !== undefined) {
          waiting.delete(look);
          resolve(found);
        }
      };
      waiting.add(look);
      look();
      void ended.then((code) => reject(new Error(`the server ended with ${code}: ${stderr}`)));
    });
  const write = (text: string) => void child.stdin.write(text);
  const send = (message: object) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return {
    child,
    write,
    send,
    wait,
    messages,
    stderr: () => stderr,
    ended,
    call: (name, args) => {
      const id = ++last;
      send({ id, method: 'tools/call', params: { name, arguments: args } });
      return wait((message) => message.id === id);
    },
  };
}
