// What a client may do wrong, or the world around a server.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import test from 'ava';

import { rawServer, type RawServer } from './support/lines.js';
import { patient } from './support/mcp.js';
import { fixture } from './support/project.js';

const UNSAFE =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|##\[error/;

/** Whether a server answers as it should. */
async function answers(server: RawServer): Promise<boolean> {
  const { result } = await server.call('get_index_status', {});
  return result?.structuredContent?.['nodes_count'] === 5;
}

const NOTHING: Array<[what: string, line: string]> = [
  ['nothing', ''],
  ['spaces', '   \t'],
  ['a carriage return', '\r'],
];

const BAD: Array<[what: string, line: string, code: number, id: number | string | null]> = [
  ['no JSON', '{"jsonrpc": "2.0", "id": 7, "method"', -32700, null],
  ['prose', 'Content-Length: 120', -32700, null],
  ['bytes', '\u0000\u0001\ufffd', -32700, null],
  ['a number', '42', -32600, null],
  ['null', 'null', -32600, null],
  ['a batch', '[{"jsonrpc":"2.0","id":7,"method":"ping"}]', -32600, null],
  ['another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600, 7],
  ['no version', '{"id":"seven","method":"ping"}', -32600, 'seven'],
  ['a method that is no text', '{"jsonrpc":"2.0","id":7,"method":7}', -32600, 7],
  ['parameters that are none', '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":"x"}', -32600, 7],
  ['an id that is none', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, null],
  ['an unknown method', '{"jsonrpc":"2.0","id":7,"method":"tools/explode"}', -32601, 7],
  ['no name', '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{}}', -32602, 7],
  [
    'arguments that are none',
    '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"why","arguments":[1]}}',
    -32602,
    7,
  ],
  [
    'deep nesting',
    `{"jsonrpc":"2.0","id":7,"method":"tools/explode","params":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}`,
    -32601,
    7,
  ],
];

test('lines that are no message are answered with an error, and the next one is read', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  const server = await rawServer(t, where);
  for (const [, line] of NOTHING) {
    server.write(`${line}\n`);
  }
  for (const [what, line, code, id] of BAD) {
    const before = server.messages.length;
    server.write(`${line}\n`);
    const { error, id: answered } = await server.wait(
      (message) => message.error !== undefined && server.messages.indexOf(message) >= before,
    );
    t.is(error?.code, code, `${what}: ${error?.message}`);
    t.is(answered, id, what);
  }
  t.true(await answers(server));
});

test('a message in pieces is a message, and half of one at the end is none', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  const server = await rawServer(t, where);
  const line = JSON.stringify({ jsonrpc: '2.0', id: 'ü🙂', method: 'ping' });
  for (const byte of Buffer.from(`${line}\r\n`)) {
    server.child.stdin.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  t.deepEqual((await server.wait(({ id }) => id === 'ü🙂')).result, {});
  server.child.stdin.end('{"jsonrpc":"2.0","id":8,"method":"pi');
  t.is(await server.ended, 0);
  t.false(server.messages.some(({ id }) => id === 8));
});

test('a message of 50 MB is refused by its id without being held, and the next one is read', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  const server = await rawServer(t, where);
  t.true(await answers(server));
  const piece = 'x'.repeat(1 << 20);
  server.write(
    '{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"search","arguments":{"query":"',
  );
  for (let count = 0; count < 50; count++) {
    if (!server.child.stdin.write(piece)) {
      await new Promise((resolve) => server.child.stdin.once('drain', resolve));
    }
  }
  server.write('"}}}\n');
  const { error } = await server.wait(({ id }) => id === 77);
  t.is(error?.code, -32600);
  t.regex(error?.message ?? '', /longer than/);
  t.true(await answers(server));

  // One of nine is read, and its argument is too long.
  const { result } = await server.call('search_code', { query: piece.repeat(9) });
  t.true(result?.isError);
  t.regex(result?.content?.[0]?.text ?? '', /query/);
  t.true(await answers(server));
});

test('what is too long is refused whatever its id is, and the next line is read', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  const server = await rawServer(t, where);
  const rows: Array<[id: string, answered: number | string | null]> = [
    ['007', null],
    ['"\\q"', null],
    ['"\t"', null],
    ['-', null],
    ['{"id":3}', 3],
    ['"seven"', 'seven'],
  ];
  const rest = `,"method":"ping","params":{"x":"${'x'.repeat(10 << 20)}"}}\n`;
  for (const [id, answered] of rows) {
    const before = server.messages.length;
    server.write(`{"jsonrpc":"2.0","id":${id}${rest}`);
    const { error, id: of } = await server.wait((message) => server.messages.indexOf(message) >= before);
    t.is(error?.code, -32600, id);
    t.is(of, answered, id);
  }
  t.true(await answers(server));
});

