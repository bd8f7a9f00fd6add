import { z } from 'zod';

import schema from '../../../docs/schema/forget.json' with { type: 'json' };
import { forgetText } from '../../print/memory.js';
import { text } from '../schema.js';
import { REPLACES } from './annotations.js';
import { ofMemories } from './memories.js';
import { meaning } from '../aliases.js';
import { tool } from './tool.js';

/** `forget`: takes a memory away that an agent made, once its id is said twice. */
export const forget = tool({
  name: 'forget',
  title: 'Forget',
  description:
    'Deletes a wrong memory of an agent, never of a person. Call this with its id; it shows the memory first.',
  input: z.strictObject({
    id: text().describe('the id of a memory'),
    confirm: text().optional().describe('the same id, once you have read the memory'),
  }),
  meant: meaning('id', ['memory_id', 'memory', 'ref', 'ref_id']),
  output: ofMemories(schema),
  annotations: REPLACES,
  answer: (beadloom, { id, confirm }, options) =>
    beadloom.forget(id, { ...options, only: 'agent', ask: confirm !== id }),
  said: forgetText,
});
