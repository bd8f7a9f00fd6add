// Arguments as clients send them, fitted to the JSON Schema of a tool before it is checked: models send null for what they leave out,
// numbers as texts, and one text for a list of one.
import { type Facts, SchemaReader, typeOf } from './facts.js';

type Json = Record<string, unknown>;

/** How arguments are fitted. */
export interface Fitting {
  /**
   * Whether what a schema allows may be read as something else it allows, and names that it does not know as those they are near to: only
   * for tools whose meaning is known here. Somebody else's schema says all that is known of its tool.
   */
  own: boolean;
  /** Names that callers use for an argument of a tool, at its top. */
  aliases?: Readonly<Record<string, string>>;
}

/** Arguments that were fitted, and what was read otherwise than it was written, one phrase each. */
export interface Fitted {
  value: unknown;
  notes: readonly string[];
}

/** How deep arguments are looked into. */
const MAX_DEPTH = 32;

/** Characters of a text that is read as JSON, at most. */
const MAX_JSON_CHARS = 200_000;

/** Notes of one call, and characters of a value in one, at most. */
const MAX_NOTES = 8;
const MAX_QUOTED_CHARS = 40;

const WHOLE = /^[+-]?\d+(?:\.0*)?$/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** What programs write for nothing, where no text is meant. */
const NOTHING: ReadonlySet<string> = new Set(['', 'null', 'none', 'undefined', 'nil']);

/** Fits arguments to a schema. What does not fit stays as it is, for whoever checks it. It never throws. */
export function fitted(schema: unknown, given: unknown, fitting: Fitting): Fitted {
  const one = new Fitter(schema, fitting);
  const value = one.root(given ?? {});
  return { value, notes: one.notes };
}

/** What was read otherwise, as one warning. */
export function warningOf(notes: readonly string[]): string | undefined {
  return notes.length === 0 ? undefined : `arguments were taken otherwise than given: ${notes.join('; ')}`;
}

class Fitter {
  readonly notes: string[] = [];
  readonly #reader: SchemaReader;

  constructor(
    schema: unknown,
    private readonly fitting: Fitting,
  ) {
    this.#reader = new SchemaReader(schema);
  }

  root(given: unknown): unknown {
    const facts = this.#reader.whole;
    const value = this.#decoded(given, facts, 'the arguments');
    return isObject(value) ? this.#object(this.#named(value, facts), facts, [], 0) : value;
  }

