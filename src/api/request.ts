import { BeadloomError } from '../model/error.js';
import type { Error as ErrorFields } from '../model/answers.js';
import { loadNative } from '../native/load.js';
import type { Parameter } from '../model/parameter.js';
import { REQUESTS, type RequestName } from '../model/requests.js';

/**
 * A request as the core reads it. Values are checked there: types, bounds and choices stand in the declaration.
 *
 * @param given the fields by name; what the request does not have, and what is undefined, is passed over
 * @param placeOf a path or reference of the caller as the index knows it
 */
export function requestJson(name: RequestName, given: object, placeOf: (text: string) => string): string {
  const values = given as Record<string, unknown>;
  const fields: Record<string, Parameter> = REQUESTS[name];
  const request = Object.entries(fields)
    .filter(([field]) => values[field] !== undefined)
    .map(([field, { place }]) => {
      const value = field === 'refresh' ? refreshMode(values[field]) : values[field];
      return [field, place ? placed(value, placeOf) : value];
    });
  // A bound of the answer is no field: every request takes one.
  const whole = { ...Object.fromEntries(request), within: values['within'] };
  return JSON.stringify(whole, (_, value: unknown) => plain(value));
}

/** @throws BeadloomError `usage` for a request that the shell answers and that does not read */
export function checkRequest(
  name: 'docsUnlink' | 'init' | 'link' | 'updateNode' | 'writeEdges',
  given: object,
): void {
  const error = loadNative().checkRequest(
    name,
    requestJson(name, { ...given, within: undefined }, (text) => text),
  );
  if (error !== null) {
    throw new BeadloomError(JSON.parse(error) as ErrorFields);
  }
}

/** The library's words for how an answer is brought up to date first. */
function refreshMode(refresh: unknown): unknown {
  return refresh === true ? 'auto' : refresh === false ? 'off' : refresh;
}

function placed(value: unknown, placeOf: (text: string) => string): unknown {
  if (Array.isArray(value)) {
    return (value as unknown[]).map((one) => placed(one, placeOf));
  }
  return typeof value === 'string' ? placeOf(value) : value;
}

/** What JSON would leave out or turn into something that may be right is kept as something wrong. */
function plain(value: unknown): unknown {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
    case 'function':
    case 'symbol':
      return {};
    default:
      return value;
  }
}
