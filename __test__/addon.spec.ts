import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import test from 'ava';

import { addonFile, loadNative } from '../src/native/load.js';
import { candidates, platformName } from '../src/native/platform.js';
import { PLATFORMS } from '../src/native/platforms.js';
import { beadloom, CLI, run } from './support/cli.js';
import { fixture, project, type TestProject } from './support/project.js';

const DATA = join(dirname(CLI), 'data');
const ADDON = join(dirname(dirname(CLI)), 'npm', platformName(), `beadloom.${platformName()}.node`);

const RESOLVED: Array<[platform: string, arch: string, musl: boolean, first: string]> = [
  ['linux', 'x64', false, 'linux-x64-gnu'],
  ['linux', 'x64', true, 'linux-x64-musl'],
  ['linux', 'arm64', false, 'linux-arm64-gnu'],
  ['linux', 'arm64', true, 'linux-arm64-musl'],
  ['darwin', 'x64', false, 'darwin-x64'],
  ['darwin', 'arm64', false, 'darwin-arm64'],
  ['win32', 'x64', false, 'win32-x64-msvc'],
  ['win32', 'arm64', false, 'win32-arm64-msvc'],
];

test('each platform has its package', (t) => {
  for (const [platform, arch, musl, first] of RESOLVED) {
    t.is(candidates({ platform, arch, musl })[0], first);
  }
  t.deepEqual(RESOLVED.map((row) => row[3]).toSorted(), PLATFORMS.toSorted());
});

test('a damaged addon is an error that says so', async (t) => {
  const where = project(t, { 'broken.node': 'not a library' });
  const env = { NAPI_RS_NATIVE_LIBRARY_PATH: where.path('broken.node') };
  const { code, stderr } = await beadloom(where, ['status'], { env });
  t.is(code, 1);
  t.regex(stderr, /^error\[no_addon\]: the native addon .*broken\.node does not load: /);
  t.regex(stderr, /npm run build/);
});

test.serial('an addon that is named from the file that loads it is known by its whole path', (t) => {
  const before = process.env['NAPI_RS_NATIVE_LIBRARY_PATH'];
  const given = relative(join(import.meta.dirname, '..', 'src', 'native'), ADDON);
  t.true(given.startsWith('..'));
  process.env['NAPI_RS_NATIVE_LIBRARY_PATH'] = given;
  try {
    loadNative();
  } finally {
    if (before === undefined) {
      delete process.env['NAPI_RS_NATIVE_LIBRARY_PATH'];
    } else {
      process.env['NAPI_RS_NATIVE_LIBRARY_PATH'] = before;
    }
  }
  t.is(addonFile(), ADDON);
});

test('without an addon: the platforms that have one, and how to build; help and version work', async (t) => {
  const where = project(t);
  const cli = join(installed(where), 'dist', 'cli.js');
  const start = (...args: string[]) => run(process.execPath, [cli, ...args], { cwd: where.root });

  const status = await start('status');
  t.is(status.code, 1);
  t.regex(status.stderr, /^error\[no_addon\]: /);
  for (const platform of PLATFORMS) {
    t.true(status.stderr.includes(platform), platform);
  }
  t.regex(status.stderr, /npm run build/);
  t.is((await start('help')).code, 0);
  t.is((await start('ctx', '--help')).code, 0);
  const version = await start('version', '--json');
  t.is(version.code, 0);
  t.is((JSON.parse(version.stdout) as { addon: unknown }).addon, null);
});

test('vocabularies and embeddings lie beside the shell, not in the addon', (t) => {
  const addon = readFileSync(ADDON);
  const names = readdirSync(DATA).toSorted();
  t.deepEqual(names, [
    'cl100k_base.vocabulary',
    'code.embedding',
    'o200k_base.vocabulary',
    'tools.embedding',
  ]);
  for (const name of names) {
    const table = readFileSync(join(DATA, name));
    const middle = table.length >> 1;
    t.false(addon.includes(table.subarray(middle, middle + 64)), name);
  }
});

const DAMAGES: Array<[what: string, damage: (file: string) => void, said: RegExp]> = [
  ['missing', (file) => rmSync(file), /is missing/],
  ['cut off', (file) => writeFileSync(file, readFileSync(file).subarray(0, 2_000_000)), /is damaged/],
  ['of another encoding', (file) => cpSync(file.replace('o200k', 'cl100k'), file), /of another encoding/],
  ['another file', (file) => writeFileSync(file, 'oid sha256:0000\n'), /is not a vocabulary/],
];

for (const [what, damage, said] of DAMAGES) {
  test(`a vocabulary that is ${what} is an error that says so, where one is needed`, async (t) => {
    const where = fixture(t, 'shop');
    const home = installed(where);
    const env = { NAPI_RS_NATIVE_LIBRARY_PATH: ADDON };
    const start = (...args: string[]) =>
      run(process.execPath, [join(home, 'dist', 'cli.js'), ...args], { cwd: where.root, env });
    t.is((await start('ctx', 'auth')).code, 0);

    damage(join(home, 'dist', 'data', 'o200k_base.vocabulary'));
    const { code, stdout, stderr } = await start('ctx', 'FEAT-7', '--no-progress');
    t.is(code, 1);
    t.is(stdout, '');
    t.regex(stderr, /^error\[no_vocabulary\]: the vocabulary .*o200k_base\.vocabulary is /);
    t.regex(stderr, said);
    t.regex(stderr, /reinstall beadloom/);
    const again = await start('ctx', 'FEAT-7', '--json');
    t.is((JSON.parse(again.stdout) as { error: { code: string } }).error.code, 'no_vocabulary');
    // Nothing is counted there, or it was counted before.
    for (const args of [['status'], ['search', 'refund'], ['ctx', 'auth']]) {
      t.is((await start(...args)).code, 0, args.join(' '));
    }
    // The other one is whole.
    where.write('.beadloom/config.yml', 'tokens: {tokenizer: cl100k_base}\n');
    t.is((await start('ctx', 'FEAT-7')).code, 0);
  });
}

/** The published package, without its platform's package, in a project; its folder. */
function installed(where: TestProject): string {
  const home = where.path('node_modules/beadloom');
  mkdirSync(home, { recursive: true });
  cpSync(dirname(CLI), join(home, 'dist'), { recursive: true });
  writeFileSync(join(home, 'package.json'), '{"name":"beadloom","type":"module"}');
  return home;
}
