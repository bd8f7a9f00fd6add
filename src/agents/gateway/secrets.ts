import { loadNative } from '../../native/load.js';

/** Values that everybody may know: switches, levels, numbers, kinds of content. */
const PLAIN =
  /^(?:|true|false|yes|no|on|off|\d{1,6}|none|auto|trace|debug|info|notice|warn|warning|error|development|production|test|staging|utf-?8|stdio|readonly|read-only|application\/[\w.+-]+|text\/[\w.+-]+)$/i;

/** Whether the value of a setting of that name may stand where others read it. */
export function isPlainValue(name: string, value: string): boolean {
  return PLAIN.test(value) && !(isSecretName(name) && /\d/.test(value));
}

/** Whether a name is that of a secret. */
export function isSecretName(name: string): boolean {
  return loadNative().isSecretName(name);
}

/** A part of an argument or address. */
export interface Part {
  text: string;
  secret: boolean;
}

/** What of an argument may hold a secret, in its order: the group that is one. */
const SECRET_PARTS: readonly RegExp[] = [
  // https://user:password@host
  /(?<=:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g,
  // name=value, in an address, a flag, or behind -e
  /(?<=(?:^|[?&;,\s]|--?)([\w.-]+)=)[^&;,\s]+/g,
  // Header: value
  /(?<=^(?:[\w-]*(?:authorization|key|token|cookie|secret)[\w-]*):\s*(?:Bearer\s+|Basic\s+)?)(?!Bearer\s|Basic\s)\S.*$/gi,
];

/** A run of letters and digits that no person writes. */
const RANDOM = /(?<![\w/.-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}(?![\w/.-])/;

/**
 * What of an argument, or of an address, is a secret.
 *
 * @param before the argument before it: a flag may say what it is
 */
export function secretParts(text: string, before = ''): Part[] {
  const isValue = text !== '' && !text.startsWith('-');
  if (isValue && /^--?[\w-]+$/.test(before) && isSecretName(before)) {
    return [{ text, secret: true }];
  }
  for (const pattern of SECRET_PARTS) {
    const found = [...text.matchAll(pattern)].find(
      ([value, name]) =>
        (name === undefined || isSecretName(name) || holdsSecret(value)) && !value.startsWith('${'),
    );
    if (found !== undefined) {
      const [value] = found;
      const rest = secretParts(text.slice(found.index + value.length));
      return [{ text: text.slice(0, found.index), secret: false }, { text: value, secret: true }, ...rest];
    }
  }
  const parts = loadNative().secretParts(text);
  if (parts.some(({ secret }) => secret)) {
    return parts;
  }
  const found = RANDOM.exec(text);
  if (found !== null) {
    const rest = secretParts(text.slice(found.index + found[0].length));
    return [{ text: text.slice(0, found.index), secret: false }, { text: found[0], secret: true }, ...rest];
  }
  return text === '' ? [] : [{ text, secret: false }];
}

function holdsSecret(text: string): boolean {
  return loadNative()
    .secretParts(text)
    .some(({ secret }) => secret);
}

/** Names for secrets, and their values: one that is there already keeps its value. */
export class SecretNames {
  readonly #values: Map<string, string>;
  readonly #used = new Set<string>();

  constructor(there: Readonly<Record<string, string>>) {
    this.#values = new Map(Object.entries(there));
  }

  /** The name for a value: of the server and of what it is there. */
  name(server: string, what: string, value: string): string {
    const upper = (text: string) =>
      text
        .replaceAll(/[^A-Za-z0-9]+/g, '_')
        .replaceAll(/^_+|_+$/g, '')
        .toUpperCase();
    const [prefix, own] = [upper(server), upper(what)];
    const plain = own === prefix || own.startsWith(`${prefix}_`) ? own : `${prefix}_${own || 'VALUE'}`;
    const base = /^\d/.test(plain) ? `_${plain}` : plain;
    for (let n = 1; ; n++) {
      const name = n === 1 ? base : `${base}_${n}`;
      const there = this.#values.get(name);
      if (there === undefined || there === value) {
        this.#values.set(name, value);
        this.#used.add(name);
        return name;
      }
    }
  }

  /** What another one named, which began with these. */
  take(other: SecretNames): void {
    other.#used.forEach((name) => {
      this.#used.add(name);
      this.#values.set(name, other.#values.get(name) ?? '');
    });
  }

  /** Those that were asked for, sorted. */
  get used(): string[] {
    return [...this.#used].toSorted();
  }

  get all(): Record<string, string> {
    return Object.fromEntries(this.#values);
  }
}
