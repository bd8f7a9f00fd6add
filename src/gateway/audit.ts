import { loadNative } from '../native/load.js';
import type { NativeJournal } from '../native/native.js';
import { makePrivateFolder, privateFolder } from '../yaml/private.js';

/** What is written down of a call's arguments: nothing of any call, their names and sizes, or their values too. */
export const AUDIT_LEVELS = ['off', 'names', 'values'] as const;

/** One of {@link AUDIT_LEVELS}. */
export type AuditLevel = (typeof AUDIT_LEVELS)[number];

/** Bytes of all lines, and days that they are kept. */
const BYTES = 16 << 20;
const DAYS = 90;

/** Characters of a line, and of a value in it. */
const MAX_LINE_CHARS = 4_000;
const MAX_VALUE_CHARS = 200;

/** Members of an object, items of a list, and how deep. */
const MAX_MEMBERS = 50;
const DEPTH = 4;

/** A call that ended. */
export interface AuditedCall {
  /** What called: the client's own name, as it said it. */
  client: string | undefined;
  server: string;
  /** As the server calls it. */
  tool: string;
  arguments: unknown;
  /** `error`: the tool said so, or there was no answer. */
  outcome: 'ok' | 'error' | 'held' | 'cancelled';
  /** What went wrong, in one line. */
  error?: string | undefined;
  milliseconds: number;
  bytes: number;
}

/**
 * The log of calls, a line of JSON for each: who called what, when, with what, and what came of it. Private, bounded, and no
 * reason for any call to fail or to wait.
 */
export class Audit {
  readonly #level: AuditLevel;
  readonly #folder: string;
  #journal: NativeJournal | undefined;
  #pending: string[] = [];
  #broken = false;

  /**
   * @param config the configuration beside which the log stands
   * @param now the clock
   */
  constructor(
    config: string,
    level: AuditLevel,
    private readonly log: (text: string) => void,
    private readonly now: () => Date = () => new Date(),
  ) {
    this.#folder = privateFolder(config);
    this.#level = level;
  }

  /** Notes a call; `secrets`: values that its server was given in confidence. */
  note(call: AuditedCall, secrets: readonly string[] = []): void {
    if (this.#level === 'off' || this.#broken) {
      return;
    }
    if (this.#pending.push(this.#line(call, secrets)) === 1) {
      setImmediate(() => this.flush());
    }
  }

  /** Writes what was noted. */
  flush(): void {
    const lines = this.#pending;
    this.#pending = [];
    if (lines.length === 0 || this.#broken) {
      return;
    }
    try {
      this.#journal ??= this.#opened();
      if (lines.some((line) => this.#journal?.append(line) !== true)) {
        throw new Error('a line was not written');
      }
    } catch (error) {
      this.#broken = true;
      this.log(`the log of calls in ${this.#folder} cannot be written: ${(error as Error).message}`);
    }
  }

  #opened(): NativeJournal {
    makePrivateFolder(this.#folder);
    return new (loadNative().NativeJournal)(this.#folder, 'audit.jsonl', BYTES, DAYS);
  }

  #line(call: AuditedCall, secrets: readonly string[]): string {
    const { client, server, tool, outcome, error, milliseconds, bytes } = call;
    const values = this.#level === 'values';
    const clean = (text: string): string =>
      loadNative().redacted(secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text));
    const head = {
      time: this.now().toISOString(),
      client: client === undefined ? null : short(clean(client)),
      server,
      tool: short(clean(tool)),
      outcome,
      error: error === undefined ? null : short(clean(error.replaceAll(/\s+/g, ' '))),
      milliseconds: Math.round(milliseconds),
      bytes,
    };
    const line = JSON.stringify({ ...head, arguments: written(call.arguments, values, clean, DEPTH) });
    return line.length <= MAX_LINE_CHARS ? line : JSON.stringify({ ...head, arguments: '…' });
  }
}

const HIDDEN = '[redacted]';

function short(text: string): string {
  return text.length <= MAX_VALUE_CHARS
    ? text
    : `${text.slice(0, MAX_VALUE_CHARS)}… (${text.length} characters)`;
}

/** Arguments as they are written down. */
function written(value: unknown, values: boolean, clean: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') {
    return values ? short(clean(value)) : `string(${value.length})`;
  }
  if (typeof value !== 'object' || value === null) {
    return values ? (value ?? null) : value === null || value === undefined ? 'null' : typeof value;
  }
  if (Array.isArray(value)) {
    if (depth <= 0 || !values) {
      return `list(${value.length})`;
    }
    return value.slice(0, MAX_MEMBERS).map((one) => written(one, values, clean, depth - 1));
  }
  if (depth <= 0) {
    return '{…}';
  }
  const members = Object.entries(value).slice(0, MAX_MEMBERS);
  // `{name: "password", value: "…"}`: the name is a value here.
  const named = values && namesSecret(value as Record<string, unknown>);
  return Object.fromEntries(
    members.map(([key, one]) => [
      short(clean(key)),
      values && (isSecret(key) || (named && key === 'value')) && !isEmpty(one)
        ? HIDDEN
        : written(one, values, clean, depth - 1),
    ]),
  );
}

function isSecret(name: string): boolean {
  return loadNative().isSecretName(name);
}

function namesSecret({ name, key }: Record<string, unknown>): boolean {
  return [name, key].some((one) => typeof one === 'string' && isSecret(one));
}

/** What a switch or a missing value says is nobody's secret. */
function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || typeof value === 'boolean';
}
