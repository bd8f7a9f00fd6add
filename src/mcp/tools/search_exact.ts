import { z } from 'zod';

import schema from '../../../docs/schema/search-exact.json' with { type: 'json' };
import { camelCase, fieldsOf } from '../input.js';
import { text } from '../schema.js';
import { exactText } from '../../print/exact.js';
import { PLAIN } from './said.js';
import { READS } from './annotations.js';
import { tool } from './tool.js';

/** Characters of a text or an expression, at most; the core says so too. */
const PATTERN = 10_000;

/** `search_exact`: the lines of `beadloom search --exact` or `--regex`, as JSON. */
export const searchExact = tool({
  name: 'search_exact',
  title: 'Search exact text',
  description:
    'Call this instead of grep: every line that holds a text or matches a regular expression, always as the files are now; definitions first, then uses with the definition around them, tests counted.',
  input: z.strictObject({
    text: text().max(PATTERN).optional().describe('exact text of one line; this or regex'),
    regex: text().max(PATTERN).optional().describe('regular expression, without look-around'),
    ...fieldsOf('exact', ['ignoreCase', 'path', 'lang', 'kind', 'context', 'limit']),
  }),
  output: schema,
  annotations: READS,
  parts: 'ask with a path, or a smaller limit',
  answer: (beadloom, { text: exact, regex, ...where }, options) =>
    beadloom.exactText({ exact, regex }, { ...options, ...camelCase(where) }),
  said: (answer) => exactText(answer, PLAIN),
});
