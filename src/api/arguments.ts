// What callers pass beside requests, checked: a caller may write JavaScript, and know no types.
import { BeadloomError } from '../model/error.js';

/** A call that makes no sense. */
export function usage(message: string, hint: string | null = null): BeadloomError {
  return new BeadloomError({ code: 'usage', message, hint });
}

/** @throws BeadloomError `usage` for what is no string */
export function string(name: string, value: unknown): string {
  if (typeof value !== 'string') {
    throw usage(`${name} must be a string, not ${value === null ? 'null' : typeof value}`);
  }
  return value;
}
