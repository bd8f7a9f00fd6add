import { z } from 'zod';

import schema from '../../../docs/schema/related.json' with { type: 'json' };
import { argumentOf } from '../input.js';
import { relatedText } from '../../print/related.js';
import { PLAIN } from './said.js';
import { READS } from './annotations.js';
import { tool } from './tool.js';

/** `get_related`: the files of `beadloom related --json`. */
export const getRelated = tool({
  name: 'get_related',
  title: 'Files around a file',
  description:
    'Call this to find what else to look at when you work on a file: what it imports, what imports it, its tests and documents.',
  input: z.strictObject({ path: argumentOf('related', 'path') }),
  output: schema,
  annotations: READS,
  // The best are first, and what is left out is counted.
  answer: (beadloom, { path }, options) => beadloom.relatedText(path, { ...options, limit: 12 }),
  said: (answer) => relatedText(answer, PLAIN),
});
