// What serves a search by meaning: the settings, the models and the runtime that are there.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import test, { type ExecutionContext } from 'ava';

import type { ModelStatusAnswer } from '../src/api/index.js';
import { cacheFolder, dataFolder } from '../src/native/user-folders.js';
import { beadloom } from './support/cli.js';
import { modelFiles, runtimeLibrary, writeModel } from './support/onnx.js';
import { project, type TestProject } from './support/project.js';

const LIBRARY = runtimeLibrary();
/** Tests that run a model. */
const withRuntime = LIBRARY === undefined ? test.skip : test;
const needsRuntime = (title: string): string =>
  LIBRARY === undefined ? `${title} (needs an ONNX runtime: set ORT_DYLIB_PATH)` : title;

/** What serves where a transformer does not. */
const NEXT = ['lexical', 'static'] as const;

/** A folder outside every project; it goes when the test ends. */
function outside(t: ExecutionContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'beadloom-model-')));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function configured(t: ExecutionContext, model: string): TestProject {
  return project(t, { '.beadloom/config.yml': `search: {model: ${JSON.stringify(model)}}\n` });
}

async function status(where: TestProject, env: Record<string, string> = {}): Promise<ModelStatusAnswer> {
  const { code, stdout, stderr } = await beadloom(where, ['model', 'status', '--json'], {
    env: { XDG_CACHE_HOME: where.path('cache'), ORT_DYLIB_PATH: '', ...env },
  });
  if (code !== 0) {
    throw new Error(`model status ended with ${code}: ${stdout}${stderr}`);
  }
  return JSON.parse(stdout) as ModelStatusAnswer;
}

test('without a transformer the bundled model serves, and status says how to get more', async (t) => {
  const where = project(t);
  const answer = await status(where);
  t.deepEqual(answer.tiers, NEXT);
  const [bundled] = answer.models;
  t.like(bundled, { name: 'static', installed: true, active: true, error: null });
  t.true((bundled?.dimensions ?? 0) > 0 && (bundled?.bytes ?? 0) > 1_000_000);
  t.is(answer.warning, null);
  t.regex(
    answer.hint ?? '',
    /npm install onnxruntime-node.*beadloom model pull BAAI\/bge-small-en-v1\.5.*config\.yml/,
  );
  t.like(answer.runtime, { available: false, path: null });
  t.deepEqual(
    answer.models.map(({ name }) => name),
    ['static', 'BAAI/bge-small-en-v1.5'],
  );
  const { code, stdout } = await beadloom(where, ['model', 'status'], {
    env: { XDG_CACHE_HOME: where.path('cache'), ORT_DYLIB_PATH: '' },
  });
  t.is(code, 0);
  t.regex(stdout, /^Search goes by: words, and meaning by the static model/);
  t.regex(stdout, /To get more: .*beadloom model pull/);
});

test('a model that is not installed is asked for by name', async (t) => {
  const { warning, hint, tiers } = await status(configured(t, 'BAAI/bge-small-en-v1.5'));
  t.is(
    warning,
    'the model BAAI/bge-small-en-v1.5 is not installed; the bundled model serves; `beadloom model pull BAAI/bge-small-en-v1.5` fetches it',
  );
  t.is(hint, null);
  t.deepEqual(tiers, NEXT);
});

const damages: [what: string, damage: (files: Record<string, Buffer>) => void, message: RegExp][] = [
  ['no config.json', (files) => delete files['config.json'], /contains no model: config\.json is missing/],
  [
    'config.json that is no JSON',
    (files) => (files['config.json'] = Buffer.from('{')),
    /config\.json:1:1: the file is not valid JSON/,
  ],
  ['no tokenizer', (files) => delete files['vocab.txt'], /the tokenizer is missing/],
  [
    'a vocabulary of another model',
    (files) => (files['vocab.txt'] = Buffer.from(`${String(files['vocab.txt'])}\nmore\ntokens`)),
    /the vocabulary does not fit the model: it has 15 tokens, the model 13/,
  ],
  ['no ONNX file', (files) => delete files['onnx/model.onnx'], /ONNX file is missing/],
  [
    'an ONNX file that was cut off',
    (files) => (files['onnx/model.onnx'] = files['onnx/model.onnx']?.subarray(0, 700) ?? Buffer.alloc(0)),
    /onnx\/model\.onnx: the ONNX file is cut off/,
  ],
  [
    'a page instead of a model',
    (files) => (files['onnx/model.onnx'] = Buffer.from('<html>')),
    /not an ONNX file/,
  ],
  [
    'a pointer instead of a model',
    (files) => (files['onnx/model.onnx'] = Buffer.from('version https://git-lfs.github.com/spec/v1\n')),
    /a pointer of Git LFS/,
  ],
];

