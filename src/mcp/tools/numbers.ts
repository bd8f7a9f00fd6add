import { z } from 'zod';

/** A whole number within the bounds that the library checks too; here, so that clients see them. */
export function whole([least, most]: readonly [number, number]): z.ZodInt {
  return z.int().min(least).max(most);
}
