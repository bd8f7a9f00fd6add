import { z } from 'zod';

import schema from '../../../docs/schema/show.json' with { type: 'json' };
import { fieldsOf } from '../input.js';
import { showText } from '../../print/show.js';
import { PLAIN } from './said.js';
import { READS } from './annotations.js';
import { references } from './references.js';
import { meaning, QUESTIONS, REFERENCES } from '../aliases.js';
import { tool } from './tool.js';

/** `show_code`: the source of `beadloom show --json`. */
export const showCode = tool({
  name: 'show_code',
  aliases: ['show'],
  title: 'Show source code',
  description:
    'Find definition and read source: whole functions, classes and methods by name, or PATH, PATH:LINE, PATH:FROM-TO; many in one call, numbered as the files are now. Call this instead of reading files; you can edit by its lines.',
  input: z.strictObject({
    ref: references().describe('names of symbols, PATH, PATH:LINE, PATH:FROM-TO, PATH:NAME; one or a list'),
    ...fieldsOf('show', ['callers', 'budget']),
  }),
  meant: meaning('ref', REFERENCES, QUESTIONS),
  output: schema,
  annotations: READS,
  budgeted: true,
  answer: (beadloom, { ref, callers, budget }, options) =>
    beadloom.show(ref, { ...options, callers, budget }),
  said: (answer) => showText(answer, PLAIN),
});
