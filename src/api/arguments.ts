// What callers pass beside requests, checked: a caller may write JavaScript, and know no types.
import { usage } from '../model/error.js';

/** @throws BeadloomError `usage` for what is no string */
export function string(name: string, value: unknown): string {
  if (typeof value !== 'string') {
    throw usage(`${name} must be a string, not ${value === null ? 'null' : typeof value}`);
  }
  return value;
}
