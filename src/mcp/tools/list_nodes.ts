import { z } from 'zod';

import schema from '../../../docs/schema/list-nodes.json' with { type: 'json' };
import { fieldsOf } from '../input.js';
import { READS } from './annotations.js';
import { tool } from './tool.js';

/** `list_nodes`: every node, or those of a kind. */
export const listNodes = tool({
  name: 'list_nodes',
  title: 'List nodes',
  description:
    'Call this for a list of the parts of the project, all or those of one kind, with summary, source and documents of each. To look for something use search.',
  input: z.strictObject(fieldsOf('listNodes', ['kind'])),
  output: schema,
  annotations: READS,
  parts: 'ask with kind for the nodes of one kind',
  answer: (beadloom, { kind }, options) => beadloom.listNodesText({ ...options, kind }),
});
