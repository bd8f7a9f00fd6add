import { z } from 'zod';

import schema from '../../../docs/schema/lint.json' with { type: 'json' };
import { fieldsOf } from '../input.js';
import { READS } from './annotations.js';
import { meaning } from '../aliases.js';
import { tool } from './tool.js';

/** `check_architecture`: the violations of `beadloom lint --json`. */
export const checkArchitecture = tool({
  name: 'check_architecture',
  aliases: ['lint'],
  title: 'Check the architecture rules',
  description:
    "Checks the project's architecture rules: forbidden imports and dependencies, with file, line and what to do instead. Call this after you changed imports or moved code.",
  input: z.strictObject(fieldsOf('lint', ['severity'])),
  meant: meaning('severity', ['level', 'min_severity']),
  output: schema,
  annotations: READS,
  parts: 'ask with severity error first',
  answer: (beadloom, { severity }, options) => beadloom.lint({ ...options, severity }),
});
