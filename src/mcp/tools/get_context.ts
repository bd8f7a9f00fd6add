import { z } from 'zod';

import schema from '../../../docs/schema/ctx.json' with { type: 'json' };
import { camelCase, fieldsOf } from '../input.js';
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
      ...fieldsOf('task', ['task']),
      ...fieldsOf('context', ['depth', 'maxNodes', 'maxChunks', 'budget'], { budget: { bounds: BUDGETS } }),
      ...fieldsOf('task', ['session']),
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
  answer: (beadloom, { ref_id: refs = [], ...input }, options) =>
    beadloom.ctxText(refs, { ...options, ...camelCase(input) }),
  text: async (beadloom, { ref_id: refs = [], ...input }, options) =>
    ofMarkdown(await beadloom.ctxMarkdown(refs, { ...options, ...camelCase(input) })),
});
