// Reads fields of the settings of the gateway: what is wrong is an error that names the place and what may be meant.
import type { Code } from '../model/answers.js';
import { BeadloomError } from '../model/error.js';
import { meant, nearest } from '../api/suggest.js';
import type { Spot, Tree, TreeEntry } from '../yaml/tree.js';

/** A map of a settings file, read field by field. */
export class Fields {
  readonly #entries: ReadonlyMap<string, TreeEntry>;

  /**
   * @param path of the file, as messages name it
   * @param where of the map, such as `servers.git`; empty for the whole file
   * @throws BeadloomError `wrong_type` where the value is no map
   */
  constructor(
    readonly path: string,
    readonly where: string,
    readonly tree: Tree,
  ) {
    if (tree.kind !== 'map') {
      throw new BeadloomError({
        code: 'wrong_type',
        message: `${where === '' ? 'the file' : where} must be a map, not ${nameOf(tree)}`,
        path,
        ...spotOf(tree),
        hint: 'see docs/gateway.md',
      });
    }
    this.#entries = new Map(tree.entries.map((entry) => [entry.key, entry]));
  }

  get keys(): string[] {
    return [...this.#entries.keys()];
  }

  /** Where a key stands, else the map. */
  spot(key: string): Spot {
    return spotOf(this.#entries.get(key) ?? this.tree);
  }

  /** @throws BeadloomError `unknown_key` for the first key that is not one of these */
  allow(known: readonly string[], passedOver: readonly string[] = []): void {
    for (const { key, ...spot } of this.#entries.values()) {
      if (!known.includes(key) && !passedOver.includes(key)) {
        throw this.error('unknown_key', `${this.#named(key)} is not a setting`, meant(key, known), spot);
      }
    }
  }

  has(key: string): boolean {
    const value = this.#entries.get(key)?.value;
    return value !== undefined && !(value.kind === 'value' && value.value === null);
  }

  /** The entries of a map below a key. */
  map(key: string): Fields | undefined {
    const entry = this.#entries.get(key);
    return entry === undefined || !this.has(key)
      ? undefined
      : new Fields(this.path, this.#named(key), entry.value);
  }

  text(key: string): string | undefined {
    const value = this.#value(key);
    if (value === undefined) {
      return undefined;
    }
    if (value.kind !== 'value' || typeof value.value !== 'string') {
      throw this.#wrongType(key, 'a text', value);
    }
    return value.value;
  }

  flag(key: string): boolean | undefined {
    const value = this.#value(key);
    if (value === undefined) {
      return undefined;
    }
    if (value.kind !== 'value' || typeof value.value !== 'boolean') {
      throw this.#wrongType(key, 'true or false', value);
    }
    return value.value;
  }

  whole(key: string, [least, most]: readonly [number, number]): number | undefined {
    const value = this.#value(key);
    if (value === undefined) {
      return undefined;
    }
    const number = value.kind === 'value' ? value.value : undefined;
    if (typeof number !== 'number') {
      throw this.#wrongType(key, 'a whole number', value);
    }
    if (!Number.isInteger(number) || number < least || number > most) {
      throw this.error(
        'bad_value',
        `${this.#named(key)} must be a whole number from ${least} to ${most}, not ${number}`,
        null,
        spotOf(value),
      );
    }
    return number;
  }

  choice<Choice extends string>(key: string, choices: readonly Choice[]): Choice | undefined {
    const text = this.text(key);
    if (text === undefined) {
      return undefined;
    }
    const found = choices.find((choice) => choice === text);
    if (found === undefined) {
      const near = nearest(text, choices);
      throw this.error(
        'bad_value',
        `${this.#named(key)}: "${text}" is not one of ${choices.join(', ')}`,
        near.length > 0 ? `did you mean ${near.join(', ')}?` : null,
        this.spot(key),
      );
    }
    return found;
  }

  /** Texts; numbers and switches are taken as they are written, because command lines are made of them. */
  texts(key: string): string[] | undefined {
    const value = this.#value(key);
    if (value === undefined) {
      return undefined;
    }
    if (value.kind !== 'list') {
      throw this.#wrongType(key, 'a list of texts', value);
    }
    return value.items.map((item) => {
      if (item.kind !== 'value' || item.value === null) {
        throw this.#wrongType(key, 'a list of texts', item);
      }
      return String(item.value);
    });
  }

  /** Names to texts. */
  pairs(key: string): Array<[name: string, text: string]> | undefined {
    const fields = this.map(key);
    return fields?.keys.map((name) => {
      const value = fields.#value(name);
      if (value === undefined) {
        return [name, ''];
      }
      if (value.kind !== 'value') {
        throw fields.#wrongType(name, 'a text', value);
      }
      return [name, String(value.value)];
    });
  }

  error(code: Code, message: string, hint: string | null, spot: Spot = spotOf(this.tree)): BeadloomError {
    return new BeadloomError({
      code,
      message,
      path: this.path,
      ...spotOf(spot),
      hint: hint ?? 'see docs/gateway.md',
    });
  }

  #value(key: string): Tree | undefined {
    return this.has(key) ? this.#entries.get(key)?.value : undefined;
  }

  #named(key: string): string {
    return this.where === '' ? key : `${this.where}.${key}`;
  }

  #wrongType(key: string, wanted: string, value: Tree): BeadloomError {
    return this.error(
      'wrong_type',
      `${this.#named(key)} must be ${wanted}, not ${nameOf(value)}`,
      null,
      spotOf(value),
    );
  }
}

function spotOf({ line, column }: Spot): Spot {
  return { line, column };
}

function nameOf(tree: Tree): string {
  if (tree.kind === 'value') {
    return tree.value === null
      ? 'nothing'
      : typeof tree.value === 'string'
        ? `"${tree.value}"`
        : String(tree.value);
  }
  return tree.kind === 'map' ? 'a map' : 'a list';
}
