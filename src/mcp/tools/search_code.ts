import { z } from 'zod';

import schema from '../../../docs/schema/search.json' with { type: 'json' };
import { argumentOf, fieldsOf } from '../input.js';
import { searchPieces } from '../../print/search.js';
import { COLUMNS, PLAIN } from './said.js';
import { READS } from './annotations.js';
import { meaning, QUESTIONS } from '../aliases.js';
import { tool } from './tool.js';

/** `search_code`: the hits of `beadloom search --json`. */
export const searchCode = tool({
  name: 'search_code',
  aliases: ['search'],
  title: 'Search code and documents',
  description:
    'Searches the codebase by words: code, documents and parts of the architecture, best first, with places and snippets. Call this when you do not know what something is called.',
  input: z.strictObject({
    query: argumentOf('search', 'query'),
    ...fieldsOf('search', ['kind', 'limit']),
  }),
  meant: meaning('query', QUESTIONS, ['pattern']),
  output: schema,
  annotations: READS,
  parts: 'ask with a smaller limit, or a narrower query',
  answer: (beadloom, { query, kind, limit }, options) => beadloom.search(query, { ...options, kind, limit }),
  said: (answer) => searchPieces(answer, PLAIN, { columns: COLUMNS, whole: false }),
});
