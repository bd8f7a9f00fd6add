import { z } from 'zod';

import { MAX_PIECE_CHARS } from './results.js';

const limit = z.int().min(1).max(MAX_PIECE_CHARS).describe('characters of text at most');

const fields = z
  .array(z.string().min(1).max(300))
  .min(1)
  .max(50)
  .describe('of JSON only these fields: names with dots between them, [] for every item, as items[].name');

/** `result` of `call_tool`. */
export const resultInput = z
  .strictObject({
    limit: limit.optional(),
    fields: fields.optional(),
    save: z.boolean().optional().describe('keep the result, and return only its length and fields'),
  })
  .describe('how much of the result to show');

/** The arguments of `read_result`. */
export const readResultInput = z.strictObject({
  handle: z.string().min(1).max(100).describe('what the result is kept as'),
  item: z
    .int()
    .min(0)
    .max(100_000)
    .optional()
    .describe('one of its items, the first is 0; all texts without it'),
  offset: z.int().min(0).optional().describe('characters to leave out at the beginning'),
  limit: limit.optional(),
  fields: fields.optional(),
});

/** What `read_result` is for. */
export const READ_RESULT = {
  title: 'Read a kept result',
  description:
    'Reads a part of a tool result that was too long to show, or was kept with save: by offset and limit, by fields of its JSON, or one of its items, such as an image. Call it when a result ends with a handle.',
} as const;
