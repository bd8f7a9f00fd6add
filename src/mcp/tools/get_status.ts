import { z } from 'zod';

import schema from '../../../docs/schema/status.json' with { type: 'json' };
import { answerTool, outputSchema } from '../answer.js';
import { READS } from './annotations.js';
import type { RegisterTool } from './index.js';

/** `get_status`: the numbers of `beadloom status --json`. */
export const registerGetStatus: RegisterTool = (server, beadloom) => {
  server.registerTool(
    'get_status',
    {
      title: 'Get status',
      description:
        'Call this to see how far the index and the documentation can be trusted: counts, languages, documentation coverage of each domain and service, documents that are behind, code that no node owns, problems in files.',
      inputSchema: z.strictObject({}),
      outputSchema: outputSchema(schema),
      annotations: READS,
    },
    (_input, context) => answerTool(context, (work) => beadloom.statusText(work)),
  );
};
