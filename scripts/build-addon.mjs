// Builds the addon into `npm/<platform>/` and its types into `src/native/native.d.ts`.
//
//   node scripts/build-addon.mjs                    the dev profile, in the same target folder as `cargo test`
//   node scripts/build-addon.mjs --with-tests       likewise, and all that `cargo test` needs, in one go
//   node scripts/build-addon.mjs --release          what is published and measured
//   node scripts/build-addon.mjs --target TRIPLE    for another platform; what follows `--` goes to `napi build`
//   node scripts/build-addon.mjs --check            fail where the committed types are not current

import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';

import { cargoEnv, needCargo, targetFolder, typesFolder } from './lib/cargo.mjs';
import { noteProfile, thisPlatform } from './lib/ensure.mjs';
import { addonFile, packageFolder, platformOf, platforms } from './lib/platforms.mjs';
import { Failure, root, run, script } from './lib/process.mjs';

const TYPES = join(root, 'src', 'native', 'native.d.ts');

await script(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      release: { type: 'boolean' },
      'with-tests': { type: 'boolean' },
      target: { type: 'string' },
      check: { type: 'boolean' },
    },
  });
  needCargo();
  const profile = values.release ? 'release' : 'dev';
  if (values.target) {
    crossBuild(values.target, profile, positionals);
    return;
  }
  build(profile, values['with-tests'] ?? false);
  await writeTypes(profile, values.check ?? false);
});

/** For this machine, with plain cargo: napi's tool would compile everything anew in a folder of its own. */
function build(profile, withTests) {
  const platform = thisPlatform();
  // Crates that tests use with more features are compiled for both at once.
  const what = withTests ? ['--workspace', '--all-targets'] : ['--package', 'beadloom-napi'];
  run('cargo', ['build', ...what, ...(profile === 'release' ? ['--release'] : [])], {
    env: cargoEnv(profile),
  });

  const folder = profile === 'release' ? 'release' : 'debug';
  const library = {
    linux: 'libbeadloom_napi.so',
    darwin: 'libbeadloom_napi.dylib',
    win32: 'beadloom_napi.dll',
  }[platform.os];
  const addon = join(packageFolder(platform), addonFile(platform));
  // Renamed into place: a process that has the old file loaded keeps it.
  copyFileSync(join(targetFolder(), folder, library), `${addon}.new`);
  renameSync(`${addon}.new`, addon);
  noteProfile(profile);
}

/** For a platform of the table, with what napi's tool knows of cross compilers. The types are the same for all. */
function crossBuild(triple, profile, extra) {
  const platform = platformOf(triple);
  if (!platform) {
    const known = platforms.map((row) => row.triple).join(', ');
    throw new Failure(`no platform has the target ${triple}; there are ${known}`);
  }
  const folder = packageFolder(platform);
  const types = join(targetFolder(), 'napi-types', 'cross', 'native.d.ts');
  mkdirSync(dirname(types), { recursive: true });
  run(process.execPath, [
    join(root, 'node_modules', '@napi-rs', 'cli', 'dist', 'cli.js'),
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
    '--target',
    triple,
    ...(profile === 'release' ? ['--release'] : []),
    ...extra,
  ]);
  const addon = join(folder, addonFile(platform));
  if (!existsSync(addon)) throw new Failure(`the build left no ${relative(root, addon)}`);
}

/** Renders what the macros noted. Without the development dependencies the committed types stay. */
async function writeTypes(profile, check) {
  const napi = await import('@napi-rs/cli').catch(() => undefined);
  if (!napi) {
    if (check) throw new Failure('checking the types needs the development dependencies; run `npm ci`');
    return;
  }
  const { dts } = await napi.generateTypeDef({ typeDefDir: typesFolder(profile), cwd: root });
  if (!dts.includes('NativeEngine')) throw new Failure('the macros noted no types');
  const committed = existsSync(TYPES) ? readFileSync(TYPES, 'utf8').replaceAll('\r\n', '\n') : '';
  if (dts === committed) return;
  if (check)
    throw new Failure('not current: src/native/native.d.ts; run `npm run build` and commit the result');
  writeFileSync(TYPES, dts);
  console.log('wrote src/native/native.d.ts');
}
