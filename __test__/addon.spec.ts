import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import test from 'ava';

import { candidates, PLATFORMS } from '../src/native/platform.js';
import { beadloom, CLI, run } from './support/cli.js';
import { project } from './support/project.js';

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

test('without an addon: the platforms that have one, and how to build; help and version work', async (t) => {
  const where = project(t);
  // The published package without its platform's package.
  const home = where.path('node_modules/beadloom');
  mkdirSync(home, { recursive: true });
  cpSync(dirname(CLI), join(home, 'dist'), { recursive: true });
  writeFileSync(join(home, 'package.json'), '{"name":"beadloom","type":"module"}');
  const cli = join(home, 'dist', 'cli.js');
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
