// Lists of what a package is made of, as CycloneDX has them. The same package gives the same list: nothing in it says when
// or where it was made.

import { createHash } from 'node:crypto';

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} version
 * @property {string} purl
 * @property {string} licence an SPDX expression
 * @property {{ alg: string, content: string } | undefined} hash of the archive that it came in
 */

/**
 * @param {{ name: string, version: string, license: string }} main the package itself
 * @param {Part[]} parts
 */
export function sbom(main, parts) {
  const own = component({
    ...main,
    purl: npmPurl(main.name, main.version),
    licence: main.license,
    hash: undefined,
  });
  const components = parts.map(component).toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  const content = {
    metadata: { component: own },
    components,
    dependencies: [{ ref: own['bom-ref'], dependsOn: components.map((part) => part['bom-ref']) }],
  };
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const list = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid(digest)}`,
    version: 1,
    ...content,
  };
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** The name of a package of npm by which others find it. */
export function npmPurl(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** The name of a crate by which others find it. */
export function cargoPurl(name, version) {
  return `pkg:cargo/${name}@${encodeURIComponent(version)}`;
}

/** @param {Part} part */
function component({ name, version, purl, licence, hash }) {
  const licences = /^[\w.+-]+$/.test(licence) ? { license: { id: licence } } : { expression: licence };
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    ...(hash && { hashes: [hash] }),
    licenses: [licences],
    purl,
  };
}

/** The first half of a digest in the form of a UUID whose content is the maker's (version 8 of RFC 9562). */
function uuid(digest) {
  const variant = ((Number.parseInt(digest[16] ?? '0', 16) & 3) | 8).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    variant + digest.slice(17, 20),
    digest.slice(20, 32),
  ].join('-');
}
