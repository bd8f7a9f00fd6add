// What callers pass, checked before it reaches the addon: a caller may write JavaScript, and know no types.
import { BeadloomError } from './error.js';
import type { ReadOptions } from './options.js';

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

/** @throws BeadloomError `usage` for what is there and no string */
export function optionalString(name: string, value: unknown): string | undefined {
  return value === undefined ? undefined : string(name, value);
}

/** @throws BeadloomError `usage` for what is there and none of those that are known */
export function choice<T extends string>(
  name: string,
  value: T | undefined,
  known: readonly T[],
): T | undefined {
  if (value !== undefined && !known.includes(value)) {
    throw usage(`${name} must be one of ${known.join(', ')}, not ${String(value)}`);
  }
  return value;
}

/** One string or several. @throws BeadloomError `usage` for anything else */
export function list(name: string, value: string | readonly string[]): string[] {
  const values = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return values.map((one) => string(name, one));
}

/** The node that is meant, where one is. */
export function nodeOf({ ref }: { ref?: string | undefined }): { reference?: string } {
  return ref === undefined ? {} : { reference: string('ref', ref) };
}

/** How the addon brings an answer up to date first. */
export function refreshOf({ refresh = true }: ReadOptions): { mode: string } {
  return { mode: refresh === true ? 'auto' : refresh === false ? 'off' : refresh };
}

/** Without the keys whose value is undefined: for the addon a key that is there has a value. */
export function defined<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
