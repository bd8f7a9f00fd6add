// The packages as they are published. They are put together in a folder outside the checkout, because the
// published manifest differs: it names the platform packages, which do not exist while one develops.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { addonSbom, checkCrates, CRATE_NOTICES, NOTICES, SBOM } from './crates.mjs';
import { addonFile, packageFolder, packageName, platforms } from './platforms.mjs';
import { Failure, root } from './process.mjs';

/** Beside `files` npm packs these by itself. */
const ALWAYS_PACKED = ['package.json', 'README.md', 'LICENSE'];
/** Of no use to those who install the package. */
const NOT_PUBLISHED = new Set(['scripts', 'devDependencies', 'ava', 'napi']);

/** Puts the root package together in `folder`. */
export function stageRoot(folder) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const published = Object.fromEntries(Object.entries(manifest).filter(([key]) => !NOT_PUBLISHED.has(key)));
  published.optionalDependencies = {
    ...manifest.optionalDependencies,
    ...Object.fromEntries(platforms.map((platform) => [packageName(platform), manifest.version])),
  };
  // For models that users bring; nobody gets it who does not ask. Package managers that keep packages apart let only
  // what a manifest names be found.
  published.peerDependencies = { 'onnxruntime-node': '>=1.17.0' };
  published.peerDependenciesMeta = { 'onnxruntime-node': { optional: true } };
  mkdirSync(folder, { recursive: true });
  for (const path of [...manifest.files.flatMap(expanded), ...ALWAYS_PACKED.slice(1)]) {
    if (!existsSync(join(root, path)))
      throw new Failure(`${path} is to be published and does not exist; run \`npm run build\``);
    cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  writeManifest(folder, published);
}

/** What a pattern of `files` names: `folder/*.ending`, or a path as it is. */
function expanded(pattern) {
  const [, folder, ending] = /^(.*)\/\*(\.\w+)$/.exec(pattern) ?? [];
  if (folder === undefined) return [pattern];
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);
}

/** Puts a platform's package together in `folder`; its addon must have been built. */
export function stagePlatform(platform, folder) {
  const source = packageFolder(platform);
  const addon = addonFile(platform);
  if (!existsSync(join(source, addon))) throw new Failure(`npm/${platform.name}/${addon} was not built`);
  mkdirSync(folder, { recursive: true });
  for (const path of ['README.md', addon]) cpSync(join(source, path), join(folder, path));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  checkCrates();
  cpSync(join(root, CRATE_NOTICES), join(folder, NOTICES));
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  writeFileSync(join(folder, SBOM), addonSbom(platform, manifest));
  writeManifest(folder, manifest);
}

/** Where the repository is published from is known to the job that publishes, and to nobody else. */
function writeManifest(folder, manifest) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  const page = server && name ? `${server}/${name}` : undefined;
  const known = page && {
    homepage: `${page}#readme`,
    bugs: { url: `${page}/issues` },
    repository: { type: 'git', url: `git+${page}.git` },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...known, ...manifest }, null, 2)}\n`);
}
