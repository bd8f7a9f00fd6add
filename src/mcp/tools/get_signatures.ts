import { z } from 'zod';

import schema from '../../../docs/schema/signatures.json' with { type: 'json' };
import { text } from '../schema.js';
import { signaturesText } from '../../print/signatures.js';
import { PLAIN } from './said.js';
import { READS } from './annotations.js';
import { tool } from './tool.js';

/** Tokens of an outline at most: what goes beyond is counted in `omitted`. */
const OUTLINE = 8_000;

/** `get_signatures`: the outline of `beadloom signatures --json`. */
export const getSignatures = tool({
  name: 'get_signatures',
  title: 'Outline of a file',
  description:
    'Call this instead of reading a whole file when you need to know what it defines: every signature with its lines, no bodies.',
  input: z.strictObject({ path: text().describe('path of a file, from the root of the project') }),
  output: schema,
  annotations: READS,
  answer: (beadloom, { path }, options) => beadloom.signaturesText(path, { ...options, budget: OUTLINE }),
  said: (answer) => signaturesText(answer, PLAIN),
});
