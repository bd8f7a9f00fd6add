import { resolve } from 'node:path';

import { BeadloomError, usage } from '../model/error.js';
import { readRegularText } from '../model/reading.js';

/** Where the token for HTTP may stand, if no file is named. */
export const TOKEN_VARIABLE = 'BEADLOOM_MCP_TOKEN';

/** Bytes of its file at most. */
const MAX_FILE_BYTES = 4_096;

/** What fits into a header as it is, and cannot be guessed. */
const TOKEN = /^[A-Za-z0-9._~+/=-]{16,512}$/;

/** A token that stays the same from start to start. */
export interface FixedToken {
  token: string;
  /** Where it was set. */
  from: string;
}

/**
 * The token that somebody set: in a file, else in the environment.
 *
 * @throws BeadloomError `usage` for one that is too short or has characters that no header has; `not_readable`
 */
export function fixedToken(file: string | undefined, environment: NodeJS.ProcessEnv): FixedToken | undefined {
  if (file !== undefined) {
    return checked(readToken(file), file);
  }
  const token = environment[TOKEN_VARIABLE];
  return token === undefined || token === '' ? undefined : checked(token, TOKEN_VARIABLE);
}

function readToken(file: string): string {
  try {
    return readRegularText(resolve(file), file, MAX_FILE_BYTES).trim();
  } catch (thrown) {
    if (thrown instanceof BeadloomError) {
      throw thrown;
    }
    throw new BeadloomError(
      {
        code: 'not_readable',
        message: `${file} cannot be read (${(thrown as NodeJS.ErrnoException).code})`,
        path: file,
        hint: '--token-file names a file that contains only the token',
      },
      { cause: thrown },
    );
  }
}

function checked(token: string, from: string): FixedToken {
  if (!TOKEN.test(token)) {
    throw usage(
      `${from} contains no token`,
      '16 to 512 letters, digits and . _ ~ + / = -, such as `openssl rand -hex 32` makes',
    );
  }
  return { token, from };
}
