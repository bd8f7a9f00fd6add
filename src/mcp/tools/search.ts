import { z } from 'zod';

import schema from '../../../docs/schema/search.json' with { type: 'json' };
import { BOUNDS } from '../../api/options.js';
import { answerTool, outputSchema } from '../answer.js';
import { READS } from './annotations.js';
import type { RegisterTool } from './index.js';
import { whole } from './numbers.js';

const input = z.strictObject({
  query: z.string().min(1).describe('words, a name in code, a path or an error message; no query syntax'),
  kind: z.string().min(1).optional().describe('only this kind of node or symbol, such as domain or class'),
  limit: whole(BOUNDS.limit).optional().describe('most hits (default 10)'),
});

/** `search`: the hits of `beadloom search --json`. */
export const registerSearch: RegisterTool = (server, beadloom) => {
  server.registerTool(
    'search',
    {
      title: 'Search the project',
      description:
        'Call this when you do not know what something is called or where it is: finds nodes of the architecture, sections of documents and symbols in the code, best first, with places and snippets. Use it before grep.',
      inputSchema: input,
      outputSchema: outputSchema(schema),
      annotations: READS,
    },
    ({ query, kind, limit }, context) =>
      answerTool(context, (work) => beadloom.searchText(query, { ...work, kind, limit })),
  );
};