for (const [what, damage, message] of damages) {
  test(`a damaged model is one clear line, and the next tier serves: ${what}`, async (t) => {
    const files = modelFiles();
    damage(files);
    const folder = writeModel(outside(t), files);
    const where = configured(t, folder);
    where.write('src/reader.py', 'def read_tokens():\n    return 1\n');
    const { warning, tiers, models } = await status(where);
    t.regex(warning ?? '', message);
    t.false(warning?.includes('\n'));
    t.true(warning?.startsWith(folder), warning ?? '');
    t.deepEqual(tiers, NEXT);
    t.like(
      models.find(({ name }) => name === folder),
      { installed: true, active: false },
    );
    const { code, stdout } = await beadloom(where, ['search', 'read_tokens']);
    t.is(code, 0);
    t.regex(stdout, /reader\.py/);
  });
}

test('a whole model without a runtime says what to install', async (t) => {
  const folder = writeModel(outside(t));
  const { warning, models } = await status(configured(t, folder));
  t.regex(
    warning ?? '',
    /^no ONNX runtime is installed, which the model needs; .*npm install onnxruntime-node/,
  );
  const entry = models.find(({ name }) => name === folder);
  t.like(entry, { installed: true, active: false, error: null, dimensions: 8 });
});

test('a runtime that is none is one clear line', async (t) => {
  const folder = outside(t);
  const library = join(folder, 'libonnxruntime.so');
  writeFileSync(library, 'not a library');
  const where = configured(t, writeModel(join(folder, 'model')));
  const { warning, runtime } = await status(where, { ORT_DYLIB_PATH: library });
  t.regex(warning ?? '', /libonnxruntime\.so: this is not a shared library; the bundled model serves/);
  t.like(runtime, { available: false, path: library });
  t.regex(runtime.hint ?? '', /not a shared library/);
  const gone = await status(where, { ORT_DYLIB_PATH: join(folder, 'nowhere.so') });
  t.regex(gone.warning ?? '', /no such library/);
});

test('a model of the project itself is not trusted', async (t) => {
  const where = configured(t, 'models/own');
  writeModel(where.path('models/own'));
  const { warning } = await status(where);
  t.regex(warning ?? '', /a model inside the project is not used/);
  const trusted = await status(where, { BEADLOOM_PROJECT_MODELS: '1' });
  t.regex(trusted.warning ?? '', /no ONNX runtime/);
});

test('a runtime of the project itself is not looked for', async (t) => {
  const where = project(t);
  const bin = `node_modules/onnxruntime-node/bin/napi-v6/${process.platform}/${process.arch}`;
  for (const name of ['libonnxruntime.so.1', 'libonnxruntime.1.dylib', 'onnxruntime.dll']) {
    where.write(`${bin}/${name}`, 'from anybody');
  }
  t.is((await status(where)).runtime.path, null);
});

test('with search.semantic: off no model serves', async (t) => {
  const where = project(t, { '.beadloom/config.yml': 'search: {semantic: off, model: nowhere/at-all}\n' });
  const { tiers, warning } = await status(where);
  t.deepEqual([tiers, warning], [['lexical'], null]);
});

test('the cache is where the platform keeps such things', (t) => {
  const cases: [env: Record<string, string>, platform: NodeJS.Platform, expected: string | undefined][] = [
    [{ XDG_CACHE_HOME: '/c', HOME: '/h' }, 'linux', '/c/beadloom'],
    [{ XDG_CACHE_HOME: 'relative', HOME: '/h' }, 'linux', '/h/.cache/beadloom'],
    [{ HOME: '/h' }, 'darwin', '/h/Library/Caches/beadloom'],
    [{ HOME: '/h', LOCALAPPDATA: '/l' }, 'win32', '/l/beadloom'],
  ];
  for (const [env, platform, expected] of cases) {
    t.is(cacheFolder(env, platform)?.replaceAll('\\', '/'), expected);
  }
});

