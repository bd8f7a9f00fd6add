/** Whether tests that repeat something try all of it. Every run tries a sample; the nightly one sets this. */
export const LONG = process.env['BEADLOOM_LONG_TESTS'] === '1';

/** What a run tries of a list: all of it in a long run, else the first, the last and every `step`th between them. */
export function sample<T>(all: readonly T[], step: number): T[] {
  return LONG ? [...all] : all.filter((_, at) => at % step === 0 || at === all.length - 1);
}
