// Builds the addon into `npm/<platform>/` and its types into `src/native/native.d.ts`.
//
//   node scripts/build-addon.mjs                    the dev profile, in the same target folder as `cargo test`
//   node scripts/build-addon.mjs --with-tests       likewise, and all that `cargo test` needs, in one go
//   node scripts/build-addon.mjs --release          what is published and measured
//   node scripts/build-addon.mjs --target TRIPLE    for another platform; what follows `--` goes to `napi build`
//   node scripts/build-addon.mjs --check            fail where the committed types are not current

import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';

import { cargoEnv, needCargo, targetFolder, typesFolder } from './lib/cargo.mjs';
import { noteProfile, thisPlatform } from './lib/ensure.mjs';
import { emit } from './lib/generated.mjs';
import { declarations } from './lib/native-types.mjs';
import { addonFile, currentPlatform, packageFolder, platformOf, platforms } from './lib/platforms.mjs';
import { Failure, root, run, script, tool } from './lib/process.mjs';

await script((args) => {
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
  writeTypes(profile, values.check ?? false);
});

/**
 * For this machine, with plain cargo: `napi build` sets variables of its own, for which cargo compiles the addon once more
 * than the tests need.
 */
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
  const [program, args] = tool(
    '@napi-rs/cli/dist/cli.js',
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
  );
  run(program, args);
  const addon = join(folder, addonFile(platform));
  if (!existsSync(addon)) throw new Failure(`the build left no ${relative(root, addon)}`);
  if (platform === currentPlatform()) noteProfile(profile);
}

/** Writes what the macros noted, or with `check` fails where the committed types say something else. */
function writeTypes(profile, check) {
  const types = declarations(readFileSync(join(typesFolder(profile), 'beadloom-napi'), 'utf8'));
  emit(new Map([['src/native/native.d.ts', types]]), { check, command: 'npm run build' });
}
