import type { FetchLike } from '@modelcontextprotocol/client';

/** How long an authorisation server has to answer, in milliseconds, and bytes of an answer. */
const PATIENCE_MS = 30_000;
const MAX_RESPONSE_BYTES = 1 << 20;

/**
 * Asks an authorisation server: within a time, and for so much. Headers that the settings have for the server behind it are not
 * sent: they are nobody else's.
 */
export const ask: FetchLike = async (url, init = {}) => {
  const late = AbortSignal.timeout(PATIENCE_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, late]) : late;
  const response = await fetch(url, { ...init, signal });
  if (response.body === null || response.status === 204 || response.status === 304) {
    return response;
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > MAX_RESPONSE_BYTES) {
      throw new Error(`the answer of ${new URL(url).origin} is larger than ${MAX_RESPONSE_BYTES} bytes`);
    }
    pieces.push(piece);
  }
  const { status, statusText, headers } = response;
  return new Response(Buffer.concat(pieces), { status, statusText, headers });
};
