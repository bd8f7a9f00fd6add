// `node scripts/stage.mjs FOLDER`: the nine packages as they are published, in FOLDER. Fails unless the addon of
// every platform was built. The release workflow publishes what this makes.
//
// `napi artifacts` would copy addons into the folders of packages, and `napi prepublish` publishes from there: both write into
// the checkout, and neither puts notices and SBOM beside an addon or looks whether it is whole.

import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { addonFile, packageFolder, packageName, platforms } from './lib/platforms.mjs';
import { Failure, script } from './lib/process.mjs';
import { stagePlatform, stageRoot } from './lib/staging.mjs';

/** Smaller than any addon with its grammars: a truncated upload. */
const LEAST_BYTES = 1 << 20;

await script(([folder]) => {
  if (!folder) throw new Failure('name the folder to put the packages in');
  for (const platform of platforms) {
    stagePlatform(platform, join(resolve(folder), packageName(platform)));
    const { size } = statSync(join(packageFolder(platform), addonFile(platform)));
    if (size < LEAST_BYTES) throw new Failure(`the addon of ${platform.name} has only ${size} bytes`);
    console.log(`${packageName(platform)}: ${(size / 2 ** 20).toFixed(1)} MB`);
  }
  stageRoot(join(resolve(folder), 'beadloom'));
  console.log('beadloom');
});
