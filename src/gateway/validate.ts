import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';

import { nearest } from '../api/suggest.js';
import type { Tool } from './catalogue.js';
import type { Json } from './wire.js';

type Check = (input: unknown) => string | undefined;

/** Schemas that are longer, as JSON, are not checked against: their server does. */
const LONGEST_SCHEMA = 64_000;

/** Of what is wrong with arguments so much is said. */
const MOST_SAID = 5;
const LONGEST_SAID = 1_000;

/** A pattern of somebody else's could take for ever, as comparing all with all could, and an address could lead anywhere. Their server checks what they say. */
const NOT_CHECKED: ReadonlySet<string> = new Set([
  'pattern',
  'patternProperties',
  'uniqueItems',
  'format',
  '$schema',
  '$id',
]);

/** Keys whose values are names, each with a schema. */
const NAMED: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);

/** Keys whose values are data. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required', 'type']);

const checks = new WeakMap<Tool, Check>();

/** What is wrong with the arguments of a tool, by field; undefined where they fit, or it cannot be said. */
export function wrongArguments(tool: Tool, args: unknown): string | undefined {
  const check = checks.get(tool) ?? checkOf(tool.listed['inputSchema'] as Json);
  checks.set(tool, check);
  return check(args);
}

function checkOf(schema: Json): Check {
  try {
    if (JSON.stringify(schema).length > LONGEST_SCHEMA) {
      return () => undefined;
    }
    // It interprets: no code is made of what somebody else wrote.
    const validator = new Validator(plainSchema(schema, 0) as Schema, '2020-12', false);
    return (input) => {
      try {
        const { valid, errors } = validator.validate(input);
        return valid ? undefined : said(errors, schema);
      } catch {
        return undefined; // a reference to nothing, which its server may know what to do with
      }
    };
  } catch {
    return () => undefined;
  }
}

/** A schema without what cannot be checked here. */
function plainSchema(value: unknown, depth: number, isNamed = false): unknown {
  if (depth > 64 || typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((one) => plainSchema(one, depth + 1));
  }
  const entries = Object.entries(value)
    .filter(([key]) => isNamed || !NOT_CHECKED.has(key))
    .map(([key, one]) => [
      key,
      !isNamed && DATA.has(key) ? one : plainSchema(one, depth + 1, !isNamed && NAMED.has(key)),
    ]);
  return Object.fromEntries(entries) as unknown;
}

/** Errors that only say that something inside is wrong. */
const OUTER: ReadonlySet<string> = new Set([
  '$ref',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'else',
  'items',
  'prefixItems',
  'properties',
  'then',
  'unevaluatedProperties',
]);

function said(errors: readonly OutputUnit[], schema: Json): string {
  const inner = errors.filter(({ keyword }) => !OUTER.has(keyword));
  const lines = (inner.length > 0 ? inner : errors).map((error) => line(error, schema));
  return [...new Set(lines)].slice(0, MOST_SAID).join('; ').slice(0, LONGEST_SAID);
}

function line({ keyword, instanceLocation, error }: OutputUnit, schema: Json): string {
  const path = instanceLocation
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const field = path.join('.');
  const [, missing] = keyword === 'required' ? (/"(.*)"/.exec(error) ?? []) : [];
  if (missing !== undefined) {
    return `${[...path, missing].join('.')} is missing`;
  }
  if (keyword === 'false') {
    const properties = path.length === 1 ? Object.keys((schema['properties'] ?? {}) as Json) : [];
    const near = nearest(path.at(-1) ?? '', properties);
    return `${field} is no argument of it${near.length > 0 ? `, did you mean ${near.join(', ')}?` : ''}`;
  }
  return field === '' ? error : `${field}: ${error}`;
}
