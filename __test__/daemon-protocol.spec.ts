// What a daemon makes of clients that are none of ours, and what a client makes of something that is no daemon.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';

import test, { type ExecutionContext } from 'ava';
import { createMessageConnection, SocketMessageReader, SocketMessageWriter } from 'vscode-jsonrpc/node';

import manifest from '../package.json' with { type: 'json' };
import type { ReceiptsAnswer } from '../src/api/index.js';
import { framed } from '../src/daemon/protocol.js';
import { loadNative } from '../src/native/load.js';
import type { Parameter } from '../src/model/parameter.js';
import { REQUESTS, TRAITS, type RequestName } from '../src/model/requests.js';
import { daemonUser, until } from './support/daemon.js';
import { fixture } from './support/project.js';
import { TIME_FACTOR } from './support/slow.js';

const onLinux = process.platform === 'linux' ? test.serial : test.serial.skip;

interface Failure {
  code: number;
  message: string;
  data?: { code: string };
}

/** A client as anybody would write it, with the library that the daemon speaks by. */
function client(t: ExecutionContext, socket: string) {
  const stream = connect(socket);
  stream.on('error', () => undefined);
  const connection = createMessageConnection(
    new SocketMessageReader(stream),
    new SocketMessageWriter(stream),
  );
  connection.listen();
  t.teardown(() => stream.destroy());
  const ask = (method: string, params: object) =>
    connection.sendRequest(method, params).catch((error: Failure) => error.code);
  return { ask, connection, stream };
}

/** What a socket says until it is closed. */
function closed(stream: Socket): Promise<string> {
  let said = '';
  stream.on('error', () => undefined);
  stream.on('data', (piece) => (said += String(piece)));
  return new Promise((resolve) => stream.on('close', () => resolve(said)));
}

/** A request with what it cannot be without. */
function requiredOf(name: RequestName): object {
  const fields = Object.entries<Parameter>(REQUESTS[name]).filter(([, { required }]) => required === true);
  return Object.fromEntries(fields.map(([field, { type }]) => [field, type === 'texts' ? ['a'] : 'a']));
}

onLinux('a daemon hands every field of a request on to the core', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  const { socket } = JSON.parse(await user.text(['daemon', 'start', '--json'])) as { socket: string };
  const { ask, connection } = client(t, socket);
  await ask('daemon/hello', { protocol: 1, version: manifest.version, root: where.root });
  const relayed = Object.entries(TRAITS).filter(([, traits]) => traits.relayed === true);
  t.true(relayed.length > 20);
  const fields = relayed.flatMap(([name]) =>
    Object.keys(REQUESTS[name as RequestName]).map((field) => [name, field] as const),
  );
  const { NativeEngine, Cancellation } = loadNative();
  const here = new NativeEngine(where.root, false);
  t.teardown(() => here.close());
  for (const [name, field] of fields) {
    // No field takes this, and only the core says so, by the name that callers have for the field.
    const request = { ...requiredOf(name as RequestName), [field]: { [field]: [null] } };
    // oxlint-disable-next-line no-await-in-loop -- a daemon bounds how many may wait
    const error = await t.throwsAsync<Error & Failure>(connection.sendRequest(name, { request }));
    // oxlint-disable-next-line no-await-in-loop -- beside it
    const direct = await here.call(name, JSON.stringify(request), new Cancellation(), null);
    t.is(error.message, (JSON.parse(direct.error ?? '{"message":""}') as Error).message, `${name} ${field}`);
    t.regex(error.message, /must be/, `${name} ${field}`);
  }
});

