import { readdirSync, readFileSync } from 'node:fs';

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const FOLDER = new URL('../../docs/schema/', import.meta.url);

const ajv = new Ajv2020({ allErrors: true });

/** The names of all answers that have a schema. */
export const SCHEMAS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace(/\.json$/, ''));

const validators = new Map<string, ValidateFunction>();

function validatorOf(name: string): ValidateFunction {
  const known = validators.get(name);
  if (known !== undefined) {
    return known;
  }
  const schema = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as object;
  const made = ajv.compile(closed(schema) as object);
  validators.set(name, made);
  return made;
}

/** What is wrong with an answer by its schema; empty where it is valid. Keys that no schema names are wrong. */
export function violations(name: string, value: unknown): string[] {
  const validate = validatorOf(name);
  return validate(value)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

/** The same schema, refusing keys that it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema.map(closed);
  }
  if (schema === null || typeof schema !== 'object') {
    return schema;
  }
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}
