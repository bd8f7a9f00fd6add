import { timeFactor } from '../../src/gateway/time-limits.js';

/** How many times as long `npm test` found everything to take here; tests that hang are given that much longer. */
export const TIME_FACTOR = timeFactor(process.env['BEADLOOM_TIME_FACTOR']);
