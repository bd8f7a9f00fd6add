import { z } from 'zod';

import schema from '../../../docs/schema/search.json' with { type: 'json' };
import { argumentOf, fieldsOf } from '../input.js';
import { searchText } from '../../print/search.js';
import { COLUMNS, PLAIN } from './said.js';
import { READS } from './annotations.js';
import { tool } from './tool.js';

/** `search`: the hits of `beadloom search --json`. */
export const search = tool({
  name: 'search',
  title: 'Search the project',
  description:
    'Call this when you do not know what something is called or where it is: finds nodes of the architecture, sections of documents and code, best first, with places and snippets. Use it before grep.',
  input: z.strictObject({
    query: argumentOf('search', 'query'),
    ...fieldsOf('search', ['kind', 'limit']),
  }),
  output: schema,
  annotations: READS,
  parts: 'ask with a smaller limit, or a narrower query',
  answer: (beadloom, { query, kind, limit }, options) =>
    beadloom.searchText(query, { ...options, kind, limit }),
  said: (answer) => searchText(answer, PLAIN, { columns: COLUMNS, whole: false }),
});
