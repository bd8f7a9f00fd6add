// `node bench/gateway-calls.mjs [--calls N] [--servers N] [--tools FILE]`: what the gateway adds to a call with 500 tools behind it, how long the first
// list takes from what was known, and what the list costs. `--tools` names a JSON list of `{server, name, description, inputSchema}`, whose
// list is counted too. Needs a built checkout; a release build for figures that are to be published.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { root } from '../scripts/lib/process.mjs';

const CLI = join(root, 'dist/cli.js');

/** A server whose every answer is there at once: what is measured is the gateway. `TOOLS` names a file with its definitions. */
const SERVER = `
const tools = JSON.parse(require('fs').readFileSync(process.env.TOOLS, 'utf8'));
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
let rest = '';
process.stdin.setEncoding('utf8').on('data', (piece) => {
  const lines = (rest + piece).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    if (method === 'initialize') send({ id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'bench', version: '1' } } });
    else if (method === 'tools/list') send({ id, result: { tools } });
    else if (method === 'tools/call') send({ id, result: { content: [{ type: 'text', text: JSON.stringify(params.arguments) }] } });
    else send({ id, error: { code: -32601, message: 'Method not found' } });
  }
});
process.stdin.on('end', () => process.exit());
`;

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '2000' },
    servers: { type: 'string', default: '20' },
    tools: { type: 'string' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'beadloom-bench-'));
try {
  await latency(Number(values.calls));
  await firstList(Number(values.servers));
  if (values.tools !== undefined) await tokens(values.tools);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A call through the gateway beside the same call without it, one after the other. */
async function latency(calls) {
  const project = gateway('latency', { bench: definitions(500) }, 'all');
  const direct = await client(process.execPath, ['-e', SERVER], { TOOLS: project.files.bench }, project.root);
  const through = await client(process.execPath, [CLI, 'gateway', 'serve'], {}, project.root);
  await through.ask('tools/list');
  const times = { direct: [], all: [], search: [] };
  const args = { path: 'src/index.ts', text: 'x'.repeat(200) };
  const ways = {
    direct: () => direct.ask('tools/call', { name: 'tool_7', arguments: args }),
    all: () => through.ask('tools/call', { name: 'bench__tool_7', arguments: args }),
    search: () =>
      through.ask('tools/call', { name: 'call_tool', arguments: { name: 'bench__tool_7', arguments: args } }),
  };
  for (let call = 0; call < calls + 200; call++) {
    for (const [way, ask] of Object.entries(ways)) {
      const began = performance.now();
      await ask();
      // The first ones run code that nothing has compiled yet.
      if (call >= 200) times[way].push(performance.now() - began);
    }
  }
  for (const [way, list] of Object.entries(times)) {
    console.log(
      `${way.padEnd(8)} p50 ${at(list, 0.5)} ms, p99 ${at(list, 0.99)} ms (${list.length} calls, 500 tools)`,
    );
  }
  direct.end();
  through.end();
  await through.ended;
  const { stdout } = await output(['gateway', 'stats', '--json'], project.root);
  console.log(`added, as gateway stats has it: ${JSON.stringify(JSON.parse(stdout).latency)}`);
}

/** The first list of a gateway that ran before, from its start on, and from when it had said who it is. */
async function firstList(servers) {
  const names = Array.from({ length: servers }, (_, index) => `server${index}`);
  const project = gateway('first', Object.fromEntries(names.map((name) => [name, definitions(25)])), 'all');
  await output(['gateway', 'list', '--json'], project.root);
  const starts = [];
  const lists = [];
  for (let round = 0; round < 9; round++) {
    const began = performance.now();
    const one = await client(process.execPath, [CLI, 'gateway', 'serve'], {}, project.root);
    const said = performance.now();
    const { tools } = await one.ask('tools/list');
    if (tools.length !== servers * 25) throw new Error(`${tools.length} tools`);
    starts.push(performance.now() - began);
    lists.push(performance.now() - said);
    one.end();
    await one.ended;
  }
  console.log(
    `first list with ${servers} servers: ${at(starts, 0.5)} ms from the start of the process, ${at(lists, 0.5)} ms from the handshake (medians of 9)`,
  );
}

/** What a list costs in each mode. */
async function tokens(file) {
  const all = JSON.parse(readFileSync(file, 'utf8'));
  const servers = {};
  for (const { server, ...tool } of all)
    (servers[server.replace(/[^A-Za-z0-9_.-]/g, '-').replace(/_{2,}/g, '_')] ??= []).push(tool);
  const project = gateway('tokens', servers, 'search');
  const { stdout, stderr } = await output(['gateway', 'list', '--json'], project.root);
  const answer = JSON.parse(stdout);
  if (answer.warning !== null) console.error(stderr);
  const { tools, held, tokens: listed, tokens_shown: shown } = answer;
  console.log(
    `${tools.length} tools (${held.length} held): ${listed} tokens listed, ${shown} in mode search, ${(100 - (100 * shown) / listed).toFixed(1)} % less`,
  );
}

function definitions(count) {
  return Array.from({ length: count }, (_, index) => ({
    name: `tool_${index}`,
    description: `Does the ${index}th of many things with a file: it reads, compares and writes what the text says.`,
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'relative to the root' },
        text: { type: 'string', description: 'what is to be written' },
        flags: { type: 'array', items: { type: 'string' } },
      },
      required: ['path'],
    },
  }));
}

/** A project with a gateway before servers with these tools. */
function gateway(name, servers, mode) {
  const place = join(folder, name);
  mkdirSync(join(place, '.beadloom'), { recursive: true });
  mkdirSync(join(place, '.git'));
  const files = {};
  const listed = {};
  for (const [server, tools] of Object.entries(servers)) {
    files[server] = join(place, `${server}.json`);
    writeFileSync(files[server], JSON.stringify(tools));
    listed[server] = { command: process.execPath, args: ['-e', SERVER], env: { TOOLS: files[server] } };
  }
  writeFileSync(join(place, '.beadloom/gateway.yml'), JSON.stringify({ mode, servers: listed }));
  return { root: place, files };
}

/** A client that does the least: lines of JSON, and the handshake. */
async function client(program, args, env, cwd) {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map();
  let next = 0;
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const { id, result, error } = JSON.parse(line);
      waiting.get(id)?.(error === undefined ? result : Promise.reject(new Error(error.message)));
      waiting.delete(id);
    }
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method, params = {}) =>
    new Promise((resolve) => {
      const id = next++;
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  send({ method: 'notifications/initialized' });
  return { ask, end: () => child.stdin.end(), ended: new Promise((resolve) => child.once('exit', resolve)) };
}

function output(args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [CLI, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.once('close', () => resolve({ stdout, stderr }));
  });
}

function at(list, share) {
  const sorted = list.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(2);
}
