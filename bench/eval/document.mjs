// `--write`: the tables go into a document, with what they were measured on.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { emit, replaceBetween } from '../../scripts/lib/generated.mjs';
import { capture, root } from '../../scripts/lib/process.mjs';
import { counted } from './tables.mjs';

const RETRIEVAL = 'docs/internals/RETRIEVAL.md';

/**
 * @param {string} block name of the generated block
 * @param {string} text
 * @param {string} path the document
 */
export function write(block, text, path = RETRIEVAL) {
  const document = readFileSync(join(root, path), 'utf8');
  emit(new Map([[path, replaceBetween(document, block, text)]]), { check: false, command: '' });
}

/** Date, commit, and how much was asked of how many projects. */
export function headline({ projects, questions, settings }) {
  const commit =
    capture('git', ['describe', '--always', '--dirty', '--abbrev=10']).stdout.trim() || 'unknown';
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, commit ${commit}: ${counted(questions, 'question')}, ${counted(projects, 'project')}; ${settings}.`;
}
