// Fetching models, from a server on this machine.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import test, { type ExecutionContext } from 'ava';

import type { ErrorAnswer, ModelListAnswer, ModelPullAnswer } from '../src/api/index.js';
import { progressText } from '../src/print/progress.js';
import { beadloom, type Run } from './support/cli.js';
import { COMMIT, hub, type Fault, type TestHub } from './support/hub.js';
import { modelFiles } from './support/onnx.js';
import { project, type TestProject } from './support/project.js';
import { violations } from './support/schema.js';

const NAME = 'maker/small-model';
const MODEL = 'onnx/model.onnx';

interface Place {
  where: TestProject;
  server: TestHub;
  /** Where the model goes. */
  folder: string;
  pull: (...more: string[]) => Promise<Run>;
}

async function place(t: ExecutionContext, fault: Fault = {}, files = modelFiles()): Promise<Place> {
  const where = project(t);
  const server = await hub(t, NAME, files, fault);
  const cache = where.path('cache');
  return {
    where,
    server,
    folder: join(cache, 'beadloom', 'models', 'maker--small-model'),
    pull: (...more) =>
      beadloom(where, ['model', 'pull', NAME, ...more], {
        env: { HF_ENDPOINT: server.url, XDG_CACHE_HOME: cache, ORT_DYLIB_PATH: '' },
      }),
  };
}

async function pulled(made: Place): Promise<ModelPullAnswer> {
  const { code, stdout, stderr } = await made.pull('--json');
  if (code !== 0) {
    throw new Error(`model pull ended with ${code}: ${stdout}${stderr}`);
  }
  return JSON.parse(stdout) as ModelPullAnswer;
}

async function refused(made: Place): Promise<ErrorAnswer['error']> {
  const { code, stdout } = await made.pull('--json');
  if (code !== 1) {
    throw new Error(`model pull ended with ${code}: ${stdout}`);
  }
  return (JSON.parse(stdout) as ErrorAnswer).error;
}

function content(folder: string): Record<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name))]));
}

test('a model comes whole, checked, and of one commit', async (t) => {
  const made = await place(t);
  const answer = await pulled(made);
  t.deepEqual(content(made.folder), made.server.files);
  t.deepEqual(violations('model-pull', answer), []);
  t.is(answer.revision, COMMIT);
  t.is(answer.path, made.folder);
  t.is(answer.warning, null);
  t.true(answer.files.every(({ verified }) => verified));
  t.deepEqual(
    answer.files.map(({ path }) => path),
    ['config.json', MODEL, 'tokenizer_config.json', 'vocab.txt'],
  );
  t.is(answer.downloaded_bytes, answer.bytes);
  // The branch is asked for once; then the commit that it was.
  const asked = made.server.asked.filter(({ path }) => path.includes('/main/'));
  t.deepEqual(
    asked.map(({ path }) => path),
    [`/${NAME}/resolve/main/config.json`],
  );
});

test('a store on another host does not vouch for what it gives', async (t) => {
  const made = await place(t);
  const { [MODEL]: whole = Buffer.alloc(0) } = made.server.files;
  const other = Buffer.from(whole);
  other[100] = (other[100] ?? 0) ^ 1;
  // As large, and with a tag of its own that fits its content.
  const store = await hub(t, NAME, { [MODEL]: other });
  made.server.fault = { store: store.url };
  t.is((await refused(made)).code, 'bad_checksum');
  store.files = made.server.files;
  t.true((await pulled(made)).files.every(({ verified }) => verified));
});

test('a folder that cannot be written is said', async (t) => {
  const made = await place(t);
  writeFileSync(made.where.path('cache'), 'a file');
  t.like(await refused(made), { code: 'not_writable' });
});

test('what came is listed, and a second pull replaces it', async (t) => {
  const made = await place(t);
  await pulled(made);
  writeFileSync(join(made.folder, 'leftover.txt'), 'from an earlier version');
  await pulled(made);
  t.deepEqual(content(made.folder), made.server.files);
  const env = { XDG_CACHE_HOME: made.where.path('cache'), ORT_DYLIB_PATH: '' };
  const { stdout } = await beadloom(made.where, ['model', 'list', '--json'], { env });
  const entry = (JSON.parse(stdout) as ModelListAnswer).models.find(({ name }) => name === NAME);
  t.like(entry, { dimensions: 8, installed: true, active: false, path: made.folder, error: null });
  const incoming = join(made.folder, '..', '.incoming');
  t.deepEqual(readdirSync(incoming), [], 'nothing is left behind');
});

test('for a person: what came, where it is, how to use it', async (t) => {
  const made = await place(t);
  const { stdout, stderr } = await made.pull();
  t.regex(stdout, /^maker\/small-model is installed: 4 files, \d\.\d KB, /);
  t.true(stdout.includes(made.folder));
  t.true(stdout.includes('search: {model: maker/small-model}'));
  t.false(stderr.includes('warning'));
});

