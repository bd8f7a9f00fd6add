// Writes which crates are compiled into the addon, and the texts of their licences. `--check`: fail where that is not
// current. Fails where a licence is not one that may be passed on.

import { dirname } from 'node:path';

import {
  checksums,
  compiledEverywhere,
  CRATE_NOTICES,
  CRATES,
  IN_CRATES,
  STANDARD_LIBRARY,
} from './lib/crates.mjs';
import { emit } from './lib/generated.mjs';
import { allowed, spdx, licenceTexts, notices, standardText } from './lib/licences.mjs';
import { platforms } from './lib/platforms.mjs';
import { Failure, output, script } from './lib/process.mjs';

await script((args) => {
  const { packages } = JSON.parse(output('cargo', ['metadata', '--locked', '--format-version=1']));
  const known = new Map(packages.map((found) => [`${found.name} ${found.version}`, found]));
  const locked = checksums();
  const crates = [...compiledEverywhere()].map(([key, on]) => {
    const { name, version, license: licence, manifest_path: manifest, authors } = known.get(key);
    const checksum = locked.get(key);
    if (checksum === undefined) throw new Failure(`${key} has no checksum in Cargo.lock`);
    if (allowed(licence).length === 0) throw new Failure(`${key}: ${licence} may not be passed on`);
    const texts = licenceTexts(dirname(manifest), { deep: true });
    if (texts.length === 0) texts.push(standardText(licence, holders(name, authors)));
    const everywhere = on.length === platforms.length;
    return {
      entry: { name, version, licence: spdx(licence), checksum, ...(!everywhere && { platforms: on }) },
      texts,
    };
  });
  const parts = crates.map(({ entry, texts }) => ({ title: title(entry), texts }));
  const { title: library, licence, holders: authors } = STANDARD_LIBRARY;
  parts.push({ title: library, texts: [standardText(licence, authors)] });
  parts.push(...IN_CRATES.map(({ title: of, text }) => ({ title: of, texts: [text] })));
  const head = `What is compiled into the addon of beadloom, each part under its own licence. Of several licences that a part
offers, any may be chosen; what is compiled for some platforms alone is listed for all.`;
  const files = new Map([
    [
      CRATES,
      `${JSON.stringify(
        crates.map(({ entry }) => entry),
        null,
        2,
      )}\n`,
    ],
    [CRATE_NOTICES, notices(head, parts)],
  ]);
  emit(files, { check: args.includes('--check'), command: 'npm run generate' });
});

/** As every notice names a crate. */
function title({ name, version, licence }) {
  return `${name} ${version} (${licence})`;
}

/** Who has the copyright where no text says so. */
function holders(name, authors) {
  const names = authors.map((author) => author.replace(/\s*<.*>$/, ''));
  return names.length > 0 ? names.join(', ') : `the authors of ${name}`;
}
