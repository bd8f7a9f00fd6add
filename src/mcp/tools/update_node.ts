import { z } from 'zod';

import schema from '../../../docs/schema/update-node.json' with { type: 'json' };
import { REPLACES } from './annotations.js';
import { node } from './references.js';
import { meaning } from '../aliases.js';
import { tool } from './tool.js';

/** `update_node`: writes summary or source of a node into its graph file. */
export const updateNode = tool({
  name: 'update_node',
  title: 'Update a node',
  description:
    'Changes the summary or source of a part in its architecture graph file, and nothing else there. Call this when it is missing or wrong.',
  input: z
    .strictObject({
      ref_id: node(),
      summary: z.string().max(5000).optional().describe('what the node is, in a sentence'),
      source: z
        .string()
        .max(1000)
        .optional()
        .describe('the folder (ending in /) or file of its code; "" for none'),
    })
    .refine((input) => input.summary !== undefined || input.source !== undefined, {
      message: 'give summary, source, or both',
      path: ['summary'],
    }),
  meant: meaning('ref_id', ['ref', 'id', 'node', 'node_id', 'name']),
  output: schema,
  annotations: REPLACES,
  answer: (beadloom, { ref_id: ref, summary, source }, options) =>
    beadloom.updateNode(ref, { ...options, summary, source }),
});
