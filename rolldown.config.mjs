import { readFileSync } from 'node:fs';

import { defineConfig } from 'rolldown';

import { dataFiles } from './scripts/data-files.mjs';
import { pageBundle } from './scripts/page-bundle.mjs';
import { thirdPartyNotices } from './scripts/third-party-notices.mjs';

/**
 * What command line and library share, and every run of both loads: all of the library but what it imports when asked. With
 * it the little that a Git hook needs.
 */
const LIBRARY =
  /[\\/]src[\\/](?:native[\\/]\w+|daemon[\\/](?:environment|places|protocol|relay)|print[\\/](?:colour|error|sync|text)|shell[\\/](?:hook|interrupt|report|streams)|model[\\/](?!version)\w+|api[\\/](?!bootstrap|graph-page|update-node)[\w\\/-]+)\.ts$/;

/** What every command needs of the command line. */
const COMMAND_LINE =
  /[\\/]src[\\/](?:command-line|commands[\\/]index|shell[\\/](?:command|flags|globals|main|shell|suggest|words))\.ts$|[\\/]yargs-parser[\\/]/;

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** Of what the table was made. */
const EMBEDDINGS = `The tables of static embeddings were computed for beadloom from terms of public repositories and packages under
permissive licences, WordNet among them (Copyright Princeton University); they hold single terms and numbers, none of
their text, and no weights of another model.`;

/** The package's sources are modules; what is built of them is not. */
function commonJs() {
  return {
    name: 'common-js',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
    },
  };
}

// Everything is bundled: the package has no dependencies but the addon. What is behind an `import()` (the command
// line itself, YAML, MCP) is a chunk of its own, so that a run loads what it needs. Names carry no hash: the same sources give the same files.
// What every answer needs is one chunk, and all is written without what only readers need: V8 reads every letter before the
// first one runs. The bundle is CommonJS, which `import` takes as well: Node needs ten milliseconds more to start a module.
export default defineConfig({
  input: { cli: 'src/cli.ts', index: 'src/api/index.ts' },
  platform: 'node',
  external: [/^node:/],
  resolve: {
    extensionAlias: { '.js': ['.ts', '.js'] },
    // What Node would load asks for its parts in a way that no bundler sees.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  },
  optimization: { inlineConst: true },
  transform: { target: 'node20.19', define: { __VERSION__: JSON.stringify(version) } },
  output: {
    dir: 'dist',
    format: 'cjs',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    cleanDir: true,
    comments: { legal: true, annotation: true, jsdoc: false },
    minify: true,
    // Tests run many command lines in one process, and call `commandLine` of the chunk `main` by name.
    minifyInternalExports: false,
    codeSplitting: {
      groups: [
        { name: 'library', test: LIBRARY },
        { name: 'main', test: COMMAND_LINE },
        // Its file is called `main` too.
        { name: 'jsonc', test: /[\\/]jsonc-parser[\\/]/ },
      ],
    },
  },
  plugins: [
    commonJs(),
    pageBundle(),
    dataFiles('data', 'crates/beadloom-tokens/data', '.vocabulary'),
    dataFiles('data', 'crates/beadloom-embed/data', '.embedding'),
    thirdPartyNotices({
      'the vocabularies of tiktoken (MIT)': readFileSync('crates/beadloom-tokens/data/LICENSE', 'utf8'),
      'the tables of static embeddings (MIT)': `${readFileSync('LICENSE', 'utf8')}\n${EMBEDDINGS}`,
    }),
  ],
});
