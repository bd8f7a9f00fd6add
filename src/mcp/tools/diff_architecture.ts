import { z } from 'zod';

import schema from '../../../docs/schema/diff.json' with { type: 'json' };
import { BeadloomError } from '../../model/error.js';
import { fieldsOf } from '../input.js';
import { READS } from './annotations.js';
import { meaning } from '../aliases.js';
import { tool } from './tool.js';

/** `diff_architecture`: the answer of `beadloom diff --json`. */
export const diffArchitecture = tool({
  name: 'diff_architecture',
  aliases: ['diff'],
  title: 'What changed in the architecture',
  description:
    'Architecture changes since a commit: nodes, edges and public symbols. Call this to review a change.',
  input: z.strictObject(
    fieldsOf('diff', ['since'], {
      since: { default: 'HEAD~1', also: 'the last commit and the uncommitted change' },
    }),
  ),
  meant: meaning('since', ['ref', 'base', 'commit', 'from', 'revision']),
  output: schema,
  annotations: READS,
  parts: 'a later since has less in it',
  answer: async (beadloom, { since }, options) => {
    if (since !== undefined) {
      return beadloom.diff({ ...options, since });
    }
    try {
      return await beadloom.diff({ ...options, since: 'HEAD~1' });
    } catch (thrown) {
      // The first commit has none before it.
      if (BeadloomError.from(thrown).code === 'bad_revision') {
        return beadloom.diff({ ...options, since: 'HEAD' });
      }
      throw thrown;
    }
  },
});
