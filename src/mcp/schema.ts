import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';

import { usage } from '../model/error.js';
import { meant } from '../api/suggest.js';
import cached from '../../docs/schema/cached.json' with { type: 'json' };

type Json = Record<string, unknown>;

/** How deep an output schema goes: what lies below is an object or a list of anything. */
const DEPTH = 2;

/** Bounds of texts: a call beyond them is an accident, whose error names them. */
const TEXT_BOUNDS: ReadonlySet<string> = new Set(['minLength', 'maxLength']);

/** Widths of numbers are no format that clients know; prose costs an agent's context, names and types suffice. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '$id',
  '$schema',
  '$defs',
  'description',
  'format',
  'minimum',
  'title',
]);

/**
 * The schema of an answer as a tool's output schema. Checking each answer against it would cost more than making
 * it: answers are serialised from the very types that the schema was generated from, and tests check them.
 *
 * @param repeats the tool may answer that nothing changed instead
 */
export function outputSchema(schema: object, repeats: boolean): StandardSchemaWithJSON<unknown, unknown> {
  // A start must not wait for what most clients ask for later, if at all.
  let made: Json | undefined;
  const wire = () => (made ??= repeats ? either(lean(schema), lean(cached)) : lean(schema));
  return {
    '~standard': {
      version: 1,
      vendor: 'beadloom',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: wire, output: wire },
    },
  };
}

/** A schema as a client gets it. */
export function wireOf(schema: StandardSchemaWithJSON<unknown, unknown>): Json {
  return schema['~standard'].jsonSchema.output({ target: 'draft-2020-12' }) as Json;
}

/** What no client needs of an input: which dialect it is, and that numbers fit into a float. */
const GREATEST = Number.MAX_SAFE_INTEGER;

/** The schema of an input as a client gets it, short because it stands in every context. */
export function inputSchema(input: z.ZodObject): Json {
  const { $schema: _, ...schema } = wholeInput(input);
  return shortInput(schema) as Json;
}

/** The schema of an input with all its bounds. */
export function wholeInput(input: z.ZodObject): Json {
  const { jsonSchema } = input['~standard'] as StandardSchemaWithJSON<unknown, unknown>['~standard'];
  return jsonSchema.input({ target: 'draft-2020-12' }) as Json;
}

function shortInput(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(shortInput);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const kept = Object.entries(value).filter(
    ([key, one]) => !(key === 'maximum' && one === GREATEST) && !TEXT_BOUNDS.has(key),
  );
  return Object.fromEntries(kept.map(([key, one]) => [key, shortInput(one)]));
}

/** Both forms; clients of the earlier era want `type` at the top. */
function either(answer: Json, short: Json): Json {
  const { type: _1, ...first } = answer;
  const { type: _2, ...second } = short;
  return { type: 'object', anyOf: [first, second] };
}

/** A schema with types and names alone, references resolved. */
function lean(schema: object): Json {
  const { $defs = {} } = schema as { $defs?: Json };
  return leanOf(schema as Json, $defs, 0);
}

function leanOf(schema: Json, defs: Json, depth: number): Json {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const named = defs[reference.replace('#/$defs/', '')] as Json | undefined;
    return named === undefined ? {} : leanOf(named, defs, depth);
  }
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (choices?.every((choice) => typeof choice['const'] === 'string')) {
    // An enum whose values have a description each.
    return { type: 'string' };
  }
  const made: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    if (LEFT_OUT.has(key) || key === 'required') {
      continue;
    }
    if (key === 'properties') {
      const inner = Object.entries(value as Record<string, Json>);
      if (depth < DEPTH) {
        made[key] = Object.fromEntries(inner.map(([name, one]) => [name, leanOf(one, defs, depth + 1)]));
      }
    } else if (key === 'items' || key === 'additionalProperties') {
      const item = typeof value === 'object' ? leanOf(value as Json, defs, depth) : value;
      if (Object.keys(item as object).length > 0) {
        made[key] = item;
      }
    } else if (key === 'anyOf' || key === 'oneOf') {
      made[key] = (value as Json[]).map((one) => leanOf(one, defs, depth));
    } else if (key === 'enum') {
      made['type'] ??= 'string';
    } else {
      made[key] = value;
    }
  }
  if (depth === 0 && schema['required'] !== undefined) {
    made['required'] = schema['required'];
  }
  return collapsed(made);
}

/** `anyOf: [{type: object, …}, {type: null}]` of plain types as a list of types. */
function collapsed(schema: Json): Json {
  const choices = schema['anyOf'] as Json[] | undefined;
  const isPlain = (choice: Json) => Object.keys(choice).length === 1 && typeof choice['type'] === 'string';
  if (choices?.every(isPlain)) {
    const { anyOf: _, ...rest } = schema;
    return { ...rest, type: [...new Set(choices.map((choice) => choice['type']))] };
  }
  return schema;
}

/**
 * The same input to a client, whose arguments the tool checks itself: errors of the server's own check begin with no code.
 */
export function unchecked(input: z.ZodObject): StandardSchemaWithJSON<unknown, unknown> {
  const { jsonSchema } = input['~standard'] as StandardSchemaWithJSON<unknown, unknown>['~standard'];
  return {
    '~standard': { version: 1, vendor: 'beadloom', validate: (value: unknown) => ({ value }), jsonSchema },
  };
}

/**
 * The arguments of a call.
 *
 * @throws BeadloomError `usage` that names what is wrong
 */
export function checked<Input extends z.ZodObject>(
  name: string,
  input: Input,
  given: unknown,
): z.infer<Input> {
  const { success, data, error } = input.safeParse(given ?? {});
  if (success) {
    return data;
  }
  const issues = error.issues.slice(0, MAX_ISSUES).map((issue) => {
    const place = issue.path.map(String).join('.');
    const message =
      issue.code === 'unrecognized_keys' && issue.path.length === 0
        ? unknownArguments(issue.keys, Object.keys(input.shape))
        : issue.message;
    return place === '' ? message : `${place}: ${message}`;
  });
  throw usage(
    `arguments of ${name}: ${issues.join('; ').slice(0, MAX_ISSUES_CHARS)}`,
    'tools/list has the schema of its arguments',
  );
}

/** That there are no such arguments, and which may be meant. */
function unknownArguments(unknown: readonly string[], known: readonly string[]): string {
  return unknown
    .slice(0, MAX_ISSUES)
    .map((one) => {
      const name = one.slice(0, 100);
      return `unknown argument ${JSON.stringify(name)}, ${meant(name, known, `it takes ${known.join(', ')}`)}`;
    })
    .join('; ');
}

/** Of what is wrong with arguments so much is said. */
const MAX_ISSUES = 5;
const MAX_ISSUES_CHARS = 1_000;

/** A whole number within the bounds that the library checks too; here, so that clients see them. */
export function whole([least, most]: readonly [number, number]): z.ZodInt {
  return z.int().min(least).max(most);
}

/** The longest text that an argument may be: more is an accident, and would come back in an error. */
const MAX_TEXT_CHARS = 20_000;

/** A text that says something. */
export function text(): z.ZodString {
  return z.string().min(1).max(MAX_TEXT_CHARS);
}
