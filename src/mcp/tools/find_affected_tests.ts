import { z } from 'zod';

import schema from '../../../docs/schema/affected.json' with { type: 'json' };
import { testsText } from '../../print/affected.js';
import { fieldsOf } from '../input.js';
import { text } from '../schema.js';
import { READS } from './annotations.js';
import { PLAIN } from './said.js';
import { tool } from './tool.js';

/** Entries of the lists of files and symbols, which this tool is not asked for. */
const LIMIT = 20;

/** Files of one change. */
const MAX_FILES_ITEMS = 1000;

/** `find_affected_tests`: the answer of `beadloom affected --json`, as text its tests alone. */
export const findAffectedTests = tool({
  name: 'find_affected_tests',
  title: 'Tests to run',
  description:
    'Tests to run for a change, and files without any. Call this after an edit. Default: the diff from base (HEAD).',
  input: z.strictObject({
    files: z.array(text()).max(MAX_FILES_ITEMS).optional(),
    base: text().optional(),
    ...fieldsOf('affected', ['depth']),
  }),
  output: schema,
  annotations: READS,
  parts: 'ask for fewer files',
  answer: (beadloom, { files, base, depth }, options) =>
    beadloom.affected(files, { ...options, base, depth, limit: LIMIT }),
  said: (answer) => testsText(answer, PLAIN),
});
