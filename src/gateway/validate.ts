import { createContext, Script } from 'node:vm';

import { type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';

import { nearest } from '../api/suggest.js';
import type { Tool } from './catalogue.js';
import type { Json } from './wire.js';

type Check = (input: unknown) => string | undefined;

/** Schemas that are longer, as JSON, are not checked against: their server does. */
const MAX_SCHEMA_CHARS = 64_000;

/**
 * Milliseconds that a check may take. Patterns, references and comparisons of somebody else's can take for ever; a schema that does is not
 * checked against any more.
 */
const MAX_CHECK_MS = 100;

/** Of what is wrong with arguments so much is said. */
const MAX_REPORTED_ISSUES = 5;
const MAX_REPORT_CHARS = 1_000;
const MAX_PATTERN_CHARS = 100;

/** Which version of JSON Schema a schema says that it is of; 2020-12 where it says nothing, as the protocol has it. */
const DRAFTS: ReadonlyArray<[RegExp, SchemaDraft]> = [
  [/draft-0[34]/, '4'],
  [/draft-0[67]/, '7'],
  [/2019-09/, '2019-09'],
];

/** Keys whose values are names, each with a schema. */
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

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
  let validator: Validator | undefined;
  let isUnfit = JSON.stringify(schema).length > MAX_SCHEMA_CHARS;
  return (input) => {
    if (isUnfit) {
      return undefined;
    }
    try {
      return bounded(() => {
        // It interprets: no code is made of what somebody else wrote.
        validator ??= new Validator(plainSchema(schema, 0) as Schema, draftOf(schema), false);
        const { valid, errors } = validator.validate(input);
        return valid ? undefined : said(errors, schema);
      });
    } catch {
      // It takes too long, or refers to nothing, which its server may know what to do with.
      isUnfit = true;
      return undefined;
    }
  };
}

/** What work runs in, which V8 ends in time, wherever it is: in a pattern, too. */
const timed = createContext({ work: undefined as (() => unknown) | undefined });
const script = new Script('work()');

function bounded<T>(work: () => T): T {
  timed['work'] = work;
  try {
    return script.runInContext(timed, { timeout: MAX_CHECK_MS }) as T;
  } finally {
    timed['work'] = undefined;
  }
}

function draftOf({ $schema }: Json): SchemaDraft {
  return DRAFTS.find(([names]) => typeof $schema === 'string' && names.test($schema))?.[1] ?? '2020-12';
}

/** A schema without patterns that are none, so that what else it says can be checked. */
function plainSchema(value: unknown, depth: number, named = ''): unknown {
  if (depth > 64 || typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((one) => plainSchema(one, depth + 1));
  }
  const entries = Object.entries(value)
    .filter(([key, one]) => {
      if (named === 'patternProperties') {
        return isPattern(key);
      }
      return named !== '' || key !== 'pattern' || isPattern(one);
    })
    .map(([key, one]) => [
      key,
      named === '' && DATA.has(key)
        ? one
        : plainSchema(one, depth + 1, named === '' && NAMED.has(key) ? key : ''),
    ]);
  const plain = Object.fromEntries(entries) as Json;
  const { nullable, type } = plain;
  // As descriptions of HTTP interfaces say that a value may be null, and tools that are made of them.
  return named === '' && nullable === true && typeof type === 'string'
    ? { ...plain, type: [type, 'null'] }
    : plain;
}

function isPattern(text: unknown): boolean {
  try {
    return typeof text === 'string' && new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** Errors that only say that something inside is wrong. */
const OUTER: ReadonlySet<string> = new Set([
  '$ref',
  'additionalItems',
  'additionalProperties',
  'allOf',
  'else',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
  'then',
  'unevaluatedProperties',
]);

function said(errors: readonly OutputUnit[], schema: Json): string {
  const inner = errors.filter(({ keyword }) => !OUTER.has(keyword));
  const lines = (inner.length > 0 ? inner : errors).map((error) => line(error, schema));
  return [...new Set(lines)].slice(0, MAX_REPORTED_ISSUES).join('; ').slice(0, MAX_REPORT_CHARS);
}

function line({ keyword, keywordLocation, instanceLocation, error }: OutputUnit, schema: Json): string {
  const path = parts(instanceLocation);
  const field = path.join('.');
  const [, missing] = keyword === 'required' ? (/"(.*)"/.exec(error) ?? []) : [];
  if (missing !== undefined) {
    return `${[...path, missing].join('.')} is missing`;
  }
  if (keyword === 'false') {
    const properties = path.length === 1 ? Object.keys((schema['properties'] ?? {}) as Json) : [];
    const near = nearest(path.at(-1) ?? '', properties);
    return `unknown argument ${field}${near.length > 0 ? `, did you mean ${near.join(', ')}?` : ''}`;
  }
  const pattern = keyword === 'pattern' ? at(schema, keywordLocation) : undefined;
  const what = typeof pattern === 'string' ? `does not match ${pattern.slice(0, MAX_PATTERN_CHARS)}` : error;
  return field === '' ? what : `${field}: ${what}`;
}

/** What stands there in a schema; undefined where the way leads through a reference. */
function at(schema: unknown, location: string): unknown {
  return parts(location).reduce(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Json)[key] : undefined),
    schema,
  );
}

/** The keys of a pointer that begins with `#`. */
function parts(location: string): string[] {
  return location
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
