import { z } from 'zod';

import schema from '../../../docs/schema/sync-update.json' with { type: 'json' };
import { WRITES } from './annotations.js';
import { node } from './references.js';
import { meaning, REFERENCES } from '../aliases.js';
import { tool } from './tool.js';

/** `mark_synced`: moves the baseline of a node's documents, as `beadloom sync-update REF -y` does. */
export const markSynced = tool({
  name: 'mark_synced',
  title: 'Mark documents as up to date',
  description:
    'Marks documents as up to date with the code. Call this after you corrected the documents of a node.',
  input: z.strictObject({ ref_id: node() }),
  meant: meaning('ref_id', REFERENCES),
  output: schema,
  annotations: WRITES,
  answer: (beadloom, { ref_id: ref }, options) => beadloom.syncUpdate({ ...options, ref }),
});
