// What the command line, the tools and the settings of the gateway have in common. It loads nothing, because help needs it.

/** What of the tools a client is shown. */
export const MODES = ['auto', 'all', 'search', 'filter'] as const;

/** One of {@link MODES}. */
export type Mode = (typeof MODES)[number];

/** Queries of one search. */
export const MAX_QUERIES = 5;

/** Results of one search: the bounds, and without a value. */
export const RESULT_LIMITS = [1, 50] as const;
export const DEFAULT_RESULTS = 5;
