// What ava runs in `npm test`: the bundles of `specs.mjs`. All else is as in `package.json`.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { root } from './process.mjs';

const {
  extensions: _1,
  nodeArguments: _2,
  ...settings
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).ava;

const { stdout: commit } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });

/** In another order with each commit: where a machine is too slow for all specs, it is not the same ones that are left out. */
const place = (file) =>
  createHash('sha256')
    .update(`${commit} ${basename(file)}`)
    .digest('hex');

export default {
  ...settings,
  files: ['target/specs/*.spec.mjs'],
  sortTestFiles: (one, other) => (place(one) < place(other) ? -1 : 1),
};
