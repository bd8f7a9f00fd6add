import { z } from 'zod';

import schema from '../../../docs/schema/refs.json' with { type: 'json' };
import { refsText } from '../../print/refs.js';
import { argumentOf, fieldsOf } from '../input.js';
import { READS } from './annotations.js';
import { COLUMNS, PLAIN } from './said.js';
import { meaning, QUESTIONS, REFERENCES } from '../aliases.js';
import { tool } from './tool.js';

/** `find_references`: the places of `beadloom refs --json`. */
export const findReferences = tool({
  name: 'find_references',
  title: 'Find references and callers',
  description:
    'Who calls it, where is it used: every reference to a function, method, class or other symbol with file and line – calls, overrides, implementations, types, values. Also lists its own calls. Says how sure each is. Call this instead of grep for a name.',
  input: z.strictObject({
    symbol: argumentOf('refs', 'symbol'),
    ...fieldsOf('refs', ['kind', 'confidence', 'limit']),
  }),
  meant: meaning('symbol', REFERENCES, QUESTIONS),
  output: schema,
  annotations: READS,
  parts: 'ask with a smaller limit, or a kind',
  answer: (beadloom, { symbol, kind, confidence, limit }, options) =>
    beadloom.refs(symbol, { ...options, kind, confidence, limit }),
  said: (answer) => refsText(answer, PLAIN, COLUMNS),
});
