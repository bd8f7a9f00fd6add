import { z } from 'zod';

import schema from '../../../docs/schema/show.json' with { type: 'json' };
import { fieldsOf } from '../input.js';
import { showText } from '../../print/show.js';
import { PLAIN } from './said.js';
import { READS } from './annotations.js';
import { references } from './references.js';
import { tool } from './tool.js';

/** `show`: the source of `beadloom show --json`. */
export const show = tool({
  name: 'show',
  title: 'Show source',
  description:
    'Call this instead of reading files or cutting lines out of them: whole definitions by name, or PATH:FROM-TO, PATH:LINE, PATH; many in one call, as the files are now, from line_start on, so that you can edit without reading again.',
  input: z.strictObject({
    ref: references().describe('names of symbols, PATH, PATH:LINE, PATH:FROM-TO, PATH:NAME; one or a list'),
    ...fieldsOf('show', ['callers', 'budget']),
  }),
  output: schema,
  annotations: READS,
  budgeted: true,
  answer: (beadloom, { ref, callers, budget }, options) =>
    beadloom.showText(ref, { ...options, callers, budget }),
  said: (answer) => showText(answer, PLAIN),
});