onLinux('any client of JSON-RPC is served once it says who it is', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  const started = JSON.parse(await user.text(['daemon', 'start', '--json'])) as { socket: string };
  const { ask } = client(t, started.socket);
  const hello = { protocol: 1, version: manifest.version, root: where.root };
  t.is(await ask('search', { request: { query: 'refund' } }), -32002, 'not before hello');
  t.is(await ask('daemon/hello', { ...hello, root: '/elsewhere' }), -32001);
  t.is(await ask('daemon/hello', { ...hello, version: '0.0.0' }), -32001);
  t.is(await ask('daemon/hello', { ...hello, protocol: 9 }), -32001);
  t.is(await ask('daemon/hello', { ...hello, environment: '[]' }), -32001);
  t.is(await ask('daemon/hello', null as never), -32001);
  const welcome = (await ask('daemon/hello', hello)) as { root: string };
  t.is(welcome.root, where.root);
  // Many at once, over one connection.
  const answers = await Promise.all([
    ask('search', { request: { query: 'refund' } }),
    ask('context', { request: { refs: 'billing', format: 'markdown' } }),
    ask('status', { request: {} }),
    ask('search', { request: { query: 'refund', limit: 0 } }),
    ask('context', { request: { refs: 'no-such-thing' } }),
    ask('search', { request: { nonsense: 1 } }),
    ask('reindex', { request: {} }),
    ask('syncUpdate', { request: {} }),
    ask('search', { request: 'words' }),
    ask('search', null as never),
    ask('daemon/nonsense', {}),
  ]);
  const [search, bundle, status, ...refused] = answers;
  t.is(search, (await user.text(['search', 'refund', '--json', '--no-daemon'])).trimEnd());
  const { text } = JSON.parse(String(bundle)) as { text: string };
  t.is(text.trimEnd(), (await user.text(['ctx', 'billing', '--no-daemon'])).trimEnd());
  t.regex(String(status), /"version":1/);
  t.deepEqual(refused, [-32000, -32000, -32000, ...Array.from({ length: 5 }, () => -32002)]);
});

const NOTE = { is: 'answer', channel: 'cli', command: 'search', ms: 1 };

/** What is asked to be noted, and whether it is: false where the core cannot read it, a code where it is no note. */
const NOTES: Array<[what: string, params: object, outcome: boolean | number]> = [
  ['a note', { note: NOTE, sent: 'words' }, true],
  ['with its answer', { note: NOTE, sent: 'words', answer: '{"hits":[]}' }, true],
  ['an answer that is no JSON', { note: NOTE, sent: 'words', answer: '{{' }, true],
  ['too few fields', { note: { is: 'answer' }, sent: 'words' }, false],
  ['fields that there are not', { note: { ...NOTE, at: 5 }, sent: 'words' }, false],
  ['another type', { note: { ...NOTE, ms: -1 }, sent: 'words' }, false],
  ['what an agent opened', { note: { is: 'listed', session: 's' }, sent: 'words' }, -32002],
  ['a text as note', { note: JSON.stringify(NOTE), sent: 'words' }, -32002],
  ['a list as note', { note: [NOTE], sent: 'words' }, -32002],
  ['nothing as note', { note: null, sent: 'words' }, -32002],
  ['nothing sent', { note: NOTE }, -32002],
  ['something else sent', { note: NOTE, sent: 5 }, -32002],
  ['something else as answer', { note: NOTE, sent: 'words', answer: {} }, -32002],
  ['no parameters', null as never, -32002],
];

onLinux('it keeps receipts of answers, and nothing that is none', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  const started = JSON.parse(await user.text(['daemon', 'start', '--json'])) as { socket: string };
  const { ask } = client(t, started.socket);
  t.is(await ask('daemon/note', { note: NOTE, sent: 'words' }), -32002, 'not before hello');
  await ask('daemon/hello', { protocol: 1, version: manifest.version, root: where.root });
  for (const [what, params, outcome] of NOTES) {
    t.is(await ask('daemon/note', params), outcome, what);
  }
  const { totals } = JSON.parse(await user.text(['receipts', '--json'])) as ReceiptsAnswer;
  t.is(totals.answers, NOTES.filter(([, , outcome]) => outcome === true).length);
  where.write('.beadloom/config.yml', 'receipts: {keep: false}\n');
  t.is(await ask('daemon/note', { note: NOTE, sent: 'words' }), false);
});

