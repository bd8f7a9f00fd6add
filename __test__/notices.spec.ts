// What is passed on with the packages is named, with its licence, in each package that has it; and listed as CycloneDX does.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import test from 'ava';

import * as crates from '../scripts/lib/crates.mjs';
import * as licences from '../scripts/lib/licences.mjs';
import { platforms } from '../scripts/lib/platforms.mjs';
import { sbom } from '../scripts/lib/sbom.mjs';

interface Manifest {
  name: string;
  version: string;
  license: string;
}

interface Sbom {
  serialNumber: string;
  components: { name: string; version: string; purl: string; hashes: { content: string }[] }[];
}

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n');
const CRATES = crates.listedCrates();

test('licences that may be passed on are told from those that may not', (t) => {
  for (const [expression, taken] of [
    ['MIT', ['MIT']],
    ['MIT OR Apache-2.0', ['MIT', 'Apache-2.0']],
    ['MIT/Apache-2.0', ['MIT', 'Apache-2.0']],
    ['Apache-2.0 OR GPL-2.0-only', ['Apache-2.0']],
    ['(MIT OR GPL-3.0) AND Unicode-3.0', ['MIT AND Unicode-3.0']],
    ['Apache-2.0 WITH LLVM-exception OR MIT', ['Apache-2.0 WITH LLVM-exception', 'MIT']],
    ['GPL-3.0', []],
    ['MIT AND GPL-3.0', []],
    ['GPL-2.0 WITH Classpath-exception-2.0', []],
    ['(MIT', []],
    ['MIT Apache-2.0', []],
    ['SEE LICENSE IN x', []],
    ['', []],
    [undefined, []],
  ] as const) {
    t.deepEqual(licences.allowed(expression), [...taken], String(expression));
  }
});

test('every crate of the addon is listed as the lock file has it, under a licence that may be passed on', (t) => {
  t.true(CRATES.length > 150);
  const locked = crates.checksums();
  for (const { name, version, licence, checksum } of CRATES) {
    t.is(locked.get(`${name} ${version}`), checksum, name);
    t.not(licences.allowed(licence).length, 0, `${name}: ${licence}`);
  }
});

test('what cargo compiles for this platform is what is listed for it', (t) => {
  const here = platforms.filter(({ name }) => existsSync(join(ROOT, 'npm', name, `beadloom.${name}.node`)));
  t.true(here.length > 0, 'no addon was built');
  for (const platform of here) {
    const listed = CRATES.filter((crate) => crate.platforms?.includes(platform.name) ?? true);
    const compiled = crates.compiledCrates(platform);
    t.deepEqual(
      compiled,
      listed.map(({ name, version }) => `${name} ${version}`),
    );
    // Grammars that are compiled from their sources, without being dependencies.
    t.true(compiled.some((crate) => crate.startsWith('tree-sitter-c-sharp ')));
  }
});

test('every crate stands above the text of its licence', (t) => {
  const above = titlesAboveTexts(read(crates.CRATE_NOTICES));
  for (const { name, version, licence } of CRATES) {
    t.true(above.has(`${name} ${version} (${licence})`), name);
  }
  for (const { title } of [...crates.IN_CRATES, crates.STANDARD_LIBRARY]) t.true(above.has(title), title);
});

test('every bundled package and all data stand above the text of their licence', (t) => {
  const above = titlesAboveTexts(read('dist/THIRD_PARTY_NOTICES.txt'));
  const list = JSON.parse(read('dist/sbom.cdx.json')) as Sbom;
  for (const { name, version } of list.components) {
    t.true(
      [...above].some((title) => title.startsWith(`${name} ${version} (`)),
      name,
    );
  }
  const names = new Set(list.components.map(({ name }) => name));
  // One of the command line, one of the page, one that a package of theirs brings along.
  for (const name of ['yargs-parser', 'd3-zoom', 'ajv']) t.true(names.has(name), name);
  for (const data of ['the vocabularies of tiktoken (MIT)', 'the tables of static embeddings (MIT)']) {
    t.true(above.has(data), data);
  }
});

test('every package publishes its notices and its list of parts', (t) => {
  for (const { name } of platforms) {
    const { files } = JSON.parse(read(`npm/${name}/package.json`)) as { files: string[] };
    t.deepEqual(files, [`beadloom.${name}.node`, crates.NOTICES, crates.SBOM], name);
  }
});

const validate = cycloneDx();
const withSchema = validate === undefined ? test.skip : test;

withSchema('the lists of parts are what CycloneDX 1.6 asks for, and the same every time', (t) => {
  const own = JSON.parse(read('package.json')) as Manifest;
  const lists = [
    read('dist/sbom.cdx.json'),
    ...platforms.map((platform) => {
      const manifest = JSON.parse(read(`npm/${platform.name}/package.json`)) as Manifest;
      const list = crates.addonSbom(platform, manifest);
      t.is(crates.addonSbom(platform, manifest), list);
      return list;
    }),
  ];
  const numbers = lists.map((text) => {
    const list = JSON.parse(text) as Sbom;
    t.true(validate?.(list), JSON.stringify(validate?.errors));
    for (const { purl, hashes } of list.components)
      t.regex(hashes[0]?.content ?? '', /^[0-9a-f]{64,128}$/, purl);
    return list.serialNumber;
  });
  t.is(new Set(numbers).size, platforms.length + 1);
  // One that is wrong does not pass.
  t.false(validate?.({ ...(JSON.parse(sbom(own, [])) as object), serialNumber: 'urn:uuid:none' }));
});

/** Titles that stand above a text. */
function titlesAboveTexts(text: string): Set<string> {
  const parts = text.split(`${'-'.repeat(80)}\n`).slice(1);
  return new Set(
    parts.flatMap((part) => {
      const [titles = '', ...body] = part.split('\n\n');
      return body.join('').trim().length > 50 ? titles.split('\n') : [];
    }),
  );
}

/** Checks against the schema of CycloneDX that one of the development packages has. */
function cycloneDx(): ValidateFunction | undefined {
  let folder: string;
  try {
    const main = createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library');
    folder = join(main.slice(0, main.lastIndexOf('cyclonedx-library')), 'cyclonedx-library', 'res', 'schema');
  } catch {
    return undefined;
  }
  const schema = (name: string): AnySchema =>
    JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), 'utf8')) as AnySchema;
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  ajv.addFormat('iri-reference', true);
  ajv.addFormat('idn-email', true);
  for (const name of ['spdx', 'jsf-0.82']) {
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  return ajv.compile(schema('bom-1.6'));
}
