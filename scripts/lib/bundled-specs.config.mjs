// What ava runs in `npm test`: the bundles of `specs.mjs`. All else is as in `package.json`.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './process.mjs';

const {
  extensions: _1,
  nodeArguments: _2,
  ...settings
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).ava;

export default { ...settings, files: ['target/specs/*.spec.mjs'] };
