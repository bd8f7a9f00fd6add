// The ava files, bundled by rolldown. The loader for single files translates every module and asks another thread for each
// import, which takes half a second of processor time per file.

import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from './process.mjs';

const SOURCES = join(root, '__test__');
/** Where the settings find them. */
export const BUNDLES = join(root, 'target', 'specs');
/** The settings of ava that run the bundles. */
export const BUNDLED = join(root, 'scripts', 'lib', 'bundled-specs.config.mjs');

/** What loads files of its own, or only a spec or two need. */
const EXTERNAL =
  /^(?:ava|jsonc-parser|mermaid|happy-dom|oidc-provider|playwright-core|@sparticuz\/chromium|@hpcc-js\/wasm-graphviz|node:.*|beadloom:.*)$/;

/** Bundles all ava files; what several of them import is there once. */
export async function bundleSpecs() {
  const { build } = await import('rolldown');
  const { viteDynamicImportVarsPlugin, viteImportGlobPlugin } = await import('rolldown/experimental');
  const specs = readdirSync(SOURCES).filter((name) => name.endsWith('.spec.ts'));
  await build({
    input: Object.fromEntries(specs.map((name) => [name.slice(0, -'.ts'.length), join(SOURCES, name)])),
    platform: 'node',
    external: EXTERNAL,
    transform: { target: 'node20.19' },
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [ownPlaces(), viteDynamicImportVarsPlugin(), viteImportGlobPlugin()],
    output: {
      dir: BUNDLES,
      format: 'esm',
      entryFileNames: 'specs/[name].mjs',
      chunkFileNames: 'chunks/[name]-[hash].mjs',
      cleanDir: true,
      sourcemap: true,
    },
    logLevel: 'warn',
  });
  for (const name of specs) {
    const spec = name.slice(0, -'.ts'.length);
    writeFileSync(join(BUNDLES, `${spec}.mjs`), beginner(spec));
  }
}

/** The end of the title of what a spec has instead of its tests, where it would begin too late. */
export const OUT_OF_TIME = 'all of its tests (out of time)';

/** What ava runs for a spec: after the time until which specs may begin, nothing. `BEADLOOM_TESTS_UNTIL`: milliseconds since 1970. */
function beginner(spec) {
  return `import test from 'ava';
if (Date.now() < Number(process.env.BEADLOOM_TESTS_UNTIL ?? Infinity)) await import('./specs/${spec}.mjs');
else test.skip('${OUT_OF_TIME}', () => {});
`;
}

/** A module knows the place of its source, not that of the bundle: tests read what lies beside it. */
function ownPlaces() {
  return {
    name: 'own-places',
    transform: {
      filter: { id: /[\\/](?:__test__|src|scripts|bench)[\\/]/, code: /import\.meta\./ },
      handler: (code, id) => ({
        code: code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
          .replaceAll('import.meta.filename', JSON.stringify(id)),
        // No line moves.
        map: null,
      }),
    },
  };
}
