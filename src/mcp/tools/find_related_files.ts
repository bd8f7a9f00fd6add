import { z } from 'zod';

import schema from '../../../docs/schema/related.json' with { type: 'json' };
import { argumentOf } from '../input.js';
import { relatedText } from '../../print/related.js';
import { PLAIN } from './said.js';
import { READS } from './annotations.js';
import { meaning, QUESTIONS, REFERENCES } from '../aliases.js';
import { tool } from './tool.js';

/** `find_related_files`: the files of `beadloom related --json`. */
export const findRelatedFiles = tool({
  name: 'find_related_files',
  aliases: ['get_related'],
  title: 'Files around a file',
  description:
    'Files related to a source file: what it imports, what imports it, its tests and documents. Call this before you work on it.',
  input: z.strictObject({ path: argumentOf('related', 'path') }),
  meant: meaning('path', REFERENCES, QUESTIONS),
  output: schema,
  annotations: READS,
  // The best are first, and what is left out is counted.
  answer: (beadloom, { path }, options) => beadloom.related(path, { ...options, limit: 12 }),
  said: (answer) => relatedText(answer, PLAIN),
});
