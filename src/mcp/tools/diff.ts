import { z } from 'zod';

import schema from '../../../docs/schema/diff.json' with { type: 'json' };
import { text } from '../schema.js';
import { READS } from './annotations.js';
import { tool } from './tool.js';

/** `diff`: the answer of `beadloom diff --json`. */
export const diff = tool({
  name: 'diff',
  title: 'What changed',
  description:
    'Call this to review what changed in the architecture since a commit: nodes, edges, and the public symbols of each node, between that commit and the working tree.',
  input: z.strictObject({
    since: text().optional().describe('commit, branch or tag (default HEAD: what is not committed)'),
  }),
  output: schema,
  annotations: READS,
  answer: (beadloom, { since }, options) => beadloom.diffText({ ...options, since }),
});
