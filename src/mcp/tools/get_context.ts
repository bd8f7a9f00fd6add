import { z } from 'zod';

import schema from '../../../docs/schema/ctx.json' with { type: 'json' };
import { BOUNDS } from '../../api/options.js';
import { answerTool, outputSchema } from '../answer.js';
import { READS } from './annotations.js';
import type { RegisterTool } from './index.js';
import { whole } from './numbers.js';

const ref = z.string().min(1);

const input = z.strictObject({
  ref_id: z
    .union([ref, z.array(ref).min(1).max(100)], { error: 'must be a string or a list of 1 to 100 strings' })
    .describe(
      'ref_id of a node, a path, the name of a symbol, or a ticket key from commit messages; or several of them',
    ),
  depth: whole(BOUNDS.depth).optional().describe('steps along edges (default 2)'),
  max_nodes: whole(BOUNDS.maxNodes).optional().describe('most nodes (default 20)'),
  max_chunks: whole(BOUNDS.maxChunks).optional().describe('most pieces of documents (default 10)'),
  budget: whole(BOUNDS.budget).optional().describe('most tokens of the answer (default 8000)'),
});

/** `get_context`: the bundle of `beadloom ctx --json`. */
export const registerGetContext: RegisterTool = (server, beadloom) => {
  server.registerTool(
    'get_context',
    {
      title: 'Get context',
      description:
        'Call this before you read or change a part of the project: it says what the part is, what it belongs to and depends on, and gives its documents and the symbols that matter, within a token budget. Takes a node id, a path or a symbol name.',
      inputSchema: input,
      outputSchema: outputSchema(schema),
      annotations: READS,
    },
    ({ ref_id: refs, depth, max_nodes: maxNodes, max_chunks: maxChunks, budget }, context) =>
      answerTool(context, (work) => beadloom.ctxText(refs, { ...work, depth, maxNodes, maxChunks, budget })),
  );
};