  /** With the names that the schema has, where others were used for them. */
  #named(given: Json, { properties }: Facts): Json {
    const { own, aliases = {} } = this.fitting;
    if (!own) {
      return given;
    }
    const named = new Map<string, unknown>();
    const rest: Array<[string, unknown]> = [];
    for (const [key, value] of Object.entries(given)) {
      if (properties.has(key)) {
        named.set(key, value);
      } else if (value !== null && value !== undefined) {
        rest.push([key, value]);
      }
    }
    const spelled = new Map([...properties.keys()].map((name) => [plainName(name), name]));
    for (const [key, value] of rest) {
      const meant = spelled.get(plainName(key)) ?? lookedUp(aliases, key);
      const has = meant === undefined ? undefined : named.get(meant);
      if (meant === undefined || !(has === undefined || has === null || has === '')) {
        if (has !== value) {
          // Two that say different things are an error: which one is meant nobody knows.
          named.set(key, value);
        }
        continue;
      }
      this.#note(`${key} is ${meant}`);
      named.set(meant, value);
    }
    return Object.fromEntries(named);
  }

  #object(given: Json, facts: Facts, path: readonly string[], depth: number): Json {
    if (depth > MAX_DEPTH) {
      return given;
    }
    let isSame = true;
    const kept: Array<[string, unknown]> = [];
    for (const [key, value] of Object.entries(given)) {
      const isNamed = facts.properties.has(key);
      const schema = isNamed ? facts.properties.get(key) : facts.additional;
      if (schema === undefined || this.#reader.isSpent) {
        kept.push([key, value]);
        continue;
      }
      const isOptional = isNamed && !facts.required.has(key);
      const now = this.#value(schema, value, [...path, key], depth + 1, isOptional);
      isSame &&= now === value;
      if (now !== undefined) {
        kept.push([key, now]);
      }
    }
    return isSame ? given : Object.fromEntries(kept);
  }

  /** One value; undefined where it says nothing. */
  #value(
    schema: unknown,
    given: unknown,
    path: readonly string[],
    depth: number,
    isOptional: boolean,
  ): unknown {
    const facts = this.#reader.facts(schema);
    const { types } = facts;
    if (given === null) {
      return isOptional && !types.has('null') ? undefined : null;
    }
    const where = path.join('.');
    if (isOptional && this.#isNothing(given, facts)) {
      this.#note(`${where} ${quoted(given)} is none`);
      return undefined;
    }
    const value = this.#scalar(this.#decoded(given, facts, where), facts, where);
    if (Array.isArray(value) && types.has('array')) {
      return this.#array(value, facts, path, depth);
    }
    if (isObject(value) && types.has('object')) {
      return this.#object(value, facts, path, depth);
    }
    return this.#listed(value, facts, path, depth);
  }

  #array(given: unknown[], facts: Facts, path: readonly string[], depth: number): unknown[] {
    if (facts.items === undefined || depth > MAX_DEPTH) {
      return given;
    }
    let isSame = true;
    const made: unknown[] = [];
    for (const [index, one] of given.entries()) {
      const now = this.#reader.isSpent
        ? one
        : this.#value(facts.items, one, [...path, String(index)], depth + 1, false);
      isSame &&= now === one;
      made.push(now);
    }
    return isSame ? given : made;
  }

  #isNothing(given: unknown, { types, values, wantsText }: Facts): boolean {
    if (typeof given !== 'string') {
      return false;
    }
    if (values?.includes(given) === true) {
      return false;
    }
    const word = given.trim().toLowerCase();
    return types.has('string') && values === undefined ? given === '' && wantsText : NOTHING.has(word);
  }

  /** What a text holds as JSON, where an object or a list is meant. */
  #decoded(given: unknown, { types, items }: Facts, where: string): unknown {
    if (typeof given !== 'string' || given.length > MAX_JSON_CHARS) {
      return given;
    }
    const text = given.trim();
    const isList = text.startsWith('[') && text.endsWith(']') && types.has('array');
    const isMap = text.startsWith('{') && text.endsWith('}') && types.has('object');
    if (!isList && !isMap) {
      return given;
    }
    if (types.has('string') && !(this.fitting.own && isList && items !== undefined)) {
      return given;
    }
    try {
      const value = JSON.parse(text) as unknown;
      // A text that may be one stays one unless it can hardly be meant so.
      if (types.has('string') && !(value as unknown[]).every((one) => typeof one === 'string')) {
        return given;
      }
      this.#note(`${where} is the ${isList ? 'list' : 'object'} in its text`);
      return value;
    } catch {
      return given;
    }
  }

  /** A number or a switch where one is meant and its text was given. */
  #scalar(given: unknown, facts: Facts, where: string): unknown {
    const { types, values } = facts;
    const { own } = this.fitting;
    const taken = (value: unknown): unknown => {
      this.#note(`${where} ${quoted(given)} is ${quoted(value)}`);
      return value;
    };
    if (typeof given === 'string') {
      if (types.has('string')) {
        if (own && values !== undefined && !values.includes(given)) {
          const same = values.filter(
            (value) => typeof value === 'string' && plainName(value) === plainName(given),
          );
          return same.length === 1 ? taken(same[0]) : given;
        }
        return given;
      }
      const text = given.trim();
      const number = Number(text);
      const isWhole = WHOLE.test(text) && Number.isSafeInteger(number);
      if (
        types.has('number') ? NUMBER.test(text) && Number.isFinite(number) : types.has('integer') && isWhole
      ) {
        return taken(number);
      }
      const word = text.toLowerCase();
      if (types.has('boolean') && (word === 'true' || word === 'false')) {
        return taken(word === 'true');
      }
      return given;
    }
    return given;
  }

  /** One value where a list is meant is a list of one; a list of one where one value is meant, that value. */
  #listed(given: unknown, facts: Facts, path: readonly string[], depth: number): unknown {
    const { types, items } = facts;
    const type = typeOf(given);
    const where = path.join('.');
    if (type !== undefined && !types.has(type) && types.has('array')) {
      const one = items === undefined ? given : this.#value(items, given, path, depth + 1, false);
      const of = items === undefined ? undefined : this.#reader.facts(items).types;
      const now = typeOf(one);
      if (of === undefined || (now !== undefined && of.has(now))) {
        this.#note(`${where} ${quoted(given)} is a list of one`);
        return [one];
      }
      return given;
    }
    if (this.fitting.own && Array.isArray(given) && given.length === 1 && !types.has('array')) {
      const [only] = given as unknown[];
      const one = this.#scalar(only, facts, where);
      const now = typeOf(one);
      if (now !== undefined && types.has(now)) {
        this.#note(`${where} is the one entry of its list`);
        return one;
      }
    }
    return given;
  }

  #note(text: string): void {
    if (this.notes.length < MAX_NOTES && !this.notes.includes(text)) {
      this.notes.push(text);
    }
  }
}

function lookedUp(names: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** A name without what spellings differ in. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, '');
}

function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= MAX_QUOTED_CHARS ? text : `${text.slice(0, MAX_QUOTED_CHARS).toWellFormed()}…`;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
