import { z } from 'zod';

import { text } from '../schema.js';

/** The id of a node, where nothing else will do. */
export const node = () => text().describe('ref_id of a node');

/** One reference or several, as `ctx` takes them. */
export const references = () =>
  z.union([text(), z.array(text()).min(1).max(100)], {
    error: 'must be a string or a list of 1 to 100 strings',
  });

/** What the tools take that do not send an answer twice. */
export const repeats = {
  etag: text().optional().describe('of the answer you have; if nothing changed you get no second copy'),
  force: z.boolean().optional().describe('send it though it did not change'),
};
