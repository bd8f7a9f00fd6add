import { timeFactor } from '../../src/gateway/time-limits.js';

/** How many times as long `npm test` found everything to take here; tests that hang are given that much longer. */
export const TIME_FACTOR = timeFactor(process.env['BEADLOOM_TIME_FACTOR']);

/** Milliseconds that a client of MCP waits for an answer; by itself it would wait a minute, however slow the machine is. */
export const REQUEST_MS = 60_000 * TIME_FACTOR;
