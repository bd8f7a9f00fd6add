// `npm run conformance [-- --gateway]`: the official conformance suite and the Inspector's command line against the MCP server, in both
// eras of the protocol. Both are installed from the registry into the cache, with a Node that they run on. Scenarios that
// call tools, prompts or resources of the suite's own example server are named as such and do not count; any other that
// fails makes the command fail. `--gateway`: the suite against its example server, once as it stands and once through the gateway, which
// must pass every check that the server passes by itself.

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { cacheFolder } from './lib/cache.mjs';
import { compareThroughGateway } from './lib/conformance-gateway.mjs';
import { ensureAddon, ensureShell } from './lib/ensure.mjs';
import { Failure, heading, npm, root, script } from './lib/process.mjs';

const SUITE = '@modelcontextprotocol/conformance';
const INSPECTOR = '@modelcontextprotocol/inspector';
/** The first of these that knows both eras is a pre-release. */
const VERSIONS = { [SUITE]: '0.2.0-alpha.12', [INSPECTOR]: '2.12.0' };
/** What both need. */
const NODE = 22;
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;

const ERAS = { '2025-11-25': 'legacy', '2026-07-28': 'modern' };

/** Scenarios that need nothing of the example server. */
const OURS = new Set([
  'caching',
  'dns-rebinding-protection',
  'http-header-validation',
  'input-required-result-ignore-extra-params',
  'input-required-result-missing-input-response',
  'input-required-result-unsupported-methods',
  'input-required-result-validate-input',
  'ping',
  'prompts-list',
  'resources-list',
  'sep-2164-resource-not-found',
  'server-initialize',
  'server-session-lifecycle',
  'server-sse-multiple-streams',
  'server-sse-polling',
  'server-stateless',
  'tools-list',
]);

/** How a check says that it needs the example server. */
const NOT_TESTABLE = /^Not testable: server (?:does not list the diagnostic tool|exposes no tool)/;

const CALLS = [
  ['tools/list', '--method', 'tools/list', '--strict'],
  ['tools/call', '--method', 'tools/call', '--tool-name', 'explore_codebase', '--tool-arg', 'ref=FEAT-7'],
  ['resources/list', '--method', 'resources/list'],
  ['resources/templates/list', '--method', 'resources/templates/list'],
  ['resources/read', '--method', 'resources/read', '--uri', 'beadloom://node/auth'],
  ['prompts/list', '--method', 'prompts/list'],
  ['prompts/get', '--method', 'prompts/get', '--prompt-name', 'onboard', '--prompt-args', 'ref_id=auth'],
];