/** What is no message. */
const GARBAGE: Array<[what: string, bytes: string]> = [
  ['garbage', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a line without end', 'x'.repeat(5_000)],
  ['no length', 'Content-Type: json\r\n\r\n{}'],
  ['a length below nothing', 'Content-Length: -5\r\n\r\n{}'],
  ['a length that is none', 'Content-Length: many\r\n\r\n{}'],
  ['more than is taken', `Content-Length: ${(1 << 20) + 1}\r\n\r\n`],
  ['a length beyond all bounds', 'Content-Length: 99999999999999999999\r\n\r\n'],
  ['no JSON', 'Content-Length: 5\r\n\r\n{{{{{'],
  ['a list', 'Content-Length: 2\r\n\r\n[]'],
  ['nothing', 'Content-Length: 4\r\n\r\nnull'],
  ['deep nesting', `Content-Length: 200000\r\n\r\n${'['.repeat(200_000)}`],
];

onLinux('what is no message ends its connection, and nothing else', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  const { socket, pid } = JSON.parse(await user.text(['daemon', 'start', '--json'])) as {
    socket: string;
    pid: number;
  };
  const half = connect(socket);
  half.write('Content-Length: 100\r\n\r\n{"jsonrpc":"2.0"');
  t.teardown(() => half.destroy());
  for (const [what, bytes] of GARBAGE) {
    const stream = connect(socket);
    const end = closed(stream);
    stream.write(bytes);
    t.is(await end, '', what);
  }
  // A client that goes away in the middle of a request.
  const leaving = client(t, socket);
  await leaving.ask('daemon/hello', { protocol: 1, version: manifest.version, root: where.root });
  void leaving.connection.sendRequest('search', { request: { query: 'refund' } }).catch(() => undefined);
  leaving.stream.destroy();
  t.is(await user.text(['search', 'refund']), await user.text(['search', 'refund', '--no-daemon']));
  t.is((await user.status()).pid, pid);
  // What came stands in no log.
  t.false((await user.text(['daemon', 'logs'])).includes('Host'));
});

onLinux('more clients than it takes are turned away, and answered by themselves', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  const { socket, limits } = JSON.parse(await user.text(['daemon', 'start', '--json'])) as {
    socket: string;
    limits: { connections: number };
  };
  const many = Array.from({ length: limits.connections }, () => connect(socket));
  t.teardown(() => many.forEach((stream) => stream.destroy()));
  await Promise.all(many.map((stream) => new Promise((resolve) => stream.on('connect', resolve))));
  t.regex(await user.text(['search', 'refund']), /charge/);
  many.forEach((stream) => stream.destroy());
  await until('room', async () => ((await user.status()).running ? true : undefined));
});

/** What listens where a daemon should, and what it does. */
const IMPOSTORS: Array<[what: string, speaks: (stream: Socket) => void]> = [
  ['says nothing', () => undefined],
  ['hangs up', (stream) => stream.destroy()],
  ['talks nonsense', (stream) => stream.write('hello\r\n\r\n')],
  ['talks without end', (stream) => stream.write('x'.repeat(1 << 20))],
  [
    'answers nothing of use',
    (stream) => stream.write('Content-Length: 36\r\n\r\n{"jsonrpc":"2.0","id":1,"result":{}}'),
  ],
  [
    'is another one',
    (stream) => {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        result: { protocol: 1, version: manifest.version, root: '/elsewhere', pid: 1 },
      });
      stream.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    },
  ],
];

for (const [what, speaks] of IMPOSTORS) {
  onLinux(`something that listens there and ${what}: the command answers itself`, async (t) => {
    const where = fixture(t, 'shop');
    const user = daemonUser(t, where);
    const expected = await user.text(['search', 'refund', '--no-daemon']);
    const { socket } = await user.status();
    mkdirSync(dirname(socket ?? ''), { recursive: true, mode: 0o700 });
    const streams = new Set<Socket>();
    const server = createServer((stream) => {
      streams.add(stream);
      stream.on('error', () => undefined);
      speaks(stream);
    });
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    t.teardown(() => {
      streams.forEach((stream) => stream.destroy());
      server.close();
    });
    t.is(await user.text(['search', 'refund']), expected);
    // Nobody holds the lock, so that a daemon takes its place.
    t.true((await user.running()).running);
    t.is(await user.text(['search', 'refund']), expected);
    t.is((await user.status()).requests, 1);
  });
}

