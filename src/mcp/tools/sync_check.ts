import { z } from 'zod';

import schema from '../../../docs/schema/sync-check.json' with { type: 'json' };
import { READS } from './annotations.js';
import { node } from './references.js';
import { meaning, REFERENCES } from '../aliases.js';
import { tool } from './tool.js';

/** `sync_check`: the pairs of `beadloom sync-check --json`. */
export const syncCheck = tool({
  name: 'sync_check',
  title: 'Check documents against code',
  description:
    'Finds documentation that code changes made stale. Call this when you changed code, with base HEAD; then correct them, or mark_synced.',
  input: z.strictObject({ ref_id: node().optional(), base: z.string().optional() }),
  meant: meaning('ref_id', REFERENCES),
  output: schema,
  annotations: READS,
  parts: 'ask with ref_id for the pairs of one node',
  answer: (beadloom, { ref_id: ref, base }, options) => beadloom.syncCheck({ ...options, ref, base }),
});