test('progress counts bytes', async (t) => {
  const made = await place(t);
  const { stderr } = await made.pull('--progress=json');
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { phase: string; done: number; total: number });
  const size = made.server.files[MODEL]?.length;
  t.true(lines.every(({ phase }) => phase === 'download'));
  t.true(lines.some(({ done, total }) => done === size && total === size));
  const half = { phase: 'download', done: 2 ** 20, total: 2 ** 21, rate: 2 ** 19, remaining_ms: 2000 };
  t.is(progressText(half), 'Downloading 1.0 MB of 2.0 MB, 512.0 KB/s, 2 s left');
});

test('a connection that breaks off is taken up again where it ended', async (t) => {
  const made = await place(t, { breakOff: { path: MODEL, after: 400, times: 2 } });
  const answer = await pulled(made);
  t.deepEqual(content(made.folder), made.server.files);
  t.is(answer.downloaded_bytes, answer.bytes, 'no byte came twice');
  const ranges = made.server.asked.filter(({ path }) => path === `/store/${MODEL}`).map(({ range }) => range);
  // On a machine that is very busy a piece may be lost with its connection, or a request with its answer.
  t.true(ranges.length >= 3, ranges.join(' '));
  t.true(
    ranges.every((range) => range === undefined || /^bytes=[48]00-$/.test(range)),
    ranges.join(' '),
  );
});

test('a later run goes on where an earlier one was broken off', async (t) => {
  const made = await place(t, { status: { path: MODEL, status: 503, times: 100 } });
  const first = await refused(made);
  t.is(first.code, 'download_failed');
  t.regex(first.message, /broke off: the server answered 503/);
  t.false(existsSync(made.folder), 'nothing appears before it is complete');
  // Half of the file is there, as if the process had been ended.
  const size = made.server.files[MODEL]?.length ?? 0;
  const staging = join(made.folder, '..', '.incoming', 'maker--small-model', 'onnx');
  mkdirSync(staging, { recursive: true });
  const half = made.server.files[MODEL]?.subarray(0, 500) ?? '';
  const tag = createHash('sha256')
    .update(made.server.files[MODEL] ?? '')
    .digest('hex');
  writeFileSync(join(staging, 'model.onnx.part'), half);
  writeFileSync(join(staging, 'model.onnx.tag'), `${tag} ${size}`);
  made.server.fault = {};
  const answer = await pulled(made);
  t.deepEqual(content(made.folder), made.server.files);
  t.true(answer.downloaded_bytes <= answer.bytes - 500, `${answer.downloaded_bytes} of ${answer.bytes}`);
});

test('a part of another version is not gone on with', async (t) => {
  const made = await place(t);
  const staging = join(made.folder, '..', '.incoming', 'maker--small-model', 'onnx');
  mkdirSync(staging, { recursive: true });
  writeFileSync(join(staging, 'model.onnx.part'), Buffer.alloc(500, 1));
  writeFileSync(join(staging, 'model.onnx.tag'), `${'0'.repeat(64)} 5000`);
  await pulled(made);
  t.deepEqual(content(made.folder), made.server.files);
});

test('a part that is damaged is thrown away and fetched anew', async (t) => {
  const made = await place(t);
  const whole = made.server.files[MODEL] ?? Buffer.alloc(0);
  const tag = createHash('sha256').update(whole).digest('hex');
  const staging = join(made.folder, '..', '.incoming', 'maker--small-model', 'onnx');
  mkdirSync(staging, { recursive: true });
  writeFileSync(join(staging, 'model.onnx.part'), Buffer.alloc(500, 1));
  writeFileSync(join(staging, 'model.onnx.tag'), `${tag} ${whole.length}`);
  await pulled(made);
  t.deepEqual(content(made.folder), made.server.files);
});

test('a server without ranges sends all again', async (t) => {
  const made = await place(t, { wholeOnly: true, breakOff: { path: MODEL, after: 400, times: 1 } });
  await pulled(made);
  t.deepEqual(content(made.folder), made.server.files);
});

test('a body that was changed on its way is refused and deleted', async (t) => {
  for (const path of [MODEL, 'config.json']) {
    const made = await place(t, { corrupt: { path, times: 100 } });
    const error = await refused(made);
    t.is(error.code, 'bad_checksum', path);
    t.regex(error.message, /came damaged: its (SHA-256|Git hash) is [0-9a-f]+, not [0-9a-f]+/);
    t.false(existsSync(made.folder));
    const left = readdirSync(join(made.folder, '..', '.incoming'), { recursive: true, encoding: 'utf8' });
    t.false(
      left.some((name) => name.includes(`${path.split('/').at(-1)}.part`)),
      left.join(' '),
    );
    // The next attempt starts from nothing.
    made.server.fault = {};
    await pulled(made);
    t.deepEqual(content(made.folder), made.server.files);
  }
});

