/** What `BEADLOOM_TIME_FACTOR` is at most; the core has the same bound. */
const TIME_FACTOR_LIMIT = 100;

/** No factor makes a limit longer than this, in milliseconds: clients give up after a minute. */
const MAX_FACTORED_MS = 30_000;

/** A time limit, in milliseconds, as long as this machine needs it: `BEADLOOM_TIME_FACTOR` is for those that are slow or emulated. */
export function timeLimit(ms: number): number {
  return Math.max(ms, Math.min(MAX_FACTORED_MS, ms * timeFactor(process.env['BEADLOOM_TIME_FACTOR'])));
}

/** Anything else than a whole number from 1 to the bound is no factor. */
export function timeFactor(text: string | undefined): number {
  const factor = /^\d+$/.test(text ?? '') ? Number(text) : 1;
  return factor >= 1 && factor <= TIME_FACTOR_LIMIT ? factor : 1;
}
