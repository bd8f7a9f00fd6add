import { z } from 'zod';

import schema from '../../../docs/schema/path.json' with { type: 'json' };
import { argumentOf } from '../input.js';
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
    from: argumentOf('path', 'from'),
    to: argumentOf('path', 'to'),
  }),
  output: schema,
  annotations: READS,
  answer: (beadloom, { from, to }, options) => beadloom.pathText(from, to, options),
  said: (answer) => pathText(answer, PLAIN),
});