await script(async (argv) => {
  ensureAddon();
  ensureShell();
  const tools = installed();
  if (argv.includes('--gateway')) {
    await compareThroughGateway(tools, Object.keys(ERAS), run);
    return;
  }
  const project = mkdtempSync(join(tmpdir(), 'beadloom-conformance-'));
  const failed = [];
  try {
    cpSync(join(root, '__test__', 'fixtures', 'shop'), project, { recursive: true });
    mkdirSync(join(project, '.git'));
    const settings = 'mcp: {timeout_ms: 600000}\n';
    writeFileSync(join(project, '.beadloom', 'config.yml'), settings);
    const served = await serve(project);
    try {
      for (const version of Object.keys(ERAS)) {
        heading(`${SUITE} ${VERSIONS[SUITE]}, ${version}`);
        // oxlint-disable-next-line no-await-in-loop -- one suite at a time: both ask the same server
        failed.push(...(await suite(tools, served.url, version, join(project, `results-${version}`))));
      }
    } finally {
      served.close();
    }
    for (const [version, era] of Object.entries(ERAS)) {
      heading(`${INSPECTOR} ${VERSIONS[INSPECTOR]}, ${version}`);
      // oxlint-disable-next-line no-await-in-loop -- as above
      failed.push(...(await inspector(tools, project, era)));
    }
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
  if (failed.length > 0) throw new Failure(`failed: ${failed.join(', ')}`);
});

/** The programs, in the cache: paths of Node and of both. */
function installed() {
  const folder = join(cacheFolder(), `conformance-${Object.values(VERSIONS).join('-')}`);
  const own = Number(process.versions.node.split('.', 1)[0]) >= NODE;
  if (!existsSync(join(folder, 'complete'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const wanted = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
    // The packages of Node that are named by platform hold the program, and need no script to fetch it.
    if (!own) wanted.push(`${NODE_PACKAGE}@${NODE}`);
    const flags = ['--no-audit', '--no-fund', '--prefix', folder];
    const [program, args] = npm('install', ...flags, ...wanted);
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: folder });
    if (status !== 0) throw new Failure(`cannot install ${wanted.join(', ')}: ${stderr}`);
    writeFileSync(join(folder, 'complete'), '');
  }
  const inside = (...parts) => join(folder, 'node_modules', ...parts);
  const node = own ? process.execPath : inside(NODE_PACKAGE, 'bin', 'node');
  if (!existsSync(node)) throw new Failure(`run this with Node ${NODE} or later: ${node} is not there`);
  return {
    node,
    suite: inside(SUITE, 'dist', 'index.js'),
    inspector: inside(INSPECTOR, 'clients', 'launcher', 'build', 'index.js'),
  };
}

/** The server over HTTP, behind a proxy that adds the token: the suite sends none. */
async function serve(project) {
  const child = spawn(process.execPath, [join(root, 'dist', 'cli.js'), 'mcp-serve', '--http', '0'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = await new Promise((resolve, reject) => {
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (part) => {
      text += part;
      const found = /serving at (\S+)\n.*token (\S+)\n/.exec(text);
      if (found) resolve(found);
    });
    child.on('close', () => reject(new Failure(text)));
  });
  const [, url, token] = said;
  const target = new URL(url);
  const proxy = createServer((incoming, response) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    // Its own name is the server's; a foreign one is passed on.
    if (/^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(headers.host ?? '')) headers.host = target.host;
    const { hostname: host, port } = target;
    const sent = request({ host, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    response.on('close', () => sent.destroy());
    incoming.pipe(sent);
  });
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

/** Runs the suite, prints each scenario; the names of those that failed. */
async function suite({ node, suite: program }, url, version, folder) {
  const args = ['server', '--url', url, '--suite', 'all', '--spec-version', version, '-o', folder];
  await run(node, [program, ...args]);
  const apart = [];
  const failed = [];
  for (const name of readdirSync(folder).toSorted()) {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    const file = join(folder, name, 'checks.json');
    const checks = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
    const bad = checks.filter((one) => one.status === 'FAILURE');
    const own = bad.filter((one) => !NOT_TESTABLE.test(one.errorMessage ?? ''));
    const passed = checks.filter((one) => one.status === 'SUCCESS').length;
    if (!OURS.has(scenario)) {
      apart.push(scenario);
      continue;
    }
    if (own.length > 0) failed.push(`${scenario} (${version})`);
    const left = bad.length - own.length;
    const verdict = own.length > 0 ? 'FAILED' : passed > 0 ? 'passed' : 'empty ';
    const note = left > 0 ? `, ${left} need the example server` : '';
    console.log(`${verdict}  ${scenario}: ${passed} checks${note}`);
    for (const { id, errorMessage } of own) console.log(`        ${id}: ${errorMessage}`);
  }
  const known = readdirSync(folder).length;
  if (known === 0) failed.push(`no scenario ran (${version})`);
  console.log(`of the example server, not run against ours: ${apart.join(', ')}`);
  return failed;
}

async function inspector({ node, inspector: program }, project, era) {
  const config = join(project, 'servers.json');
  const entry = {
    command: process.execPath,
    args: [join(root, 'dist', 'cli.js'), 'mcp-serve'],
    cwd: project,
  };
  writeFileSync(config, JSON.stringify({ mcpServers: { beadloom: { ...entry, protocolEra: era } } }));
  const failed = [];
  for (const [what, ...args] of CALLS) {
    const common = ['--cli', '--config', config, '--server', 'beadloom', '--protocol-era', era];
    // oxlint-disable-next-line no-await-in-loop -- in the order of the list
    const { status, stdout, stderr } = await run(node, [program, ...common, ...args]);
    const isRight = status === 0 && stdout.trim().startsWith('{');
    if (!isRight) failed.push(`inspector ${what} (${era})`);
    console.log(
      `${isRight ? 'passed' : 'FAILED'}  ${what}${isRight ? '' : `: ${status} ${stdout}${stderr}`}`,
    );
  }
  return failed;
}

/** Runs a program to its end; not synchronously, because the proxy answers from this process. */
function run(node, args) {
  const separator = process.platform === 'win32' ? ';' : ':';
  // Launchers start more of themselves by name.
  const env = { ...process.env, PATH: `${dirname(node)}${separator}${process.env.PATH}` };
  const child = spawn(node, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  return new Promise((resolve) => {
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}
