/** How many times as long `npm test` found everything to take here; tests that hang are given that much longer. */
export const TIME_FACTOR = Number(process.env['BEADLOOM_TIME_FACTOR'] ?? 1);
