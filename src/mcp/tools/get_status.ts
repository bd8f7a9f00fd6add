import { z } from 'zod';

import schema from '../../../docs/schema/status.json' with { type: 'json' };
import { fewerFindings } from '../cut.js';
import { READS } from './annotations.js';
import { tool } from './tool.js';

/** `get_status`: the numbers of `beadloom status --json`. */
export const getStatus = tool({
  name: 'get_status',
  title: 'Get status',
  description:
    'Call this to see how far index and documentation can be trusted: counts, documentation coverage of each domain and service, stale documents, code that no node owns.',
  input: z.strictObject({}),
  output: schema,
  annotations: READS,
  answer: async (beadloom, _input, options) => fewerFindings(await beadloom.statusText(options)),
});
