// What an error of a connection means.
import { SdkError, SdkErrorCode, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client';

import { NoAnswer } from './wire.js';

/** The status of an HTTP answer that was none. */
export function statusOf(error: unknown): number | undefined {
  const of = error instanceof NoAnswer ? error.cause : error;
  return of instanceof SdkHttpError ? of.status : undefined;
}

/** A server that speaks nothing of the era that it was spoken to in. */
export function isOtherEra(error: unknown): boolean {
  const code = String((error as { code?: unknown }).code ?? '');
  return error instanceof Error && /-32022|[Uu]nsupported protocol version/.test(`${code} ${error.message}`);
}

/** A session that the server does not know any more: it says 404, and nothing was done. */
export function isLostSession(
  error: unknown,
  { wire, isModern }: { wire: { sessionId: string | undefined }; isModern: boolean },
): boolean {
  return !isModern && wire.sessionId !== undefined && statusOf(error) === 404;
}

export function isUnauthorized(error: unknown): boolean {
  const of = error instanceof NoAnswer ? error.cause : error;
  return of instanceof UnauthorizedError || statusOf(error) === 401;
}

export function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

export function isClosed(error: unknown): boolean {
  return error instanceof NoAnswer && error.why === 'closed';
}
