// What stands beside the relay, through the real command: results, limits, the log of calls, secrets, logins, processes.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

import test from 'ava';

import { fixtureServer } from '../scripts/lib/fixtures.mjs';
import type { GatewayListAnswer, GatewayLoginAnswer } from '../src/api/index.js';
import { browse, guarded } from './support/authorisation.js';
import { beadloom, type RunOptions } from './support/cli.js';
import { gatewayClient, gatewayProject, noted } from './support/gateway.js';
import { violations } from './support/schema.js';
import type { TestProject } from './support/project.js';

const FIXTURE = fixtureServer('old.mjs');

/** Long enough to be cut, and each line another one. */
const LONG = Array.from({ length: 500 }, (_, n) => `line ${n}`).join('\n');

const last = ({ content }: { content: Array<{ text: string }> }): string => content.at(-1)?.text ?? '';
const handleIn = (text: string): string => /"handle":"([^"]+)"/.exec(text)?.[1] ?? '';

test('a result is cut where the caller says so, and read on', async (t) => {
  const where = gatewayProject(t, { old: {} });
  for (const modern of [false, true]) {
    const gateway = await gatewayClient(t, where, { modern, args: ['--mode', 'search'] });
    t.true((await gateway.names()).includes('read_result'));
    const call = (result: object) =>
      gateway.call('call_tool', { name: 'old__echo', arguments: { text: LONG }, result });
    const cut = await call({ limit: 100 });
    t.true((cut.content[0]?.text.length ?? 0) <= 100);
    const handle = handleIn(last(cut));
    const rest = await gateway.call('read_result', { handle, offset: LONG.length - 8 });
    t.is(rest.content[0]?.text, 'line 499');
    const chosen = await call({ fields: ['by'] });
    t.deepEqual(chosen.structuredContent, { by: 'old' });
    const saved = await call({ save: true });
    t.regex(last(saved), /structured: \{said: string\(\d+\), by: string\(3\)\}/);
    const none = await gateway.call('read_result', { handle: 'r9-00000000' });
    t.true(none.isError);
    t.regex(last(none), /^not_found: no result is kept as "r9-00000000"/);
    const wrong = await call({ limits: 3 });
    t.true(wrong.isError);
  }
});

test('where all tools are listed, results pass as they are, unless the settings bound them', async (t) => {
  const free = await gatewayClient(t, gatewayProject(t, { old: {} }), { args: ['--mode', 'all'] });
  t.false((await free.names()).includes('read_result'));
  t.is((await free.call('old__echo', { text: LONG })).content[0]?.text, LONG);
  const bound = await gatewayClient(t, gatewayProject(t, { old: {} }, { max_result_chars: 200 }), {
    args: ['--mode', 'all'],
  });
  t.true((await bound.names()).includes('read_result'));
  const cut = await bound.call('old__echo', { text: LONG });
  t.true((cut.content[0]?.text.length ?? 0) <= 200);
  // The schema that the client was listed demands it.
  t.is(cut.structuredContent?.['said'], LONG);
  const read = await bound.call('read_result', { handle: handleIn(last(cut)), offset: LONG.length - 8 });
  t.is(read.content[0]?.text, 'line 499');
});

function audited(where: TestProject): Array<Record<string, unknown>> {
  const path = where.path('.beadloom/gateway/audit.jsonl');
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    : [];
}

test('calls are written down: who called what, and what came of it', async (t) => {
  const where = gatewayProject(t, { old: { env: { KEY: '${PLANTED}' } } }, { audit: 'values' });
  const env = { PLANTED: 'planted-secret' };
  for (const modern of [false, true]) {
    const gateway = await gatewayClient(t, where, { modern, args: ['--mode', 'all'], env });
    await gateway.call('old__echo', { text: 'hello planted-secret' });
    await gateway.call('old__wrong');
    await t.throwsAsync(gateway.call('old__fail'));
    await gateway.close();
  }
  const lines = audited(where);
  t.deepEqual(
    lines.map(({ client, server, tool, outcome }) => [client, server, tool, outcome]),
    [1, 2].flatMap(() => [
      ['test', 'old', 'echo', 'ok'],
      ['test', 'old', 'wrong', 'error'],
      ['test', 'old', 'fail', 'error'],
    ]),
  );
  t.deepEqual(lines[0]?.['arguments'], { text: 'hello [redacted]' });
  t.notRegex(JSON.stringify(lines), /planted/);
});

for (const audit of ['off', false]) {
  test(`calls are not written down: audit: ${audit}`, async (t) => {
    const where = gatewayProject(t, { old: {} }, { audit });
    const gateway = await gatewayClient(t, where);
    await gateway.call('old__echo', { text: 'hello' });
    await gateway.close();
    t.deepEqual(audited(where), []);
  });
}

