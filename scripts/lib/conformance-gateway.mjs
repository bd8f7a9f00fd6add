// What the conformance suite says of its example server, and of the same server behind the gateway.

import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

import { Failure, heading, root } from './process.mjs';

/** What the gateway calls the server. */
const NAME = 'example';
const PREFIX = `${NAME}__`;

/**
 * Runs the suite against the example server, then through the gateway; fails where the gateway loses a check.
 * @param {{ node: string, suite: string }} tools
 * @param {string[]} versions of the protocol
 * @param {(program: string, args: string[]) => Promise<unknown>} run
 */
export async function compareThroughGateway({ node, suite }, versions, run) {
  const place = mkdtempSync(join(tmpdir(), 'beadloom-conformance-'));
  const lost = [];
  const server = await started([join(root, 'scripts', 'lib', 'conformance-server.mjs')], root, /(http:\S+)/);
  try {
    const gateway = await served(place, server.said[1]);
    try {
      for (const version of versions) {
        heading(`through the gateway, ${version}`);
        const score = async (url, name) => {
          const folder = join(place, `${name}-${version}`);
          await run(node, [
            suite,
            'server',
            '--url',
            url,
            '--suite',
            'all',
            '--spec-version',
            version,
            '-o',
            folder,
          ]);
          return checksIn(folder);
        };
        const alone = await score(server.said[1], 'alone');
        const behind = await score(gateway.url, 'gateway');
        lost.push(...compared(alone, behind, version));
      }
    } finally {
      gateway.close();
    }
  } finally {
    server.child.kill();
    rmSync(place, { recursive: true, force: true });
  }
  if (lost.length > 0) throw new Failure(`lost behind the gateway: ${lost.join(', ')}`);
}

/** How often each check of each scenario passed and failed. */
function checksIn(folder) {
  const found = new Map();
  for (const name of existsSync(folder) ? readdirSync(folder).toSorted() : []) {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    const file = join(folder, name, 'checks.json');
    const checks = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
    const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
    const failed = checks.filter(({ status }) => status === 'FAILURE');
    found.set(scenario, { passed, failed });
  }
  return found;
}

/** Prints both scores; the scenarios in which the gateway has less of what passed. */
function compared(alone, behind, version) {
  const lost = [];
  let [before, after] = [0, 0];
  for (const [scenario, { passed, failed }] of alone) {
    const through = behind.get(scenario) ?? { passed: 0, failed: [] };
    before += passed;
    after += through.passed;
    const isLost = through.passed < passed || through.failed.length > failed.length;
    if (isLost) lost.push(`${scenario} (${version})`);
    const score = (one) => `${one.passed} of ${one.passed + one.failed.length}`;
    console.log(
      `${isLost ? 'LOST  ' : 'same  '}  ${scenario}: ${score({ passed, failed })} alone, ${score(through)} behind`,
    );
    if (isLost) {
      for (const { id, errorMessage } of through.failed) console.log(`        ${id}: ${errorMessage}`);
    }
  }
  if (alone.size === 0) lost.push(`no scenario ran (${version})`);
  console.log(`${version}: ${before} checks passed alone, ${after} behind the gateway`);
  return lost;
}

/** The gateway before the server, with a proxy that brings the token and the names that the suite knows. */
async function served(place, url) {
  const project = join(place, 'project');
  mkdirSync(join(project, '.beadloom'), { recursive: true });
  mkdirSync(join(project, '.git'));
  writeFileSync(
    join(project, '.beadloom', 'gateway.yml'),
    JSON.stringify({ mode: 'all', audit: 'off', servers: { [NAME]: { url } } }),
  );
  const cli = join(root, 'dist', 'cli.js');
  const { child, said } = await started(
    [cli, 'gateway', 'serve', '--http', '0'],
    project,
    /serving at (\S+)\n[^]*token (\S+)\n/,
  );
  const target = new URL(said[1]);
  const proxy = createServer((incoming, response) => forward(incoming, response, target, said[2]));
  await new Promise((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${proxy.address().port}${target.pathname}`,
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
      child.kill();
    },
  };
}

function forward(incoming, response, target, token) {
  const pieces = [];
  incoming.on('data', (piece) => pieces.push(piece));
  incoming.on('end', () => {
    const { body, renamed } = outward(Buffer.concat(pieces).toString());
    const { 'content-length': _, ...headers } = incoming.headers;
    headers.authorization = `Bearer ${token}`;
    // Its own name is the server's; a foreign one is passed on.
    if (/^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(headers.host ?? '')) headers.host = target.host;
    if (renamed && headers['mcp-name'] !== undefined)
      headers['mcp-name'] = PREFIX + headers['mcp-name'].trim();
    if (body !== '') headers['content-length'] = Buffer.byteLength(body);
    const { hostname: host, port } = target;
    const sent = request({ host, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      const { 'content-length': __, ...given } = answer.headers;
      response.writeHead(answer.statusCode, given);
      const decoder = new StringDecoder('utf8');
      let rest = '';
      answer.on('data', (piece) => {
        rest += decoder.write(piece);
        const end = rest.lastIndexOf('\n') + 1;
        response.write(inward(rest.slice(0, end)));
        rest = rest.slice(end);
      });
      answer.on('end', () => response.end(inward(rest)));
      answer.on('error', () => response.destroy());
    });
    sent.on('error', () => response.destroy());
    response.on('close', () => sent.destroy());
    sent.end(body);
  });
}

/** A request with the names that the gateway has. */
function outward(body) {
  let message;
  try {
    message = JSON.parse(body);
  } catch {
    return { body, renamed: false };
  }
  const { method, params } = message;
  if ((method === 'tools/call' || method === 'prompts/get') && typeof params?.name === 'string') {
    params.name = PREFIX + params.name;
    return { body: JSON.stringify(message), renamed: true };
  }
  if (method === 'completion/complete' && params?.ref?.type === 'ref/prompt') {
    params.ref.name = PREFIX + params.ref.name;
    return { body: JSON.stringify(message), renamed: false };
  }
  return { body, renamed: false };
}

/** An answer with the names that the suite knows. */
function inward(text) {
  return text.replaceAll(`"name":"${PREFIX}`, '"name":"').replaceAll(`"[${NAME}] `, '"');
}

/** A program that says where it is. */
async function started(args, cwd, says) {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = await new Promise((resolve, reject) => {
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part) => {
        text += part;
        const found = says.exec(text);
        if (found) resolve(found);
      });
    }
    child.on('close', () => reject(new Failure(text)));
  });
  return { child, said };
}
