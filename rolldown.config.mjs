import { readFileSync } from 'node:fs';

import { defineConfig } from 'rolldown';

import { dataFiles } from './scripts/data-files.mjs';
import { pageBundle } from './scripts/page-bundle.mjs';
import { thirdPartyNotices } from './scripts/third-party-notices.mjs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

// Everything is bundled: the package has no dependencies but the addon. What is behind an `import()` (the command
// line itself, YAML, MCP) is a chunk of its own, so that a run loads what it needs. Names carry no hash: the same sources give the same files.
export default defineConfig({
  input: { cli: 'src/cli.ts', index: 'src/api/index.ts' },
  platform: 'node',
  external: [/^node:/],
  resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
  transform: { target: 'node20.19', define: { __VERSION__: JSON.stringify(version) } },
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    cleanDir: true,
    comments: { legal: true, annotation: true, jsdoc: false },
  },
  plugins: [
    pageBundle(),
    dataFiles('data', 'crates/beadloom-tokens/data', '.vocabulary'),
    dataFiles('data', 'crates/beadloom-embed/data', '.embedding'),
    thirdPartyNotices('THIRD_PARTY_NOTICES.txt', {
      'the vocabularies of tiktoken (MIT)': 'crates/beadloom-tokens/data/LICENSE',
    }),
  ],
});
