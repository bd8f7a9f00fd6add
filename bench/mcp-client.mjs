// A server of a project over stdio, spoken to in lines: what a client's own library costs is not measured.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { root } from '../scripts/lib/process.mjs';

const CLI = join(root, 'dist', 'cli.js');

/** Starts `mcp-serve` in a project and shakes hands as clients of the earlier era do. */
export async function serve(project, args = []) {
  const started = performance.now();
  const child = spawn(process.execPath, [CLI, 'mcp-serve', '--structured', '--project', project, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.({ message, bytes: line.length });
    waiting.delete(message.id);
  });
  let last = 0;
  const request = (method, params) => {
    last += 1;
    const id = last;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  };
  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return {
    pid: child.pid,
    started,
    request,
    kill: () => child.kill(),
    /** Calls a tool: its result and how long that took. */
    call: async (name, args_) => {
      const before = performance.now();
      const { message, bytes } = await request('tools/call', { name, arguments: args_ });
      return { ms: performance.now() - before, bytes, ...message };
    },
    close: () => {
      child.stdin.end();
      return new Promise((resolve) => child.on('close', resolve));
    },
  };
}
