import { z } from 'zod';

import schema from '../../../docs/schema/ctx.json' with { type: 'json' };
import { BOUNDS, type ContextOptions, type ReadOptions } from '../../api/options.js';
import { text, whole } from '../schema.js';
import { READS } from './annotations.js';
import { references, repeats } from './references.js';
import { ofMarkdown } from './said.js';
import { tool } from './tool.js';

/** Tokens of an answer: what its frame needs at least, and more than any agent can use. */
const BUDGETS = [400, 100_000] as const;

/** `get_context`: the bundle of `beadloom ctx`. */
export const getContext = tool({
  name: 'get_context',
  title: 'Get context',
  description:
    'Call this before you read or change a part of the project. With ref_id: what the part is, what it belongs to and depends on, its documents, symbols, tests and rules. With task: the code that the task needs, from the whole project or, with ref_id, from that part. Fits a token budget.',
  input: z
    .strictObject({
      ref_id: references()
        .optional()
        .describe('node id, path, symbol name or ticket key from commits; or a list of them'),
      task: text().optional().describe('what is to be done, in words'),
      depth: whole(BOUNDS.depth).optional().describe('steps along edges (default 2)'),
      max_nodes: whole(BOUNDS.maxNodes).optional().describe('default 20'),
      max_chunks: whole(BOUNDS.maxChunks).optional().describe('pieces of documents (default 10)'),
      budget: whole(BUDGETS).optional().describe('tokens (default 8000, with task 2000)'),
      session: text().optional().describe('with task: leave out code that this session was given before'),
      ...repeats,
    })
    .refine((input) => input.ref_id !== undefined || input.task !== undefined, {
      message: 'give ref_id, task, or both',
      path: ['ref_id'],
    }),
  output: schema,
  annotations: READS,
  repeats: true,
  budgeted: true,
  answer: (beadloom, input, options) => beadloom.ctxText(input.ref_id ?? [], asked(input, options)),
  text: async (beadloom, input, options) =>
    ofMarkdown(await beadloom.ctxMarkdown(input.ref_id ?? [], asked(input, options))),
});

interface Asked {
  task?: string | undefined;
  depth?: number | undefined;
  max_nodes?: number | undefined;
  max_chunks?: number | undefined;
  budget?: number | undefined;
  session?: string | undefined;
  force?: boolean | undefined;
}

function asked(
  { task, depth, max_nodes: maxNodes, max_chunks: maxChunks, budget, session, force }: Asked,
  options: ReadOptions,
): ContextOptions {
  return { ...options, task, depth, maxNodes, maxChunks, budget, session, force };
}
