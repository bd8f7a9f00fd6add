import { z } from 'zod';

import schema from '../../../docs/schema/docs-polish.json' with { type: 'json' };
import { READS } from './annotations.js';
import { node } from './references.js';
import { meaning, REFERENCES } from '../aliases.js';
import { tool } from './tool.js';

/** `generate_docs`: the facts of `beadloom docs polish --json`. */
export const generateDocs = tool({
  name: 'generate_docs',
  title: 'Facts to write documents from',
  description:
    'Facts for writing documentation of a part: symbols, routes, dependencies, existing text, changes. Call this before you write it; default: all parts.',
  input: z.strictObject({ ref_id: node().optional() }),
  meant: meaning('ref_id', REFERENCES),
  output: schema,
  annotations: READS,
  parts: 'ask with ref_id for the facts of one node',
  answer: (beadloom, { ref_id: ref }, options) => beadloom.generateDocs({ ...options, ref }),
});
