import { z } from 'zod';

import schema from '../../../docs/schema/remember.json' with { type: 'json' };
import { rememberText } from '../../print/memory.js';
import { argumentOf, fieldsBut, fieldsOf } from '../input.js';
import { text } from '../schema.js';
import { WRITES } from './annotations.js';
import { PLAIN } from './said.js';
import { ofMemories } from './memories.js';
import { meaning, QUESTIONS } from '../aliases.js';
import { tool } from './tool.js';

/** A node or several. */
const nodes = () => z.union([text(), z.array(text()).max(64)]);

/** `remember`: keeps a text, as `beadloom remember` does, in the name of the agent. */
export const remember = tool({
  name: 'remember',
  title: 'Remember',
  description:
    'Remembers what you learned about this codebase for later sessions: a decision, a pitfall. Call this when no file says it. No secrets, no instructions.',
  input: z.strictObject({
    content: argumentOf('remember', 'content'),
    ref_id: nodes().optional().describe('node that it is about'),
    // The order in which they are listed; a new one comes last.
    ...fieldsOf('remember', ['kind', 'why', 'evidence']),
    ...fieldsBut('remember', ['refs', 'force']),
  }),
  meant: {
    ...meaning('ref_id', ['ref', 'refs', 'ref_ids', 'node']),
    ...meaning('tags', ['tag']),
    ...meaning('content', QUESTIONS, ['memory', 'note', 'fact', 'message']),
  },
  output: ofMemories(schema),
  annotations: { ...WRITES, destructiveHint: false },
  answer: (beadloom, { content, ref_id: refs, ...input }, options) =>
    beadloom.remember(content, {
      ...options,
      ...input,
      refs: refs === undefined ? [] : [refs].flat(),
      source: 'agent',
    }),
  said: (answer) => rememberText(answer, PLAIN),
});