test('a server is asked so much at once, and more waits or is told', async (t) => {
  const log = 'calls.log';
  const where = gatewayProject(t, {});
  const how = { log: where.path(log) };
  where.write(
    '.beadloom/gateway.yml',
    JSON.stringify({
      servers: {
        old: { ...settingsOf(where, how), concurrency: 1, queue: 1 },
        other: settingsOf(where, {}),
      },
    }),
  );
  const gateway = await gatewayClient(t, where, { args: ['--mode', 'all'] });
  await gateway.names();
  const abort = new AbortController();
  const first = t.throwsAsync(gateway.call('old__hang', {}, { signal: abort.signal }));
  const called = () => noted(where, log).filter((line) => line.startsWith('call'));
  while (called().length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const second = gateway.call('old__echo', { text: 'second' });
  const third = await gateway.call('old__echo', { text: 'third' });
  t.true(third.isError);
  t.regex(last(third), /^old is busy: 1 calls wait already \(1 at once\)/);
  t.is((await gateway.call('other__echo', { text: 'x' })).isError, undefined);
  t.is(called().length, 1);
  abort.abort();
  await first;
  t.is((await second).structuredContent?.['said'], 'second');
});

/** A server of the fixtures, as settings. */
function settingsOf(_where: TestProject, how: object): object {
  return {
    command: process.execPath,
    args: [FIXTURE],
    env: { FIXTURE: JSON.stringify(how) },
  };
}

/** Whether a process is there and no zombie. */
function lives(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const started = (where: TestProject, log: string): number[] =>
  noted(where, log).flatMap((line) => (line.startsWith('started') ? [Number(line.split(' ')[1])] : []));

test('so many processes run at a time; whoever was not used makes room, and comes back', async (t) => {
  if (process.platform !== 'linux') {
    t.pass();
    return;
  }
  const names = ['a', 'b', 'c', 'd'];
  const where = gatewayProject(t, {});
  const log = where.path('started.log');
  where.write(
    '.beadloom/gateway.yml',
    JSON.stringify({
      max_processes: 2,
      servers: Object.fromEntries(names.map((name) => [name, settingsOf(where, { log, name })])),
    }),
  );
  const gateway = await gatewayClient(t, where, { args: ['--mode', 'all'] });
  while (!names.every((name) => started(where, 'started.log').length >= 4 || name === '')) {
    await gateway.names();
  }
  for (let round = 0; round < 3; round++) {
    for (const name of names) {
      const answer = await gateway.call(`${name}__echo`, { text: 'x' });
      t.is(answer.structuredContent?.['by'], name);
      const alive = started(where, 'started.log').filter(lives);
      t.true(alive.length <= 2, String(alive));
    }
  }
  await gateway.close();
  while (started(where, 'started.log').some(lives)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  t.pass();
});

test('servers that start slowly all come to answer, though fewer may run at a time', async (t) => {
  if (process.platform !== 'linux') {
    t.pass();
    return;
  }
  const where = gatewayProject(t, {});
  const names = ['a', 'b'];
  const slow = (name: string) => ({
    command: 'sh',
    args: ['-c', 'sleep 2.5; exec "$@"', 'sh', process.execPath, FIXTURE],
    env: { FIXTURE: JSON.stringify({ name }) },
  });
  where.write(
    '.beadloom/gateway.yml',
    JSON.stringify({
      max_processes: 1,
      servers: Object.fromEntries(names.map((name) => [name, slow(name)])),
    }),
  );
  const gateway = await gatewayClient(t, where, { args: ['--mode', 'all'] });
  const listed = async () => new Set((await gateway.names()).map((name) => name.split('__')[0]));
  while ((await listed()).size < names.length) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const answer = await gateway.call('a__echo', { text: 'x' });
  t.is(answer.structuredContent?.['by'], 'a');
});

test('a gateway that is killed takes its servers with it, also those that hear nothing', async (t) => {
  if (process.platform !== 'linux') {
    t.pass();
    return;
  }
  const where = gatewayProject(t, {});
  const log = where.path('started.log');
  where.write(
    '.beadloom/gateway.yml',
    JSON.stringify({
      servers: { deaf: settingsOf(where, { log, silent: true }), old: settingsOf(where, { log }) },
    }),
  );
  const gateway = await gatewayClient(t, where, { args: ['--mode', 'all'] });
  await gateway.call('old__echo', { text: 'x' });
  const pids = started(where, 'started.log');
  t.true(pids.length >= 2 && pids.every(lives));
  process.kill(gateway.pid() ?? 0, 'SIGKILL');
  while (pids.some(lives)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  t.pass();
});

test('a variable stands for what the private file says, before the environment', async (t) => {
  const where = gatewayProject(t, { old: { env: { KEY: '${A_KEY}', OTHER: '${B_KEY}' } } });
  mkdirSync(where.path('.beadloom/gateway'), { mode: 0o700 });
  const secrets = where.path('.beadloom/gateway/secrets.json');
  writeFileSync(secrets, '{"A_KEY": "of-the-file"}', { mode: 0o600 });
  const env = { A_KEY: 'of-the-environment', B_KEY: 'only-there' };
  const gateway = await gatewayClient(t, where, { args: ['--mode', 'all'], env });
  const said = last(await gateway.call('old__environment'));
  t.regex(said, /of-the-file/);
  t.regex(said, /only-there/);
  t.notRegex(said, /of-the-environment/);
  if (process.platform !== 'win32') {
    chmodSync(secrets, 0o644);
    const { code, stderr } = await beadloom(where, ['gateway', 'list'], { env });
    t.is(code, 1);
    t.regex(stderr, /others than you may read/);
  }
});

test('a server that needs a login is listed as such, and works after it', async (t) => {
  const server = await guarded(t);
  const where = gatewayProject(t, { guarded: { url: server.url }, old: {} });
  const env = { XDG_CACHE_HOME: where.path('cache'), XDG_DATA_HOME: where.path('data') };
  const run = (args: string[], more: RunOptions = {}) =>
    beadloom(where, ['gateway', ...args, '--json'], { env, ...more });
  const list = async () => JSON.parse((await run(['list'])).stdout) as GatewayListAnswer;
  const status = ({ servers }: GatewayListAnswer) => servers.find(({ name }) => name === 'guarded');
  const before = await list();
  t.like(status(before), { status: 'needs login', tools: 0 });
  t.regex(status(before)?.error ?? '', /run beadloom gateway login guarded$/);
  t.true(
    before.tools.some(({ server: name }) => name === 'old'),
    'the others serve',
  );
  let page: Promise<string> | undefined;
  // In the place of the program that opens a browser.
  where.write('bin/xdg-open', '#!/bin/sh\n: > "$OPENED"\n');
  chmodSync(where.path('bin/xdg-open'), 0o755);
  const opened = where.path('opened');
  const { code, stdout, stderr } = await run(['login', 'guarded', '--no-browser'], {
    env: { ...env, OPENED: opened, PATH: `${where.path('bin')}:${process.env['PATH']}` },
    onStderr: (text) => {
      const address = / at (http\S+)/.exec(text)?.[1];
      page ??= address === undefined ? undefined : browse(address);
    },
  });
  t.is(code, 0, stderr);
  t.false(existsSync(opened));
  t.regex((await page) ?? '', /You are logged in/);
  t.deepEqual(violations('gateway-login', JSON.parse(stdout)), []);
  t.deepEqual(JSON.parse(stdout) as GatewayLoginAnswer, {
    version: 1,
    server: 'guarded',
    outcome: 'logged_in',
    revoked: false,
  });
  t.like(status(await list()), { status: 'ready', tools: 1, error: null });
  const gateway = await gatewayClient(t, where, { args: ['--mode', 'all'], env });
  t.is(last(await gateway.call('guarded__whoami')), 'you are known');
  // The token ends while the gateway runs: nobody notices.
  server.expire();
  t.is(last(await gateway.call('guarded__whoami')), 'you are known');
  await gateway.close();
  const tokens = readFileSync(where.path('data/beadloom/gateway/tokens.json'), 'utf8');
  const token = /"access_token": "([^"]+)"/.exec(tokens)?.[1] ?? '';
  t.true(token.length > 10);
  t.false(`${stdout}${stderr}${gateway.stderr()}`.includes(token));
  t.regex((await run(['logout', 'guarded'])).stdout, /"outcome":"logged_out","revoked":true/);
  t.like(status(await list()), { status: 'needs login' });
  for (const args of [['login'], ['login', 'nobody'], ['login', 'old'], ['logout', 'guarded', 'x']]) {
    t.is((await run(args)).code, 1, args.join(' '));
  }
});

test('a client of the earlier era hears of resources of a modern server', async (t) => {
  const where = gatewayProject(t, { gamma: { is: 'modern' } });
  const gateway = await gatewayClient(t, where, { args: ['--mode', 'all'] });
  const uri = 'modern://one';
  t.deepEqual(await gateway.ask('resources/subscribe', { uri }), {});
  await gateway.call('gamma__touch', { uri });
  const told = await gateway.until(({ method }) => method === 'notifications/resources/updated');
  t.is(told.params?.['uri'], uri);
  t.deepEqual(await gateway.ask('resources/unsubscribe', { uri }), {});
});
