import { z } from 'zod';

import schema from '../../../docs/schema/signatures.json' with { type: 'json' };
import { text } from '../schema.js';
import { signaturesText } from '../../print/signatures.js';
import { PLAIN } from './said.js';
import { READS } from './annotations.js';
import { meaning, QUESTIONS, REFERENCES } from '../aliases.js';
import { tool } from './tool.js';

/** Tokens of an outline at most: what goes beyond is counted in `omitted`. */
const OUTLINE = 8_000;

/** `outline_file`: the outline of `beadloom signatures --json`. */
export const outlineFile = tool({
  name: 'outline_file',
  aliases: ['get_signatures'],
  title: 'Outline of a file',
  description:
    'Outline of a source file: every signature with its lines, no bodies. Call this to know what a file defines.',
  input: z.strictObject({ path: text().describe('path of a file') }),
  meant: meaning('path', REFERENCES, QUESTIONS),
  output: schema,
  annotations: READS,
  answer: (beadloom, { path }, options) => beadloom.signatures(path, { ...options, budget: OUTLINE }),
  said: (answer) => signaturesText(answer, PLAIN),
});
