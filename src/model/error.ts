import type { Code, Error as ErrorFields } from './answers.js';

/** What an error is made of: only code and message are always there. */
export type ErrorInit = Pick<ErrorFields, 'code' | 'message'> & Partial<ErrorFields>;

/**
 * Why beadloom could not do something: a stable code (see `docs/errors.md`), one sentence, the place and a hint.
 *
 * Everything that the library throws is one of these.
 */
export class BeadloomError extends Error {
  override readonly name = 'BeadloomError';
  /** Stable; scripts may match on it. */
  readonly code: Code;
  /** The file concerned, relative to the root. */
  readonly path: string | null;
  /** 1-based. */
  readonly line: number | null;
  /** 1-based, in characters. */
  readonly column: number | null;
  /** What to do about it. */
  readonly hint: string | null;
  /** The hint for agents: it names tools where `hint` names commands. */
  readonly toolHint: string | null;
  /** What led to it, outermost first. */
  readonly causes: readonly string[];

  constructor(init: ErrorInit, options?: { cause?: unknown }) {
    super(init.message, options);
    this.code = init.code;
    this.path = init.path ?? null;
    this.line = init.line ?? null;
    this.column = init.column ?? null;
    this.hint = init.hint ?? null;
    this.toolHint = init.tool_hint ?? this.hint;
    this.causes = init.causes ?? [];
  }

  /** The `error` object of JSON answers. */
  toJSON(): ErrorFields {
    const { code, message, path, line, column, hint } = this;
    return { code, message, path, line, column, hint };
  }

  /** Any thrown value as a BeadloomError; what is none already is a bug, code `internal`. */
  static from(thrown: unknown): BeadloomError {
    if (thrown instanceof BeadloomError) {
      return thrown;
    }
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return new BeadloomError(
      { code: 'internal', message, hint: 'this is a bug in beadloom; run again with --debug and report it' },
      { cause: thrown },
    );
  }
}

/** A call that makes no sense: code `usage`. */
export function usage(message: string, hint: string | null = null): BeadloomError {
  return new BeadloomError({ code: 'usage', message, hint });
}
