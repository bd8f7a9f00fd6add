// Writes the manifests of the eight platform packages under `npm/`. `--check`: fail where one is not current.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NOTICES, SBOM } from './lib/crates.mjs';
import { emit } from './lib/generated.mjs';
import { addonFile, packageName, platforms } from './lib/platforms.mjs';
import { root, script } from './lib/process.mjs';

/** Manifest and README of one platform's package, by path. */
export function platformPackage(platform, main) {
  const manifest = {
    name: packageName(platform),
    version: main.version,
    description: `The native addon of beadloom for ${platform.title}`,
    license: main.license,
    author: main.author,
    repository: main.repository && { ...main.repository, directory: `npm/${platform.name}` },
    homepage: main.homepage,
    os: [platform.os],
    cpu: [platform.cpu],
    libc: platform.libc && [platform.libc],
    main: addonFile(platform),
    files: [addonFile(platform), NOTICES, SBOM],
    engines: main.engines,
    publishConfig: { access: 'public', provenance: true },
  };
  return [
    [`npm/${platform.name}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`],
    [
      `npm/${platform.name}/README.md`,
      `# ${packageName(platform)}\n\nThe native addon of [beadloom](https://www.npmjs.com/package/beadloom) for ${platform.title}. npm installs it with \`beadloom\`; there is no need to name it.\n`,
    ],
  ];
}

await script((args) => {
  const main = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const files = new Map(platforms.flatMap((platform) => platformPackage(platform, main)));
  emit(files, { check: args.includes('--check'), command: 'npm run generate' });
});
