// A rolldown plugin: writes the licences of all packages that went into the bundle and the list of them, and stops the
// build where one may not be passed on.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { allowed, spdx, licenceTexts, notices, standardText, tidy } from './lib/licences.mjs';
import { npmPurl, sbom } from './lib/sbom.mjs';
import { NOTICES, SBOM } from './lib/crates.mjs';

/**
 * @param {Record<string, string>} more the licences of what is no package, by title
 */
export function thirdPartyNotices(more = {}) {
  return {
    name: 'third-party-notices',
    generateBundle(_options, bundle) {
      const folders = new Set();
      // A module may be a bundle in itself, which says so. It holds strings alone: they may be moved out of it to where they
      // are used, and no chunk lists it then.
      const inside = [...this.getModuleIds()].flatMap((id) => this.getModuleInfo(id)?.meta['bundled'] ?? []);
      for (const id of inside) {
        const folder = packageFolder(id);
        if (folder !== undefined) folders.add(folder);
      }
      for (const chunk of Object.values(bundle)) {
        const modules = chunk.type === 'chunk' ? Object.keys(chunk.modules) : [];
        for (const id of modules) {
          const folder = packageFolder(id);
          if (folder !== undefined) {
            folders.add(folder);
            for (const name of embedded(this.getModuleInfo(id)?.code ?? '')) {
              folders.add(
                installed(name, folder) ?? this.error(`${name} is part of ${id} and not installed`),
              );
            }
          }
        }
      }
      const packages = [...folders].map(described).toSorted((a, b) => (a.title < b.title ? -1 : 1));
      const unfit = packages.filter(({ licence }) => allowed(licence).length === 0);
      if (unfit.length > 0) {
        this.error(`not to be passed on: ${unfit.map(({ title }) => title).join(', ')}`);
      }
      const data = Object.entries(more).map(([title, text]) => ({ title, texts: [tidy(text)] }));
      const head = 'Packages and data that are part of beadloom, each under its own licence.';
      this.emitFile({ type: 'asset', fileName: NOTICES, source: notices(head, [...packages, ...data]) });
      const main = JSON.parse(readFileSync('package.json', 'utf8'));
      this.emitFile({ type: 'asset', fileName: SBOM, source: sbom(main, packages) });
    },
  };
}

/** Packages that a published bundle has in it: bundlers mark each file with a region. */
function embedded(code) {
  const names = code.matchAll(/#region [^\n]*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//g);
  return new Set([...names].map(([, name]) => name));
}

/** Where a package is that another one was built with. */
function installed(name, folder) {
  const root = folder.slice(0, folder.indexOf('node_modules'));
  return [folder, root].map((base) => join(base, 'node_modules', name)).find((place) => existsSync(place));
}

/** The folder of the package that a module belongs to; undefined for our own. */
export function packageFolder(id) {
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '');
  const parts = path.split(/[\\/]node_modules[\\/]/);
  if (parts.length < 2) {
    return undefined;
  }
  const inside = parts.pop();
  const [first, second] = inside.split(/[\\/]/);
  return join(
    parts.join('/node_modules/'),
    'node_modules',
    first.startsWith('@') ? join(first, second) : first,
  );
}

/** A bundled package: its title, its licence with all texts, and its hash by the lock file. */
export function described(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license: licence } = manifest;
  const texts = licenceTexts(folder);
  if (texts.length === 0) texts.push(standardText(licence, holders(manifest)));
  return {
    name,
    version,
    licence: spdx(licence),
    title: `${name} ${version} (${licence})`,
    texts,
    purl: npmPurl(name, version),
    hash: lockedHash(folder, name, version),
  };
}

/** Who has the copyright where no text says so. */
function holders({ name, author }) {
  const named = typeof author === 'string' ? author.replace(/\s*[<(].*$/, '') : author?.name;
  return named || `the authors of ${name}`;
}

/** The hash of the archive that a package was installed from. */
function lockedHash(folder, name, version) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const path = folder.slice(folder.indexOf('node_modules')).replaceAll('\\', '/');
  const entry = packages[path];
  if (entry?.version !== version)
    throw new Error(`${name} ${version} is not what the lock file has at ${path}`);
  const [algorithm, digest] = entry.integrity.split('-');
  if (algorithm !== 'sha512') throw new Error(`${path} has no hash of SHA-512`);
  return { alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') };
}
