import { z } from 'zod';

import schema from '../../../docs/schema/prime.json' with { type: 'json' };
import { READS } from './annotations.js';
import { tool } from './tool.js';

/** `codebase_overview`: the answer of `beadloom prime --json`. */
export const codebaseOverview = tool({
  name: 'codebase_overview',
  aliases: ['prime'],
  title: 'Codebase overview',
  description:
    'The codebase in under 2,000 tokens: parts and what they are for, architecture rules, stale documents, how to work here. Call this once at the start of a session.',
  input: z.strictObject({}),
  output: schema,
  annotations: READS,
  answer: (beadloom, _input, options) => beadloom.prime(options),
  text: (beadloom, _input, options) => beadloom.primeSummed(options),
});
