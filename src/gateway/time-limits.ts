/** What `BEADLOOM_TIME_FACTOR` is at most; the core has the same bound. */
const MAX_TIME_FACTOR = 100;

/** How many times as long is waited: `BEADLOOM_TIME_FACTOR`, for machines that are slow or emulated. */
function timeFactor(): number {
  const factor = Number(process.env['BEADLOOM_TIME_FACTOR'] ?? 1);
  return Number.isInteger(factor) && factor >= 1 && factor <= MAX_TIME_FACTOR ? factor : 1;
}

/** A time limit, in milliseconds, as long as this machine needs it. */
export function timeLimit(ms: number): number {
  return ms * timeFactor();
}
