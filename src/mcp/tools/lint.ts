import { z } from 'zod';

import schema from '../../../docs/schema/lint.json' with { type: 'json' };
import { fieldsOf } from '../input.js';
import { READS } from './annotations.js';
import { tool } from './tool.js';

/** `lint`: the violations of `beadloom lint --json`. */
export const lint = tool({
  name: 'lint',
  title: 'Check the architecture rules',
  description:
    "Call this after you changed imports or moved code: lists what breaks the project's architecture rules, with file, line and what to do instead.",
  input: z.strictObject(fieldsOf('lint', ['severity'])),
  output: schema,
  annotations: READS,
  parts: 'ask with severity error first',
  answer: (beadloom, { severity }, options) => beadloom.lintText({ ...options, severity }),
});