/** A message as a daemon frames it. */
function message(body: object): string {
  const text = JSON.stringify({ jsonrpc: '2.0', ...body });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

/** What a daemon does once it has said hello as it should, with what it may not come to. */
const HANGING: Record<string, (stream: Socket, id: number, tooLate: () => void) => void> = {
  'says nothing more': () => undefined,
  'answers drop by drop': (stream, id, tooLate) => {
    const answer = message({ id, result: '{"wrong":true}' });
    let at = 0;
    const timer = setInterval(() => {
      stream.write(answer.slice(at, ++at));
      if (at === answer.length) tooLate();
    }, 100);
    stream.on('close', () => clearInterval(timer));
  },
  'sends half an answer': (stream, id) =>
    stream.write(message({ id, result: '{"wrong":true}' }).slice(0, -5)),
  'answers something else, again and again': (stream, _, tooLate) => {
    let times = 0;
    const timer = setInterval(() => {
      stream.write(message({ id: 4711, result: '{"wrong":true}' }));
      stream.write(message({ method: '$/progress', params: { token: 4711, value: {} } }));
      if (++times === 100) tooLate();
    }, 100);
    stream.on('close', () => clearInterval(timer));
  },
  'promises a message without end': (stream) => stream.write(`Content-Length: ${2 ** 40}\r\n\r\n`),
  'hangs up': (stream) => stream.destroy(),
};

for (const [what, goesOn] of Object.entries(HANGING)) {
  onLinux(
    `a daemon that says hello and then ${what}: the command answers itself, and asks it once`,
    async (t) => {
      const where = fixture(t, 'shop');
      const user = daemonUser(t, where);
      const expected = await user.text(['search', 'refund', '--no-daemon']);
      const { socket } = await user.status();
      mkdirSync(dirname(socket ?? ''), { recursive: true, mode: 0o700 });
      const streams = new Set<Socket>();
      let [asked, isLate] = [0, false];
      const server = createServer((stream) => {
        streams.add(stream);
        stream.on('error', () => undefined);
        let isKnown = false;
        stream.on('data', (piece) => {
          const id = Number(/"id":(\d+)/.exec(piece.toString())?.[1]);
          if (!isKnown) {
            isKnown = true;
            stream.write(
              message({
                id,
                result: { protocol: 1, version: manifest.version, root: where.root, pid: process.pid },
              }),
            );
            return;
          }
          asked += 1;
          goesOn(stream, id, () => (isLate = true));
        });
      });
      await new Promise<void>((resolve) => server.listen(socket, resolve));
      t.teardown(() => {
        streams.forEach((stream) => stream.destroy());
        server.close();
      });
      t.is(await user.text(['search', 'refund'], { BEADLOOM_DAEMON: 'auto' }), expected);
      t.is(asked, 1);
      t.false(isLate, 'it was waited for as long as it went on');
    },
  );
}

onLinux('a daemon that is at it for long is waited for while it lives', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  const { socket } = await user.status();
  mkdirSync(dirname(socket ?? ''), { recursive: true, mode: 0o700 });
  const server = createServer((stream) => {
    stream.on('error', () => undefined);
    let isKnown = false;
    stream.on('data', (piece) => {
      const id = Number(/"id":(\d+)/.exec(piece.toString())?.[1]);
      if (!isKnown) {
        isKnown = true;
        stream.write(
          message({
            id,
            result: { protocol: 1, version: manifest.version, root: where.root, pid: process.pid },
          }),
        );
        return;
      }
      let signs = 0;
      const timer = setInterval(() => {
        stream.write(message({ method: '$/alive' }));
        if (++signs === 20) {
          clearInterval(timer);
          stream.write(
            message({
              id,
              error: {
                code: -32000,
                message: 'x',
                data: {
                  code: 'not_found',
                  message: 'the daemon says so',
                  path: null,
                  line: null,
                  column: null,
                  hint: null,
                },
              },
            }),
          );
        }
      }, 100);
      stream.on('close', () => clearInterval(timer));
    });
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  t.teardown(() => server.close());
  const { code, stderr } = await user.run(['search', 'refund', '--no-progress']);
  t.is(code, 1);
  t.regex(stderr, /the daemon says so/);
});

onLinux('a daemon that stops in the middle of an answer is given up, and ended by stop', async (t) => {
  t.timeout(120_000 * TIME_FACTOR);
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  await user.text(['daemon', 'start']);
  const expected = await user.text(['search', 'refund']);
  const { pid } = await user.status();
  process.kill(pid ?? 0, 'SIGSTOP');
  t.is(await user.text(['search', 'refund']), expected);
  const status = JSON.parse(await user.text(['daemon', 'status', '--json'])) as {
    reason: string;
    pid: number;
  };
  t.regex(status.reason, /does not answer/);
  t.is(status.pid, pid ?? 0);
  await user.text(['daemon', 'stop']);
  await user.gone();
});

/** Whether this process may become another user. */
const others = spawnSync('setpriv', ['--reuid=65534', '--clear-groups', 'true']).status === 0;

(others ? onLinux : test.skip)(
  'a process of another user is refused, though the files let it in',
  async (t) => {
    const where = fixture(t, 'shop');
    const user = daemonUser(t, where);
    const started = JSON.parse(await user.text(['daemon', 'start', '--json'])) as { socket: string };
    for (let folder = dirname(started.socket); folder !== tmpdir(); folder = dirname(folder)) {
      chmodSync(folder, 0o711);
    }
    chmodSync(started.socket, 0o666);
    const hello = framed(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'daemon/hello',
        params: { protocol: 1, version: manifest.version, root: where.root },
      }),
    );
    const script = `
    const socket = require('node:net').connect(process.argv[1], () => socket.write(process.argv[2]));
    socket.on('data', (piece) => process.stdout.write(piece)).on('error', () => undefined);
    socket.on('close', () => console.log('closed'));
    setTimeout(() => process.exit(), 5000).unref();`;
    const ask = (...as: string[]) =>
      spawnSync('setpriv', [...as, process.execPath, '-e', script, started.socket, String(hello)], {
        encoding: 'utf8',
        timeout: 3_000,
      }).stdout;
    t.is(ask('--reuid=65534', '--clear-groups'), 'closed\n');
    t.regex(ask('--clear-groups'), /"result":\{"protocol":1/);
    t.regex(await user.text(['daemon', 'logs']), /refused: a process of another user/);
  },
);

/** Megabytes that a process has in memory. */
function resident(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

onLinux('its memory does not grow with what is asked', async (t) => {
  const where = fixture(t, 'shop');
  const user = daemonUser(t, where);
  const started = JSON.parse(await user.text(['daemon', 'start', '--json'])) as {
    socket: string;
    pid: number;
  };
  const { ask } = client(t, started.socket);
  await ask('daemon/hello', { protocol: 1, version: manifest.version, root: where.root });
  const questions = async (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const answers = await Promise.all([
        ask('search', { request: { query: `refund ${at} charge`, limit: 50 } }),
        ask('context', { request: { refs: ['billing'], budget: 500 + at } }),
        ask('task', { request: { task: `charge what was refunded ${at}` } }),
      ]);
      if (answers.some((answer) => typeof answer !== 'string')) t.fail(JSON.stringify(answers));
    }
  };
  // As much as the caches hold, and the heap of JavaScript takes.
  await questions(0, 500);
  const before = resident(started.pid);
  await questions(500, 1_300);
  const grown = resident(started.pid) - before;
  t.true(grown < 32, `${grown} MB more after 2,400 questions`);
});