test('data are where the platform keeps what nothing empties', (t) => {
  const cases: [env: Record<string, string>, platform: NodeJS.Platform, expected: string | undefined][] = [
    [{ XDG_DATA_HOME: '/d', HOME: '/h' }, 'linux', '/d/beadloom'],
    [{ XDG_DATA_HOME: 'relative', HOME: '/h' }, 'linux', '/h/.local/share/beadloom'],
    [{ XDG_CACHE_HOME: '/c', HOME: '/h' }, 'linux', '/h/.local/share/beadloom'],
    [{ HOME: '/h' }, 'darwin', '/h/Library/Application Support/beadloom'],
    [{ HOME: '/h', APPDATA: '/a', LOCALAPPDATA: '/l' }, 'win32', '/a/beadloom'],
  ];
  for (const [env, platform, expected] of cases) {
    t.is(dataFolder(env, platform)?.replaceAll('\\', '/'), expected);
  }
});

withRuntime(needsRuntime('a model that the settings name serves'), async (t) => {
  const folder = writeModel(outside(t));
  const where = configured(t, folder);
  const env = { ORT_DYLIB_PATH: LIBRARY ?? '' };
  for (const run of ['tried', 'known from before']) {
    const answer = await status(where, env);
    t.is(answer.warning, null, run);
    t.deepEqual(answer.tiers, ['lexical', 'transformer']);
    const entry = answer.models.find(({ name }) => name === folder);
    t.like(entry, { active: true, dimensions: 8 });
    t.is(answer.hint, null);
  }
  t.is(readdirSync(where.path('cache/beadloom/trials')).length, 1);
});

withRuntime(needsRuntime('what only the runtime can see is one clear line'), async (t) => {
  const where = (folder: string): TestProject => configured(t, folder);
  const env = { ORT_DYLIB_PATH: LIBRARY ?? '' };
  const cases: [files: Record<string, Buffer>, message: RegExp][] = [
    [modelFiles({ weight: Number.NaN }), /a vector without direction/],
    [modelFiles({ dimension: 16 }), /produces 16 numbers per vector, but config\.json says 8/],
  ];
  const wild = modelFiles();
  wild['onnx/model.onnx']?.fill(0xff, 60, 90);
  cases.push([wild, /the runtime does not take this model/]);
  for (const [files, message] of cases) {
    const { warning, tiers } = await status(where(writeModel(outside(t), files)), env);
    t.regex(warning ?? '', message);
    t.deepEqual(tiers, NEXT);
  }
});

withRuntime(
  needsRuntime('a library that is cut off or has wrong bytes ends no process of ours'),
  async (t) => {
    const folder = outside(t);
    const where = configured(t, writeModel(join(folder, 'model')));
    const whole = readFileSync(LIBRARY ?? '');
    mkdirSync(join(folder, 'library'));
    const library = join(folder, 'library', 'damaged.so');
    for (const share of [0.001, 0.3, 0.9]) {
      writeFileSync(library, whole.subarray(0, Math.floor(whole.length * share)));
      const { warning, runtime } = await status(where, { ORT_DYLIB_PATH: library });
      t.regex(
        warning ?? '',
        /the library is cut off|the library does not load|damaged or not for this machine/,
      );
      t.false(runtime.available);
    }
    // Right outside, wrong inside: the process that tries it may end as it likes.
    const wrong = Buffer.from(whole);
    wrong.fill(0x5a, Math.floor(whole.length * 0.2), Math.floor(whole.length * 0.8));
    writeFileSync(library, wrong);
    const { warning, tiers } = await status(where, { ORT_DYLIB_PATH: library });
    t.regex(warning ?? '', /the library does not load|damaged or not for this machine/);
    t.deepEqual(tiers, NEXT);
    cpSync(LIBRARY ?? '', library);
    t.is((await status(where, { ORT_DYLIB_PATH: library })).warning, null);
  },
);
