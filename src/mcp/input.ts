// Inputs of tools, made of the fields of requests.
import { z } from 'zod';

import { helpOf, type Parameter } from '../model/parameter.js';
import { REQUESTS, type RequestName } from '../model/requests.js';
import { text, whole } from './schema.js';

type Fields<Name extends RequestName> = (typeof REQUESTS)[Name];

/** `maxNodes` as `max_nodes`: names of inputs are those that agents see in JSON answers. */
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

type Value<Field> = Field extends { type: 'whole' }
  ? number
  : Field extends { type: 'flag' }
    ? boolean
    : Field extends { choices: readonly (infer Choice)[] }
      ? Choice
      : Field extends { type: 'texts' }
        ? string[]
        : string;

type Shape<Name extends RequestName, Field extends keyof Fields<Name> & string> = {
  [One in Field as Snake<One>]: z.ZodOptional<z.ZodType<Value<Fields<Name>[One]>>>;
};

/** Entries of a list of texts, at most. */
const MAX_LIST_ITEMS = 1000;

/**
 * Fields of a request as an input that leaves them out where it likes.
 *
 * @param besides what this tool says or allows differently, by field
 */
export function fieldsOf<Name extends RequestName, Field extends keyof Fields<Name> & string>(
  request: Name,
  names: readonly Field[],
  besides: { [One in Field]?: Partial<Parameter> } = {},
): Shape<Name, Field> {
  const fields: Record<string, Parameter> = REQUESTS[request];
  const shape = names.map((name) => {
    const field: Parameter = { ...(fields[name] as Parameter), ...besides[name] };
    return [snake(name), typeOf(field).optional().describe(helpOf(field))];
  });
  return Object.fromEntries(shape) as Shape<Name, Field>;
}

/** What callers give by name. */
type Given<Name extends RequestName> = {
  [Field in keyof Fields<Name> & string]: Fields<Name>[Field] extends
    | { argument: true }
    | { library: true }
    | { internal: true }
    ? never
    : Field;
}[keyof Fields<Name> & string];

/** The same of all fields that callers give by name but these, so that a new field of the request is one of the tool. */
export function fieldsBut<Name extends RequestName, Without extends Given<Name>>(
  request: Name,
  without: readonly Without[],
): Shape<Name, Exclude<Given<Name>, Without>> {
  const fields: Record<string, Parameter> = REQUESTS[request];
  const names = Object.entries(fields)
    .filter(([, { argument, library, internal }]) => !argument && !library && !internal)
    .map(([name]) => name)
    .filter((name) => !without.includes(name as Without));
  return fieldsOf(request, names as Array<Exclude<Given<Name>, Without>>);
}

/** One field of a request as an input that must be there. */
export function argumentOf<Name extends RequestName>(
  request: Name,
  name: keyof Fields<Name> & string,
): z.ZodString {
  const fields: Record<string, Parameter> = REQUESTS[request];
  return text().describe(helpOf(fields[name] as Parameter));
}

type Camel<Name extends string> = Name extends `${infer Before}_${infer After}`
  ? `${Before}${Capitalize<Camel<After>>}`
  : Name;

/** An input with the names that the library has. */
export function camelCase<Input extends object>(
  input: Input,
): { [Name in keyof Input & string as Camel<Name>]: Input[Name] } {
  const renamed = Object.entries(input).map(([name, value]) => [
    name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value as unknown,
  ]);
  return Object.fromEntries(renamed) as { [Name in keyof Input & string as Camel<Name>]: Input[Name] };
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function typeOf({ type, bounds = [0, Number.MAX_SAFE_INTEGER], choices = [] }: Parameter): z.ZodType {
  switch (type) {
    case 'whole':
      return whole(bounds);
    case 'flag':
      return z.boolean();
    case 'choice':
      return z.enum(choices as readonly [string, ...string[]]);
    case 'texts':
      return z.array(text()).max(MAX_LIST_ITEMS);
    default:
      return text();
  }
}
