import { z } from 'zod';

import schema from '../../../docs/schema/path.json' with { type: 'json' };
import { text } from '../schema.js';
import { pathText } from '../../print/path.js';
import { PLAIN } from './said.js';
import { READS } from './annotations.js';
import { tool } from './tool.js';

/** `path`: the ways of `beadloom path --json`. */
export const path = tool({
  name: 'path',
  title: 'Way from one to another',
  description:
    'Call this to learn how one symbol, file, folder or node reaches another: the shortest ways with the lines in which they step, or where the graph stops.',
  input: z.strictObject({
    from: text().describe('a symbol, a path or a ref_id'),
    to: text().describe('a symbol, a path or a ref_id'),
  }),
  output: schema,
  annotations: READS,
  answer: (beadloom, { from, to }, options) => beadloom.pathText(from, to, options),
  said: (answer) => pathText(answer, PLAIN),
});
