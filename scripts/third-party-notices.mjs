// A rolldown plugin: writes the licences of all packages that went into the bundle, and stops the build where one
// is not permissive.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PERMISSIVE = new Set([
  'MIT',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  '0BSD',
  'BlueOak-1.0.0',
]);

/**
 * @param {string} fileName of the notices, inside the output folder
 * @param {Record<string, string>} more files with the licences of what is no package, by title
 */
export function thirdPartyNotices(fileName, more = {}) {
  return {
    name: 'third-party-notices',
    generateBundle(_options, bundle) {
      const folders = new Set();
      for (const chunk of Object.values(bundle)) {
        const modules = chunk.type === 'chunk' ? Object.keys(chunk.modules) : [];
        // A module may be a bundle in itself, which says so.
        const inside = modules.flatMap((id) => this.getModuleInfo(id)?.meta['bundled'] ?? []);
        for (const id of [...modules, ...inside]) {
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
      const notices = [...folders].map(notice).toSorted((a, b) => (a.title < b.title ? -1 : 1));
      const unfit = notices.filter(({ licence }) => !PERMISSIVE.has(licence));
      if (unfit.length > 0) {
        this.error(`not a permissive licence: ${unfit.map(({ title }) => title).join(', ')}`);
      }
      const head = 'Packages and data that are part of beadloom, each under its own licence.\n';
      const data = Object.entries(more).map(([title, file]) => ({ title, text: readFileSync(file, 'utf8') }));
      const parts = [...notices, ...data].map(
        ({ title, text }) => `${'-'.repeat(80)}\n${title}\n\n${text.trim()}\n`,
      );
      this.emitFile({ type: 'asset', fileName, source: [head, ...parts].join('\n') });
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

/** A package's title, its licence by its short name, and the licence's text. */
export function notice(folder) {
  const { name, version, license: licence } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text =
    file === undefined
      ? `Licence: ${licence} (the package carries no text).`
      : readFileSync(join(folder, file), 'utf8');
  return { title: `${name} ${version} (${licence})`, licence, text };
}
