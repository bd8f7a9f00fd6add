// Writes `server.json`, by which the MCP registry lists the server. `--check`: fail where it is not current.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { emit } from './lib/generated.mjs';
import { root, script } from './lib/process.mjs';

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

await script((args) => {
  const { name, version, mcpName } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const listing = {
    $schema: SCHEMA,
    name: mcpName,
    title: 'beadloom',
    description:
      'Local context engine for coding agents: architecture graph, documents and code in one index',
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp-serve' }],
      },
    ],
  };
  const files = new Map([['server.json', `${JSON.stringify(listing, null, 2)}\n`]]);
  emit(files, { check: args.includes('--check'), command: 'npm run generate' });
});
