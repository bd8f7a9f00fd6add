// Builds the addon into `npm/<platform>/` and its types into `src/native/native.d.ts`.
//
//   node scripts/build-addon.mjs                    the dev profile, as `cargo test` builds it
//   node scripts/build-addon.mjs --release          what is published and measured
//   node scripts/build-addon.mjs --target TRIPLE    for another platform; what follows `--` goes to `napi build`
//   node scripts/build-addon.mjs --check            fail where the committed types are not current

import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

import { noteProfile, thisPlatform } from './lib/ensure.mjs';
import { addonFile, packageFolder, platformOf, platforms } from './lib/platforms.mjs';
import { Failure, root, run, script } from './lib/process.mjs';

const TYPES = join(root, 'src', 'native', 'native.d.ts');
const NAPI = join(root, 'node_modules', '@napi-rs', 'cli', 'dist', 'cli.js');

await script((args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { release: { type: 'boolean' }, check: { type: 'boolean' }, target: { type: 'string' } },
  });
  const platform = values.target ? platformOf(values.target) : thisPlatform();
  if (!platform) {
    throw new Failure(
      `no platform has the target ${values.target}; there are ${platforms.map((row) => row.triple).join(', ')}`,
    );
  }
  if (existsSync(NAPI)) {
    if (values.check) checkTypes(platform, values);
    else build(platform, values, TYPES, positionals);
  } else if (values.check) {
    throw new Failure('checking the types needs the development dependencies; run `npm ci`');
  } else {
    // The types are committed: without the generator only they may lag behind, and `npm run ready` says so.
    buildWithCargo(platform, values);
  }
  if (!values.target) noteProfile(values.release ? 'release' : 'dev');
});

/** Through napi's own tool, which collects the types from the macros. */
function build(platform, { release, target }, types, extra = []) {
  const folder = packageFolder(platform);
  run(process.execPath, [
    NAPI,
    'build',
    '--manifest-path',
    join('crates', 'beadloom-napi', 'Cargo.toml'),
    '--package-json-path',
    'package.json',
    '--output-dir',
    relative(root, folder),
    '--platform',
    '--no-js',
    '--dts',
    relative(folder, types).replaceAll('\\', '/'),
    ...(release ? ['--release'] : []),
    ...(target ? ['--target', target] : []),
    ...extra,
  ]);
  const file = join(folder, addonFile(platform));
  if (!existsSync(file)) throw new Failure(`the build left no ${relative(root, file)}`);
}

function checkTypes(platform, options) {
  const folder = mkdtempSync(join(tmpdir(), 'beadloom-types-'));
  try {
    const made = join(folder, 'native.d.ts');
    build(platform, options, made);
    if (readFileSync(made, 'utf8') !== readFileSync(TYPES, 'utf8').replaceAll('\r\n', '\n')) {
      throw new Failure('not current: src/native/native.d.ts; run `npm run build` and commit the result');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function buildWithCargo(platform, { release, target }) {
  run('cargo', [
    'build',
    '--package',
    'beadloom-napi',
    ...(release ? ['--release'] : []),
    ...(target ? ['--target', target] : []),
  ]);
  const library = {
    linux: 'libbeadloom_napi.so',
    darwin: 'libbeadloom_napi.dylib',
    win32: 'beadloom_napi.dll',
  }[platform.os];
  const targetFolder = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
  copyFileSync(
    join(targetFolder, target ?? '', release ? 'release' : 'debug', library),
    join(packageFolder(platform), addonFile(platform)),
  );
}
