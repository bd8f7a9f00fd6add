// A copy of a project's files in a temporary folder, indexed there: nothing is left among the data.

import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';

import { Beadloom } from '../../dist/index.js';
import { Failure } from '../../scripts/lib/process.mjs';

/** @typedef {import('./sets.mjs').Project} Project */

/**
 * Indexes a project, lets `use` ask, and removes everything again.
 * @template T
 * @param {Project} project
 * @param {{ config?: string, prepare?: (root: string) => void }} options `config`: settings that every project gets, a
 *   file; `prepare`: what is done to the copy before it is indexed
 * @param {(opened: { beadloom: Beadloom, root: string, pathOf: (path: string) => string, indexMs: number }) => Promise<T>} use
 *   `pathOf`: a path of the index as the set writes it, relative to the checkout
 * @returns {Promise<T>}
 */
export async function indexed(project, { config, prepare }, use) {
  const folder = mkdtempSync(join(tmpdir(), 'beadloom-eval-'));
  try {
    const root = join(folder, 'project');
    copyCode(project, root);
    if (config) {
      mkdirSync(join(root, '.beadloom'), { recursive: true });
      cpSync(config, join(root, '.beadloom', 'config.yml'));
    }
    prepare?.(root);
    const beadloom = Beadloom.open(root);
    try {
      const started = performance.now();
      await beadloom.reindex({ full: true });
      const indexMs = performance.now() - started;
      const pathOf = (path) => (project.prefix === '' ? path : `${project.prefix}/${path}`);
      return await use({ beadloom, root, pathOf, indexMs });
    } finally {
      beadloom.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The part of the checkout that counts. What a project says to beadloom itself does not: all get the same settings. */
function copyCode({ name, folder, prefix, counts }, root) {
  const from = join(folder, prefix);
  if (!existsSync(from)) {
    throw new Failure(`${from} is not there; \`npm run eval -- checkout\` brings the code of ${name}`);
  }
  cpSync(from, root, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => {
      const path = relative(from, source).split(sep).join('/');
      const first = path.split('/')[0];
      if (first === '.git' || first === '.beadloom') return false;
      return lstatSync(source).isDirectory() || counts(path);
    },
  });
}
