import { z } from 'zod';

import schema from '../../../docs/schema/list-nodes.json' with { type: 'json' };
import { fieldsOf } from '../input.js';
import { READS } from './annotations.js';
import { meaning } from '../aliases.js';
import { tool } from './tool.js';

/** `list_architecture_nodes`: every node, or those of a kind. */
export const listArchitectureNodes = tool({
  name: 'list_architecture_nodes',
  aliases: ['list_nodes'],
  title: 'List the parts of the codebase',
  description:
    'Lists the parts of the codebase (domains, services, features), with summary, source and documents. Call this for the list.',
  input: z.strictObject(fieldsOf('listNodes', ['kind'])),
  meant: meaning('kind', ['type', 'kinds']),
  output: schema,
  annotations: READS,
  parts: 'ask with kind for the nodes of one kind',
  answer: (beadloom, { kind }, options) => beadloom.listNodes({ ...options, kind }),
});
