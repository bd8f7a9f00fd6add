import { z } from 'zod';

import schema from '../../../docs/schema/prime.json' with { type: 'json' };
import { READS } from './annotations.js';
import { ofMarkdown } from './said.js';
import { tool } from './tool.js';

/** `prime`: the answer of `beadloom prime --json`. */
export const prime = tool({
  name: 'prime',
  title: 'Begin a session',
  description:
    'Call this once at the start of a session, before anything else: the project in under 2,000 tokens. Counts, domains, architecture rules, health of documentation, and how to work here.',
  input: z.strictObject({}),
  output: schema,
  annotations: READS,
  answer: (beadloom, _input, options) => beadloom.primeText(options),
  text: async (beadloom, _input, options) => ofMarkdown(await beadloom.primeMarkdown(options)),
});