test('a server that says no checksum is told of', async (t) => {
  const made = await place(t, { silent: true });
  const answer = await pulled(made);
  t.is(answer.revision, null);
  t.true(answer.files.every(({ verified }) => !verified));
  t.regex(answer.warning ?? '', /gave no checksum for config\.json, onnx\/model\.onnx/);
});

test('what the server has not, or does not give, is said', async (t) => {
  const cases: [fault: Fault, gone: string[], message: RegExp][] = [
    [{}, ['config.json'], /has no config\.json of a model maker\/small-model/],
    [{}, [MODEL], /has neither onnx\/model\.onnx nor model\.onnx of a model/],
    [{}, ['vocab.txt'], /has neither tokenizer\.json nor vocab\.txt of a model/],
    [
      { status: { path: 'config.json', status: 401, times: 1 } },
      [],
      /no such model, or access to it is restricted \(401\)/,
    ],
    [{ status: { path: MODEL, status: 418, times: 1 } }, [], /answered 418 for model\.onnx/],
    [{ redirect: '/again' }, [], /redirects in circles/],
    [{ redirect: 'file:///etc/passwd' }, [], /redirects to a host that beadloom does not follow/],
  ];
  for (const [fault, gone, message] of cases) {
    const made = await place(t, fault);
    made.server.files = Object.fromEntries(
      Object.entries(made.server.files).filter(([name]) => !gone.includes(name)),
    );
    const error = await refused(made);
    t.is(error.code, 'download_failed', message.source);
    t.regex(error.message, message);
    t.not(error.hint, null);
    t.false(existsSync(made.folder));
  }
});

test('a model of another kind is refused before its large file comes', async (t) => {
  const files = { ...modelFiles(), 'tokenizer.json': Buffer.from('{"model": {"type": "BPE", "vocab": {}}}') };
  const made = await place(t, {}, files);
  const error = await refused(made);
  t.is(error.code, 'bad_model');
  t.is(error.message, 'the tokenizer is of type "BPE"; only WordPiece is read here');
  t.false(made.server.asked.some(({ path }) => path.includes(MODEL)));
});

test('an ONNX file that is none is refused', async (t) => {
  const page = Buffer.from('<!DOCTYPE html>'.padEnd(2000));
  const made = await place(t, {}, { ...modelFiles(), [MODEL]: page });
  t.like(await refused(made), { code: 'bad_model', message: 'this is not an ONNX file' });
});

test('a model that is there stays while a pull fails', async (t) => {
  const made = await place(t);
  await pulled(made);
  const before = content(made.folder);
  made.server.fault = { corrupt: { path: MODEL, times: 100 } };
  await refused(made);
  t.deepEqual(content(made.folder), before);
});

test('an interrupted pull says so and can be continued', async (t) => {
  const made = await place(t, { status: { path: MODEL, status: 503, times: 100 } });
  let interrupted = false;
  const { code, stderr } = await beadloom(made.where, ['model', 'pull', NAME, '--progress=json'], {
    env: { HF_ENDPOINT: made.server.url, XDG_CACHE_HOME: made.where.path('cache') },
    onStderr: (_, kill) => {
      // A second one would end it at once.
      if (!interrupted) {
        interrupted = true;
        kill('SIGINT');
      }
    },
  });
  t.is(code, 130);
  t.regex(stderr, /interrupted: the same command continues it/);
});

test('a name is no path and no address', async (t) => {
  const made = await place(t);
  for (const name of [
    'static',
    '../..',
    'a',
    'a/b/c',
    'a/..',
    'https://a/b',
    'a--b/c',
    `a/${'b'.repeat(200)}`,
  ]) {
    const { code, stderr } = await beadloom(made.where, ['model', 'pull', name], {
      env: { HF_ENDPOINT: made.server.url, XDG_CACHE_HOME: made.where.path('cache') },
    });
    t.is(code, 1, name);
    t.regex(stderr, /^error\[usage\]/);
  }
  t.deepEqual(made.server.asked, []);
});

test('no connection: the host is named, and what to do', async (t) => {
  const where = project(t);
  const { code, stderr } = await beadloom(where, ['model', 'pull', NAME], {
    env: { HF_ENDPOINT: 'http://127.0.0.1:1', XDG_CACHE_HOME: where.path('cache') },
  });
  t.is(code, 1);
  t.regex(stderr, /^error\[download_failed\]: 127\.0\.0\.1:1 cannot be reached/);
  t.regex(stderr, /HF_ENDPOINT/);
});
