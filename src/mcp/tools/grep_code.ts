import { z } from 'zod';

import schema from '../../../docs/schema/search-exact.json' with { type: 'json' };
import { camelCase, fieldsOf } from '../input.js';
import { text } from '../schema.js';
import { exactText } from '../../print/exact.js';
import { PLAIN } from './said.js';
import { READS } from './annotations.js';
import { meaning, QUESTIONS } from '../aliases.js';
import { tool } from './tool.js';

/** Characters of a text or an expression, at most; the core says so too. */
const PATTERN = 10_000;

/** `grep_code`: the lines of `beadloom search --exact` or `--regex`, as JSON. */
export const grepCode = tool({
  name: 'grep_code',
  aliases: ['search_exact'],
  title: 'Grep the codebase',
  description:
    'Indexed grep: every line that contains an exact text or matches a regular expression, as the files are now, definitions first, each with the definition around it. Call this instead of grep or rg.',
  input: z.strictObject({
    text: text().max(PATTERN).optional().describe('exact text of one line; this or regex'),
    regex: text().max(PATTERN).optional().describe('regular expression, without look-around'),
    ...fieldsOf('exact', ['ignoreCase', 'path', 'lang', 'kind', 'context', 'limit']),
  }),
  meant: {
    ...meaning('text', QUESTIONS, ['string', 'literal']),
    ...meaning('regex', ['pattern', 'regexp']),
    ...meaning('lang', ['language']),
  },
  output: schema,
  annotations: READS,
  parts: 'ask with a path, or a smaller limit',
  answer: (beadloom, { text: exact, regex, ...where }, options) =>
    beadloom.exact({ exact, regex }, { ...options, ...camelCase(where) }),
  said: (answer) => exactText(answer, PLAIN),
});
