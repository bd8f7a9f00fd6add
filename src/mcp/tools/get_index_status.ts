import { z } from 'zod';

import schema from '../../../docs/schema/status.json' with { type: 'json' };
import { READS } from './annotations.js';
import { tool } from './tool.js';

/** `get_index_status`: the numbers of `beadloom status --json`. */
export const getIndexStatus = tool({
  name: 'get_index_status',
  aliases: ['get_status'],
  title: 'Status of the index',
  description:
    'Status of the code index: counts, documentation coverage of each part, stale documents, code that nothing owns. Call this to see how far it can be trusted.',
  input: z.strictObject({}),
  output: schema,
  annotations: READS,
  answer: (beadloom, _input, options) => beadloom.status(options),
});
