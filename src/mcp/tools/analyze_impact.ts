import { z } from 'zod';

import schema from '../../../docs/schema/why.json' with { type: 'json' };
import { fieldsOf } from '../input.js';
import { text } from '../schema.js';
import { whyText } from '../../print/why.js';
import { PLAIN } from './said.js';
import { READS } from './annotations.js';
import { meaning, QUESTIONS, REFERENCES } from '../aliases.js';
import { tool } from './tool.js';

/** Entries of each list: an agent reads all that it is sent. */
const LIMIT = 12;

/** `analyze_impact`: the answer of `beadloom why --json`. */
export const analyzeImpact = tool({
  name: 'analyze_impact',
  aliases: ['why'],
  title: 'Impact of a change',
  description:
    'Impact of a code change: what depends on a symbol, file or part, tests that cover it, documents that go stale. Call this before a change that others may feel.',
  input: z.strictObject({
    ref_id: text().describe('node id, path or symbol name'),
    ...fieldsOf('why', ['depth', 'limit'], { limit: { default: LIMIT } }),
  }),
  meant: meaning('ref_id', REFERENCES, QUESTIONS),
  output: schema,
  annotations: READS,
  parts: 'ask with a smaller limit or depth',
  answer: (beadloom, { ref_id: ref, depth, limit = LIMIT }, options) =>
    beadloom.why(ref, { ...options, depth, limit }),
  said: (answer) => whyText(answer, PLAIN, { wrapAt: undefined, reverse: false }),
});
