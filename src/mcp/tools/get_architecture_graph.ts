import { z } from 'zod';

import schema from '../../../docs/schema/graph.json' with { type: 'json' };
import { fieldsOf } from '../input.js';
import { READS } from './annotations.js';
import { references, repeats } from './references.js';
import { meaning, REFERENCES } from '../aliases.js';
import { tool } from './tool.js';

/** `get_architecture_graph`: the nodes and edges of `beadloom graph --json`. */
export const getArchitectureGraph = tool({
  name: 'get_architecture_graph',
  aliases: ['get_graph'],
  title: 'Architecture graph',
  description:
    'Architecture graph of the codebase: parts and the edges between them, around ref_id or whole. Call this to see how parts hang together.',
  input: z.strictObject({
    ref_id: references().optional().describe('node id, path or symbol name; or a list of them'),
    ...fieldsOf('graph', ['depth']),
    ...repeats,
  }),
  meant: meaning('ref_id', REFERENCES),
  output: schema,
  annotations: READS,
  repeats: true,
  parts: 'ask with ref_id and depth for the surroundings of a node',
  answer: (beadloom, { ref_id: refs, depth }, options) =>
    beadloom.graph({ ...options, refs: refs === undefined ? [] : [refs].flat(), depth }),
});
