// What a JSON Schema says of a value, as far as fitting arguments to it needs that.
type Json = Record<string, unknown>;

/** How deep schemas refer to each other, and how many are read in all: hostile ones never end. */
const MAX_DEPTH = 32;
const MAX_SCHEMAS = 5_000;

export type Type = 'null' | 'boolean' | 'number' | 'integer' | 'string' | 'array' | 'object';
const TYPES: readonly Type[] = ['null', 'boolean', 'number', 'integer', 'string', 'array', 'object'];

/** What a schema says of a value, as far as this goes. */
export interface Facts {
  types: ReadonlySet<Type>;
  /** Values that it names; undefined where it names none. */
  values: readonly unknown[] | undefined;
  /** Whether a text must have characters. */
  wantsText: boolean;
  properties: ReadonlyMap<string, unknown>;
  required: ReadonlySet<string>;
  /** What properties without a name are; undefined where nothing is said. */
  additional: unknown;
  items: unknown;
}

/** Reads a schema with what it refers to. */
export class SchemaReader {
  #left = MAX_SCHEMAS;
  readonly #known = new Map<unknown, Facts>();

  constructor(private readonly schema: unknown) {}

  /** Whether so much was read that the rest says nothing any more. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** What the whole schema says. */
  get whole(): Facts {
    return this.facts(this.schema);
  }

  /** What a part of it says. */
  facts(schema: unknown): Facts {
    const facts = this.#known.get(schema) ?? this.#read(schema, 0);
    this.#known.set(schema, facts);
    return facts;
  }

  #read(schema: unknown, depth: number): Facts {
    this.#left -= 1;
    if (!isObject(schema) || depth > MAX_DEPTH || this.#left <= 0) {
      return ANYTHING;
    }
    const parts: Facts[] = [this.#stated(schema)];
    const { $ref: reference, allOf } = schema;
    if (typeof reference === 'string') {
      parts.push(this.#read(this.#at(reference), depth + 1));
    }
    if (Array.isArray(allOf)) {
      parts.push(...allOf.map((one) => this.#read(one, depth + 1)));
    }
    for (const choices of [schema['anyOf'], schema['oneOf']]) {
      if (Array.isArray(choices) && choices.length > 0) {
        parts.push(either(choices.map((one) => this.#read(one, depth + 1))));
      }
    }
    return parts.reduce(both);
  }

  /** What a schema says itself. */
  #stated(schema: Json): Facts {
    const { type, nullable, enum: named, const: only, minLength, required, items } = schema;
    const said = (Array.isArray(type) ? type : [type]).filter((one): one is Type =>
      TYPES.includes(one as Type),
    );
    const values = Array.isArray(named) ? named : 'const' in schema ? [only] : undefined;
    const ofValues = values?.flatMap((value) => typeOf(value) ?? []);
    let types: ReadonlySet<Type> = said.length === 0 ? ALL : withInteger(said);
    if (ofValues !== undefined) {
      const all = withInteger(ofValues);
      types = new Set([...types].filter((one) => all.has(one)));
    }
    const { properties } = schema;
    return {
      types: nullable === true ? new Set([...types, 'null']) : types,
      values,
      wantsText: typeof minLength === 'number' && minLength > 0,
      properties: isObject(properties) ? new Map(Object.entries(properties)) : NO_PROPERTIES,
      required: new Set(Array.isArray(required) ? (required as string[]) : []),
      additional:
        isObject(schema['additionalProperties']) && schema['patternProperties'] === undefined
          ? schema['additionalProperties']
          : undefined,
      items: isObject(items) && schema['prefixItems'] === undefined ? items : undefined,
    };
  }

  /** What a reference within the schema refers to. */
  #at(reference: string): unknown {
    if (reference === '#') {
      return this.schema;
    }
    if (!reference.startsWith('#/') || reference.length > 1_000) {
      return undefined;
    }
    let at: unknown = this.schema;
    for (const part of reference.slice(2).split('/')) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      at = (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, key) ? (at as Json)[key] : undefined;
    }
    return at;
  }
}

const ALL: ReadonlySet<Type> = new Set(TYPES);
const NO_PROPERTIES: ReadonlyMap<string, unknown> = new Map();
const ANYTHING: Facts = {
  types: ALL,
  values: undefined,
  wantsText: false,
  properties: NO_PROPERTIES,
  required: new Set(),
  additional: undefined,
  items: undefined,
};

/** What holds where one of several schemas does. */
function either(choices: readonly Facts[]): Facts {
  const isOne = (of: Type) => {
    const having = choices.filter(({ types }) => types.has(of));
    return having.length === 1 ? having[0] : undefined;
  };
  const object = isOne('object') ?? ANYTHING;
  const texts = choices.filter(({ types }) => types.has('string'));
  return {
    types: new Set(choices.flatMap(({ types }) => [...types])),
    values: choices.every(({ values, types }) => values !== undefined || isOnlyNull(types))
      ? choices.flatMap(({ values = [] }) => values)
      : undefined,
    wantsText: texts.length > 0 && texts.every(({ wantsText }) => wantsText),
    // Of several objects nobody knows which one is meant.
    properties: object.properties,
    required: object.required,
    additional: object.additional,
    items: isOne('array')?.items,
  };
}

/** What holds where both schemas do. */
function both(one: Facts, other: Facts): Facts {
  const values = one.values ?? other.values;
  return {
    types: new Set([...one.types].filter((type) => other.types.has(type))),
    values,
    wantsText: one.wantsText || other.wantsText,
    properties:
      other.properties.size === 0
        ? one.properties
        : one.properties.size === 0
          ? other.properties
          : new Map([...other.properties, ...one.properties]),
    required: new Set([...one.required, ...other.required]),
    additional: one.additional ?? other.additional,
    items: one.items ?? other.items,
  };
}

function isOnlyNull(types: ReadonlySet<Type>): boolean {
  return types.size === 1 && types.has('null');
}

/** A number is one that is whole, too. */
function withInteger(types: readonly Type[]): ReadonlySet<Type> {
  return new Set<Type>(types.includes('number') ? [...types, 'integer'] : types);
}

/** What JSON calls a value; undefined for what it has no name for. */
export function typeOf(value: unknown): Type | undefined {
  if (value === null) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'array';
  }
  switch (typeof value) {
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'number';
    case 'string':
    case 'boolean':
    case 'object':
      return typeof value as Type;
    default:
      return undefined;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
