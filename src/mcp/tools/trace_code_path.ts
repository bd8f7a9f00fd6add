import { z } from 'zod';

import schema from '../../../docs/schema/path.json' with { type: 'json' };
import { argumentOf } from '../input.js';
import { pathText } from '../../print/path.js';
import { PLAIN } from './said.js';
import { READS } from './annotations.js';
import { meaning } from '../aliases.js';
import { tool } from './tool.js';

/** `trace_code_path`: the ways of `beadloom path --json`. */
export const traceCodePath = tool({
  name: 'trace_code_path',
  aliases: ['path'],
  title: 'Trace a path through the code',
  description:
    'Traces how one symbol, file or part of the code reaches another: the shortest ways with the calling lines, or where they stop. Call this for "how does A get to B".',
  input: z.strictObject({
    from: argumentOf('path', 'from'),
    to: argumentOf('path', 'to'),
  }),
  meant: {
    ...meaning('from', ['source', 'start', 'src', 'from_ref', 'from_symbol']),
    ...meaning('to', ['target', 'end', 'destination', 'to_ref', 'to_symbol']),
  },
  output: schema,
  annotations: READS,
  answer: (beadloom, { from, to }, options) => beadloom.path(from, to, options),
  said: (answer) => pathText(answer, PLAIN),
});