test('what is nested deeper than the stack is an error of that message', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  const server = await rawServer(t, where);
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  for (const [id, message] of [
    '"method":"ping","params":%',
    '"method":"tools/call","params":%',
    '"method":"tools/call","params":{"name":"search","arguments":{"query":%}}',
    '"method":"tools/call","params":{"name":"search","arguments":{"query":"a","__proto__":%}}',
    '"method":"none","params":{"x":%}',
    '"result":%',
  ].entries()) {
    server.write(`{"jsonrpc":"2.0","id":${id + 500},${message.replace('%', deep)}}\n`);
  }
  t.true(await answers(server));
  t.notRegex(server.stderr(), /a bug/);
});

test('what is thrown where nobody catches it is logged, is an error of its call, and ends nothing', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  const preload = fileURLToPath(new URL('support/throws.cjs', import.meta.url));
  const server = await rawServer(t, where, { NODE_OPTIONS: `--require=${preload}` });
  for (const [tool, args, planted] of [
    ['search_code', { query: 'order' }, 'planted in a timer'],
    ['analyze_impact', { ref_id: 'FEAT-7' }, 'planted in a promise'],
  ] as const) {
    const { result } = await server.call(tool, args);
    t.true(result?.isError, tool);
    t.is(result?.content?.[0]?.text.split('\n', 1)[0], `internal: ${planted}`);
    // The log is another pipe than the answer's, and may come later.
    const logged = new RegExp(`^mcp: a bug: Error: ${planted}\n +at `, 'm');
    while (!logged.test(server.stderr())) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  if (process.platform !== 'win32') {
    server.child.kill('SIGUSR2');
    while (!server.stderr().includes('planted beside all calls')) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  t.true(await answers(server));
});

test('a log that nobody reads ends nothing', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  const server = await rawServer(t, where);
  server.child.stderr.destroy();
  for (let count = 0; count < 20; count++) {
    server.write('no JSON\n');
  }
  t.true(await answers(server));
});

test('what a client prints of an answer acts on no terminal and no pipeline', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  const server = await rawServer(t, where);
  const evil = '\u001b[2J\u202e\u2028\u009b2J\u200f\n::error::pwned ##[error]x';
  let raw = '';
  server.child.stdout.on('data', (text: string) => (raw += text));
  const { result } = await server.call('explore_codebase', { ref: evil });
  t.true(result?.isError);
  t.notRegex(result?.content?.[0]?.text ?? '', UNSAFE);
  const { result: found } = await server.call('explore_codebase', { question: evil });
  t.notRegex(found?.content?.[0]?.text ?? '', UNSAFE);
  t.deepEqual(JSON.parse(found?.content?.[0]?.text ?? ''), found?.structuredContent);
  t.notRegex(raw, UNSAFE);
});

test('a client that never reads costs no memory, and ends the server when it goes', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  const server = await rawServer(t, where);
  t.true(await answers(server));
  server.child.stdout.pause();
  // More than pipes hold, and more in answers than in questions.
  const message = JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/list' });
  let accepted = 0;
  while (accepted < 20_000 && server.child.stdin.writableLength < 1 << 18) {
    server.write(`${message}\n`);
    accepted++;
    if (accepted % 100 === 0) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
  if (process.platform === 'linux') {
    const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
    const megabytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
    t.true(megabytes < 700, `${megabytes} MB after ${accepted} questions`);
  }
  server.child.stdout.destroy();
  server.child.stdin.destroy();
  t.not(await server.ended, undefined);
});

test('a client that disappears in the middle of a call ends the server', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  const server = await rawServer(t, where);
  for (let id = 200; id < 220; id++) {
    server.send({
      id,
      method: 'tools/call',
      params: { name: 'explore_codebase', arguments: { ref: 'FEAT-7' } },
    });
  }
  server.child.stdin.destroy();
  server.child.stdout.destroy();
  t.is(await server.ended, 0, server.stderr());
});

/** Where a file that is open can be deleted. */
const deletable = process.platform === 'win32' ? test.skip : test;

deletable('an index that is deleted or replaced under the server is made anew', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  const server = await rawServer(t, where);
  t.true(await answers(server));
  const remove = () => {
    for (const suffix of ['', '-wal', '-shm']) {
      rmSync(where.path(`.beadloom/beadloom.db${suffix}`), { force: true });
    }
  };
  remove();
  t.true(await answers(server));
  remove();
  where.write('.beadloom/beadloom.db', 'this is no database, and long enough to be read as one'.repeat(50));
  t.true(await answers(server), 'what is no index of ours is put aside');
});

test('a panic in the core is an error of that call, and the server lives on', async (t) => {
  const where = fixture(t, 'shop');
  patient(where);
  const planted = where.path('.git/panic');
  const server = await rawServer(t, where, { BEADLOOM_TEST_PANIC: planted });
  t.true(await answers(server));
  writeFileSync(planted, '');
  const { result } = await server.call('explore_codebase', { ref: 'FEAT-7' });
  rmSync(planted);
  if (result?.isError !== true) {
    t.log('skipped: the addon is a release build, in which no panic can be planted');
  } else {
    t.regex(result.content?.[0]?.text ?? '', /^internal: beadloom met a bug in itself/);
  }
  t.true(await answers(server));
  t.not((await server.call('explore_codebase', { ref: 'FEAT-7' })).result?.isError, true);
});
